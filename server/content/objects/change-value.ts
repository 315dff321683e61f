/** A change that comes from a file, not from a request: the stored value of one property is replaced. */
import { message } from '../../contract/messages/message.js';
import type { ObjectDocument, TrashEntry } from '../../contract/objects.js';
import type { JsonValue } from '../../contract/values.js';
import { missing } from '../../errors.js';
import { withValueAt } from '../../schemas/file-values.js';
import { restamped } from '../../schemas/prepare.js';
import type { Answer } from '../answers/answer.js';
import { countedAnswer } from '../answers/counted.js';
import type { WriteBase } from '../core/base.js';
import { dropFiles } from '../files/dropped-files.js';
import { FileChange } from '../files/file-change.js';
import { timesOfSave, withTimes } from '../model/times.js';
import { noObject } from '../reading/read.js';
import type { ChangeOptions } from './change.js';
import { checkMatch, commit, readCurrent, retryOnConflict, savedAnswer, withObjectLock } from './commit.js';

export interface ChangedValue {
  answer: Answer;
  document: ObjectDocument;
  /** Entry of the files the change dropped. */
  trashed?: TrashEntry | undefined;
}

/** What the change of a value may read. */
export interface ValueContext {
  document: ObjectDocument;
  /** What the change does to files of the object. */
  files: FileChange;
}

/**
 * Changes the value at keys of an object, on the version on disk and under its lock. `prepare` comes first and
 * computes the new value from the document; what it throws ends the change. `moves`: files only move, so none is
 * dropped. Throws `missing`, `stale`.
 */
export function changeValue(
  base: WriteBase,
  { collection: name, id, keys }: { collection: string; id: string; keys: readonly string[] },
  { ifMatch, part, writer = false, moves = false }: ChangeOptions & { moves?: boolean },
  prepare: (existing: ValueContext) => Promise<(value: JsonValue | undefined) => JsonValue>,
): Promise<ChangedValue> {
  const attempt = (files: FileChange) =>
    retryOnConflict(async () => {
      const collection = base.collections.get(name);
      const { stored, collectionIndex } = await readCurrent(base, name, id);
      if (!stored) throw noObject(collectionIndex, name, id);
      checkMatch(base, { ifMatch, part }, collection, collectionIndex, stored);
      const change = await prepare({ document: stored.document, files });
      const changed = withValueAt(collection.schema, stored.document, keys, change);
      if (!changed) throw missing(message('nameExistsNoLonger', { name: keys.join('/') }));
      const now = base.now();
      const stamped = await restamped(collection.schema, changed, { now });
      const document = withTimes({ ...stamped, id }, timesOfSave(now, stored));
      const event = { type: 'object.updated', collection: name, id } as const;
      const trashed = moves
        ? undefined
        : await dropFiles(files, collection.schema, stored.document, document);
      const committed = await commit(base, name, document, stored, event);
      files.saved();
      const answer = savedAnswer(base, collection, document, committed, { writer });
      return { answer: countedAnswer(base.counts, name, id, answer), document, trashed };
    });
  const place = { collection: name, id };
  return withObjectLock(base, name, id, () => FileChange.of(base, place, attempt));
}
