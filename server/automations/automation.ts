/** An automation as stored in its object. Objects come from files, so every value is validated. */
import { createHash } from 'node:crypto';
import { segmentsOf } from '../access/scopes.js';
import type { Content } from '../content/core/base.js';
import { KEY_METHODS, type KeyRecord } from '../contract/access.js';
import { AUTOMATIONS, TRIGGER_EVENTS, type Trigger, WEBHOOK_AUTHS } from '../contract/automations.js';
import type { ObjectDocument } from '../contract/objects.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import { PlinthError } from '../errors.js';
import { isCron } from '../schemas/cron.js';

export interface Automation {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly enabled: boolean;
  readonly triggers: readonly Trigger[];
  readonly scopes: KeyRecord['scopes'];
  /** Its code; undefined without one. */
  readonly handler: string | undefined;
  /** `sha256:` and 64 hex digits of that. */
  readonly hash: string | undefined;
  readonly disabledReason: string | undefined;
  /** When it was last saved; "" when unknown. */
  readonly modified: string;
}

/** The default scope of an automation: all content. */
const ALL_CONTENT: KeyRecord['scopes'] = {
  methods: [...KEY_METHODS],
  paths: ['/collections', '/schemas'],
};

/** The digest of a handler's code. */
const handlerHash = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;

const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');

function triggerOf(id: string, item: JsonObject): Trigger | undefined {
  if (item.type === 'webhook') {
    const auth = WEBHOOK_AUTHS.find((known) => known === item.auth) ?? 'apiKey';
    return { id, type: 'webhook', auth, sync: item.sync === true };
  }
  if (item.type === 'schedule') {
    const cron = textOf(item.cron);
    return isCron(cron) ? { id, type: 'schedule', cron, catchUp: item.catchUp === true } : undefined;
  }
  if (item.type !== 'event') return undefined;
  const event = TRIGGER_EVENTS.find((known) => known === item.event);
  return event && { id, type: 'event', event, collection: textOf(item.collection).trim() };
}

/** The valid triggers; of several webhooks only the first. */
function triggersOf(value: JsonValue | undefined): Trigger[] {
  if (!isJsonObject(value)) return [];
  const found: Trigger[] = [];
  for (const [id, item] of Object.entries(value)) {
    const trigger = isJsonObject(item) ? triggerOf(id, item) : undefined;
    const second = trigger?.type === 'webhook' && found.some(({ type }) => type === 'webhook');
    if (trigger && !second) found.push(trigger);
  }
  return found;
}

/** A scope limits access to what it lists; an invalid one allows nothing. */
function scopesOf(value: JsonValue | undefined): KeyRecord['scopes'] {
  if (value === undefined || value === null || value === '') return ALL_CONTENT;
  if (Array.isArray(value) && value.length === 0) return ALL_CONTENT;
  if (!isJsonObject(value)) return { methods: [], paths: [] };
  if (Object.keys(value).length === 0) return ALL_CONTENT;
  const { methods, paths, suggests } = value;
  return {
    methods:
      methods === undefined
        ? ALL_CONTENT.methods
        : KEY_METHODS.filter((method) => Array.isArray(methods) && methods.includes(method)),
    paths:
      paths === undefined
        ? ALL_CONTENT.paths
        : (Array.isArray(paths) ? paths : [])
            .filter((path) => typeof path === 'string')
            .map((path) => (path === '*' ? path : `/${segmentsOf(path.replace(/\/\*$/, '')).join('/')}`)),
    // Anything but a clear no is the smaller right.
    ...(suggests !== undefined && suggests !== null && suggests !== false && { suggests: true }),
  };
}

/** Reads an automation from its object. */
export function automationOf(document: ObjectDocument): Automation {
  const { id, handler } = document;
  const text = typeof handler === 'string' && handler.trim() !== '' ? handler : undefined;
  return {
    id,
    name: textOf(document.name) || id,
    category: textOf(document.category) || 'Automations',
    enabled: document.enabled === true,
    triggers: triggersOf(document.triggers),
    scopes: scopesOf(document.scope),
    handler: text,
    hash: text === undefined ? undefined : handlerHash(text),
    disabledReason: textOf(document.disabledReason) || undefined,
    modified: textOf(document.modified),
  };
}

/** The automation with an id as stored now; undefined when there is none that can be read. */
export async function readAutomation(base: Content, id: string): Promise<Automation | undefined> {
  if (!base.collections.has(AUTOMATIONS)) return undefined;
  try {
    const stored = await base.store.objects.read(AUTOMATIONS, id);
    return stored && automationOf(stored.document);
  } catch (error) {
    if (error instanceof PlinthError && (error.kind === 'damaged' || error.kind === 'invalid'))
      return undefined;
    throw error;
  }
}

/** All readable ones, by their ids. */
export async function allAutomations(base: Content): Promise<Automation[]> {
  if (!base.collections.has(AUTOMATIONS)) return [];
  const collectionIndex = await base.store.catalogue.collectionIndex(AUTOMATIONS);
  const ids = [...collectionIndex.rows()].map(({ id }) => id).sort();
  const found = await Promise.all(ids.map((id) => readAutomation(base, id)));
  return found.filter((automation) => automation !== undefined);
}
