/** A schema document that is being edited, as the form needs it: flattened, each property with its kind. Pure. */
import type { PropertyOnWire, SchemaDefinition } from '#contract/schemas';
import { isJsonObject, type JsonObject, type JsonValue } from '#contract/values';
import { fieldKinds, kindNamed } from '../../../fields';
import { own } from '../../../json';
import { gridOf, namesAt, propertiesOf } from './schema-edit';

/** What the server makes of the kinds a stored document writes: aliases, and kinds it only keeps. */
export type KnownProperties = Record<string, PropertyOnWire>;

const text = (value: JsonValue | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** The id in a reference: the last part of an address. */
const tailOf = (written: string): string[] => {
  const tail =
    written
      .split('/')
      .at(-1)
      ?.replace(/\.json$/, '') ?? '';
  return tail === '' ? [] : [tail];
};

/** The ids that a card's or deck's reference names; `itemSchemas` where a deck lists them. */
function schemasIn(definition: JsonObject): Pick<PropertyOnWire, 'itemSchema' | 'itemSchemas'> {
  const settings = isJsonObject(definition.settings) ? definition.settings : {};
  const { schemaref, deckref } = definition;
  for (const written of [schemaref, deckref, settings.schemaref, settings.deckref]) {
    const ids = [written].flat().flatMap((one) => tailOf(text(one) ?? ''));
    const [first] = ids;
    if (first !== undefined)
      return { itemSchema: first, ...(Array.isArray(written) && { itemSchemas: ids }) };
  }
  return {};
}

/** One property with its kind; a kind the server has sent is not guessed. */
export function onWire(
  name: string,
  definition: JsonObject,
  required: boolean,
  known: KnownProperties,
): PropertyOnWire {
  const written = text(definition.field);
  const told = Object.hasOwn(known, name) ? known[name] : undefined;
  const same =
    told !== undefined &&
    (told.writtenField ?? told.field) === written &&
    told.type === (definition.type ?? told.type);
  const field = same || (told !== undefined && written === undefined) ? told.field : kindNamed(written);
  const { required: _list, ...rest } = definition;
  const inside = fieldKinds[field].parts === undefined ? {} : schemasIn(definition);
  return {
    ...rest,
    type: text(definition.type) ?? told?.type ?? fieldKinds[field].type ?? 'string',
    field,
    required,
    ...(same && told.kept ? { kept: true } : {}),
    ...(written !== undefined && written !== field ? { writtenField: written } : {}),
    ...inside,
  };
}

/**
 * The definition a form can draw. The first listed parent wins a property, the document's own wins over all
 * (spec/schemas.md#inheritance); ids of the parents stand at what comes from them.
 */
export function draftDefinition(
  document: JsonObject,
  parents: readonly SchemaDefinition[],
  known: KnownProperties,
): SchemaDefinition {
  const required = [
    ...new Set([...parents.flatMap((parent) => parent.requiredProperties), ...namesAt(document, 'required')]),
  ];
  const index = [...new Set([...parents.flatMap((parent) => parent.index), ...namesAt(document, 'index')])];
  const properties: Record<string, PropertyOnWire> = {};
  for (const parent of parents) {
    for (const [name, definition] of Object.entries(parent.properties)) {
      if (Object.hasOwn(properties, name)) continue;
      properties[name] = { ...definition, inheritedFrom: definition.inheritedFrom ?? parent.id };
    }
  }
  for (const [name, definition] of Object.entries(propertiesOf(document))) {
    if (isJsonObject(definition)) properties[name] = onWire(name, definition, required.includes(name), known);
  }
  const id = text(own(document, 'id')) ?? '';
  const grid = gridOf(document);
  return {
    id,
    name: id,
    title: id,
    description: text(own(document, 'description')) ?? '',
    properties,
    requiredProperties: required,
    index,
    ...(grid === undefined || grid === '' ? {} : { formgrid: grid }),
    inheritFrom: namesAt(document, 'inheritFrom'),
    reserved: false,
  };
}
