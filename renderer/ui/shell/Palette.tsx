/** Command palette (Mod+K): go anywhere, make anything. Recent objects come first. */
import { useMantineColorScheme } from '@mantine/core';
import { Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import {
  IconAlertTriangle,
  IconApi,
  IconClock,
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
import { useNavigate } from 'react-router';
import { AUTOMATIONS } from '#contract/automations';
import { collectionsQuery } from '../../api/queries';
import { CollectionIcon } from '../CollectionIcon';
import { useFileProblems } from '../file-problems';
import { inSentence } from '../format';
import { mayOpen, useRights } from '../rights';
import classes from './Palette.module.css';
import { useRecent } from './useRecent';

const texts = {
  placeholder: 'Go to a collection, an object, an action…',
  nothing: 'Nothing found',
  recent: 'Recent',
  collections: 'Collections',
  create: 'Create',
  goTo: 'Go to',
  actions: 'Actions',
  newOne: (label: string, collection: string) => `New ${label} in ${collection}`,
  start: 'Start',
  schemas: 'Schemas',
  newSchema: 'New schema',
  transfer: 'Import and export',
  api: 'API reference',
  media: 'Media',
  automations: 'Automations',
  trash: 'Trash',
  apiKeys: 'API keys',
  programs: 'Programs',
  users: 'Users',
  settings: 'Settings',
  shortcuts: 'Keyboard shortcuts',
  dark: 'Dark appearance',
  light: 'Light appearance',
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

export function Palette({ onOpenShortcuts }: { onOpenShortcuts: () => void }) {
  const navigate = useNavigate();
  const { data: everything = [] } = useQuery(collectionsQuery());
  const collections = everything.filter((item) => item.name !== AUTOMATIONS);
  const rights = useRights();
  const problems = useFileProblems();
  const [recent] = useRecent();
  const { setColorScheme } = useMantineColorScheme();
  const to = (path: string) => () => void navigate(path);
  const titles = new Map(everything.map((item) => [item.name, item.title]));

  const groups: SpotlightActionGroupData[] = [
    {
      group: texts.recent,
      actions: recent
        .filter((item) => titles.has(item.collection))
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
      nothingFound={texts.nothing}
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
