/** One run that publishes a site: followed while it goes on, with its result and what it wrote. */
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { KnownSite, PublishRun } from '#contract/sites';
import { cancelRun, problemText } from '../../api/sites';
import { useAnnounce } from '../../ui/Announcer';
import { notifyFailed } from '../../ui/notify';
import { RunState } from '../automations/RunState';
import { formatDuration } from '../automations/run-words';
import { LogLines } from './LogLines';
import { useSiteLog } from './useSiteLog';

const texts = {
  steps: { build: 'Building…', files: 'Writing images and files…', deploy: 'Uploading…' },
  cancel: 'Cancel',
  notCanceled: 'Could not cancel the run',
  log: 'Output of the commands',
  live: (duration: string) => `The site is live, after ${duration}.`,
  failed: 'The site was not published',
  canceled: 'The run was canceled. The site may be as it was before, or in part as it is now.',
  interrupted: 'Plinth was closed during the run.',
  open: 'Open the site',
};

export function RunPanel({ site, run }: { site: KnownSite; run: PublishRun }) {
  const client = useQueryClient();
  const log = useSiteLog(site.id, run.id, true);
  const isGoing = run.status === 'running';
  const cancel = useMutation({
    mutationFn: () => cancelRun(client, run),
    onError: (error) => notifyFailed(texts.notCanceled, error),
  });
  return (
    <Stack gap="sm">
      {isGoing ? (
        <Group justify="space-between">
          <Group gap="sm">
            <RunState status={run.status} />
            <Text size="sm" c="dimmed">
              {texts.steps[log.step ?? run.step]}
            </Text>
          </Group>
          <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            {texts.cancel}
          </Button>
        </Group>
      ) : (
        <RunResult site={site} run={run} />
      )}
      <LogLines log={log} label={texts.log} />
    </Stack>
  );
}

function RunResult({ site: { address }, run }: { site: KnownSite; run: PublishRun }) {
  const { problem, status, durationMs } = run;
  const { data: reason = problem?.message ?? '' } = useQuery({
    queryKey: ['sites', 'problem', run.id],
    queryFn: () => (problem ? problemText(problem) : ''),
    enabled: problem !== null,
  });
  const duration = formatDuration(durationMs ?? 0);
  const words = {
    running: '',
    succeeded: texts.live(duration),
    failed: reason,
    cancelled: texts.canceled,
    interrupted: texts.interrupted,
  }[status];
  useAnnounced(status === 'failed' ? `${texts.failed}: ${words}` : words);
  if (status === 'succeeded')
    return (
      <Group gap="sm">
        <RunState status={status} />
        <Text size="sm">{words}</Text>
        {address !== '' && (
          <Anchor href={address} target="_blank" rel="noreferrer" size="sm">
            {texts.open}
          </Anchor>
        )}
      </Group>
    );
  return (
    <Alert
      color={status === 'failed' ? 'red' : 'gray'}
      title={status === 'failed' ? texts.failed : undefined}
    >
      {words}
    </Alert>
  );
}

/** Has how a run ended read out, once. */
function useAnnounced(words: string): void {
  const announce = useAnnounce();
  const told = useRef('');
  useEffect(() => {
    if (words !== '' && told.current === '') announce(words);
    told.current = words;
  }, [words, announce]);
}
