/** Options of a choice as lines of text: `value`, or `value | Label`. Pure. */
import { isJsonObject, type JsonValue } from '#contract/values';

const isScalar = (value: JsonValue | undefined): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

function lineOf(entry: JsonValue): string | undefined {
  if (isScalar(entry)) return String(entry);
  if (!isJsonObject(entry) || !isScalar(entry.value)) return undefined;
  const plain = Object.keys(entry).every((key) => key === 'value' || key === 'label');
  const { value, label } = entry;
  if (!plain || (label !== undefined && !isScalar(label))) return undefined;
  return label === undefined || String(label) === String(value) ? String(value) : `${value} | ${label}`;
}

/** The lines of options; undefined where they are more than lines can say (groups, further keys). */
export function linesOf(options: JsonValue | undefined): string[] | undefined {
  if (options === undefined || options === null) return [];
  if (!Array.isArray(options)) return undefined;
  const lines = options.map(lineOf);
  return lines.every((line) => line !== undefined) ? lines : undefined;
}

/** The value a text stands for: the options' own number or switch where one reads the same. */
function valueFor(text: string, before: JsonValue | undefined): JsonValue {
  const known = (Array.isArray(before) ? before : []).map((entry) =>
    isJsonObject(entry) ? entry.value : entry,
  );
  return known.find((value) => isScalar(value) && String(value) === text) ?? text;
}

/** The options that lines say; empty lines say none. */
export function optionsFrom(lines: readonly string[], before: JsonValue | undefined): JsonValue[] {
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line): JsonValue => {
      const bar = line.indexOf('|');
      const text = (bar < 0 ? line : line.slice(0, bar)).trim();
      const label = bar < 0 ? '' : line.slice(bar + 1).trim();
      const value = valueFor(text, before);
      return label === '' || label === text ? value : { value, label };
    });
}
