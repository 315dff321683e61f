import { Button, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { AUTOMATIONS } from '#contract/automations';
import { refreshAutomations } from '../../api/automations';
import { createObject } from '../../api/mutations';
import { collectionsQuery } from '../../api/queries';
import { notifyDone, notifyFailed } from '../../ui/notify';
import classes from './automations.module.css';
import { editorPath } from './editor-path';
import { EXAMPLES, type Example } from './examples';

const texts = {
  first: 'Start from an example',
  lead: 'An automation is a short JavaScript handler with triggers. Set your collection in the example and it is ready to run. Examples are created disabled so that you can review them first.',
  more: 'Examples',
  use: 'Use this example',
  nameOf: (name: string) => `Use this example: ${name}`,
  done: (name: string) => `“${name}” was created and is disabled. Review it, then enable it.`,
  failed: 'Could not create the automation',
};

/** Ready automations. `first`: there is none yet, so that they explain what automations are. */
export function Examples({ first }: { first: boolean }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data: collections = [] } = useQuery(collectionsQuery());
  const target =
    collections.find(({ name, singleton }) => name !== AUTOMATIONS && !singleton)?.name ?? 'blog';
  const use = useMutation({
    mutationFn: async ({ name, description, object }: Example) => {
      const body = { name, description, enabled: false, ...object(target) };
      const made = await createObject(client, AUTOMATIONS, body);
      await refreshAutomations(client);
      return String(made.object.id ?? '');
    },
    onSuccess: (id, { name }) => {
      notifyDone(texts.done(name));
      void navigate(editorPath(id));
    },
    onError: (error) => notifyFailed(texts.failed, error),
  });
  return (
    <Stack gap="sm" component="section">
      <div>
        <Title order={2} {...(!first && { size: 'sm', c: 'dimmed', fw: 550 })}>
          {first ? texts.first : texts.more}
        </Title>
        {first && (
          <Text size="sm" c="dimmed" maw={640}>
            {texts.lead}
          </Text>
        )}
      </div>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
        {EXAMPLES.map((example) => (
          <div key={example.id} className={classes.example}>
            <Title order={3}>{example.name}</Title>
            <Text size="sm" c="dimmed" flex={1}>
              {example.description}
            </Text>
            <Button
              mt="xs"
              variant={first ? 'light' : 'default'}
              aria-label={texts.nameOf(example.name)}
              loading={use.isPending && use.variables.id === example.id}
              disabled={use.isPending && use.variables.id !== example.id}
              onClick={() => use.mutate(example)}
            >
              {texts.use}
            </Button>
          </div>
        ))}
      </SimpleGrid>
    </Stack>
  );
}
