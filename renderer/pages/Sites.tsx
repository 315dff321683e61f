/** Sites that are built from the folder on this machine: what goes out, publishing it, the development server. */
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCloudUpload, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { KnownSite } from '#contract/sites';
import { sitesQuery } from '../api/sites';
import { ErrorState } from '../ui/ErrorState';
import { Nothing } from '../ui/Nothing';
import { Page } from '../ui/Page';
import { Waiting } from '../ui/Waiting';
import { SiteCard } from './sites/SiteCard';
import { SiteDialog } from './sites/SiteDialog';

const texts = {
  description:
    'Sites that this machine builds from the folder. Their commands stay on this machine and are run as they are.',
  add: 'Add site',
  none: 'No sites yet',
  noneHint:
    'Tell Plinth where the project of your site is. It finds out how to build it, and uploads it with the tool of your host.',
};

export function Sites() {
  const list = useQuery(sitesQuery());
  const [edited, setEdited] = useState<KnownSite>();
  const [opened, { open, close }] = useDisclosure();
  const sites = list.data ?? [];
  const edit = (site: KnownSite | undefined) => {
    setEdited(site);
    open();
  };
  const add = (
    <Button
      variant={sites.length > 0 ? 'default' : 'filled'}
      leftSection={<IconPlus size={16} />}
      onClick={() => edit(undefined)}
    >
      {texts.add}
    </Button>
  );
  return (
    <Page description={texts.description} actions={sites.length > 0 && add}>
      {list.isPending && <Waiting shape="text" />}
      {list.isError && <ErrorState error={list.error} retry={() => void list.refetch()} />}
      {list.isSuccess && sites.length === 0 && (
        <Nothing icon={IconCloudUpload} title={texts.none} hint={texts.noneHint}>
          {add}
        </Nothing>
      )}
      {sites.map((site) => (
        <SiteCard key={site.id} site={site} onEdit={() => edit(site)} />
      ))}
      <SiteDialog opened={opened} site={edited} onClose={close} />
    </Page>
  );
}
