/**
 * Publishes releases at their planned time, by the operation of the request; those whose time has passed while the folder
 * was not served when it is opened (spec/change-sets.md#planned-releases).
 */
import { ClockTimer, LONGEST_WAIT } from '../../async/clock-timer.js';
import { PlinthError } from '../../errors.js';
import { newOrigin } from '../../origins.js';
import type { Base } from '../core/base.js';
import { plannedTime } from './change-sets.js';
import type { Releases } from './releases.js';

export interface ReleaseClockOptions {
  releases: Releases;
  log: (level: 'warn' | 'error', message: string, error?: unknown) => void;
  /** How long a due set must be without changes: sync tools bring its files one after another. In ms. */
  settle?: number;
}

/** In ms: after a change of a set, and for one that is due. */
const AFTER_CHANGE = 1_000;
const SETTLE = 2_000;

/** What passes by itself: the release is tried again without a report. */
const TEMPORARY: ReadonlySet<string> = new Set(['stale', 'busy', 'gone']);

export class ReleaseClock {
  readonly #base: Base;
  readonly #options: Required<ReleaseClockOptions>;
  readonly #timer = new ClockTimer(() => void this.check());
  readonly #unsubscribe: () => void;
  /** Times by set, in ms since 1970. */
  readonly #plans = new Map<string, number>();
  /** Sets whose plan is read at the next check; undefined: all. */
  #changed: Set<string> | undefined;
  /** When sets were changed last, in ms of `performance.now`. */
  readonly #changedAt = new Map<string, number>();
  /** What was tried of sets: not again before they have another time or other changes. */
  readonly #tried = new Map<string, string>();
  #checking: Promise<void> | undefined;
  #closed = false;

  constructor(base: Base, { settle = SETTLE, ...options }: ReleaseClockOptions) {
    this.#base = base;
    this.#options = { ...options, settle };
    this.#unsubscribe = base.store.changeSets.on(({ set }) => {
      this.#changed?.add(set);
      this.#changedAt.set(set, performance.now());
      if (!this.#checking) this.#timer.wait(AFTER_CHANGE);
    });
  }

  start(): void {
    this.#timer.wait(0);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#unsubscribe();
    this.#timer.close();
    await this.#checking;
  }

  /** Publishes what is due. Never rejects. */
  check(): Promise<void> {
    this.#checking ??= this.#check()
      .catch((error: unknown) => {
        this.#options.log('warn', 'Planned releases could not be checked', error);
        return LONGEST_WAIT;
      })
      .then((wait) => {
        this.#checking = undefined;
        if (this.#changed !== undefined && this.#changed.size > 0) this.#timer.wait(AFTER_CHANGE);
        else if (wait !== undefined) this.#timer.wait(wait);
      });
    return this.#checking;
  }

  /** Resolves with how long to wait for the next one; undefined where none is planned. */
  async #check(): Promise<number | undefined> {
    this.#readPlans();
    const waits: number[] = [];
    const planned = [...this.#plans].sort(([one, a], [other, b]) => a - b || (one < other ? -1 : 1));
    for (const [set, at] of planned) {
      if (this.#closed) return undefined;
      const left = at - this.#base.now().getTime();
      if (left > 0) {
        waits.push(left);
        continue;
      }
      const wait = await this.#publishDue(set, at);
      if (wait !== undefined) waits.push(wait);
    }
    return waits.length === 0 ? undefined : Math.min(...waits);
  }

  #readPlans(): void {
    const { changeSets } = this.#base.store;
    const sets = this.#changed ?? new Set(changeSets.ids());
    this.#changed = new Set();
    for (const set of sets) {
      const at = plannedTime(this.#base, set);
      if (at !== undefined) this.#plans.set(set, at);
      else {
        this.#plans.delete(set);
        this.#tried.delete(set);
        this.#options.releases.forget(set);
      }
    }
  }

  /** Resolves with how long to wait before it is tried again; undefined: until it is changed. */
  async #publishDue(set: string, at: number): Promise<number | undefined> {
    const { releases, log, settle } = this.#options;
    const { changeSets } = this.#base.store;
    const tried = `${at} ${changeSets.current(set).version}`;
    if (this.#tried.get(set) === tried) return undefined;
    const quiet = performance.now() - (this.#changedAt.get(set) ?? Number.NEGATIVE_INFINITY);
    if (quiet < settle) return settle - quiet;
    this.#changedAt.delete(set);
    const now = this.#base.now();
    try {
      const change = newOrigin({ kind: 'plinth' }, 'publish', now);
      await releases.publish({ ...this.#base, change }, set, {}, () => {});
      return undefined;
    } catch (error) {
      if (error instanceof PlinthError && TEMPORARY.has(error.kind)) return LONGEST_WAIT;
      this.#tried.set(set, tried);
      const { text } = releases.fail(set, error, now);
      log('warn', `The release "${set}" was not published at its time: ${text}`, error);
      changeSets.announce({ set });
      return undefined;
    }
  }
}
