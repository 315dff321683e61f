/** Sent values that are not made of parts: those that Plinth only stores, and those with files. */
import { isDeepStrictEqual } from 'node:util';
import { type Message, message, rule } from '../contract/messages/message.js';
import { UNSAFE_KEYS } from '../contract/names.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import type { FilePlace } from '../properties/files/abilities.js';
import { editProblems } from '../properties/files/edit-rules.js';
import { isShallow } from '../properties/json/index.js';
import type { SaveContext } from '../properties/kind.js';
import { Refusal } from '../properties/refusal.js';
import type { Property } from './schema.js';

/** Own keys of a document or request that may be copied: neither hostile nor Plinth's own. */
export function copyable(source: JsonObject): [string, JsonValue][] {
  return Object.entries(source).filter(([key, value]) => !UNSAFE_KEYS.has(key) && value !== undefined);
}

/**
 * A copy of a stored document, to be changed: with every key another program has given it, but for the one that would
 * become the prototype of the next copy. Without a prototype: a property may be called `toString`.
 */
export function copyOf(stored: JsonObject): JsonObject {
  const copy: JsonObject = Object.assign(Object.create(null), stored);
  Reflect.deleteProperty(copy, '__proto__');
  return copy;
}

export const isUnset = (value: JsonValue | undefined) =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** A copy without hostile keys. */
function safeCopy(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(safeCopy);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(copyable(value).map(([key, child]) => [key, safeCopy(child)]));
}

/**
 * A kind that Plinth stores but does not edit: an object may be created with such a value, as imports and clones do;
 * afterwards only the stored value can be sent back. Returns the message of a rejection.
 */
export function applyReadOnly(
  document: JsonObject,
  { name, kind }: Property,
  value: JsonValue,
  creating: boolean,
): Message | undefined {
  const stored = Object.hasOwn(document, name) ? document[name] : undefined;
  if (!isShallow(value)) return message('nestedDeeply');
  if (isUnset(value) && isUnset(stored)) return undefined;
  if (stored !== undefined && isDeepStrictEqual(stored, value)) return undefined;
  if (!creating || stored !== undefined) {
    return message('keptUnchangeable', { kind: kind.type });
  }
  const isList = Array.isArray(kind.blank);
  if (isList ? !Array.isArray(value) : !isJsonObject(value)) return message(isList ? 'notList' : 'notObject');
  document[name] = safeCopy(value);
  return undefined;
}

/**
 * The sent value of a property with files: the folder decides which files there are, the request their metadata.
 * Returns the message of a rejection.
 */
export async function takeFiles(
  document: JsonObject,
  { name, kind, required, definition }: Property,
  value: JsonValue,
  { context, folder }: { context: SaveContext; folder: string },
): Promise<Message | undefined> {
  const stored = Object.hasOwn(document, name) ? document[name] : undefined;
  if (!kind.files || (isUnset(value) && isUnset(stored))) return undefined;
  if (!isShallow(value)) return message('nestedDeeply');
  try {
    const below = `${folder}${name}/`;
    const place: FilePlace = {
      fileExists: (path) => context.fileExists?.(`${below}${path}`) ?? true,
      known: (path) => context.known?.(`${below}${path}`),
    };
    const taken = value === null ? undefined : await kind.files.take(value, stored, place);
    const gone = kind.files.list(stored).length > 0 && kind.files.list(taken).length === 0;
    if (gone && required) return message('fileRequired');
    const [problem] = editProblems(definition.settings, kind.files.list(stored), kind.files.list(taken));
    if (problem !== undefined) return rule(problem);
    if (taken === undefined) delete document[name];
    else document[name] = taken;
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.reason;
    throw error;
  }
}
