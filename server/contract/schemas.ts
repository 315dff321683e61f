/** Schemas on disk and on the wire (spec/resources.md#schema). */
import * as wire from './json-schema.js';
import type { MergeRule } from './merge/rules.js';
import type { MessageOnWire } from './messages/message.js';
import type { JsonValue } from './values.js';
import type { ErrorDetails, ErrorProblems } from './wire.js';

/** What the server and the admin share of a field kind; the rest is in its two modules. */
export interface KindTraits {
  /** How two changes of a value are merged (decision 162). */
  merge: MergeRule;
  /** Values are words: lists sort numbers in them as numbers, and without regard to case. */
  natural?: true;
  /** An import from another system may make properties of it; `long`: its values are too long for lists. */
  imported?: true | 'long';
}

const TRAITS = {
  id: { merge: 'value', natural: true },
  slug: { merge: 'value', natural: true },
  text: { merge: 'value', natural: true, imported: true },
  textarea: { merge: 'words', natural: true, imported: 'long' },
  hidden: { merge: 'value' },
  styledtext: { merge: 'html', natural: true, imported: 'long' },
  number: { merge: 'value', imported: true },
  range: { merge: 'value' },
  price: { merge: 'value' },
  toggle: { merge: 'value', imported: true },
  checkbox: { merge: 'value' },
  date: { merge: 'time', imported: true },
  datetime: { merge: 'time', imported: true },
  time: { merge: 'time', imported: true },
  select: { merge: 'value', natural: true, imported: true },
  radio: { merge: 'value', natural: true },
  multiselect: { merge: 'set', natural: true, imported: true },
  multicheckbox: { merge: 'set', natural: true },
  list: { merge: 'list', natural: true, imported: true },
  url: { merge: 'value', natural: true, imported: true },
  email: { merge: 'value', natural: true, imported: true },
  phone: { merge: 'value', natural: true, imported: true },
  color: { merge: 'value', imported: true },
  svg: { merge: 'value' },
  code: { merge: 'value', imported: 'long' },
  json: { merge: 'json', imported: 'long' },
  password: { merge: 'value' },
  secret: { merge: 'value' },
  card: { merge: 'card' },
  deck: { merge: 'deck' },
  localizedtext: { merge: 'texts' },
  localizedtextarea: { merge: 'wordsTexts' },
  localizedstyledtext: { merge: 'htmlTexts' },
  image: { merge: 'file', imported: true },
  gallery: { merge: 'files', imported: 'long' },
  file: { merge: 'file', imported: true },
  depot: { merge: 'depot' },
} as const satisfies Record<string, KindTraits>;

/** The name of a field kind (spec/field-kinds.md#kinds). */
export type KindName = keyof typeof TRAITS;

/** Every field kind. Each has a module in `server/properties` and one in `renderer/fields`. */
export const KINDS: Readonly<Record<KindName, KindTraits>> = TRAITS;

export const isKindName = (name: string): name is KindName => Object.hasOwn(KINDS, name);

export const KIND_NAMES: readonly KindName[] = Object.keys(KINDS).filter(isKindName);

/** One choice of a select, radio, multiselect or multicheckbox. */
export interface Option {
  label: string;
  value: string | number | boolean;
}

/** `settings` of a property; each kind reads its own keys, unknown ones are kept. */
export type PropertySettings = { [key: string]: JsonValue };

/** A property as written in a schema document. Unknown keys are kept (JSON Schema keywords among them). */
export interface PropertyDefinition {
  type?: string;
  $ref?: string;
  /** The field kind; an unknown name is shown as text and kept. */
  field?: string;
  label?: string;
  help?: string;
  placeholder?: string;
  default?: JsonValue;
  options?: JsonValue;
  settings?: PropertySettings;
  /** Generator rule for templates (spec/templates.md#generator-rules). */
  factory?: string;
  /** Schema of a card or of a deck's items: an id, or a URL whose last segment is one; of a deck also a list of them. */
  schemaref?: string | string[];
  /** Names the property had before; values that files still hold under one of them are its own. */
  formerly?: string[];
  /** What values were that files may still hold, while they are converted (spec/schemas.md#converting). */
  converts?: unknown;
  unique?: boolean;
  hide?: boolean;
  [keyword: string]: unknown;
}

/** What a property converts from. */
export interface Converts {
  /** Its definition before. */
  from: PropertyDefinition;
  /** The transaction in which it changed, for the rest to belong to. */
  transaction?: unknown;
}

/** A schema document as stored in `.schemas/{id}.json` (spec/resources.md#schema). */
export interface SchemaDocument {
  $schema?: string;
  $id?: string;
  type?: string;
  id: string;
  description?: string;
  category?: string;
  properties: Record<string, PropertyDefinition>;
  required: string[];
  index: string[];
  formgrid?: string;
  inheritFrom?: string[];
  [key: string]: unknown;
}

/** A schema in a list (spec/resources.md#schema-summary), with what the admin's list shows. */
const SCHEMA_SUMMARY = wire.all(
  {
    name: wire.text,
    title: wire.text,
    description: wire.text,
    url: wire.text,
    /** Built-in schemas cannot be changed or deleted. */
    reserved: wire.bool,
    /** Ids of the collections that hold objects of it. */
    usedBy: wire.listOf(wire.text),
    /** Ids of the schemas whose cards or decks hold parts of it. */
    partOf: wire.listOf(wire.text),
  },
  { category: wire.text },
);
export type SchemaSummary = wire.Typed<typeof SCHEMA_SUMMARY>;
export const SCHEMA_SUMMARIES = wire.named(
  'SchemaSummaries',
  wire.all({ schemas: wire.listOf(SCHEMA_SUMMARY) }),
);

/** A property in an API definition: its stored keys plus what the interface names. */
export interface PropertyOnWire extends Omit<PropertyDefinition, 'required'> {
  type: string;
  required: boolean;
  /** The kind Plinth treats it as, aliases and unknown kinds resolved. */
  field: KindName;
  /** The kind's name as the schema writes it, where that is not `field`: aliases, unknown and kept kinds. */
  writtenField?: string;
  /** Plinth shows and keeps the values of this kind, but does not edit them yet; a form shows them read-only. */
  kept?: true;
  /** Id of the schema that a card or the items of a deck follow; its definition describes the nested form. */
  itemSchema?: string;
  /** Ids of the schemas that items of a deck can follow, where each item names its own. */
  itemSchemas?: string[];
  /** Name of the parent schema it was inherited from; absent for own properties. */
  inheritedFrom?: string;
}

/** `GET {api}/schemas/{id}` and `GET {api}/collections/{c}/schema` (spec/resources.md#schema-definition). */
export interface SchemaDefinition {
  id: string;
  name: string;
  title: string;
  description: string;
  category?: string;
  properties: Record<string, PropertyOnWire>;
  /** Merged lists, parents first. */
  requiredProperties: string[];
  index: string[];
  formgrid?: string;
  inheritFrom: string[];
  reserved: boolean;
  /** With `raw` only: the whole stored document, for an editor that must lose nothing. */
  document?: SchemaDocument;
}

/** Objects of a collection that would not pass a proposed schema. */
export interface CollectionImpact {
  collection: string;
  objects: number;
  /** How many could not be saved unchanged; nothing is lost, they stay readable. */
  failing: number;
  /** How many of the failing ones fail by the present schema already. */
  alreadyFailing: number;
  /** The first failing ones with their messages by property. */
  examples: { id: string; details: ErrorDetails; problems: ErrorProblems }[];
  /** How many hold a value of a property that is to be removed; the values stay in the files, unseen. */
  held: Record<string, number>;
  /** Files that cannot be read and are therefore not judged. */
  damaged: number;
}

/** `POST {api}/schemas/{id}/impact`: what saving a proposed document would mean. Nothing is written. */
export interface SchemaImpact {
  schema: string;
  added: string[];
  removed: string[];
  retyped: { name: string; from: KindName; to: KindName }[];
  /** Properties that become required. */
  required: string[];
  /** What converting the values of retyped properties would do. */
  conversions: Conversion[];
  /** Every collection whose objects follow the schema, directly, by inheritance or inside cards and decks. */
  collections: CollectionImpact[];
}

/** What converting the values of a property does. */
export interface Conversion {
  property: string;
  /** Values that get another form. */
  converted: number;
  /** Values that break a rule and stay as they are. */
  left: number;
  /** The first of those that stay, with what is wrong. */
  examples: {
    collection: string;
    id: string;
    path: string;
    value: string;
    problems: string[];
    reasons: MessageOnWire[];
  }[];
}

/** `POST {api}/schemas/{id}/convert`: the schema as saved, and what became of the values. */
export interface ConvertResult {
  schema: SchemaDefinition;
  /** Current ETag of the schema. */
  etag: string;
  conversions: Conversion[];
  /** `objects`: changed ones; `damaged`: ids of those that could not be read, whose values stay as they are. */
  collections: { collection: string; objects: number; damaged: string[] }[];
}

/** `POST {api}/schemas/{id}/rename`: a property under its new name, with its values. */
export interface RenameResult {
  schema: SchemaDefinition;
  /** Current ETag of the schema. */
  etag: string;
  from: string;
  to: string;
  /** `damaged`: files that could not be read, those in iCloud and those being written included. */
  collections: { collection: string; renamed: number; damaged: number }[];
  /** False while files that could not be read may still hold the former name, which the schema keeps until then. */
  complete: boolean;
}
