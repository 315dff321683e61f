/** Content in and out of the folder: templates, and every collection with its dialogs. */
import { Anchor, Button, Group, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import {
  IconDownload,
  IconFileImport,
  IconFilter,
  IconReportAnalytics,
  IconUpload,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { memo, useCallback, useState } from 'react';
import { Link } from 'react-router';
import type { CollectionSummary } from '#contract/objects';
import { collectionsQuery } from '../api/queries';
import { CollectionIcon } from '../ui/CollectionIcon';
import { ErrorState } from '../ui/ErrorState';
import { formatNumber } from '../ui/format';
import { LoadMore } from '../ui/LoadMore';
import { labelsInSentence } from '../ui/object-labels';
import { Page } from '../ui/Page';
import { useCompare } from '../ui/useCompare';
import { useFirstItems } from '../ui/useFirstItems';
import { useSlices } from '../ui/useSlices';
import { Waiting } from '../ui/Waiting';
import type { Subject } from './transfer/subject';
import { TemplateExport } from './transfer/TemplateExport';
import { TemplateImport } from './transfer/TemplateImport';
import { type TransferDialog, TransferDialogs } from './transfer/TransferDialogs';
import classes from './transfer/transfer.module.css';

const texts = {
  description: 'Move content in and out as files, for spreadsheets, other apps or another folder.',
  other: 'Import from another system…',
  otherHint: 'Markdown, WordPress, Directus, Strapi, CSV or NDJSON, with images and new collections.',
  collections: 'Collections',
  none: 'No collections yet.',
  filter: 'Filter collections',
  nothing: 'No matching collections',
  columns: ['Collection', 'Objects', 'Actions'] as const,
  export: 'Export',
  report: 'Report',
  import: 'Import',
  name: (action: string, title: string) => `${action} ${title}`,
};

const NOTHING: ReadonlySet<string> = new Set();

const subjectOf = (item: CollectionSummary): Subject => ({
  id: item.name,
  name: item.title,
  ...labelsInSentence(item),
  total: item.count,
  view: {},
  found: item.count,
  selected: NOTHING,
});

const ACTIONS = [
  { dialog: 'export', label: texts.export, icon: IconDownload },
  { dialog: 'report', label: texts.report, icon: IconReportAnalytics },
  { dialog: 'import', label: texts.import, icon: IconUpload },
] as const;

/** A filter is shown from this many collections on. */
const FILTER_FROM = 9;

/** So many collections are shown at first, and so many are drawn at a time. */
const SHOWN = 50;
const SLICE = 10;

export function Transfer() {
  const [subject, setSubject] = useState<Subject>();
  const [dialog, setDialog] = useState<TransferDialog>();
  const open = useCallback((item: CollectionSummary, next: TransferDialog) => {
    setSubject(subjectOf(item));
    setDialog(next);
  }, []);
  return (
    <Page description={texts.description}>
      <div className={classes.templates}>
        <TemplateExport />
        <TemplateImport />
      </div>
      <OtherSystems />
      <Collections onOpen={open} />
      {subject && (
        <TransferDialogs
          key={subject.id}
          subject={subject}
          dialog={dialog}
          onClose={() => setDialog(undefined)}
        />
      )}
    </Page>
  );
}

interface CollectionsProps {
  onOpen: (item: CollectionSummary, dialog: TransferDialog) => void;
}

function Collections({ onOpen }: CollectionsProps) {
  const collections = useQuery(collectionsQuery());
  const [filter, setFilter] = useState('');
  const compare = useCompare();
  const all = collections.data ?? [];
  const wanted = filter.trim().toLowerCase();
  const found = all.filter((item) => `${item.title} ${item.name}`.toLowerCase().includes(wanted));
  const sorted = found.sort((a, b) => compare(a.title, b.title));
  const { shown: list, more } = useFirstItems(sorted, SHOWN);
  const slices = useSlices(list, SLICE);
  return (
    <Stack gap="xs" component="section">
      <Group justify="space-between">
        <Title order={2}>{texts.collections}</Title>
        {all.length >= FILTER_FROM && (
          <TextInput
            leftSection={<IconFilter size={14} aria-hidden />}
            placeholder={texts.filter}
            aria-label={texts.filter}
            value={filter}
            onChange={(event) => setFilter(event.currentTarget.value)}
          />
        )}
      </Group>
      {collections.isPending && <Waiting shape="form" />}
      {collections.isError && (
        <ErrorState error={collections.error} retry={() => void collections.refetch()} />
      )}
      {collections.isSuccess && list.length === 0 && (
        <Text size="sm" c="dimmed">
          {all.length === 0 ? texts.none : texts.nothing}
        </Text>
      )}
      {list.length > 0 && (
        <Table.ScrollContainer minWidth={520} className="framed">
          <Table verticalSpacing={7} horizontalSpacing="md" highlightOnHover>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{texts.columns[0]}</Table.Th>
                <Table.Th ta="right">{texts.columns[1]}</Table.Th>
                <Table.Th ta="right">{texts.columns[2]}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {slices.map((slice) => (
                <Rows key={slice[0]?.name} collections={slice} onOpen={onOpen} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <LoadMore {...more} />
    </Stack>
  );
}

interface RowsProps extends CollectionsProps {
  collections: readonly CollectionSummary[];
}

const Rows = memo(function Rows({ collections, onOpen }: RowsProps) {
  return collections.map((item) => (
    <Table.Tr key={item.name}>
      <Table.Td maw={320}>
        <Group gap={8} wrap="nowrap" miw={0}>
          <CollectionIcon of={item} />
          <Anchor
            component={Link}
            size="sm"
            fw={500}
            c="inherit"
            className="truncate"
            to={`/c/${encodeURIComponent(item.name)}`}
          >
            {item.title}
          </Anchor>
        </Group>
      </Table.Td>
      <Table.Td ta="right" className="tabular">
        {formatNumber(item.count)}
      </Table.Td>
      <Table.Td>
        <Group gap={4} justify="flex-end" wrap="nowrap">
          {ACTIONS.map(({ dialog: name, label, icon: Icon }) => (
            <Button
              key={name}
              variant="subtle"
              size="compact-sm"
              leftSection={<Icon size={15} />}
              aria-label={texts.name(label, item.title)}
              onClick={() => onOpen(item, name)}
            >
              {label}
            </Button>
          ))}
        </Group>
      </Table.Td>
    </Table.Tr>
  ));
});

function OtherSystems() {
  return (
    <Group gap="sm">
      <Button component={Link} to="/import" variant="default" leftSection={<IconFileImport size={16} />}>
        {texts.other}
      </Button>
      <Text size="sm" c="dimmed">
        {texts.otherHint}
      </Text>
    </Group>
  );
}
