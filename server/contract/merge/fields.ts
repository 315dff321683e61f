/** How the properties of a schema are merged: by their kinds. */
import { KINDS, type KindName, type PropertyDefinition } from '../schemas.js';
import type { MergeField, MergeFields } from './rules.js';

/** Whether every save sets the property. */
const isSetBySaves = (definition: Pick<PropertyDefinition, 'settings'> & { onUpdate?: unknown }): boolean =>
  definition.settings?.onUpdate === true || definition.onUpdate === true;

/** `part`: the properties of a card or of the items of a deck. */
export function mergeField(
  kind: KindName,
  definition: PropertyDefinition,
  part?: () => MergeFields | undefined,
): MergeField {
  const rule = KINDS[kind].merge;
  return { rule: rule === 'time' && isSetBySaves(definition) ? 'latest' : rule, ...(part && { part }) };
}
