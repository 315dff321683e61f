/** The columns of a report, from `fields` (spec/reports.md#csv). */
import { message } from '../contract/messages/message.js';
import type { WrittenNotation } from '../contract/sheets.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import { writeNotated } from '../csv/cell.js';
import { invalid } from '../errors.js';
import type { PropertyKind } from '../properties/kind.js';
import { addField, type FieldTree, pickFields } from '../query/field-tree.js';
import { valueBelow } from '../query/values.js';
import type { Property, Schema } from '../schemas/schema.js';

const MAX_COLUMNS = 1000;

interface Column {
  /** Keys below the object, or below one deck item. */
  readonly path: readonly string[];
  /** Of the property there; undefined for unknown ones. */
  readonly kind: PropertyKind | undefined;
}

interface DeckColumns {
  readonly deck: string;
  readonly columns: readonly Column[];
}

export interface Columns {
  /** Column names in order: scalars as requested, then those of decks. */
  readonly header: readonly string[];
  readonly scalars: readonly Column[];
  readonly decks: readonly DeckColumns[];
}

/** The requested names, each once. Throws `invalid` when there are none or too many. */
function namesIn(fields: string | undefined): string[] {
  const names = new Set((fields ?? '').split(',').map((name) => name.trim()));
  names.delete('');
  if (names.size === 0) {
    throw invalid(message('fieldsMissing'), { fields: [message('fieldsEmpty')] });
  }
  if (names.size > MAX_COLUMNS) {
    throw invalid(message('fieldsTooLong'), { fields: [message('fieldsOver', { limit: MAX_COLUMNS })] });
  }
  return [...names];
}

/** The kind of the property at a path. */
function kindAt(schema: Schema, path: readonly string[]): PropertyKind | undefined {
  let inside: Schema | undefined = schema;
  let property: Property | undefined;
  for (const name of path) {
    property = inside?.properties.get(name);
    inside = property?.children?.schema();
  }
  return property?.kind;
}

/** Parses `fields`. An unknown name is a column without values. Throws `invalid`. */
export function columnsOf(schema: Schema, fields: string | undefined): Columns {
  const decks = new Map<string, Column[]>();
  const scalars: Column[] = [];
  for (const name of namesIn(fields)) {
    const path = name.split('.');
    const [first = '', ...rest] = path;
    const kind = kindAt(schema, path);
    if (rest.length === 0 || schema.properties.get(first)?.children?.many !== true) {
      scalars.push({ path, kind });
    } else decks.set(first, [...(decks.get(first) ?? []), { path: rest, kind }]);
  }
  const grouped = [...decks].map(([deck, columns]) => ({ deck, columns }));
  const header = [
    ...scalars.map(({ path }) => path),
    ...grouped.flatMap(({ deck, columns }) => columns.map(({ path }) => [deck, ...path])),
  ].map((path) => path.join('.'));
  return { header, scalars, decks: grouped };
}

/** The items of a deck in order; an empty deck may be stored as a list. */
const itemsOf = (value: JsonValue | undefined): JsonValue[] =>
  isJsonObject(value) || Array.isArray(value) ? Object.values(value) : [];

/**
 * The rows of one object: one per item of each deck, its scalars repeated, the columns of other decks empty; one row if
 * there are no items.
 */
export function rowsOf(
  { scalars, decks }: Columns,
  object: JsonObject,
  notation: WrittenNotation,
): string[][] {
  const cellsOf = (value: JsonValue, columns: readonly Column[]) =>
    columns.map(({ path, kind }) => writeNotated(valueBelow(value, path), kind, notation));
  const own = cellsOf(object, scalars);
  const blank = decks.map(({ columns }) => columns.map(() => ''));
  const rows = decks.flatMap(({ deck, columns }, at) =>
    itemsOf(valueBelow(object, [deck])).map((item) => {
      const cells = cellsOf(item, columns);
      return [...own, ...blank.with(at, cells).flat()];
    }),
  );
  return rows.length > 0 ? rows : [[...own, ...blank.flat()]];
}

/** Picks the requested fields of objects, with nested decks; missing fields are omitted. */
export function picker({ scalars, decks }: Columns): (object: JsonObject) => JsonObject {
  const wanted: FieldTree = new Map();
  for (const { path } of scalars) addField(wanted, path);
  return (object) => {
    const picked = pickFields(object, wanted);
    const answer: JsonObject = isJsonObject(picked) ? picked : {};
    for (const { deck, columns } of decks) {
      const value = Object.hasOwn(object, deck) ? object[deck] : undefined;
      if (value === undefined || Object.hasOwn(answer, deck)) continue;
      const inItems: FieldTree = new Map();
      for (const { path } of columns) addField(inItems, path);
      answer[deck] = isJsonObject(value)
        ? Object.fromEntries(Object.entries(value).map(([id, item]) => [id, pickFields(item, inItems)]))
        : pickFields(value, inItems);
    }
    return answer;
  };
}
