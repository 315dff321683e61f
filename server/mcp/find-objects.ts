/** Finds objects for MCP clients: by criteria as `/query` does, and by words as the search of the folder does. */

import { type Answer, publicAnswer } from '../content/answers/answer.js';
import { boundCollection } from '../content/core/bound-collection.js';
import type { Collection } from '../content/model/collection.js';
import { findRows, requestOf } from '../content/reading/find-rows.js';
import { type SearchRequest, searchFolder } from '../content/reading/search-folder.js';
import type { JsonObject } from '../contract/values.js';
import { PlinthError } from '../errors.js';
import type { Format } from '../rich-text/formats.js';
import type { CollectionIndex, Row } from '../store/types/catalogue.js';
import { type McpClient, readsUnpublished } from './client.js';
import { objectResult, type ReadObject } from './object-result.js';
import { objectOf } from './revisions.js';
import type { McpSite } from './tool.js';
import { hiddenIn, isVisible, queriedNames, rejectHidden, visibleObject } from './visibility.js';

export interface FoundObjects {
  readonly items: JsonObject[];
  readonly total: number;
}

interface Asked {
  readonly include: string;
  readonly exclude: string;
  readonly sort: string;
  readonly limit: number;
  readonly offset: number;
  readonly format: Format;
}

/** Objects by criteria. Throws `invalid` for malformed criteria or hidden properties. */
export async function objectsBy(
  site: McpSite,
  client: McpClient,
  collection: Collection,
  { include, exclude, sort, limit, offset, format }: Asked,
): Promise<FoundObjects> {
  const { settings, schema } = collection;
  rejectHidden(schema, queriedNames({ include, exclude, sort }));
  const hidden = hiddenIn(schema);
  const order = sort === '' && hidden.includes(settings.sortBy) ? 'id' : sort;
  const bound = await boundCollection(site, settings.id);
  const words = { include, exclude, sort: order, ...(!readsUnpublished(client) && { published: '1' }) };
  const { rows, collectionIndex, total } = await findRows(site, bound, {
    ...(await requestOf(site, bound, words)),
    page: { limit, offset },
  });
  const items: JsonObject[] = [];
  for (const read of readRows(collectionIndex, rows))
    items.push(await objectResult(site, collection, read, format));
  return { items, total };
}

/** The objects of rows, one at a time; unreadable ones are skipped. */
function* readRows(collectionIndex: CollectionIndex, rows: readonly Row[]): Generator<ReadObject> {
  for (const row of rows) {
    let answer: Answer;
    try {
      answer = publicAnswer(collectionIndex, row);
    } catch (error) {
      if (error instanceof PlinthError) continue;
      throw error;
    }
    yield { object: objectOf(answer.bytes), ...answer };
  }
}

/** Whether something of the objects of a schema is hidden; what is in an item depends on the item. */
const hides = ({ properties }: Collection['schema']): boolean =>
  [...properties.values()].some((property) => !isVisible(property) || property.children !== undefined);

/** What a search finds in some collections, the best first. */
export const objectsWith = (
  site: McpSite,
  client: McpClient,
  asked: Pick<SearchRequest, 'q' | 'collections' | 'limit' | 'offset'>,
): ReturnType<typeof searchFolder> =>
  site.queries.inAll(() =>
    searchFolder(site, {
      ...asked,
      shape: undefined,
      mayRead: () => true,
      published: !readsUnpublished(client),
      visible: { hides, of: (schema, object) => visibleObject(schema, object, 'html') },
    }),
  );

/** The objects of some ids, in their order; those that are gone or unreadable are left out. */
export async function objectsOf(
  site: McpSite,
  collection: Collection,
  ids: readonly string[],
): Promise<ReadObject[]> {
  const { collectionIndex } = await boundCollection(site, collection.settings.id);
  const rows = ids.map((id) => collectionIndex.get(id)).filter((row) => row !== undefined);
  return [...readRows(collectionIndex, rows)];
}
