/**
 * The screens of the admin, one row each. Routes, navigation, command palette, page titles and the check of rights
 * read this table; links appear in its order. One table is shorter than a file beside each page, and keeps pages
 * loaded on demand.
 */
import {
  IconAlertTriangle,
  IconApi,
  IconCloudUpload,
  IconFileImport,
  IconGitMerge,
  IconHistory,
  IconHome,
  IconKey,
  IconPhoto,
  IconPlugConnected,
  IconPlus,
  IconRobot,
  IconSchema,
  IconSettings,
  IconStethoscope,
  IconTransfer,
  IconTrash,
  IconUsers,
  IconVersions,
} from '@tabler/icons-react';
import { AUTOMATIONS } from '#contract/automations';
import { Home } from './pages/Home';
import { NotFound } from './pages/NotFound';
import { t } from './t';
import type { Screen } from './ui/screen';

const loadInputs = async () => (await import('./fields')).loadInputs();

/** With the controls of all kinds, so that a form appears at once and not field by field. */
const loadObjectEditor = async () => {
  const [{ ObjectEditor }] = await Promise.all([import('./pages/ObjectEditor'), loadInputs()]);
  return ObjectEditor;
};
const loadSchemaEditor = async () => {
  const [{ SchemaEditor }] = await Promise.all([import('./pages/SchemaEditor'), loadInputs()]);
  return SchemaEditor;
};

export const SCREENS: readonly Screen[] = [
  { path: '/', title: t('Home'), Page: Home, link: { group: 'home', Icon: IconHome } },
  { path: '/c/:collection', load: async () => (await import('./pages/Objects')).Objects },
  { path: '/c/:collection/new', load: loadObjectEditor },
  { path: '/c/:collection/:id', load: loadObjectEditor },
  {
    path: '/conflicts',
    title: t('Conflicts'),
    load: async () => (await import('./pages/Conflicts')).Conflicts,
    needs: 'edits',
    link: {
      group: 'tools',
      Icon: IconGitMerge,
      keywords: ['conflicts', 'sync', 'merge', 'copies'],
      badge: 'conflicts',
    },
  },
  { path: '/search', title: t('Search'), load: async () => (await import('./pages/Search')).Search },
  {
    path: '/conflicts/:conflict',
    title: t('Conflict'),
    load: async () => (await import('./pages/ConflictPage')).ConflictPage,
    needs: 'edits',
  },
  {
    path: '/damaged',
    title: t('Damaged files'),
    load: async () => (await import('./pages/Damaged')).Damaged,
    needs: 'edits',
    link: {
      group: 'tools',
      Icon: IconAlertTriangle,
      keywords: ['damaged', 'broken'],
      badge: 'damaged',
    },
  },
  {
    path: '/media',
    title: t('Media'),
    load: async () => (await import('./pages/Media')).Media,
    needs: 'edits',
    link: { group: 'tools', Icon: IconPhoto },
  },
  {
    path: `/c/${AUTOMATIONS}`,
    title: t('Automations'),
    load: async () => (await import('./pages/Automations')).Automations,
    needs: 'manages',
    link: {
      group: 'manage',
      Icon: IconRobot,
      keywords: ['schedule', 'cron', 'webhook', 'script', 'run'],
    },
  },
  {
    path: '/schemas',
    title: t('Schemas'),
    load: async () => (await import('./pages/Schemas')).Schemas,
    link: { group: 'manage', Icon: IconSchema },
  },
  {
    path: '/schemas/new',
    title: t('New schema'),
    load: loadSchemaEditor,
    needs: 'manages',
    link: { group: 'create', Icon: IconPlus, keywords: ['create', 'add', 'model'] },
  },
  { path: '/schemas/:id', load: async () => (await import('./pages/Schema')).Schema },
  { path: '/schemas/:id/edit', load: loadSchemaEditor, needs: 'manages' },
  {
    path: '/transfer',
    title: t('Import and export'),
    load: async () => (await import('./pages/Transfer')).Transfer,
    needs: 'manages',
    link: {
      group: 'manage',
      Icon: IconTransfer,
      keywords: ['csv', 'json', 'zip', 'report', 'template', 'download', 'upload'],
    },
  },
  {
    path: '/import',
    title: t('Import from another system'),
    load: async () => (await import('./pages/SourceImport')).SourceImport,
    needs: 'manages',
    link: {
      group: 'create',
      Icon: IconFileImport,
      keywords: ['wordpress', 'markdown', 'hugo', 'jekyll', 'astro', 'strapi', 'directus', 'migrate'],
    },
  },
  {
    path: '/api',
    title: 'API',
    load: async () => (await import('./pages/ApiReference')).ApiReference,
    link: {
      group: 'manage',
      Icon: IconApi,
      keywords: ['openapi', 'http', 'curl', 'rest'],
      paletteLabel: t('API reference'),
    },
  },
  {
    path: '/health',
    title: t('Health'),
    load: async () => (await import('./pages/Health')).Health,
    needs: 'edits',
    link: {
      group: 'tools',
      Icon: IconStethoscope,
      keywords: ['check', 'problems', 'broken links', 'alternative text', 'unused', 'invalid'],
    },
  },
  {
    path: '/trash',
    title: t('Trash'),
    load: async () => (await import('./pages/Trash')).Trash,
    needs: 'edits',
    link: { group: 'tools', Icon: IconTrash, badge: 'trash' },
  },
  {
    path: '/activity',
    title: t('Activity'),
    load: async () => (await import('./pages/Activity')).Activity,
    needs: 'edits',
    link: {
      group: 'tools',
      Icon: IconHistory,
      keywords: ['history', 'undo', 'changes', 'log', 'versions', 'restore'],
    },
  },
  {
    path: '/change-sets',
    title: t('Releases'),
    load: async () => (await import('./pages/ChangeSets')).ChangeSets,
    needs: 'edits',
    link: {
      group: 'tools',
      Icon: IconVersions,
      keywords: ['drafts', 'releases', 'suggestions', 'publish', 'planned'],
      badge: 'changeSets',
    },
  },
  {
    path: '/change-sets/:set',
    load: async () => (await import('./pages/ChangeSet')).ChangeSet,
    needs: 'edits',
  },
  {
    path: '/publish',
    title: t('Publish'),
    load: async () => (await import('./pages/Sites')).Sites,
    needs: 'owns',
    link: {
      group: 'tools',
      Icon: IconCloudUpload,
      keywords: ['site', 'deploy', 'build', 'upload', 'rsync', 'git', 'netlify', 'development server'],
    },
  },
  {
    path: '/utils/api-keys',
    title: t('API keys'),
    load: async () => (await import('./pages/ApiKeys')).ApiKeys,
    needs: 'manages',
    link: { group: 'manage', Icon: IconKey, keywords: ['token', 'secret', 'access'] },
  },
  {
    path: '/utils/oauth-clients',
    title: t('Connected apps'),
    load: async () => (await import('./pages/oauth/Clients')).Clients,
    needs: 'manages',
    link: {
      group: 'manage',
      Icon: IconPlugConnected,
      keywords: ['oauth', 'clients', 'grants', 'access', 'mcp'],
    },
  },
  {
    path: '/utils/oauth-grants',
    title: t('Connected apps'),
    load: async () => (await import('./pages/oauth/Grants')).Grants,
    needs: 'manages',
  },
  {
    path: '/utils/users',
    title: t('Users'),
    load: async () => (await import('./pages/Users')).Users,
    needs: 'manages',
    link: {
      group: 'manage',
      Icon: IconUsers,
      keywords: ['people', 'roles', 'password', 'sessions', 'sign in'],
    },
  },
  {
    path: '/settings/:section?',
    title: t('Settings'),
    load: async () => (await import('./pages/Settings')).Settings,
    needs: 'manages',
    link: {
      group: 'manage',
      Icon: IconSettings,
      keywords: ['options', 'preferences', 'limits', 'time zone', 'edition'],
    },
  },
  {
    path: '/components',
    title: t('Components'),
    load: async () => (await import('./pages/Components')).Components,
    needs: 'manages',
  },
  { path: '/account', title: t('Your account'), load: async () => (await import('./pages/Account')).Account },
  {
    path: '/oauth/consent/:request',
    load: async () => (await import('./pages/oauth/Consent')).Consent,
    standalone: true,
  },
  { path: '*', Page: NotFound },
];
