import type { Option, PropertyOnWire } from '#contract/schemas';
import { isJsonObject, type JsonValue } from '#contract/values';
import { t } from '../../t';
import { flatOptions, optionGroups, setting } from '../settings';

export interface Choice {
  /** The value as text; inputs know no other. */
  value: string;
  label: string;
}

export interface ChoiceGroup {
  group: string;
  items: Choice[];
}

/** The stored value that a choice's text stands for: options keep numbers and booleans. */
export function storedOf(definition: PropertyOnWire, text: string): JsonValue {
  return flatOptions(definition).find((option) => String(option.value) === text)?.value ?? text;
}

/** The value that a text names, by its label or itself; any text where there are no options. */
export function choiceFrom(text: string, definition: PropertyOnWire): JsonValue | undefined {
  const options = flatOptions(definition);
  const same = (one: string) => one.toLowerCase() === text.trim().toLowerCase();
  const found =
    options.find(({ value }) => String(value) === text.trim()) ??
    options.find(({ label }) => same(label)) ??
    options.find(({ value }) => same(String(value)));
  return found?.value ?? (options.length === 0 ? text.trim() : undefined);
}

/** The values that a text names between commas, semicolons or line breaks; undefined where one of them is none. */
export function choicesFrom(text: string, definition: PropertyOnWire): JsonValue[] | undefined {
  const words = text.split(/[,;\n]/).filter((word) => word.trim() !== '');
  const values = words.map((word) => choiceFrom(word, definition)).filter((value) => value !== undefined);
  return values.length === words.length ? values : undefined;
}

/** A list as choices; scalars only. A single stored value counts as a list of one. */
export function textsOf(value: JsonValue | undefined): string[] {
  if (value === undefined || value === null || value === '') return [];
  return (Array.isArray(value) ? value : [value])
    .filter((item) => item !== null && typeof item !== 'object')
    .map(String);
}

const NONE: ReadonlySet<string> = new Set();

/** Groups of choices; stored values no option has (any more) come last, so that they are not lost unseen. */
export function choiceGroups(
  definition: PropertyOnWire,
  stored: readonly string[],
  missing: ReadonlySet<string> = NONE,
): ChoiceGroup[] {
  const seen = new Set<string>();
  const groups = optionGroups(definition).map(({ group, options }) => ({
    group,
    items: options
      .map((option) => ({ value: String(option.value), label: option.label }))
      .filter((choice) => !seen.has(choice.value) && seen.add(choice.value)),
  }));
  const strays = [...new Set(stored)].filter((value) => !seen.has(value));
  if (strays.length > 0) {
    groups.push({
      group: t('No longer available'),
      items: strays.map((value) => ({ value, label: missing.has(value) ? `${value} (missing)` : value })),
    });
  }
  return groups.filter(({ items }) => items.length > 0);
}

/** Whether each choice is a scalar or a list of scalars. */
export function isChoosable(value: JsonValue): boolean {
  return Array.isArray(value) ? value.every((item) => typeof item !== 'object') : !isJsonObject(value);
}

/** The collection whose objects a property refers to. */
export function relatedCollection(definition: PropertyOnWire): string | undefined {
  const relation = setting(definition, 'relationalOptions');
  const collection = isJsonObject(relation) ? relation.collection : undefined;
  return typeof collection === 'string' && collection !== '' ? collection : undefined;
}

/** Whether the stored values are ids, so that each leads to its object. */
export function refersById(definition: PropertyOnWire): boolean {
  const relation = setting(definition, 'relationalOptions');
  const value = isJsonObject(relation) ? relation.value : undefined;
  return value === undefined || value === null || value === '' || value === 'id';
}

/** A definition with further options behind its own. */
export function withChoices(definition: PropertyOnWire, options: readonly Option[]): PropertyOnWire {
  const found = options.map(({ value, label }) => ({ value, label }));
  if (isJsonObject(definition.options)) {
    return { ...definition, options: { ...definition.options, Found: found } };
  }
  const own = flatOptions(definition).map(({ value, label }) => ({ value, label }));
  return { ...definition, options: [...own, ...found] };
}
