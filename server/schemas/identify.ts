/**
 * Ids for objects that were sent without one (spec/content.md#ids). An id that was sent and is not legal is corrected
 * rather than rejected, as imports of rows do; an address with the id as it was sent is redirected, so that a later
 * GET does not miss.
 */
import { isLegalId, RESERVED_OBJECT_IDS, slug } from '../contract/names.js';
import type { SentProperties } from '../contract/objects.js';
import type { JsonObject } from '../contract/values.js';
import type { SaveContext } from '../properties/kind.js';
import { plainText } from '../properties/styledtext/sanitize.js';
import { autogenOf, fillPlaceholders, uid } from './autogen.js';
import type { Schema } from './schema.js';

/** Properties an id is generated from by default. */
const NAMING = ['title', 'name', 'label'];

/** Words no object can be called, `new` or `con`, get a number; a text without a letter gives no id. */
function usable(id: string): string | undefined {
  if (id === '') return undefined;
  if (isLegalId(id) && !RESERVED_OBJECT_IDS.has(id)) return id;
  const numbered = `${id.slice(0, 110)}-1`;
  return isLegalId(numbered) ? numbered : undefined;
}

/** What placeholders are filled from: sent values, defaults for the others, dates as they will be stored, no markup. */
function valuesFor(schema: Schema, sent: SentProperties, context: SaveContext): JsonObject {
  const values: JsonObject = Object.create(null);
  for (const [name, { kind, definition }] of schema.properties) {
    const given = (Object.hasOwn(sent, name) ? sent[name] : undefined) ?? definition.default;
    if (given === undefined || given === null || name === 'id') continue;
    const value = kind.resolveDefault ? kind.resolveDefault(given, context) : given;
    values[name] = typeof value === 'string' ? plainText(value) : value;
  }
  return values;
}

function textOf(values: JsonObject, name: string): string {
  const value = values[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/**
 * A valid id: the id property's `autogen` as a slug, else the slug of title, name or label, else a random one.
 * `ordinal` is how many objects the collection has ever had, plus one. The caller checks whether it is taken.
 */
export function proposeId(
  schema: Schema,
  sent: SentProperties,
  context: SaveContext & { ordinal: number },
): string {
  const definition = schema.properties.get('id')?.definition;
  const autogen = autogenOf(definition);
  const separator = definition?.settings?.snakeCase === true ? '_' : '-';
  const values = valuesFor(schema, sent, context);
  const candidates = [
    ...(autogen === undefined ? [] : [fillPlaceholders(autogen, values, context)]),
    ...NAMING.map((name) => textOf(values, name)),
  ];
  for (const text of candidates) {
    const id = usable(slug(text.slice(0, 1000), separator));
    if (id !== undefined) return id;
  }
  return uid();
}
