/**
 * Announces objects that become live, or cease to be, because a date has come (spec/queries.md#published): as
 * `object.updated`, since sites have to be built again as after a save. Nothing is written when a date comes: two
 * machines with the folder would conflict, and no server may be running.
 */
import { ClockTimer, LONGEST_WAIT } from '../../async/clock-timer.js';
import { Yielder } from '../../async/yielder.js';
import type { ChangeEvent } from '../../contract/wire.js';
import { maintenanceOrigin } from '../../origins.js';
import { indexedValue } from '../../store/catalogue/row.js';
import type { Row } from '../../store/types/catalogue.js';
import type { JsonRecord } from '../../store/types/documents.js';
import type { Base } from '../core/base.js';
import { boundCollection } from '../core/bound-collection.js';
import { liveRule } from '../search/live-rule.js';

/** When the folders that are served on this machine were last checked, in ms since 1970. */
export interface LiveClockRecord {
  folders: Record<string, number>;
}

export interface LiveClockOptions {
  record: JsonRecord<LiveClockRecord>;
  log: (level: 'warn' | 'error', message: string, error?: unknown) => void;
}

/** After a change of content, in ms. */
const AFTER_CHANGE = 1000;

/** From `last` until just before `next` nothing changes by the clock. */
interface Quiet {
  last: number;
  next: number;
}

const OPEN: Quiet = { last: Number.NEGATIVE_INFINITY, next: Number.POSITIVE_INFINITY };

/** Its save has announced that it is live, or that it is not: most objects are published when they are saved. */
const wasSavedSince = (row: Row, at: number): boolean =>
  at <= Date.parse(String(indexedValue(row, 'modified')));

export class LiveClock {
  readonly #base: Base;
  readonly #options: LiveClockOptions;
  readonly #timer = new ClockTimer(() => void this.check());
  readonly #unsubscribe: () => void;
  /** Collections with dates of publication. */
  #watched: ReadonlySet<string> = new Set();
  #quiet = OPEN;
  #checkedAt: number | undefined;
  #changed = true;
  #failed = false;
  #checking: Promise<void> | undefined;

  constructor(base: Base, options: LiveClockOptions) {
    this.#base = base;
    this.#options = options;
    this.#unsubscribe = base.events.on((event) => this.#onChange(event));
  }

  /** Begins to announce; also what was due while the folder was not served. */
  start(): void {
    this.#timer.wait(0);
  }

  async close(): Promise<void> {
    this.#unsubscribe();
    this.#timer.close();
    await this.#checking;
    if (this.#watched.size > 0) await this.#remember(this.#base.now().getTime());
  }

  /** Announces what is due. Never rejects. */
  check(): Promise<void> {
    this.#checking ??= this.#check()
      .then(() => {
        this.#failed = false;
      })
      .catch((error: unknown) => {
        this.#failed = true;
        this.#options.log('warn', 'What is due to be published could not be checked', error);
      })
      .finally(() => {
        this.#checking = undefined;
        this.#waitForNext();
      });
    return this.#checking;
  }

  async #check(): Promise<void> {
    const now = this.#base.now().getTime();
    const isKnown = !this.#changed && !this.#failed;
    if (isKnown && this.#quiet.last <= now && now < this.#quiet.next) return;
    this.#changed = false;
    const recorded = this.#checkedAt ?? this.#options.record.read().folders[this.#base.store.root];
    const before = recorded ?? now;
    const watched = new Set<string>();
    const quiet = { ...OPEN };
    const due: ChangeEvent[] = [];
    let passed = false;
    for (const collection of this.#base.collections.all()) {
      if (!liveRule(collection, this.#base.timezone()).hasDates) continue;
      const { id } = collection.settings;
      const found = await this.#dueIn(id, before, now);
      watched.add(id);
      passed ||= found.passed;
      due.push(...found.due);
      quiet.last = Math.max(quiet.last, found.quiet.last);
      quiet.next = Math.min(quiet.next, found.quiet.next);
    }
    [this.#watched, this.#quiet] = [watched, quiet];
    await this.#announce(due);
    // Afterwards, so that a crash announces twice rather than never.
    if (watched.size > 0 && (passed || recorded === undefined)) await this.#remember(now);
    this.#checkedAt = now;
  }

  /** What is to be announced of the changes by the clock between two times, and whether there were any. */
  async #dueIn(
    collection: string,
    before: number,
    now: number,
  ): Promise<{ due: ChangeEvent[]; quiet: Quiet; passed: boolean }> {
    const bound = await boundCollection(this.#base, collection);
    const rule = liveRule(bound.collection, this.#base.timezone());
    const query = this.#base.queries.of(bound.collection, bound.collectionIndex);
    const rows = await query.differing(rule, before, now);
    const quiet = await query.onLive(rule, (rows) => rows.around(now));
    const due = rows.flatMap(({ row, at }): ChangeEvent[] =>
      wasSavedSince(row, at) && before <= now ? [] : [{ type: 'object.updated', collection, id: row.id }],
    );
    return { due, quiet, passed: rows.length > 0 };
  }

  async #announce(due: readonly ChangeEvent[]): Promise<void> {
    const yielder = new Yielder();
    const origin = maintenanceOrigin(this.#base.now());
    for (const event of due) {
      void this.#base.events.emit(event, origin);
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    }
  }

  #remember(now: number): Promise<void> {
    const { root } = this.#base.store;
    return this.#options.record.update((value) => {
      value.folders = { ...value.folders, [root]: now };
    });
  }

  #onChange(event: ChangeEvent): void {
    if ('id' in event && !this.#watched.has(event.collection)) return;
    if (this.#changed) return;
    this.#changed = true;
    this.#timer.wait(AFTER_CHANGE);
  }

  #waitForNext(): void {
    if (this.#failed) this.#timer.wait(LONGEST_WAIT);
    else if (this.#changed) this.#timer.wait(AFTER_CHANGE);
    else if (this.#quiet.last > OPEN.last || this.#quiet.next < OPEN.next) {
      this.#timer.wait(this.#quiet.next - this.#base.now().getTime());
    }
  }
}
