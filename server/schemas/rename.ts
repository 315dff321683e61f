/** A property's new name in the documents that speak of it: its own schema, its heirs, schemas that hold it in parts. */
import type { PropertyDefinition, SchemaDocument } from '../contract/schemas.js';
import { isJsonObject, type JsonValue } from '../contract/values.js';
import { namesIn } from './inherit.js';

export interface Renaming {
  from: string;
  to: string;
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|-]/g, '\\$&');

/** `${from}` and `${from.below}` with the new name; `inside`: only below this property, as `${speakers.from}`. */
function inPlaceholders(text: string, { from, to }: Renaming, inside?: string): string {
  const prefix = inside === undefined ? '' : `${escaped(inside)}\\.`;
  const pattern = new RegExp(`(\\$\\{\\s*${prefix})${escaped(from)}(?=[\\s.}])`, 'g');
  return text.replace(pattern, (_all, before: string) => before + to);
}

/** Rows of the grid with the new name in their cells; headings and legends are words, not names. */
function inFormgrid(formgrid: string, { from, to }: Renaming): string {
  return formgrid
    .split('\n')
    .map((line) =>
      /^\s*(?:---|\[\[)/.test(line) ? line : line.replace(/[^\s]+/g, (cell) => (cell === from ? to : cell)),
    )
    .join('\n');
}

const inList = (list: unknown, { from, to }: Renaming): string[] => [
  ...new Set(namesIn(list).map((name) => (name === from ? to : name))),
];

/** Settings that name other properties of the same schema. */
function inSettings(definition: PropertyDefinition, renaming: Renaming): PropertyDefinition {
  const { settings } = definition;
  if (!isJsonObject(settings)) return definition;
  const changed = { ...settings };
  for (const key of ['autogen', 'calc'] as const) {
    const text = changed[key];
    if (typeof text === 'string') changed[key] = inPlaceholders(text, renaming);
  }
  const { visibility } = changed;
  if (isJsonObject(visibility) && visibility.watch === renaming.from) {
    changed.visibility = { ...visibility, watch: renaming.to };
  }
  return { ...definition, settings: changed };
}

/** A document that has the property, or inherits it, with its other mentions of it renamed. */
export function renameMentions(document: SchemaDocument, renaming: Renaming): SchemaDocument {
  const properties = Object.entries(document.properties).map(([name, definition]) => [
    name,
    isJsonObject(definition) ? inSettings(definition, renaming) : definition,
  ]);
  return {
    ...document,
    properties: Object.fromEntries(properties),
    required: inList(document.required, renaming),
    index: inList(document.index, renaming),
    ...(typeof document.formgrid === 'string' ? { formgrid: inFormgrid(document.formgrid, renaming) } : {}),
  };
}

/** The document with the property itself renamed, in its place; it remembers its former name for files that hold it. */
export function renameOwn(document: SchemaDocument, { from, to }: Renaming): SchemaDocument {
  const properties = Object.entries(document.properties).map(
    ([name, definition]): [string, PropertyDefinition] => {
      if (name !== from) return [name, definition];
      const earlier = namesIn(definition.formerly).filter((before) => before !== to);
      return [to, { ...definition, formerly: [...new Set([...earlier, from])] }];
    },
  );
  return renameMentions({ ...document, properties: Object.fromEntries(properties) }, { from, to });
}

/** The document without a former name, once no file has it any more. */
export function removeFormerName(document: SchemaDocument, { from, to }: Renaming): SchemaDocument {
  const definition = document.properties[to];
  if (!definition) return document;
  const { formerly, ...rest } = definition;
  const left = namesIn(formerly).filter((name) => name !== from);
  const stored = left.length === 0 ? rest : { ...rest, formerly: left };
  return { ...document, properties: { ...document.properties, [to]: stored } };
}

/**
 * A document whose cards or decks (`names`) contain parts of the schema: labels and calculations that refer to them.
 */
export function renameInside(
  document: SchemaDocument,
  names: readonly string[],
  renaming: Renaming,
): SchemaDocument {
  const properties = Object.entries(document.properties).map(([name, definition]) => {
    if (!isJsonObject(definition)) return [name, definition];
    const changed: PropertyDefinition = { ...definition };
    const settings: Record<string, JsonValue> = isJsonObject(changed.settings) ? { ...changed.settings } : {};
    if (names.includes(name)) {
      if (typeof changed.deckItemLabel === 'string') {
        changed.deckItemLabel = inPlaceholders(changed.deckItemLabel, renaming);
      }
      if (typeof settings.deckItemLabel === 'string') {
        settings.deckItemLabel = inPlaceholders(settings.deckItemLabel, renaming);
      }
    }
    for (const key of ['calc', 'autogen']) {
      const text = settings[key];
      if (typeof text !== 'string') continue;
      settings[key] = names.reduce((done, inside) => inPlaceholders(done, renaming, inside), text);
    }
    if (changed.settings !== undefined) changed.settings = settings;
    return [name, changed];
  });
  return { ...document, properties: Object.fromEntries(properties) };
}
