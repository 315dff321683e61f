/** What the command palette offers, group by group. */
import { useMantineColorScheme } from '@mantine/core';
import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight';
import {
  IconArrowBackUp,
  IconBook,
  IconClock,
  IconHistory,
  IconKeyboard,
  IconMoon,
  IconPlus,
  IconSearch,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMatch, useNavigate } from 'react-router';
import { AUTOMATIONS } from '#contract/automations';
import type { CollectionSummary } from '#contract/objects';
import { collectionsQuery } from '../api/queries';
import { historyAddress } from '../pages/history/useHistoryAddress';
import { CollectionIcon } from '../ui/CollectionIcon';
import { DOCS } from '../ui/docs';
import { inSentence } from '../ui/format';
import { singularOf } from '../ui/object-labels';
import { usePageCommands } from '../ui/page-commands';
import { useRights } from '../ui/rights';
import { StateMark } from '../ui/StateMark';
import { useRecent } from '../ui/useRecent';
import classes from './Palette.module.css';
import { type ShownLink, useScreenLinks } from './useScreenLinks';
import { FOUND, type FoundOnServer, pageAction, useTypedGroups } from './useTypedGroups';

const texts = {
  objects: 'Objects',
  searchAll: 'Search all texts',
  inTexts: 'In texts',
  recent: 'Recently opened',
  collections: 'Collections',
  create: 'Create',
  goTo: 'Go to',
  actions: 'Actions',
  newOne: (label: string, collection: string) => `New ${label} in ${collection}`,
  history: 'History of this object',
  undoLast: 'Undo my last change…',
  documentation: 'Documentation',
  shortcuts: 'Keyboard shortcuts',
  dark: 'Switch to dark mode',
  light: 'Switch to light mode',
};

const icon = { size: 18, stroke: 1.6 };

const objectPath = (collection: string, id: string): string =>
  `/c/${encodeURIComponent(collection)}/${encodeURIComponent(id)}`;

type To = (path: string) => () => void;

const screenAction = (
  { to, label, paletteLabel, keywords, Icon }: ShownLink,
  go: To,
): SpotlightActionData => ({
  id: `screen${to}`,
  label: paletteLabel ?? label,
  keywords: [...(keywords ?? [])],
  leftSection: <Icon {...icon} />,
  onClick: go(to),
});

const collectionAction = (item: CollectionSummary, go: To): SpotlightActionData => ({
  id: `collection/${item.name}`,
  label: item.title,
  keywords: [item.name, item.category],
  leftSection: <CollectionIcon of={item} size={18} />,
  onClick: go(`/c/${item.name}`),
});

const newObjectAction = (item: CollectionSummary, go: To): SpotlightActionData => ({
  id: `new/${item.name}`,
  label: texts.newOne(inSentence(singularOf(item)), item.title),
  keywords: ['create', 'add', item.name],
  leftSection: <IconPlus {...icon} />,
  onClick: go(`/c/${item.name}/new`),
});

/** Objects: what the server found, then what was opened recently, each with the title of its collection. */
function useObjectGroups(
  { objects: found, texts: inTexts }: FoundOnServer,
  collections: ReadonlyMap<string, CollectionSummary>,
  go: To,
): SpotlightActionGroupData[] {
  const [recent] = useRecent();
  const isFound = (other: { collection: string; id: string }) =>
    [...found, ...inTexts].some(({ collection, id }) => collection === other.collection && id === other.id);
  return [
    {
      group: texts.objects,
      actions: [
        ...found.map(({ collection, id, title, state, image }) => ({
          id: `${FOUND}${collection}/${id}`,
          label: title,
          description: collections.get(collection)?.title ?? collection,
          rightSection: state && <StateMark of={{ state }} />,
          leftSection:
            image === undefined ? (
              <CollectionIcon of={collections.get(collection) ?? { schema: '' }} size={18} />
            ) : (
              <img className={classes.image} src={`${image}?w=56&h=56&fit=crop-focalpoint`} alt="" />
            ),
          onClick: go(objectPath(collection, id)),
        })),
      ],
    },
    {
      group: texts.inTexts,
      actions: inTexts.map(({ collection, id, title, state, excerpt }) => ({
        id: `${FOUND}text/${collection}/${id}`,
        label: title,
        description: excerpt?.text ?? collections.get(collection)?.title ?? collection,
        rightSection: state && <StateMark of={{ state }} />,
        leftSection: <CollectionIcon of={collections.get(collection) ?? { schema: '' }} size={18} />,
        onClick: go(objectPath(collection, id)),
      })),
    },
    {
      group: texts.recent,
      actions: recent
        .filter((item) => collections.has(item.collection) && !isFound(item))
        .slice(0, 6)
        .map(({ collection, id, title }) => ({
          id: `recent/${collection}/${id}`,
          label: title,
          description: collections.get(collection)?.title ?? collection,
          leftSection: <IconClock {...icon} />,
          onClick: go(objectPath(collection, id)),
        })),
    },
  ];
}

/** Opens the history of the object whose page is open. */
function useHistoryAction(): SpotlightActionData[] {
  const { edits } = useRights();
  const match = useMatch('/c/:collection/:id');
  const navigate = useNavigate();
  const { collection = '', id = '' } = match?.params ?? {};
  if (!edits || match === null || id === 'new') return [];
  return [
    {
      id: 'history',
      label: texts.history,
      keywords: ['versions', 'restore', 'revisions', 'undo', 'changes'],
      leftSection: <IconHistory {...icon} />,
      onClick: () => void navigate(historyAddress(collection, id)),
    },
  ];
}

/** What the palette itself does. */
export interface ShellCommands {
  openShortcuts(): void;
  /** Offers to undo the newest change of the user. */
  undoLast(): Promise<void>;
}

function useCommands({ openShortcuts, undoLast }: ShellCommands): SpotlightActionGroupData {
  const { setColorScheme } = useMantineColorScheme();
  const { edits } = useRights();
  const navigate = useNavigate();
  const history = useHistoryAction();
  const ofPage = usePageCommands()
    .filter(({ isField }) => !isField)
    .map(pageAction);
  const undo = {
    id: 'undo-last',
    label: texts.undoLast,
    keywords: ['revert', 'restore', 'activity', 'transaction'],
    leftSection: <IconArrowBackUp {...icon} />,
    onClick: () => void undoLast(),
  };
  return {
    group: texts.actions,
    actions: [
      ...ofPage,
      ...history,
      {
        id: 'search-texts',
        label: texts.searchAll,
        keywords: ['find', 'full text', 'everywhere'],
        leftSection: <IconSearch {...icon} />,
        onClick: () => void navigate('/search'),
      },
      ...(edits ? [undo] : []),
      {
        id: 'documentation',
        label: texts.documentation,
        keywords: ['help', 'manual', 'guide', 'docs'],
        leftSection: <IconBook {...icon} />,
        onClick: () => void window.open(DOCS, '_blank', 'noopener'),
      },
      {
        id: 'shortcuts',
        label: texts.shortcuts,
        keywords: ['keys', 'help'],
        leftSection: <IconKeyboard {...icon} />,
        onClick: openShortcuts,
      },
      {
        id: 'dark',
        label: texts.dark,
        keywords: ['theme', 'colour', 'night'],
        leftSection: <IconMoon {...icon} />,
        onClick: () => setColorScheme('dark'),
      },
      {
        id: 'light',
        label: texts.light,
        keywords: ['theme', 'colour', 'day'],
        leftSection: <IconMoon {...icon} />,
        onClick: () => setColorScheme('light'),
      },
    ],
  };
}

/** The groups in the order in which they are shown; empty ones are omitted. `words`: what is typed. */
export function usePaletteGroups(
  words: string,
  found: FoundOnServer,
  shell: ShellCommands,
): SpotlightActionGroupData[] {
  const navigate = useNavigate();
  const { data: all = [] } = useQuery(collectionsQuery());
  const links = useScreenLinks();
  const go: To = (path) => () => void navigate(path);
  const typed = useTypedGroups(words, found, go);
  const objects = useObjectGroups(found, new Map(all.map((item) => [item.name, item])), go);
  const commands = useCommands(shell);

  // Automations have a screen of their own.
  const collections = all.filter((item) => item.name !== AUTOMATIONS);
  const several = collections.filter((item) => !item.singleton);
  const creating = links.filter(({ group }) => group === 'create');
  const screens = links.filter(({ group }) => group !== 'create');
  return [
    ...objects,
    { group: texts.collections, actions: collections.map((item) => collectionAction(item, go)) },
    {
      group: texts.create,
      actions: [
        ...several.map((item) => newObjectAction(item, go)),
        ...creating.map((link) => screenAction(link, go)),
      ],
    },
    { group: texts.goTo, actions: screens.map((link) => screenAction(link, go)) },
    commands,
    ...typed,
  ].filter(({ actions }) => actions.length > 0);
}
