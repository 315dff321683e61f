/** What the list of a collection shows and does, apart from how it is drawn. */
import { useElementSize, useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { CollectionSettings } from '#contract/objects';
import type { SchemaDefinition } from '#contract/schemas';
import type { SavedViews } from '#contract/views';
import { collectionsQuery } from '../../api/queries';
import { arrangementOf } from '../../lists/arrangement';
import { treeOf } from '../../lists/tree';
import type { Walk } from '../../lists/walk';
import { useAnnounce } from '../../ui/Announcer';
import { counted } from '../../ui/format';
import { labelsInSentence, singularOf } from '../../ui/object-labels';
import { useRights } from '../../ui/rights';
import { useSingleKeys } from '../../ui/useSingleKeys';
import { useDraftsWith, useListDrafts } from './list-drafts';
import { useColumns } from './useColumns';
import { useListView } from './useListView';
import { useObjectActions } from './useObjectActions';
import { idsByPage, useObjectPages } from './useObjectPages';
import type { OpenedAt, RowPart } from './useRows';
import { useSelection } from './useSelection';

const texts = {
  found: (what: string, narrowed: boolean) => (narrowed ? `${what} found` : `All ${what}`),
};

const sameParts = (before: readonly RowPart[], parts: readonly RowPart[]): boolean =>
  JSON.stringify(before) === JSON.stringify(parts);

export interface ListOf {
  settings: CollectionSettings;
  schema: SchemaDefinition;
  views: SavedViews;
}

export function useObjectList({ settings, schema, views }: ListOf) {
  const collection = settings.id;
  const path = `/c/${encodeURIComponent(collection)}`;
  const singular = singularOf(settings);
  const labels = useMemo(() => labelsInSentence(settings), [settings]);
  const navigate = useNavigate();
  const [singleKeys] = useSingleKeys();
  const { edits } = useRights();
  const { search } = useLocation();
  const listed = useListDrafts(settings);
  const view = useListView(settings, schema, views, listed.set);
  const { request } = view;
  const [range, setRange] = useState<readonly RowPart[]>([]);
  const pages = useObjectPages(collection, request, range);
  const drafts = useDraftsWith(listed, collection, () => idsByPage(pages, range));
  const selection = useSelection(collection, request, view.key);
  const actions = useObjectActions(collection, { ...labels, drafts });
  const { ref, width } = useElementSize();
  const columns = useColumns(settings, schema, width, view);
  const narrowed = view.key !== '';
  const tree = useMemo(() => treeOf(settings, schema), [settings, schema]);
  const { layout: askedLayout, by: askedBy } = view.asked;
  const arrangement = useMemo(
    () => arrangementOf(schema, { layout: askedLayout, by: askedBy }, tree !== undefined && !narrowed),
    [schema, askedLayout, askedBy, tree, narrowed],
  );
  // The question before a collection is deleted names all of its objects, not those in view.
  const summary = useQuery(collectionsQuery()).data?.find(({ name }) => name === collection);
  const { total } = pages;
  const found = total === undefined ? '' : counted(total, labels.singular, labels.plural);
  useAnnounced(view.key, pages.stale || pages.partial ? '' : found, narrowed);
  useHotkeys(singleKeys ? [['n', () => void navigate(`${path}/new`)]] : []);

  const onRange = useCallback(
    (parts: readonly RowPart[]) => setRange((before) => (sameParts(before, parts) ? before : parts)),
    [],
  );
  const onOpen = useCallback(
    (id: string, row: number, { within = request, field }: OpenedAt = {}) => {
      const walk: Walk = { view: within, search, row };
      const isInList = row >= 0;
      void navigate(`${path}/${encodeURIComponent(id)}`, isInList ? { state: { walk, field } } : {});
    },
    [navigate, path, request, search],
  );
  return {
    settings,
    schema,
    views,
    collection,
    path,
    singular,
    labels,
    edits,
    drafts,
    search,
    arrangement,
    tree,
    view,
    pages,
    selection,
    actions,
    columns,
    ref,
    width,
    onRange,
    onOpen,
    narrowed,
    /** Counts the whole collection; undefined until the collections are loaded. */
    summary,
    all: summary ? summary.count + drafts.more : (total ?? 0),
    total,
    /** The number of objects found, with their label; empty until it is known. */
    found,
  };
}

export type ObjectListState = ReturnType<typeof useObjectList>;

/** Announces the result when another search or filter has been answered; `found` is empty until then. */
function useAnnounced(key: string, found: string, narrowed: boolean): void {
  const announce = useAnnounce();
  const announced = useRef(key);
  useEffect(() => {
    if (found === '' || announced.current === key) return;
    announced.current = key;
    announce(texts.found(found, narrowed));
  }, [announce, found, narrowed, key]);
}
