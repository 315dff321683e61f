/** An empty folder: begin with a starter, or with a collection of one's own. */
import { Alert, Button, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { addStarter } from '../../api/mutations';
import { startersQuery } from '../../api/queries';
import { ErrorState } from '../../ui/ErrorState';
import { counted } from '../../ui/format';
import { notifyChange } from '../../ui/undo-transaction';
import classes from './home.module.css';

const PREVIEWS = import.meta.glob<string>('../../../resources/starters/*/preview.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});
const previewOf = (id: string): string | undefined =>
  PREVIEWS[`../../../resources/starters/${id}/preview.webp`];

const texts = {
  title: 'Choose a starter',
  lead: 'A starter adds schemas, collections and example content. You can change or delete everything later.',
  use: 'Use starter',
  nameOf: (name: string) => `Use starter: ${name}`,
  own: 'Or start from scratch with your own collection.',
  create: 'Create collection',
  failed: 'Could not import the starter',
  done: (what: string) => `Folder set up: ${what}.`,
};

export function Starters({ onCreate }: { onCreate: () => void }) {
  const client = useQueryClient();
  const starters = useQuery(startersQuery());
  const use = useMutation({
    mutationFn: (id: string) => addStarter(client, id),
    onSuccess: ({ summary, transaction }) => {
      const objects = summary.objects_created + summary.factory_items_created;
      notifyChange(
        client,
        texts.done(
          `${counted(summary.collections_created, 'collection', 'collections')}, ${counted(objects, 'object', 'objects')}`,
        ),
        transaction,
      );
    },
  });
  return (
    <Stack gap="lg">
      <div>
        <Title order={2}>{texts.title}</Title>
        <Text size="sm" c="dimmed">
          {texts.lead}
        </Text>
      </div>
      {use.isError && (
        <Alert color="red" title={texts.failed} role="alert">
          {use.error.message}
        </Alert>
      )}
      {starters.isError && <ErrorState error={starters.error} retry={() => void starters.refetch()} />}
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
        {starters.isPending && ['a', 'b', 'c'].map((key) => <Skeleton key={key} h={140} />)}
        {starters.data?.map((starter) => (
          <div key={starter.id} className={classes.starter}>
            <img className={classes.preview} src={previewOf(starter.id)} alt="" width={640} height={400} />
            <Title order={3}>{starter.name}</Title>
            <Text size="sm" c="dimmed" flex={1}>
              {starter.description}
            </Text>
            <Button
              mt="xs"
              variant="light"
              aria-label={texts.nameOf(starter.name)}
              loading={use.isPending && use.variables === starter.id}
              disabled={use.isPending && use.variables !== starter.id}
              onClick={() => use.mutate(starter.id)}
            >
              {texts.use}
            </Button>
          </div>
        ))}
      </SimpleGrid>
      <div>
        <Text size="sm" c="dimmed" mb="xs">
          {texts.own}
        </Text>
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={onCreate}>
          {texts.create}
        </Button>
      </div>
    </Stack>
  );
}
