/**
 * Resolves conflicts of uploaded files (spec/conflicts.md#uploaded-files). The copy is saved as an upload is, and goes
 * to the trash after that: killed in between, it is still there and can be resolved again.
 */
import { conflictLock } from '../content/conflicts/resolve-conflict.js';
import { staleVersions } from '../content/conflicts/write-result.js';
import type { Content, WriteBase } from '../content/core/base.js';
import type { ConflictResolution, ConflictResolved, ConflictTags } from '../contract/conflicts.js';
import { message } from '../contract/messages/message.js';
import { invalid, conflict as notPossible } from '../errors.js';
import type { FileConflict } from './file-conflicts.js';
import { filePart, tagOfFile } from './find.js';
import type { StagedFile } from './inspect-file.js';
import type { Media } from './media.js';
import { saveFile } from './save-file.js';

type MediaBase = WriteBase & { media: Media };

function checkCopy(base: Content, { conflict, path }: FileConflict, tag: string): void {
  const stamp = base.store.files.stamp(conflict.collection, conflict.name, path);
  if (!stamp || tagOfFile(stamp) !== tag) throw staleVersions();
}

/** Folders of a path, without the name at its end. */
const folderOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0));
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Has the bytes of the copy saved, as they were seen. Throws `stale` where it has changed. */
async function withCopy<Saved>(
  base: Content,
  found: FileConflict,
  { tag, name }: { tag: string; name: string },
  save: (staged: StagedFile) => Promise<Saved>,
): Promise<Saved> {
  const { collection, name: id, theirs } = found.conflict;
  const incoming = await base.store.files.incoming();
  try {
    const path = 'file';
    const content = base.store.files.read(collection, id, found.path);
    const size = await incoming.write(path, content, theirs.size);
    checkCopy(base, found, tag);
    return await save({ incoming, path, name, size });
  } finally {
    await incoming.discard();
  }
}

async function replaceFile(base: WriteBase, found: FileConflict, tags: ConflictTags): Promise<void> {
  const { conflict, file } = found;
  const { collection, name: id } = conflict;
  const { keys, item, within, property } = file;
  const { many = false, folders } = property.kind.files ?? {};
  const folder = folders ? folderOf(within) : '';
  const segments = many ? [...keys, item.name] : keys;
  const part = filePart(base, { collection, id, segments, folder });
  const place = folders
    ? { collection, id, segments: keys, folder, instead: item.name }
    : { collection, id, segments };
  await withCopy(base, found, { tag: tags.theirs, name: item.name }, (staged) =>
    saveFile(base, place, staged, { ifMatch: tags.mine, part }),
  );
}

async function addFile(base: WriteBase, found: FileConflict, tags: ConflictTags): Promise<void> {
  const { conflict, file } = found;
  const { many, folders } = file.property.kind.files ?? {};
  if (many !== true) throw invalid(message('conflictHasOneFile'));
  const place = {
    collection: conflict.collection,
    id: conflict.name,
    segments: file.keys,
    ...(folders && { folder: folderOf(file.within) }),
  };
  await withCopy(base, found, { tag: tags.theirs, name: nameOf(found.path) }, (staged) =>
    saveFile(base, place, staged),
  );
}

/** Moves the copy to the trash and announces that the conflict is gone. Resolves with the id of the entry. */
async function removeCopy(
  base: MediaBase,
  found: FileConflict,
  { tag, changed }: { tag: string; changed: boolean },
): Promise<string | null> {
  const { collection, name: id, path } = found.conflict;
  checkCopy(base, found, tag);
  const removed = await base.media.unused.remove([{ collection, id, path: found.path }], base.change);
  const [rejected] = removed.rejected;
  if (rejected) {
    const { reason } = rejected;
    throw notPossible(message(changed ? 'copyUnmovedTaken' : 'copyUnmoved', { reason }));
  }
  base.media.conflicts.resolved(found);
  await base.events.emit({ type: 'conflict.gone', collection, id, path }, base.change);
  return removed.trashed[0]?.id ?? null;
}

/** Throws `missing`, `stale` where a file is not as the tags say, and as an upload does. */
export function resolveFileConflict(
  base: MediaBase,
  id: string,
  { tags, take = 'merged' }: ConflictResolution,
): Promise<ConflictResolved> {
  return base.store.locked(conflictLock(id), async () => {
    const found = await base.media.conflicts.find(id);
    if (found.tags.mine !== tags.mine || found.tags.theirs !== tags.theirs) throw staleVersions();
    if (take === 'merged') throw invalid(message('conflictMergesNoFiles'));
    if (take === 'theirs') await replaceFile(base, found, tags);
    if (take === 'both') await addFile(base, found, tags);
    const changed = take !== 'mine';
    return { changed, trash: await removeCopy(base, found, { tag: tags.theirs, changed }) };
  });
}
