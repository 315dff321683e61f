/**
 * Conflict copies that sync tools leave beside files. The folders are read once, and again when such a name is added
 * or removed: they can be large, and the admin polls.
 */
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Yielder } from '../../async/yielder.js';
import type { ConflictCopy } from '../../contract/objects.js';
import type { JsonObject } from '../../contract/values.js';
import { PlinthError } from '../../errors.js';
import { isReadWhole, objectIn, readBytes } from '../disk/json-file.js';
import {
  CHANGES_FOLDER,
  isCollectionName,
  type Layout,
  placeOfSet,
  SCHEMA_FOLDER,
  SET_FILE,
  SYSTEM_FOLDER,
  setOfPlace,
} from '../disk/layout.js';
import { namesIn } from '../disk/names-in.js';
import { isFolder, stampAt } from '../disk/stamp.js';
import { isForeignName, originalOf } from './conflict-names.js';

/** Max copies reported; further ones are reported once these are resolved. */
const MAX_COPIES = 1000;

/** A file with a name of no file of ours; `place`: a collection, `.schemas`, `.system` or `.changes/{set}`. */
interface ForeignFile {
  place: string;
  name: string;
}

/** The bytes of a file; undefined where there is none that can be read. */
function bytesAt(path: string): Buffer | undefined {
  try {
    return readBytes(path)?.bytes;
  } catch (error) {
    if (error instanceof PlinthError && error.kind === 'damaged') return undefined;
    throw error;
  }
}

/** The object of a file; undefined where there is none that can be read. */
export function readLoosely(path: string): JsonObject | undefined {
  const bytes = bytesAt(path);
  return bytes && objectIn(bytes);
}

/** The file a file is a second version of, if it is one. */
export function firstVersion(folder: string, name: string): string | undefined {
  const own = stampAt(join(folder, name));
  return originalOf(name, (other) => {
    const stamp = stampAt(join(folder, other));
    // A file system that ignores case or code points finds the same file under both names.
    return stamp !== undefined && stamp.ino !== own?.ino;
  });
}

/** Whether two files have the same content, also in what JavaScript does not keep. */
export function hasSameContent(folder: string, name: string, other: string): boolean {
  const [one, two] = [bytesAt(join(folder, name)), bytesAt(join(folder, other))];
  const copy = one && objectIn(one);
  if (!one || !two || !copy) return false;
  if (one.equals(two)) return true;
  return isDeepStrictEqual(copy, objectIn(two)) && isReadWhole(one) && isReadWhole(two);
}

export class ConflictCopies {
  readonly #layout: Layout;
  #scan: Promise<ForeignFile[]> | undefined;
  readonly #taken = new Set<string>();

  constructor(layout: Layout) {
    this.#layout = layout;
  }

  /** Reads the folders again on the next request. */
  forget(): void {
    this.#scan = undefined;
  }

  /** A copy that Plinth itself has moved to the trash. */
  taken(path: string): void {
    this.#taken.add(path);
    this.forget();
  }

  /** Whether Plinth itself has moved a copy away; asked once. */
  wasTaken(path: string): boolean {
    return this.#taken.delete(path);
  }

  /** At most a thousand, by path. */
  async list(): Promise<ConflictCopy[]> {
    this.#scan ??= this.#read();
    const scan = this.#scan;
    const foreign = await scan.catch((error: unknown) => {
      if (this.#scan === scan) this.forget();
      throw error;
    });
    const yielder = new Yielder();
    const found: ConflictCopy[] = [];
    for (const { place, name } of foreign) {
      if (yielder.exhausted) await yielder.yieldToEventLoop();
      if (found.length === MAX_COPIES) break;
      const copy = this.look(place, name);
      if (copy) found.push(copy);
    }
    return found;
  }

  /** What a file is a second version of; undefined where there is no such file, or it is none. */
  look(place: string, name: string): ConflictCopy | undefined {
    const folder = join(this.#layout.root, place);
    if (!isForeignName(name) || stampAt(join(folder, name)) === undefined) return undefined;
    const original = firstVersion(folder, name);
    const isOther = setOfPlace(place) !== undefined && original !== SET_FILE;
    if (original === undefined || isOther) return undefined;
    return {
      collection: place,
      id: original.slice(0, -'.json'.length),
      path: `${place}/${name}`,
      same: hasSameContent(folder, name, original),
    };
  }

  async #read(): Promise<ForeignFile[]> {
    const { root } = this.#layout;
    const yielder = new Yielder();
    const top = (await namesIn(root)).filter((name) => isCollectionName(name));
    const found: ForeignFile[] = [];
    const sets = (await namesIn(join(root, CHANGES_FOLDER)).catch(() => []))
      .map(placeOfSet)
      .filter((place) => setOfPlace(place) !== undefined && isFolder(join(root, place)));
    for (const place of [...top, SCHEMA_FOLDER, SYSTEM_FOLDER, ...sets]) {
      const names = await namesIn(join(root, place));
      for (const name of names) {
        if (isForeignName(name)) found.push({ place, name });
        if (yielder.exhausted) await yielder.yieldToEventLoop();
      }
    }
    return found;
  }
}
