/** Files of objects that come with change sets (spec/change-sets.md#files-of-objects, decision 283). */
import { filePathProblem } from '../../contract/file-names.js';
import { type Message, message } from '../../contract/messages/message.js';
import type { ObjectDocument } from '../../contract/objects.js';
import { type DocumentFile, filesOfDocument, holdsFiles, namesFiles } from '../../schemas/file-values.js';
import { isUnreadable } from '../../store/disk/fs-errors.js';
import { looseFile } from '../../store/trash/files.js';
import type { SetChange, StoredChange } from '../../store/types/change-sets.js';
import type { DroppedFile } from '../../store/types/trash.js';
import type { Changing, Content } from '../core/base.js';
import { asDropped, titleOfFiles } from '../files/dropped-files.js';
import { neededElsewhere } from '../files/files-of-sets.js';

/**
 * Files of the object of a change that nothing needs but the change: not what is live, no other set, and not `rest`,
 * what stays of the change. Of a new object in no other set those that texts link to are among them.
 */
export async function filesOnlyOf(
  base: Content,
  set: string,
  { collection, id, change, values }: StoredChange,
  rest?: SetChange,
): Promise<DroppedFile[]> {
  const { store, collections } = base;
  const schema = collections.has(collection) ? collections.get(collection).schema : undefined;
  if (!schema || !holdsFiles(schema)) return [];
  const live = await readOrUnknown(store, { collection, id });
  if (live === 'unknown') return [];
  const named = filesOfDocument(schema, { ...values, id });
  const isElsewhere = store.changeSets.changesOf(collection, id).some(([one]) => one !== set);
  if (!live && !rest && !isElsewhere && change === 'new') {
    const items = new Map(named.map((file) => [file.path, file]));
    return (await store.files.list(collection, id)).map(({ path }) => {
      const file = items.get(path);
      return file ? asDropped(file) : looseFile(path);
    });
  }
  const isLive = live ? namesFiles(schema, live) : () => false;
  const isLeft = namesFiles(schema, { ...rest?.values, id });
  const isNeeded = await neededElsewhere(base, { collection, id }, set);
  const isLoose = ({ path }: DocumentFile) =>
    filePathProblem(path) === undefined &&
    !(isLive(path) || isLeft(path) || isNeeded(path)) &&
    store.files.stamp(collection, id, path) !== undefined;
  return named.filter(isLoose).map(asDropped);
}

/** Moves files to the trash that belonged to a change which has left its set. The caller holds the lock of the object. */
export async function clearFilesOfChange(
  base: Content & Changing,
  set: string,
  change: StoredChange,
): Promise<void> {
  const { collection, id } = change;
  // What is left of it, or was saved into the set meanwhile.
  const rest = base.store.changeSets.change(set, { collection, id });
  const files = await filesOnlyOf(base, set, change, rest);
  if (files.length === 0) return;
  const title = titleOfFiles(files);
  await base.store.trash.moveDroppedToTrash({ collection, id, title, files }, base.change);
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
