/** Command palette (Mod+K): go anywhere, make anything. Recent objects come first. */
import { useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  type createSpotlight,
  Spotlight,
  type SpotlightActionGroupData,
  type SpotlightFilterFunction,
} from '@mantine/spotlight';
import {
  IconAlertTriangle,
  IconApi,
  IconClock,
  IconFileText,
  IconHome,
  IconKey,
  IconKeyboard,
  IconMoon,
  IconPhoto,
  IconPlugConnected,
  IconPlus,
  IconRobot,
  IconSchema,
  IconSearch,
  IconSettings,
  IconTransfer,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { AUTOMATIONS } from '#contract/automations';
import { collectionsQuery } from '../api/queries';
import { searchQuery } from '../api/relations';
import { CollectionIcon } from '../ui/CollectionIcon';
import { useFileProblems } from '../ui/file-problems';
import { inSentence } from '../ui/format';
import { mayOpen, useRights } from '../ui/rights';
import { useRecent } from '../ui/useRecent';
import classes from './Palette.module.css';

const texts = {
  placeholder: 'Go to a collection, an object, an action…',
  dialog: 'Go to',
  looking: 'Searching…',
  nothing: 'No results',
  objects: 'Objects',
  recent: 'Recently opened',
  collections: 'Collections',
  create: 'Create',
  goTo: 'Go to',
  actions: 'Actions',
  newOne: (label: string, collection: string) => `New ${label} in ${collection}`,
  start: 'Home',
  schemas: 'Schemas',
  newSchema: 'New schema',
  transfer: 'Import and export',
  api: 'API reference',
  media: 'Media',
  automations: 'Automations',
  trash: 'Trash',
  apiKeys: 'API keys',
  programs: 'Connected apps',
  users: 'Users',
  settings: 'Settings',
  shortcuts: 'Keyboard shortcuts',
  dark: 'Switch to dark mode',
  light: 'Switch to light mode',
};

/** Typing pauses so long before the server is asked, in milliseconds. */
const PAUSE = 150;

/** What ids of objects found by the server begin with. */
const FOUND = 'found/';

/** What holds the words that were typed, in the order of the groups; what the server found is not judged again. */
const filterActions: SpotlightFilterFunction = (query, groups) => {
  const sought = query.trim().toLowerCase();
  const fits = (text: string | undefined) => text?.toLowerCase().includes(sought) === true;
  return groups.flatMap<(typeof groups)[number]>((group) => {
    if (!('actions' in group)) return [group];
    const actions = group.actions.filter(({ id, label, description, keywords }) => {
      const words = typeof keywords === 'string' ? [keywords] : (keywords ?? []);
      return id?.startsWith(FOUND) || fits(label) || fits(description) || words.some(fits);
    });
    return actions.length > 0 ? [{ ...group, actions }] : [];
  });
};

const icon = { size: 18, stroke: 1.6 };

/** Pages that not every role opens, by the action that leads there. */
const PAGES: Readonly<Record<string, string>> = {
  'new-schema': '/schemas/new',
  transfer: '/transfer',
  media: '/media',
  automations: `/c/${AUTOMATIONS}`,
  trash: '/trash',
  'api-keys': '/utils/api-keys',
  programs: '/utils/oauth-clients',
  users: '/utils/users',
  settings: '/settings',
  damaged: '/damaged',
};

const pageOf = (action: string): string =>
  action.startsWith('new/') ? `/c/${action.slice('new/'.length)}/new` : (PAGES[action] ?? '/');

interface Props {
  store: ReturnType<typeof createSpotlight>[0];
  onOpenShortcuts: () => void;
}

/** The first action is chosen with every letter; here once more for what the server found after it. */
function chooseFirst(store: Props['store']): void {
  const list = document.getElementById(store.getState().listId);
  const [first] = list?.querySelectorAll('[data-action]') ?? [];
  list?.querySelector('[data-selected]')?.removeAttribute('data-selected');
  first?.setAttribute('data-selected', 'true');
  store.updateState((state) => ({ ...state, selected: 0, empty: first === undefined }));
}

export function Palette({ store, onOpenShortcuts }: Props) {
  const navigate = useNavigate();
  const { data: everything = [] } = useQuery(collectionsQuery());
  const collections = everything.filter((item) => item.name !== AUTOMATIONS);
  const rights = useRights();
  const problems = useFileProblems();
  const [recent] = useRecent();
  const { setColorScheme } = useMantineColorScheme();
  const to = (path: string) => () => void navigate(path);
  const titles = new Map(everything.map((item) => [item.name, item.title]));

  const [query, setQuery] = useState('');
  const [sought] = useDebouncedValue(query.trim(), PAUSE);
  const search = useQuery(searchQuery(query.trim() === '' ? '' : sought));
  const found = sought === '' || query.trim() === '' ? [] : (search.data ?? []);

  useEffect(() => {
    if (search.data !== undefined && search.data.length > 0) chooseFirst(store);
  }, [store, search.data]);

  const groups: SpotlightActionGroupData[] = [
    {
      group: texts.objects,
      actions: found.map(({ collection, id, title }) => ({
        id: `${FOUND}${collection}/${id}`,
        label: title,
        description: titles.get(collection) ?? collection,
        leftSection: <IconFileText {...icon} />,
        onClick: to(`/c/${encodeURIComponent(collection)}/${encodeURIComponent(id)}`),
      })),
    },
    {
      group: texts.recent,
      actions: recent
        .filter((item) => titles.has(item.collection))
        .filter(
          (item) => !found.some(({ collection, id }) => collection === item.collection && id === item.id),
        )
        .slice(0, 6)
        .map((item) => ({
          id: `recent/${item.collection}/${item.id}`,
          label: item.title,
          description: titles.get(item.collection) ?? item.collection,
          leftSection: <IconClock {...icon} />,
          onClick: to(`/c/${item.collection}/${item.id}`),
        })),
    },
    {
      group: texts.collections,
      actions: collections.map((item) => ({
        id: `collection/${item.name}`,
        label: item.title,
        keywords: [item.name, item.category],
        leftSection: <CollectionIcon schema={item.schema} singleton={item.singleton} size={18} />,
        onClick: to(`/c/${item.name}`),
      })),
    },
    {
      group: texts.create,
      actions: [
        ...collections
          .filter((item) => !item.singleton)
          .map((item) => ({
            id: `new/${item.name}`,
            label: texts.newOne(inSentence(item.labelSingular), item.title),
            keywords: ['create', 'add', item.name],
            leftSection: <IconPlus {...icon} />,
            onClick: to(`/c/${item.name}/new`),
          })),
        {
          id: 'new-schema',
          label: texts.newSchema,
          keywords: ['create', 'add', 'model'],
          leftSection: <IconPlus {...icon} />,
          onClick: to('/schemas/new'),
        },
      ],
    },
    {
      group: texts.goTo,
      actions: [
        { id: 'start', label: texts.start, leftSection: <IconHome {...icon} />, onClick: to('/') },
        {
          id: 'schemas',
          label: texts.schemas,
          leftSection: <IconSchema {...icon} />,
          onClick: to('/schemas'),
        },
        {
          id: 'transfer',
          label: texts.transfer,
          keywords: ['csv', 'json', 'zip', 'report', 'template', 'download', 'upload'],
          leftSection: <IconTransfer {...icon} />,
          onClick: to('/transfer'),
        },
        {
          id: 'api',
          label: texts.api,
          keywords: ['openapi', 'http', 'curl', 'rest'],
          leftSection: <IconApi {...icon} />,
          onClick: to('/api'),
        },
        { id: 'media', label: texts.media, leftSection: <IconPhoto {...icon} />, onClick: to('/media') },
        {
          id: 'automations',
          label: texts.automations,
          keywords: ['schedule', 'cron', 'webhook', 'script', 'run'],
          leftSection: <IconRobot {...icon} />,
          onClick: to(`/c/${AUTOMATIONS}`),
        },
        { id: 'trash', label: texts.trash, leftSection: <IconTrash {...icon} />, onClick: to('/trash') },
        {
          id: 'api-keys',
          label: texts.apiKeys,
          keywords: ['token', 'secret', 'access'],
          leftSection: <IconKey {...icon} />,
          onClick: to('/utils/api-keys'),
        },
        {
          id: 'programs',
          label: texts.programs,
          keywords: ['oauth', 'clients', 'grants', 'access', 'mcp'],
          leftSection: <IconPlugConnected {...icon} />,
          onClick: to('/utils/oauth-clients'),
        },
        {
          id: 'users',
          label: texts.users,
          keywords: ['people', 'roles', 'password', 'sessions', 'sign in'],
          leftSection: <IconUsers {...icon} />,
          onClick: to('/utils/users'),
        },
        {
          id: 'settings',
          label: texts.settings,
          keywords: ['options', 'preferences', 'limits', 'time zone', 'edition'],
          leftSection: <IconSettings {...icon} />,
          onClick: to('/settings'),
        },
        ...(problems === undefined
          ? []
          : [
              {
                id: 'damaged',
                label: problems.label,
                keywords: ['damaged', 'conflicts', 'sync', 'merge'],
                leftSection: <IconAlertTriangle {...icon} />,
                onClick: to('/damaged'),
              },
            ]),
      ],
    },
    {
      group: texts.actions,
      actions: [
        {
          id: 'shortcuts',
          label: texts.shortcuts,
          keywords: ['keys', 'help'],
          leftSection: <IconKeyboard {...icon} />,
          onClick: onOpenShortcuts,
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
    },
  ];

  return (
    <Spotlight
      shortcut="mod + K"
      actions={groups
        .map(({ group, actions }) => ({
          group,
          actions: actions.filter(({ id }) => mayOpen(rights, pageOf(id))),
        }))
        .filter(({ actions }) => actions.length > 0)}
      store={store}
      query={query}
      onQueryChange={setQuery}
      filter={filterActions}
      attributes={{ content: { 'aria-label': texts.dialog } }}
      nothingFound={search.isFetching ? texts.looking : texts.nothing}
      highlightQuery
      scrollable
      maxHeight={420}
      centered={false}
      yOffset="12dvh"
      overlayProps={{ backgroundOpacity: 0.35, blur: 1 }}
      classNames={classes}
      searchProps={{
        leftSection: <IconSearch size={18} stroke={1.6} />,
        placeholder: texts.placeholder,
        'aria-label': texts.placeholder,
      }}
    />
  );
}
