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
import type { ClientOptions, ListOptions } from '../index.js';
import * as names from '../names.js';
import type { Parts } from '../parts.js';
import { type Known, readAgain } from '../replica.js';
import * as sync from '../sync.js';
import { isFollowed, saved, startFollowing } from './follow.js';
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

/** What was remembered by an earlier run. */
function storedState({ meta }: LoaderContext): State | undefined {
  try {
    return JSON.parse(meta.get(STATE) ?? '');
  } catch {
    return undefined;
  }
}

/** Whether the store has what a state says: Astro may have emptied it since. */
const isOf = ({ store }: LoaderContext, state: State | undefined, request: string): state is State =>
  state?.request === request && state.count === store.keys().length;

/** Fills a content collection from a collection of the folder. */
export function plinthLoader(collection: string, options: PlinthLoaderOptions = {}): PlinthLoader {
  const connection = new Connection({ cache: false, ...options }, PARTS);
  const client = clientOf(connection);
  const wanted = requestOf(options);
  const jsonSchema = () =>
    client.json(`/api/collections/${encodeURIComponent(collection)}/schema/json-schema`);

  /** The entries of objects; all are parsed before the first is stored. */
  const entriesOf = (context: LoaderContext, objects: readonly { id: string }[]) =>
    Promise.all(
      objects.map(async (object) => {
        const data = await context.parseData({ id: object.id, data: { ...object } });
        const html = options.content === undefined ? undefined : Object(object)[options.content];
        const rendered = typeof html === 'string' ? { rendered: { html: client.richText(html) } } : {};
        return { id: object.id, data, digest: context.generateDigest(data), ...rendered };
      }),
    );

  /**
   * Brings what has changed since the last time into the store, in one change of it. A cursor alone is not stored: pages
   * would be reloaded for it.
   */
  async function update(
    context: LoaderContext,
    before: State | undefined,
    inStore: (change: () => void) => void | Promise<void>,
  ): Promise<State & { cursor?: string | undefined }> {
    const { store, meta, logger } = context;
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
    const known = isOf(context, before, request) ? before.known : undefined;
    const reading = await readAgain(connection, collection, wanted, known);
    const entries = await entriesOf(context, reading.objects);
    const stored = new Set(store.keys());
    const ids = new Set(reading.objects.map(({ id }) => id));
    const gone = reading.complete
      ? [...stored].filter((id) => !ids.has(id))
      : reading.deleted.filter((id) => stored.has(id));
    const count = new Set([...stored, ...ids]).size - gone.length;
    const next: State = { request, count, ...(reading.known && { known: reading.known }) };
    if (!known || entries.length + gone.length > 0) {
      await inStore(() => {
        for (const id of gone) store.delete(id);
        for (const entry of entries) store.set(entry);
        meta.set(STATE, JSON.stringify(next));
      });
      logger.info(`${collection}: ${count} entries, ${entries.length} read, ${gone.length} removed`);
    }
    return { ...next, cursor: reading.cursor };
  }

  async function load(context: LoaderContext): Promise<void> {
    const { watcher, meta, logger } = context;
    let state: Awaited<ReturnType<typeof update>> | undefined;
    try {
      state = await update(context, storedState(context), (change) => change());
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
    const since = state?.cursor;
    const follow = async () => {
      for await (const _change of client.changes({
        signal,
        ...(collections && { collections }),
        ...(since !== undefined && { since }),
      })) {
        if (!isFollowed(signal)) return;
        try {
          state = await update(context, state, (change) => saved({ watcher, meta }, change));
        } catch (error) {
          logger.error(error instanceof Error ? error.message : String(error));
        }
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
