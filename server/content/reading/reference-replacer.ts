/** Replaces references to some objects of a collection by others, or removes them. */
import type { ObjectDocument } from '../../contract/objects.js';
import type { JsonObject } from '../../contract/values.js';
import type { Reference } from '../../properties/references.js';
import { changedReferences, referenceText } from '../../schemas/object-references.js';
import type { Schema } from '../../schemas/schema.js';
import type { Content } from '../core/base.js';
import { boundCollection } from '../core/bound-collection.js';
import { scalarsIn } from '../model/relation.js';
import { keysOf, objectKey, pageKeys, pageOf, valueKey } from '../search/reference-keys.js';
import { RowValues } from '../search/row-values.js';
import { comparedProperties } from './references.js';

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

/** What can follow an id or a page in an address. */
const END = '(?=$|[/?#.&])';

/** What takes the place of references by a key: another id or value, null for nothing. */
interface Replacement {
  readonly from: string;
  readonly to: string | null;
  /** The pages of both, where they are known. */
  readonly pages?: readonly [from: string, to: string] | undefined;
}

const withoutHost = (address: string): string => address.replace(/^https?:\/\/[^/]*/i, '');

/** An address that leads to another object, or to the same one under another id. */
function otherAddress(address: string, collection: string, { from, to, pages }: Replacement): string {
  const places: [before: string, old: string, next: string][] = [
    [`[/:]${collection}/`, from, to ?? ''],
    ...(collection === 'image' || collection === 'gallery'
      ? [['/imageworks/', from, to ?? ''] as const]
      : []),
  ].map(([before = '', old = '', next = '']) => [before, old, next]);
  if (pages) places.unshift(['', withoutHost(pages[0]), withoutHost(pages[1])]);
  for (const [before, old, next] of places) {
    const found = new RegExp(`(${before})${escaped(old)}${END}`).exec(address);
    if (!found) continue;
    const start = found.index + (found[1]?.length ?? 0);
    return address.slice(0, start) + next + address.slice(start + old.length);
  }
  return address;
}

export class ReferenceReplacer {
  readonly #collection: string;
  readonly #byKey: ReadonlyMap<string, Replacement>;

  private constructor(collection: string, byKey: ReadonlyMap<string, Replacement>) {
    this.#collection = collection;
    this.#byKey = byKey;
  }

  /** `moves`: the other id of each object, null for none. `renames`: values of other properties stay what they are. */
  static async for(
    base: Content,
    collection: string,
    moves: ReadonlyMap<string, string | null>,
    { renames = false } = {},
  ): Promise<ReferenceReplacer> {
    const { collection: bound, collectionIndex } = await boundCollection(base, collection);
    const byKey = new Map<string, Replacement>();
    const values = new RowValues(collectionIndex, bound.schema);
    /** The page of an object, under another id where `id` is one. */
    const pageAs = (object: string, id: string) => {
      const row = collectionIndex.get(object);
      return pageOf(bound.settings, id, (name) => (row ? values.reader(name)(row) : undefined));
    };
    for (const [from, to] of moves) {
      const page = pageAs(from, from);
      const next = to === null ? undefined : pageAs(renames ? from : to, to);
      const pages = page !== undefined && next !== undefined ? ([page, next] as const) : undefined;
      for (const key of [objectKey(collection, from), ...pageKeys(page)]) byKey.set(key, { from, to, pages });
    }
    for (const property of renames ? [] : comparedProperties(base, collection)) {
      const read = values.reader(property);
      const valuesOf = (id: string) => {
        const row = collectionIndex.get(id);
        return row ? scalarsIn(read(row)).map(String) : [];
      };
      for (const [from, to] of moves) {
        const other = to === null ? null : valuesOf(to)[0];
        for (const value of valuesOf(from)) {
          if (other !== undefined)
            byKey.set(valueKey(collection, property, value), { from: value, to: other });
        }
      }
    }
    return new ReferenceReplacer(collection, byKey);
  }

  /** The keys of all references that are replaced. */
  get keys(): ReadonlySet<string> {
    return new Set(this.#byKey.keys());
  }

  /** The properties of an object to save; undefined where nothing changes. */
  changes(schema: Schema, document: ObjectDocument): JsonObject | undefined {
    const changed = changedReferences(schema, document, (reference) => this.#replacement(reference));
    return Object.keys(changed).length > 0 ? changed : undefined;
  }

  #replacement(reference: Reference): string | null | undefined {
    for (const key of keysOf(referenceText(reference))) {
      const found = this.#byKey.get(key);
      if (!found) continue;
      if (found.to === null || !('address' in reference)) return found.to;
      return otherAddress(reference.address, this.#collection, found);
    }
    return undefined;
  }
}
