/** Whether the objects of a list can be moved by hand (spec/resources.md#manual-order). Pure. */
import type { CollectionSettings } from '#contract/objects';
import type { PropertyOnWire, SchemaDefinition } from '#contract/schemas';
import { declaredKind } from '../fields';
import { labelOf } from '../fields/field-rules';
import { flag } from '../fields/settings';
import { isWritable } from './arrangement';
import type { Sort } from './useListPlace';

export interface Ordering {
  /** The number that orders the objects. */
  name: string;
  label: string;
  definition: PropertyOnWire;
  /** The number can be changed. */
  writable: boolean;
  /** The list shows all objects in that order. */
  shown: boolean;
}

/** Numbers of a schema that can order objects: lists are sorted by indexed ones. */
export const orderings = (schema: SchemaDefinition): string[] =>
  schema.index.filter((name) => {
    const definition = schema.properties[name];
    return definition !== undefined && declaredKind(definition)?.filter === 'number';
  });

/** Undefined for a collection whose objects are in no order of their own. */
export function orderingOf(
  { manualOrder }: Pick<CollectionSettings, 'manualOrder'>,
  schema: SchemaDefinition,
  { sort, whole }: { sort: Sort; whole: boolean },
): Ordering | undefined {
  const name = manualOrder ?? '';
  const definition = schema.properties[name];
  if (definition === undefined || !orderings(schema).includes(name)) return undefined;
  return {
    name,
    definition,
    label: labelOf(name, definition),
    writable: isWritable({ name, definition }) && !flag(definition, 'disabled'),
    shown: whole && sort.property === name && sort.order === 'asc',
  };
}
