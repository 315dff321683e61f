/** The log of changes behind cursors (decision 188). */
import type { ChangeOrigin } from '../../contract/changes.js';
import type { ChangeEvent } from '../../contract/wire.js';
import type { Stamp } from './stamp.js';

/** A change to be logged. */
export interface NewChange extends ChangeOrigin {
  /** In ms since 1970. */
  readonly at: number;
  readonly event: ChangeEvent;
}

export interface LoggedChange extends NewChange {
  /** Later changes have higher numbers. */
  readonly seq: number;
  /** Identifies the files of the object after the change; null: it is gone or damaged; absent: not known. */
  readonly print?: string | null | undefined;
}

/** Changes that are only in the table of their collection: numbers up to `seq` were given to them together. */
export interface LoggedBlock {
  readonly seq: number;
  readonly block: string;
}

export type LogEntry = LoggedChange | LoggedBlock;

/** What is known of an object: its last change, and its files after that. */
export interface ObjectState {
  readonly id: string;
  readonly seq: number;
  readonly at: number;
  /** Null: it is gone or damaged; empty: not known. */
  readonly print: string | null;
}

/** The objects of a collection at a change. */
export interface CollectionStates {
  /** Includes all changes up to this number. */
  readonly upTo: number;
  /** Deletions before this number may be missing. */
  readonly floor: number;
  /** Of the projection that the answers were made by. */
  readonly key: string;
  readonly states: readonly ObjectState[];
}

/** As `CollectionStates`, not parsed yet. */
export interface StatesFile extends Omit<CollectionStates, 'states'> {
  all(): Promise<ObjectState[]>;
  /** The first ones changed after a number, in order. */
  after(seq: number, limit: number): ObjectState[];
}

export interface ChangeLog {
  /** Whether it survives the end of the process. */
  readonly isDurable: boolean;
  /** Number of the last change. */
  readonly latest: number;
  /** All entries after this number are in the log itself; earlier ones are only in the states of collections. */
  readonly start: number;
  /** Says which collections there are before anything is logged. */
  open(collections: () => readonly string[]): void;
  /** `stamp`: of the object's file after the change, if it is known. */
  append(change: NewChange, stamp?: Stamp): LoggedChange;
  /** Calls a listener on every appended change until the answer is called. */
  on(listener: (change: LoggedChange) => void): () => void;
  /** Gives `count` numbers to changes that will be in the states of a collection; returns the first one. */
  reserve(collection: string, count: number): number;
  /** A cursor at a number. Everything up to the last change survives the end of this process then. */
  cursor(seq?: number): string;
  /** As `cursor`, but the last changes may not be safe yet. */
  nameOf(seq: number): string;
  /** The number of a cursor; undefined for one that is not of this log, or of changes that were lost. */
  position(cursor: string): number | undefined;
  /** Whether this run of the server has given a cursor. */
  isOfThisRun(cursor: string): boolean;
  /** The entries after a number, as far as they are in memory; undefined where some are not. */
  recent(seq: number): readonly LogEntry[] | undefined;
  /** All entries after a number that are not before `start`. */
  after(seq: number): Promise<readonly LogEntry[]>;
  /** Collections that were there when the log began, or that have states. */
  collections(): string[];
  hasStates(collection: string): boolean;
  /** Undefined where there are none, or where they cannot be read. */
  states(collection: string): Promise<StatesFile | undefined>;
  /** Whether the collection was there when the log began. */
  wasThere(collection: string): boolean;
  /** Replaces the states of a collection. Rejects where they cannot be written. */
  writeStates(collection: string, states: CollectionStates): Promise<void>;
  /** Identifies the files of an object without reading them; undefined where a change could be overlooked. */
  print(
    collection: string,
    file: { id: string; stamp: Stamp; changed: number | undefined },
  ): string | undefined;
}
