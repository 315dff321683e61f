/**
 * Reads a collection again for a loader that keeps the objects: only those that have changed, and those in which
 * `expand` shows one that has.
 */

import { CollectionReader } from './collection.js';
import type { Connection } from './connection.js';
import { relationsAreIds } from './relations.js';
import type { Query } from './requests.js';
import { changed, isExpired, sync } from './sync.js';
import type { ListOptions, Page, Synced } from './types.js';

/** What a loader remembers beside the objects; JSON. */
export interface Known {
  cursor: string;
  /** Ids of the objects that `expand` shows, by the id of the object they are in. */
  contained: Record<string, string[]>;
  missing: Missing[];
}

/** Values of relations in one answer that name no object, and the objects of that answer. */
interface Missing {
  values: string[];
  ids: string[];
}

export interface Reading extends Synced<{ id: string }> {
  /** For the next time; undefined if everything has to be read again. */
  known: Known | undefined;
}

/** Objects per request that names them; ids have up to 120 characters. */
const PAGE = 50;
/** Warnings are cut at this number, or a little above this length (spec/errors.md#warnings). */
const MOST_WARNINGS = 50;
const LONGEST_WARNINGS = 2000;
/** In place of the values that did not fit. */
const UNNAMED = '*';

/** Every id inside a value. */
function idsIn(value: unknown, found: Set<string>): Set<string> {
  if (Array.isArray(value)) for (const one of value) idsIn(one, found);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inside] of Object.entries(value)) {
      if (name === 'id' && typeof inside === 'string') found.add(inside);
      else idsIn(inside, found);
    }
  }
  return found;
}

/** Values of relations without an object, out of the warnings of an answer. */
function missingIn(warnings: string): string[] {
  const names = warnings.split(/,\s*/);
  const values = names.flatMap((warning) => {
    const at = warning.indexOf(':');
    return at < 0 ? [] : [decodeURIComponent(warning.slice(at + 1))];
  });
  const isCut = names.length >= MOST_WARNINGS || warnings.length > LONGEST_WARNINGS;
  return isCut ? [...values, UNNAMED] : values;
}

/** What `expand` has shown in each object. */
class Contents {
  readonly #heads: string[];
  readonly #contained: Map<string, string[]>;
  #missing: Missing[];

  constructor(expand: readonly string[], known?: Known) {
    this.#heads = [...new Set(expand.map((path) => path.split('.', 1)[0] ?? path))];
    this.#contained = new Map(Object.entries(known?.contained ?? {}));
    this.#missing = known?.missing ?? [];
  }

  /** Takes over the objects of an answer. */
  add({ objects, warnings }: Page): void {
    const ids = objects.map(({ id }) => id);
    this.forget(ids);
    for (const object of objects) {
      const found = new Set<string>();
      for (const head of this.#heads) idsIn(Reflect.get(object, head), found);
      if (found.size > 0) this.#contained.set(object.id, [...found]);
    }
    const values = missingIn(warnings);
    if (values.length > 0 && ids.length > 0) this.#missing.push({ values, ids });
  }

  forget(gone: readonly string[]): void {
    const ids = new Set(gone);
    for (const id of ids) this.#contained.delete(id);
    this.#missing = this.#missing
      .map((one) => ({ ...one, ids: one.ids.filter((id) => !ids.has(id)) }))
      .filter((one) => one.ids.length > 0);
  }

  /** Ids of the objects whose answers may differ now that these objects have changed. */
  affectedBy(changes: ReadonlySet<string>): Set<string> {
    const affected = new Set<string>();
    for (const [id, inside] of this.#contained) {
      if (inside.some((one) => changes.has(one))) affected.add(id);
    }
    for (const { values, ids } of this.#missing) {
      if (!values.some((value) => value === UNNAMED || changes.has(value))) continue;
      for (const id of ids) affected.add(id);
    }
    return affected;
  }

  known(cursor: string): Known {
    return { cursor, contained: Object.fromEntries(this.#contained), missing: this.#missing };
  }
}

/** Reads a collection, and notes what is in each answer. */
class NotingReader extends CollectionReader {
  readonly #contents: Contents;

  constructor(connection: Connection, collection: string, contents: Contents) {
    super(connection, collection);
    this.#contents = contents;
  }

  override async page(options: ListOptions, more: Query): Promise<Page> {
    const page = await super.page(options, more);
    this.#contents.add(page);
    return page;
  }
}

/** Ids of all objects of the folder that have changed since a cursor; undefined if that is not known. */
async function changesSince(connection: Connection, cursor: string) {
  const ids = new Set<string>();
  try {
    for (let since = cursor; ; ) {
      const { data } = await connection.json('/api/changes', { since });
      const { data: changes = [], cursor: next, more } = Object(data);
      for (const { id } of changes) ids.add(id);
      if (!more) return { ids, cursor: String(next) };
      since = next;
    }
  } catch (error) {
    if (isExpired(error)) return undefined;
    throw error;
  }
}

/** Reads what differs from what is known; everything if nothing is. */
export async function readAgain(
  connection: Connection,
  collection: string,
  options: ListOptions,
  known?: Known,
): Promise<Reading> {
  const { expand = [] } = options;
  if (expand.length === 0) {
    const synced = await sync(new CollectionReader(connection, collection), known?.cursor, options);
    const { cursor } = synced;
    return { ...synced, known: cursor === undefined ? undefined : { cursor, contained: {}, missing: [] } };
  }
  const some = known && (await readSome(connection, collection, options, known));
  return some ?? (await readAll(connection, collection, options));
}

async function readAll(connection: Connection, collection: string, options: ListOptions): Promise<Reading> {
  const contents = new Contents(options.expand ?? []);
  const reader = new NotingReader(connection, collection, contents);
  // From now on the server knows of changes in all collections, unless this key may not ask for them.
  const begin = await connection.json('/api/changes', {}).catch(() => undefined);
  const synced = await sync(reader, undefined, options);
  // Which object a value of another property names can change with any object.
  const isTracked = begin && (await relationsAreIds(connection, collection, options.expand ?? []));
  const { cursor } = Object(begin?.data);
  return { ...synced, known: typeof cursor === 'string' && isTracked ? contents.known(cursor) : undefined };
}

/** Undefined if everything has to be read, as for a cursor that is too old. */
async function readSome(
  connection: Connection,
  collection: string,
  options: ListOptions,
  known: Known,
): Promise<Reading | undefined> {
  const changes = await changesSince(connection, known.cursor);
  if (!changes) return undefined;
  // What happens from now on is read the next time.
  const { ids, cursor } = changes;
  if (ids.size === 0) {
    return { objects: [], deleted: [], cursor, complete: false, known: { ...known, cursor } };
  }
  const contents = new Contents(options.expand ?? [], known);
  const affected = contents.affectedBy(ids);
  const reader = new NotingReader(connection, collection, contents);
  const own = await changed(reader, known.cursor, options);
  if (!own) return undefined;
  for (const { id } of own.objects) affected.delete(id);
  for (const id of own.deleted) affected.delete(id);
  contents.forget(own.deleted);
  // As criteria these two are booleans.
  if (affected.has('true') || affected.has('false')) return undefined;
  const objects = [...own.objects];
  for (let rest = [...affected]; rest.length > 0; rest = rest.slice(PAGE)) {
    // They have met a criterion of their ids before.
    const filter = { ...options.filter, id: rest.slice(0, PAGE) };
    const page = await reader.page({ ...options, filter }, { limit: `${PAGE}`, offset: '0' });
    objects.push(...page.objects);
  }
  return { objects, deleted: own.deleted, cursor, complete: false, known: contents.known(cursor) };
}
