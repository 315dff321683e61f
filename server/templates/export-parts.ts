/** Selects the parts of a folder for a template (spec/templates.md#export). */
import type { Content } from '../content/core/base.js';
import type { Collection } from '../content/model/collection.js';
import { type Details, message } from '../contract/messages/message.js';
import type { SchemaDocument } from '../contract/schemas.js';
import { invalid } from '../errors.js';
import { inOrderOfNeed, withNeeded } from './schema-order.js';

/** Comma-separated ids. Without any of the three everything is selected. */
export interface PartsQuery {
  /** Custom schemas, with those they depend on. */
  schemas?: string | undefined;
  /** Collections with all their objects and the schemas they depend on. */
  collections?: string | undefined;
  /** Single objects as `collection/id`, with their collections and the schemas of those. */
  objects?: string | undefined;
  /** `sync`: schemas only. */
  mode?: string | undefined;
}

export interface Parts {
  /** In the order of their ids. */
  collections: Collection[];
  /** Custom ones, each after those it depends on. */
  schemas: SchemaDocument[];
  /** Ids by collection; a collection without an entry is exported with all objects. */
  objects: ReadonlyMap<string, ReadonlySet<string>>;
}

const idsIn = (text: string | undefined): string[] | undefined =>
  text
    ?.split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');

/** Ids by collection from `collection/id`. */
function objectsIn(names: readonly string[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const name of names) {
    const [collection = '', id = ''] = name.split('/', 2);
    found.set(collection, (found.get(collection) ?? new Set()).add(id));
  }
  return found;
}

/** Selects the parts of a template. Throws `invalid` with every unknown name. */
export function chooseParts(base: Content, query: PartsQuery): Parts {
  const { library } = base;
  const whole = base.collections.all();
  // A collection cannot be created elsewhere without its schema.
  const usable = whole.filter(({ settings }) => library.document(settings.schema) !== undefined);
  const [schemas, collections, objects] = [query.schemas, query.collections, query.objects].map(idsIn);
  const single = objectsIn(objects ?? []);
  for (const id of collections ?? []) single.delete(id);

  const problems: Details = {};
  const unknown = (key: string, ids: readonly string[], isKnown: (id: string) => boolean) => {
    const unknown = ids.filter((id) => !isKnown(id));
    if (unknown.length > 0) problems[key] = unknown.map((id) => message('noEntry', { id: id.slice(0, 200) }));
  };
  unknown('schemas', schemas ?? [], (id) => library.document(id) !== undefined);
  unknown('collections', collections ?? [], (id) => base.collections.has(id));
  unknown('objects', [...single.keys()], (id) => base.collections.has(id));
  if (Object.keys(problems).length > 0) throw invalid(message('templateContentMissing'), problems);

  const all = schemas === undefined && collections === undefined && objects === undefined;
  const onlySchemas = query.mode === 'sync';
  const named = new Set([...(collections ?? []), ...single.keys()]);
  const chosen = usable.filter(({ settings }) => !onlySchemas && (all || named.has(settings.id)));
  const used = chosen.map(({ settings }) => settings.schema);
  const custom = library.ids().filter((id) => !library.isBuiltIn(id));
  const wanted = all ? custom : [...(schemas ?? []), ...used];
  const documents = withNeeded(wanted, (id) => (library.isBuiltIn(id) ? undefined : library.document(id)));
  return { collections: chosen, schemas: inOrderOfNeed(documents, (document) => document), objects: single };
}
