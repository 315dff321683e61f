/** Listens to changes of the folder: those that start automations and those that change them. */
import type { Base } from '../content/core/base.js';
import { AUTOMATIONS } from '../contract/automations.js';
import type { ChangeEvent } from '../contract/wire.js';
import type { Origin } from '../events.js';
import { isImport } from '../origins.js';
import { type Approvals, isRunnable } from './approvals.js';
import { type Automation, allAutomations, readAutomation } from './automation.js';
import type { Background } from './background.js';
import { causedBy } from './event-triggers.js';
import { arrived, resetFailures } from './health.js';
import type { RunCause } from './run.js';

const hasEventTrigger = ({ triggers }: Automation): boolean => triggers.some(({ type }) => type === 'event');

export interface ListeningParts {
  base: Base;
  approvals: Approvals;
  background: Background;
  enqueue: (automation: string, cause: RunCause) => Promise<void>;
  /** Called with a deleted automation. */
  forget: (automation: string) => Promise<void>;
  log: (level: 'warn' | 'error', message: string, error?: unknown) => void;
}

export class Listening {
  readonly #parts: ListeningParts;
  readonly #base: Base;
  readonly #approvals: Approvals;
  readonly #background: Background;
  /** The automations that may run, as of the last change; a change waits for the update that follows it. */
  #ready: Promise<readonly Automation[]> = Promise.resolve([]);
  /** Whether any automation has an event trigger: an import of ten thousand objects should not check each time. */
  #isListening = true;
  /** Ids of automations from an import that is not complete. */
  readonly #imported = new Set<string>();
  readonly #unsubscribe: () => void;
  #started = false;

  constructor(parts: ListeningParts) {
    this.#parts = parts;
    this.#base = parts.base;
    this.#approvals = parts.approvals;
    this.#background = parts.background;
    this.#unsubscribe = parts.base.events.on((event, origin) => this.#onChange(event, origin));
  }

  /** Starts handling changes. */
  async start(): Promise<void> {
    this.#started = true;
    this.renew();
    await this.#ready;
  }

  stop(): void {
    this.#unsubscribe();
  }

  /** Automations that may be started by triggers. */
  async runnable(): Promise<Automation[]> {
    if (this.#base.edition() !== 'pro') return [];
    const all = await allAutomations(this.#base);
    return all.filter(
      (automation) =>
        automation.enabled && isRunnable(automation) && this.#approvals.of(automation) === 'approved',
    );
  }

  /** Reloads the list after a change of an automation. */
  renew(): void {
    this.#isListening = true;
    const ready = this.runnable().catch((error: unknown): Automation[] => {
      this.#parts.log('error', 'The automations could not be read', error);
      return [];
    });
    this.#ready = ready;
    void ready.then((found) => {
      if (this.#ready === ready) this.#isListening = found.some(hasEventTrigger);
    });
  }

  #onChange(event: ChangeEvent, origin: Origin): void {
    const own = 'collection' in event && event.collection === AUTOMATIONS;
    if (own) this.renew();
    if (own && event.type === 'object.deleted') this.#background.do(() => this.#parts.forget(event.id));
    if (own && event.type === 'object.updated') this.#background.do(() => this.#resetFailures(event.id));
    if (own) this.#takeIn(event, origin);
    if (!this.#started || !this.#isListening) return;
    const ready = this.#ready;
    this.#background.do(async () => {
      for (const { automation, cause } of causedBy(event, origin, await ready)) {
        await this.#parts.enqueue(automation, cause);
      }
    });
  }

  /** Imported automations are disabled when the import is complete, so that it can still be undone. */
  #takeIn(event: ChangeEvent, origin: Origin): void {
    if (isImport(origin) && 'id' in event) this.#imported.add(event.id);
    if (event.type !== 'import.completed') return;
    for (const id of this.#imported) this.#background.do(() => arrived(this.#base, id));
    this.#imported.clear();
  }

  /** An automation that is enabled again starts without failures. */
  async #resetFailures(id: string): Promise<void> {
    const automation = await readAutomation(this.#base, id);
    if (automation?.enabled && automation.disabledReason !== undefined) await resetFailures(this.#base, id);
  }
}
