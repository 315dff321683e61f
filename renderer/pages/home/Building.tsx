/** Home for those who build the site: its collections, how they are read, and the tools. */
import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import type { CollectionSummary } from '#contract/objects';
import { t } from '../../t';
import { DOCS } from '../../ui/docs';
import { Snippet } from '../../ui/Snippet';
import { useSlices } from '../../ui/useSlices';
import { ApiRecipes } from './ApiRecipes';
import { ChangedSince } from './ChangedSince';
import { CollectionCards } from './CollectionCards';
import { ContinueWriting } from './ContinueWriting';
import { RecentObjects } from './RecentObjects';

const texts = {
  tools: 'Tools',
  commands: 'Commands for your site',
  commandsLead: 'Run them in the folder of the site; “your-folder” is the folder of the content.',
  docs: 'Documentation: Build a site',
  links: {
    schemas: 'Schemas',
    api: 'API reference',
    keys: 'API keys',
    automations: 'Automations',
    transfer: 'Import and export',
    settings: 'Settings',
  },
  build: 'Build with a temporary key',
  types: 'TypeScript types of the schemas',
  mirror: 'Static copy of everything live',
};

const TOOLS = [
  { to: '/schemas', label: texts.links.schemas },
  { to: '/api', label: texts.links.api },
  { to: '/utils/api-keys', label: texts.links.keys },
  { to: '/c/automations', label: texts.links.automations },
  { to: '/transfer', label: texts.links.transfer },
  { to: '/settings', label: texts.links.settings },
];

const COMMANDS = [
  { name: texts.build, code: t('plinth exec --data your-folder -- npm run build') },
  { name: texts.types, code: t('plinth types --data your-folder --out src/plinth.d.ts') },
  { name: texts.mirror, code: t('plinth mirror --data your-folder --out public/content --as api') },
];

interface Props {
  collections: readonly CollectionSummary[];
  /** Root address of the server. */
  url: string;
}

/** The collections, and what has happened in them. */
function Collections({ collections }: Props) {
  return (
    <>
      <ContinueWriting collections={collections} />
      <CollectionCards collections={collections} />
      <ChangedSince collections={collections} />
      <RecentObjects collections={collections} />
    </>
  );
}

function Commands() {
  return (
    <>
      <Stack gap="sm" component="section">
        <div>
          <Title order={2}>{texts.commands}</Title>
          <Text size="sm" c="dimmed">
            {texts.commandsLead}
          </Text>
        </div>
        {COMMANDS.map(({ name, code }) => (
          <div key={name}>
            <Text size="xs" c="dimmed" mb={6}>
              {name}
            </Text>
            <Snippet name={name} code={code} />
          </div>
        ))}
        <Anchor size="sm" href={`${DOCS}build-a-site`} target="_blank" rel="noopener" underline="always">
          {texts.docs}
        </Anchor>
      </Stack>
      <Stack gap="xs" component="section">
        <Title order={2} size="sm" c="dimmed" fw={550}>
          {texts.tools}
        </Title>
        <Group gap="md">
          {TOOLS.map(({ to, label }) => (
            <Anchor key={to} component={Link} to={to} size="sm">
              {label}
            </Anchor>
          ))}
        </Group>
      </Stack>
    </>
  );
}

const PARTS = [
  { name: 'collections', Part: Collections },
  { name: 'recipes', Part: ApiRecipes },
  { name: 'commands', Part: Commands },
];

/** Its parts are drawn one at a time: the collections are seen first. */
export function Building(props: Props) {
  return useSlices(PARTS, 1)
    .flat()
    .map(({ name, Part }) => <Part key={name} {...props} />);
}
