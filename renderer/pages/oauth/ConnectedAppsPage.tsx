/** Layout of the two pages on connected apps: the apps, and the access they have. */
import { Alert, Button, Group, Tabs, Text } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { keys } from '../../api/keys';
import { oauthClientsQuery } from '../../api/oauth';
import { statusQuery } from '../../api/queries';
import { changeSettings } from '../../api/settings';
import { refresh } from '../../api/stale';
import { useAnnounce } from '../../ui/Announcer';
import { NeedsPro } from '../../ui/Nothing';
import { notifyFailed } from '../../ui/notify';
import { Page } from '../../ui/Page';
import { TrustBanner } from '../trust/TrustBanner';

const texts = {
  description: 'Apps, services and AI clients that sign in with OAuth instead of an API key.',
  views: 'Connected apps views',
  clients: 'Connected apps',
  grants: 'Access',
  standard: 'Connected apps require the Pro edition',
  standardHint: 'This folder uses the Standard edition. Existing authorizations are kept but disabled.',
  more: 'More settings',
  off: 'Apps cannot request access',
  offHint: 'OAuth is turned off in this folder. Existing authorizations are disabled until you turn it on.',
  on: 'Turn on',
  turnedOn: 'Apps can now request access.',
  failed: 'Could not turn on OAuth',
};

interface Props {
  view: 'oauth-clients' | 'oauth-grants';
  actions?: ReactNode;
  children: ReactNode;
}

export function ConnectedAppsPage({ view, actions, children }: Props) {
  const navigate = useNavigate();
  const status = useQuery(statusQuery());
  const pro = status.data?.edition === 'pro';
  const { data } = useQuery({ ...oauthClientsQuery(), enabled: pro });

  if (status.data && !pro) {
    return (
      <Page description={texts.description}>
        <NeedsPro icon={IconPlugConnected} title={texts.standard} hint={texts.standardHint} />
      </Page>
    );
  }
  return (
    <Page description={texts.description} actions={actions}>
      <TrustBanner />
      {data?.enabled === false && <TurnOn />}
      <Tabs value={view} onChange={(next) => void navigate(`/utils/${next}`)}>
        <Tabs.List aria-label={texts.views} mb="lg">
          <Tabs.Tab value="oauth-clients">{texts.clients}</Tabs.Tab>
          <Tabs.Tab value="oauth-grants">{texts.grants}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={view}>{children}</Tabs.Panel>
      </Tabs>
    </Page>
  );
}

/** Turns OAuth on, which is a setting of the folder. */
function TurnOn() {
  const client = useQueryClient();
  const announce = useAnnounce();
  const turn = useMutation({
    mutationFn: () => changeSettings(client, { 'oauth.enabled': true }),
    onSuccess: async () => {
      await refresh(client, keys.oauthClients);
      announce(texts.turnedOn);
    },
    onError: (error) => notifyFailed(texts.failed, error),
  });
  return (
    <Alert color="gray" title={texts.off}>
      <Text size="sm" mb="sm">
        {texts.offHint}
      </Text>
      <Group gap="xs">
        <Button size="compact-md" loading={turn.isPending} onClick={() => turn.mutate()}>
          {texts.on}
        </Button>
        <Button size="compact-md" variant="default" component={Link} to="/settings/mcp">
          {texts.more}
        </Button>
      </Group>
    </Alert>
  );
}
