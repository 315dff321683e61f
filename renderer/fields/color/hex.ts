/** The hex of a colour, without a library that reads every CSS spelling. */
import { isJsonObject, type JsonValue } from '#contract/values';

/** A stored colour's hex, or the text itself where a colour is kept as text. */
export function hexOf(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  return isJsonObject(value) && typeof value.hex === 'string' ? value.hex : '';
}

/** A hex in one spelling: `#rrggbb` in lower case, also without `#` or in three digits. Any other text is only trimmed. */
export function hexShown(text: string): string {
  const trimmed = text.trim();
  const [, digits] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(trimmed) ?? [];
  if (digits === undefined) return trimmed;
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`.toLowerCase();
}
