/**
 * How a list draws its objects: which layouts a schema has a property for, and by which property. Pure. A layout is a
 * part of the view, beside filter and order, so that one address shows the same objects in all of them.
 */
import type { SchemaDefinition } from '#contract/schemas';
import { isLayout, type Layout } from '#contract/views';
import { declaredKind } from '../fields';
import { lockOf } from '../fields/field-rules';
import type { FilterTopic } from '../fields/kind';
import { relatedCollection } from '../fields/select/choice';
import { flatOptions } from '../fields/settings';
import { type FilterProperty, filterProperties } from './filter/questions';

/** A board of more columns could not be read. */
const MOST_COLUMNS = 40;

export type Arrangement =
  | { layout: 'table' | 'cards'; by: undefined; grouping: FilterProperty | undefined }
  | { layout: 'tree'; by: undefined; grouping?: undefined }
  | { layout: 'calendar' | 'board'; by: FilterProperty; grouping?: undefined };

/** Properties written by Plinth. */
const SYSTEM: ReadonlySet<string> = new Set(['id', 'created', 'modified']);

type Property = Pick<FilterProperty, 'name' | 'definition'>;

/** Whether users can change a property of an existing object. */
export const isChangeable = ({ name, definition }: Property): boolean =>
  !SYSTEM.has(name) && definition.kept !== true && lockOf(definition, false) === undefined;

/** Whether users can give a property of an existing object another value by hand, whichever it has. */
export const isWritable = (property: Property): boolean =>
  isChangeable(property) && declaredKind(property.definition)?.bulk?.includes('set') === true;

const DATES: ReadonlySet<FilterTopic> = new Set(['date', 'moment']);

/** The dates a calendar can show; those that can be changed first. */
export function datesOf(schema: SchemaDefinition): FilterProperty[] {
  const dates = filterProperties(schema).filter(({ topic }) => DATES.has(topic));
  return dates.toSorted((a, b) => Number(isWritable(b)) - Number(isWritable(a)));
}

/** The properties whose values make the columns of a board: few options of its own, or on and off. */
export function choicesOf(schema: SchemaDefinition): FilterProperty[] {
  const choices = filterProperties(schema).filter(({ topic, definition }) => {
    if (topic === 'flag') return true;
    const { length } = topic === 'choice' ? flatOptions(definition) : [];
    return length > 0 && length <= MOST_COLUMNS;
  });
  return choices.toSorted((a, b) => Number(b.topic === 'choice') - Number(a.topic === 'choice'));
}

const GROUPING: ReadonlySet<FilterTopic> = new Set(['choice', 'flag', 'date', 'moment']);

/** The properties whose values group a table or cards: one choice, on and off, and the months of dates. */
export const groupingsOf = (schema: SchemaDefinition): FilterProperty[] =>
  filterProperties(schema).filter(({ topic }) => GROUPING.has(topic));

/** Whether objects are grouped by the months of their values. */
export const isByMonth = ({ topic }: FilterProperty): boolean => DATES.has(topic);

/** Whether objects are grouped by options that the schema lists itself, in their order. */
export const hasOwnOptions = ({ topic, definition }: FilterProperty): boolean =>
  topic === 'choice' && flatOptions(definition).length > 0 && relatedCollection(definition) === undefined;

/** What a list is grouped by: as asked, if the layout and the schema can. */
export function groupingOf(
  schema: SchemaDefinition,
  { layout, by }: { layout: string; by: string },
): FilterProperty | undefined {
  if (by === '' || layout === 'calendar' || layout === 'board' || layout === 'tree') return undefined;
  return groupingsOf(schema).find(({ name }) => name === by);
}

/** The properties a layout can be drawn by; undefined for one that needs none. */
export function propertiesFor(schema: SchemaDefinition, layout: Layout): FilterProperty[] | undefined {
  if (layout === 'calendar') return datesOf(schema);
  return layout === 'board' ? choicesOf(schema) : undefined;
}

/**
 * What is drawn when this is asked for: another property where the schema lacks it, a table where it has none.
 * `isTree`: the list can be drawn as one.
 */
export function arrangementOf(
  schema: SchemaDefinition,
  { layout, by }: { layout: string; by: string },
  isTree = false,
): Arrangement {
  const grouping = groupingOf(schema, { layout, by });
  if (layout === 'tree' && isTree) return { layout, by: undefined };
  if (!isLayout(layout) || layout === 'table' || layout === 'tree')
    return { layout: 'table', by: undefined, grouping };
  if (layout === 'cards') return { layout, by: undefined, grouping };
  const properties = propertiesFor(schema, layout) ?? [];
  const property = properties.find(({ name }) => name === by) ?? properties[0];
  return property ? { layout, by: property } : { layout: 'table', by: undefined, grouping: undefined };
}
