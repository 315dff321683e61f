/** Files of objects that come with change sets (spec/change-sets.md#files-of-objects, decision 283). */
import { filePathProblem } from '../../contract/file-names.js';
import { type Message, message } from '../../contract/messages/message.js';
import type { ObjectDocument } from '../../contract/objects.js';
import { type DocumentFile, filesOfDocument, holdsFiles, namesFiles } from '../../schemas/file-values.js';
import { isUnreadable } from '../../store/disk/fs-errors.js';
import type { StoredChange } from '../../store/types/change-sets.js';
import type { Changing, Content } from '../core/base.js';
import { asDropped, titleOfFiles } from '../files/dropped-files.js';
import { neededElsewhere } from '../files/files-of-sets.js';

/**
 * Moves files to the trash that belonged to a change which has left its set, and to nothing else. The caller holds the
 * lock of the object.
 */
export async function clearFilesOfChange(base: Content & Changing, change: StoredChange): Promise<void> {
  const { store, collections } = base;
  const { collection, id, values } = change;
  if (!collections.has(collection)) return;
  const { schema } = collections.get(collection);
  if (!holdsFiles(schema)) return;
  const live = await readOrUnknown(store, change);
  const others = store.changeSets.changesOf(collection, id).length;
  if (live === 'unknown') return;
  if (!live && change.change === 'new' && others === 0) {
    const files = await store.files.list(collection, id);
    if (files.length > 0) await store.maintenance.takeFiles(collection, id, base.change);
    return;
  }
  const isLive = live ? namesFiles(schema, live) : () => false;
  const isNeeded = await neededElsewhere(base, change);
  const isLoose = ({ path }: DocumentFile) =>
    filePathProblem(path) === undefined &&
    !isLive(path) &&
    !isNeeded(path) &&
    store.files.stamp(collection, id, path) !== undefined;
  const files = filesOfDocument(schema, { ...values, id }).filter(isLoose);
  if (files.length === 0) return;
  const dropped = { collection, id, title: titleOfFiles(files), files: files.map(asDropped) };
  await store.trash.moveDroppedToTrash(dropped, base.change);
}

/**
 * Problems by property for files that `after` names, `before` does not, and that are not in the folder: a sync tool may
 * bring them later than the change, or they were deleted.
 */
export function missingFiles(
  { store, collections }: Pick<Content, 'store' | 'collections'>,
  collection: string,
  before: ObjectDocument | undefined,
  after: ObjectDocument,
): Record<string, Message[]> {
  if (!collections.has(collection)) return {};
  const { schema } = collections.get(collection);
  if (!holdsFiles(schema)) return {};
  const isKnown = before ? namesFiles(schema, before) : () => false;
  const isThere = (path: string) =>
    filePathProblem(path) === undefined && store.files.stamp(collection, after.id, path) !== undefined;
  const problems: Record<string, Message[]> = {};
  for (const { path, keys } of filesOfDocument(schema, after)) {
    if (isKnown(path) || isThere(path)) continue;
    const property = keys.join('.');
    problems[property] = [...(problems[property] ?? []), message('fileMissing', { path })];
  }
  return problems;
}

/** What is live of an object; `unknown` where that cannot be read. */
async function readOrUnknown(
  store: Content['store'],
  { collection, id }: Pick<StoredChange, 'collection' | 'id'>,
): Promise<ObjectDocument | 'unknown' | undefined> {
  try {
    return (await store.objects.read(collection, id))?.document;
  } catch (error) {
    if (isUnreadable(error)) return 'unknown';
    throw error;
  }
}
