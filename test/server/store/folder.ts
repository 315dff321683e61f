/** A data folder of its own for a test, and a store on it. */
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ChangeEvent } from '../../../server/contract/wire.js';
import { openStore } from '../../../server/store/open.js';
import type { Store } from '../../../server/store/store.js';
import type { Entry, Projection } from '../../../server/store/types/catalogue.js';
import { put } from './files.js';

export { put };

export interface Places {
  folder: string;
  cache: string;
  state: string;
}

/** In every folder from its first change on. */
const FORMAT = '.system/format.json';

/** Fresh folders, removed after the test. */
export function freshPlaces(): Places {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'plinth-store-')));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const places = { folder: join(base, 'data'), cache: join(base, 'cache'), state: join(base, 'state') };
  mkdirSync(places.folder);
  return places;
}

/** Makes a file look as if it had been written long ago: a snapshot does not rely on fresh ones. */
export function age(path: string): void {
  const past = new Date('2026-01-01T00:00:00Z');
  utimesSync(path, past, past);
}

/** Paths of all files below a folder, in order, without that of its format. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => !item.isDirectory())
    .map((item) => join(item.parentPath, item.name).slice(folder.length + 1))
    .filter((path) => path !== FORMAT)
    .sort();
}

/** Entries of id and title; answers are the document. */
export const plain: Projection = {
  key: 'plain',
  entry: ({ id, title = null, rank = null }): Entry => ({ id, title, rank }),
  bytes: (document) => Buffer.from(JSON.stringify(document)),
};

export interface TestStore extends Store {
  messages: string[];
}

/** Opens a store that nobody else has, closed after the test, with the collection `blog` projected. */
export async function openHere(places: Places, now?: () => Date): Promise<TestStore> {
  const messages: string[] = [];
  const log = (_level: string, message: string) => messages.push(message);
  const store = await openStore({ ...places, exclusive: true, log, ...(now ? { now } : {}) });
  onTestFinished(() => store.close());
  store.catalogue.project('blog', plain);
  return { ...store, messages };
}

/** A folder with the collection `blog` and these objects, opened. */
export async function blogWith(
  ...objects: { id: string; [key: string]: unknown }[]
): Promise<{ places: Places; store: TestStore }> {
  const places = freshPlaces();
  put(places.folder, { 'blog/.meta.json': { id: 'blog', schema: 'blog', name: 'Blog' } });
  for (const object of objects) put(places.folder, { [`blog/${object.id}.json`]: object });
  return { places, store: await openHere(places) };
}

/** The next outside change that `wanted` is true of. */
export function nextChange(
  store: Store,
  wanted: (event: ChangeEvent) => boolean = () => true,
): Promise<ChangeEvent> {
  return new Promise((resolve) => {
    const stop = store.onOutsideChange((event) => {
      if (!wanted(event)) return;
      stop();
      resolve(event);
    });
  });
}
