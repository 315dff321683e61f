/** How a deck is laid out (`deckTable`, `modalSize`; spec/field-kinds.md#deck). Pure. */
import type { PropertyOnWire, SchemaDefinition } from '#contract/schemas';
import type { JsonValue } from '#contract/values';
import { labelOf } from '../field-rules';
import type { FieldLookup } from '../kind';
import { setting } from '../settings';

/** Widths of an item's dialog, as Mantine takes them. */
const SIZES = { small: '30rem', medium: '44rem', large: '64rem' } as const;
type SizeName = keyof typeof SIZES;

/** Most columns; more would leave none of them readable. */
const MOST = 6;
/** Default columns of a table. */
const USUAL = 4;

export interface DeckColumn {
  name: string;
  label: string;
}

export interface DeckLayout {
  /** The columns of a table; undefined for a list of lines. */
  columns: readonly DeckColumn[] | undefined;
  /** Width of the dialog an item opens in; undefined where it opens in its place. */
  dialog: string | undefined;
}

const isSize = (name: unknown): name is SizeName => typeof name === 'string' && Object.hasOwn(SIZES, name);

const wordsOf = (value: JsonValue | undefined): string[] => {
  const words = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [];
  return words.flatMap((word) => (typeof word === 'string' && word.trim() !== '' ? [word.trim()] : []));
};

/** `settings.columns`, else what the items' schema puts into an index, else its first fields. */
function columnsOf(definition: PropertyOnWire, schema: SchemaDefinition, fields: FieldLookup): DeckColumn[] {
  const shown = fields.shownProperties(schema).filter((name) => {
    const inner = schema.properties[name];
    const kind = inner && fields.kindFor(inner, undefined);
    return name !== 'id' && !kind?.parts && !kind?.sensitive;
  });
  const among = (names: readonly string[]) => [...new Set(names)].filter((name) => shown.includes(name));
  const named = among(wordsOf(setting(definition, 'columns')));
  const indexed = among(schema.index);
  const names = named.length > 0 ? named : indexed.length > 0 ? indexed : shown.slice(0, USUAL);
  return names.slice(0, MOST).map((name) => ({ name, label: labelOf(name, schema.properties[name]) }));
}

/** A table for `deckTable`, whose items open in a dialog; a list else, with a dialog where one is asked for. */
export function deckLayout(
  definition: PropertyOnWire,
  schema: SchemaDefinition,
  fields: FieldLookup,
): DeckLayout {
  const asked = setting(definition, 'modalSize');
  // Items of several schemas have no columns in common.
  const table = definition.writtenField === 'deckTable' && definition.itemSchemas === undefined;
  const columns = table ? columnsOf(definition, schema, fields) : [];
  return {
    columns: columns.length > 0 ? columns : undefined,
    dialog: isSize(asked) ? SIZES[asked] : table ? SIZES.medium : undefined,
  };
}
