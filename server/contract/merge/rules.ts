/** The rules by which two changes of a value are merged. */
import type { JsonValue } from '../values.js';

/** A value; undefined where a property is absent. */
export type Maybe = JsonValue | undefined;

/** A value before two changes, and after each of them. */
export interface Three<T = Maybe> {
  base: T;
  mine: T;
  theirs: T;
}

/**
 * - `value`: as a whole, by equality.
 * - `json`: plain objects key by key, all else by equality.
 * - `set`, `list`: entries are added, removed and moved one by one; a list may hold an entry more than once.
 * - `html`: the top-level blocks of a markup text, and the words in them.
 * - `words`: the lines of a text, and the words in them.
 * - `texts`, `wordsTexts`, `htmlTexts`: by language.
 * - `card`, `deck`: by the schema of the part; the items of a deck by their ids.
 * - `file`, `files`, `depot`: metadata of files by their names.
 * - `time`: as `value`, unless the definition says that saves set it.
 * - `latest`, `earliest`: times and counts that saves set, which never clash; of counts the greater or smaller one.
 */
export type MergeRule =
  | 'value'
  | 'json'
  | 'set'
  | 'list'
  | 'html'
  | 'words'
  | 'texts'
  | 'wordsTexts'
  | 'htmlTexts'
  | 'card'
  | 'deck'
  | 'file'
  | 'files'
  | 'depot'
  | 'time'
  | 'latest'
  | 'earliest';

/** How a property is merged. */
export interface MergeField {
  rule: MergeRule;
  /** The properties of a card or of the items of a deck; undefined where their schema is unknown. */
  part?(): MergeFields | undefined;
}

/** The properties of a schema by name; undefined for unknown ones, which are merged as JSON. */
export type MergeFields = (name: string) => MergeField | undefined;

/** A value that both sides changed in different ways, or that one changed and the other removed. */
export interface Clash extends Three {
  /** From the property inwards: keys, languages, ids of items, names of files. */
  path: readonly string[];
  /** Only the order of the entries at the path clashes. */
  order?: true;
}

/** Whose value the merged document has where both clash. */
export type Side = keyof Three;

/** State of one merge. */
export interface Merging {
  readonly prefer: Side;
  readonly clashes: Clash[];
}

/** Work that may pause wherever it yields. */
export type Steps<T> = Generator<void, T>;

/** Merges three values that are all different. */
export type Merger = (three: Three, path: readonly string[], merging: Merging) => Steps<Maybe>;
