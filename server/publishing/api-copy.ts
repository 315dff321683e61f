/** A static copy of the API's answers with their files (spec/mirror.md#copies-of-the-api). */
import { isJsonObject, type JsonObject } from '../contract/values.js';
import { conflict } from '../errors.js';
import type { OutputFolder } from '../store/host/output-folder.js';
import { addressesIn, writeCollection } from './api-copy-collection.js';
import { chooseCollections } from './choose-collections.js';
import { digestOf, OwnedFiles, type WrittenCounts } from './owned-files.js';
import { readCollection } from './read-collection.js';
import type { Source } from './source.js';
import { fetchFiles } from './static-files.js';

/** The format of the layout; a reader rejects others. */
const FORMAT = 1;

export interface ApiCopyOptions {
  source: Source;
  folder: OutputFolder;
  generator: string;
  /** Collections by id; absent: all that are content and that everyone may read. */
  collections?: readonly string[] | undefined;
  /** URL of the copy, for addresses in answers. */
  base?: string | undefined;
  /** Queries of derivatives of every image value. */
  recipes: readonly string[];
  /** Of a state that is not later than what is read; absent: of the first collection. */
  cursor?: string | undefined;
  /** Called as the work goes on. */
  progress: (what: string, done: number, total: number) => void;
}

export interface ApiCopyReport extends WrittenCounts {
  collections: number;
  objects: number;
  files: number;
  /** Addresses without a file, with the reason. */
  problems: Record<string, string[]>;
}

/** Writes or updates the copy. Throws `conflict` for a folder of others and for files in it that are not of a copy. */
export async function writeApiCopy(options: ApiCopyOptions): Promise<ApiCopyReport> {
  const { folder, source } = options;
  const former = await formerManifest(folder);
  const owned = await OwnedFiles.open(folder, { list: 'files.json', pending: '.plinth-pending' });
  const { chosen, answer } = await chooseCollections(source, options.collections);
  await owned.put(
    'collections.json',
    JSON.stringify({ ...answer, collections: chosen.map(({ summary }) => summary) }),
  );

  const report = { collections: chosen.length, objects: 0, files: 0 };
  const problems: Record<string, string[]> = {};
  const entries: object[] = [];
  let { cursor } = options;
  for (const { id, schema } of chosen) {
    const copy = await readCollection(source, id);
    cursor ??= copy.cursor;
    const { paths, problems: missingFiles } = await fetchFiles(addressesIn(copy, options.recipes), {
      source,
      owned,
      folder: 'files',
      progress: (done, total) => options.progress(`${id}: files`, done, total),
    });
    const lines = [...missingFiles].map(([address, reason]) => `${address}: ${reason}`);
    if (lines.length > 0) problems[id] = lines.sort();
    const { objects, listed } = await writeCollection(owned, copy, { paths, base: options.base });
    options.progress(id, objects, objects);
    entries.push({ id, schema, total: objects, pages: copy.pages.length, listed });
    report.objects += objects;
    report.files += paths.size;
  }

  const files = JSON.stringify({ files: Object.fromEntries(owned.current()) });
  const digest = digestOf(files);
  const manifest = {
    format: FORMAT,
    generator: options.generator,
    published: !source.drafts,
    base: options.base ?? null,
    recipes: options.recipes,
    collections: entries,
    // The earlier cursor of the same state: a copy in which nothing has changed stays as it is.
    cursor: (former.files === digest && former.cursor) || (cursor ?? null),
    files: digest,
  };
  await owned.finish([
    ['files.json', files],
    ['plinth.json', `${JSON.stringify(manifest, undefined, 2)}\n`],
  ]);
  return { ...owned.counts, ...report, problems };
}

/** The manifest of the copy in the folder. Throws `conflict` unless it is empty or holds a copy of this format. */
async function formerManifest(folder: OutputFolder): Promise<JsonObject> {
  const manifest = await folder.read('plinth.json');
  const text = manifest?.toString() ?? '';
  const format = /^\{\s*"format": (\d+),\s*"generator": "plinth /.exec(text)?.[1];
  if (format !== undefined && Number(format) > FORMAT) {
    throw conflict(`${folder.root} was written by a newer version of Plinth`);
  }
  if (
    format === undefined &&
    (await folder.read('.plinth-pending')) === undefined &&
    !(await folder.isEmpty())
  ) {
    throw conflict(`${folder.root} is not empty and was not written by "plinth mirror --as api"`);
  }
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
