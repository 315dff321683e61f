/** Converts a whole schema to its stored form: every problem at once, then the document (spec/schemas.md#saving). */
import { type Details, type Message, message } from '../contract/messages/message.js';
import { idProblem } from '../contract/names.js';
import type { PropertyDefinition, SchemaDocument } from '../contract/schemas.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import { failed, invalid } from '../errors.js';
import { flatten } from './inherit.js';
import { safeCopy, storedDefinition } from './save-definition.js';

const DRAFT = 'https://json-schema.org/draft/2020-12/schema';
export const MAX_PROPERTIES = 1000;
/** Keys answers add to a document (spec/resources.md#schema-definition), not to be stored when one is sent back. */
const WIRE_KEYS: ReadonlySet<string> = new Set([
  'name',
  'title',
  'requiredProperties',
  'reserved',
  'usedBy',
  'document',
]);

class Problems {
  readonly #found = new Map<string, Message[]>();

  add = (path: string, problem: string): void => {
    this.#found.set(path, [...(this.#found.get(path) ?? []), message('rule', { rule: problem })]);
  };

  /** Throws `validation` when there are any. */
  raise(): void {
    const details: Details = Object.fromEntries(this.#found);
    if (this.#found.size > 0) throw failed(details, message('schemaProblems'));
  }
}

function text(sent: JsonObject, key: string, problems: Problems): string {
  const value = sent[key] ?? '';
  if (typeof value === 'string') return value;
  problems.add(key, 'must be text');
  return '';
}

function names(value: JsonValue | undefined, key: string, what: string, problems: Problems): string[] {
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) return [...new Set(value)];
  problems.add(key, `must be a list of ${what}`);
  return [];
}

function definitions(value: JsonValue | undefined, problems: Problems): Record<string, PropertyDefinition> {
  if (!isJsonObject(value)) {
    problems.add('properties', 'must be an object of property definitions');
    return {};
  }
  const entries = Object.entries(value);
  if (entries.length > MAX_PROPERTIES) {
    problems.add('properties', `must have at most ${MAX_PROPERTIES} entries`);
    return {};
  }
  const stored: [string, PropertyDefinition][] = [];
  for (const [name, sent] of entries) {
    const definition = storedDefinition(name, sent, problems.add);
    if (definition) stored.push([name, definition]);
  }
  return Object.fromEntries(stored);
}

/** The names of a list that are properties, with `id` in front when it is not among them. */
function known(list: readonly string[], properties: ReadonlySet<string>): string[] {
  const kept = list.filter((name) => properties.has(name));
  return kept.includes('id') ? kept : ['id', ...kept];
}

/** `$id` of a document from elsewhere stays when it still names this schema. */
const ownId = (sent: JsonObject, id: string) =>
  typeof sent.$id === 'string' && sent.$id.endsWith(`/${id}.json`) ? sent.$id : `/schemas/${id}`;

function checkUnique(document: SchemaDocument, index: ReadonlySet<string>, problems: Problems): void {
  for (const [name, definition] of Object.entries(document.properties)) {
    if (definition.unique === true && name !== 'id' && !index.has(name)) {
      problems.add(
        `properties.${name}.unique`,
        `needs "${name}" in "index", which is needed to find equal values`,
      );
    }
  }
}

export interface StoredDocumentOptions {
  /** Id of the schema that is changed; a new one names its own. */
  id?: string;
  parentOf: (id: string) => SchemaDocument | undefined;
  existing?: Partial<SchemaDocument> | undefined;
}

/**
 * Checks a sent schema and returns the document to store. What `GET` returned can be sent back. Throws `invalid` for a
 * body that is not an object, `validation` with every problem by path. `existing` is the document it replaces.
 */
export function storedDocument(
  body: unknown,
  { id: addressed, parentOf, existing = {} }: StoredDocumentOptions,
): SchemaDocument {
  if (!isJsonObject(body)) throw invalid(message('schemaNeedsObject'));
  const copy = safeCopy(body);
  const sent: JsonObject = isJsonObject(copy) ? copy : {};
  const problems = new Problems();

  const id = sent.id ?? addressed;
  const wrongId = idProblem(id);
  if (wrongId) problems.add('id', wrongId);
  else if (addressed !== undefined && id !== addressed) problems.add('id', `must stay "${addressed}"`);
  const description = text(sent, 'description', problems);
  const formgrid = text(sent, 'formgrid', problems);
  const category = text(sent, 'category', problems);
  // As sent, not as copied: a hostile name is rejected, not passed over.
  const properties = definitions(body.properties, problems);
  // A change that leaves them out would empty them unseen.
  const none = addressed === undefined ? [] : undefined;
  const { required: named = sent.requiredProperties, index: indexed = none } = sent;
  const required = names(named ?? none, 'required', 'property names', problems);
  const index = names(indexed, 'index', 'property names', problems);
  const inheritFrom = names(sent.inheritFrom ?? [], 'inheritFrom', 'schema ids', problems);
  if (typeof id === 'string' && inheritFrom.includes(id)) {
    problems.add('inheritFrom', 'must not name the schema itself');
  }

  const document: SchemaDocument = {
    $schema: typeof sent.$schema === 'string' ? sent.$schema : DRAFT,
    $id: ownId(sent, String(id)),
    type: 'object',
    id: String(id),
    description,
    properties,
    required,
    index,
    ...(formgrid === '' ? {} : { formgrid }),
    ...(category === '' ? {} : { category }),
    ...(inheritFrom.length === 0 ? {} : { inheritFrom }),
  };
  const flat = flatten(document, parentOf).document;
  checkUnique(document, new Set(flat.index), problems);
  problems.raise();

  const all = new Set(Object.keys(flat.properties));
  document.required = known(required, all);
  document.index = known(index, all);
  for (const [key, value] of Object.entries(sent)) {
    if (!Object.hasOwn(document, key) && !WIRE_KEYS.has(key) && !UNSTORED.has(key)) document[key] = value;
  }
  // Such a key may be deliberate or just sent back, so the stored one is kept.
  for (const key of WIRE_KEYS) if (Object.hasOwn(existing, key)) document[key] = existing[key];
  return document;
}

/** Known keys that are omitted when empty. */
const UNSTORED: ReadonlySet<string> = new Set(['formgrid', 'category', 'inheritFrom']);
