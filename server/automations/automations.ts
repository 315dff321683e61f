/**
 * The automations of an open folder: what starts them, whether they may run, what became of their runs. Nothing runs
 * whose handler the user of this machine has not approved (decision 80).
 */
import type { Trust } from '../access/trust.js';
import type { Base } from '../content/base.js';
import { requirePro } from '../content/edition.js';
import {
  AUTOMATIONS,
  type AutomationSummary,
  type QueuedRun,
  type RunRecord,
  type RunSummary,
  type TrustOverview,
} from '../contract/automations.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import type { ChangeEvent } from '../contract/wire.js';
import { failed, missing, PlinthError } from '../errors.js';
import type { Origin } from '../events.js';
import type { JsonRecord } from '../store/store.js';
import { type Automation, allAutomations, handlerHash, readAutomation } from './automation.js';
import { causedBy } from './event-triggers.js';
import { arrived, failuresInARow, forgiven, MOST_FAILURES, switchOff } from './health.js';
import { ended, newRun, type RunCause } from './run.js';
import { RunHistory } from './run-history.js';
import { RunQueue, type WaitingRun } from './run-queue.js';
import { BUDGETS, perform, type RunnerParts } from './runner.js';
import type { StartSandbox } from './sandbox/process.js';
import { Sandbox } from './sandbox/sandbox.js';
import { type ScheduleRecord, Schedules } from './schedules.js';

/** How often the clock is looked at, in ms. */
const LOOK_EVERY = 20_000;
/** How long the end of the program waits for runs, in ms. */
const PATIENCE = 5_000;

export interface AutomationsOptions {
  base: Base;
  trust: Trust;
  schedules: JsonRecord<ScheduleRecord>;
  timezone: () => string;
  allowedHosts: () => readonly string[];
  config: () => JsonValue;
  startSandbox: StartSandbox;
  log: (level: 'warn' | 'error', message: string, error?: unknown) => void;
}

type Runnable = Automation & { handler: string; hash: string };

const isRunnable = (automation: Automation | undefined): automation is Runnable =>
  automation?.handler !== undefined && automation.hash !== undefined;

const isEventful = ({ triggers }: Automation): boolean => triggers.some(({ type }) => type === 'event');

export class Automations {
  readonly #options: AutomationsOptions;
  readonly #base: Base;
  readonly #history: RunHistory;
  readonly #sandbox: Sandbox;
  readonly #queue: RunQueue;
  readonly #schedules: Schedules;
  readonly #runner: RunnerParts;
  /** Those that may run, as of the last change; a change waits for the look that follows it. */
  #ready: Promise<readonly Automation[]>;
  /** Work that was begun by a change or by the clock. */
  readonly #pending = new Set<Promise<void>>();
  /** Ids of automations an import has brought that is not complete. */
  readonly #imported = new Set<string>();
  readonly #unsubscribe: () => void;
  #timer: NodeJS.Timeout | undefined;
  #started = false;
  /** Whether any of them may be started by a change: an import of ten thousand objects should not ask that often. */
  #listens = true;
  #closed = false;

  constructor(options: AutomationsOptions) {
    const { base, log } = options;
    this.#options = options;
    this.#base = base;
    this.#history = new RunHistory(base.store.runs);
    this.#sandbox = new Sandbox(options.startSandbox, (error) =>
      log('error', 'A call of an automation met an unexpected error', error),
    );
    this.#queue = new RunQueue(this.#history, (run) => this.#runQueued(run));
    this.#runner = {
      base,
      sandbox: this.#sandbox,
      history: this.#history,
      allowedHosts: options.allowedHosts,
      config: options.config,
    };
    this.#schedules = new Schedules({
      record: options.schedules,
      root: base.store.root,
      timezone: options.timezone,
      automations: () => this.#runnable(),
      due: (id, { id: trigger }) =>
        this.#enqueue(id, { trigger: { type: 'schedule', id: trigger }, args: {}, chain: [] }),
    });
    this.#ready = Promise.resolve([]);
    this.#unsubscribe = base.events.on((event, origin) => this.#hear(event, origin));
  }

  /**
   * Takes up the work of the process that serves the folder: what an earlier one left waiting runs, what it left
   * half done has failed, and the clock is looked at from now on.
   */
  async start(): Promise<void> {
    this.#started = true;
    const left = await this.#history.open();
    const interrupted = { name: 'InterruptedError', message: 'interrupted' };
    for (const { automation, id } of left.filter(({ status }) => status === 'running')) {
      const run = await this.#history.stored(automation, id);
      if (run) await this.#history.put(ended(run, 'failed', this.#base.now(), { error: interrupted }));
    }
    this.#renew();
    await this.#ready;
    this.#queue.resume(left.filter(({ status }) => status === 'queued'));
    this.look();
    this.#timer = setInterval(() => this.look(), LOOK_EVERY).unref();
  }

  /** Looks at the clock. */
  look(): void {
    // Another process may have approved a handler, or changed the edition.
    this.#renew();
    this.#do(() => this.#schedules.look(this.#base.now()));
  }

  /** Every automation as its page lists it. */
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
    const approval = this.#approvalOf(automation);
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
    const found = await this.#history.get(id, run);
    if (!found) throw missing(`There is no run "${run}" of the automation "${id}"`);
    return found;
  }

  /** Runs an automation by hand. Throws `missing`, `forbidden` for a handler nobody approved, `tooMany`. */
  async runByHand(id: string, args: JsonObject): Promise<QueuedRun> {
    this.#requireApproved(await this.#get(id));
    return this.#queued(id, { trigger: { type: 'manual' }, args, chain: [] });
  }

  /** Runs an automation again with what an earlier run was given. Throws as `runByHand`. */
  async replay(id: string, run: string): Promise<QueuedRun> {
    this.#requireApproved(await this.#get(id));
    const before = await this.#history.stored(id, run);
    if (!before) throw missing(`There is no run "${run}" of the automation "${id}"`);
    const { args, request, event } = before;
    const given = { ...(request && { request }), ...(event && { event }) };
    return this.#queued(id, { trigger: { type: 'replay', run }, args, ...given, chain: [] });
  }

  /** The automation a web request may start; undefined where there is none, whatever the reason. */
  async webhook(id: string) {
    const automation = await readAutomation(this.#base, id);
    const trigger = automation?.triggers.find(({ type }) => type === 'webhook');
    const may = automation?.enabled && this.#approvalOf(automation) === 'approved';
    if (!may || trigger?.type !== 'webhook') return undefined;
    requirePro(this.#base, 'Running automations');
    return trigger;
  }

  /** Queues a run; resolves when it is durable. Throws `tooMany`. */
  queueRun(id: string, cause: RunCause): Promise<QueuedRun> {
    return this.#queued(id, cause);
  }

  /** Runs at once and gives back how it ended. Throws `missing`, `busy`. */
  async runNow(id: string, cause: RunCause): Promise<RunRecord> {
    const automation = await readAutomation(this.#base, id);
    if (!isRunnable(automation)) throw missing(`There is no automation "${id}"`);
    const work = perform(this.#runner, automation, newRun(id, cause, this.#base.now()), BUDGETS.sync);
    const run = await this.#tracked(work);
    await this.#tracked(this.#judge(automation, run));
    return run;
  }

  /** What would run or open the folder, before somebody says yes to it. */
  async overview(): Promise<TrustOverview['handlers']> {
    const found = await allAutomations(this.#base);
    return found.filter(isRunnable).map((automation) => ({
      id: automation.id,
      name: automation.name,
      enabled: automation.enabled,
      triggers: [...automation.triggers],
      approval: this.#approvalOf(automation),
      hash: automation.hash,
      source: automation.handler,
    }));
  }

  /** Lets handlers run that are still what was shown. Throws `validation` for those that have changed since. */
  async approve(shown: Readonly<Record<string, string>>): Promise<void> {
    const problems: Record<string, string[]> = {};
    for (const [id, hash] of Object.entries(shown)) {
      const automation = await readAutomation(this.#base, id);
      if (automation?.hash !== hash)
        problems[`handlers.${id}`] = ['has changed since it was shown; look again'];
    }
    if (Object.keys(problems).length > 0) throw failed(problems);
    await this.#options.trust.approve(shown);
    this.#renew();
  }

  /** Lets every handler run that stands in the folder now. */
  async approveAll(): Promise<void> {
    const handlers = await this.overview();
    await this.#options.trust.approve(Object.fromEntries(handlers.map(({ id, hash }) => [id, hash])));
    this.#renew();
  }

  /**
   * Approves the handler of an automation because somebody who may write automations has sent this very text, or has
   * made an automation with the text everybody begins with. Anything else that was saved approves nothing.
   */
  async approveSaved(collection: string, id: string, sent: unknown): Promise<void> {
    if (collection !== AUTOMATIONS || !isJsonObject(sent)) return;
    const text = Object.hasOwn(sent, 'handler') ? sent.handler : this.#firstText();
    if (typeof text !== 'string') return;
    const automation = await readAutomation(this.#base, id);
    if (automation?.hash !== handlerHash(text)) return;
    await this.#options.trust.approve({ [id]: automation.hash });
    this.#renew();
  }

  /** A copy of an approved handler is approved as well. `body`: of the request for it. */
  async approveCopy(collection: string, id: string, body: unknown): Promise<void> {
    if (collection !== AUTOMATIONS || !isJsonObject(body) || typeof body.id !== 'string') return;
    const source = await readAutomation(this.#base, id);
    if (!isRunnable(source) || this.#approvalOf(source) !== 'approved') return;
    await this.approveSaved(collection, body.id, { handler: source.handler });
  }

  /** The handler a new automation has before anybody writes one. */
  #firstText(): unknown {
    const { schema } = this.#base.collections.get(AUTOMATIONS);
    return schema.properties.get('handler')?.definition.default;
  }

  /** Resolves when nothing runs, nothing waits and everything that has happened has been looked at. */
  async settled(): Promise<void> {
    do {
      while (this.#pending.size > 0) await Promise.all(this.#pending);
      await this.#queue.idle();
    } while (this.#pending.size > 0);
  }

  /** Lets runs end for some seconds, then ends them; what waits is kept for the next start. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#unsubscribe();
    clearInterval(this.#timer);
    const end = setTimeout(() => this.#sandbox.close(), PATIENCE);
    await this.#queue.stop();
    while (this.#pending.size > 0) await Promise.all(this.#pending);
    clearTimeout(end);
    this.#sandbox.close();
  }

  async #get(id: string): Promise<Automation> {
    requirePro(this.#base, 'Using automations');
    const automation = await readAutomation(this.#base, id);
    if (!automation) throw missing(`There is no automation "${id}"`);
    return automation;
  }

  #approvalOf({ id, hash }: Automation) {
    return hash === undefined ? 'approved' : this.#options.trust.approvalOf(id, hash);
  }

  #requireApproved(automation: Automation): void {
    if (!isRunnable(automation)) throw failed({ handler: ['Handler is required'] });
    if (this.#approvalOf(automation) === 'approved') return;
    throw new PlinthError(
      'forbidden',
      'This handler did not come from here; read it and approve it before it runs',
    );
  }

  /** Automations that may be started by themselves. */
  async #runnable(): Promise<Automation[]> {
    if (this.#base.edition() !== 'pro') return [];
    const all = await allAutomations(this.#base);
    return all.filter(
      (automation) =>
        automation.enabled && isRunnable(automation) && this.#approvalOf(automation) === 'approved',
    );
  }

  #renew(): void {
    this.#listens = true;
    const ready = this.#runnable().catch((error: unknown): Automation[] => {
      this.#options.log('error', 'The automations could not be read', error);
      return [];
    });
    this.#ready = ready;
    void ready.then((found) => {
      if (this.#ready === ready) this.#listens = found.some(isEventful);
    });
  }

  #hear(event: ChangeEvent, origin: Origin | undefined): void {
    const own = 'collection' in event && event.collection === AUTOMATIONS;
    if (own) this.#renew();
    if (own && event.type === 'object.deleted') this.#do(() => this.#history.forget(event.id));
    if (own && event.type === 'object.updated') this.#do(() => this.#forgive(event.id));
    if (own) this.#takeIn(event, origin);
    if (!this.#started || !this.#listens) return;
    const ready = this.#ready;
    this.#do(async () => {
      for (const { automation, cause } of causedBy(event, origin, await ready)) {
        await this.#enqueue(automation, cause);
      }
    });
  }

  /** Automations that come by an import are switched off when it is complete, so that it can still be taken back. */
  #takeIn(event: ChangeEvent, origin: Origin | undefined): void {
    if (origin?.kind === 'import' && 'id' in event) this.#imported.add(event.id);
    if (event.type !== 'import.completed') return;
    for (const id of this.#imported) this.#do(() => arrived(this.#base, id));
    this.#imported.clear();
  }

  /** Switched on again, an automation begins anew. */
  async #forgive(id: string): Promise<void> {
    const automation = await readAutomation(this.#base, id);
    if (automation?.enabled && automation.disabledReason !== undefined) await forgiven(this.#base, id);
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

  /** A run whose turn it is. What has changed since it was queued counts: it may not run any more. */
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
      await this.#judge(automation, done);
    } catch (error) {
      this.#options.log('error', `A run of the automation "${waiting.automation}" could not be kept`, error);
    }
  }

  #reasonAgainst(automation: Automation | undefined, byHand: boolean): string | undefined {
    if (!automation) return 'The automation is gone';
    if (this.#base.edition() !== 'pro') return 'Automations need the Pro edition';
    if (!automation.enabled && !byHand) return 'The automation is switched off';
    return this.#approvalOf(automation) === 'approved' ? undefined : 'Nobody has approved the handler';
  }

  async #judge(automation: Automation, run: RunRecord): Promise<void> {
    if (run.status !== 'failed' || this.#closed) return;
    this.#options.log('warn', `The automation "${automation.id}" failed: ${run.error?.message ?? ''}`);
    const failures = failuresInARow(automation, await this.#history.list(automation.id));
    const now = await readAutomation(this.#base, automation.id);
    if (failures < MOST_FAILURES || !now?.enabled) return;
    await switchOff(this.#base, automation.id, failures, run.error?.message ?? '').catch((error: unknown) =>
      this.#options.log('error', `The automation "${automation.id}" could not be switched off`, error),
    );
  }

  /** Does something nobody waits for; the end of the program does. */
  #do(work: () => Promise<void>): void {
    const run = work().catch((error: unknown) =>
      this.#options.log('warn', 'An automation could not be started', error),
    );
    void this.#tracked(run);
  }

  #tracked<T>(work: Promise<T>): Promise<T> {
    const settled = work.then(
      () => {},
      () => {},
    );
    const entry: Promise<void> = settled.finally(() => this.#pending.delete(entry));
    this.#pending.add(entry);
    return work;
  }
}

/** The arguments of a run as they were sent; anything but an object counts as none. Throws `validation`. */
export function argsOf(body: unknown): JsonObject {
  const args = isJsonObject(body) ? body.args : undefined;
  if (args === undefined || args === null) return {};
  if (isJsonObject(args)) return args;
  throw failed({ args: ['must be an object'] });
}
