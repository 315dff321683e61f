/** Runs one handler from its first record to its last. */
import type { Caller } from '../access/caller.js';
import type { Base } from '../content/core/base.js';
import type { RunRecord } from '../contract/automations.js';
import type { Actor } from '../contract/changes.js';
import type { JsonValue } from '../contract/values.js';
import type { Origin } from '../events.js';
import { newOrigin } from '../origins.js';
import type { Perspectives } from '../perspectives.js';
import type { Automation } from './automation.js';
import { performCall } from './calls.js';
import { type AutomationRuns, ended, type StoredRun } from './run.js';
import type { LogLevel } from './sandbox/messages.js';
import type { Sandbox } from './sandbox/sandbox.js';

/** What a run may write to its log. */
const MAX_LINES = 10_000;
const MAX_LINE_LENGTH = 10_000;
const MAX_LOG_LENGTH = 256 * 1024;

/** Timeouts of runs, in ms: while a request waits for the result, and otherwise. */
export const BUDGETS = { sync: 10_000, queued: 5 * 60_000 } as const;

export interface RunnerParts {
  base: Base;
  /** Opened after the automations. */
  perspectives: () => Perspectives;
  sandbox: Sandbox;
  history: AutomationRuns;
  /** Private hosts that `ctx.fetch` may reach. */
  allowedHosts: () => readonly string[];
  /** The value of `ctx.config`. */
  config: () => JsonValue;
  /** Publishes a site of this machine, where its owner has allowed that. */
  publish: (site: string, by: Actor) => Promise<object>;
}

/** The log of a run, limited in size. */
class Lines {
  readonly lines: RunRecord['log'] = [];
  dropped = 0;
  #size = 0;
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  add(level: LogLevel, message: string): void {
    if (this.lines.length >= MAX_LINES || this.#size >= MAX_LOG_LENGTH) {
      this.dropped += 1;
      return;
    }
    const text = message.slice(0, MAX_LINE_LENGTH);
    this.#size += text.length;
    this.lines.push({ at: this.#now().toISOString(), level, message: text });
  }
}

/** The values in `ctx`, besides its functions. */
const inputOf = (run: StoredRun, config: JsonValue): string =>
  JSON.stringify({
    runId: run.id,
    automation: run.automation,
    args: run.args,
    trigger: run.trigger,
    event: run.event,
    request: run.request,
    config,
  });

const actorOf = ({ id, name }: Automation, run: string): Actor => ({ kind: 'automation', id, name, run });

/** Runs the handler under its own scope; resolves with the finished run when it is durable. */
export async function perform(
  { base, perspectives, sandbox, history, allowedHosts, config, publish }: RunnerParts,
  automation: Automation & { handler: string },
  queued: StoredRun,
  budget: number,
): Promise<StoredRun> {
  const running: StoredRun = { ...queued, status: 'running', startedAt: base.now().toISOString() };
  await history.put(running);
  const lines = new Lines(() => base.now());
  const caller: Caller = { kind: 'automation', id: automation.id, scopes: automation.scopes };
  // Changes carry the id of the automation, so that it never starts itself.
  const actor = actorOf(automation, queued.id);
  const change: Origin = {
    ...newOrigin(actor, 'automation', base.now()),
    chain: [...queued.chain, automation.id],
  };
  const context = {
    base: { ...base, change, perspectives: perspectives() },
    caller,
    allowedHosts: allowedHosts(),
    publish: (site: string) => publish(site, actor),
  };
  const job = {
    source: automation.handler,
    input: inputOf(running, config()),
    budget,
    call: (name: string, text: string) => performCall(context, name, text),
    log: (level: LogLevel, message: string) => lines.add(level, message),
  };
  const outcome = await sandbox.run(job).catch(async (error: unknown) => {
    // It never started: too many are running, or the system cannot start a process.
    const reason = { name: 'BusyError', message: error instanceof Error ? error.message : String(error) };
    await history.put(ended(running, 'failed', base.now(), { error: reason }));
    throw error;
  });
  const log = { log: lines.lines, dropped: lines.dropped };
  const run = outcome.ok
    ? ended(running, 'succeeded', base.now(), { ...log, result: resultOf(outcome.text) })
    : ended(running, 'failed', base.now(), { ...log, error: outcome.error });
  await history.put(run);
  return run;
}

/** The result as a value. The process may be compromised, so its JSON is parsed here. */
function resultOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
