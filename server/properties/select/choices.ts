/** Single values in the type their property asks for: forms and query strings send everything as text. */
import type { PropertyDefinition } from '../../contract/schemas.js';
import type { JsonValue } from '../../contract/values.js';
import type { SaveContext } from '../kind.js';
import { mergeLists, readEntries } from '../list/entries.js';
import { parseNumber } from '../number/parse.js';
import { takenText } from '../text/clean.js';
import { parseBoolean } from '../toggle/index.js';
import { scalarText } from '../whole-text.js';

export type Scalar = 'string' | 'number' | 'integer' | 'boolean';

/** The JSON type of one choice: what the definition says, text when it says nothing. */
export function scalarType(type: unknown): Scalar {
  return type === 'number' || type === 'integer' || type === 'boolean' ? type : 'string';
}

/** Brings one value into a type; gives back what it cannot read unchanged. */
export function readChoice(
  value: JsonValue,
  type: Scalar,
  definition: PropertyDefinition,
  context: SaveContext,
): JsonValue | Promise<JsonValue> {
  if (type === 'boolean') return parseBoolean(value) ?? value;
  if (type !== 'string') return typeof value === 'string' ? (parseNumber(value) ?? value) : value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? takenText(value, definition, context) : value;
}

/** As `readChoice`, for all entries of a list. */
export async function readChoices(
  entries: readonly JsonValue[],
  type: Scalar,
  definition: PropertyDefinition,
  context: SaveContext,
): Promise<JsonValue[]> {
  const read: JsonValue[] = [];
  for (const entry of entries) {
    const choice = readChoice(entry, type, definition, context);
    read.push(choice instanceof Promise ? await choice : choice);
    if (context.yielder?.exhausted) await context.yielder.yieldToEventLoop();
  }
  return read;
}

/** A single value as text; nothing for any other. */
export const textOf = (value: JsonValue): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

/** The type of the entries of a list. */
export const itemType = (definition: PropertyDefinition): Scalar => {
  const items = definition.items;
  return scalarType(typeof items === 'object' && items !== null && 'type' in items ? items.type : undefined);
};

/** A text as a choice of a type; undefined where it is none. */
export function asChoice(text: string, type: Scalar): JsonValue | undefined {
  if (type === 'boolean') return parseBoolean(text);
  return type === 'string' ? text.trim() : parseNumber(text);
}

/** A text with commas as a list; what is no value of the type stays, for the rules to refuse. */
export const listOf = (text: string, type: Scalar): JsonValue[] =>
  mergeLists(
    [],
    (readEntries(text) ?? []).map((entry) => asChoice(String(entry), type) ?? entry),
  );

/** A list as text with commas; undefined where that would be read as another list. */
export function wholeList(value: JsonValue): string | undefined {
  if (!Array.isArray(value)) return scalarText(value);
  const entries = value.map(scalarText);
  return entries.every((entry) => entry !== undefined && !entry.includes(','))
    ? entries.join(', ')
    : undefined;
}
