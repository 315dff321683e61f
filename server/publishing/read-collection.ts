/** Everything the API answers about a collection, in one state of it. */
import { message } from '../contract/messages/message.js';
import { isJsonObject } from '../contract/values.js';
import { PlinthError } from '../errors.js';
import type { Source } from './source.js';

/** Objects in a page of a list. */
const PAGE = 100;

/** How often a collection is read again when it changes meanwhile. */
const ATTEMPTS = 5;

export interface CollectionCopy {
  id: string;
  settings: Buffer;
  schema: Buffer;
  jsonSchema: Buffer;
  index: Buffer;
  pages: Buffer[];
  /** Objects in all pages. */
  total: number;
  /** The cursor of the state before it was read; undefined where the server gives none. */
  cursor: string | undefined;
}

/** Reads a collection in one state. Throws `busy` when it changes all the time. */
export async function readCollection(source: Source, id: string): Promise<CollectionCopy> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const first = await source.read(listPath(id, 0));
    const cursor = first.headers['x-plinth-cursor'];
    const pages = [first.body];
    const total = totalOf(first.body);
    while (pages.length * PAGE < total) pages.push((await source.read(listPath(id, pages.length))).body);
    const index = (await source.read(`/collections/${id}/index`)).body;
    const settings = (await source.read(`/collections/${id}/settings`)).body;
    const schema = (await source.read(`/collections/${id}/schema`)).body;
    const jsonSchema = (await source.read(`/collections/${id}/schema/json-schema`)).body;
    const last = await source.read(listPath(id, 0));
    // The ETag of a list changes with any object of its collection.
    if (last.headers.etag !== first.headers.etag) continue;
    const given = typeof cursor === 'string' ? cursor : undefined;
    return { id, settings, schema, jsonSchema, index, pages, total, cursor: given };
  }
  throw new PlinthError('busy', message('collectionKeepsChanging', { id }));
}

const listPath = (id: string, page: number): string =>
  `/collections/${id}?sort=id&order=asc&limit=${PAGE}&offset=${page * PAGE}`;

function totalOf(body: Buffer): number {
  const list: unknown = JSON.parse(body.toString());
  return isJsonObject(list) && typeof list.total === 'number' ? list.total : 0;
}
