/** Walks as files, so that every value is as it stands here, and short ways to ask for them. */
import { type LongIndex, listIndex, type WholeIndex } from '../../../server/content/reading/index-listing.js';
import { type QueryWords, queryObjects } from '../../../server/content/reading/query.js';
import { listObjects } from '../../../server/content/reading/read.js';
import { isJsonObject, type JsonObject } from '../../../server/contract/values.js';
import type { Site } from '../../../server/site.js';
import { shownIn, type TestSite } from '../../helpers/site.js';
import { makeWalks } from './walks.js';

export const idsOf = (list: unknown): string =>
  Array.isArray(list) ? list.map((one: { id: string }) => one.id).join(' ') : 'no list';

export const query = async ({ site }: Pick<TestSite, 'site'>, words: QueryWords = {}, collection = 'walks') =>
  idsOf(shownIn(await queryObjects(site, collection, words)).data);

export const list = async ({ site }: Pick<TestSite, 'site'>, words: object, collection = 'walks') =>
  idsOf(shownIn(await listObjects(site, collection, { sort: 'id', order: 'asc', ...words })).objects);

/** The text of an index, whole or in pieces. */
export async function textOf(listing: WholeIndex | LongIndex): Promise<string> {
  if ('bytes' in listing) return listing.bytes.toString();
  let text = '';
  for await (const piece of listing.body) text += piece;
  return text;
}

/** The index as its body reads. */
export async function index(site: Site, collection: string, words: object = {}): Promise<JsonObject> {
  const text = await textOf(await listIndex(site, collection, words));
  const value: unknown = JSON.parse(text);
  return isJsonObject(value) ? value : {};
}

export const WALKS: Record<string, unknown>[] = [
  {
    id: 'a',
    title: 'River walk',
    km: 12,
    level: 'easy',
    open: true,
    tags: ['water', 'Long'],
    note: 'Bring boots',
  },
  { id: 'b', title: 'river bank', km: 3, level: 'hard', open: false, tags: ['water'], note: '' },
  { id: 'c', title: 'Old mill', km: 7, level: 'easy', open: true, tags: [], code: 'sesame' },
  { id: 'd', title: 'Item 10', open: true, note: 'The old miller&apos;s boots' },
  { id: 'e', title: 'Item 9', km: 3, level: null, open: false, note: '<p>Up the <b>hill</b></p>' },
].map((one) => ({
  ...one,
  created: '2026-01-01T00:00:00.000Z',
  modified: `2026-01-0${'abcde'.indexOf(one.id) + 1}T00:00:00.000Z`,
}));

export const makeFiled = () =>
  makeWalks({ files: Object.fromEntries(WALKS.map((one) => [`walks/${one.id}.json`, one])) });
