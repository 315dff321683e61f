/** The question, and its two answers. */
import { Alert, Button, Group, List, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconMinus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ConsentDetails, OAuthScope } from '#contract/oauth';
import { decideConsent } from '../../api/oauth';
import { formatAgo } from '../../ui/format';
import classes from './consent.module.css';
import { SCOPE_WORDS } from './scope-words';

const texts = {
  title: (name: string) => `“${name}” asks for access`,
  lead: (site: string | undefined) => (site === undefined ? 'To this site, as' : `To ${site}, as`),
  roles: { owner: 'owner', admin: 'admin', editor: 'editor', viewer: 'viewer, can suggest' },
  may: 'It will be able to',
  withheld: 'Not granted:',
  nothing:
    'You don’t have permission to grant any of the requested access. Ask an admin of this site to connect the app.',
  registered: (ago: string) => `This app registered itself ${ago}`,
  registeredHint:
    'Its name has not been verified. Allow access only if you are connecting this app yourself right now.',
  afterwards: 'After your decision you are redirected to',
  machine: 'an app on this computer',
  until:
    'The app keeps this access until you revoke it under “Connected apps” or it has not been used for a long time.',
  failed: 'Could not send your decision',
  allow: 'Allow',
  deny: 'Don’t allow',
};

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

interface Props {
  request: string;
  asked: ConsentDetails;
  /** What the site is called; undefined while it is looked up. */
  site: string | undefined;
}

export function ConsentCard({ request, asked, site }: Props) {
  const { client, redirectHost, scopes, withheld, user } = asked;
  const decide = useMutation({
    mutationFn: (allow: boolean) => decideConsent(request, allow),
    onSuccess: (redirect) => window.location.assign(redirect),
  });
  // The browser is on its way: a second click would only be refused.
  const busy = decide.isPending || decide.isSuccess;
  return (
    <>
      <div>
        <Title order={1} className={classes.name ?? ''}>
          {texts.title(client.name)}
        </Title>
        <Text c="dimmed" mt={4} className={classes.name ?? ''}>
          {texts.lead(site)} <b>{user.name}</b>
          {user.name.toLowerCase() !== user.role && ` (${texts.roles[user.role]})`}
        </Text>
      </div>
      {client.dynamic && (
        <Alert
          color="yellow"
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title={texts.registered(formatAgo(client.created))}
        >
          {texts.registeredHint}
        </Alert>
      )}
      {scopes.length > 0 && (
        <Stack gap="xs">
          <Text fw={500}>{texts.may}</Text>
          <ScopeList
            scopes={scopes}
            icon={<IconCheck size={16} className={classes.given ?? ''} aria-hidden />}
          />
        </Stack>
      )}
      {withheld.length > 0 && scopes.length > 0 && (
        <Stack gap="xs" c="dimmed">
          <Text size="sm">{texts.withheld}</Text>
          <ScopeList scopes={withheld} icon={<IconMinus size={16} aria-hidden />} />
        </Stack>
      )}
      {scopes.length === 0 && <Alert color="yellow">{texts.nothing}</Alert>}
      <Text size="sm" c="dimmed" className={classes.name ?? ''}>
        {texts.afterwards} <b>{redirectHost}</b>
        {LOOPBACK.test(redirectHost) && `, ${texts.machine}`}. {scopes.length > 0 && texts.until}
      </Text>
      {decide.isError && (
        <Alert color="red" title={texts.failed} role="alert">
          {decide.error.message}
        </Alert>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" disabled={busy} onClick={() => decide.mutate(false)}>
          {texts.deny}
        </Button>
        {scopes.length > 0 && (
          <Button loading={busy && decide.variables} disabled={busy} onClick={() => decide.mutate(true)}>
            {texts.allow}
          </Button>
        )}
      </Group>
    </>
  );
}

function ScopeList({ scopes, icon }: { scopes: readonly OAuthScope[]; icon: ReactNode }) {
  return (
    <List spacing={6} size="md" icon={icon} classNames={{ itemWrapper: classes.scope ?? '' }}>
      {scopes.map((scope) => (
        <List.Item key={scope}>{SCOPE_WORDS[scope]}</List.Item>
      ))}
    </List>
  );
}
