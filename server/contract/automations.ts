/** Automations (spec/automations.md): what is stored, and what answers show. */

import type { Approval } from './access.js';
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

/** `GET {api}/automations`: `{automations: AutomationSummary[]}`, for the admin's pages; owner or a key for it. */
export interface AutomationSummary {
  id: string;
  name: string;
  category: string;
  enabled: boolean;
  triggers: Trigger[];
  approval: Approval;
  /** `sha256:` and 64 hex digits of the handler's text; null without a handler. */
  hash: string | null;
  /** When a schedule is next due, ISO 8601 UTC; null without one, or when it may not run. */
  nextRun: string | null;
  lastRun: RunSummary | null;
  consecutiveFailures: number;
  disabledReason: string | null;
}

export const RUN_STATES = ['queued', 'running', 'succeeded', 'failed', 'skipped'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** What started a run. `manual` is "run now", `replay` an earlier run made again. */
export type RunTrigger =
  | { type: 'webhook' | 'schedule'; id: string }
  | { type: 'event'; id: string; event: TriggerEvent; collection?: string; object?: string }
  | { type: 'manual' }
  | { type: 'replay'; run: string };

/** `GET {api}/automations/{id}/runs?limit&offset`: `{runs: RunSummary[], total}`, newest first. */
export interface RunSummary {
  /** Sorts by time. */
  id: string;
  automation: string;
  trigger: RunTrigger;
  status: RunState;
  queuedAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  durationMs: number | null;
  error: { name: string; message: string } | null;
}

/** `GET {api}/automations/{id}/runs/{run}`. */
export interface RunRecord extends RunSummary {
  /** What the handler was given. */
  args: Record<string, unknown>;
  /** What it returned, as JSON. */
  result: unknown;
  /** What `ctx.log` and the console wrote, in order; `dropped` lines fell to the limit. */
  log: { at: string; level: 'debug' | 'info' | 'warn' | 'error'; message: string }[];
  dropped: number;
}

/** `POST {api}/automations/{id}/run` `{args?}` and `POST {api}/automations/{id}/runs/{run}/replay`: 202. */
export const QUEUED_RUN = wire.all({ status: wire.choice('queued'), runId: wire.text });
export type QueuedRun = wire.Typed<typeof QUEUED_RUN>;
