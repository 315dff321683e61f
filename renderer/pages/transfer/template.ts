/** What a template definition holds, before it is imported. Pure. */
import { slug } from '#contract/names';
import { isJsonObject, type JsonValue } from '#contract/values';

/** The name of an exported template's file. */
export const templateFilename = (name: string): string =>
  `template-${slug(name).slice(0, 60) || 'export'}.json`;

export interface TemplateSummary {
  name: string;
  description: string;
  schemas: string[];
  collections: string[];
  objects: number;
  /** Entries that make objects by rules. */
  generated: number;
}

const listOf = (value: JsonValue | undefined): JsonValue[] => (Array.isArray(value) ? value : []);
const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');
const idOf = (value: JsonValue): string => (isJsonObject(value) ? textOf(value.id) : textOf(value));
const idsIn = (value: JsonValue | undefined): string[] =>
  listOf(value)
    .map(idOf)
    .filter((id) => id !== '');

/** How many objects an entry of `factory` makes. */
const countOf = (value: JsonValue): number =>
  isJsonObject(value) && typeof value.count === 'number' ? Math.max(0, Math.floor(value.count)) : 1;

/** What is in a document; undefined when it is no template at all. */
export function summaryOf(document: JsonValue): TemplateSummary | undefined {
  if (!isJsonObject(document)) return undefined;
  const { collections, schemas, objects, factory } = document;
  if ([collections, schemas, objects, factory].every((part) => part === undefined)) return undefined;
  const parts = isJsonObject(collections) ? collections : {};
  return {
    name: textOf(document.name),
    description: textOf(document.description),
    schemas: idsIn(schemas),
    collections: [...new Set([...idsIn(parts.custom), ...idsIn(parts.reserved)])],
    objects: listOf(objects).length,
    generated: listOf(factory).reduce((sum: number, entry) => sum + countOf(entry), 0),
  };
}
