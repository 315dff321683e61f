/**
 * Resolves conflicts (spec/conflicts.md#resolve). The result is saved first, then the copy goes to the trash. The
 * file in use is "mine" on every machine, and a merge without a decision keeps the times, so that all machines write
 * the same bytes and do not conflict again.
 */
import type { ConflictResolution, ConflictResolved, ConflictTags } from '../../contract/conflicts.js';
import { message } from '../../contract/messages/message.js';
import { isLegalId } from '../../contract/names.js';
import type { JsonObject } from '../../contract/values.js';
import { failed, invalid } from '../../errors.js';
import { objectIn, parseObject } from '../../store/disk/json-file.js';
import type { ReadFile } from '../../store/types/documents.js';
import type { Changing, Content, Live, WriteBase } from '../core/base.js';
import { applyChangeOnDisk } from '../objects/commit.js';
import { decided } from './compare.js';
import { fileOf, findConflict, placeOf, type ReadConflict, readConflict } from './read-conflict.js';
import { staleVersions, type WriteOptions, writeOwnObject, writeResult } from './write-result.js';

/** One resolution of a conflict at a time. */
export const conflictLock = (id: string): string => `#conflict/${id}`;

function checkTags({ mine, theirs }: ReadConflict, tags: ConflictTags): void {
  if ((mine?.revision ?? '') !== tags.mine || theirs.revision !== tags.theirs) throw staleVersions();
}

/** The document to write; undefined where the file in use stays as it is. Throws `invalid`, `validation`. */
function resultOf(
  { comparison, grouping, problem, theirs, mine, conflict }: ReadConflict,
  { take = 'merged', choices = {} }: Omit<ConflictResolution, 'tags'>,
): JsonObject | undefined {
  if (take === 'both') throw invalid(message('conflictTakesFiles'));
  if (take === 'mine' && conflict.kind !== 'markers') return undefined;
  if (conflict.subject === 'other') throw invalid(message('conflictTakesMine'));
  if (!comparison) {
    if (take === 'theirs' && !mine) return parseObject(theirs.bytes);
    throw invalid(problem ? message('fileDamaged', { reason: problem }) : message('conflictIncomparable'));
  }
  if (take !== 'merged') return grouping.together(comparison[take]);
  const open = [...comparison.clashes].filter((key) => choices[key] === undefined);
  if (open.length > 0) {
    throw failed(
      Object.fromEntries(open.map((key) => [key, [message('choiceNeeded')]])),
      message('conflictUndecided'),
    );
  }
  return grouping.together(decided(comparison, choices));
}

/** Both files, the one first whose values were taken. */
function filesOf({ mine, theirs }: ReadConflict, take: ConflictResolution['take']): ReadFile[] {
  const order = take === 'theirs' ? [theirs, mine] : [mine, theirs];
  return order.flatMap((file) => {
    const document = file && objectIn(file.bytes);
    return document ? [{ bytes: file.bytes, document }] : [];
  });
}

/** Moves the copy to the trash and announces that the conflict is gone. Resolves with the id of the entry. */
export async function removeCopy(
  base: Content & Live & Changing,
  { conflict, theirs }: ReadConflict,
): Promise<string | null> {
  const { kind, path, name } = conflict;
  if (kind === 'markers') return null;
  const collection = placeOf(conflict);
  const copy = { collection, id: name, path, same: conflict.same };
  const entry = await base.store.maintenance.takeCopy(copy, theirs.revision, base.change);
  const id = fileOf(path).slice(0, -'.json'.length);
  // A copy under a valid id was listed as a damaged object.
  if (isLegalId(id) && base.collections.has(collection)) {
    await applyChangeOnDisk(base, collection, id, base.change);
  }
  await base.events.emit({ type: 'conflict.gone', collection, id: name, path }, base.change);
  return entry.id;
}

/**
 * Resolves a conflict. Killed in between, the result is saved and the copy is still there: resolving again only moves
 * it away. Throws `missing`, `stale` where a file is not as the tags say, `validation` for clashes without a choice and
 * for a result that breaks rules.
 */
export function resolveConflict(
  base: WriteBase,
  id: string,
  { tags, ...resolution }: ConflictResolution,
  { saveSettings }: Pick<WriteOptions, 'saveSettings'>,
): Promise<ConflictResolved> {
  return base.store.locked(conflictLock(id), async () => {
    const read = await readConflict(base, await findConflict(base, id));
    checkTags(read, tags);
    const result = resultOf(read, resolution);
    const byHand = read.comparison === undefined || read.comparison.clashes.size > 0;
    const changed = result !== undefined && (resolution.take !== undefined || !read.nothingNew);
    const own = { ...base, read: filesOf(read, resolution.take) };
    if (changed) await writeResult(own, read, result, { saveSettings, byHand });
    return { changed, trash: await removeCopy(base, read) };
  });
}

/** Makes an object of its own of a conflict copy. Throws as `resolveConflict`, and `taken`. */
export function keepBoth(
  base: WriteBase,
  id: string,
  { tags, newId }: { tags: ConflictTags; newId: string },
): Promise<ConflictResolved> {
  return base.store.locked(conflictLock(id), async () => {
    const read = await readConflict(base, await findConflict(base, id));
    checkTags(read, tags);
    const { conflict, comparison, theirs } = read;
    if (conflict.subject !== 'object' || conflict.kind !== 'copy') {
      throw invalid(message('conflictKeepsCopy'));
    }
    const copy: JsonObject | undefined =
      comparison?.theirs ?? (read.mine ? undefined : parseObject(theirs.bytes));
    if (!copy) {
      const { problem } = read;
      throw invalid(
        problem ? message('fileDamaged', { reason: problem }) : message('conflictCopyUnreadable'),
      );
    }
    await writeOwnObject({ ...base, read: filesOf(read, 'theirs') }, conflict, copy, newId);
    return { changed: true, trash: await removeCopy(base, read) };
  });
}
