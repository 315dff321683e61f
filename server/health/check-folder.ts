/** Every problem in a folder, and the repairs that lose nothing (`plinth check`). */

import { Yielder } from '../async/yielder.js';
import type { Changing, Content, WriteBase } from '../content/core/base.js';
import { cutOffSentence, unfinishedImports } from '../content/imports/import-progress.js';
import { repairDamaged, repairOrphanFiles } from '../content/maintenance/repair.js';
import { unfinishedRenamings } from '../content/schemas/rename-property.js';
import type { MediaFile } from '../contract/media.js';
import type { ErrorDetails, ErrorProblems } from '../contract/wire.js';
import { filesAt, filesOfDocument } from '../schemas/file-values.js';
import type { Schema } from '../schemas/schema.js';
import { isUnreadable } from '../store/disk/fs-errors.js';
import type { UnrecognizedFile } from '../store/types/maintenance.js';
import { type Health, noSchema } from './health.js';

export interface FolderProblem {
  /**
   * `damaged`: a file that cannot be read; `schema`: a schema file that cannot be used, or only in part;
   * `danglingCollection`: its schema does not exist; `invalidObject`: breaks a rule of its schema; `looseFile`: a file
   * that nothing uses; `missingReference`: a relation or link to an object that does not exist; `missingAlt`: an image
   * without alternative text; `oversizeImage`: an image larger than pages need; `journal`: an unfinished change; `import`: an interrupted import;
   * `renaming`: a property was renamed, and files may still have its former name; `format`: the folder is
   * read-only for this version; `history`: kept bytes of a file are damaged; the others as the store names them.
   */
  kind:
    | 'damaged'
    | 'schema'
    | 'danglingCollection'
    | 'invalidObject'
    | 'looseFile'
    | 'missingReference'
    | 'missingAlt'
    | 'oversizeImage'
    | 'journal'
    | 'import'
    | 'renaming'
    | 'format'
    | 'history'
    | 'inRepository'
    | UnrecognizedFile['kind'];
  /** File or folder below the data folder, with `/`. */
  path: string;
  /** A sentence without a full stop. */
  message: string;
  /** Messages per property of an object that breaks rules. */
  details?: ErrorDetails;
  problems?: ErrorProblems;
  /** What was done about it, a sentence without a full stop; absent: it is still so. */
  repaired?: string;
  /** It is advice: the folder can be used as it is. */
  warning?: true;
}

/** What a check reads: the content, and the lists of problems that the admin shows, too. */
export type Checked = WriteBase & { readonly health: Health };

export interface CheckCounts {
  collections: number;
  objects: number;
  schemas: number;
}

export interface CheckOptions {
  /** Repairs what can be repaired without loss. */
  fix: boolean;
}

function unrecognizedMessage({ kind, original }: UnrecognizedFile): string {
  switch (kind) {
    case 'conflictCopy':
      return original?.same
        ? `is a copy of "${original.path}" with the same content, left by a sync tool; delete it`
        : `is another version of "${original?.path}", left by a sync tool; take over what you need and delete it`;
    case 'illegalName':
      return 'has a name no object, collection or schema can have, so it is not served; rename it';
    case 'orphanFiles':
      return 'holds files of an object that does not exist';
    case 'noSettings':
      return 'holds objects but has no ".meta.json", so it is not a collection; create the collection to use them';
    case 'link':
      return 'is a symbolic link, which Plinth does not follow';
  }
}

async function* checkUnrecognized(
  base: Content & Changing,
  { fix }: CheckOptions,
): AsyncGenerator<FolderProblem, void> {
  for (const unrecognized of await base.store.maintenance.unrecognizedFiles()) {
    const problem = {
      kind: unrecognized.kind,
      path: unrecognized.path,
      message: unrecognizedMessage(unrecognized),
    };
    const repaired =
      fix && unrecognized.owner ? await repairOrphanFiles(base, unrecognized.owner) : undefined;
    yield { ...problem, ...(repaired === undefined ? {} : { repaired }) };
  }
}

/** Broken references, and with `warning` what is no error: images to be described or made smaller. */
async function* checkContent({ health }: Checked): AsyncGenerator<FolderProblem, void> {
  for (const { path, message } of await health.problems('references')) {
    yield { kind: 'missingReference', path, message };
  }
  for (const { path, message } of await health.problems('alt')) {
    yield { kind: 'missingAlt', path, message, warning: true };
  }
  for (const { path, message } of await health.problems('oversize')) {
    yield { kind: 'oversizeImage', path, message, warning: true };
  }
}

/** Files that nothing uses; those outside the folders of properties may be there for other programs. */
async function* checkUnused(base: Checked): AsyncGenerator<FolderProblem, void> {
  const yielder = new Yielder();
  for (const { path, message, file } of await base.health.problems('unused')) {
    if (yielder.exhausted) await yielder.yieldToEventLoop();
    if (!file || !base.collections.has(file.collection)) continue;
    const { schema } = base.collections.get(file.collection);
    const holderAt = filesAt(schema);
    const folders = file.path.split('/').slice(0, -1);
    const inProperty = folders.some((_, at) => holderAt(folders.slice(0, at + 1)) !== undefined);
    const counterpart = await usedCopy(base, schema, file);
    yield {
      kind: 'looseFile',
      path,
      message: counterpart ? `is not used by any value; it may be a copy of "${counterpart}"` : message,
      ...(!inProperty && { warning: true }),
    };
  }
}

/** A file of the same name and size that the object uses. */
async function usedCopy(
  { store }: Content,
  schema: Schema,
  { collection, id, path, name, size }: MediaFile,
): Promise<string | undefined> {
  const stored = await store.objects.read(collection, id).catch((error: unknown) => {
    // Damaged in the meantime: the next check reports it.
    if (isUnreadable(error)) return undefined;
    throw error;
  });
  if (!stored) return undefined;
  const used = filesOfDocument(schema, stored.document).filter((one) => one.item.name === name);
  if (used.length === 0) return undefined;
  const sizes = new Map((await store.files.list(collection, id)).map((one) => [one.path, one.size]));
  return used.find((one) => one.path !== path && sizes.get(one.path) === size)?.path;
}

async function* checkJournal(base: Content): AsyncGenerator<FolderProblem, void> {
  for (const { path, begun, here } of await base.store.maintenance.journal()) {
    const where = here ? 'this machine' : 'another machine';
    const message =
      here === undefined
        ? 'is not recognized'
        : `is an unfinished change, started on ${where} at ${begun}; it will be undone`;
    yield { kind: 'journal', path, message };
  }
}

async function* checkImports(base: Content): AsyncGenerator<FolderProblem, void> {
  for (const left of await unfinishedImports(base)) {
    yield { kind: 'import', path: '.system/journal', message: cutOffSentence(left) };
  }
}

async function* checkKeptFiles({ store }: Content): AsyncGenerator<FolderProblem, void> {
  for await (const { path, until } of store.fileHistory.damaged()) {
    const time = new Date(until).toISOString();
    const message = `had bytes until ${time} that the history can no longer restore: they were damaged`;
    yield { kind: 'history', path, message };
  }
}

function* checkRenamings(base: Content): Generator<FolderProblem, void> {
  for (const { schema, from, to } of unfinishedRenamings(base)) {
    const begun = `the renaming of "${from}" to "${to}" is not finished`;
    const message = `${begun}; it continues when Plinth is started on this folder and ends once every file can be read`;
    yield { kind: 'renaming', path: `.schemas/${schema}.json`, message };
  }
}

async function* checkDamaged(
  base: WriteBase,
  collection: string,
  { fix }: CheckOptions,
): AsyncGenerator<FolderProblem, void> {
  const collectionIndex = await base.store.catalogue.collectionIndex(collection);
  for (const { id, reason } of [...collectionIndex.damaged()]) {
    const repaired = fix ? await repairDamaged(base, collection, id) : undefined;
    const path = `${collection}/${id}.json`;
    yield { kind: 'damaged', path, message: reason, ...(repaired === undefined ? {} : { repaired }) };
  }
}

/** Checks the whole folder and yields every problem as it is found; resolves with counts of what was checked. */
export async function* checkFolder(
  base: Checked,
  options: CheckOptions,
): AsyncGenerator<FolderProblem, CheckCounts> {
  const { collections, library } = base;
  const { problem } = base.store.format;
  if (problem) yield { kind: 'format', path: '.system/format.json', message: problem.reason.text };
  for (const { id, reason } of library.problems()) {
    yield { kind: 'schema', path: `.schemas/${id}.json`, message: reason };
  }
  yield* checkRenamings(base);
  for (const { collection, id, reason } of collections.damaged()) {
    yield { kind: 'damaged', path: `${collection}/${id}.json`, message: reason };
  }
  let objects = 0;
  for (const collection of collections.all()) {
    const { id, schema } = collection.settings;
    // Before the objects are checked, so that repaired ones are checked too.
    yield* checkDamaged(base, id, options);
    if (library.schema(schema) === undefined) {
      yield { kind: 'danglingCollection', path: `${id}/.meta.json`, message: noSchema(schema) };
    }
    for await (const { path, message, details, problems } of base.health.invalid.of(collection)) {
      yield {
        kind: 'invalidObject',
        path,
        message,
        ...(details && { details }),
        ...(problems && { problems }),
      };
    }
    objects += (await base.store.catalogue.collectionIndex(id)).size;
  }
  yield* checkContent(base);
  yield* checkUnused(base);
  yield* checkUnrecognized(base, options);
  yield* checkJournal(base);
  yield* checkImports(base);
  yield* checkKeptFiles(base);
  return { collections: collections.all().length, objects, schemas: library.ids().length };
}
