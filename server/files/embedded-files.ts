/**
 * Uploads of a rich text's editor (spec/files.md#editor-uploads). The files are in the property's folder like those
 * of other properties, but only the links in the markup name them. Markup is pasted and edited as text, so a list of
 * its files beside it would be wrong at the next paste.
 */
import mimeTypes from 'mime-types';
import type { Base, Changing, Content, Live, WriteBase } from '../content/core/base.js';
import { checkMatch, readCurrent, withObjectLock } from '../content/objects/commit.js';
import { noObject } from '../content/reading/read.js';
import { fileNameProblem } from '../contract/file-names.js';
import { fileRules, isForbiddenName, ruleProblems, safeFileName } from '../contract/files.js';
import { message, rule } from '../contract/messages/message.js';
import type { TrashEntry } from '../contract/objects.js';
import { invalid, missing, PlinthError } from '../errors.js';
import { looseFile } from '../store/trash/files.js';
import { type EmbedFolder, resolveEmbedFolder } from './address.js';
import { filePart, tagOfFile } from './find.js';
import { RejectedFile } from './image-jobs.js';
import {
  type InspectedFile,
  inspectFile,
  inspectImage,
  inspectSettings,
  type StagedFile,
} from './inspect-file.js';
import { freeName } from './put-in-place.js';
import { refusal, type UploadPlace } from './save-file.js';

export interface EmbeddedFile {
  /** Of the rich text, from the object's root. */
  keys: string[];
  /** Below the property's folder. */
  path: string;
  mime: string;
}

/** The type by its file name; the names of saved files match their content. */
export function typeOfName(name: string): string {
  const type = mimeTypes.lookup(name);
  return type === false ? 'application/octet-stream' : type;
}

/** Whether a name has the extension of an image, audio or video that the file is not: links go by the name later. */
export function contradictsName(name: string, mime: string): boolean {
  const [named = ''] = typeOfName(name).split('/');
  const [found = ''] = mime.split('/');
  return named !== found && [named, found].some((kind) => ['image', 'audio', 'video'].includes(kind));
}

/** Images are decoded, so that a broken one is not shown on a page. */
async function look(base: Base, property: EmbedFolder, staged: StagedFile): Promise<InspectedFile> {
  const settings = inspectSettings(property.definition.settings);
  try {
    const inspected = await inspectFile(staged, settings, base);
    return inspected.mime.startsWith('image/')
      ? await inspectImage(inspected.staged, settings, base)
      : inspected;
  } catch (error) {
    if (error instanceof RejectedFile) throw refusal(property, [rule(error.message)]);
    throw error;
  }
}

/** The folders an address names below the property. Throws `invalid`. */
function foldersOf({ rest }: EmbedFolder): string[] {
  for (const name of rest) {
    const problem = fileNameProblem(name);
    if (problem) throw invalid(message('folderNameProblem', { name, problem }));
  }
  return [...rest];
}

/** Throws `validation` with every rule a staged file breaks in the folder of a rich text, as `saveEmbedded` would. Its type. */
export async function checkEmbeddedFile(
  base: Base,
  property: EmbedFolder,
  staged: StagedFile,
): Promise<string> {
  return (await inspected(base, property, staged)).mime;
}

/** A file that breaks no rule, with its name. Throws `validation`. */
async function inspected(base: Base, property: EmbedFolder, staged: StagedFile) {
  const { mime, staged: safe, image } = await look(base, property, staged);
  const fileName = safeFileName(safe.name, base.now());
  const facts = {
    name: fileName,
    mime,
    size: safe.size,
    ...(image && { width: image.width, height: image.height }),
  };
  const problems = ruleProblems(fileRules(property.definition.settings), facts);
  if (contradictsName(fileName, mime)) problems.push(`must be what its name says ("${fileName}" is ${mime})`);
  if (isForbiddenName(fileName)) problems.unshift(`must not be a program or a script ("${fileName}")`);
  if (problems.length > 0) throw refusal(property, problems.map(rule));
  return { mime, safe, fileName };
}

/**
 * Saves a staged file in the folder of a rich text, under a name nothing there has. Throws `missing`, `invalid`,
 * `validation` with every rule the file breaks.
 */
export async function saveEmbedded(
  base: WriteBase,
  place: UploadPlace,
  staged: StagedFile,
): Promise<EmbeddedFile> {
  const { collection, id, segments } = place;
  const property = await resolveEmbedFolder(base, collection, id, segments);
  const folders = foldersOf(property);
  const { mime, safe, fileName } = await inspected(base, property, staged);
  return withObjectLock(base, collection, id, async () => {
    const collectionIndex = await base.store.catalogue.collectionIndex(collection);
    if (!collectionIndex.get(id)) throw noObject(collectionIndex, collection, id);
    const { files } = base.store;
    const pathOf = (name: string) => [property.folder, ...folders, name].join('/');
    const name = freeName(
      fileName,
      (candidate) => files.stamp(collection, id, pathOf(candidate)) !== undefined,
    );
    await safe.incoming.placeFile(
      safe.path,
      { collection, id, path: pathOf(name) },
      { replace: false },
      base.change,
    );
    base.events.emit({ type: 'file.saved', collection, id, path: pathOf(name) }, base.change);
    return { keys: property.keys, path: [...folders, name].join('/'), mime };
  });
}

/** The files below a rich text's folder, A-Z; of one folder in it with `folder`. */
export async function listEmbedded(base: Content, place: UploadPlace): Promise<EmbeddedFile[]> {
  const { collection, id, segments, folder = '' } = place;
  const property = await resolveEmbedFolder(base, collection, id, segments);
  if (property.rest.length > 0) throw missing(message('notFound'));
  const inside = folder.split('/').filter((name) => name !== '');
  const start = `${[property.folder, ...inside].join('/')}/`;
  const files = await base.store.files.list(collection, id);
  return files
    .filter(({ path }) => path.startsWith(start))
    .map(({ path }) => path.slice(property.folder.length + 1))
    .map((path) => ({ keys: property.keys, path, mime: typeOfName(path) }));
}

/** A file of a rich text, and its path below the object. Throws `missing`. */
export async function findEmbedded(base: Content, { collection, id, segments }: UploadPlace) {
  const property = await resolveEmbedFolder(base, collection, id, segments);
  const { folder, rest, definition } = property;
  const path = [folder, ...rest].join('/');
  const sound = rest.length > 0 && rest.every((name) => fileNameProblem(name) === undefined);
  const stamp = sound ? base.store.files.stamp(collection, id, path) : undefined;
  if (!stamp) throw missing(message('fileMissingAt', { path: segments.join('/') }));
  return { path, folder, name: rest.at(-1) ?? '', mime: typeOfName(path), stamp, definition };
}

/**
 * Moves a file of a rich text to the trash; links to it then break. Throws `missing`, and `stale` where `ifMatch`
 * matches neither the file nor the object.
 */
export async function removeEmbedded(
  base: Content & Live & Changing,
  place: UploadPlace,
  ifMatch?: string,
): Promise<TrashEntry | undefined> {
  const { collection, id } = place;
  const { path, name } = await findEmbedded(base, place);
  const entry = await withObjectLock(base, collection, id, async () => {
    await checkEmbedded(base, place, path, ifMatch);
    return base.store.trash.moveDroppedToTrash(
      { collection, id, title: name, files: [looseFile(path)] },
      base.change,
    );
  });
  if (base.store.files.stamp(collection, id, path)) throw new PlinthError('busy', message('fileInUse'));
  base.events.emit({ type: 'file.deleted', collection, id, path }, base.change);
  return entry;
}

async function checkEmbedded(
  base: Content & Live,
  { collection, id, segments }: UploadPlace,
  path: string,
  ifMatch: string | undefined,
): Promise<void> {
  if (ifMatch === undefined) return;
  const { stored, collectionIndex } = await readCurrent(base, collection, id);
  const tags = () => {
    const stamp = base.store.files.stamp(collection, id, path);
    return stamp ? [tagOfFile(stamp)] : [];
  };
  const part = { ...filePart(base, { collection, id, segments }), tags };
  checkMatch(base, { ifMatch, part }, base.collections.get(collection), collectionIndex, stored);
}
