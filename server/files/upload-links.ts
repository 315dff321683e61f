/** Links in texts to what editors uploaded: nothing else names these files. */
import { Yielder } from '../async/yielder.js';
import type { Base } from '../content/core/base.js';
import { type Looking, walkThrough } from '../content/core/walk.js';
import type { FilePlace } from '../contract/media.js';
import type { SentProperties } from '../contract/objects.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import type { CollectionIndex } from '../store/types/catalogue.js';
import { PartsOfObjects } from './parts-of-objects.js';

/** In HTML, in JSON and in other texts. */
const LINKS = /\/upload\/([^\s"'\\<>?#)&]+)/g;

/** An object whose texts link to a file. */
export interface Linker {
  collection: string;
  id: string;
}

const addressOf = ({ collection, id, path }: FilePlace) => `${collection}/${id}/${path}`;

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** The ids of the objects of a collection that link to each address. */
interface LinkedOfCollection {
  version: number;
  linkers: ReadonlyMap<string, string[]>;
}

export class UploadLinks {
  readonly #base: Base;
  readonly #linked = new Map<string, LinkedOfCollection>();
  #all: { version: string; linkers: ReadonlyMap<string, Linker[]> } | undefined;
  readonly #ofObjects = new PartsOfObjects<{ address: string; id: string }>('links');

  constructor(base: Base) {
    this.#base = base;
  }

  /** The objects that link to each address, and what names this state of all collections. */
  async all(looking: Looking = {}): Promise<{ version: string; linkers: ReadonlyMap<string, Linker[]> }> {
    const ids = new Set(this.#base.collections.all().map(({ settings }) => settings.id));
    for (const id of this.#linked.keys()) if (!ids.has(id)) this.#linked.delete(id);
    const found: [string, LinkedOfCollection][] = [];
    const walk = await walkThrough(this.#base, [...ids], 'links', looking);
    for (const collection of ids) {
      const index = await this.#base.store.catalogue.collectionIndex(collection);
      found.push([collection, await this.#of(collection, index, walk.part())]);
      walk.passed(index.size);
    }
    const version = found.map(([collection, { version: own }]) => `${collection} ${own}`).join();
    if (this.#all?.version === version) return this.#all;
    const all = new Map<string, Linker[]>();
    const yielder = new Yielder(looking.signal);
    for (const [collection, { linkers }] of found) {
      for (const [address, objects] of linkers) {
        if (yielder.exhausted) await yielder.yieldToEventLoop();
        const linked = all.get(address) ?? [];
        for (const id of objects) linked.push({ collection, id });
        all.set(address, linked);
      }
    }
    this.#all = { version, linkers: all };
    return this.#all;
  }

  async #of(collection: string, index: CollectionIndex, looking: Looking): Promise<LinkedOfCollection> {
    const { version } = index;
    const known = this.#linked.get(collection);
    if (known?.version === version) return known;
    const find = (id: string, text: string) => {
      const addresses = [...text.matchAll(LINKS)].map(([, address = '']) => decoded(address));
      return [...new Set(addresses)].map((address) => ({ address, id }));
    };
    const links = await this.#ofObjects.all(index, find, looking);
    const linkers = new Map<string, string[]>();
    for (const { address, id } of links) {
      const others = linkers.get(address);
      if (others) others.push(id);
      else linkers.set(address, [id]);
    }
    const found = { version, linkers };
    this.#linked.set(collection, found);
    return found;
  }
}

/** The properties of a document with links to another file in place of one; undefined where there are none to it. */
export function withOtherLinks(
  document: JsonObject,
  from: FilePlace,
  to: FilePlace,
): SentProperties | undefined {
  const [before, after] = [addressOf(from), addressOf(to).split('/').map(encodeURIComponent).join('/')];
  let isFound = false;
  const relinked = (value: JsonValue): JsonValue => {
    if (typeof value === 'string') {
      return value.replace(LINKS, (whole, address: string) => {
        if (decoded(address) !== before) return whole;
        isFound = true;
        return `/upload/${after}`;
      });
    }
    if (Array.isArray(value)) return value.map(relinked);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, relinked(part)]));
  };
  const changed: SentProperties = {};
  for (const [name, value] of Object.entries(document)) {
    isFound = false;
    const next = relinked(value);
    if (isFound) changed[name] = next;
  }
  return Object.keys(changed).length > 0 ? changed : undefined;
}
