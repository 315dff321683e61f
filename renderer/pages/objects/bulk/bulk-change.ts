/** What a bulk edit does to the values of one object. Pure. */
import type { PropertyOnWire, SchemaDefinition } from '#contract/schemas';
import type { JsonObject, JsonValue } from '#contract/values';
import type { ClashOnWire } from '#contract/wire';
import { declaredKind, shownProperties } from '../../../fields';
import { lockOf } from '../../../fields/field-rules';
import type { BulkAction } from '../../../fields/kind';
import { own, sameJson } from '../../../json';

export interface BulkChange {
  name: string;
  action: BulkAction;
  value: JsonValue;
}

/** What can be done to a property of many objects. A required one cannot be cleared. */
export function actionsOf(definition: PropertyOnWire): readonly BulkAction[] {
  const actions = definition.kept === true ? [] : (declaredKind(definition)?.bulk ?? []);
  return definition.required ? actions.filter((action) => action !== 'clear') : actions;
}

/** Names of the properties a bulk edit can change; unique ones have no value for many. */
export const bulkProperties = (schema: SchemaDefinition): string[] =>
  shownProperties(schema).filter((name) => {
    const definition = schema.properties[name];
    if (definition === undefined || definition.unique === true) return false;
    return actionsOf(definition).length > 0 && lockOf(definition, false) === undefined;
  });

const listOf = (value: JsonValue | undefined): JsonValue[] => {
  if (value === undefined || value === null || value === '') return [];
  return Array.isArray(value) ? value : [value];
};

/** The value after a change; null for none. */
export function changedValue({ action, value }: BulkChange, before: JsonValue | undefined): JsonValue {
  const list = listOf(before);
  const given = listOf(value);
  switch (action) {
    case 'set':
      return value;
    case 'clear':
      return null;
    case 'toggle':
      return before !== true;
    case 'add':
      return [...list, ...given.filter((item) => !list.some((other) => sameJson(item, other)))];
    case 'remove':
      return list.filter((item) => !given.some((other) => sameJson(item, other)));
  }
}

/** Nothing, however it is stored. */
const isNothing = (value: JsonValue | undefined): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const same = (before: JsonValue | undefined, after: JsonValue): boolean =>
  sameJson(before, after) || (isNothing(before) && isNothing(after));

/** Old and new value of a property. */
export interface ValueChange {
  name: string;
  before: JsonValue | undefined;
  after: JsonValue;
}

/** What changes would alter of an object; empty when it has all of it already. */
export const alterations = (object: JsonObject, changes: readonly BulkChange[]): ValueChange[] =>
  changes
    .map((change) => {
      const before = own(object, change.name);
      return { name: change.name, before, after: changedValue(change, before) };
    })
    .filter(({ before, after }) => !same(before, after));

/** The data of a patch that makes alterations. */
export const patchOf = (altered: readonly ValueChange[]): JsonObject =>
  Object.fromEntries(altered.map(({ name, after }) => [name, after]));

/** Others have changed the same value since it was read. */
export interface ValueClash {
  name: string;
  /** What it is now; undefined where there is none. */
  theirs: JsonValue | undefined;
  /** Only a part of the value clashes, such as one language: `theirs` is not the whole value. */
  isPart: boolean;
}

/** Clashes by the place of the operation they are about, one for each property. */
export function clashesByPlace(clashes: readonly ClashOnWire[]): Map<number, ValueClash[]> {
  const found = new Map<number, ValueClash[]>();
  for (const { path, order, theirs } of clashes) {
    const [, place, , name, ...inside] = path;
    if (place === undefined || name === undefined) continue;
    const before = found.get(Number(place)) ?? [];
    if (before.some((clash) => clash.name === name)) continue;
    const isPart = inside.length > 0 || order === true;
    found.set(Number(place), [...before, { name, theirs, isPart }]);
  }
  return found;
}
