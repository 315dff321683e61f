/** Links in texts to what editors uploaded: nothing else names these files. */
import { Yielder } from '../async/yielder.js';
import type { Base } from '../content/core/base.js';
import type { FilePlace } from '../contract/media.js';
import type { SentProperties } from '../contract/objects.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import { textOfObject } from './object-text.js';

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

export class UploadLinks {
  readonly #base: Base;
  /** Of each collection: the objects with links, by address. */
  readonly #linked = new Map<string, { version: number; linkers: ReadonlyMap<string, string[]> }>();

  constructor(base: Base) {
    this.#base = base;
  }

  /** The objects that link to each address, and what names this state of all collections. */
  async all(): Promise<{ version: string; linkers: ReadonlyMap<string, Linker[]> }> {
    const versions: string[] = [];
    const all = new Map<string, Linker[]>();
    const ids = this.#base.collections.all().map(({ settings }) => settings.id);
    for (const id of this.#linked.keys()) if (!ids.includes(id)) this.#linked.delete(id);
    for (const collection of ids) {
      const { version, linkers } = await this.#of(collection);
      versions.push(`${collection} ${version}`);
      for (const [address, objects] of linkers) {
        const found = objects.map((id): Linker => ({ collection, id }));
        all.set(address, [...(all.get(address) ?? []), ...found]);
      }
    }
    return { version: versions.join(), linkers: all };
  }

  async #of(collection: string) {
    const collectionIndex = await this.#base.store.catalogue.collectionIndex(collection);
    const { version } = collectionIndex;
    const known = this.#linked.get(collection);
    if (known?.version === version) return known;
    const yielder = new Yielder();
    const linkers = new Map<string, string[]>();
    for (const { id } of [...collectionIndex.rowsById()]) {
      if (yielder.exhausted) await yielder.yieldToEventLoop();
      const text = textOfObject(collectionIndex, id) ?? '';
      const addresses = [...text.matchAll(LINKS)].map(([, address = '']) => decoded(address));
      for (const address of new Set(addresses)) linkers.set(address, [...(linkers.get(address) ?? []), id]);
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
