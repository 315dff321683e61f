/** The changes in the log of the folder, behind event streams and cursors (decision 188). */
import type { ChangeOrigin } from '../../contract/changes.js';
import type { ChangeEvent } from '../../contract/wire.js';
import type { Stamp } from './stamp.js';

/** A place in the log: a file of it, and the number of bytes before. */
export interface LogPosition {
  readonly day: string;
  readonly offset: number;
}

/** A change to be logged. */
export interface NewChange extends ChangeOrigin {
  /** In ms since 1970. */
  readonly at: number;
  readonly event: ChangeEvent;
  /** Of the object's file, where another program has changed it. */
  readonly stamp?: Stamp | undefined;
}

export interface LoggedChange extends NewChange {
  /** The place after its line; undefined until it could be written. */
  readonly end: LogPosition | undefined;
}

/** A line of the log, as far as it is about changes. */
export interface LoggedLine {
  readonly end: LogPosition | undefined;
  readonly change?: NewChange | undefined;
  /** Earlier changes may be missing: of all collections, or of this one. */
  readonly lost?: true | string | undefined;
}

export interface ChangeLog {
  /** Whether it survives the end of the process. */
  readonly isDurable: boolean;
  /**
   * Logs a change, unless its line is there: that of its file, written by this process. `stampOf`: of the object's file
   * as it is known.
   */
  append(change: NewChange, stampOf?: () => Stamp | undefined): LoggedChange;
  /** Logs many changes without telling the listeners. */
  appendAll(changes: readonly NewChange[]): void;
  /**
   * Notes which objects a collection has, and when their files were last changed in any way (ms since 1970; 0: not
   * known), before the history knows all files of the folder.
   */
  appendFound(collection: string, objects: Iterable<readonly [id: string, changed: number]>): Promise<void>;
  /** Calls a listener on every appended change until the answer is called. */
  on(listener: (change: LoggedChange) => void): () => void;
  /** The place after all lines. What is appended later has a line after it, so that it can be given to clients. */
  end(): LogPosition;
  /** A place as text. With it a later process knows whether the lines before it are still there. */
  textOf(position: LogPosition): string;
  /** The place of a text; undefined where it is not of this log, or lines before it were lost. */
  position(text: string): LogPosition | undefined;
  /** Whether a place is of this run of the server. */
  isOfThisRun(position: LogPosition): boolean;
  /** The changes after a place, as far as they are in memory; undefined where some are not. */
  recent(position: LogPosition): readonly LoggedChange[] | undefined;
  /** The lines after a place, in order. */
  after(position: LogPosition): AsyncIterable<LoggedLine>;
}
