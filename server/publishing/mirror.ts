/** A folder as Markdown with front matter, one way (spec/mirror.md). */
import { isJsonObject, type JsonObject } from '../contract/values.js';
import { conflict, PlinthError } from '../errors.js';
import type { OutputFolder } from '../store/host/output-folder.js';
import type { AssetUrl } from './asset-url.js';
import { chooseCollections } from './choose-collections.js';
import { AddressFinder, replaceAddresses } from './find-addresses.js';
import {
  fieldsOf,
  fileText,
  MIRROR_EXTENSIONS,
  type MirrorFields,
  type MirrorFormat,
  type ToMarkdown,
} from './mirror-file.js';
import { OwnedFiles, type WrittenCounts } from './owned-files.js';
import { readCollection } from './read-collection.js';
import type { Source } from './source.js';
import { fetchFiles } from './static-files.js';

export interface MirrorOptions {
  source: Source;
  folder: OutputFolder;
  as: MirrorFormat;
  url: AssetUrl;
  collections?: readonly string[] | undefined;
  /** Write files again that were changed since Plinth wrote them. */
  force: boolean;
  toMarkdown: ToMarkdown;
}

export interface MirrorReport extends WrittenCounts {
  objects: number;
  problems: Record<string, string[]>;
}

/**
 * Writes or updates the mirror. Throws `conflict` naming files that others have changed or written, after all other
 * files are up to date.
 */
export async function mirror(options: MirrorOptions): Promise<MirrorReport> {
  const { source, folder, force } = options;
  const list = '.plinth-mirror.json';
  const owned = await OwnedFiles.open(folder, { list, pending: '.plinth-pending', keepsEdits: !force });
  const { chosen } = await chooseCollections(source, options.collections);
  const problems: Record<string, string[]> = {};
  const refused: Record<string, string[]> = {};
  let objects = 0;
  for (const { id } of chosen) {
    const copy = await readCollection(source, id);
    const pages = copy.pages.map((page) => page.toString('latin1'));
    const addresses = pages.flatMap((text) => foundIn(text).map(({ address }) => address));
    const fetched = await fetchFiles(addresses, { source, owned, folder: options.url.folder });
    if (fetched.problems.size > 0) {
      problems[id] = [...fetched.problems].map(([address, reason]) => `${address}: ${reason}`).sort();
    }
    const fields = fieldsOf(parsed(copy.schema.toString()));
    for (const page of pages) {
      for (const object of objectsIn(page, id, fetched.paths, options)) {
        objects += 1;
        await putObject(owned, { collection: id, object, fields }, options, refused);
      }
    }
  }
  const files = Object.fromEntries(owned.current().map(([path, [sha256]]) => [path, sha256]));
  const left = await owned.finish([
    [list, `${JSON.stringify({ format: 1, as: options.as, files }, undefined, 2)}\n`],
  ]);
  for (const path of left)
    refused[path] = ['was changed since Plinth wrote it, and its object is gone: it is kept'];
  if (Object.keys(refused).length > 0) {
    throw conflict(
      'Some files were changed by others and are not replaced; use --force to write them again',
      refused,
    );
  }
  return { ...owned.counts, objects, problems };
}

/** The addresses in an answer; none of them has a host. */
const foundIn = (text: string) => new AddressFinder([]).in(text, 'script');

function parsed(text: string): JsonObject {
  const value: unknown = JSON.parse(text);
  return isJsonObject(value) ? value : {};
}

/** The objects of a page with the addresses of their files. `page`: as Latin-1. */
function objectsIn(
  page: string,
  collection: string,
  paths: ReadonlyMap<string, string>,
  { url }: MirrorOptions,
): JsonObject[] {
  const text = replaceAddresses(page, foundIn(page), ({ address }) => {
    const file = paths.get(address);
    return file && url.of(`${collection}/object`, file.slice(url.folder.length + 1));
  });
  const { objects } = parsed(Buffer.from(text, 'latin1').toString());
  return Array.isArray(objects) ? objects.filter(isJsonObject) : [];
}

/** Writes an object; one whose file must not be replaced is added to `refused`. */
async function putObject(
  owned: OwnedFiles,
  { collection, object, fields }: { collection: string; object: JsonObject; fields: MirrorFields },
  options: MirrorOptions,
  refused: Record<string, string[]>,
): Promise<void> {
  const path = `${collection}/${String(object.id)}.${MIRROR_EXTENSIONS[options.as]}`;
  try {
    await owned.put(path, await fileText(object, fields, options));
  } catch (error) {
    if (!(error instanceof PlinthError) || error.kind !== 'conflict') throw error;
    refused[path] = Object.values(error.details ?? {}).flat();
    if (refused[path].length === 0) refused[path] = [error.message];
    owned.keep(path);
  }
}
