/** Where files that are dropped on the window may go: the object's own fields that take them. */
import { fileRules, isItem, ruleProblems } from '#contract/files';
import type { SchemaDefinition } from '#contract/schemas';
import { isJsonObject } from '#contract/values';
import { visibilityOf, visibilityRule } from '#contract/visibility';
import { kindFor, shownProperties } from '../../fields';
import { labelOf, lockOf } from '../../fields/field-rules';
import type { FilesTaken } from '../../fields/kind';
import { flag } from '../../fields/settings';
import type { FormState } from '../../unsaved/form-state';
import { shownValue } from '../../unsaved/read-form';

export interface DropPlace extends FilesTaken {
  property: string;
  label: string;
  /** Types the rules allow; undefined for any. */
  types: string[] | undefined;
  /** The file one more would replace. */
  holds: string | undefined;
}

/** Fields that take files as the form stands, in its order. */
export function dropPlaces(schema: SchemaDefinition, state: FormState): DropPlace[] {
  return shownProperties(schema).flatMap((property) => {
    const definition = schema.properties[property];
    if (definition === undefined) return [];
    const value = shownValue(state, property);
    const { takes } = kindFor(definition, value);
    const rule = visibilityRule(definition.settings);
    const open =
      visibilityOf(rule, rule && shownValue(state, rule.watch)) === 'shown' &&
      lockOf(definition, state.isNew) === undefined &&
      !flag(definition, 'disabled');
    if (takes === undefined || !open) return [];
    const { filetype } = fileRules(isJsonObject(definition.settings) ? definition.settings : undefined);
    const holds = !takes.many && isItem(value) ? value.name : undefined;
    return [{ ...takes, property, label: labelOf(property, definition), types: filetype, holds }];
  });
}

/** Systems that do not know HEIC tell no type of it, so one without a type may be a picture. */
function fits({ pictures, types }: DropPlace, type: string): boolean {
  if (type === '') return true;
  if (pictures && !type.startsWith('image/')) return false;
  return (
    ruleProblems(types === undefined ? {} : { filetype: types }, { name: '', mime: type, size: 0 }).length ===
    0
  );
}

/** The places that take all of some files, by their types. */
export const placesFor = (places: readonly DropPlace[], types: readonly string[]): DropPlace[] =>
  places.filter((place) => (place.many || types.length === 1) && types.every((type) => fits(place, type)));

/** The place used without asking: the only one, unless something there would be replaced. */
export function meantPlace(fitting: readonly DropPlace[]): DropPlace | undefined {
  const [only, second] = fitting;
  return second === undefined && only?.holds === undefined ? only : undefined;
}
