/**
 * The form of an object as a page (spec/schemas.md#form-layout): `@title` and `@body` lines of `formgrid` name what is
 * written, and everything else stands beside it. Pure.
 */
import { SYSTEM_PROPERTIES } from '#contract/names';
import type { PropertyOnWire, SchemaDefinition } from '#contract/schemas';
import { automaticDate } from '../fields/date/automatic';
import { namesWithRole } from './form-roles';
import { type Entry, type FormBlock, layOut, namesInOrder, parseFormgrid, readEntries } from './formgrid';

export interface FormPage {
  /** The property that is the heading of the page. */
  title: string | undefined;
  /** Properties below the heading, each as wide as the page. */
  body: string[];
  /** All others: beside the body where there is one, else below the heading. */
  blocks: FormBlock[];
}

/** Names that Plinth fills in; they come last where the layout leaves it open. */
const isTechnical = (name: string, definition: PropertyOnWire | undefined): boolean =>
  name === 'id' ||
  SYSTEM_PROPERTIES.has(name) ||
  (definition !== undefined && automaticDate(definition) !== undefined);

/** Rows of one field each, under their headings and legends, without the technical ones. */
function stacked(entries: readonly Entry[], wanted: ReadonlySet<string>): Entry[] {
  return entries.flatMap((entry): Entry[] => {
    if (Array.isArray(entry))
      return [...new Set(entry)].filter((name) => wanted.has(name)).map((name) => [name]);
    if ('kind' in entry) return [entry];
    const lines = stacked(entry.lines, wanted).filter((line) => Array.isArray(line) || 'kind' in line);
    return [{ legend: entry.legend, lines }];
  });
}

/** A heading needs something below it. */
const withoutEmptyHeadings = (blocks: readonly FormBlock[]): FormBlock[] =>
  blocks.filter((block, at) => {
    const next = blocks[at + 1];
    return block.kind !== 'divider' || (next !== undefined && next.kind !== 'divider');
  });

function beside(text: string, names: readonly string[], technical: readonly string[]): FormBlock[] {
  const placed = new Set<string>();
  const wanted = new Set(names);
  const blocks = layOut(stacked(readEntries(text, wanted), wanted), placed);
  const rest = [...names.filter((name) => !placed.has(name)), ...technical];
  return withoutEmptyHeadings([
    ...blocks,
    ...layOut(
      rest.map((name) => [name]),
      placed,
    ),
  ]);
}

/** `names`: the properties to show, in the order of the schema. */
export function formPage(
  schema: Pick<SchemaDefinition, 'formgrid' | 'properties'>,
  names: readonly string[],
): FormPage {
  const text = schema.formgrid ?? '';
  const known = (name: string) => names.includes(name);
  const [title] = namesWithRole(text, 'title').filter(known);
  const body = namesWithRole(text, 'body').filter((name) => known(name) && name !== title);
  const rest = names.filter((name) => name !== title && !body.includes(name));
  const technical = rest.filter((name) => isTechnical(name, schema.properties[name]));
  const written = rest.filter((name) => !technical.includes(name));
  if (body.length > 0) return { title, body, blocks: beside(text, written, technical) };
  return { title, body, blocks: parseFormgrid(text, [...written, ...technical]) };
}

/** The properties of a form in the order in which they are read, and reached by Tab. */
export const namesOnPage = ({ title, body, blocks }: FormPage): string[] => [
  ...(title === undefined ? [] : [title]),
  ...body,
  ...namesInOrder(blocks),
];
