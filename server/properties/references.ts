/** References in values: objects that relations name, and addresses in texts. Pure. */
import type { PropertyDefinition } from '../contract/schemas.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';

/**
 * A reference to an object by the value of one of its properties, or to an address. `undescribed`: of an image in
 * markup, which has no alternative text, not even the empty one of a decorative image.
 */
export type Reference =
  | { readonly collection: string; readonly property: string; readonly value: string }
  | { readonly address: string; readonly undescribed?: true };

/** Gets each reference of a value. Returns its replacement: another id or address, null to remove it, undefined to keep it. */
export type VisitReference = (reference: Reference) => string | null | undefined;

/** Longer addresses, such as images inside a text, are not references. */
const MAX_ADDRESS = 2000;

/** Settings may name one property or several, as a list or with commas; `id` by default. */
export function namesOf(value: JsonValue | undefined): string[] {
  const names = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];
  const sound = names
    .filter((name) => typeof name === 'string')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return sound.length > 0 ? sound : ['id'];
}

/** The settings of a definition whose values name objects. */
export function relationIn({ settings }: PropertyDefinition): JsonObject | undefined {
  const relation = settings?.relationalOptions;
  return isJsonObject(relation) ? relation : undefined;
}

/** The collection whose objects a definition's values name, and by which property; undefined where it is no relation. */
export function relationTarget(
  definition: PropertyDefinition,
): { collection: string; property: string } | undefined {
  const relation = relationIn(definition);
  if (typeof relation?.collection !== 'string') return undefined;
  const [property = 'id'] = namesOf(relation.value);
  return { collection: relation.collection, property };
}

const isScalar = (value: JsonValue) =>
  typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value !== '');

/** Visits the values of a relation, one or a list. Values that are removed leave null, or a shorter list. */
export function visitRelation(
  value: JsonValue,
  definition: PropertyDefinition,
  visit: VisitReference,
): JsonValue {
  const target = relationTarget(definition);
  if (!target) return value;
  const next = (one: JsonValue): JsonValue => {
    if (!isScalar(one)) return one;
    const replaced = visit({ ...target, value: String(one) });
    return replaced === undefined ? one : replaced;
  };
  if (!Array.isArray(value)) return next(value);
  const entries = value.map(next);
  if (entries.every((entry, at) => entry === value[at])) return value;
  return [...new Set(entries.filter((entry) => entry !== null))];
}

/** Visits the address of a value that is one. */
export function visitAddress(value: JsonValue, visit: VisitReference): JsonValue {
  if (typeof value !== 'string' || value === '' || value.length > MAX_ADDRESS) return value;
  const replaced = visit({ address: value.trim() });
  return replaced === undefined ? value : replaced;
}

/** Addresses inside plain text: whole ones, those of a scheme, and paths from the root. */
const IN_TEXT = /(?<![\w/.:&<-])(?:https?:\/\/|plinth:|\/)[^\s<>"'()[\]{}|\\^`]+/g;

/** Visits the addresses in plain text or Markdown. Removed ones stay as they are: what to write instead is unclear. */
export function visitText(text: string, visit: VisitReference): string {
  if (!text.includes('/') && !text.includes('plinth:')) return text;
  return text.replace(IN_TEXT, (found) => {
    // Punctuation at the end belongs to the sentence.
    const address = found.replace(/[.,;:!?*_]{1,8}$/, '');
    if (address.length > MAX_ADDRESS || address.length < 2) return found;
    const replaced = visit({ address });
    return typeof replaced === 'string' ? replaced + found.slice(address.length) : found;
  });
}

/** Tags with an address: start tags of any element, and the ends of links. */
const TAG = /<(?:\/a\s*|[a-z](?=[^<>]*>)[^<>]*?\s(?:href|src|poster)\s*=[^<>]*)>/gi;
const ATTRIBUTE = /(\s(href|src|poster)\s*=\s*)(?:"([^"]*)"|'([^']*)')/gi;

/** Whether a tag is that of an image without alternative text. */
const isUndescribed = (tag: string): boolean =>
  /^<img\s/i.test(tag) && !/\salt(?=[\s=/>])/i.test(tag.replace(/"[^"]*"|'[^']*'/g, '""'));

const decoded = (text: string) => (text.includes('&') ? text.replaceAll('&amp;', '&') : text);
const encoded = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Visits the addresses of links, images and other elements of markup. Removed links leave their text, images nothing. */
export function visitMarkup(html: string, visit: VisitReference): string {
  if (!html.includes('=')) return html;
  let isRemoved = false;
  return html.replace(TAG, (tag) => {
    if (tag.startsWith('</')) {
      const end = isRemoved ? '' : tag;
      isRemoved = false;
      return end;
    }
    let drops = false;
    const undescribed = isUndescribed(tag) && ({ undescribed: true } as const);
    const next = tag.replace(
      ATTRIBUTE,
      (whole, before: string, name: string, double?: string, single?: string) => {
        const written = double ?? single ?? '';
        if (written === '' || written.length > MAX_ADDRESS) return whole;
        const replaced = visit({
          address: decoded(written).trim(),
          ...(/^src$/i.test(name) && undescribed),
        });
        if (replaced === null) drops = true;
        return typeof replaced === 'string' ? `${before}"${encoded(replaced)}"` : whole;
      },
    );
    if (!drops) return next;
    if (/^<a\s/i.test(tag)) isRemoved = true;
    return /^<(?:a|img)\s/i.test(tag) ? '' : tag;
  });
}
