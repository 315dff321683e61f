/** API keys: credentials of apps for the HTTP API. */
import { Button } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiKeysQuery } from '../api/api-keys';
import { statusQuery } from '../api/queries';
import { ErrorState } from '../ui/ErrorState';
import { NeedsPro, Nothing } from '../ui/Nothing';
import { Page } from '../ui/Page';
import { Waiting } from '../ui/Waiting';
import { KeyTable } from './keys/KeyTable';
import { NewKeyDialog } from './keys/NewKeyDialog';
import { TrustBanner } from './trust/TrustBanner';

const texts = {
  description: 'API keys give site generators and other apps access to the API.',
  create: 'New key',
  empty: 'No API keys yet',
  emptyHint: 'Create a read-only key for your site build. You choose what each key can access.',
  standard: 'API keys require the Pro edition',
  standardHint: 'This folder uses the Standard edition. Existing keys are kept but disabled.',
};

export function ApiKeys() {
  const status = useQuery(statusQuery());
  const pro = status.data?.edition === 'pro';
  const list = useQuery({ ...apiKeysQuery(), enabled: pro });
  const [creating, setCreating] = useState(false);
  const found = list.data ?? [];

  if (status.data && !pro) {
    return (
      <Page description={texts.description}>
        <NeedsPro icon={IconKey} title={texts.standard} hint={texts.standardHint} />
      </Page>
    );
  }

  const create = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
      {texts.create}
    </Button>
  );
  return (
    <Page description={texts.description} actions={found.length > 0 && create}>
      {list.isPending && <Waiting shape="table" />}
      {list.isError && <ErrorState error={list.error} retry={() => void list.refetch()} />}
      {list.isSuccess && <TrustBanner />}
      {list.isSuccess && found.length === 0 && (
        <Nothing icon={IconKey} title={texts.empty} hint={texts.emptyHint} shape="table">
          {create}
        </Nothing>
      )}
      {found.length > 0 && <KeyTable apiKeys={found} />}
      <NewKeyDialog opened={creating} onClose={() => setCreating(false)} />
    </Page>
  );
}
