/** Automations (spec/automations.md): what is stored, and what answers show. */

import { APPROVALS } from './access.js';
import * as wire from './json-schema.js';

/** Where the built-in collection keeps them. */
export const AUTOMATIONS = 'automations';

/** The default settings of that collection. */
export const AUTOMATIONS_SETTINGS = {
  id: AUTOMATIONS,
  schema: AUTOMATIONS,
  name: 'Automations',
  description: 'Handlers that run on a schedule, on a webhook or when content changes.',
};

export const WEBHOOK_AUTHS = ['none', 'sameOrigin', 'apiKey'] as const;
export type WebhookAuth = (typeof WEBHOOK_AUTHS)[number];

/** Kinds of events a trigger can name (spec/automations.md#triggers); `object.*` also has a collection. */
export const TRIGGER_EVENTS = [
  'object.created',
  'object.updated',
  'object.deleted',
  'collection.created',
  'collection.updated',
  'collection.deleted',
  'schema.saved',
  'schema.deleted',
  'import.completed',
] as const;
export type TriggerEvent = (typeof TRIGGER_EVENTS)[number];

/** Items of the deck `triggers`, whose schema is `automation-trigger`; keys of other types stay and mean nothing. */
export type Trigger =
  | { id: string; type: 'webhook'; auth: WebhookAuth; sync: boolean }
  | { id: string; type: 'schedule'; cron: string; catchUp: boolean }
  | { id: string; type: 'event'; event: TriggerEvent; collection: string };

export const RUN_STATES = ['queued', 'running', 'succeeded', 'failed', 'skipped'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** What started a run. `manual` is "run now", `replay` an earlier run made again. */
export type RunTrigger =
  | { type: 'webhook' | 'schedule'; id: string }
  | { type: 'event'; id: string; event: TriggerEvent; collection?: string; object?: string }
  | { type: 'manual' }
  | { type: 'replay'; run: string };
const trigger: wire.Shape<RunTrigger> = { type: 'object' };

const RUN = wire.all({
  /** Sorts by time. */
  id: wire.text,
  automation: wire.text,
  trigger,
  status: wire.choice(...RUN_STATES),
  queuedAt: wire.text,
  startedAt: wire.orNull(wire.text),
  finishedAt: wire.orNull(wire.text),
  durationMs: wire.orNull(wire.number),
  error: wire.orNull(wire.all({ name: wire.text, message: wire.text })),
});
export type RunSummary = wire.Typed<typeof RUN>;
/** Newest first. */
export const RUNS = wire.named('AutomationRuns', wire.all({ runs: wire.listOf(RUN), total: wire.count }));

const anyValue: wire.Shape<unknown> = {};
const args: wire.Shape<Record<string, unknown>> = { type: 'object' };
export const RUN_RECORD = wire.named(
  'AutomationRun',
  wire.extended(
    RUN,
    {
      /** What the handler was given. */
      args,
      /** What `ctx.log` and the console wrote, in order; `dropped` lines fell to the limit. */
      log: wire.listOf(
        wire.all({ at: wire.text, level: wire.choice('debug', 'info', 'warn', 'error'), message: wire.text }),
      ),
      dropped: wire.count,
    },
    {
      /** What it returned, as JSON. */
      result: anyValue,
    },
  ),
);
export type RunRecord = wire.Typed<typeof RUN_RECORD>;

const triggers: wire.Shape<Trigger[]> = { type: 'array', items: { type: 'object' } };
const SUMMARY = wire.all({
  id: wire.text,
  name: wire.text,
  category: wire.text,
  enabled: wire.bool,
  triggers,
  approval: wire.choice(...APPROVALS),
  /** `sha256:` and 64 hex digits of the handler's text; null without a handler. */
  hash: wire.orNull(wire.text),
  /** When a schedule is next due; null without one, or when it may not run. */
  nextRun: wire.orNull(wire.text),
  lastRun: wire.orNull(RUN),
  consecutiveFailures: wire.count,
  disabledReason: wire.orNull(wire.text),
});
export type AutomationSummary = wire.Typed<typeof SUMMARY>;
export const SUMMARIES = wire.named('Automations', wire.all({ automations: wire.listOf(SUMMARY) }));

/** `POST {api}/automations/{id}/run` `{args?}` and `POST {api}/automations/{id}/runs/{run}/replay`: 202. */
export const QUEUED_RUN = wire.all({ status: wire.choice('queued'), runId: wire.text });
export type QueuedRun = wire.Typed<typeof QUEUED_RUN>;
