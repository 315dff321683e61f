/** An open site in a fresh temp folder: the real store, library and operations, nothing stood in for. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createCollection } from '../../server/content/collections/manage-collections.js';
import { createObject } from '../../server/content/objects/write.js';
import type { IndexOptions } from '../../server/content/text-index/text-indexes.js';
import { type Details, onWire } from '../../server/contract/messages/message.js';
import type { ChangeEvent } from '../../server/contract/wire.js';
import type { WriteSite } from '../../server/routes/route.js';
import { openSite } from '../../server/site.js';
import { keptImages } from './images.js';
import { ORIGIN } from './origin.js';

export interface SiteSeed {
  /** Files of the folder before it is opened, by path; values that are no text are written as JSON. */
  files?: Record<string, unknown>;
  /** Schema documents, put into `.schemas/` before the folder is opened: checking each costs more than most tests. */
  schemas?: Record<string, unknown>[];
  /** Settings of collections, created in their order. */
  collections?: Record<string, unknown>[];
  /** Objects per collection, created in their order. */
  objects?: Record<string, Record<string, unknown>[]>;
  trust?: boolean;
  now?: () => Date;
  wordIndexes?: IndexOptions;
  /** The caller closes and removes it: for sites of a whole file, made in `beforeAll`. */
  manual?: boolean;
}

export interface TestSite {
  /** Its changes have the origin `ORIGIN`. */
  site: WriteSite;
  /** The data folder. */
  folder: string;
  cache: string;
  state: string;
  /** Every event since the site was seeded. */
  events: ChangeEvent[];
  /** What the site logged. */
  log: string[];
  /** Absolute path below the data folder. */
  path(...parts: string[]): string;
  /** Writes a file as another program would; values that are no text become JSON. */
  place(path: string, content: unknown): Promise<void>;
  /** A file's JSON. */
  read(path: string): Promise<Record<string, unknown>>;
  /** The same folder, cache and state opened once more, as another process would. */
  openAgain(): Promise<WriteSite>;
  /** Closes everything and removes the temp folder. */
  cleanup(): Promise<void>;
}

async function placeAt(path: string, content: unknown): Promise<void> {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
}

/** Opens a site in a fresh temp folder and removes it when the test is over. */
export async function makeSite(seed: SiteSeed = {}): Promise<TestSite> {
  const temp = await mkdtemp(join(tmpdir(), 'plinth-'));
  const [folder, cache, state] = [join(temp, 'data'), join(temp, 'cache'), join(temp, 'state')];
  await mkdir(folder);
  for (const [path, content] of Object.entries(seed.files ?? {})) await placeAt(join(folder, path), content);
  for (const schema of seed.schemas ?? [])
    await placeAt(join(folder, '.schemas', `${schema.id}.json`), schema);

  const log: string[] = [];
  const opened: WriteSite[] = [];
  const open = async () => {
    const opening = await openSite({
      folder,
      cache,
      state,
      // Nobody else has the folder: to lock it would start a process.
      exclusive: true,
      startImages: keptImages,
      log: (level, message, error) =>
        log.push(`${level}: ${message}${error === undefined ? '' : ` ${error}`}`),
      ...(seed.trust !== undefined && { trust: seed.trust }),
      ...(seed.now && { now: seed.now }),
      ...(seed.wordIndexes && { wordIndexes: seed.wordIndexes }),
    });
    const site = Object.assign(opening, { change: ORIGIN });
    opened.push(site);
    return site;
  };
  const cleanup = async () => {
    for (const site of opened.splice(0)) await site.close();
    await rm(temp, { recursive: true, force: true });
  };
  if (!seed.manual) onTestFinished(cleanup);

  const site = await open();
  for (const { id } of seed.schemas ?? []) {
    if (!site.library.schema(String(id))) throw new Error(`The seed's schema "${id}" is not sound`);
  }
  for (const settings of seed.collections ?? []) await createCollection(site, settings);
  for (const [collection, objects] of Object.entries(seed.objects ?? {})) {
    for (const object of objects) await createObject(site, collection, object);
  }
  const events: ChangeEvent[] = [];
  site.events.on((event) => events.push(event));
  return {
    site,
    folder,
    cache,
    state,
    events,
    log,
    path: (...parts) => join(folder, ...parts),
    place: (path, content) => placeAt(join(folder, path), content),
    read: async (path) => JSON.parse(await readFile(join(folder, path), 'utf8')),
    openAgain: open,
    cleanup,
  };
}

/** The value of an answer's bytes. */
export const shownIn = (answer: { bytes: Buffer }): Record<string, unknown> =>
  JSON.parse(answer.bytes.toString());

/** What a promise is refused with, as `kind` and `details`; fails when it is not. */
export async function refusal(
  promise: Promise<unknown>,
): Promise<{ kind: unknown; message: string; details: unknown }> {
  try {
    await promise;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { kind, details } = { kind: undefined, details: undefined, ...error } as {
      kind: unknown;
      details: Details | undefined;
    };
    return { kind, message: error.message, details: details && onWire(details).details };
  }
  throw new Error('The promise was kept, though it should have been refused');
}
