/** Command palette (Mod+K): opens collections, objects and screens, and creates objects. */
import { useDebouncedValue } from '@mantine/hooks';
import {
  type createSpotlight,
  Spotlight,
  type SpotlightFilterFunction,
  useSpotlight,
} from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, useEffect, useState } from 'react';
import type { FoundText } from '#contract/relations';
import { bestTextsQuery, searchQuery } from '../api/relations';
import { formatNumber } from '../ui/format';
import { OnceOpened } from '../ui/OnceOpened';
import { useEarlyKeys } from '../ui/useEarlyKeys';
import { useStillWhilePressed } from '../ui/useStillWhilePressed';
import classes from './Palette.module.css';
import { usePaletteGroups } from './usePaletteGroups';
import { FOUND, type FoundOnServer } from './useTypedGroups';
import { useUndoLast } from './useUndoLast';

const UndoDialog = lazy(async () => ({ default: (await import('../pages/activity/UndoDialog')).UndoDialog }));

const texts = {
  placeholder: 'Go to a collection, an object, an action…',
  dialog: 'Go to',
  some: (group: string, shown: string, all: string) => `${group}: ${shown} of ${all}`,
};

/** So many actions of a group are shown; those of hundreds of collections would take seconds with each letter. */
const MOST = 30;

/** The shortcut also works in fields of a form; rich text has its own. */
const NO_TAGS: string[] = [];

/** How long typing has to pause before the server is asked, in milliseconds. */
const PAUSE = 150;

/** Actions that contain the typed text, in the order of the groups; what the server found is not filtered again. */
const filterActions: SpotlightFilterFunction = (query, groups) => {
  const sought = query.trim().toLowerCase();
  const fits = (text: string | undefined) => text?.toLowerCase().includes(sought) === true;
  return groups.flatMap<(typeof groups)[number]>((group) => {
    if (!('actions' in group)) return [group];
    const actions = group.actions.filter(({ id, label, description, keywords }) => {
      const words = typeof keywords === 'string' ? [keywords] : (keywords ?? []);
      return id?.startsWith(FOUND) || fits(label) || fits(description) || words.some(fits);
    });
    if (actions.length <= MOST) return actions.length > 0 ? [{ ...group, actions }] : [];
    const title = texts.some(group.group, formatNumber(MOST), formatNumber(actions.length));
    return [{ ...group, group: title, actions: actions.slice(0, MOST) }];
  });
};

const NOTHING: FoundOnServer = { objects: [], texts: [] };

type Store = ReturnType<typeof createSpotlight>[0];

/** Spotlight selects the first action with every letter; this does it again when results of the server arrive. */
function selectFirst(store: Store): void {
  const list = document.getElementById(store.getState().listId);
  const [first] = list?.querySelectorAll('[data-action]') ?? [];
  list?.querySelector('[data-selected]')?.removeAttribute('data-selected');
  first?.setAttribute('data-selected', 'true');
  store.updateState((state) => ({ ...state, selected: 0, empty: first === undefined }));
}

/** Objects on the server that contain the text, once typing pauses: by their titles, then others by their texts. */
function useFoundObjects(store: Store, text: string): FoundOnServer {
  const [sought] = useDebouncedValue(text, PAUSE);
  const titles = useQuery(searchQuery(text === '' ? '' : sought));
  const best = useQuery(bestTextsQuery(text === '' ? '' : sought));
  const { data, isPlaceholderData } = titles;
  // biome-ignore lint/correctness/useExhaustiveDependencies: The list changes as well when the same is found.
  useEffect(() => {
    if (data !== undefined && data.objects.length > 0) selectFirst(store);
  }, [store, data, isPlaceholderData]);
  if (sought === '' || text === '') return NOTHING;
  // Enter opens the first: what earlier words have found stays as far as it has all of these in its title.
  const isStillFound =
    (query: typeof titles | typeof best) =>
    ({ title }: { title: string }): boolean =>
      (sought === text && !query.isPlaceholderData) ||
      text.split(' ').every((word) => title.toLowerCase().includes(word.toLowerCase()));
  const objects = (data?.objects ?? []).filter(isStillFound(titles));
  const isListed = ({ collection, id }: FoundText) =>
    objects.some((one) => one.collection === collection && one.id === id);
  const found = sought.length > 2 ? best.data : undefined;
  const inTexts = (found?.data ?? []).filter(isStillFound(best)).filter((one) => !isListed(one));
  return { objects, texts: inTexts, partial: found?.partial };
}

export function Palette({ store, onOpenShortcuts }: { store: Store; onOpenShortcuts: () => void }) {
  const [query, setQuery] = useState('');
  const found = useFoundObjects(store, query.trim());
  const undo = useUndoLast();
  useEarlyKeys(useSpotlight(store).opened);
  const groups = useStillWhilePressed(
    usePaletteGroups(query.trim(), found, { openShortcuts: onOpenShortcuts, undoLast: undo.find }),
  );
  return (
    <>
      <Spotlight
        shortcut="mod + K"
        tagsToIgnore={NO_TAGS}
        actions={groups}
        store={store}
        query={query}
        onQueryChange={setQuery}
        filter={filterActions}
        attributes={{ content: { 'aria-label': texts.dialog } }}
        highlightQuery
        scrollable
        maxHeight={420}
        centered={false}
        yOffset="12dvh"
        overlayProps={{ backgroundOpacity: 0.35 }}
        classNames={classes}
        searchProps={{
          leftSection: <IconSearch size={18} stroke={1.6} />,
          placeholder: texts.placeholder,
          'aria-label': texts.placeholder,
        }}
      />
      <OnceOpened opened={undo.transaction !== undefined}>
        <UndoDialog transaction={undo.transaction} onClose={undo.close} />
      </OnceOpened>
    </>
  );
}
