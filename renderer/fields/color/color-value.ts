/** Colours between their stored form `{hex, oklch: {l 0-100, c, h 0-360}}` and what people type. */
import { converter, formatHex, parse } from 'culori';
import { isJsonObject, type JsonObject, type JsonValue } from '#contract/values';
import { hexOf, hexShown } from './hex';

const toOklch = converter('oklch');
const round = (number: number | undefined): number => Math.round((number ?? 0) * 1000) / 1000;

/** The stored form of any CSS colour; `undefined` when the text is none. Alpha is dropped: the stored form has none. */
export function colorOf(text: string): JsonObject | undefined {
  const parsed = parse(hexShown(text));
  if (parsed === undefined) return undefined;
  const hex = formatHex(parsed);
  const oklch = toOklch(hex);
  if (oklch === undefined) return undefined;
  const { l, c, h } = oklch;
  return { hex, oklch: { l: round(l * 100), c: round(c), h: round(h) } };
}

/** A stored colour as CSS `oklch()`, rounded for people. */
export function oklchText(value: JsonValue | undefined): string {
  const stored = isJsonObject(value) ? value : colorOf(hexOf(value));
  if (stored === undefined || !isJsonObject(stored.oklch)) return '';
  const { l, c, h } = stored.oklch;
  if (typeof l !== 'number' || typeof c !== 'number' || typeof h !== 'number') return '';
  return `oklch(${l.toFixed(1)}% ${c.toFixed(3)} ${h.toFixed(1)})`;
}
