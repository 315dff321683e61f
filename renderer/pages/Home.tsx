/**
 * Home: for those who write what they are at and what is due, for those who build how sites read the content. Which
 * of the two is chosen in the browser and no setting: two admins of one folder may work differently. An empty folder
 * is offered starters.
 */
import { Button, Group } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { AUTOMATIONS } from '#contract/automations';
import { collectionsQuery, statusQuery } from '../api/queries';
import { t } from '../t';
import { ErrorState } from '../ui/ErrorState';
import { counted } from '../ui/format';
import { OnceOpened } from '../ui/OnceOpened';
import { Page } from '../ui/Page';
import { useRights } from '../ui/rights';
import { TrustBanner } from './trust/TrustBanner';

// Asked for with the first screen, which waits for its data as well.
const loading = import('./home/parts');
const Building = lazy(async () => ({ default: (await loading).Building }));
const Starters = lazy(async () => ({ default: (await loading).Starters }));
const Writing = lazy(async () => ({ default: (await loading).Writing }));
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
  views: 'Home for',
  view: { writing: t('Writing', 'activity'), building: t('Building', 'activity') },
};

const VIEWS = ['writing', 'building'] as const;
type View = (typeof VIEWS)[number];

/** Owner and admins begin with what they build with, everyone else writes; the browser remembers another choice. */
function useView(): [View, (view: View) => void] {
  const { manages } = useRights();
  const [chosen, choose] = useLocalStorage<View | ''>({
    key: 'plinth:home',
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  return [manages ? chosen || 'building' : 'writing', choose];
}

export function Home() {
  const collections = useQuery(collectionsQuery());
  const { data: status } = useQuery(statusQuery());
  const [dialog, { open, close }] = useDisclosure(false);
  const { manages } = useRights();
  const [view, setView] = useView();
  const folder = status?.folderName ?? '';
  // Automations have a screen of their own and are not content.
  const list = (collections.data ?? []).filter((item) => item.name !== AUTOMATIONS);
  const objects = list.reduce((sum, item) => sum + item.count, 0);
  const isEmpty = collections.isSuccess && list.length === 0;

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
      actions={!isEmpty && manages && <Actions view={view} onView={setView} onCreate={open} />}
    >
      <TrustBanner />
      {collections.isError && (
        <ErrorState error={collections.error} retry={() => void collections.refetch()} />
      )}
      <Suspense fallback={null}>
        {isEmpty && manages && <Starters onCreate={open} />}
        {list.length > 0 && view === 'writing' && <Writing collections={list} />}
        {list.length > 0 && view === 'building' && status && (
          <Building collections={list} url={status.url.replace(/\/$/, '')} />
        )}
      </Suspense>
      <OnceOpened opened={dialog}>
        <NewCollectionDialog opened={dialog} onClose={close} />
      </OnceOpened>
    </Page>
  );
}

interface ActionsProps {
  view: View;
  onView: (view: View) => void;
  onCreate: () => void;
}

function Actions({ view, onView, onCreate }: ActionsProps) {
  return (
    <Group gap="xs" justify="flex-end">
      <Button.Group aria-label={texts.views}>
        {VIEWS.map((one) => (
          <Button
            key={one}
            variant={view === one ? 'light' : 'default'}
            aria-pressed={view === one}
            onClick={() => onView(one)}
          >
            {texts.view[one]}
          </Button>
        ))}
      </Button.Group>
      <Button variant="default" leftSection={<IconPlus size={16} />} onClick={onCreate}>
        {texts.newCollection}
      </Button>
    </Group>
  );
}
