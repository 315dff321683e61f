/** A collection's list with its title line, bulk bar and foot. */
import { Alert, Button, Group, Menu, Text } from '@mantine/core';
import { useElementSize, useHotkeys } from '@mantine/hooks';
import { IconCopy, IconExternalLink, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { CollectionSettings } from '#contract/objects';
import type { SchemaDefinition } from '#contract/schemas';
import type { JsonObject } from '#contract/values';
import type { SavedViews } from '#contract/views';
import { collectionsQuery } from '../../api/queries';
import type { Walk } from '../../lists/walk';
import { useAnnounce } from '../../ui/Announcer';
import { ErrorState } from '../../ui/ErrorState';
import { counted, formatNumber, inSentence } from '../../ui/format';
import { Page } from '../../ui/Page';
import { useRights } from '../../ui/rights';
import { titleOf } from '../../ui/title-of';
import { useSingleKeys } from '../../ui/useSingleKeys';
import { NewDrafts } from '../object-editor/NewDrafts';
import { TransferDialogs } from '../transfer/TransferDialogs';
import { BulkBar } from './BulkBar';
import { BulkEditDialog } from './bulk/BulkEditDialog';
import { CollectionMenu } from './CollectionMenu';
import { ColumnMenu } from './ColumnMenu';
import { EmptyList } from './EmptyList';
import { ListFoot } from './ListFoot';
import { ListSkeleton } from './ListSkeleton';
import { ListTools } from './ListTools';
import { NoResults } from './NoResults';
import classes from './ObjectList.module.css';
import { ObjectTable } from './ObjectTable';
import { useColumns } from './useColumns';
import { useListView } from './useListView';
import { useObjectActions } from './useObjectActions';
import { useObjectPages } from './useObjectPages';
import { useSelection } from './useSelection';
import { ViewBar } from './views/ViewBar';

const texts = {
  create: (label: string) => `New ${inSentence(label)}`,
  open: 'Open',
  openInTab: 'Open in a new tab',
  duplicate: 'Duplicate',
  delete: 'Move to trash',
  viewer: 'You have read-only access.',
  pageFailed: (reason: string) => `Some rows could not be loaded: ${reason}`,
  retry: 'Try again',
  part: (found: number, all: number) => `${formatNumber(found)} of ${formatNumber(all)}`,
  foundOf: (found: number, all: string) => `${formatNumber(found)} of ${all}`,
  found: (what: string, narrowed: boolean) => (narrowed ? `${what} found` : `All ${what}`),
};

interface Props {
  settings: CollectionSettings;
  schema: SchemaDefinition;
  views: SavedViews;
}

export function ObjectList({ settings, schema, views }: Props) {
  const collection = settings.id;
  const path = `/c/${encodeURIComponent(collection)}`;
  const singular = settings.labelSingular || 'Object';
  const plural = settings.labelPlural || 'Objects';
  const navigate = useNavigate();
  const [singleKeys] = useSingleKeys();
  const { edits } = useRights();
  const { search } = useLocation();
  const view = useListView(settings, schema, views);
  const { request } = view;
  const [range, setRange] = useState<[number, number]>([0, 0]);
  const pages = useObjectPages(collection, request, range[0], range[1]);
  const selection = useSelection(collection, request, view.key);
  const actions = useObjectActions(collection, inSentence(singular), inSentence(plural));
  const { ref, width } = useElementSize();
  const columns = useColumns(collection, schema, width, view);

  /** An empty list offers an import, whose dialog stays when the list is empty no more. */
  const [importing, setImporting] = useState(false);
  /** Objects whose fields are being edited together. */
  const [editing, setEditing] = useState<string[]>();

  const narrowed = view.key !== '';
  // The question before a collection is deleted names all of its objects, not those in view.
  const summary = useQuery(collectionsQuery()).data?.find(({ name }) => name === collection);

  const onRange = useCallback(
    (first: number, last: number) =>
      setRange((before) => (before[0] === first && before[1] === last ? before : [first, last])),
    [],
  );
  const onOpen = useCallback(
    (id: string, row: number) => {
      const walk: Walk = { view: request, search, row };
      void navigate(`${path}/${encodeURIComponent(id)}`, { state: { walk } });
    },
    [navigate, path, request, search],
  );
  useHotkeys(singleKeys && edits ? [['n', () => void navigate(`${path}/new`)]] : []);

  const remove = (object: JsonObject) => void actions.remove(String(object.id), titleOf(object));
  const removeSelected = () => {
    void actions.removeMany([...selection.ids]).then((done) => done && selection.clear());
  };
  const { total, stale } = pages;
  const all = summary?.count ?? total ?? 0;
  const labels = { singular: inSentence(singular), plural: inSentence(plural) };
  const found = total === undefined ? '' : counted(total, labels.singular, labels.plural);

  // Read out when another search or filter has answered.
  const announce = useAnnounce();
  const announced = useRef(view.key);
  useEffect(() => {
    if (stale || found === '' || announced.current === view.key) return;
    announced.current = view.key;
    announce(texts.found(found, narrowed));
  }, [announce, found, narrowed, stale, view.key]);
  const toRows = () => document.querySelector<HTMLElement>('[role="grid"]')?.focus();

  return (
    <Page
      fill
      title={settings.name}
      beside={
        total === undefined ? undefined : (
          <Text c="dimmed" className="tabular">
            {narrowed && summary ? texts.part(total, summary.count) : formatNumber(total)}
          </Text>
        )
      }
      description={settings.description}
      actions={
        <>
          <ColumnMenu columns={columns} />
          <CollectionMenu
            settings={settings}
            schema={schema}
            total={all}
            view={request}
            found={total}
            selected={selection.ids}
          />
          {edits && (
            <Button component={Link} to={`${path}/new`} leftSection={<IconPlus size={16} />}>
              {texts.create(singular)}
            </Button>
          )}
        </>
      }
    >
      {edits && <NewDrafts settings={settings} />}
      {(narrowed || total !== 0 || views.views.length > 0) && (
        <ViewBar {...{ collection, views, view, columns }} plural={labels.plural} />
      )}
      {(narrowed || total !== 0) && (
        <ListTools
          collection={collection}
          schema={schema}
          view={view}
          plural={labels.plural}
          onLeave={toRows}
        />
      )}
      <div ref={ref} className={classes.content}>
        {total === undefined && pages.error === null && <ListSkeleton />}
        {total === undefined && pages.error !== null && (
          <ErrorState error={pages.error} retry={pages.retry} />
        )}
        {total === 0 && narrowed && <NoResults view={view} plural={labels.plural} />}
        {total === 0 && !narrowed && (
          <EmptyList {...{ settings, schema }} onImport={() => setImporting(true)} />
        )}
        {total !== undefined && total > 0 && width > 0 && (
          <>
            {pages.error !== null && (
              <Alert color="red" role="alert" radius={0} py="xs">
                <Group justify="space-between" gap="sm">
                  {texts.pageFailed(pages.error.message)}
                  <Button variant="default" size="compact-sm" onClick={pages.retry}>
                    {texts.retry}
                  </Button>
                </Group>
              </Alert>
            )}
            <BulkBar
              selection={selection}
              total={total}
              {...labels}
              onEdit={() => setEditing([...selection.ids])}
              onDelete={removeSelected}
            />
            <ObjectTable
              label={settings.name}
              collection={collection}
              columns={columns}
              view={view.key}
              sort={view.sort}
              onSort={view.setSort}
              total={total}
              pages={pages}
              onRange={onRange}
              selection={selection}
              request={request}
              search={search}
              onOpen={onOpen}
              onCommand={(command, object) => {
                if (!edits) announce(texts.viewer);
                else if (command === 'delete') remove(object);
                else void actions.duplicate(String(object.id));
              }}
              menu={(object, index) => (
                <>
                  <Menu.Item
                    leftSection={<IconPencil size={16} />}
                    onClick={() => onOpen(String(object.id), index)}
                  >
                    {texts.open}
                  </Menu.Item>
                  <Menu.Item
                    leftSection={<IconExternalLink size={16} />}
                    component="a"
                    href={`/admin${path}/${encodeURIComponent(String(object.id))}`}
                    target="_blank"
                  >
                    {texts.openInTab}
                  </Menu.Item>
                  {edits && (
                    <>
                      <Menu.Item
                        leftSection={<IconCopy size={16} />}
                        onClick={() => void actions.duplicate(String(object.id))}
                      >
                        {texts.duplicate}
                      </Menu.Item>
                      <Menu.Divider />
                      <Menu.Item
                        color="red"
                        leftSection={<IconTrash size={16} />}
                        onClick={() => remove(object)}
                      >
                        {texts.delete}
                      </Menu.Item>
                    </>
                  )}
                </>
              )}
            />
          </>
        )}
      </div>
      <TransferDialogs
        subject={{
          ...{ id: collection, name: settings.name, ...labels },
          ...{ total: all, view: request, found: total, selected: selection.ids },
        }}
        dialog={importing ? 'import' : undefined}
        onClose={() => setImporting(false)}
      />
      {editing && (
        <BulkEditDialog
          {...{ collection, schema, ids: editing, ...labels }}
          onClose={() => setEditing(undefined)}
          onDone={selection.clear}
        />
      )}
      {total !== undefined && (
        <ListFoot
          collection={collection}
          view={request}
          count={
            narrowed && summary
              ? texts.foundOf(total, counted(summary.count, labels.singular, labels.plural))
              : found
          }
        />
      )}
    </Page>
  );
}
