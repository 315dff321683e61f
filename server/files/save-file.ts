/**
 * Saves a file in a property of an object (spec/files.md#upload), for forms, chunks, URLs and editors, from a
 * complete and durable file. Order: inspect it, give it its place, then name it in the object. An object must never
 * name a file that does not exist: in this order a crash leaves at most a file that no object names.
 */
import type { Base, WriteBase } from '../content/core/base.js';
import type { ChangeOptions } from '../content/objects/change.js';
import { type ChangedValue, changeValue } from '../content/objects/change-value.js';
import {
  type FileItem,
  fileRules,
  foldedName,
  isForbiddenName,
  ruleProblems,
  safeFileName,
} from '../contract/files.js';
import { type Message, message, rule } from '../contract/messages/message.js';
import { failed, missing } from '../errors.js';
import { describedAs } from '../properties/files/described.js';
import { foldersIn } from '../properties/files/placing.js';
import { valueAt } from '../schemas/file-values.js';
import { labelFromName } from '../schemas/messages.js';
import { type FileProperty, resolveFileProperty } from './address.js';
import { RejectedFile } from './image-jobs.js';
import {
  type InspectedFile,
  inspectFile,
  inspectImage,
  inspectSettings,
  type StagedFile,
} from './inspect-file.js';
import { type Placed, putInPlace } from './put-in-place.js';

/** Where a file is to go. */
export interface UploadPlace {
  collection: string;
  id: string;
  /** After the object: the property, its children, and for a depot folders, for a gallery the image to replace. */
  segments: readonly string[];
  /** Folder of a depot, as in `?path=`. */
  folder?: string;
  /** Name of the file in that folder that is replaced; without one the upload gets a name of its own. */
  instead?: string;
}

export interface SavedUpload extends ChangedValue {
  property: FileProperty;
  item: FileItem;
  /** Its folders below the property's own. */
  folders: readonly string[];
}

/** A rejection of a file, under its property. */
export function refusal(
  { keys, definition }: Pick<FileProperty, 'keys' | 'definition'>,
  problems: readonly Message[],
) {
  const label =
    typeof definition.label === 'string' && definition.label !== ''
      ? definition.label
      : labelFromName(keys.at(-1) ?? '');
  return failed({ [keys.join('.')]: problems.map((problem) => problem.of(label)) });
}

/** What the segments after the property mean. Throws `missing` where they mean nothing. */
function targetOf({ files, rest, value }: FileProperty, { folder = '', instead: replaced }: UploadPlace) {
  if (files.folders) return { folders: [...foldersIn(folder), ...rest], instead: replaced };
  const [instead, more] = rest;
  const known = files
    .list(value)
    .some(({ path }) => instead !== undefined && foldedName(path) === foldedName(instead));
  if (more !== undefined || (instead !== undefined && !known)) {
    throw missing(message('fileMissingToReplace', { path: rest.join('/') }));
  }
  return { folders: [], instead };
}

async function look(base: Base, property: FileProperty, staged: StagedFile): Promise<InspectedFile> {
  const settings = inspectSettings(property.definition.settings);
  try {
    return property.files.images
      ? await inspectImage(staged, settings, base)
      : await inspectFile(staged, settings, base);
  } catch (error) {
    if (error instanceof RejectedFile) throw refusal(property, [rule(error.message)]);
    throw error;
  }
}

/** Checks a file by the rules of its property. `others`: how many more files the property has. */
function check(
  property: FileProperty,
  name: string,
  { mime, staged, image }: InspectedFile,
  others: number,
): void {
  const rules = fileRules(property.definition.settings);
  const problems = isForbiddenName(name) ? [`must not be a program or a script ("${name}")`] : [];
  problems.push(
    ...ruleProblems(rules, {
      name,
      mime,
      size: staged.size,
      ...(image && { width: image.width, height: image.height }),
    }),
  );
  const most = rules.count?.max;
  if (property.files.many && most !== undefined && others >= most)
    problems.push(`must have at most ${most} files`);
  if (problems.length > 0) throw refusal(property, problems.map(rule));
}

/** Throws `validation` with every rule a staged file breaks under a property, as `saveFile` would. */
export async function checkFile(base: Base, property: FileProperty, staged: StagedFile): Promise<void> {
  const inspected = await look(base, property, staged);
  check(property, safeFileName(inspected.staged.name, base.now()), inspected, 0);
}

/**
 * Saves a staged file. Returns the object's answer and the saved file. Throws `missing` for a place that does not
 * exist, `validation` with every rule the file breaks under its property, `stale`, `full`. A rejected file is removed.
 */
export async function saveFile(
  base: WriteBase,
  place: UploadPlace,
  staged: StagedFile,
  options: ChangeOptions = {},
): Promise<SavedUpload> {
  const { collection, id, segments } = place;
  const property = await resolveFileProperty(base, collection, id, segments);
  const { files, keys } = property;
  const { folders: requested, instead } = targetOf(property, place);
  const inspected = await look(base, property, staged);
  const fileName = safeFileName(inspected.staged.name, base.now());
  check(property, fileName, inspected, 0);

  let placed: Placed | undefined;
  let item: FileItem = { name: fileName };
  let folders: readonly string[] = requested;
  const at = { collection, id, keys };
  const changed = await changeValue(base, at, options, async ({ document, files: change }) => {
    const value = valueAt(document, keys);
    folders = files.folders?.spell(value, requested) ?? [];
    const before = files.list(value);
    const replaced = instead === undefined ? undefined : [...folders, instead].join('/');
    const old = files.many ? before.find(({ path }) => path === replaced)?.item : before[0]?.item;
    check(property, fileName, inspected, before.length - (old ? 1 : 0));
    const placement = { property, staged: inspected.staged, folders, value, old, fileName, change };
    placed ??= await putInPlace(base, place, placement);
    const accepted = files.accept({
      name: placed.name,
      sent: staged.name,
      mime: inspected.mime,
      size: inspected.staged.size,
      image: inspected.image,
      old,
      now: base.now(),
    });
    const { copied } = staged;
    item = copied ? await describedAs(files, accepted, copied, old !== undefined) : accepted;
    const placing = { folders, instead };
    return (current) => files.place(current, item, placing);
  });
  if (placed) base.events.emit({ type: 'file.saved', collection, id, path: placed.path }, base.change);
  return { ...changed, property, item, folders };
}
