/** Every field kind's room. The compiler asks for each name of the contract. */
import type { KindName, PropertyOnWire } from '#contract/schemas';
import type { JsonValue } from '#contract/values';
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
import type { FieldKind } from './kind';
import { email, phone, url } from './link';
import { list } from './list';
import { localizedstyledtext, localizedtext, localizedtextarea } from './localized';
import { number, price, range } from './number';
import { password, secret } from './password';
import { multicheckbox, multiselect, radio, select } from './select';
import { styledtext } from './styledtext';
import { svg } from './svg';
import { hidden, text, textarea } from './text';
import { checkbox, toggle } from './toggle';

export const fieldKinds = {
  id,
  slug,
  text,
  textarea,
  hidden,
  styledtext,
  number,
  range,
  price,
  toggle,
  checkbox,
  date,
  datetime,
  time,
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
  code,
  json,
  password,
  secret,
  card,
  deck,
  localizedtext,
  localizedtextarea,
  localizedstyledtext,
  image,
  gallery,
  file,
  depot,
} satisfies Record<KindName, FieldKind>;

/** Property types whose kinds have no room yet; their values are shown and kept. */
const ROOMLESS: ReadonlySet<string> = new Set(['folder', 'rating']);

const isKindName = (name: string): name is KindName => Object.hasOwn(fieldKinds, name);

/** The last part of a `$ref`, which names a property type (spec/field-kinds.md#property-types). */
const typeOfRef = (ref: unknown): string =>
  typeof ref === 'string' ? (ref.split('/').at(-1) ?? '').replace(/\.json$/, '') : '';

/** The kind that draws a property; one without a room is kept as it is. */
export function kindOf(definition: PropertyOnWire): FieldKind {
  if (definition.kept === true) return kept;
  if (ROOMLESS.has(definition.type) || ROOMLESS.has(typeOfRef(definition.$ref))) return kept;
  const name: string = definition.field;
  return isKindName(name) ? fieldKinds[name] : kept;
}

/** The kind that draws a property with this value; values the kind cannot show are kept as they are. */
export function kindFor(definition: PropertyOnWire, value: JsonValue | undefined): FieldKind {
  const kind = kindOf(definition);
  return value === undefined || value === null || kind.accepts(value) ? kind : kept;
}
