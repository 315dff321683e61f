/** Conflict copies that sync tools leave beside the uploaded files of objects, by their names. */
import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import { Yielder } from '../../async/yielder.js';
import { isLegalId } from '../../contract/names.js';
import { codeOf } from '../disk/fs-errors.js';
import type { Layout } from '../disk/layout.js';
import { entriesIn } from '../disk/names-in.js';
import type { FileCopy } from '../types/maintenance.js';
import { originalFiles } from './conflict-names.js';

/** Max copies found; further ones are found once these are resolved. */
const MAX_COPIES = 1000;

const UNREADABLE: ReadonlySet<string> = new Set(['EACCES', 'EPERM']);

/** None where there is no such folder, or one that this user may not read. */
async function itemsOf(folder: string): Promise<readonly Dirent[]> {
  try {
    return await entriesIn(folder);
  } catch (error) {
    if (UNREADABLE.has(codeOf(error) ?? '')) return [];
    throw error;
  }
}

class Walk {
  readonly found: FileCopy[] = [];
  readonly #yielder = new Yielder();

  async ofCollection(folder: string, collection: string): Promise<void> {
    for (const item of await itemsOf(folder)) {
      if (!item.isDirectory() || !isLegalId(item.name)) continue;
      await this.#below(join(folder, item.name), { collection, id: item.name }, '');
    }
  }

  /** Copies in a folder of an object, and in those below it. */
  async #below(folder: string, object: { collection: string; id: string }, prefix: string): Promise<void> {
    const items = (await itemsOf(folder)).filter(({ name }) => !name.startsWith('.'));
    const names = new Set(items.filter((item) => item.isFile()).map(({ name }) => name));
    for (const name of names) {
      if (this.found.length === MAX_COPIES) return;
      const originals = [...originalFiles(name)].filter((original) => names.has(original));
      if (originals.length > 0) {
        const paths = originals.map((original) => prefix + original);
        this.found.push({ ...object, path: prefix + name, originals: paths });
      }
      if (this.#yielder.exhausted) await this.#yielder.yieldToEventLoop();
    }
    for (const item of items) {
      if (item.isDirectory()) await this.#below(join(folder, item.name), object, `${prefix}${item.name}/`);
    }
  }
}

/** At most a thousand. */
export async function findFileCopies(layout: Layout, collections: readonly string[]): Promise<FileCopy[]> {
  const walk = new Walk();
  for (const collection of collections) await walk.ofCollection(layout.collection(collection), collection);
  return walk.found;
}
