/** Home: the content of the folder and how apps read it. An empty folder is offered starters. */
import { Button, SimpleGrid, Skeleton, Stack, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { AUTOMATIONS } from '#contract/automations';
import type { CollectionSummary } from '#contract/objects';
import { collectionsQuery, statusQuery } from '../api/queries';
import { CollectionIcon } from '../ui/CollectionIcon';
import { byCategory } from '../ui/categories';
import { ErrorState } from '../ui/ErrorState';
import { counted, inSentence } from '../ui/format';
import { OnceOpened } from '../ui/OnceOpened';
import { Page } from '../ui/Page';
import { useRights } from '../ui/rights';
import { ChangedSince } from './home/ChangedSince';
import { ContinueWriting } from './home/ContinueWriting';
import classes from './home/home.module.css';
import { RecentObjects } from './home/RecentObjects';
import { Starters } from './home/Starters';
import { TrustBanner } from './trust/TrustBanner';

const ApiRecipes = lazy(async () => ({ default: (await import('./home/ApiRecipes')).ApiRecipes }));
const NewCollectionDialog = lazy(async () => ({
  default: (await import('./home/NewCollectionDialog')).NewCollectionDialog,
}));

const texts = {
  greeting: (hour: number) =>
    hour < 5 ? 'Good evening' : hour < 12 ? 'Good morning' : hour < 18 ? 'Good afternoon' : 'Good evening',
  summary: (folder: string, collections: string, objects: string) =>
    `${folder} contains ${collections} with ${objects}.`,
  empty: (folder: string) => `${folder} is empty.`,
  newCollection: 'New collection',
  other: 'Collections',
  singleton: 'One object',
};

export function Home() {
  const collections = useQuery(collectionsQuery());
  const { data: status } = useQuery(statusQuery());
  const [dialog, { open, close }] = useDisclosure(false);
  const { edits, manages } = useRights();
  const folder = status?.folderName ?? '';
  // Automations have a screen of their own and are not content.
  const list = (collections.data ?? []).filter((item) => item.name !== AUTOMATIONS);
  const objects = list.reduce((sum, item) => sum + item.count, 0);
  const isEmpty = collections.isSuccess && list.length === 0;
  const groups = byCategory(list);

  return (
    <Page
      title={texts.greeting(new Date().getHours())}
      description={
        collections.isSuccess &&
        status &&
        (isEmpty
          ? texts.empty(folder)
          : texts.summary(
              folder,
              counted(list.length, 'collection', 'collections'),
              counted(objects, 'object', 'objects'),
            ))
      }
      actions={
        !isEmpty &&
        manages && (
          <Button variant="default" leftSection={<IconPlus size={16} />} onClick={open}>
            {texts.newCollection}
          </Button>
        )
      }
    >
      <TrustBanner />
      {collections.isPending && (
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} aria-busy="true">
          {['a', 'b', 'c'].map((key) => (
            <Skeleton key={key} h={92} />
          ))}
        </SimpleGrid>
      )}
      {collections.isError && (
        <ErrorState error={collections.error} retry={() => void collections.refetch()} />
      )}
      {isEmpty && manages && <Starters onCreate={open} />}
      {edits && collections.isSuccess && <ContinueWriting collections={collections.data} />}
      {groups.map((group) => (
        <Stack key={group.name} gap="xs" component="section">
          {(group.name !== '' || groups.length > 1) && (
            <Title order={2} size="sm" c="dimmed" fw={550}>
              {group.name || texts.other}
            </Title>
          )}
          <SimpleGrid minColWidth="15rem" spacing="sm">
            {group.collections.map((item) => (
              <CollectionCard key={item.name} collection={item} />
            ))}
          </SimpleGrid>
        </Stack>
      ))}
      {!isEmpty && edits && collections.isSuccess && <ChangedSince collections={list} />}
      {!isEmpty && <RecentObjects collections={list} />}
      {manages && list.length > 0 && status && (
        <Suspense fallback={null}>
          <ApiRecipes collections={list} url={status.url.replace(/\/$/, '')} />
        </Suspense>
      )}
      <OnceOpened opened={dialog}>
        <NewCollectionDialog opened={dialog} onClose={close} />
      </OnceOpened>
    </Page>
  );
}

/** A collection with its description and the number of its objects. */
function CollectionCard({ collection }: { collection: CollectionSummary }) {
  const { name, title, description, count, labelSingular, labelPlural, singleton } = collection;
  return (
    <Link to={`/c/${encodeURIComponent(name)}`} className={classes.card}>
      <span className={`look ${classes.picture}`} data-color={collection.color}>
        <CollectionIcon of={collection} size={19} />
      </span>
      <span className={classes.words}>
        <span className={classes.name}>{title}</span>
        {description !== '' && <span className={classes.description}>{description}</span>}
        <span className={classes.count}>
          {singleton
            ? texts.singleton
            : counted(count, inSentence(labelSingular || 'object'), inSentence(labelPlural || 'objects'))}
        </span>
      </span>
    </Link>
  );
}
