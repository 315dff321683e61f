/** Finds objects for MCP clients: by criteria as `/query` does, and by words, best matches first. */

import { Yielder } from '../async/yielder.js';
import { type Answer, publicAnswer } from '../content/answers/answer.js';
import { boundCollection } from '../content/core/bound-collection.js';
import { liveNow } from '../content/core/live.js';
import type { Collection } from '../content/model/collection.js';
import { findRows, requestOf } from '../content/reading/find-rows.js';
import { collectionSort, searchFrom } from '../content/search/query-params.js';
import type { JsonObject } from '../contract/values.js';
import { PlinthError } from '../errors.js';
import { NO_FILTER } from '../query/criteria.js';
import { holdsTerm, parseSearch } from '../query/search-terms.js';
import { collapse, searchableText } from '../query/searchable.js';
import type { Format } from '../rich-text/formats.js';
import { searchMarkup } from '../schemas/search-markup.js';
import type { CollectionIndex, Row } from '../store/types/catalogue.js';
import { type McpClient, readsUnpublished } from './client.js';
import { objectResult, type ReadObject } from './object-result.js';
import { objectOf } from './revisions.js';
import type { McpSite } from './tool.js';
import { hiddenIn, queriedNames, rejectHidden, visibleObject } from './visibility.js';

/** Only this many objects with a word are ranked; the first ones in the collection's order. */
const MAX_SIZED = 1000;

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

export interface SizedObject extends ReadObject {
  readonly weight: number;
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

/** The objects of a collection that contain any of the words, with the number of matching words. Throws `invalid`. */
export async function objectsWith(
  site: McpSite,
  client: McpClient,
  collection: Collection,
  words: string,
): Promise<{ found: SizedObject[]; total: number }> {
  const { settings, schema } = collection;
  const terms = searchFrom(words)?.terms ?? [];
  if (terms.length === 0) return { found: [], total: 0 };
  const bound = await boundCollection(site, settings.id);
  const { rows, collectionIndex, total } = await findRows(site, bound, {
    filter: NO_FILTER,
    live: readsUnpublished(client) ? undefined : await liveNow(site, bound),
    search: { any: true, terms },
    sort: collectionSort(collection),
  });
  const markup = searchMarkup(schema);
  const found: SizedObject[] = [];
  const yielder = new Yielder();
  let known = 0;
  for (const read of readRows(collectionIndex, rows.slice(0, MAX_SIZED))) {
    // Words in hidden properties must not match or be counted.
    if (yielder.exhausted) await yielder.yieldToEventLoop();
    const text = collapse(searchableText(visibleObject(schema, read.object, 'html'), markup));
    if (yielder.exhausted) await yielder.yieldToEventLoop();
    const weight = terms.filter((term) => holdsTerm(text, term)).length;
    known += 1;
    if (weight > 0) found.push({ weight, ...read });
  }
  found.sort((a, b) => b.weight - a.weight);
  return { found, total: hiddenIn(schema).length > 0 ? found.length : total - (known - found.length) };
}

/** An excerpt of rich text around the first match. */
export function excerpt(schema: Collection['schema'], object: JsonObject, words: string): string {
  const {
    id: _id,
    created: _created,
    modified: _modified,
    ...values
  } = visibleObject(schema, object, 'text');
  const text = Object.values(values)
    .filter((value) => typeof value === 'string')
    .join(' · ');
  const first = parseSearch(words)?.terms[0]?.text ?? '';
  const at = Math.max(0, text.toLowerCase().indexOf(first) - 60);
  return text.length <= 240 ? text : `${at > 0 ? '…' : ''}${text.slice(at, at + 240)}…`;
}
