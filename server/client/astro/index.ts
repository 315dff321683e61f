/**
 * `plinth/astro`: a loader that fills a content collection of Astro from a folder (resources/docs/astro.md). All
 * entries are parsed before the first is stored, so that a failed read never empties a collection. Astro's image
 * services encode or fetch images themselves, so images are a component instead.
 */
import * as cache from '../cache.js';
import * as changes from '../changes.js';
import { clientOf } from '../client.js';
import { Connection } from '../connection.js';
import * as copy from '../copy.js';
import * as failures from '../failures.js';
import type { ClientOptions, ListOptions, Synced } from '../index.js';
import * as names from '../names.js';
import type { Parts } from '../parts.js';
import { type Known, readAgain } from '../replica.js';
import * as sync from '../sync.js';
import { isFollowed, savedAtOnce, startFollowing } from './follow.js';
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
  copy: async () => copy,
  failures: async () => failures,
  names: async () => names,
  sync: async () => sync,
};
const z = await astroZod();

/** What is remembered of a collection that was read. */
interface State {
  known?: Known;
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

/** Changes the store of Astro, which in `astro dev` is saved at once. */
const inStore = ({ watcher }: LoaderContext, change: () => void): void =>
  watcher ? savedAtOnce(change) : change();

/** Fills a content collection from a collection of the folder. */
export function plinthLoader(collection: string, options: PlinthLoaderOptions = {}): PlinthLoader {
  const connection = new Connection({ cache: false, ...options }, PARTS);
  const client = clientOf(connection);
  const wanted = requestOf(options);
  const jsonSchema = () =>
    client.json(`/api/collections/${encodeURIComponent(collection)}/schema/json-schema`);

  /** Brings entries into the store, all of them or none. */
  async function store(context: LoaderContext, { objects, deleted, complete }: Synced<{ id: string }>) {
    const parsed: Parameters<LoaderContext['store']['set']>[0][] = [];
    for (const object of objects) {
      const data = await context.parseData({ id: object.id, data: { ...object } });
      const html = options.content === undefined ? undefined : Object(object)[options.content];
      const rendered = typeof html === 'string' ? { rendered: { html: client.richText(html) } } : {};
      parsed.push({ id: object.id, data, digest: context.generateDigest(data), ...rendered });
    }
    const ids = new Set(objects.map(({ id }) => id));
    const gone = complete ? context.store.keys().filter((id) => !ids.has(id)) : deleted;
    const change = () => {
      for (const id of gone) context.store.delete(id);
      for (const entry of parsed) context.store.set(entry);
    };
    inStore(context, change);
    return { changed: parsed.length, gone: gone.length };
  }

  /** Reads what has changed since the last time. Resolves with the cursor, if the server has them. */
  async function update(context: LoaderContext): Promise<string | undefined> {
    const request = context.generateDigest(
      JSON.stringify([
        connection.place,
        connection.perspective,
        collection,
        wanted,
        options.content,
        await jsonSchema(),
      ]),
    );
    const reading = await readAgain(connection, collection, wanted, stateOf(context, request)?.known);
    const { changed, gone } = await store(context, reading);
    const { cursor, known } = reading;
    const count = context.store.keys().length;
    const next: State = { request, count, ...(known && { known }) };
    inStore(context, () => context.meta.set(STATE, JSON.stringify(next)));
    context.logger.info(`${collection}: ${count} entries, ${changed} read, ${gone} removed`);
    return cursor;
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
    const signal = startFollowing(watcher, context.collection);
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
