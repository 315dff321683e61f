/** What event streams and cursors are made of: the log of the folder, and that of a perspective over it. */
import type { LoggedChange, LogPosition } from '../../store/types/changes.js';

export interface ChangedObject {
  readonly collection: string;
  readonly id: string;
  /** In ms since 1970. */
  readonly at: number;
}

export interface ChangedPage {
  readonly changed: readonly ChangedObject[];
  /** Where the next page begins. */
  readonly cursor: string;
  readonly more: boolean;
}

/** A change as it is told to a client. */
export interface ToldChange extends LoggedChange {
  /** The cursor behind it, where its place in the log of the folder does not say it. */
  readonly cursor?: string | undefined;
}

export interface Cursors {
  /** The cursor of an answer that is made from now on; undefined before the first one for its collection. */
  cursorFor(collection: string): string | undefined;
  /** As `cursorFor`, also for the first one, of several collections. Throws `missing` for an unknown collection. */
  firstCursorFor(...collections: readonly string[]): Promise<string>;
  /** A cursor at a place in the log of the folder, by default after its last line. */
  cursor(position?: LogPosition): string;
  /**
   * The objects changed after a cursor, at most `limit`, in the order of their last changes. One that changed again after
   * them is named again in a later page. Undefined where the cursor is too old or unknown.
   */
  since(
    cursor: string,
    asked: { collections?: readonly string[]; limit: number },
  ): Promise<ChangedPage | undefined>;
  /** The changes after the event of an id; undefined where they are not known, or there are too many. */
  missedSince(id: string): Promise<readonly ToldChange[] | undefined>;
  /** The changes after some that were missed; undefined where they are not known any more. */
  after(missed: readonly ToldChange[]): readonly ToldChange[] | undefined;
}

export interface Subscriber {
  changed(change: ToldChange): void;
  /** The folder is being closed; nothing more will come. */
  ended(): void;
}

export interface ChangeSource {
  readonly subscribers: number;
  /** Calls a subscriber on every change until the returned function is called. */
  subscribe(subscriber: Subscriber): () => void;
  /** Lets all followers go. Safe to call again. */
  end(): void;
}
