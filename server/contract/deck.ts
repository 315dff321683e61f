/** Items of a deck (spec/content.md#deck-items): what they may be called. Shared with the admin's deck editor. */
import { MAX_ID_LENGTH, RESERVED_ITEM_NAMES, slug, UNSAFE_KEYS } from './names.js';
import type { PropertyDefinition } from './schemas.js';
import type { JsonObject } from './values.js';

const LEGAL = /^[A-Za-z0-9_][A-Za-z0-9_-]*$/;
/** Item ids name folders of files, so names Windows does not allow are rejected everywhere. */
const DEVICES = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])$/i;

/** JavaScript moves such keys to the front of an object, in numeric order: a deck would lose the order of its items. */
export const isNumericKey = (id: string): boolean =>
  /^(?:0|[1-9]\d{0,9})$/.test(id) && Number(id) < 2 ** 32 - 1;

/** Why a text cannot be a new item's id, as a sentence without a subject; undefined when it can. */
export function itemIdProblem(id: unknown): string | undefined {
  if (typeof id !== 'string') return 'must be text';
  if (id === '') return 'must not be empty';
  if (id.length > MAX_ID_LENGTH) return `must have at most ${MAX_ID_LENGTH} characters`;
  if (UNSAFE_KEYS.has(id) || DEVICES.test(id) || RESERVED_ITEM_NAMES.has(id))
    return `"${id}" is a reserved word`;
  if (!LEGAL.test(id)) return 'must consist of letters, digits, "_" and "-"';
  return isNumericKey(id)
    ? `must not be only digits, which would always be sorted first; try "_${id}"`
    : undefined;
}

/** The id of an item from generated text: a slug with `_` between its words; "" when nothing is left of it. */
export function itemIdFrom(text: string): string {
  const id = slug(text, '_')
    .replaceAll('-', '_')
    .slice(0, MAX_ID_LENGTH - 8);
  if (id === '') return '';
  return itemIdProblem(id) === undefined ? id : `_${id}`;
}

/** How many items a deck may have. */
export interface DeckBounds {
  min: number;
  max: number;
}

/** The bounds of a deck's count, by keyword and by setting; the narrower one wins, a negative one is none. */
export function deckBounds({ settings, ...keywords }: PropertyDefinition): DeckBounds {
  const stated = (key: 'minItems' | 'maxItems') =>
    [keywords[key], settings?.[key]].filter((value) => typeof value === 'number' && value >= 0).map(Number);
  return {
    min: Math.max(0, ...stated('minItems')),
    max: Math.min(Number.POSITIVE_INFINITY, ...stated('maxItems')),
  };
}

/** The key by which an item of a deck with several schemas names its own (spec/field-kinds.md#deck). */
export const ITEM_SCHEMA = 'schema';

/** Id of the schema of an item: the one it names, without a name the first; undefined where it is none of them. */
export function itemSchemaId(schemas: readonly string[], item: JsonObject): string | undefined {
  const named = Object.hasOwn(item, ITEM_SCHEMA) ? item[ITEM_SCHEMA] : undefined;
  return (named ?? '') === '' ? schemas[0] : schemas.find((id) => id === named);
}
