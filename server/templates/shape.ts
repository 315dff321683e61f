/** Converts generated values to the shape of a property: lists to text, text to HTML, dates to days. */
import type { JsonValue } from '../contract/values.js';
import type { Property } from '../schemas/schema.js';

/** How a rule's list becomes text; by default one line, separated by commas. */
const SEPARATORS: Readonly<Record<string, string>> = {
  words: ' ',
  sentences: ' ',
  paragraphs: '\n\n',
};

/**
 * Converts a generated value to the shape of a property. Uses the kind's definition (an empty list means it takes
 * lists, the format means HTML or day), never its name.
 */
export function shaped(value: JsonValue, rule: string, property: Property): JsonValue {
  const { blank } = property.kind;
  if (Array.isArray(blank)) return Array.isArray(value) ? value : [value];
  const format = property.kind.onWire?.(property.definition).format;
  if (format === 'html') return asHtml(value);
  const text = Array.isArray(value) ? value.join(SEPARATORS[rule] ?? ', ') : value;
  if (format === 'date' && typeof text === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(text))
    return text.slice(0, 10);
  return typeof blank === 'string' && typeof text === 'number' ? String(text) : text;
}

/** Plain paragraphs as HTML; text with markup stays unchanged. */
function asHtml(value: JsonValue): JsonValue {
  const paragraphs = Array.isArray(value) ? value : [value];
  return paragraphs
    .map((paragraph) =>
      String(paragraph).startsWith('<') ? String(paragraph) : `<p>${escaped(String(paragraph))}</p>`,
    )
    .join('\n');
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
