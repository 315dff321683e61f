/** Clone (spec/content.md#clone): a copy of an object with its files, under another id or in another collection. */
import { message } from '../../contract/messages/message.js';
import { conflict, failed, invalid } from '../../errors.js';
import { relinked } from '../../schemas/embedded-links.js';
import { withPresentNames } from '../../schemas/former-names.js';
import { prepare } from '../../schemas/prepare.js';
import { isUnreadable } from '../../store/disk/fs-errors.js';
import type { StoredObject } from '../../store/types/documents.js';
import type { Answer } from '../answers/answer.js';
import { SaveWarnings, withWarnings } from '../answers/warnings.js';
import type { Content, Live, WriteBase } from '../core/base.js';
import { objectBody } from '../core/body.js';
import { boundCollection } from '../core/bound-collection.js';
import { guardDecks } from '../core/edition.js';
import { newContext } from '../core/save-context.js';
import { FileChange } from '../files/file-change.js';
import { timesOfSave, withTimes } from '../model/times.js';
import { getObject, noObject } from '../reading/read.js';
import { commit, FileChanged, readCurrent, savedAnswer, withObjectLock } from './commit.js';
import { type Created, checkObjectId, chosenId } from './create.js';
import { withOwnPlace } from './place-of-copy.js';
import { isTaken } from './unique-values.js';

interface Place {
  collection: string;
  id: string;
}

/** Target of the copy; by default that of the source. Throws `invalid` for a wrong shape. */
function targetOf(base: Content, source: Place, body: unknown): Place {
  const { id, collection } = body === undefined || body === null ? {} : objectBody(body, 'A clone request');
  const name = collection ?? source.collection;
  if (typeof name !== 'string')
    throw invalid(message('collectionNeedsText'), { collection: [message('notText')] });
  if (id !== undefined && id !== null && typeof id !== 'string') {
    throw invalid(message('idNeedsText'), { id: [message('notText')] });
  }
  const { settings } = base.collections.get(name);
  const chosen = id === undefined || id === null ? undefined : chosenId(id);
  if (!settings.singleton) return { collection: name, id: chosen ?? source.id };
  if (chosen !== undefined && chosen !== name) {
    throw failed({ id: [message('idOfSingleton', { id: name })] });
  }
  return { collection: name, id: name };
}

const taken = (place: Place) =>
  conflict(message('collectionHasObject', { collection: place.collection, id: place.id }), {
    id: [message('cloneIdTaken', { id: place.id })],
  });

/** Whether an object exists at a place, even one whose file cannot be read now. */
async function exists(base: Content & Live, { collection, id }: Place): Promise<boolean> {
  try {
    return (await readCurrent(base, collection, id)).stored !== undefined;
  } catch (error) {
    if (isUnreadable(error)) return true;
    throw error;
  }
}

/** Copies a stored object to a free place: its files first, so that no object ever lacks its files. */
async function copyTo(
  base: WriteBase,
  source: Place,
  stored: StoredObject,
  target: Place,
  writer: boolean,
): Promise<Answer> {
  const work = async (files: FileChange) => {
    const { collection: bound, collectionIndex } = await boundCollection(base, target.collection);
    if (collectionIndex.problem(target.id) || (await exists(base, target))) throw taken(target);

    const now = base.now();
    const warned = new SaveWarnings();
    const { schema } = bound;
    const original = withPresentNames(base.collections.get(source.collection).schema, stored.document);
    const isBeside = source.collection === target.collection;
    const copied = isBeside ? withOwnPlace(bound, collectionIndex, original) : original;
    guardDecks(base, bound, copied, undefined);
    const prepared = await prepare({
      schema,
      context: { ...newContext(base), now, ...warned.told },
      id: target.id,
      isTaken: isTaken(collectionIndex, target.id),
      // In its own collection the copy keeps properties the schema lacks; elsewhere it is treated like a request.
      ...(isBeside ? { mode: 'copy', current: copied, sent: {} } : { mode: 'create', sent: copied }),
    });
    const linked = relinked(schema, prepared, source, target);
    const document = withTimes({ ...linked, id: target.id }, timesOfSave(now, undefined));
    await base.store.objects.copyFiles(source, target, (paths) => files.expect(paths), base.change);
    try {
      const event = { type: 'object.created', ...target } as const;
      const own = { ...base, read: [stored] };
      const committed = await commit(own, target.collection, document, 'absent', event, { copyOf: source });
      files.saved();
      const answer = savedAnswer(base, bound, document, committed, { writer });
      return withWarnings(answer, warned.names);
    } catch (error) {
      if (error instanceof FileChanged) throw taken(target);
      throw error;
    }
  };
  return withObjectLock(base, target.collection, target.id, () => FileChange.of(base, target, work));
}

/**
 * Copies an object. An empty body, or one that names the source itself, returns the object unchanged. `writer`: the
 * answer includes private properties. Throws `missing` for an unknown source or target collection, `conflict` for a
 * taken target, `validation` when the copy breaks a rule of the target's schema, `invalid` for a wrong body.
 */
export async function cloneObject(
  base: WriteBase,
  collection: string,
  id: string,
  body: unknown,
  { writer = false }: { writer?: boolean } = {},
): Promise<Created> {
  base.collections.get(collection);
  const stored = await base.store.objects.read(collection, id);
  if (!stored) throw noObject(await base.store.catalogue.collectionIndex(collection), collection, id);
  const target = targetOf(base, { collection, id }, body);
  if (target.collection === collection && target.id === id) {
    return { ...(await getObject(base, collection, id, { writer })), id };
  }
  checkObjectId(target.id);
  return { ...(await copyTo(base, { collection, id }, stored, target, writer)), id: target.id };
}
