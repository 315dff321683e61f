/** Reading a property's settings: typed, with the default when missing or of another type. */
import type { Option, PropertyOnWire } from '#contract/schemas';
import { isJsonObject, type JsonValue } from '#contract/values';
import { localeFor } from '../locale';

export function setting(definition: PropertyOnWire, key: string): JsonValue | undefined {
  const { settings } = definition;
  return isJsonObject(settings) && Object.hasOwn(settings, key) ? settings[key] : undefined;
}

export function textSetting(definition: PropertyOnWire, key: string): string | undefined {
  const value = setting(definition, key);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Numbers may be written as text. */
export function numberSetting(definition: PropertyOnWire, key: string): number | undefined {
  const value = setting(definition, key);
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

export function flag(definition: PropertyOnWire, key: string, otherwise = false): boolean {
  const value = setting(definition, key);
  return typeof value === 'boolean' ? value : otherwise;
}

/** A JSON Schema keyword of the definition that is a number. */
export function numberKeyword(definition: PropertyOnWire, key: string): number | undefined {
  const value = Object.hasOwn(definition, key) ? definition[key] : undefined;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export interface OptionGroup {
  /** Empty for options outside a group. */
  group: string;
  options: Option[];
}

function readOption(entry: JsonValue): Option | undefined {
  if (typeof entry === 'string' || typeof entry === 'number' || typeof entry === 'boolean') {
    return { value: entry, label: String(entry) };
  }
  if (!isJsonObject(entry)) return undefined;
  const { value } = entry;
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
  const { label } = entry;
  return { value, label: typeof label === 'string' && label !== '' ? label : String(value) };
}

const readOptions = (entries: JsonValue): Option[] =>
  Array.isArray(entries) ? entries.map(readOption).filter((option) => option !== undefined) : [];

/** In the order of the language the property names, else of the page's. */
function byLabel(list: Option[], definition: PropertyOnWire): Option[] {
  const lang = setting(definition, 'lang');
  const tag = typeof lang === 'string' ? lang.replaceAll('_', '-') : '';
  const { compare } = new Intl.Collator(localeFor(tag), { numeric: true });
  return list.toSorted((left, right) => compare(left.label, right.label));
}

/** `options` in any of its forms (a list of values, of {value,label}, a map from group to list), else the `enum`. */
export function optionGroups(definition: PropertyOnWire): OptionGroup[] {
  const { options } = definition;
  const sorted = (list: Option[]) => (flag(definition, 'sortOptions') ? byLabel(list, definition) : list);
  if (isJsonObject(options)) {
    return Object.entries(options).map(([group, entries]) => ({
      group,
      options: sorted(readOptions(entries)),
    }));
  }
  const plain = Array.isArray(options) ? options : definition.enum;
  const list = Array.isArray(plain) ? readOptions(plain.filter((entry) => entry !== null)) : [];
  return list.length > 0 ? [{ group: '', options: sorted(list) }] : [];
}

/** All options without their groups; each value once. */
export function flatOptions(definition: PropertyOnWire): Option[] {
  const seen = new Set<string>();
  return optionGroups(definition)
    .flatMap((group) => group.options)
    .filter((option) => !seen.has(String(option.value)) && seen.add(String(option.value)));
}

/** The label of a stored value, the value itself when no option has it. */
export function optionLabel(definition: PropertyOnWire, value: JsonValue): string {
  const found = flatOptions(definition).find((option) => String(option.value) === String(value));
  return found?.label ?? String(value);
}
