/**
 * A change that was made to an earlier version of an object, merged with what has changed since. All three versions
 * are taken as answers show them to the caller, so a clash tells no more than a GET. Only on request (`Prefer:
 * merge`), so that `If-Match` keeps its meaning for other clients.
 */
import { inSlices, Yielder } from '../../async/yielder.js';
import { isItem } from '../../contract/files.js';
import { isSame } from '../../contract/merge/equality.js';
import { mergeSteps } from '../../contract/merge/merge.js';
import { message } from '../../contract/messages/message.js';
import { SYSTEM_PROPERTIES } from '../../contract/names.js';
import type { ObjectDocument, SentProperties } from '../../contract/objects.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/values.js';
import { failed, PlinthError } from '../../errors.js';
import { applyInput } from '../../schemas/apply-input.js';
import { withPresentNames } from '../../schemas/former-names.js';
import { mergeFieldsOf } from '../../schemas/merge-fields.js';
import type { Schema } from '../../schemas/schema.js';
import type { CollectionIndex } from '../../store/types/catalogue.js';
import type { StoredObject } from '../../store/types/documents.js';
import { shownIn } from '../answers/answer.js';
import { clashError } from '../answers/clash-error.js';
import type { Base } from '../core/base.js';
import { saveContext } from '../core/save-context.js';
import type { Collection } from '../model/collection.js';
import { answerFor } from './commit.js';

/** The object as it was read; undefined when none of the versions that `If-Match` names is known. */
export async function versionRead(
  { revisions }: Pick<Base, 'revisions'>,
  collection: string,
  id: string,
  ifMatch: string,
): Promise<ObjectDocument | undefined> {
  for (const tag of ifMatch.split(',')) {
    const found = await revisions.read(collection, id, tag.trim());
    if (found) return { ...found, id };
  }
  return undefined;
}

/** Metadata of files as a save has it: keys that are not sent are kept. */
function withStoredKeys(before: JsonValue | undefined, sent: JsonValue): JsonValue {
  if (Array.isArray(sent)) {
    const known = new Map(
      Array.isArray(before) ? before.filter(isItem).map((item) => [item.name, item]) : [],
    );
    return sent.map((item) => (isItem(item) ? withStoredKeys(known.get(item.name), item) : item));
  }
  if (!isJsonObject(sent) || !isJsonObject(before) || sent.name !== before.name) return sent;
  const { files } = sent;
  return { ...before, ...sent, ...(files !== undefined && { files: withStoredKeys(before.files, files) }) };
}

/** What was sent, as a save of the earlier version would have stored it, without calculated values. Throws `validation`. */
export async function applied(
  base: Base,
  { schema, settings }: Collection,
  read: ObjectDocument,
  sent: SentProperties,
): Promise<JsonObject> {
  const isFiles = ([name]: [string, JsonValue]) => schema.properties.get(name)?.kind.files !== undefined;
  const entries = Object.entries(sent);
  const document: JsonObject = { ...read };
  const rejected = await applyInput(
    schema,
    document,
    Object.fromEntries(entries.filter((entry) => !isFiles(entry))),
    { context: saveContext(base, settings.id, read.id), creating: false },
  );
  if (Object.keys(rejected).length > 0) throw failed(rejected);
  // Which files there are is decided by the folder as it is now, when the merged value is saved.
  for (const [name, value] of entries.filter(isFiles)) {
    if (value === null) delete document[name];
    else document[name] = withStoredKeys(read[name], value);
  }
  return document;
}

const objectIn = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});

/** Whether a file got a password, or a folder of files. */
function setsPassword(value: JsonValue | undefined): boolean {
  if (Array.isArray(value)) return value.some(setsPassword);
  if (!isJsonObject(value)) return false;
  return (value.password ?? '') !== '' || setsPassword(value.files);
}

/** Dotted paths of changed values that answers do not show, so that it is unknown whether others changed them. */
function hiddenChanges(schema: Schema, read: JsonObject, mine: JsonObject, writer: boolean): string[] {
  return [...schema.properties.values()].flatMap(({ name, kind, children }) => {
    const [before, after] = [read[name], mine[name]];
    if (isSame(before, after, false)) return [];
    if (kind.keepWhenBlank || (kind.private && !writer)) return [name];
    if (kind.files) return setsPassword(after) ? [name] : [];
    if (!children) return [];
    const inside = (old: JsonValue | undefined, now: JsonValue | undefined) => {
      const part = children.of(objectIn(now));
      if (!part) return [];
      return hiddenChanges(part, objectIn(old), objectIn(now), writer).map((path) => `${name}.${path}`);
    };
    if (!children.many) return inside(before, after);
    return Object.entries(objectIn(after)).flatMap(([id, item]) => inside(objectIn(before)[id], item));
  });
}

/** The error of a stale version that cannot be merged, with the reason. */
const notMerged = (stale: PlinthError, reason: string) =>
  new PlinthError('stale', message('objectNotMerged', { message: stale.message, reason }), {
    ...(stale.details && { details: stale.details }),
  });

export interface MergedChange {
  /** What the caller has sent, complete where only a part of a property was. */
  asked: SentProperties;
  /** Merged values of the properties the caller changed, to be saved on the version on disk. */
  sent: SentProperties;
  /** Names of properties that others have changed since the caller's version. */
  changed: readonly string[];
}

interface Stale {
  stored: StoredObject;
  collectionIndex: CollectionIndex;
  ifMatch: string;
  /** Values of the caller's version where that version has others. */
  basis?: SentProperties | undefined;
  writer: boolean;
  /** The error where nothing can be merged. */
  error: PlinthError;
}

/**
 * Merges an edit of the version that `If-Match` names into the version on disk. Throws `stale` where that version is
 * not known or hidden values are concerned, `clash` with the values of all three, `validation` for a bad edit.
 */
export async function mergeChange(
  base: Base,
  collection: Collection,
  { stored, collectionIndex, ifMatch, basis, writer, error }: Stale,
  edit: (collection: Collection, read: ObjectDocument) => SentProperties | Promise<SentProperties>,
): Promise<MergedChange> {
  const { schema, settings } = collection;
  const { id } = stored.document;
  const found = await versionRead(base, settings.id, id, ifMatch);
  if (!found) throw notMerged(error, 'the version that If-Match names is no longer known');
  const present = withPresentNames(schema, found);
  const read: ObjectDocument = basis ? { ...(await applied(base, collection, present, basis)), id } : present;
  const asked = await edit(collection, read);
  const mine = await applied(base, collection, read, asked);
  const hidden = hiddenChanges(schema, read, mine, writer);
  if (hidden.length > 0) {
    throw notMerged(error, `answers do not show the values of ${hidden.join(', ')}`);
  }
  const theirs = shownIn(answerFor(collection, collectionIndex, stored, writer));
  const steps = mergeSteps({ base: read, mine, theirs }, mergeFieldsOf(schema));
  const { document, clashes } = await inSlices(steps, new Yielder());
  if (clashes.length > 0) throw clashError(clashes);
  const names = [...new Set([...Object.keys(read), ...Object.keys(mine), ...Object.keys(theirs)])].filter(
    (name) => name !== 'id' && !SYSTEM_PROPERTIES.has(name),
  );
  return {
    asked,
    sent: Object.fromEntries(
      names.filter((name) => !isSame(read[name], mine[name])).map((name) => [name, document[name] ?? null]),
    ),
    changed: names.filter((name) => !isSame(read[name], theirs[name], false)),
  };
}
