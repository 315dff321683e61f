/** Runs as they are kept: what answers show of them, and what a later try needs. */
import { randomBytes } from 'node:crypto';
import {
  RUN_STATES,
  type RunRecord,
  type RunState,
  type RunSummary,
  type RunTrigger,
} from '../contract/automations.js';
import { isJsonObject, type JsonObject } from '../contract/values.js';
import { failed } from '../errors.js';

/** What a handler sees of the request that started it. */
export interface SeenRequest {
  method: string;
  /** Without those that carry secrets. */
  headers: Record<string, string>;
  address: string;
}

/** What starts a run. */
export interface RunCause {
  trigger: RunTrigger;
  args: JsonObject;
  request?: SeenRequest;
  event?: JsonObject;
  /** Automations that led to it, the latest last; none where a person, a clock or another program did. */
  chain: readonly string[];
}

export interface StoredRun extends RunRecord {
  args: JsonObject;
  request: SeenRequest | null;
  event: JsonObject | null;
  chain: readonly string[];
}

/** A fresh id, which sorts after all earlier ones: microseconds, then chance. */
function freshRunId(): string {
  const micros = Math.floor((performance.timeOrigin + performance.now()) * 1000);
  return `${micros.toString(36).padStart(11, '0')}${randomBytes(5).toString('hex')}`;
}

/** A run that waits its turn. */
export function newRun(automation: string, cause: RunCause, now: Date): StoredRun {
  return {
    id: freshRunId(),
    automation,
    trigger: cause.trigger,
    status: 'queued',
    queuedAt: now.toISOString(),
    startedAt: null,
    finishedAt: null,
    durationMs: null,
    error: null,
    args: cause.args,
    result: null,
    log: [],
    dropped: 0,
    request: cause.request ?? null,
    event: cause.event ?? null,
    chain: cause.chain,
  };
}

/** A run that has ended, in one of the ways it can. */
export function ended(
  run: StoredRun,
  status: Exclude<RunState, 'queued' | 'running'>,
  now: Date,
  more: Partial<Pick<StoredRun, 'error' | 'result' | 'log' | 'dropped'>> = {},
): StoredRun {
  const began = run.startedAt === null ? undefined : Date.parse(run.startedAt);
  const durationMs = began === undefined ? null : Math.max(0, now.getTime() - began);
  return { ...run, ...more, status, finishedAt: now.toISOString(), durationMs };
}

/** What lists show of a run. */
export function summaryOf(run: StoredRun): RunSummary {
  const { id, automation, trigger, status, queuedAt, startedAt, finishedAt, durationMs, error } = run;
  return { id, automation, trigger, status, queuedAt, startedAt, finishedAt, durationMs, error };
}

/** What the page of a run shows. */
export function recordOf(run: StoredRun): RunRecord {
  const { args, result, log, dropped } = run;
  return { ...summaryOf(run), args, result, log, dropped };
}

/** Whether a file's JSON is a run this program wrote. */
export function isStoredRun(value: JsonObject): value is JsonObject & StoredRun {
  const { id, automation, status, queuedAt, trigger, args, log, chain } = value;
  const texts = [id, automation, queuedAt].every((text) => typeof text === 'string');
  const lists = Array.isArray(log) && Array.isArray(chain);
  return (
    texts &&
    lists &&
    RUN_STATES.some((state) => state === status) &&
    isJsonObject(trigger) &&
    isJsonObject(args)
  );
}

/** The arguments of a run as they were sent; anything but an object counts as none. Throws `validation`. */
export function argsOf(body: unknown): JsonObject {
  const args = isJsonObject(body) ? body.args : undefined;
  if (args === undefined || args === null) return {};
  if (isJsonObject(args)) return args;
  throw failed({ args: ['must be an object'] });
}
