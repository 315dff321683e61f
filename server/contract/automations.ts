/** Automations (interface 4.10; facts 4.10; ruling "Automation handlers"): what is stored, and what answers show. */
import type { UserRole } from './access.js';

/** Where the built-in collection keeps them. */
export const AUTOMATIONS = 'automations';

export const WEBHOOK_AUTHS = ['none', 'sameOrigin', 'apiKey'] as const;
export type WebhookAuth = (typeof WEBHOOK_AUTHS)[number];

/** Kinds of events a trigger can name (facts 4.10); `object.*` also has a collection. */
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

/**
 * Whether a handler may run here (ruling "A folder is not trusted because it was opened"): `approved` is this very
 * text; `changed` was approved with another text; `new` came with the folder and was never approved.
 */
export type Approval = 'approved' | 'changed' | 'new';

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
export interface QueuedRun {
  status: 'queued';
  runId: string;
}

/** `GET {api}/trust`: what would run or open the folder, before somebody says yes to it; owner only. */
export interface TrustOverview {
  trusted: boolean;
  keys: { id: string; name: string; methods: string[]; paths: string[] }[];
  users: { id: string; name: string; role: UserRole }[];
  /** OAuth clients, which can ask people here for access once the folder is trusted. */
  programs: { id: string; name: string; redirectUris: string[] }[];
  handlers: {
    id: string;
    name: string;
    enabled: boolean;
    triggers: Trigger[];
    approval: Approval;
    hash: string;
    source: string;
  }[];
}

/** `POST {api}/trust`: trusts the folder, and the handlers named with the hash that was shown; 422 when one has changed since. */
export interface TrustDecision {
  handlers: Record<string, string>;
}
