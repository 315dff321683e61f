/** References that lead to nothing: objects and files that do not exist (spec/content.md#references). */
import { Yielder } from '../../async/yielder.js';
import type { MissingReference } from '../../contract/relations.js';
import type { Base, Content } from '../core/base.js';
import { boundCollection } from '../core/bound-collection.js';
import { type Looking, Walk, walkThrough } from '../core/walk.js';
import {
  type FileAddress,
  fileAddress,
  keysOf,
  addressKeys as keysOfAddress,
  pageKeys,
  pageOf,
  referenceKeys,
} from '../search/reference-keys.js';
import { titleReader } from '../search/title-reader.js';
import type { MayReadObject } from '../shaping/targets.js';
import { named } from './references.js';

/** What is known of the targets of references. */
export interface TargetRules {
  /** What a caller may not read counts as there, so that it cannot be found out what exists. */
  mayRead: MayReadObject;
  hasFile(address: FileAddress): Promise<boolean>;
}

/** The collections whose pages are at addresses that end in an id, with the keys before it. */
function pagePrefixes(base: Content): Map<string, string> {
  const prefixes = new Map<string, string>();
  for (const { settings } of base.collections.all()) {
    for (const key of pageKeys(pageOf(settings, 'x-x'))) {
      // Without a word before the id, every page of the site would count.
      if (/^\/\/[^/]*\/[^/]+\/x-x$/.test(key) || /^\/\/[^/]*(?:\/[^/]+){2,}\/x-x$/.test(key))
        prefixes.set(key.slice(0, -3), settings.id);
    }
  }
  return prefixes;
}

/** Finds out whether a reference means an object or a file that does not exist. */
class Targets {
  readonly #base: Base;
  readonly #mayRead: MayReadObject;
  readonly #hasFile: TargetRules['hasFile'];
  readonly #pages: ReadonlyMap<string, string>;

  constructor(base: Base, { mayRead, hasFile }: TargetRules) {
    this.#base = base;
    this.#mayRead = mayRead;
    this.#hasFile = hasFile;
    this.#pages = pagePrefixes(base);
  }

  /** The collection of the object that lacks the file of an address; undefined for other addresses. */
  async withoutFile(address: string): Promise<string | undefined> {
    const file = fileAddress(address);
    if (!file || !this.#base.collections.has(file.collection)) return undefined;
    const index = await this.#base.store.catalogue.collectionIndex(file.collection);
    // A link to a file of an object that is missing itself is found by the object.
    if (!index.get(file.id) || !this.#mayRead(file.collection, file.id)) return undefined;
    return (await this.#hasFile(file)) ? undefined : file.collection;
  }

  /** The collection that lacks the object of a key; undefined where it exists, or the key means none. */
  async missing(key: string): Promise<string | undefined> {
    const own = /^@([^/]*)\/(.*)$/s.exec(key);
    if (own) return this.#without(own[1] ?? '', own[2] ?? '');
    const valued = /^=([^/]*)\/([^/]*)\/(.*)$/s.exec(key);
    if (valued) return this.#withoutValue(valued[1] ?? '', valued[2] ?? '', valued[3] ?? '');
    const [, prefix = '', id = ''] = /^(.*\/)([\w-]+)$/.exec(key) ?? [];
    const collection = this.#pages.get(prefix);
    return collection === undefined ? undefined : this.#without(collection, id);
  }

  async #without(collection: string, id: string): Promise<string | undefined> {
    if (!this.#base.collections.has(collection)) return collection;
    if (!this.#mayRead(collection, id)) return undefined;
    const index = await this.#base.store.catalogue.collectionIndex(collection);
    // A file that cannot be read now is not missing.
    return index.get(id) || index.problem(id) ? undefined : collection;
  }

  async #withoutValue(collection: string, property: string, value: string): Promise<string | undefined> {
    if (!this.#base.collections.has(collection)) return collection;
    if (!this.#mayRead(collection, '')) return undefined;
    const bound = await boundCollection(this.#base, collection);
    if (bound.collectionIndex.damaged().length > 0) return undefined;
    const find = await this.#base.queries.of(bound.collection, bound.collectionIndex).lookup(property);
    return find(value) ? undefined : collection;
  }
}

/**
 * All references in some collections to objects and files that do not exist, by collection and id. `id`: of these
 * objects only.
 */
export async function missingReferences(
  base: Base,
  collections: readonly string[],
  rules: TargetRules,
  { id, looking = {} }: { id?: string | undefined; looking?: Looking } = {},
): Promise<MissingReference[]> {
  const targets = new Targets(base, rules);
  const found: MissingReference[] = [];
  const yielder = new Yielder(looking.signal);
  const walk =
    id === undefined
      ? await walkThrough(base, collections, 'references', looking)
      : new Walk('references', 1);
  for (const name of collections) {
    if (!base.collections.has(name)) continue;
    const bound = await boundCollection(base, name);
    const { collection, collectionIndex } = bound;
    const titleOf = titleReader(collection, collectionIndex);
    const index = await base.queries.of(collection, collectionIndex).references();
    const lost = new Map<string, string>();
    const only = id === undefined ? undefined : collectionIndex.get(id);
    if (id !== undefined && !only) continue;
    for (const key of only ? referenceKeys(only.references) : [...index.values()]) {
      const target = await targets.missing(key);
      if (target !== undefined) lost.set(key, target);
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    }
    const rows = only ? [only] : [...collectionIndex.rowsById()];
    for (const row of rows) {
      if (!rules.mayRead(name, row.id)) continue;
      for (const [path, texts] of Object.entries(row.references ?? {})) {
        for (const text of texts) {
          const key = lost.size === 0 ? undefined : keysOf(text).find((one) => lost.has(one));
          const target = key === undefined ? await targets.withoutFile(text) : lost.get(key);
          if (target === undefined) continue;
          found.push({
            collection: name,
            id: row.id,
            title: titleOf(row) || row.id,
            property: named(collection, path),
            reference: text.startsWith('=') ? text.split('/').slice(2).join('/') : text,
            target,
          });
        }
      }
      if (walk.next()) await walk.pause();
    }
  }
  return found;
}

/** An address that leads to an object or file that does not exist, and the collection that lacks it. */
export interface MissingAddress {
  address: string;
  target: string;
}

/** Those of some addresses that lead to objects and files that do not exist. */
export async function missingAddresses(
  base: Base,
  addresses: readonly string[],
  rules: TargetRules,
): Promise<MissingAddress[]> {
  const targets = new Targets(base, rules);
  const found: MissingAddress[] = [];
  for (const address of addresses) {
    let target = await targets.withoutFile(address);
    for (const key of keysOfAddress(address)) target ??= await targets.missing(key);
    if (target !== undefined) found.push({ address, target });
  }
  return found;
}
