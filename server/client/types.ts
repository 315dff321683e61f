/** Types of requests and results. `plinth types` writes the type of a folder that they are parameterized with. */

/** A collection in the type of a folder. */
export interface CollectionTypes {
  object: { id: string };
  /** Relation properties, with the collection that each names. */
  relations: object;
}

/** The type of a folder: its collections by name. */
export type FolderTypes<F> = { [C in keyof F]: CollectionTypes };

/** A folder of which no types are known. */
export interface AnyFolder {
  [collection: string]: {
    object: { id: string; created: string; modified: string; [property: string]: unknown };
    relations: Record<string, string>;
  };
}

export type NameOf<F> = keyof F & string;
type ObjectOf<F, C extends keyof F> = F[C] extends { object: infer O } ? O : never;
type RelationsOf<F, C extends keyof F> = F[C] extends { relations: infer R } ? R : never;
type PropertyOf<F, C extends keyof F> = keyof ObjectOf<F, C> & string;
type RelationOf<F, C extends keyof F> = keyof RelationsOf<F, C> & string;
type TargetOf<F, C extends keyof F, P> = P extends keyof RelationsOf<F, C>
  ? RelationsOf<F, C>[P] & keyof F
  : never;

/** `author`, and `author.city` for relations of the objects it names. */
export type ExpandPath<F, C extends keyof F> =
  | RelationOf<F, C>
  | { [P in RelationOf<F, C>]: `${P}.${RelationOf<F, TargetOf<F, C, P>>}` }[RelationOf<F, C>];

/** A property, or a name that reaches into its value: `author.name`. */
export type FieldPath<F, C extends keyof F> = PropertyOf<F, C> | `${PropertyOf<F, C>}.${string}`;

type Head<Path> = Path extends `${infer H}.${string}` ? H : Path;
type Tail<Path, H> = Path extends `${H & string}.${infer T}` ? T : never;

/** What a text for each language is where the request names a locale. */
type InLocale<V, L> = [L] extends [string]
  ? string extends keyof NonNullable<V>
    ? NonNullable<V>[keyof NonNullable<V>] extends string
      ? string | Extract<V, undefined>
      : V
    : V
  : V;

type ExpandedValue<V, O> = NonNullable<V> extends readonly unknown[] ? O[] : O | null;

/** An object as a request with these options answers it. */
export type Result<F, C extends keyof F, E = never, P = never, L = undefined> = string extends keyof F
  ? ObjectOf<F, C>
  : {
      [K in keyof ObjectOf<F, C> as [P] extends [never]
        ? K
        : K extends 'id' | Head<P>
          ? K
          : never]: K extends Head<E>
        ? ExpandedValue<ObjectOf<F, C>[K], Result<F, TargetOf<F, C, K>, Tail<E, K>, never, L>>
        : InLocale<ObjectOf<F, C>[K], L>;
    };

export interface ReadOptions<E = string, P = string, L = string | undefined> {
  /** Relations to replace by the objects they name, two levels deep at most: `author`, `related.author`. */
  expand?: readonly E[];
  /** The only properties to answer; `id` is always there. */
  fields?: readonly P[];
  /** Texts by language become one text, in this language or the nearest one that has text. */
  locale?: L;
  /** Include what is not published. */
  drafts?: boolean;
  signal?: AbortSignal;
}

type Scalar = string | number | boolean;

/** A value, a list of values of which one must match, or operators with their operand. */
export type FilterValue =
  | Scalar
  | readonly Scalar[]
  | { [O in 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte' | 'contains' | 'starts' | 'ends']?: Scalar }
  | { [O in 'in' | 'notin']?: readonly Scalar[] };

export interface ListOptions<E = string, P = string, L = string | undefined, N extends string = string>
  extends ReadOptions<E, P, L> {
  filter?: { [K in N]?: FilterValue };
  /** Properties, with `-` before those that descend; the collection's own order if there are none. */
  sort?: readonly (N | `-${N}`)[];
  /** Whole words that objects contain. */
  search?: string;
  limit?: number;
  offset?: number;
}

export interface ObjectPage<T> {
  objects: T[];
  /** How many match. */
  total: number;
  offset: number;
}

/** What has changed since a cursor. */
export interface Synced<T> {
  objects: T[];
  /** Ids of objects that are gone or do not match any more; some may never have been read. */
  deleted: string[];
  /** For the next time; undefined if the server does not have cursors. */
  cursor: string | undefined;
  /** `objects` are all there are. */
  complete: boolean;
}

/** A page as the client reads it. */
export interface Page {
  objects: { id: string }[];
  total: number;
  size: number;
  /** Where the answer was in the changes of the folder; empty if the server has no cursors. */
  cursor: string;
  /** With `since`: ids of objects that are gone, and whether more follows. */
  deleted: string[];
  more: boolean;
  /** Names that the answer warns of, with commas between them. */
  warnings: string;
}

/** Reads pages of a collection. */
export interface PageReader {
  page(options: ListOptions, more: Record<string, string>): Promise<Page>;
  whole(options: ListOptions): Promise<Page>;
}
