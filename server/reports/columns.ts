/** The columns of a report, from `fields` (spec/reports.md#csv). */
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import { writeValue } from '../csv/cell.js';
import { invalid } from '../errors.js';
import { addField, type FieldTree, pickFields } from '../query/field-tree.js';
import { valueBelow } from '../query/values.js';
import type { Schema } from '../schemas/schema.js';

const MAX_COLUMNS = 1000;

interface DeckColumns {
  readonly deck: string;
  /** Keys below one deck item, one list per column. */
  readonly paths: readonly (readonly string[])[];
}

export interface Columns {
  /** Column names in order: scalars as requested, then those of decks. */
  readonly header: readonly string[];
  readonly scalars: readonly (readonly string[])[];
  readonly decks: readonly DeckColumns[];
}

/** The requested names, each once. Throws `invalid` when there are none or too many. */
function namesIn(fields: string | undefined): string[] {
  const names = new Set((fields ?? '').split(',').map((name) => name.trim()));
  names.delete('');
  if (names.size === 0) {
    throw invalid('"fields" is missing', { fields: ['must name at least one field, such as title,date'] });
  }
  if (names.size > MAX_COLUMNS) {
    throw invalid('"fields" is too long', { fields: [`must name at most ${MAX_COLUMNS} fields`] });
  }
  return [...names];
}

/** Parses `fields`. An unknown name is a column without values. Throws `invalid`. */
export function columnsOf(schema: Schema, fields: string | undefined): Columns {
  const decks = new Map<string, string[][]>();
  const scalars: string[][] = [];
  for (const name of namesIn(fields)) {
    const [first = '', ...rest] = name.split('.');
    const property = schema.properties.get(first);
    if (rest.length === 0 || property?.children?.many !== true) scalars.push([first, ...rest]);
    else decks.set(first, [...(decks.get(first) ?? []), rest]);
  }
  const grouped = [...decks].map(([deck, paths]) => ({ deck, paths }));
  const header = [
    ...scalars,
    ...grouped.flatMap(({ deck, paths }) => paths.map((path) => [deck, ...path])),
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
export function rowsOf({ scalars, decks }: Columns, object: JsonObject): string[][] {
  const own = scalars.map((path) => writeValue(valueBelow(object, path)));
  const blank = decks.map(({ paths }) => paths.map(() => ''));
  const rows = decks.flatMap(({ deck, paths }, at) =>
    itemsOf(valueBelow(object, [deck])).map((item) => {
      const cells = paths.map((path) => writeValue(valueBelow(item, path)));
      return [...own, ...blank.with(at, cells).flat()];
    }),
  );
  return rows.length > 0 ? rows : [[...own, ...blank.flat()]];
}

/** Picks the requested fields of objects, with nested decks; missing fields are omitted. */
export function picker({ scalars, decks }: Columns): (object: JsonObject) => JsonObject {
  const wanted: FieldTree = new Map();
  for (const path of scalars) addField(wanted, path);
  return (object) => {
    const picked = pickFields(object, wanted);
    const answer: JsonObject = isJsonObject(picked) ? picked : {};
    for (const { deck, paths } of decks) {
      const value = Object.hasOwn(object, deck) ? object[deck] : undefined;
      if (value === undefined || Object.hasOwn(answer, deck)) continue;
      const inItems: FieldTree = new Map();
      for (const path of paths) addField(inItems, path);
      answer[deck] = isJsonObject(value)
        ? Object.fromEntries(Object.entries(value).map(([id, item]) => [id, pickFields(item, inItems)]))
        : pickFields(value, inItems);
    }
    return answer;
  };
}
