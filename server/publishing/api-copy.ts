/** What a copy in the format `api` has beside its objects: lists, settings, schemas and the manifest (spec/mirror.md#api). */
import type { JsonObject } from '../contract/values.js';
import { etagOf } from '../store/catalogue/row.js';
import type { AssetUrl } from './asset-url.js';
import { Addressed, objectsIn, parsed, readable } from './copied-objects.js';
import { digestOf } from './owned-files.js';
import type { CollectionCopy } from './read-collection.js';

/** The format of the layout; a reader rejects others. */
const FORMAT = 1;

export const MANIFEST = 'plinth.json';

/** An entry of the manifest. */
export interface CollectionEntry {
  id: string;
  schema: string;
  total: number;
  pages: number;
  listed: string;
  /** Of the bytes of all pages, by which a reader sees that they belong together. */
  lists: string;
}

export interface CollectionFiles {
  /** Contents by path. */
  files: ReadonlyMap<string, string | Buffer>;
  entry: CollectionEntry;
}

/** The files of a collection, and its entry in the manifest. `objects`: as they are in the copy. */
export function collectionFiles(
  { id, pages, index, ...answers }: CollectionCopy,
  objects: ReadonlyMap<string, JsonObject>,
  { schema, url, paths }: { schema: string; url: AssetUrl | undefined; paths: ReadonlyMap<string, string> },
): CollectionFiles {
  const files = new Map<string, string | Buffer>();
  const revs: Record<string, string> = {};
  let lists = '';
  for (const [at, page] of pages.entries()) {
    const copied: JsonObject[] = [];
    for (const object of objectsIn(page)) {
      const key = String(object.id);
      revs[key] = etagOf(Buffer.from(JSON.stringify(object))).slice(1, -1);
      copied.push(objects.get(key) ?? object);
    }
    const list = JSON.stringify({ ...parsed(page), objects: copied });
    lists += list;
    files.set(`lists/${id}/${at + 1}.json`, list);
  }
  const place = `collections/${id}`;
  const listed = JSON.stringify(revs);
  const indexPath = `${place}/index.json`;
  files.set(`${place}/settings.json`, answers.settings);
  files.set(`${place}/schema.json`, answers.schema);
  files.set(`${place}/json-schema.json`, answers.jsonSchema);
  files.set(indexPath, url ? new Addressed(index).at(indexPath, url, paths) : index);
  files.set(`${place}/revs.json`, listed);
  files.set(`${place}/addresses.json`, JSON.stringify(Object.fromEntries([...paths].sort())));
  const total = Object.keys(revs).length;
  const digests = { listed: digestOf(listed), lists: digestOf(lists) };
  return { files, entry: { id, schema, total, pages: pages.length, ...digests } };
}

export interface ManifestFacts {
  generator: string;
  published: boolean;
  /** Where the files are for visitors; undefined where answers keep the addresses of Plinth. */
  filesUrl: string | undefined;
  recipes: readonly string[];
  collections: readonly CollectionEntry[];
  /** Of a state that is not later than what was read. */
  cursor: string | undefined;
  /** Digest of all other files. */
  files: string;
}

/** The manifest. In a copy in which nothing has changed it stays as it is: with the earlier cursor of the same state. */
export function manifestText(former: Buffer | undefined, facts: ManifestFacts): string {
  const { filesUrl, cursor, ...rest } = facts;
  const before = readable(former);
  const manifest = {
    format: FORMAT,
    ...rest,
    filesUrl: filesUrl ?? null,
    cursor: (before.files === facts.files && before.cursor) || (cursor ?? null),
  };
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}
