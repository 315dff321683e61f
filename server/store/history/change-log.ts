/**
 * The changes of the folder, from the log of the history (decision 188). The line of a file that this process has just
 * written is the line of its change; other changes are appended. What cannot be written yet stays in memory.
 */
import { randomBytes } from 'node:crypto';
import { Yielder } from '../../async/yielder.js';
import { isLegalId } from '../../contract/names.js';
import type { ChangeEvent } from '../../contract/wire.js';
import { newOrigin } from '../../origins.js';
import { idOfFile, isCollectionName, SCHEMA_FOLDER, SETTINGS_FILE } from '../disk/layout.js';
import type { Log } from '../disk/log.js';
import type { ChangeLog, LoggedChange, LoggedLine, LogPosition, NewChange } from '../types/changes.js';
import type { HistoryEntry } from '../types/history.js';
import type { Stamp } from '../types/stamp.js';
import { type ActivityLog, bytesOf } from './activity-log.js';
import { eventLine, type LogLine, type LostLine, type ObjectsLine } from './entry.js';
import { keptPathOf } from './kept-paths.js';
import { isBefore } from './log-days.js';

/** Changes in memory: at least this many of the last ones. */
const RECENT = 2000;
/** More changes that cannot be written are given up. */
const MAX_PENDING = 20_000;
/** Objects in one line. */
const OBJECTS_PER_LINE = 1000;

const TEXT = /^(?<day>[\w.-]{1,40})_(?<offset>[0-9a-z]{1,10})_(?<check>[0-9a-f]{0,10})$/;

interface Pending extends NewChange {
  end: LogPosition | undefined;
  stamp?: Stamp | undefined;
}

export interface ChangeLogOptions {
  /** Undefined where nothing is to be kept: another process has the folder, or the state cannot be written. */
  activity: ActivityLog | undefined;
  /** Whether the log has lost lines that were there in an earlier run. */
  hasLost: boolean;
  /** Those that are there when the log begins. */
  collections: readonly string[];
  log: Log;
  now(): Date;
}

export class FolderChangeLog implements ChangeLog {
  readonly #activity: ActivityLog | undefined;
  readonly #options: ChangeLogOptions;
  /** Places of a log in memory only are in a file of this name. */
  readonly #run = `run-${randomBytes(6).toString('hex')}`;
  readonly #began: LogPosition;
  readonly #listeners = new Set<(change: LoggedChange) => void>();
  #recent: LoggedChange[] = [];
  #recentStart: LogPosition;
  #end: LogPosition;
  #pending: Pending[] = [];
  /** Changes were given up. */
  #hasLost = false;
  #failed = false;
  #text: { position: LogPosition; text: string } | undefined;

  constructor(options: ChangeLogOptions) {
    this.#options = options;
    this.#activity = openedBy(options);
    this.#end = { day: this.#run, offset: 0 };
    this.#began = this.end();
    this.#recentStart = this.#began;
  }

  get isDurable(): boolean {
    return this.#activity !== undefined;
  }

  on(listener: (change: LoggedChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  append(change: NewChange, stampOf?: () => Stamp | undefined): LoggedChange {
    const logged: Pending = { ...change, end: undefined };
    const path = keptPathOf(change.event);
    const own = path && this.#activity?.takeOwn(path, change.event.type.endsWith('.deleted'));
    if (own) logged.end = own;
    else {
      logged.stamp = stampOf?.();
      this.#write([logged]);
    }
    this.#remember(logged);
    for (const listener of this.#listeners) listener(logged);
    return logged;
  }

  appendAll(changes: readonly NewChange[]): void {
    this.#write(changes.map((change) => ({ ...change, end: undefined })));
    // They are in the log only.
    this.#recent = [];
    this.#recentStart = this.end();
  }

  async appendFound(
    collection: string,
    objects: Iterable<readonly [id: string, changed: number]>,
  ): Promise<void> {
    const at = this.#now();
    const lines: Buffer[] = [];
    let some: (readonly [id: string, changed: number])[] = [];
    const finish = () => {
      const line: ObjectsLine = { kind: 'objects', collection, objects: some, at };
      lines.push(bytesOf(line));
      some = [];
    };
    const yielder = new Yielder();
    for (const object of objects) {
      some.push(object);
      if (some.length < OBJECTS_PER_LINE) continue;
      finish();
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    }
    if (some.length > 0 || lines.length === 0) finish();
    this.#tryTo((activity) => activity.appendAtOnce(lines, this.#now()));
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }

  end(): LogPosition {
    if (this.#activity) {
      this.#flush();
      this.#end = this.#tryTo((activity) => activity.endFor(this.#now())) ?? this.#end;
    }
    return this.#end;
  }

  textOf(position: LogPosition): string {
    this.#activity?.forgetOwn();
    const known = this.#text;
    if (known && known.position.offset === position.offset && known.position.day === position.day)
      return known.text;
    const check = this.#checkAt(position) ?? '';
    const text = `${position.day}_${position.offset.toString(36)}_${check}`;
    this.#text = { position, text };
    return text;
  }

  position(text: string): LogPosition | undefined {
    const { day = '', offset = '', check } = TEXT.exec(text)?.groups ?? {};
    const position = { day, offset: Number.parseInt(offset, 36) };
    if (check === undefined || !Number.isSafeInteger(position.offset)) return undefined;
    if (day === this.#run) return position.offset <= this.#end.offset && check === '' ? position : undefined;
    return check !== '' && this.#checkAt(position) === check ? position : undefined;
  }

  isOfThisRun(position: LogPosition): boolean {
    return !isBefore(position, this.#began);
  }

  recent(position: LogPosition): readonly LoggedChange[] | undefined {
    this.#flush();
    if (isBefore(position, this.#recentStart)) return undefined;
    return this.#recent.filter(({ end }) => end === undefined || isBefore(position, end));
  }

  async *after(position: LogPosition): AsyncGenerator<LoggedLine, void, undefined> {
    this.#flush();
    for await (const lines of this.#activity?.lines(position) ?? []) {
      for (const { line, end } of lines) yield { end, ...meaningOf(line) };
    }
    if (this.#hasLost) yield { end: undefined, lost: true };
    for (const change of [...this.#pending]) yield { end: undefined, change };
  }

  /** Writes what is pending, if that is possible. */
  close(): void {
    this.#flush();
  }

  #now(): number {
    return this.#options.now().getTime();
  }

  /** Empty in memory, where nothing can be lost. */
  #checkAt(position: LogPosition): string | undefined {
    if (position.day === this.#run) return '';
    return this.#tryTo((activity) => activity.checkAt(position));
  }

  #write(changes: readonly Pending[]): void {
    if (this.#activity) {
      this.#pending.push(...changes);
      this.#flush();
      return;
    }
    for (const change of changes) {
      this.#end = { day: this.#run, offset: this.#end.offset + 1 };
      change.end = this.#end;
    }
  }

  #flush(): void {
    if (this.#pending.length === 0 && !this.#hasLost) return;
    this.#tryTo((activity) => {
      const lost: LostLine[] = this.#hasLost ? [{ kind: 'lost', at: this.#now() }] : [];
      const ends = activity.appendLines([...lost, ...this.#pending.map(eventLine)], this.#now());
      for (const [at, change] of this.#pending.entries()) change.end = ends[at + lost.length];
      [this.#pending, this.#hasLost] = [[], false];
    });
    if (this.#pending.length <= MAX_PENDING) return;
    this.#pending = [];
    this.#hasLost = true;
  }

  #remember(change: LoggedChange): void {
    this.#recent.push(change);
    // Cut back now and then: a shift for each change of an import would cost more than the change.
    if (this.#recent.length <= 2 * Math.max(RECENT, this.#pending.length)) return;
    const kept = Math.max(RECENT, this.#pending.length);
    for (const { end } of this.#recent.slice(0, -kept)) {
      if (end && isBefore(this.#recentStart, end)) this.#recentStart = end;
    }
    this.#recent = this.#recent.slice(-kept);
  }

  /** Undefined where it fails, which is reported once. */
  #tryTo<T>(work: (activity: ActivityLog) => T): T | undefined {
    if (!this.#activity) return undefined;
    try {
      const done = work(this.#activity);
      this.#failed = false;
      return done;
    } catch (error) {
      if (!this.#failed) this.#options.log('warn', 'Changes cannot be logged at the moment', error);
      this.#failed = true;
      return undefined;
    }
  }
}

/** The log, which begins with a line: no place in it is one of another log. Undefined where it cannot be written. */
function openedBy({ activity, hasLost, collections, log, now }: ChangeLogOptions): ActivityLog | undefined {
  try {
    const at = now().getTime();
    if (activity?.days().length === 0) activity.appendLines([{ kind: 'begin', collections, at }], at);
    else if (hasLost) activity?.appendLines([{ kind: 'lost', at }], at);
    return activity;
  } catch (error) {
    log('warn', 'The log of changes cannot be used; sites have to read everything again', error);
    return undefined;
  }
}

/** What a line says about changes. */
function meaningOf(line: LogLine | undefined): Pick<LoggedLine, 'change' | 'lost'> {
  switch (line?.kind) {
    case undefined:
    case 'lost':
      return { lost: true };
    case 'objects':
      return { lost: line.collection };
    case 'event':
      return { change: { event: line.event, at: line.at, ...line.change } };
    case 'saved':
    case 'removed':
    case 'outside': {
      const event = line.announced ? undefined : eventOf(line);
      const { actor, transaction } =
        line.change ?? newOrigin({ kind: 'external' }, 'external', new Date(line.at));
      return event ? { change: { event, at: line.at, actor, transaction } } : {};
    }
    default:
      return {};
  }
}

/** The change that the entry of a file stands for. */
function eventOf({ path, revision, created, kind }: HistoryEntry): ChangeEvent | undefined {
  const [folder = '', name = '', text] = path.split('/');
  if (text !== undefined) {
    // Plinth writes texts with their objects.
    const isObject = kind === 'outside' && isCollectionName(folder) && isLegalId(name);
    return isObject ? { type: 'object.updated', collection: folder, id: name } : undefined;
  }
  const id = idOfFile(name);
  if (folder === SCHEMA_FOLDER) {
    return id === undefined
      ? undefined
      : { type: revision === null ? 'schema.deleted' : 'schema.saved', schema: id };
  }
  if (!isCollectionName(folder)) return undefined;
  const what = revision === null ? 'deleted' : created ? 'created' : 'updated';
  if (name === SETTINGS_FILE) return { type: `collection.${what}`, collection: folder };
  return id === undefined ? undefined : { type: `object.${what}`, collection: folder, id };
}
