import { Alert, Button, Drawer, Group, Stack, Text, Title } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import type { RunRecord, RunState as State } from '#contract/automations';
import { isGoing, refreshAutomations, replayRun, runQuery } from '../../api/automations';
import { LazyCodeEditor } from '../../fields/parts/LazyCodeEditor';
import { useAnnounce } from '../../ui/Announcer';
import { ErrorState } from '../../ui/ErrorState';
import { formatMoment } from '../../ui/format';
import { Waiting } from '../../ui/Waiting';
import classes from './automations.module.css';
import { RunLog } from './RunLog';
import { RunState } from './RunState';
import { formatDuration, spokenRun, startedBy } from './run-words';

const texts = {
  title: 'Run',
  startedBy: 'Started by',
  queued: 'Queued',
  took: 'Duration',
  waited: 'Wait time',
  id: 'Run ID',
  args: 'Arguments',
  noArgs: 'No arguments.',
  result: 'Result',
  noResult: 'No result.',
  log: 'Log output',
  going: 'Running… (live)',
  again: 'Run again',
  againHint: 'Uses the same arguments and the current handler.',
  notAgain: 'Could not start the run',
};

interface Props {
  automation: string;
  /** The run that is looked at; undefined while none is. */
  run: string | undefined;
  /** The handler may run here. */
  allowed: boolean;
  onOpen(run: string): void;
  onClose(): void;
}

/** One run: how it went, what it was given, what it wrote and returned. It is followed while it goes on. */
export function RunDrawer({ automation, run, allowed, onOpen, onClose }: Props) {
  return (
    <Drawer opened={run !== undefined} onClose={onClose} position="right" size="38rem" title={texts.title}>
      {run !== undefined && (
        <Content key={run} automation={automation} run={run} allowed={allowed} onOpen={onOpen} />
      )}
    </Drawer>
  );
}

/** Has every new state read out, and the lists follow it. */
function useFollowed(record: RunRecord | undefined): void {
  const announce = useAnnounce();
  const client = useQueryClient();
  const seen = useRef<State>(undefined);
  useEffect(() => {
    if (record === undefined || record.status === seen.current) return;
    const first = seen.current === undefined;
    seen.current = record.status;
    // A run that had ended before it was opened is not announced.
    if (first && !isGoing(record.status)) return;
    announce(spokenRun(record));
    void refreshAutomations(client);
  }, [record, announce, client]);
}

function Content({ automation, run, allowed, onOpen }: Omit<Props, 'run' | 'onClose'> & { run: string }) {
  const client = useQueryClient();
  const query = useQuery(runQuery(automation, run));
  useFollowed(query.data);
  const again = useMutation({
    mutationFn: () => replayRun(client, automation, run),
    onSuccess: ({ runId }) => onOpen(runId),
  });
  if (query.isPending) return <Waiting shape="text" />;
  if (query.data === undefined) return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  const record = query.data;
  const going = isGoing(record.status);
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <RunState status={record.status} />
        {!going && allowed && (
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} />}
            title={texts.againHint}
            loading={again.isPending}
            onClick={() => again.mutate()}
          >
            {texts.again}
          </Button>
        )}
      </Group>
      {again.isError && (
        <Alert color="red" title={texts.notAgain} role="alert">
          {again.error.message}
        </Alert>
      )}
      {record.error !== null && (
        <Alert color="red" title={record.error.name}>
          <span className={classes.message}>{record.error.message}</span>
        </Alert>
      )}
      <Facts record={record} />
      {going && (
        <Text size="sm" c="dimmed">
          {texts.going}
        </Text>
      )}
      <RunLog lines={record.log} dropped={record.dropped} going={going} />
      {record.status === 'succeeded' && (
        <Json title={texts.result} value={record.result} none={texts.noResult} />
      )}
      <Json title={texts.args} value={record.args} none={texts.noArgs} />
    </Stack>
  );
}

function Facts({ record }: { record: RunRecord }) {
  const { id, trigger, queuedAt, startedAt, durationMs } = record;
  const waited = startedAt === null ? 0 : Date.parse(startedAt) - Date.parse(queuedAt);
  const facts: [string, string][] = [
    [texts.startedBy, startedBy(trigger)],
    [texts.queued, formatMoment(queuedAt)],
    ...(waited >= 1000 ? [[texts.waited, formatDuration(waited)] satisfies [string, string]] : []),
    ...(durationMs === null ? [] : [[texts.took, formatDuration(durationMs)] satisfies [string, string]]),
    [texts.id, id],
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={classes.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const isNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0);

function Json({ title, value, none }: { title: string; value: unknown; none: string }) {
  const id = useId();
  return (
    <section>
      <Title order={3} id={`${id}-label`} mb={4}>
        {title}
      </Title>
      {isNothing(value) ? (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      ) : (
        <LazyCodeEditor
          id={id}
          labelId={`${id}-label`}
          describedBy={undefined}
          value={JSON.stringify(value, null, 2)}
          onChange={() => undefined}
          mode="json"
          readOnly
          invalid={false}
          lineNumbers={false}
          rows={1}
          maxRows={18}
        />
      )}
    </section>
  );
}
