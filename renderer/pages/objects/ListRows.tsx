/** The rows of a list that has some, with what can be done to those that are selected. */
import { Alert, Button, Group } from '@mantine/core';
import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react';
import type { JsonObject } from '#contract/values';
import type { ListView } from '../../api/list-request';
import { orderingOf } from '../../lists/ordering';
import { useAnnounce } from '../../ui/Announcer';
import { titleOf } from '../../ui/title-of';
import { BulkBar } from './BulkBar';
import { CardGrid } from './cards/CardGrid';
import { useGroups } from './groups/useGroups';
import { ListSkeleton } from './ListSkeleton';
import { ObjectTable } from './ObjectTable';
import { RowActions } from './RowActions';
import { useDraftActions } from './useDraftActions';
import type { ObjectListState } from './useObjectList';

/** What drags is not part of the first screen. */
const Board = lazy(async () => ({ default: (await import('./board/Board')).Board }));
const TreeList = lazy(() => import('./tree/TreeList'));
const Calendar = lazy(async () => ({ default: (await import('./calendar/Calendar')).Calendar }));

const texts = {
  viewer: 'Open the object to suggest a change.',
  pageFailed: (reason: string) => `Some rows could not be loaded: ${reason}`,
  retry: 'Try again',
  ungrouped: (reason: string) => `The list is shown without groups: ${reason}`,
};

interface Props {
  list: ObjectListState;
  total: number;
  /** Edits fields of these objects together. */
  onEdit: (ids: string[]) => void;
}

type Shared = Pick<ComponentProps<typeof TreeList>, 'onCommand'> & {
  menu: (object: JsonObject, index: number) => ReactNode;
};

/** The objects below their parents. */
function AsTree({ list, shared }: { list: ObjectListState; shared: Shared }) {
  const { settings, schema, collection, edits, tree, view, onOpen } = list;
  return (
    tree && (
      <Suspense fallback={<ListSkeleton layout="tree" />}>
        <TreeList
          {...{ collection, edits, tree, onCommand: shared.onCommand }}
          label={settings.name}
          ordering={orderingOf(settings, schema, { sort: view.sort, whole: true })}
          onOpen={(id) => onOpen(id, -1)}
          menu={(object) => shared.menu(object, -1)}
        />
      </Suspense>
    )
  );
}

/** What of the list could not be loaded. */
function Problems({ pages, ungrouped }: { pages: ObjectListState['pages']; ungrouped: Error | null }) {
  return (
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
      {ungrouped !== null && (
        <Alert color="orange" role="alert" radius={0} py="xs">
          {texts.ungrouped(ungrouped.message)}
        </Alert>
      )}
    </>
  );
}

export function ListRows({ list, total, onEdit }: Props) {
  const { settings, schema, collection, path, labels, edits, search, arrangement, width } = list;
  const { view, pages, selection, actions, columns, onRange, onOpen } = list;
  const announce = useAnnounce();
  const draftActions = useDraftActions(collection, labels);
  const remove = (object: JsonObject) => void actions.remove(String(object.id), titleOf(object));
  const duplicate = (object: JsonObject) => void actions.duplicate(String(object.id));
  const removeSelected = () => {
    void actions.removeMany([...selection.ids]).then((done) => done && selection.clear());
  };
  const { groups, error: ungrouped } = useGroups(collection, view.request, arrangement.grouping);
  const shown = arrangement.grouping ? `${arrangement.grouping.name} ${view.key}` : view.key;
  const shared = {
    collection,
    columns,
    total,
    pages,
    selection,
    search,
    onRange,
    onOpen,
    label: settings.name,
    publishes: list.summary?.publishes === true,
    request: view.request,
    onCommand: (command: 'duplicate' | 'delete', object: JsonObject) => {
      if (!edits) announce(texts.viewer);
      else if (command === 'delete') remove(object);
      else duplicate(object);
    },
    menu: (object: JsonObject, index: number, within?: ListView) => (
      <RowActions
        {...{ collection, edits }}
        id={String(object.id)}
        href={`/admin${path}/${encodeURIComponent(String(object.id))}`}
        onOpen={() => onOpen(String(object.id), index, { within })}
        onDuplicate={() => duplicate(object)}
        onDelete={() => remove(object)}
      />
    ),
  };
  if (arrangement.by) {
    const { by } = arrangement;
    const onDelete = (object: JsonObject) => shared.onCommand('delete', object);
    return (
      <Suspense fallback={<ListSkeleton layout={arrangement.layout} />}>
        {arrangement.layout === 'board' ? (
          <Board {...shared} {...{ schema, by, edits, onDelete }} />
        ) : (
          <Calendar {...shared} {...{ path, by, width, edits, onDelete }} />
        )}
      </Suspense>
    );
  }
  if (arrangement.layout === 'tree') return <AsTree list={list} shared={shared} />;
  const ordering = orderingOf(settings, schema, {
    sort: view.sort,
    whole: view.key === '' && arrangement.grouping === undefined,
  });
  return (
    <>
      <Problems {...{ pages, ungrouped }} />
      <BulkBar
        {...{ collection, selection, total }}
        {...labels}
        drafts={draftActions}
        onEdit={() => onEdit([...selection.ids])}
        onDelete={removeSelected}
      />
      <Suspense fallback={<ListSkeleton layout={arrangement.layout} />}>
        {arrangement.layout === 'cards' ? (
          <CardGrid
            {...shared}
            {...{ schema, width, edits, ordering }}
            groups={groups}
            view={`cards ${shown}`}
          />
        ) : (
          <ObjectTable
            {...shared}
            {...{ schema, edits, labels, ordering }}
            groups={groups}
            view={shown}
            sort={view.sort}
            onSort={view.setSort}
          />
        )}
      </Suspense>
    </>
  );
}
