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
import { type MirroredObject, MirrorMemory, type MirrorRun } from './mirror-memory.js';
import { OwnedFiles, type WrittenCounts } from './owned-files.js';
import { readCollection } from './read-collection.js';
import type { Source } from './source.js';
import { fetchFiles, objectOf } from './static-files.js';

export interface MirrorOptions {
  source: Source;
  folder: OutputFolder;
  as: MirrorFormat;
  url: AssetUrl;
  collections?: readonly string[] | undefined;
  /** Write files again that were changed since Plinth wrote them. */
  force: boolean;
  toMarkdown: ToMarkdown;
  /** Of the runs before: only what has changed since is read. */
  memory?: MirrorMemory | undefined;
}

export interface MirrorReport extends WrittenCounts {
  objects: number;
  /** How many of them were read. */
  read: number;
  problems: Record<string, string[]>;
}

/**
 * Writes or updates the mirror. Throws `conflict` naming files that others have changed or written, after all other
 * files are up to date.
 */
export async function mirror(options: MirrorOptions): Promise<MirrorReport> {
  const run = (options.memory ?? new MirrorMemory()).begin();
  const refused: Record<string, string[]> = {};
  let report: MirrorReport;
  try {
    report = await runMirror(options, run, refused);
  } catch (error) {
    run.forget();
    throw error;
  }
  if (Object.keys(refused).length > 0) {
    throw conflict(
      'Some files were changed by others and are not replaced; use --force to write them again',
      refused,
    );
  }
  return report;
}

async function runMirror(
  options: MirrorOptions,
  run: MirrorRun,
  refused: Record<string, string[]>,
): Promise<MirrorReport> {
  const { source, folder, force } = options;
  const list = '.plinth-mirror.json';
  const owned = await OwnedFiles.open(folder, { list, pending: '.plinth-pending', keepsEdits: !force });
  const { chosen } = await chooseCollections(source, options.collections);
  const problems: Record<string, string[]> = {};
  let objects = 0;
  for (const { id } of chosen) {
    const all = await mirrorCollection(id, { options, run, owned, refused });
    objects += all.size;
    const left = [...new Set([...all.values()].flatMap((object) => object.problems))];
    if (left.length > 0) problems[id] = left.sort();
  }
  const files = Object.fromEntries(owned.current().map(([path, [sha256]]) => [path, sha256]));
  const left = await owned.finish([
    [list, `${JSON.stringify({ format: 1, as: options.as, files }, undefined, 2)}\n`],
  ]);
  for (const path of left)
    refused[path] = ['was changed since Plinth wrote it, and its object is gone: it is kept'];
  return { ...owned.counts, objects, read: run.read, problems };
}

interface RunParts {
  options: MirrorOptions;
  run: MirrorRun;
  owned: OwnedFiles;
  refused: Record<string, string[]>;
}

/** Writes the objects of a collection that have changed. Returns all that the mirror has. */
async function mirrorCollection(
  collection: string,
  parts: RunParts,
): Promise<ReadonlyMap<string, MirroredObject>> {
  const { options, run, owned } = parts;
  const { source } = options;
  const ids = run.idsOf(collection);
  const written = new Map<string, MirroredObject>();
  const write = async (page: readonly JsonObject[], schema: Buffer) => {
    const fields = fieldsOf(parsed(schema.toString()));
    for (const [id, object] of await writeObjects(page, { collection, fields }, parts))
      written.set(id, object);
  };
  if (ids === undefined) {
    const copy = await readCollection(source, collection);
    for (const page of copy.pages) await write(objectsIn(page), copy.schema);
  } else if (ids.length > 0) {
    const found = await Promise.all(ids.map((id) => source.object(collection, id)));
    const there = found.filter((object) => object !== undefined);
    await write(there, (await source.read(`/collections/${collection}/schema`)).body);
  }
  const objects = run.objectsOf(collection, { gone: ids, written });
  run.keep(owned, objects, written);
  return objects;
}

/** The addresses in an answer; none of them has a host. */
const foundIn = (text: string) => new AddressFinder([]).in(text, 'script');

function parsed(text: string): JsonObject {
  const value: unknown = JSON.parse(text);
  return isJsonObject(value) ? value : {};
}

function objectsIn(page: Buffer): JsonObject[] {
  const { objects } = parsed(page.toString());
  return Array.isArray(objects) ? objects.filter(isJsonObject) : [];
}

/** Writes objects and the files they show. */
async function writeObjects(
  objects: readonly JsonObject[],
  { collection, fields }: { collection: string; fields: MirrorFields },
  { options, owned, refused }: RunParts,
): Promise<Map<string, MirroredObject>> {
  const { source, url } = options;
  // As Latin-1, so that places in the text are places in its bytes.
  const texts = objects.map((object) => Buffer.from(JSON.stringify(object)).toString('latin1'));
  const found = texts.map(foundIn);
  const all = found.flat().map(({ address }) => address);
  const fetched = await fetchFiles(all, { source, owned, folder: url.folder });
  const written = new Map<string, MirroredObject>();
  for (const [at, text] of texts.entries()) {
    const addresses = [...new Set((found[at] ?? []).map(({ address }) => address))];
    const replaced = replaceAddresses(text, found[at] ?? [], ({ address }) => {
      const file = fetched.paths.get(address);
      return file && url.of(`${collection}/object`, file.slice(url.folder.length + 1));
    });
    const object = parsed(Buffer.from(replaced, 'latin1').toString());
    const path = `${collection}/${String(object.id)}.${MIRROR_EXTENSIONS[options.as]}`;
    const isRefused = !(await putObject(owned, { path, object, fields }, options, refused));
    written.set(String(object.id), {
      path,
      isRefused,
      files: addresses.flatMap((address) => fetched.paths.get(address) ?? []),
      owners: addresses.flatMap((address) => objectOf(address)?.join('/') ?? []),
      problems: addresses.flatMap((address) => {
        const reason = fetched.problems.get(address);
        return reason === undefined ? [] : [`${address}: ${reason}`];
      }),
    });
  }
  return written;
}

/** Writes an object; false, and it is added to `refused`, where its file must not be replaced. */
async function putObject(
  owned: OwnedFiles,
  { path, object, fields }: { path: string; object: JsonObject; fields: MirrorFields },
  options: MirrorOptions,
  refused: Record<string, string[]>,
): Promise<boolean> {
  try {
    await owned.put(path, await fileText(object, fields, options));
    return true;
  } catch (error) {
    if (!(error instanceof PlinthError) || error.kind !== 'conflict') throw error;
    refused[path] = Object.values(error.details ?? {}).flat();
    if (refused[path].length === 0) refused[path] = [error.message];
    owned.keep(path);
    return false;
  }
}
