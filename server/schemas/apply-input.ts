/** Sent values into a document: removed, kept or normalized by their kinds (spec/content.md#put). */
import { isDeepStrictEqual } from 'node:util';
import { SYSTEM_PROPERTIES, UNSAFE_KEYS } from '../contract/names.js';
import type { SentProperties } from '../contract/objects.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import type { ErrorDetails } from '../contract/wire.js';
import type { FilePlace } from '../properties/files/abilities.js';
import { isShallow } from '../properties/json/index.js';
import type { SaveContext } from '../properties/kind.js';
import { Refusal } from '../properties/refusal.js';
import { applyParts, hasChildren } from './apply-parts.js';
import { labelOf } from './check.js';
import type { Property, Schema } from './schema.js';

/** Own keys of a document or request that may be copied: neither hostile nor Plinth's own. */
export function copyable(source: JsonObject): [string, JsonValue][] {
  return Object.entries(source).filter(([key, value]) => !UNSAFE_KEYS.has(key) && value !== undefined);
}

const isEmpty = (value: JsonValue) =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

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
function applyReadOnly(
  document: JsonObject,
  { name, kind }: Property,
  value: JsonValue,
  creating: boolean,
): string | undefined {
  const stored = Object.hasOwn(document, name) ? document[name] : undefined;
  if (!isShallow(value)) return 'is nested too deeply';
  if (isEmpty(value) && (stored === undefined || isEmpty(stored))) return undefined;
  if (stored !== undefined && isDeepStrictEqual(stored, value)) return undefined;
  if (!creating || stored !== undefined) {
    return `cannot be changed: Plinth keeps values of the kind "${kind.type}" as they are, but does not edit them yet`;
  }
  const isList = Array.isArray(kind.blank);
  if (isList ? !Array.isArray(value) : !isJsonObject(value))
    return `must be ${isList ? 'a list' : 'an object'}`;
  document[name] = safeCopy(value);
  return undefined;
}

/**
 * The sent value of a property with files: the folder decides which files there are, the request their metadata.
 * Returns the message of a rejection.
 */
async function takeFiles(
  document: JsonObject,
  { name, kind, required }: Property,
  value: JsonValue,
  { context, folder }: { context: SaveContext; folder: string },
): Promise<string | undefined> {
  const stored = Object.hasOwn(document, name) ? document[name] : undefined;
  if (!kind.files || (isEmpty(value) && (stored === undefined || isEmpty(stored)))) return undefined;
  if (!isShallow(value)) return 'is nested too deeply';
  try {
    const below = `${folder}${name}/`;
    const place: FilePlace = {
      stands: (path) => context.stands?.(`${below}${path}`) ?? true,
      known: (path) => context.known?.(`${below}${path}`),
    };
    const taken = value === null ? undefined : await kind.files.take(value, stored, place);
    const gone = kind.files.list(stored).length > 0 && kind.files.list(taken).length === 0;
    if (gone && required) return 'is required; replace the file instead of removing it';
    if (taken === undefined) delete document[name];
    else document[name] = taken;
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

/**
 * Applies sent values to `document` (`depth` cards or items inside an object, whose files are below `folder`): `null`
 * removes, a blank password keeps the stored one, properties the schema lacks are dropped, `id`, `created` and
 * `modified` are ignored. Returns rejections by property.
 */
export async function applyInput(
  schema: Schema,
  document: JsonObject,
  sent: SentProperties,
  {
    context,
    creating,
    depth = 0,
    folder = '',
  }: { context: SaveContext; creating: boolean; depth?: number; folder?: string },
): Promise<ErrorDetails> {
  const rejected: ErrorDetails = {};
  for (const [name, value] of copyable(sent)) {
    if (context.yielder?.exhausted) await context.yielder.yieldToEventLoop();
    const property = schema.properties.get(name);
    if (!property || name === 'id' || SYSTEM_PROPERTIES.has(name)) continue;
    const { kind, definition } = property;
    if (depth > 0 && kind.outermost) {
      if (!isEmpty(value)) rejected[name] = [`${labelOf(property)} cannot be used inside a card or an item`];
      continue;
    }
    if (hasChildren(property) && value !== null) {
      const stored = Object.hasOwn(document, name) ? document[name] : undefined;
      const taken = await applyParts(property, stored, value, {
        context,
        depth,
        folder: `${folder}${name}/`,
      });
      if (taken.value !== undefined) document[name] = taken.value;
      Object.assign(rejected, taken.rejected);
      continue;
    }
    if (kind.files) {
      const problem = await takeFiles(document, property, value, { context, folder });
      if (problem !== undefined) rejected[name] = [`${labelOf(property)} ${problem}`];
      continue;
    }
    if (kind.kept) {
      const problem = applyReadOnly(document, property, value, creating);
      if (problem !== undefined) rejected[name] = [`${labelOf(property)} ${problem}`];
      continue;
    }
    if (value === '' && kind.keepWhenBlank) continue;
    try {
      const taken =
        value === null || !kind.normalise ? value : await kind.normalise(value, definition, context);
      if (context.markupLost && (await kind.lost?.(value, taken, definition, context))) {
        context.markupLost(`${folder}${name}`.replaceAll('/', '.'));
      }
      if (taken === null) delete document[name];
      else document[name] = taken;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      rejected[name] = [`${labelOf(property)} ${error.message}`];
    }
  }
  return rejected;
}
