/** Triggers in words. Pure. */
import {
  TRIGGER_EVENTS,
  type Trigger,
  type TriggerEvent,
  WEBHOOK_AUTHS,
  type WebhookAuth,
} from '#contract/automations';
import { isJsonObject, type JsonValue } from '#contract/values';
import { formatInZone, readSchedule } from '../../fields/text/schedule';
import { t } from '../../t';

const SENDERS: Record<WebhookAuth, string> = {
  none: t('without authentication'),
  sameOrigin: t('from the same origin'),
  apiKey: t('with an API key'),
};

const EVENTS: Record<TriggerEvent, (collection: string) => string> = {
  'object.created': (collection) => t(`When an object of ${collection} is created`),
  'object.updated': (collection) => t(`When an object of ${collection} changes`),
  'object.deleted': (collection) => t(`When an object of ${collection} is deleted`),
  'collection.created': () => t('When a collection is created'),
  'collection.updated': () => t('When a collection’s settings change'),
  'collection.deleted': () => t('When a collection is deleted'),
  'schema.saved': () => t('When a schema is saved'),
  'schema.deleted': () => t('When a schema is deleted'),
  'import.completed': (collection) => t(`When an import into ${collection} completes`),
};

const texts = {
  webhook: (sender: string) => `Webhook ${sender}`,
  waits: 'waits for the result',
  noSchedule: 'On a schedule that is not set yet',
  badSchedule: (cron: string) => `On an invalid schedule: ${cron}`,
  never: 'never runs',
  anyCollection: 'any collection',
};

/** What words about triggers need to know beyond the triggers. */
export interface Surroundings {
  zone: string;
  now: Date;
  /** What a collection is called. */
  titleOf(collection: string): string;
}

/** Whether and when an automation starts by itself, in one line. */
export function triggerWords(trigger: Trigger, { zone, now, titleOf }: Surroundings): string {
  switch (trigger.type) {
    case 'webhook':
      return [texts.webhook(SENDERS[trigger.auth]), ...(trigger.sync ? [texts.waits] : [])].join(', ');
    case 'schedule': {
      if (trigger.cron.trim() === '') return texts.noSchedule;
      const schedule = readSchedule(trigger.cron, zone, now, 1);
      if (schedule === undefined) return texts.badSchedule(trigger.cron);
      return schedule.next.length === 0 ? `${schedule.words} (${texts.never})` : schedule.words;
    }
    case 'event':
      return EVENTS[trigger.event](
        trigger.collection === '' ? texts.anyCollection : titleOf(trigger.collection),
      );
  }
}

/** The exact next time of a schedule; undefined for other triggers. */
export function nextTime(
  trigger: Trigger,
  { zone, now }: Surroundings,
): { iso: string; words: string } | undefined {
  if (trigger.type !== 'schedule') return undefined;
  const [moment] = readSchedule(trigger.cron, zone, now, 1)?.next ?? [];
  return moment && { iso: moment.toISOString(), words: formatInZone(moment, zone) };
}

const text = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');

function readTrigger(id: string, item: JsonValue): Trigger | undefined {
  if (!isJsonObject(item)) return undefined;
  if (item.type === 'webhook') {
    const auth = WEBHOOK_AUTHS.find((known) => known === item.auth) ?? 'apiKey';
    return { id, type: 'webhook', auth, sync: item.sync === true };
  }
  if (item.type === 'schedule') {
    return { id, type: 'schedule', cron: text(item.cron), catchUp: item.catchUp === true };
  }
  const event = TRIGGER_EVENTS.find((known) => known === item.event);
  if (item.type !== 'event' || event === undefined) return undefined;
  return { id, type: 'event', event, collection: text(item.collection) };
}

/** The triggers of a form, as far as they are filled in. */
export function readTriggers(deck: JsonValue | undefined): Trigger[] {
  if (!isJsonObject(deck)) return [];
  return Object.entries(deck).flatMap(([id, item]) => readTrigger(id, item) ?? []);
}
