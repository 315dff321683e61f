/**
 * The automations of an open folder: their triggers, approvals and runs. Only automations approved on this machine
 * run (decision 122).
 */
import type { Trust } from '../access/trust.js';
import type { Base } from '../content/core/base.js';
import { requirePro } from '../content/core/edition.js';
import type { AutomationSummary, QueuedRun, RunRecord, RunSummary } from '../contract/automations.js';
import { message } from '../contract/messages/message.js';
import type { JsonObject, JsonValue } from '../contract/values.js';
import { failed, missing, PlinthError } from '../errors.js';
import type { JsonRecord } from '../store/types/documents.js';
import { Approvals, isRunnable, type OnApproved } from './approvals.js';
import { type Automation, allAutomations, readAutomation } from './automation.js';
import { Background } from './background.js';
import { failuresInARow, MAX_FAILURES, switchOff } from './health.js';
import { Listening } from './listening.js';
import { type AutomationRuns, automationRuns, ended, newRun, type RunCause, recordOf } from './run.js';
import { RunQueue, type WaitingRun } from './run-queue.js';
import { BUDGETS, perform, type RunnerParts } from './runner.js';
import type { StartSandbox } from './sandbox/process.js';
import { Sandbox } from './sandbox/sandbox.js';
import { type ScheduleRecord, Schedules } from './schedules.js';

/** Interval of checking schedules, in ms. */
const LOOK_EVERY = 20_000;
/** How long a shutdown waits for runs, in ms. */
const STOP_TIMEOUT_MS = 5_000;

export interface AutomationsOptions {
  base: Base;
  perspectives: RunnerParts['perspectives'];
  trust: Trust;
  schedules: JsonRecord<ScheduleRecord>;
  timezone: () => string;
  allowedHosts: () => readonly string[];
  config: () => JsonValue;
  publish: RunnerParts['publish'];
  startSandbox: StartSandbox;
  /** Called with automations that a session has approved by saving them. */
  accepted: OnApproved;
  log: (level: 'warn' | 'error', message: string, error?: unknown) => void;
}

export class Automations {
  /** Which handlers may run. */
  readonly approvals: Approvals;
  readonly #log: AutomationsOptions['log'];
  readonly #base: Base;
  readonly #history: AutomationRuns;
  readonly #sandbox: Sandbox;
  readonly #queue: RunQueue;
  readonly #schedules: Schedules;
  readonly #runner: RunnerParts;
  readonly #listening: Listening;
  /** Work started by a change or a schedule. */
  readonly #background: Background;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: AutomationsOptions) {
    const { base, log } = options;
    this.#log = log;
    this.#base = base;
    this.#background = new Background((error) => log('warn', 'An automation could not be started', error));
    this.approvals = new Approvals(base, options.trust, () => this.#listening.renew(), options.accepted);
    this.#history = automationRuns(base.store.runs);
    this.#sandbox = new Sandbox(options.startSandbox, (error) =>
      log('error', 'Unexpected error in a call of an automation', error),
    );
    this.#queue = new RunQueue(this.#history, (run) => this.#runQueued(run));
    this.#runner = {
      base,
      perspectives: options.perspectives,
      sandbox: this.#sandbox,
      history: this.#history,
      allowedHosts: options.allowedHosts,
      config: options.config,
      publish: options.publish,
    };
    this.#schedules = new Schedules({
      record: options.schedules,
      root: base.store.root,
      timezone: options.timezone,
      automations: () => this.#listening.runnable(),
      due: (id, { id: trigger }) =>
        this.#enqueue(id, { trigger: { type: 'schedule', id: trigger }, args: {}, chain: [] }),
      log,
    });
    this.#listening = new Listening({
      base,
      approvals: this.approvals,
      background: this.#background,
      enqueue: (id, cause) => this.#enqueue(id, cause),
      forget: (id) => this.#history.forget(id),
      log,
    });
  }

  /**
   * Continues the work of an earlier process: pending runs are run, interrupted ones are marked as failed, and
   * schedules are checked from now on.
   */
  async start(): Promise<void> {
    const left = await this.#history.open();
    const interrupted = { name: 'InterruptedError', message: 'interrupted' };
    for (const { automation, id } of left.filter(({ status }) => status === 'running')) {
      const run = await this.#history.stored(automation, id);
      if (run) await this.#history.put(ended(run, 'failed', this.#base.now(), { error: interrupted }));
    }
    await this.#listening.start();
    this.#queue.resume(left.filter(({ status }) => status === 'queued'));
    this.look();
    this.#timer = setInterval(() => this.look(), LOOK_EVERY).unref();
  }

  /** Checks the schedules. */
  look(): void {
    // Another process may have approved a handler, or changed the edition.
    this.#listening.renew();
    this.#background.do(() => this.#schedules.look(this.#base.now()));
  }

  /** Every automation as shown in the admin. */
  async summaries(): Promise<AutomationSummary[]> {
    requirePro(this.#base, 'Using automations');
    const summaries: AutomationSummary[] = [];
    for (const automation of await allAutomations(this.#base)) {
      summaries.push(await this.#summaryOf(automation));
    }
    return summaries;
  }

  async #summaryOf(automation: Automation): Promise<AutomationSummary> {
    const runs = await this.#history.list(automation.id);
    const approval = this.approvals.of(automation);
    const runsItself = automation.enabled && approval === 'approved';
    const next = runsItself ? this.#schedules.nextOf(automation, this.#base.now()) : undefined;
    return {
      id: automation.id,
      name: automation.name,
      category: automation.category,
      enabled: automation.enabled,
      triggers: [...automation.triggers],
      approval,
      hash: automation.hash ?? null,
      nextRun: next?.toISOString() ?? null,
      lastRun: runs[0] ?? null,
      consecutiveFailures: failuresInARow(automation, runs),
      disabledReason: automation.disabledReason ?? null,
    };
  }

  /** Runs of an automation, newest first. Throws `missing`. */
  async runs(id: string): Promise<RunSummary[]> {
    await this.#get(id);
    return this.#history.list(id);
  }

  /** One run. Throws `missing`. */
  async run(id: string, run: string): Promise<RunRecord> {
    await this.#get(id);
    const found = await this.#history.stored(id, run);
    if (!found) throw missing(message('automationRunMissing', { run, id }));
    return recordOf(found);
  }

  /** Runs an automation manually. Throws `missing`, `forbidden` for an unapproved handler, `tooMany`. */
  async runByHand(id: string, args: JsonObject): Promise<QueuedRun> {
    this.#requireApproved(await this.#get(id));
    return this.#queued(id, { trigger: { type: 'manual' }, args, chain: [] });
  }

  /** Repeats an earlier run with its arguments. Throws as `runByHand`. */
  async replay(id: string, run: string): Promise<QueuedRun> {
    this.#requireApproved(await this.#get(id));
    const before = await this.#history.stored(id, run);
    if (!before) throw missing(message('automationRunMissing', { run, id }));
    const { args, request, event } = before;
    const given = { ...(request && { request }), ...(event && { event }) };
    return this.#queued(id, { trigger: { type: 'replay', run }, args, ...given, chain: [] });
  }

  /** The automation that a webhook may start; undefined when there is none, for whatever reason. */
  async webhook(id: string) {
    const automation = await readAutomation(this.#base, id);
    const trigger = automation?.triggers.find(({ type }) => type === 'webhook');
    const may = automation?.enabled && this.approvals.of(automation) === 'approved';
    if (!may || trigger?.type !== 'webhook') return undefined;
    requirePro(this.#base, 'Running automations');
    return trigger;
  }

  /** Queues a run; resolves when it is durable. Throws `tooMany`. */
  queueRun(id: string, cause: RunCause): Promise<QueuedRun> {
    return this.#queued(id, cause);
  }

  /** Runs immediately and returns the finished run. Throws `missing`, `busy`. */
  async runNow(id: string, cause: RunCause): Promise<RunRecord> {
    const automation = await readAutomation(this.#base, id);
    // It may have changed since its approval was checked.
    const may = isRunnable(automation) && automation.enabled && this.approvals.of(automation) === 'approved';
    if (!may) throw missing(message('automationMissing', { id }));
    const work = perform(this.#runner, automation, newRun(id, cause, this.#base.now()), BUDGETS.sync);
    const run = await this.#background.track(work);
    await this.#background.track(this.#recordOutcome(automation, run));
    return run;
  }

  /** Resolves when no run is active or pending and all events are handled. */
  async settled(): Promise<void> {
    do {
      await this.#background.settled();
      await this.#queue.idle();
    } while (this.#background.busy);
  }

  /** Gives runs some seconds to finish, then ends them; pending ones are kept for the next start. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#listening.stop();
    this.approvals.stop();
    clearInterval(this.#timer);
    const end = setTimeout(() => this.#sandbox.close(), STOP_TIMEOUT_MS);
    await this.#queue.stop();
    await this.#background.settled();
    clearTimeout(end);
    this.#sandbox.close();
  }

  async #get(id: string): Promise<Automation> {
    requirePro(this.#base, 'Using automations');
    const automation = await readAutomation(this.#base, id);
    if (!automation) throw missing(message('automationMissing', { id }));
    return automation;
  }

  #requireApproved(automation: Automation): void {
    if (!isRunnable(automation)) throw failed({ handler: [message('handlerRequired')] });
    if (this.approvals.of(automation) === 'approved') return;
    throw new PlinthError('forbidden', message('automationUnapproved'));
  }

  async #queued(id: string, cause: RunCause): Promise<QueuedRun> {
    const run = newRun(id, cause, this.#base.now());
    await this.#history.open();
    await this.#queue.add(run);
    return { status: 'queued', runId: run.id };
  }

  async #enqueue(id: string, cause: RunCause): Promise<void> {
    await this.#queued(id, cause);
  }

  /** Starts a pending run. The current form of the automation counts: it may no longer be approved. */
  async #runQueued(waiting: WaitingRun): Promise<void> {
    try {
      const run = await this.#history.stored(waiting.automation, waiting.id);
      if (!run) return;
      const automation = await readAutomation(this.#base, run.automation);
      const byHand = run.trigger.type === 'manual' || run.trigger.type === 'replay';
      const reason = this.#reasonAgainst(automation, byHand);
      if (reason !== undefined || !isRunnable(automation)) {
        const error = { name: 'SkippedError', message: reason ?? 'There is no handler' };
        await this.#history.put(ended(run, 'skipped', this.#base.now(), { error }));
        return;
      }
      const done = await perform(this.#runner, automation, run, BUDGETS.queued);
      await this.#recordOutcome(automation, done);
    } catch (error) {
      this.#log('error', `A run of the automation "${waiting.automation}" could not be saved`, error);
    }
  }

  #reasonAgainst(automation: Automation | undefined, byHand: boolean): string | undefined {
    if (!automation) return 'The automation no longer exists';
    if (this.#base.edition() !== 'pro') return 'Automations need the Pro edition';
    if (!automation.enabled && !byHand) return 'The automation is switched off';
    return this.approvals.of(automation) === 'approved'
      ? undefined
      : 'This version of the automation is not approved on this machine';
  }

  async #recordOutcome(automation: Automation, run: RunRecord): Promise<void> {
    if (run.status !== 'failed' || this.#closed) return;
    this.#log('warn', `The automation "${automation.id}" failed: ${run.error?.message ?? ''}`);
    const failures = failuresInARow(automation, await this.#history.list(automation.id));
    const now = await readAutomation(this.#base, automation.id);
    if (failures < MAX_FAILURES || !now?.enabled) return;
    const reason = run.error?.message ?? '';
    await switchOff(this.#base, automation.id, failures, reason)
      .then(() => this.approvals.revokeEnabled(automation.id))
      .catch((error: unknown) =>
        this.#log('error', `The automation "${automation.id}" could not be switched off`, error),
      );
  }
}
