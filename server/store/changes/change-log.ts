/**
 * The log of changes behind cursors (decision 188). A change gets its number in memory and its line in the next turn of
 * the event loop, together with others. Old lines are moved into the states of their collections.
 */
import { randomBytes } from 'node:crypto';
import type { ChangeEvent } from '../../contract/wire.js';
import type { DurableFiles } from '../disk/durable.js';
import type { Layout } from '../disk/layout.js';
import type { Log } from '../disk/log.js';
import type {
  ChangeLog,
  CollectionStates,
  LogEntry,
  LoggedChange,
  NewChange,
  StatesFile,
} from '../types/changes.js';
import type { Stamp } from '../types/stamp.js';
import { withoutOld } from './fold.js';
import { LogFolder } from './log-folder.js';
import { type KnownFile, printOf } from './print.js';
import { RecentEntries } from './recent-entries.js';

/** More changes that cannot be written are given up. */
const MAX_PENDING = 20_000;

const CURSOR = /^([0-9a-f]{12})-(\d{1,15})$/;

export interface ChangeLogOptions {
  /** Undefined where nothing is to be kept: another process has the folder. */
  folder: string | undefined;
  layout: Layout;
  durable: DurableFiles;
  /** Names of the files of text that objects of a collection have. */
  textFilesOf: (collection: string) => Iterable<string>;
  log: Log;
}

/** Its print is made when it is written. */
type Unprinted = LoggedChange & { print: string | null | undefined };

interface Pending {
  readonly change: Unprinted;
  readonly stamp: Stamp | undefined;
}

export class FolderChangeLog implements ChangeLog {
  readonly #options: ChangeLogOptions;
  readonly #run = randomBytes(6).toString('hex');
  readonly #listeners = new Set<(change: LoggedChange) => void>();
  #folder: LogFolder | undefined;
  #latest = 0;
  #recent = new RecentEntries(0);
  #pending: (Pending | LogEntry)[] = [];
  #scheduled = false;
  #folding: Promise<void> | undefined;
  #failed = false;
  #closed = false;

  constructor(options: ChangeLogOptions) {
    this.#options = options;
  }

  get isDurable(): boolean {
    return this.#folder !== undefined;
  }

  get latest(): number {
    return this.#latest;
  }

  get start(): number {
    return this.#folder ? (this.#folder.start ?? this.#latest) : this.#recent.start;
  }

  open(collections: () => readonly string[]): void {
    const { folder, durable, log } = this.#options;
    if (folder === undefined) return;
    try {
      this.#folder = new LogFolder(folder, { run: this.#run, collections, durable });
      // Each run begins with a number of its own: its cursors are later than those of the runs before.
      this.#latest = this.#folder.last + (this.#folder.isUsed ? 1 : 0);
      this.#recent = new RecentEntries(this.#latest);
    } catch (error) {
      log('warn', 'The log of changes cannot be used; sites have to read everything again', error);
    }
  }

  on(listener: (change: LoggedChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  append(change: NewChange, stamp?: Stamp): LoggedChange {
    const logged: Unprinted = { ...change, seq: ++this.#latest, print: undefined };
    this.#take(logged, { change: logged, stamp });
    for (const listener of this.#listeners) listener(logged);
    return logged;
  }

  reserve(collection: string, count: number): number {
    const first = this.#latest + 1;
    this.#latest += count;
    const block = { seq: this.#latest, block: collection };
    this.#take(block, block);
    return first;
  }

  cursor(seq = this.#latest): string {
    this.#flush();
    this.#tryTo((folder) => folder.begin(this.#latest + 1));
    return this.nameOf(seq);
  }

  nameOf(seq: number): string {
    return `${this.#run}-${seq}`;
  }

  position(cursor: string): number | undefined {
    const [, run = '', number] = CURSOR.exec(cursor) ?? [];
    const seq = Number(number);
    const end = run === this.#run ? this.#latest : this.#folder?.endOf(run);
    return end !== undefined && seq <= end && seq >= (this.#folder?.floor ?? 0) ? seq : undefined;
  }

  isOfThisRun(cursor: string): boolean {
    return cursor.startsWith(`${this.#run}-`);
  }

  recent(seq: number): readonly LogEntry[] | undefined {
    this.#flush();
    return seq < this.#recent.start ? undefined : this.#recent.after(seq);
  }

  async after(seq: number): Promise<readonly LogEntry[]> {
    const recent = this.recent(seq);
    if (recent) return recent;
    const found = (await this.#folder?.after(seq)) ?? [];
    // What could not be written yet, and what came in the meantime.
    return [...found, ...this.#recent.after(found.at(-1)?.seq ?? seq)];
  }

  collections(): string[] {
    return this.#folder ? [...this.#folder.wasThere, ...this.#folder.states.collections()] : [];
  }

  hasStates(collection: string): boolean {
    return this.#folder?.states.has(collection) === true;
  }

  async states(collection: string): Promise<StatesFile | undefined> {
    return this.#folder?.states.read(collection);
  }

  wasThere(collection: string): boolean {
    return this.#folder?.wasThere.has(collection) === true;
  }

  async writeStates(collection: string, states: CollectionStates): Promise<void> {
    await this.#folder?.states.write(collection, withoutOld(states));
  }

  print(collection: string, file: KnownFile): string | undefined {
    return printOf(this.#options.layout, collection, file, this.#options.textFilesOf(collection));
  }

  async close(): Promise<void> {
    this.#flush();
    this.#closed = true;
    await this.#folding;
    this.#tryTo((folder) => folder.close());
  }

  #take(entry: LogEntry, pending: Pending | LogEntry): void {
    if (this.#folder) this.#pending.push(pending);
    this.#recent.add(entry, this.#pending.length);
    if (this.#scheduled || !this.#folder) return;
    this.#scheduled = true;
    setImmediate(() => this.#flush());
  }

  /** Writes what is pending. */
  #flush(): void {
    this.#scheduled = false;
    if (this.#pending.length === 0 || this.#closed) return;
    this.#tryTo((folder) => {
      const lines = this.#pending.map((one) => this.#lineOf(one)).join('');
      const isFull = folder.append(seqOf(this.#pending[0]), lines);
      this.#pending = [];
      if (isFull) this.#fold();
    });
  }

  #lineOf(pending: Pending | LogEntry): string {
    if (!('change' in pending)) return `${JSON.stringify(pending)}\n`;
    const { change, stamp } = pending;
    change.print ??= this.#printOf(change.event, stamp);
    return `${JSON.stringify(change)}\n`;
  }

  #printOf(event: ChangeEvent, stamp: Stamp | undefined): string | null | undefined {
    if (event.type === 'object.deleted' || event.type === 'object.damaged') return null;
    if ((event.type !== 'object.created' && event.type !== 'object.updated') || !stamp) return undefined;
    return this.print(event.collection, { id: event.id, stamp, changed: undefined });
  }

  /** Does something on the disk. Where it fails, what is pending is written later, unless that is too much. */
  #tryTo(work: (folder: LogFolder) => void): void {
    const folder = this.#folder;
    if (!folder) return;
    try {
      work(folder);
      this.#failed = false;
    } catch (error) {
      if (!this.#failed) this.#options.log('warn', 'Changes cannot be logged at the moment', error);
      this.#failed = true;
      if (this.#pending.length <= MAX_PENDING) return;
      this.#pending = [];
      this.#tryTo(() => folder.lose(this.#latest));
    }
  }

  #fold(): void {
    this.#folding ??= this.#folder
      ?.fold(() => !this.#closed)
      .catch((error: unknown) =>
        this.#options.log('warn', 'The log of changes could not be shortened', error),
      )
      .finally(() => {
        this.#folding = undefined;
      });
  }
}

const seqOf = (pending: Pending | LogEntry | undefined): number =>
  pending && 'change' in pending ? pending.change.seq : (pending?.seq ?? 0);
