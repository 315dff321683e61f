/** The history of the folder's JSON files. */
import type { ChangeOrigin } from '../../contract/changes.js';
import type { Stamp } from './stamp.js';

/**
 * What a file became. `saved` and `removed`: by Plinth. `outside`: by another program, also when it removed the file.
 * `found`: the first state Plinth has seen.
 */
export type HistoryKind = 'saved' | 'removed' | 'outside' | 'found';

export interface HistoryEntry {
  /** The file below the data folder, with forward slashes: `blog/first-post.json`. */
  readonly path: string;
  /** When, by the clock of then, in ms since 1970. */
  readonly at: number;
  /** Where `at` does not say what came first, as after the clock was put back: a number that does. */
  readonly place?: number;
  /** Names the bytes of the file afterwards; null when it was gone. */
  readonly revision: string | null;
  readonly kind: HistoryKind;
  /** There was no file before. */
  readonly created?: true;
  /** Absent for `found` and `outside`. */
  readonly change?: ChangeOrigin;
  /** Of the file, by which a later look sees whether it has changed. */
  readonly stamp?: Stamp;
  /** Versions directly before it were dropped: what it replaced is not known. */
  readonly gap?: true;
  /** Of files by other programs, which may bear an earlier time: when Plinth took it in, in ms since 1970. */
  readonly seen?: number;
  /** Of files by other programs: the change has a line of its own before, from when it was noticed. */
  readonly announced?: true;
}

/** Orders entries: each is later than those before it, whatever the clock said. */
export const placeOf = ({ place, at }: Pick<HistoryEntry, 'place' | 'at'>): number => place ?? at;

/** When an entry became known, in ms since 1970. */
export const seenAt = (entry: Pick<HistoryEntry, 'place' | 'at' | 'seen'>): number =>
  entry.seen ?? placeOf(entry);

/**
 * The last of the entries of a file, in order, that was there at a time. One that bears a time in the future was made
 * while the clock was ahead: it counts from the entry before it on.
 */
export function lastUntil(
  entries: readonly HistoryEntry[],
  at: number,
  now: number,
): HistoryEntry | undefined {
  let last: HistoryEntry | undefined;
  let wasThere = false;
  for (const entry of entries) {
    wasThere = entry.at <= at || (wasThere && entry.at > now);
    if (wasThere) last = entry;
  }
  return last;
}

/** What a file held at a time. */
export interface FileState {
  readonly path: string;
  /** The earliest version that is kept. */
  readonly first: HistoryEntry;
  /** The last one that is not later than the time. */
  readonly last: HistoryEntry | undefined;
}

export type KnownFile = Pick<HistoryEntry, 'at' | 'place' | 'seen' | 'revision' | 'stamp'>;

/** What is known of the files of collections. */
export interface KnownFiles {
  /** What the last entry of each file says, by path. */
  readonly entries: ReadonlyMap<string, KnownFile>;
  /** Objects that were noted before the history had seen every file: the change times of their files, by collection and id. */
  readonly found: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Collections whose objects were noted then. */
  readonly noted: ReadonlySet<string>;
  /** Collections that were there when the log began, if that is known. */
  readonly began: ReadonlySet<string> | undefined;
  /** Stamps of files after changes that are in the log, but not taken in yet; null: they were gone. */
  readonly announced: ReadonlyMap<string, Stamp | null>;
  /** Whether the history has seen every file of the folder. */
  readonly isComplete: boolean;
}

/** What was noted of objects before the history had seen every file of the folder. */
export type NotedFiles = Pick<KnownFiles, 'found' | 'noted' | 'began'>;

export interface HistoryUsage {
  /** Size of all contents on disk. */
  bytes: number;
  /** How many contents there are. */
  contents: number;
  /** Why the history is incomplete; undefined when all is well. */
  problem: string | undefined;
}

/** Which versions are kept: the newer they are, the more. */
export interface Retention {
  /** For so many days every version is kept. */
  allDays: number;
  /** For so many days after the change the last version of each hour is kept. */
  hourlyDays: number;
  /** For so many days the last version of each day is kept; older ones go. */
  dailyDays: number;
  /** Size of all contents on disk, in bytes. */
  maxBytes: number;
}

export interface History {
  /** Why the history is incomplete; undefined when all is well. */
  readonly problem: string | undefined;
  /** Whether the file at an absolute path has a history. */
  keeps(file: string): boolean;
  /** Keeps the bytes of a file (absolute path) that is about to be replaced or removed. Never throws. */
  setAside(file: string): void;
  /**
   * Called right before a file is written, or a change of several is committed: should the process be killed before it
   * records the write, the change is still known as this one. Only of transactions that go on after a kill. Never throws.
   */
  intend(path: string, bytes: Uint8Array, change: ChangeOrigin): void;
  /**
   * Records what a file (below the data folder) holds after a finished write; null: it is gone. Called before the
   * write is answered. Never throws.
   */
  record(path: string, bytes: Uint8Array | null, change: ChangeOrigin, stamp?: Stamp): void;
  /**
   * Records a change of all files of a folder (below the data folder), which is at an absolute path now. Never rejects.
   */
  recordFolder(place: string, folder: string, kind: 'saved' | 'removed', change: ChangeOrigin): Promise<void>;
  /** A file that another program has changed. */
  changedOutside(path: string): void;
  /** The versions of a file, the earliest first. */
  entries(path: string): Promise<HistoryEntry[]>;
  /** Those of several files. */
  entriesOf(paths: readonly string[]): Promise<ReadonlyMap<string, HistoryEntry[]>>;
  /** What was noted before the history had seen every file of the folder; undefined once it has. */
  noted(): Promise<NotedFiles> | undefined;
  /** The last entries of all files of collections (all by default), also of those that are gone: reads the whole index. */
  known(isOf?: (collection: string) => boolean): Promise<KnownFiles>;
  /** Whether a file holds what its last entry says; without one, whether there is none. */
  isAsKnown(path: string, entry: KnownFile | undefined): boolean;
  /** The bytes of a revision; undefined for one that is no longer kept. */
  content(revision: string): Promise<Buffer | undefined>;
  /**
   * Names of the days with changes that may be of a period (both in ms since 1970), in the order in which they were
   * written: where the clock was put back, a day comes after a later one, or twice.
   */
  days(from?: number, to?: number): string[];
  /** The changes of a day, in order, some at a time. */
  activityOf(day: string): AsyncIterable<readonly HistoryEntry[]>;
  usage(): Promise<HistoryUsage>;
  /** What each file held at a time, in ms since 1970, as far as versions are kept. */
  statesAt(at: number): AsyncIterable<FileState>;
  /** Takes in everything that has happened so far. */
  settle(): Promise<void>;
  /** Drops versions that are no longer kept, and contents that no version has: after a while, then once a day. */
  thinDaily(retention: () => Retention): void;
}
