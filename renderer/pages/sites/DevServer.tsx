/** The development server of a site: started, stopped, where it is, and what it writes. */
import { Alert, Anchor, Button, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DevState, KnownSite } from '#contract/sites';
import { devServerQuery, startDevServer, stopDevServer } from '../../api/sites';
import { notifyFailed } from '../../ui/notify';
import { LogLines } from './LogLines';
import { useSiteLog } from './useSiteLog';

const texts = {
  title: 'Development server',
  hint: 'Shows the site on this machine while you write, for the preview and in a browser.',
  start: 'Start',
  startName: 'Start the development server',
  stop: 'Stop',
  stopName: 'Stop the development server',
  starting: 'Starting…',
  failed: 'The development server has ended',
  notStarted: 'Could not start the development server',
  notStopped: 'Could not stop the development server',
  log: 'Output of the development server',
};

const STOPPED: DevState = { status: 'stopped', address: null, startedAt: null, problem: null };

export function DevServer({ site }: { site: KnownSite }) {
  const client = useQueryClient();
  const { data = STOPPED } = useQuery(devServerQuery(site.id));
  const { status, address, startedAt, problem } = data;
  const isOn = status === 'starting' || status === 'running';
  const start = useMutation({
    mutationFn: () => startDevServer(client, site.id),
    onError: (error) => notifyFailed(texts.notStarted, error),
  });
  const stop = useMutation({
    mutationFn: () => stopDevServer(client, site.id),
    onError: (error) => notifyFailed(texts.notStopped, error),
  });
  return (
    <section aria-label={texts.title}>
      <Group justify="space-between" mb="xs">
        <div>
          <Title order={3}>{texts.title}</Title>
          {address === null ? (
            <Text size="sm" c="dimmed">
              {texts.hint}
            </Text>
          ) : (
            <Anchor href={address} target="_blank" rel="noreferrer" size="sm">
              {address}
            </Anchor>
          )}
        </div>
        <Group gap="sm">
          {status === 'starting' && (
            <Group gap="xs">
              <Loader size={14} aria-hidden />
              <Text size="sm">{texts.starting}</Text>
            </Group>
          )}
          {isOn ? (
            <Button
              variant="default"
              leftSection={<IconPlayerStop size={16} />}
              aria-label={texts.stopName}
              loading={stop.isPending}
              onClick={() => stop.mutate()}
            >
              {texts.stop}
            </Button>
          ) : (
            <Button
              variant="default"
              leftSection={<IconPlayerPlay size={16} />}
              aria-label={texts.startName}
              loading={start.isPending}
              onClick={() => start.mutate()}
            >
              {texts.start}
            </Button>
          )}
        </Group>
      </Group>
      {problem && (
        <Alert color="red" title={texts.failed} role="alert" mb="xs">
          {problem.message}
        </Alert>
      )}
      {status !== 'stopped' && <DevLog key={startedAt} site={site.id} />}
    </section>
  );
}

function DevLog({ site }: { site: string }) {
  return (
    <Stack gap="xs">
      <LogLines log={useSiteLog(site, undefined, true)} label={texts.log} />
    </Stack>
  );
}
