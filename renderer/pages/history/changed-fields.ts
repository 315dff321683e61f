/** Which fields a change touched, by their labels. */
import type { SchemaDefinition } from '#contract/schemas';
import { shownProperties } from '../../fields';
import { automaticDate } from '../../fields/date/automatic';
import { labelOf } from '../../fields/field-rules';

const more = (count: number) => `${count} more`;

/** Labels that fit on a line. */
const NAMED = 3;

/** Properties that users change, in the order of the form; those Plinth sets by itself are not listed. */
export function changedByHand(names: readonly string[], schema: SchemaDefinition): string[] {
  const isSet = (name: string): boolean => {
    const definition = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    return definition !== undefined && automaticDate(definition) !== undefined;
  };
  const there = new Set(
    names.filter((name) => !['id', 'created', 'modified'].includes(name) && !isSet(name)),
  );
  return [...new Set([...shownProperties(schema).filter((name) => there.has(name)), ...there])];
}

export const propertyLabel = (name: string, schema: SchemaDefinition): string =>
  labelOf(name, Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined);

/** "Title, Body and 3 more". */
export function changedLine(names: readonly string[], schema: SchemaDefinition): string {
  const labels = changedByHand(names, schema).map((name) => propertyLabel(name, schema));
  const shown = labels.slice(0, NAMED).join(', ');
  return labels.length > NAMED ? `${shown}, ${more(labels.length - NAMED)}` : shown;
}
