/** Creating objects (spec/content.md#create): the id first, then the object under it. */

import { AUTOMATIONS, AUTOMATIONS_SETTINGS } from '../../contract/automations.js';
import { message, rule } from '../../contract/messages/message.js';
import {
  builtInCollectionSchema,
  idProblem,
  isLegalId,
  MAX_ID_LENGTH,
  RESERVED_OBJECT_IDS,
  slug,
} from '../../contract/names.js';
import type { SentProperties } from '../../contract/objects.js';
import { failed, PlinthError } from '../../errors.js';
import { proposeId } from '../../schemas/identify.js';
import { prepare } from '../../schemas/prepare.js';
import type { Answer } from '../answers/answer.js';
import { SaveWarnings, withWarnings } from '../answers/warnings.js';
import { createCollection } from '../collections/manage-collections.js';
import type { Clock, WriteBase } from '../core/base.js';
import { sentObject } from '../core/body.js';
import { boundCollection } from '../core/bound-collection.js';
import { guardDecks } from '../core/edition.js';
import { newContext } from '../core/save-context.js';
import { FileChange } from '../files/file-change.js';
import { restoreFromTrash } from '../files/files-from-trash.js';
import type { Collection } from '../model/collection.js';
import { timesOfSave, withTimes } from '../model/times.js';
import { commit, FileChanged, savedAnswer, withObjectLock } from './commit.js';
import { nextOrdinal } from './ordinal.js';
import { isTaken } from './unique-values.js';

/** Settings of collections that are created when an object is first written to them. */
const FIRST_USE_SETTINGS: ReadonlyMap<string, Record<string, string>> = new Map([
  [AUTOMATIONS, AUTOMATIONS_SETTINGS],
  // What the reference system has in every installation besides content.
  ...['builder-pages', 'dataviews', 'mailer', 'playground'].map((id): [string, Record<string, string>] => [
    id,
    { id, schema: builtInCollectionSchema(id) ?? id },
  ]),
]);

/** Creates such a collection where it does not exist yet. */
async function createOnFirstUse(base: WriteBase, collection: string): Promise<void> {
  const settings = FIRST_USE_SETTINGS.get(collection);
  if (!settings || base.collections.has(collection)) return;
  const damaged = base.collections.damaged().some((file) => file.collection === collection);
  if (damaged) return;
  try {
    await createCollection(base, settings);
  } catch (error) {
    // Another request has created it in the meantime.
    if (!(error instanceof PlinthError && error.kind === 'taken')) throw error;
  }
}

export interface Created extends Answer {
  readonly id: string;
}

/** The error for a taken id, the same everywhere. */
export function idTakenError(collection: string, id: string): PlinthError {
  return new PlinthError('taken', message('collectionHasObject', { collection, id }), {
    details: { id: [message('nameTaken', { name: id })] },
  });
}

/** Checks a chosen id of an object. Throws `validation` with the rule under `id`. */
export function checkObjectId(id: unknown): asserts id is string {
  const problem = idProblem(id);
  if (problem) throw failed({ id: [rule(problem)] });
  if (typeof id === 'string' && RESERVED_OBJECT_IDS.has(id)) {
    throw failed({ id: [message('nameReservedWord', { name: id })] });
  }
}

/**
 * The chosen id of a new object in the spelling of ids (spec/content.md#ids): `My Post!` becomes `my-post`. Undefined
 * where nothing remains, or none was sent. Throws `validation`.
 */
export function chosenId(id: unknown): string | undefined {
  const isLong = typeof id === 'string' && id.length > MAX_ID_LENGTH;
  const spelled = typeof id !== 'string' || isLong || isLegalId(id) ? id : slug(id);
  if (spelled === '') return undefined;
  checkObjectId(spelled);
  return spelled;
}

/** `base`, then `base-2`, `base-3` ..., cut so that each is a valid length. */
function suffixed(id: string, count: number): string {
  if (count === 1) return id;
  const suffix = `-${count}`;
  return `${id.slice(0, MAX_ID_LENGTH - suffix.length).replace(/(?<!-)-+$/, '')}${suffix}`;
}

/**
 * Ids to try for an object without one: the schema's proposals with rising ordinals as long as they differ, then
 * the first with `-2`, `-3` ... behind it.
 */
export function* proposals(
  base: Clock,
  collection: Collection,
  sent: SentProperties,
  ordinal: number,
): Generator<string, void> {
  const context = { now: base.now() };
  const propose = (n: number) => proposeId(collection.schema, sent, { ...context, ordinal: ordinal + n });
  const first = propose(0);
  if (first === undefined) throw failed({ id: [message('idUngenerated')] });
  yield first;
  const second = propose(1);
  if (second !== undefined && second !== first) {
    yield second;
    for (let n = 2; n < 1000; n += 1) {
      const next = propose(n);
      if (next !== undefined) yield next;
    }
  }
  for (let count = 2; ; count += 1) yield suffixed(first, count);
}

/** Writes the object when its id is free, on disk as well; undefined when it is not. */
async function createAt(
  base: WriteBase,
  name: string,
  id: string,
  sent: SentProperties,
  writer: boolean,
): Promise<Created | undefined> {
  const work = async (files: FileChange) => {
    const { collection, collectionIndex } = await boundCollection(base, name);
    if (collectionIndex.get(id) || collectionIndex.problem(id)) return undefined;
    const { schema } = collection;
    guardDecks(base, collection, sent, undefined);
    const now = base.now();
    const warned = new SaveWarnings();
    const back = await restoreFromTrash(base, files, { collection: name, schema, id, sent });
    try {
      const prepared = await prepare({
        schema,
        sent,
        mode: 'create',
        context: {
          ...newContext(base),
          now,
          ...(back && { known: back.known }),
          ...warned.told,
        },
        id,
        isTaken: isTaken(collectionIndex, id),
      });
      const document = withTimes({ ...prepared, id }, timesOfSave(now, undefined));
      const event = { type: 'object.created', collection: name, id } as const;
      const committed = await commit(base, name, document, 'absent', event, { sent });
      files.saved();
      await back?.keep();
      const answer = savedAnswer(base, collection, document, committed, { writer });
      return withWarnings({ ...answer, id }, warned.names);
    } catch (error) {
      // A file the catalogue has not read yet: the id is taken.
      if (error instanceof FileChanged) return undefined;
      throw error;
    }
  };
  return withObjectLock(base, name, id, () => FileChange.of(base, { collection: name, id }, work));
}

/**
 * Creates an object. Without an id it gets the one its schema generates. `writer`: the answer includes private
 * properties. Throws `invalid` for a body that is not an object, `validation` with every failing property, `taken` for
 * a taken id.
 */
export async function createObject(
  base: WriteBase,
  collection: string,
  body: unknown,
  { writer = false }: { writer?: boolean } = {},
): Promise<Created> {
  await createOnFirstUse(base, collection);
  const bound = base.collections.get(collection);
  const { sent, id } = sentObject(body);
  const explicit = id === undefined ? undefined : chosenId(id);

  if (bound.settings.singleton) {
    if (explicit !== undefined && explicit !== collection) {
      throw failed({ id: [message('idOfSingleton', { id: collection })] });
    }
    const created = await createAt(base, collection, collection, sent, writer);
    if (!created) throw idTakenError(collection, collection);
    return created;
  }
  if (explicit !== undefined) {
    const created = await createAt(base, collection, explicit, sent, writer);
    if (!created) throw idTakenError(collection, explicit);
    return created;
  }

  const collectionIndex = await base.store.catalogue.collectionIndex(collection);
  for (const candidate of proposals(base, bound, sent, nextOrdinal(bound, collectionIndex))) {
    if (!isLegalId(candidate) || RESERVED_OBJECT_IDS.has(candidate) || collectionIndex.get(candidate))
      continue;
    const created = await createAt(base, collection, candidate, sent, writer);
    if (created) return created;
  }
  throw failed({ id: [message('idNotGenerated')] });
}
