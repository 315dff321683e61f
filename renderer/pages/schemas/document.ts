/** Converts between a schema as the API answers it and the text that is edited. */
import type { SchemaDefinition, SchemaDocument } from '#contract/schemas';
import { isJsonObject, type JsonObject, type JsonValue } from '#contract/values';

/** What answers add to a property (spec/resources.md#schema-definition); it is derived and not part of the document. */
const DERIVED: ReadonlySet<string> = new Set([
  'required',
  'inheritedFrom',
  'kept',
  'writtenField',
  'reference',
]);

function definitionText(definition: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(definition).filter(
    // A boolean `required` is an answer's; a list is the JSON Schema keyword of an object.
    ([key, value]) => !DERIVED.has(key) || (key === 'required' && Array.isArray(value)),
  );
  const own = Object.fromEntries(entries);
  if (typeof definition.writtenField === 'string') own.field = definition.writtenField;
  return own;
}

/** Under another id the schema's old address is not its own. */
function renamed(document: SchemaDocument, id: string): SchemaDocument {
  if (document.id === id) return document;
  const { $id: _address, ...copy } = document;
  return { ...copy, id };
}

/** The document of a raw definition as its file holds it, or pieced together where an answer does not carry it. */
export function documentText(schema: SchemaDefinition, id: string = schema.id): string {
  if (schema.document !== undefined) return `${JSON.stringify(renamed(schema.document, id), null, 2)}\n`;
  const properties = Object.fromEntries(
    Object.entries(schema.properties).map(([name, definition]) => [name, definitionText(definition)]),
  );
  const document = {
    id,
    description: schema.description,
    category: schema.category,
    inheritFrom: schema.inheritFrom.length === 0 ? undefined : schema.inheritFrom,
    properties,
    required: schema.requiredProperties,
    index: schema.index,
    formgrid: schema.formgrid,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** What a new schema starts with. */
export const BLANK = `${JSON.stringify(
  {
    id: '',
    description: '',
    category: '',
    properties: {
      id: { type: 'slug', field: 'id', label: 'ID', settings: { autogen: `\${title}` } },
      title: { type: 'string', field: 'text', label: 'Title' },
    },
    required: ['id', 'title'],
    index: ['id', 'title'],
    formgrid: 'title',
  },
  null,
  2,
)}\n`;

/** The edited text as a document, or what is wrong with it. */
export function readDocument(text: string): { document: JsonObject } | { problem: string } {
  let parsed: JsonValue;
  try {
    parsed = JSON.parse(text) as JsonValue;
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
  return isJsonObject(parsed) ? { document: parsed } : { problem: 'A schema must be a JSON object.' };
}
