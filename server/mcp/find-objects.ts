/** Objects as AI clients find them: by criteria as `/query` does, and by words, those with most of them first. */
import { filterFrom, searchFrom, settledSort } from '../content/asked.js';
import type { Collection } from '../content/collections.js';
import { findRows, readableBytes } from '../content/find.js';
import { queryPage } from '../content/query.js';
import { isJsonObject, type JsonObject } from '../contract/values.js';
import { holdsTerm, parseSearch } from '../query/search-terms.js';
import { collapse, searchableText } from '../query/searchable.js';
import { Slices } from '../store/slices.js';
import { hiddenIn, namesAsked, refuseHidden, shownObject } from './exposure.js';
import type { Format } from './rich-text.js';
import type { McpSite } from './tool.js';
import { seesDrafts, type Visitor } from './visitor.js';

/** So many of the objects that hold a word are weighed against each other; the first of the collection's order. */
const MOST_WEIGHED = 1000;

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

/** What is left out for a visitor, whatever he asks for. */
const unseen = (visitor: Visitor): string => (seesDrafts(visitor) ? '' : 'draft:true');

const list = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(',');

/** Objects by criteria. Throws `invalid` for words that cannot be read or speak of what is not shown. */
export async function objectsBy(
  site: McpSite,
  visitor: Visitor,
  { settings, schema }: Collection,
  { include, exclude, sort, limit, offset, format }: Asked,
): Promise<FoundObjects> {
  refuseHidden(schema, namesAsked({ include, exclude, sort }));
  const hidden = hiddenIn(schema);
  const page = await queryPage(site, settings.id, {
    include,
    exclude: list(exclude, unseen(visitor)),
    sort: sort === '' && hidden.includes(settings.sortBy) ? 'id' : sort,
    limit: String(limit),
    offset: String(offset),
  });
  return { items: page.objects.map((object) => shownObject(schema, object, format)), total: page.total };
}

export interface Weighed {
  readonly weight: number;
  readonly object: JsonObject;
}

/** The objects of a collection that hold any of the words, with how many of them each holds. Throws `invalid`. */
export async function objectsWith(
  site: McpSite,
  visitor: Visitor,
  collection: Collection,
  words: string,
): Promise<{ found: Weighed[]; total: number }> {
  const { settings, schema } = collection;
  const terms = searchFrom(words)?.terms ?? [];
  if (terms.length === 0) return { found: [], total: 0 };
  const { rows, shelf, total } = await findRows(site, settings.id, {
    filter: filterFrom({ exclude: unseen(visitor) }),
    search: { any: true, terms },
    sort: settledSort(collection),
  });
  const found: Weighed[] = [];
  const slices = new Slices();
  let known = 0;
  for (const bytes of readableBytes(shelf, rows.slice(0, MOST_WEIGHED))) {
    const object: unknown = JSON.parse(bytes.toString());
    if (!isJsonObject(object)) continue;
    // A word in what is not shown must not be found, nor be told by a count.
    const text = collapse(searchableText(shownObject(schema, object, 'html')));
    const weight = terms.filter((term) => holdsTerm(text, term)).length;
    known += 1;
    if (weight > 0) found.push({ weight, object });
    if (slices.spent) await slices.pause();
  }
  found.sort((a, b) => b.weight - a.weight);
  return { found, total: hiddenIn(schema).length > 0 ? found.length : total - (known - found.length) };
}

/** Where rich text is searched, the words around the first of those that were looked for. */
export function excerpt(schema: Collection['schema'], object: JsonObject, words: string): string {
  const { id: _id, created: _created, modified: _modified, ...values } = shownObject(schema, object, 'text');
  const text = Object.values(values)
    .filter((value) => typeof value === 'string')
    .join(' · ');
  const first = parseSearch(words)?.terms[0]?.text ?? '';
  const at = Math.max(0, text.toLowerCase().indexOf(first) - 60);
  return text.length <= 240 ? text : `${at > 0 ? '…' : ''}${text.slice(at, at + 240)}…`;
}
