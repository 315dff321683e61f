/**
 * Kinds that Plinth does not edit yet. What a folder holds of them is kept through every save and served as it
 * stands. A folder of another program opens whole or not at all, and what is not checked must not be changed.
 */
import type { PropertyKind } from '../kind.js';

const kept = (type: string, blank: PropertyKind['blank']): PropertyKind => ({
  type,
  blank,
  kept: true,
  schema: () => ({}),
  valueType: () => 'unknown',
  text: () => '',
});

/** By field kind and by property type; the two share their names where both exist. */
export const keptKinds: ReadonlyMap<string, PropertyKind> = new Map([
  ['folder', kept('folder', {})],
  ['rating', kept('rating', {})],
  ['schemaProperties', kept('object', {})],
  ['properties', kept('object', {})],
  ['customProperties', kept('object', {})],
]);
