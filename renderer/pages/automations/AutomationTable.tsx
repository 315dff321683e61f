import { ActionIcon, Anchor, Badge, Group, Switch, Table, Text, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconPlayerPlay } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { AUTOMATIONS, type AutomationSummary } from '#contract/automations';
import { refreshAutomations, runNow } from '../../api/automations';
import { saveObject } from '../../api/mutations';
import { objectQuery } from '../../api/queries';
import { useAnnounce } from '../../ui/Announcer';
import { counted } from '../../ui/format';
import { notifyFailed } from '../../ui/notify';
import { TimeAgo } from '../../ui/TimeAgo';
import { nextTime, triggerWords } from '../triggers/trigger-words';
import { useSurroundings } from '../triggers/useSurroundings';
import classes from './automations.module.css';
import { editorPath } from './editor-path';
import { RunLink } from './RunLink';

const texts = {
  columns: ['Automation', 'Triggers', 'Last run', 'Enabled', 'Run'] as const,
  byHand: 'Manual only',
  never: 'Never run',
  next: 'next',
  needsYes: 'Needs approval',
  needsYesHint: {
    new: 'Included with the folder.',
    changed: 'Changed outside Plinth since approval.',
    approved: '',
  },
  failures: (count: number) => `${counted(count, 'failure', 'failures')} in a row`,
  enabled: (name: string) => `Enable ${name}`,
  run: (name: string) => `Run ${name} now`,
  runNow: 'Run now',
  notYet: 'Approve this automation before it can run',
  switchedOn: (name: string) => `${name} enabled`,
  switchedOff: (name: string) => `${name} disabled`,
  notSwitched: 'Could not change the automation',
  notRun: 'Could not run the automation',
};

/** What is left is the name's. */
const WIDTHS: Partial<Record<(typeof texts.columns)[number], string>> = {
  Triggers: '36%',
  'Last run': '10rem',
};

/** All automations, a line each. */
export function AutomationTable({ automations }: { automations: readonly AutomationSummary[] }) {
  return (
    <Table.ScrollContainer minWidth={320} className="framed">
      <Table verticalSpacing={9} horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            {texts.columns.map((label) => (
              <Table.Th
                key={label}
                w={WIDTHS[label]}
                visibleFrom={label === 'Triggers' ? 'md' : label === 'Last run' ? 'sm' : undefined}
              >
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {automations.map((automation) => (
            <Line key={automation.id} automation={automation} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Line({ automation }: { automation: AutomationSummary }) {
  const { id, name, approval, disabledReason, consecutiveFailures } = automation;
  const shown = name || id;
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap={8}>
          <Anchor component={Link} to={editorPath(id)} className={`${classes.target} ${classes.name}`}>
            {shown}
          </Anchor>
          {approval !== 'approved' && (
            <Tooltip label={texts.needsYesHint[approval]}>
              <Badge color="yellow" variant="light">
                {texts.needsYes}
              </Badge>
            </Tooltip>
          )}
        </Group>
        {disabledReason !== null && disabledReason !== '' && <Trouble text={disabledReason} />}
        {!disabledReason && consecutiveFailures > 1 && <Trouble text={texts.failures(consecutiveFailures)} />}
        <Text size="xs" c="dimmed" hiddenFrom="md" component="div">
          <Starts automation={automation} />
        </Text>
        <div className={classes.narrow}>
          <LastRun automation={automation} />
        </div>
      </Table.Td>
      <Table.Td visibleFrom="md" c="dimmed">
        <Starts automation={automation} />
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <LastRun automation={automation} />
      </Table.Td>
      <Table.Td>
        <Enabled automation={automation} shown={shown} />
      </Table.Td>
      <Table.Td>
        <Run automation={automation} shown={shown} />
      </Table.Td>
    </Table.Tr>
  );
}

const Trouble = ({ text }: { text: string }) => (
  <div className={classes.trouble}>
    <IconAlertTriangle size={14} stroke={1.8} aria-hidden />
    <span>{text}</span>
  </div>
);

/** What starts it, a line each, with the next time of a schedule. */
function Starts({ automation: { triggers, nextRun } }: { automation: AutomationSummary }) {
  const around = useSurroundings();
  if (triggers.length === 0) return texts.byHand;
  return (
    <ul className={classes.plain}>
      {triggers.map((trigger) => {
        const next = nextRun === null ? undefined : nextTime(trigger, around);
        return (
          <li key={trigger.id}>
            {triggerWords(trigger, around)}
            {next && (
              <>
                {' · '}
                {texts.next}{' '}
                <span title={next.words}>
                  <TimeAgo value={next.iso} />
                </span>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function LastRun({ automation: { lastRun } }: { automation: AutomationSummary }) {
  if (lastRun === null) {
    return (
      <Text size="sm" c="dimmed" component="span">
        {texts.never}
      </Text>
    );
  }
  return (
    <Group gap="0 8px">
      <RunLink run={lastRun} />
      <Text size="xs" c="dimmed" component="span">
        <TimeAgo value={lastRun.finishedAt ?? lastRun.startedAt ?? lastRun.queuedAt} />
      </Text>
    </Group>
  );
}

interface ControlProps {
  automation: AutomationSummary;
  shown: string;
}

function Enabled({ automation: { id, enabled }, shown }: ControlProps) {
  const client = useQueryClient();
  const announce = useAnnounce();
  const change = useMutation({
    mutationFn: async (next: boolean) => {
      const { etag } = await client.fetchQuery({ ...objectQuery(AUTOMATIONS, id), staleTime: 0 });
      await saveObject(client, { collection: AUTOMATIONS, id, body: { enabled: next }, ifMatch: etag });
      await refreshAutomations(client);
    },
    onSuccess: (_, next) => announce(next ? texts.switchedOn(shown) : texts.switchedOff(shown)),
    onError: (error) => notifyFailed(texts.notSwitched, error),
  });
  return (
    <Switch
      aria-label={texts.enabled(shown)}
      checked={change.isPending ? change.variables : enabled}
      onChange={(event) => change.mutate(event.currentTarget.checked)}
    />
  );
}

function Run({ automation: { id, approval }, shown }: ControlProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const run = useMutation({
    mutationFn: () => runNow(client, id, {}),
    onSuccess: ({ runId }) => void navigate(editorPath(id, runId)),
    onError: (error) => notifyFailed(texts.notRun, error),
  });
  const waits = approval !== 'approved';
  return (
    <Tooltip label={waits ? texts.notYet : texts.runNow}>
      <ActionIcon
        size={30}
        variant="default"
        aria-label={texts.run(shown)}
        aria-disabled={waits || undefined}
        data-disabled={waits || undefined}
        loading={run.isPending}
        onClick={() => !waits && run.mutate()}
      >
        <IconPlayerPlay size={16} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
