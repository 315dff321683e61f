/** One collection of a static copy: its answers, the addresses in them, and its files on disk. */
import { isJsonObject } from '../contract/values.js';
import { invalid } from '../errors.js';
import { etagOf } from '../store/catalogue/row.js';
import { AddressFinder, replaceAddresses } from './find-addresses.js';
import { digestOf, type OwnedFiles } from './owned-files.js';
import type { CollectionCopy } from './read-collection.js';

/** A recipe in one spelling. Throws `invalid` for one without parameters. */
export function recipeOf(query: string): string {
  const sorted = sortedQuery(query.replace(/^\?/, ''));
  if (!/=./.test(sorted)) {
    throw invalid(`--recipe takes parameters of images such as w=400&format=webp, not "${query}"`);
  }
  return sorted;
}

/** A query sorted by name, without the version of the image. */
function sortedQuery(query: string): string {
  const parameters = new URLSearchParams(query);
  parameters.delete('hash');
  parameters.sort();
  return parameters.toString();
}

/** An address in the spelling of `addresses.json`. */
function keyOf(address: string): string {
  const mark = address.indexOf('?');
  if (mark < 0) return address;
  const query = sortedQuery(address.slice(mark + 1));
  return query === '' ? address.slice(0, mark) : `${address.slice(0, mark)}?${query}`;
}

/** The addresses in an answer; none of them has a host. */
const foundIn = (text: string) => new AddressFinder([]).in(text, 'script');

/** The addresses in the answers of a collection, and those of the recipes for its image values. */
export function addressesIn({ pages, index }: CollectionCopy, recipes: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const bytes of [...pages, index]) {
    for (const { address } of foundIn(bytes.toString('latin1'))) found.add(keyOf(address));
  }
  const addRecipes = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('url' in value && typeof value.url === 'string' && value.url.startsWith('/imageworks/')) {
      for (const recipe of recipes) found.add(keyOf(`${value.url}?${recipe}`));
    }
    for (const part of Object.values(value)) addRecipes(part);
  };
  for (const page of pages) addRecipes(JSON.parse(page.toString()));
  return found;
}

/** Writes the answers. `base`: the URL that addresses in them get. */
export async function writeCollection(
  owned: OwnedFiles,
  { id, settings, schema, index, pages }: CollectionCopy,
  { paths, base }: { paths: ReadonlyMap<string, string>; base: string | undefined },
): Promise<{ objects: number; listed: string }> {
  const based = (bytes: Buffer): Buffer => {
    if (base === undefined) return bytes;
    const text = bytes.toString('latin1');
    const changed = replaceAddresses(text, foundIn(text), ({ address }) => {
      const path = paths.get(keyOf(address));
      return path === undefined ? undefined : `${base}/${path}`;
    });
    return Buffer.from(changed, 'latin1');
  };
  const revs: Record<string, string> = {};
  for (const [at, page] of pages.entries()) {
    const written: Promise<void>[] = [owned.put(`lists/${id}/${at + 1}.json`, based(page))];
    for (const object of objectsIn(page)) {
      const bytes = Buffer.from(JSON.stringify(object));
      revs[object.id] = etagOf(bytes).slice(1, -1);
      written.push(owned.put(`objects/${id}/${object.id}.json`, based(bytes)));
    }
    await Promise.all(written);
  }
  const place = `collections/${id}`;
  const listed = JSON.stringify(revs);
  await owned.put(`${place}/settings.json`, settings);
  await owned.put(`${place}/schema.json`, schema);
  await owned.put(`${place}/index.json`, based(index));
  await owned.put(`${place}/revs.json`, listed);
  await owned.put(`${place}/addresses.json`, JSON.stringify(Object.fromEntries([...paths].sort())));
  return { objects: Object.keys(revs).length, listed: digestOf(listed) };
}

function objectsIn(page: Buffer): { id: string }[] {
  const list: unknown = JSON.parse(page.toString());
  const objects = isJsonObject(list) && Array.isArray(list.objects) ? list.objects : [];
  return objects.filter((object) => hasId(object));
}

const hasId = (value: unknown): value is { id: string } =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';
