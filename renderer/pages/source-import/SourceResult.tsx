/** What an import did or would do: counts, then what was not imported and why, then warnings. */
import { Accordion, Alert, Anchor, Badge, Box, Group, Stack, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { ItemAction, ItemResult, SourceImportResult } from '#contract/imports';
import { formatNumber } from '../../ui/format';
import classes from './source-import.module.css';

const texts = {
  did: { created: 'created', updated: 'changed', same: 'unchanged', skipped: 'skipped', failed: 'failed' },
  would: {
    created: 'to create',
    updated: 'to change',
    same: 'unchanged',
    skipped: 'to skip',
    failed: 'would fail',
  },
  title: 'Import complete',
  trial: 'Trial: nothing was written',
  files: (count: number) => `${formatNumber(count)} ${count === 1 ? 'file' : 'files'}`,
  made: (names: string, isTrial: boolean) => `${isTrial ? 'New' : 'Made'}: ${names}`,
  problems: 'Not imported',
  items: 'Items',
  warnings: (count: number) => `Notes (${formatNumber(count)})`,
  columns: ['Source', 'Result', 'Object or reason'] as const,
};

const COUNTS = ['created', 'updated', 'same', 'skipped', 'failed'] as const;

const ACTIONS: Readonly<Record<ItemAction, { label: string; color: string }>> = {
  create: { label: 'create', color: 'spruce' },
  update: { label: 'change', color: 'blue' },
  same: { label: 'unchanged', color: 'gray' },
  skip: { label: 'skipped', color: 'gray' },
  fail: { label: 'failed', color: 'red' },
};

const isProblem = ({ action }: ItemResult): boolean => action === 'fail' || action === 'skip';

function Items({ items, label, links }: { items: readonly ItemResult[]; label: string; links: boolean }) {
  return (
    <Box className={classes.lines} tabIndex={0} role="region" aria-label={label}>
      <Table verticalSpacing={6} horizontalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            {texts.columns.map((name) => (
              <Table.Th key={name}>{name}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map(({ place, action, collection = '', id = '', message }) => (
            <Table.Tr key={`${place} ${collection} ${id}`}>
              <Table.Td>{place}</Table.Td>
              <Table.Td>
                <Badge size="sm" variant="light" color={ACTIONS[action].color}>
                  {ACTIONS[action].label}
                </Badge>
              </Table.Td>
              <Table.Td>
                {message ??
                  (links ? (
                    <Anchor
                      component={Link}
                      size="sm"
                      to={`/c/${encodeURIComponent(collection)}/${encodeURIComponent(id)}`}
                    >
                      {collection}/{id}
                    </Anchor>
                  ) : (
                    `${collection}/${id}`
                  ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  );
}

export function SourceResult({ result }: { result: SourceImportResult }) {
  const { dryRun, failed, skipped, files, made, items, warnings } = result;
  const problems = items.filter(isProblem);
  const others = items.filter((item) => !isProblem(item));
  const words = dryRun ? texts.would : texts.did;
  return (
    <Stack gap="sm">
      <Alert
        role="status"
        color={failed + skipped > 0 ? 'yellow' : 'spruce'}
        title={dryRun ? texts.trial : texts.title}
      >
        <Group gap="xs">
          {COUNTS.filter((name) => result[name] > 0).map((name) => (
            <Badge key={name} variant="default" size="lg" tt="none">
              {formatNumber(result[name])} {words[name]}
            </Badge>
          ))}
          {files > 0 && (
            <Badge variant="default" size="lg" tt="none">
              {texts.files(files)}
            </Badge>
          )}
        </Group>
        {made.length > 0 && (
          <Text size="sm" mt="xs">
            {texts.made(made.join(', '), dryRun)}
          </Text>
        )}
      </Alert>
      {problems.length > 0 && <Items items={problems} label={texts.problems} links={false} />}
      <Accordion variant="contained" multiple>
        {warnings.length > 0 && (
          <Accordion.Item value="warnings">
            <Accordion.Control>{texts.warnings(warnings.length)}</Accordion.Control>
            <Accordion.Panel>
              {[...new Set(warnings)].map((line) => (
                <Text key={line} size="sm" className={classes.note}>
                  {line}
                </Text>
              ))}
            </Accordion.Panel>
          </Accordion.Item>
        )}
        {others.length > 0 && (
          <Accordion.Item value="items">
            <Accordion.Control>{texts.items}</Accordion.Control>
            <Accordion.Panel>
              <Items items={others} label={texts.items} links={!dryRun} />
            </Accordion.Panel>
          </Accordion.Item>
        )}
      </Accordion>
    </Stack>
  );
}
