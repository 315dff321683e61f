/** Every field kind, in the order in which the builder offers them. The compiler asks for each name of the contract. */
import { isKindName, type KindName, type PropertyOnWire, type SchemaDefinition } from '#contract/schemas';
import { isJsonObject, type JsonObject, type JsonValue } from '#contract/values';
import { card } from './card';
import { code } from './code';
import { color } from './color';
import { date, datetime, time } from './date';
import { deck } from './deck';
import { depot } from './depot';
import { file } from './file';
import { gallery } from './gallery';
import { id, slug } from './id';
import { image } from './image';
import { json } from './json';
import { kept } from './kept';
import type { DrawnKind, FieldKind, FieldLookup } from './kind';
import { email, phone, url } from './link';
import { list } from './list';
import { localizedstyledtext, localizedtext, localizedtextarea } from './localized';
import { number, price, range } from './number';
import { password, secret } from './password';
import { multicheckbox, multiselect, radio, select } from './select';
import { flag } from './settings';
import { styledtext } from './styledtext';
import { svg } from './svg';
import { hidden, text, textarea } from './text';
import { checkbox, toggle } from './toggle';

export const fieldKinds: Readonly<Record<KindName, FieldKind>> = {
  text,
  textarea,
  styledtext,
  slug,
  code,
  number,
  range,
  price,
  date,
  datetime,
  time,
  toggle,
  checkbox,
  select,
  radio,
  multiselect,
  multicheckbox,
  list,
  url,
  email,
  phone,
  color,
  svg,
  image,
  gallery,
  file,
  depot,
  card,
  deck,
  localizedtext,
  localizedtextarea,
  localizedstyledtext,
  json,
  hidden,
  password,
  secret,
  id,
};

/** Property types that no kind draws; their values are shown and kept. */
const UNDRAWN: ReadonlySet<string> = new Set(['folder', 'rating']);

/** The kind a schema names; a name that is none, or no name, is a line of text. */
export const kindNamed = (name: string | undefined): KindName =>
  name !== undefined && isKindName(name) ? name : 'text';

/** The kind of a property as its schema names it, also where its values are only kept. */
export const declaredKind = ({ field }: PropertyOnWire): FieldKind | undefined =>
  isKindName(field) ? fieldKinds[field] : undefined;

/** The last part of a `$ref`, which names a property type (spec/field-kinds.md#property-types). */
const typeOfRef = (ref: unknown): string =>
  typeof ref === 'string' ? (ref.split('/').at(-1) ?? '').replace(/\.json$/, '') : '';

/** The kind that draws a property; where none does, its values are kept as they are. */
export function kindOf(definition: PropertyOnWire): DrawnKind {
  if (definition.kept === true) return kept;
  if (UNDRAWN.has(definition.type) || UNDRAWN.has(typeOfRef(definition.$ref))) return kept;
  return declaredKind(definition) ?? kept;
}

/** Whether a stored value is one that the control of its property cannot show, such as a text in a number. */
export const isOldValue = (definition: PropertyOnWire, value: JsonValue | undefined): value is JsonValue =>
  value !== undefined && value !== null && !kindOf(definition).accepts(value);

/** The kind that draws a property with this value; values the kind cannot show are kept as they are. */
export const kindFor = (definition: PropertyOnWire, value: JsonValue | undefined): DrawnKind =>
  isOldValue(definition, value) ? kept : kindOf(definition);

/** Whether the form draws a property; those it does not keep their values. */
export const isShown = (definition: PropertyOnWire): boolean =>
  declaredKind(definition)?.unseen !== true && definition.hide !== true && !flag(definition, 'hide');

/** Properties the form draws, in the order of the schema. */
export const shownProperties = (schema: SchemaDefinition): string[] =>
  Object.keys(schema.properties).filter((name) => {
    const definition = schema.properties[name];
    return definition !== undefined && isShown(definition);
  });

const isJson = (value: unknown): value is JsonValue =>
  value === null ||
  typeof value === 'string' ||
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  Array.isArray(value) ||
  isJsonObject(value);

/**
 * What a new object's form starts with: the schema's defaults, which the server fills in by itself when nothing else
 * is sent. Those a kind cannot show, such as `now` in a date, are left to the server.
 */
export function initialValues(schema: SchemaDefinition): JsonObject {
  const values: [string, JsonValue][] = [];
  for (const [name, definition] of Object.entries(schema.properties)) {
    const { default: preset } = definition;
    if (!isJson(preset) || preset === null || name === 'id') continue;
    if (declaredKind(definition)?.showsDefault?.(preset) === false) continue;
    values.push([name, preset]);
  }
  return Object.fromEntries(values);
}

/** Fetches the code of every control, so that a form can draw them at once. */
export const loadInputs = async (): Promise<void> => {
  await Promise.all(Object.values(fieldKinds).map(({ Input }) => Input.load?.()));
};

/** For kinds that hold other fields. */
export const fieldLookup: FieldLookup = { kindFor, shownProperties, initialValues };
