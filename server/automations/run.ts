/** Records of runs: what responses show of them, and what repeating one requires. */
import {
  RUN_STATES,
  type RunRecord,
  type RunState,
  type RunSummary,
  type RunTrigger,
} from '../contract/automations.js';
import { message } from '../contract/messages/message.js';
import { isJsonObject, type JsonObject } from '../contract/values.js';
import { failed } from '../errors.js';
import { freshRunId, RunHistory } from '../helpers/run-history.js';
import type { RunFiles } from '../store/types/features.js';

/** The request as a handler sees it. */
export interface SeenRequest {
  method: string;
  /** Without credentials. */
  headers: Record<string, string>;
  address: string;
}

/** The trigger of a run. */
export interface RunCause {
  trigger: RunTrigger;
  args: JsonObject;
  request?: SeenRequest;
  event?: JsonObject;
  /** Automations that led to it, the latest last; empty for a person, a schedule or another program. */
  chain: readonly string[];
}

export interface StoredRun extends RunRecord {
  args: JsonObject;
  request: SeenRequest | null;
  event: JsonObject | null;
  chain: readonly string[];
}

/** A pending run. */
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

/** A finished run with its outcome. */
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

/** Whether the JSON of a file is a valid run. */
function isStoredRun(value: JsonObject): value is JsonObject & StoredRun {
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

/** The arguments of a run as they were sent; omitted ones are empty. Throws `validation`. */
export function argsOf(body: unknown): JsonObject {
  const args = isJsonObject(body) ? body.args : undefined;
  if (args === undefined || args === null) return {};
  if (isJsonObject(args)) return args;
  throw failed({ args: [message('notObject')] });
}

/** How many runs of an automation are kept. */
const KEPT = 100;

export type AutomationRuns = RunHistory<StoredRun, RunSummary>;

export const automationRuns = (files: RunFiles): AutomationRuns =>
  new RunHistory<StoredRun, RunSummary>({
    files,
    kept: KEPT,
    ofRun: ({ automation }) => automation,
    isStored: isStoredRun,
    summaryOf,
    isOpen: ({ status }) => status === 'queued' || status === 'running',
  });
