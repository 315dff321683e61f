/** Reading the content from a site: files to copy, made for a collection. */
import { Anchor, Box, Code, Group, Stack, Tabs, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { CollectionSummary } from '#contract/objects';
import { collectionSettingsQuery, schemaQuery } from '../../api/queries';
import { CollectionSelect } from '../../ui/CollectionSelect';
import { DOCS } from '../../ui/docs';
import { useRights } from '../../ui/rights';
import { Snippet } from '../../ui/Snippet';
import { recipesFor } from './recipes';

const texts = {
  title: 'Read your content from your site',
  lead: 'Every collection is available as JSON at its own URL, to apps on this computer.',
  live: 'Drafts and objects that are not live are omitted.',
  docs: (label: string) => `Documentation: ${label}`,
  collection: 'Collection',
  public: 'This collection is public. No API key is needed.',
  key: 'Reading requires an API key. Store it in PLINTH_KEY.',
  makeKey: 'Create API key',
  exec: 'Or use a temporary key for one command:',
  execCommand: 'plinth exec --data your-folder -- npm run build',
};

interface Props {
  collections: readonly CollectionSummary[];
  /** Root address of the server. */
  url: string;
}

export function ApiRecipes({ collections, url }: Props) {
  const { manages } = useRights();
  const [chosen, setChosen] = useState<string | null>(null);
  const collection = chosen ?? collections[0]?.name ?? '';
  const { data: settings } = useQuery(collectionSettingsQuery(collection));
  const isPublic = settings?.publicOperations.includes('read') ?? false;
  const { data: schema } = useQuery({ ...schemaQuery(collection), enabled: collection !== '' });
  const recipes = recipesFor({ collection, schema, isPublic, url });
  return (
    <Stack gap="sm" component="section" mt="md">
      <Group justify="space-between" align="flex-end">
        <div>
          <Title order={2}>{texts.title}</Title>
          <Text size="sm" c="dimmed">
            {texts.lead}
          </Text>
        </div>
        <CollectionSelect
          aria-label={texts.collection}
          collections={collections}
          value={collection}
          onChange={setChosen}
          allowDeselect={false}
          w={190}
        />
      </Group>
      <Tabs defaultValue="curl" keepMounted={false}>
        <Tabs.List>
          {recipes.map((recipe) => (
            <Tabs.Tab key={recipe.id} value={recipe.id}>
              {recipe.label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {recipes.map((recipe) => (
          <Tabs.Panel key={recipe.id} value={recipe.id} pt="sm">
            {recipe.files.map(({ name, code }) => (
              <Box key={name} mb="sm">
                <Text size="xs" c="dimmed" mb={6} style={{ overflowWrap: 'anywhere' }}>
                  {name}
                </Text>
                <Snippet name={`${recipe.label}: ${name}`} code={code} />
              </Box>
            ))}
            <Anchor
              size="sm"
              href={`${DOCS}${recipe.docs}`}
              target="_blank"
              rel="noopener"
              underline="always"
            >
              {texts.docs(recipe.label)}
            </Anchor>
          </Tabs.Panel>
        ))}
      </Tabs>
      <Text size="sm" c="dimmed" component="div">
        {texts.live}{' '}
        {isPublic ? (
          texts.public
        ) : (
          <>
            {texts.key}{' '}
            {manages && (
              <Anchor component={Link} to="/utils/api-keys" inherit underline="always">
                {texts.makeKey}
              </Anchor>
            )}
            <br />
            {texts.exec} <Code>{texts.execCommand}</Code>
          </>
        )}
      </Text>
    </Stack>
  );
}
