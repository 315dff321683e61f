/**
 * A file into a property of an object (spec/files.md#upload). The one way in: forms, chunks, addresses and editors all end
 * here, with a file that is whole and durable. Order: look at it, give it its place, then name it in the object.
 */
import type { Base } from '../content/core/base.js';
import type { ChangeOptions } from '../content/objects/change.js';
import { type ChangedValue, changeValue } from '../content/objects/change-value.js';
import {
  extensionOf,
  FILE_DEFAULTS,
  type FileItem,
  fileRules,
  filesIn,
  foldedName,
  IMAGE_DEFAULTS,
  isRefusedName,
  ruleProblems,
  safeFileName,
  stemOf,
} from '../contract/files.js';
import type { JsonObject, JsonValue } from '../contract/values.js';
import { failed, missing } from '../errors.js';
import { hashed } from '../properties/files/items.js';
import { foldersAsNamed, foldersIn, withItem } from '../properties/files/placing.js';
import { valueAt } from '../schemas/file-values.js';
import { labelFromName } from '../schemas/messages.js';
import { type FileProperty, resolveFileProperty } from './address.js';
import { Unfit } from './image-jobs.js';
import { type Looked, lookAtFile, lookAtImage, lookSettings, type StagedFile } from './look.js';
import { type Placed, putInPlace } from './put-in-place.js';

/** Where a file is to go. */
export interface UploadPlace {
  collection: string;
  id: string;
  /** After the object: the property, its children, and for a depot folders, for a gallery the image to replace. */
  segments: readonly string[];
  /** Folder of a depot, as `?path=` says it. */
  folder?: string;
}

export interface SavedUpload extends ChangedValue {
  property: FileProperty;
  item: FileItem;
}

/** A refusal of a file, under its property. */
export function refusal(
  { keys, definition }: Pick<FileProperty, 'keys' | 'definition'>,
  sentences: readonly string[],
) {
  const label =
    typeof definition.label === 'string' && definition.label !== ''
      ? definition.label
      : labelFromName(keys.at(-1) ?? '');
  return failed({ [keys.join('.')]: sentences.map((sentence) => `${label} ${sentence}`) });
}

/** What the segments after the property mean. Throws `missing` where they mean nothing. */
function targetOf({ kind, rest, value }: FileProperty, folder: string) {
  if (kind === 'depot') return { folders: [...foldersIn(folder), ...rest], instead: undefined };
  const [instead, more] = rest;
  const known = filesIn(kind, value).some(
    ({ path }) => instead !== undefined && foldedName(path) === foldedName(instead),
  );
  if (more !== undefined || (instead !== undefined && !known)) {
    throw missing(`There is no file "${rest.join('/')}" to replace`);
  }
  return { folders: [], instead };
}

async function look(base: Base, property: FileProperty, staged: StagedFile): Promise<Looked> {
  const settings = lookSettings(property.definition.settings);
  try {
    const images = property.kind === 'image' || property.kind === 'gallery';
    return images ? await lookAtImage(staged, settings, base) : await lookAtFile(staged, settings, base);
  } catch (error) {
    if (error instanceof Unfit) throw refusal(property, [error.message]);
    throw error;
  }
}

/** Checks a file by the rules of its property. `others`: how many the property holds beside it. */
function check(property: FileProperty, name: string, { mime, staged, image }: Looked, others: number): void {
  const rules = fileRules(property.definition.settings);
  const problems = isRefusedName(name) ? [`must not be a program or a script ("${name}")`] : [];
  problems.push(
    ...ruleProblems(rules, {
      name,
      mime,
      size: staged.size,
      ...(image && { width: image.width, height: image.height }),
    }),
  );
  const most = rules.count?.max;
  const many = property.kind === 'gallery' || property.kind === 'depot';
  if (many && most !== undefined && others >= most) problems.push(`must have at most ${most} files`);
  if (problems.length > 0) throw refusal(property, problems);
}

const moment = (now: Date) => now.toISOString().replace(/\.\d+Z$/, '+00:00');

const filled = (value: JsonValue | undefined) =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== '';

/** An image's value; what was said of the one it replaces stays, but for the point that was in focus. */
function imageItem(
  name: string,
  { mime, staged, image }: Looked,
  old: JsonObject | undefined,
  now: Date,
): FileItem {
  const { exif = {}, tags = [], palette = [], width = 0, height = 0 } = image ?? {};
  const said = Object.fromEntries(
    ['alt', 'caption', 'link', 'featured', 'tags'].flatMap((key) =>
      filled(old?.[key]) ? [[key, old?.[key] ?? '']] : [],
    ),
  );
  const alt = exif.title ?? exif.description ?? '';
  const told = { palette, exif, mime, size: staged.size, width, height, uploadDate: moment(now) };
  return hashed({ name, ...IMAGE_DEFAULTS, alt, tags, ...said, ...told });
}

/** The name a browser is offered: as the sender called it, with the extension the file has. */
function downloadName(sent: string, name: string, old: JsonObject | undefined): string {
  const wanted = typeof old?.download === 'string' && old.download !== '' ? old.download : '';
  const plain =
    sent
      .normalize('NFC')
      .split(/[\\/]/)
      .at(-1)
      ?.replace(/[\p{Cc}"]/gu, '')
      .trim() ?? '';
  const base = wanted === '' ? plain || name : wanted;
  const extension = extensionOf(name);
  return extensionOf(base) === extension || extension === '' ? base : `${stemOf(base)}.${extension}`;
}

function fileItem(
  kind: 'file' | 'depot',
  name: string,
  { mime, staged }: Looked,
  { old, sent, now }: { old: JsonObject | undefined; sent: string; now: Date },
): FileItem {
  const told = { mime, size: staged.size, uploadDate: moment(now), download: downloadName(sent, name, old) };
  if (kind === 'depot') {
    const { comments = '', tags = [] } = old ?? {};
    return { name, comments, tags, ...told };
  }
  return { ...FILE_DEFAULTS, ...old, ...told, name, ext: extensionOf(name) };
}

/**
 * Saves a staged file. The object's answer and what was saved. Throws `missing` for a place there is not, `validation`
 * with every rule the file breaks under its property, `stale`, `full`. Nothing is left of a file that is refused.
 */
export async function saveFile(
  base: Base,
  place: UploadPlace,
  staged: StagedFile,
  options: ChangeOptions = {},
): Promise<SavedUpload> {
  const { collection, id, segments, folder = '' } = place;
  const property = await resolveFileProperty(base, collection, id, segments);
  const { kind, keys } = property;
  const { folders: asked, instead } = targetOf(property, folder);
  const looked = await look(base, property, staged);
  const wanted = safeFileName(looked.staged.name, base.now());
  check(property, wanted, looked, 0);

  let placed: Placed | undefined;
  let item: FileItem = { name: wanted };
  const at = { collection, id, keys };
  const changed = await changeValue(base, at, options, async ({ document, files }) => {
    const value = valueAt(document, keys);
    const folders = foldersAsNamed(value, asked);
    const before = filesIn(kind, value);
    const single = kind === 'image' || kind === 'file';
    const old = single ? before[0]?.item : before.find(({ path }) => path === instead)?.item;
    check(property, wanted, looked, before.length - (old ? 1 : 0));
    placed ??= await putInPlace(base, place, {
      property,
      staged: looked.staged,
      folders,
      value,
      old,
      wanted,
      files,
    });
    const about = { old, sent: staged.name, now: base.now() };
    const { name } = placed;
    item =
      kind === 'image' || kind === 'gallery'
        ? imageItem(name, looked, old, about.now)
        : fileItem(kind, name, looked, about);
    return (current) => withItem(kind, current, item, { folders, instead });
  });
  if (placed) base.events.emit({ type: 'file.saved', collection, id, path: placed.path });
  return { ...changed, property, item };
}
