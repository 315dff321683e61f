/** Runs in words. Pure. */
import type { RunSummary, RunTrigger, TriggerEvent } from '#contract/automations';
import { t } from '../../t';

const EVENTS: Record<TriggerEvent, string> = {
  'object.created': 'created',
  'object.updated': 'changed',
  'object.deleted': 'deleted',
  'collection.created': t('Collection created'),
  'collection.updated': t('Collection changed'),
  'collection.deleted': t('Collection deleted'),
  'schema.saved': t('Schema saved'),
  'schema.deleted': t('Schema deleted'),
  'import.completed': t('Import done'),
};

/** What started a run. */
export function startedBy(trigger: RunTrigger): string {
  switch (trigger.type) {
    case 'webhook':
      return t('Webhook');
    case 'schedule':
      return t('Schedule');
    case 'manual':
      return t('Run now');
    case 'replay':
      return t('Run again');
    case 'event': {
      const { event, collection, object } = trigger;
      if (event.startsWith('object.') && collection !== undefined)
        return `${object === undefined ? collection : `${collection}/${object}`} ${EVENTS[event]}`;
      return [EVENTS[event], collection].filter((word) => word !== undefined).join(': ');
    }
  }
}

/** "320 ms", "4.2 s", "3 min 5 s". */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const rest = Math.round(seconds % 60);
  return `${Math.floor(seconds / 60)} min${rest === 0 ? '' : ` ${rest} s`}`;
}

/** The state of a run, for screen readers. */
export function spokenRun({ status, error }: Pick<RunSummary, 'status' | 'error'>): string {
  switch (status) {
    case 'queued':
      return t('The run is queued');
    case 'running':
      return t('The run has started');
    case 'succeeded':
      return t('The run succeeded');
    case 'skipped':
      return t('The run was skipped');
    case 'failed':
      return error === null ? t('The run failed') : t(`The run failed: ${error.message}`);
  }
}
