/** What runs by itself in this folder, and how it last went. */
import { Button } from '@mantine/core';
import { IconPlus, IconRobotOff } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { AUTOMATIONS } from '#contract/automations';
import { automationsQuery, ensureAutomations } from '../api/automations';
import { statusQuery } from '../api/queries';
import { ErrorState } from '../ui/ErrorState';
import { NeedsPro } from '../ui/Nothing';
import { notifyFailed } from '../ui/notify';
import { Page } from '../ui/Page';
import { Waiting } from '../ui/Waiting';
import { AutomationTable } from './automations/AutomationTable';
import { Examples } from './automations/Examples';
import { TrustBanner } from './trust/TrustBanner';

const texts = {
  description: 'Scripts that run on a schedule, when a webhook is called or when content changes.',
  create: 'New automation',
  standard: 'Automations require the Pro edition',
  standardHint: 'This folder uses the Standard edition. Existing automations are kept but disabled.',
  failed: 'Could not create the automation',
};

export function Automations() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const status = useQuery(statusQuery());
  const standard = status.data?.edition === 'standard';
  const automations = useQuery({ ...automationsQuery(), enabled: status.isSuccess && !standard });
  const list = automations.data ?? [];
  const begin = useMutation({
    mutationFn: () => ensureAutomations(client),
    onSuccess: () => void navigate(`/c/${AUTOMATIONS}/new`),
    onError: (error) => notifyFailed(texts.failed, error),
  });
  const create = (
    <Button leftSection={<IconPlus size={16} />} loading={begin.isPending} onClick={() => begin.mutate()}>
      {texts.create}
    </Button>
  );
  return (
    <Page description={texts.description} actions={!standard && create}>
      {standard && <NeedsPro icon={IconRobotOff} title={texts.standard} hint={texts.standardHint} />}
      {!standard && <TrustBanner />}
      {!standard && automations.isPending && <Waiting shape="table" />}
      {automations.isError && list.length === 0 && (
        <ErrorState error={automations.error} retry={() => void automations.refetch()} />
      )}
      {list.length > 0 && <AutomationTable automations={list} />}
      {automations.isSuccess && <Examples first={list.length === 0} />}
    </Page>
  );
}
