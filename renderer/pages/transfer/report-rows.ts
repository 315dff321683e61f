/** Rows of a report from the lines of its JSON, for the preview and the page to print. Pure. */
import { isJsonObject, type JsonObject, type JsonValue } from '#contract/values';

/** A value as a cell shows it. */
function cellText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The object a line of a report or an export holds; undefined for the lines around the list. */
export function objectInLine(line: string): JsonObject | undefined {
  const text = line.replace(/,?\s*$/, '');
  if (!text.startsWith('{') || !text.endsWith('}')) return undefined;
  const value: JsonValue = JSON.parse(text);
  return isJsonObject(value) ? value : undefined;
}

function below(value: JsonValue | undefined, [key, ...rest]: readonly string[]): JsonValue | undefined {
  if (key === undefined) return value;
  if (!isJsonObject(value) || !Object.hasOwn(value, key)) return undefined;
  return below(value[key], rest);
}

const itemsOf = (value: JsonValue | undefined): JsonValue[] =>
  isJsonObject(value) || Array.isArray(value) ? Object.values(value) : [];

/**
 * The rows of one object as the CSV report has them: one per item of each deck, the other values repeated. `decks`:
 * names of the properties that are decks.
 */
export function rowsOf(
  object: JsonObject,
  columns: readonly string[],
  decks: ReadonlySet<string>,
): string[][] {
  const paths = columns.map((name) => name.split('.'));
  const isOf = (deck: string, path: readonly string[]) => path.length > 1 && path[0] === deck;
  const inDeck = (path: readonly string[]) => path.length > 1 && decks.has(path[0] ?? '');
  const asked = [...decks].filter((deck) => paths.some((path) => isOf(deck, path)));
  const row = (deck?: string, item?: JsonValue) =>
    paths.map((path) => {
      if (!inDeck(path)) return cellText(below(object, path));
      return deck !== undefined && isOf(deck, path) ? cellText(below(item, path.slice(1))) : '';
    });
  const rows = asked.flatMap((deck) => itemsOf(object[deck]).map((item) => row(deck, item)));
  return rows.length > 0 ? rows : [row()];
}

/** Splits a text that comes in pieces into its lines; the last one ends with the text. */
export function lineSplitter(): { push(piece: string): string[]; end(): string[] } {
  let open = '';
  return {
    push(piece) {
      const lines = (open + piece).split('\n');
      open = lines.pop() ?? '';
      return lines;
    },
    end: () => (open === '' ? [] : [open]),
  };
}
