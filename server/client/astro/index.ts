/** `plinth/astro`: a loader that fills a content collection of Astro from a folder (resources/docs/astro.md). */
import * as cache from '../cache.js';
import * as changes from '../changes.js';
import { clientOf } from '../client.js';
import { PlinthError } from '../errors.js';
import type { ClientOptions, ListOptions, Synced } from '../index.js';
import * as names from '../names.js';
import type { Parts } from '../parts.js';
import * as sync from '../sync.js';
import { isFollowed, startFollowing } from './follow.js';
import type { LoaderContext, PlinthLoader } from './types.js';
import { astroZod, type JsonSchema, zodOf } from './zod.js';

export interface PlinthLoaderOptions extends ClientOptions, Omit<ListOptions, 'limit' | 'offset' | 'signal'> {
  /** Property with rich text for `render(entry)`. */
  content?: string;
}

/** All at once: Astro has closed its module loader when a collection is loaded. */
const PARTS: Parts = {
  cache: async () => cache,
  changes: async () => changes,
  names: async () => names,
  sync: async () => sync,
};
const z = await astroZod();

/** Where the content of a collection was when it was read. */
interface State {
  cursor: string;
  /** What was asked for, and the schema the answers were checked by. */
  request: string;
  count: number;
}

const STATE = 'plinth';

/** The part of a loader's options that requests are made of. */
const requestOf = ({
  filter,
  sort,
  search,
  expand,
  fields,
  locale,
  drafts,
}: PlinthLoaderOptions): ListOptions => ({
  ...(filter && { filter }),
  ...(sort && { sort }),
  ...(search !== undefined && { search }),
  ...(expand && { expand }),
  ...(fields && { fields }),
  ...(locale !== undefined && { locale }),
  ...(drafts !== undefined && { drafts }),
});

function stateOf(context: LoaderContext, request: string): State | undefined {
  try {
    const state: State = JSON.parse(context.meta.get(STATE) ?? '');
    // Astro may have emptied the store since.
    return state.request === request && state.count === context.store.keys().length ? state : undefined;
  } catch {
    return undefined;
  }
}

/** Fills a content collection from a collection of the folder. */
export function plinthLoader(collection: string, options: PlinthLoaderOptions = {}): PlinthLoader {
  const client = clientOf({ cache: false, ...options }, PARTS);
  const wanted = requestOf(options);
  const jsonSchema = () =>
    client.json(`/api/collections/${encodeURIComponent(collection)}/schema/json-schema`);

  /** Brings entries into the store, all of them or none. */
  async function store(context: LoaderContext, { objects, deleted, complete }: Synced<{ id: string }>) {
    const parsed = [];
    for (const object of objects) {
      const data = await context.parseData({ id: object.id, data: { ...object } });
      const html = options.content === undefined ? undefined : Object(object)[options.content];
      const rendered = typeof html === 'string' ? { rendered: { html: client.richText(html) } } : {};
      parsed.push({ id: object.id, data, digest: context.generateDigest(data), ...rendered });
    }
    const ids = new Set(objects.map(({ id }) => id));
    const gone = complete ? context.store.keys().filter((id) => !ids.has(id)) : deleted;
    for (const id of gone) context.store.delete(id);
    for (const entry of parsed) context.store.set(entry);
    return { changed: parsed.length, gone: gone.length };
  }

  /** Reads what has changed since the last time. Resolves with the cursor, if the server has them. */
  async function update(context: LoaderContext): Promise<string | undefined> {
    const request = context.generateDigest(
      JSON.stringify([client.url, collection, wanted, options.content, await jsonSchema()]),
    );
    const state = stateOf(context, request);
    const reader = client.collection(collection);
    // Objects inside others change without the objects around them.
    const known = state && (await isCurrent(state.cursor)) ? state.cursor : undefined;
    const synced = await reader.sync(known, wanted);
    const { changed, gone } = await store(context, synced);
    const { cursor } = synced;
    if (cursor !== undefined) {
      const next: State = { cursor, request, count: context.store.keys().length };
      context.meta.set(STATE, JSON.stringify(next));
    }
    const count = context.store.keys().length;
    context.logger.info(`${collection}: ${count} entries, ${changed} read, ${gone} removed`);
    return cursor;
  }

  /** Whether the changes of the collection are all there are to know. */
  async function isCurrent(cursor: string): Promise<boolean> {
    if (!wanted.expand?.length) return true;
    try {
      const { data } = Object(await client.json('/api/changes', { since: cursor, limit: '1' }));
      return Array.isArray(data) && data.length === 0;
    } catch (error) {
      if (error instanceof PlinthError && error.code === 'expired-cursor') return false;
      throw error;
    }
  }

  async function load(context: LoaderContext): Promise<void> {
    const { watcher, logger } = context;
    let cursor: string | undefined;
    try {
      cursor = await update(context);
    } catch (error) {
      // A site must not be built without its content; while it is written, what was read before stays.
      if (watcher === undefined || context.store.keys().length === 0) throw error;
      logger.error(
        `${collection}: the content could not be read: ${error instanceof Error ? error.message : error}`,
      );
    }
    if (watcher === undefined) return;
    const signal = startFollowing(watcher, collection);
    const collections = wanted.expand?.length ? undefined : [collection];
    const follow = async () => {
      for await (const _change of client.changes({
        signal,
        ...(collections && { collections }),
        ...(cursor !== undefined && { since: cursor }),
      })) {
        if (isFollowed(signal)) await update(context).catch((error: Error) => logger.error(error.message));
      }
    };
    follow().catch((error: Error) => logger.error(error.message));
  }

  return {
    name: 'plinth',
    load,
    async schema() {
      const whole: JsonSchema = Object(await jsonSchema());
      const { expand = [], locale, fields } = wanted;
      const schema = zodOf(z, whole, {
        expanded: expand,
        oneLanguage: locale !== undefined,
        fields,
      });
      return schema as never;
    },
  };
}
