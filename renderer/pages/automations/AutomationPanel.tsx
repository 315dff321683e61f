/** What an automation has above its form: what starts it, whether it may run, and the way to run it now. */
import { Alert, Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconAlertTriangle,
  IconBolt,
  IconBook2,
  IconClock,
  IconPlayerPlay,
  IconWorldDownload,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { AutomationSummary, Trigger } from '#contract/automations';
import type { JsonObject } from '#contract/values';
import { formatAgo } from '../../ui/format';
import { titleOf } from '../../ui/title-of';
import type { FormStore } from '../../unsaved/form-store';
import { isDirty, shownValue, valuesOf } from '../../unsaved/read-form';
import { useFormState } from '../../unsaved/useFormState';
import { nextTime, readTriggers, triggerWords } from '../triggers/trigger-words';
import { useSurroundings } from '../triggers/useSurroundings';
import { TrustBanner } from '../trust/TrustBanner';
import classes from './automations.module.css';
import { ContextReference } from './ContextReference';
import { RunLink } from './RunLink';
import { RunNowDialog } from './RunNowDialog';
import { WebhookAddress } from './WebhookAddress';

const texts = {
  label: 'Triggers and runs',
  byHand: 'No triggers yet. It runs only manually.',
  off: 'Disabled. The triggers below are ignored until you enable it.',
  next: (words: string, ago: string) => `next ${words} (${ago})`,
  run: 'Run now',
  reference: 'Handler reference',
  last: 'Last run',
  switchedOff: 'Disabled by Plinth',
  again: 'Fix the problem, then enable it again.',
};

const ICONS: Record<Trigger['type'], typeof IconClock> = {
  schedule: IconClock,
  event: IconBolt,
  webhook: IconWorldDownload,
};

interface Props {
  store: FormStore;
  /** Undefined while the automation is not saved yet. */
  id: string | undefined;
  summary: AutomationSummary | undefined;
  onRun(args: JsonObject): Promise<void>;
}

export function AutomationPanel({ store, id, summary, onRun }: Props) {
  const [dialog, run] = useDisclosure(false);
  const [reference, help] = useDisclosure(false);
  const dirty = useFormState(store, isDirty);
  const name = useFormState(store, (state) => titleOf(valuesOf(state)));
  const enabled = useFormState(store, (state) => shownValue(state, 'enabled') === true);
  const waits = summary !== undefined && summary.approval !== 'approved' && !dirty;
  return (
    <>
      {waits && <TrustBanner />}
      {summary?.disabledReason && !enabled && (
        <Alert
          color="red"
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title={texts.switchedOff}
          role="status"
          mb="sm"
        >
          {summary.disabledReason} {texts.again}
        </Alert>
      )}
      <section className={classes.panel} aria-label={texts.label}>
        {!enabled && id !== undefined && (
          <Text size="sm" c="dimmed">
            {texts.off}
          </Text>
        )}
        <Starts store={store} id={id} />
        <Group justify="space-between" gap="8px 16px">
          <Group gap="xs">
            {id !== undefined && (
              <Button
                variant="default"
                leftSection={<IconPlayerPlay size={16} stroke={1.7} aria-hidden />}
                disabled={waits}
                onClick={run.open}
              >
                {texts.run}
              </Button>
            )}
            <Button
              variant="subtle"
              color="gray"
              // Without others it is aligned with the text above.
              ml={id === undefined ? -13 : 0}
              leftSection={<IconBook2 size={16} stroke={1.7} aria-hidden />}
              onClick={help.open}
            >
              {texts.reference}
            </Button>
          </Group>
          {id !== undefined && summary?.lastRun && (
            <Group gap={8}>
              <Text size="sm" c="dimmed">
                {texts.last}
              </Text>
              <RunLink run={summary.lastRun} />
              <Text size="xs" c="dimmed">
                {formatAgo(summary.lastRun.finishedAt ?? summary.lastRun.queuedAt)}
              </Text>
            </Group>
          )}
        </Group>
      </section>
      <RunNowDialog
        opened={dialog}
        onClose={run.close}
        name={name || (id ?? '')}
        dirty={dirty}
        onRun={onRun}
      />
      <ContextReference opened={reference} onClose={help.close} />
    </>
  );
}

/** The triggers in the form, saved or not. */
function Starts({ store, id }: Pick<Props, 'store' | 'id'>): ReactNode {
  const deck = useFormState(store, (state) => shownValue(state, 'triggers'));
  const around = useSurroundings();
  const triggers = readTriggers(deck);
  if (triggers.length === 0) return <Text size="sm">{texts.byHand}</Text>;
  return (
    <ul className={`${classes.plain} ${classes.starts}`}>
      {triggers.map((trigger) => {
        const Icon = ICONS[trigger.type];
        const next = nextTime(trigger, around);
        return (
          <li key={trigger.id}>
            <Icon size={17} stroke={1.6} aria-hidden />
            <span className={classes.words}>
              {triggerWords(trigger, around)}
              {next && (
                <Text span size="sm" c="dimmed">
                  {', '}
                  {texts.next(next.words, formatAgo(next.iso, around.now.getTime()))}
                </Text>
              )}
            </span>
            {trigger.type === 'webhook' && id !== undefined && (
              <WebhookAddress automation={id} auth={trigger.auth} />
            )}
          </li>
        );
      })}
    </ul>
  );
}
