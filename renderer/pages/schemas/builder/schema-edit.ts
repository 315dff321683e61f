/**
 * Changes of a schema document, for the builder. Pure: document in, new document out; unknown keys stay. The builder
 * has no model of its own: a hand-edited file and the builder are equal, and what is drawn is what is saved.
 */
import { isLegalPropertyName, SYSTEM_PROPERTIES, slug } from '#contract/names';
import { isJsonObject, type JsonObject, type JsonValue } from '#contract/values';
import { own } from '../../../json';
import { t } from '../../../t';
import { withoutField, withRenamed } from './formgrid-edit';

const objectAt = (document: JsonObject, key: string): JsonObject => {
  const value = own(document, key);
  return isJsonObject(value) ? value : {};
};

/** The properties of a document, in their order. */
export const propertiesOf = (document: JsonObject): JsonObject => objectAt(document, 'properties');

/** The definition of a property of the document itself; undefined for inherited ones. */
export function definitionIn(document: JsonObject, name: string): JsonObject | undefined {
  const definition = own(propertiesOf(document), name);
  return isJsonObject(definition) ? definition : undefined;
}

/** A list of texts such as `required`; anything else in it is left out. */
export function namesAt(document: JsonObject, key: string): string[] {
  const value = own(document, key);
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}

/** The document with a key set; `undefined` takes the key away. */
export function withKey(document: JsonObject, key: string, value: JsonValue | undefined): JsonObject {
  if (value !== undefined) return { ...document, [key]: value };
  return Object.fromEntries(Object.entries(document).filter(([name]) => name !== key));
}

/** The text of `formgrid`. */
export function gridOf(document: JsonObject): string | undefined {
  const grid = own(document, 'formgrid');
  return typeof grid === 'string' ? grid : undefined;
}

export const withGrid = (document: JsonObject, grid: string): JsonObject =>
  withKey(document, 'formgrid', grid);

/** The document with a property's definition, new ones at the end. */
export const withDefinition = (document: JsonObject, name: string, definition: JsonObject): JsonObject => ({
  ...document,
  properties: { ...propertiesOf(document), [name]: definition },
});

/** The document with a key of a property set; `undefined` takes it away. */
export function withPropertyKey(
  document: JsonObject,
  name: string,
  key: string,
  value: JsonValue | undefined,
): JsonObject {
  return withDefinition(document, name, withKey(definitionIn(document, name) ?? {}, key, value));
}

/** As `withPropertyKey`, in one of the property's groups, which goes with its last key. */
export function withGroupKey(
  document: JsonObject,
  name: string,
  group: 'settings' | 'mcp',
  key: string,
  value: JsonValue | undefined,
): JsonObject {
  const keys = withKey(objectAt(definitionIn(document, name) ?? {}, group), key, value);
  return withPropertyKey(document, name, group, Object.keys(keys).length === 0 ? undefined : keys);
}

/** The document with a name in or out of one of its lists (`required`, `index`). */
export function withListed(document: JsonObject, list: string, name: string, listed: boolean): JsonObject {
  const names = namesAt(document, list);
  if (names.includes(name) === listed) return document;
  return withKey(document, list, listed ? [...names, name] : names.filter((other) => other !== name));
}

/** A name no property has: `text`, `text2`, `text3`. */
export function freeName(taken: readonly string[], wish: string): string {
  const base = isLegalPropertyName(wish) && !SYSTEM_PROPERTIES.has(wish) ? wish : 'property';
  const has = new Set(taken.map((name) => name.toLowerCase()));
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? base : `${base}${n}`;
    if (!has.has(name.toLowerCase())) return name;
  }
}

/** `First name` as the name of a property: `firstName`; empty when nothing is left of it. */
export function nameFrom(label: string): string {
  const name = slug(label)
    .split('-')
    .filter((word) => word !== '')
    .map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');
  return /^[A-Za-z]/.test(name) ? name : '';
}

/** Why a property cannot get a name, as a sentence; undefined when it can. */
export function nameProblem(name: string, others: readonly string[]): string | undefined {
  if (name === '') return t('Enter a property name.');
  if (!isLegalPropertyName(name)) return t('Use only letters, digits, “_” and “-”, and start with a letter.');
  if (SYSTEM_PROPERTIES.has(name)) return t(`“${name}” is reserved.`);
  return others.includes(name) ? t(`A property “${name}” already exists.`) : undefined;
}

/** The document without a property, wherever it is named. */
export function withoutProperty(document: JsonObject, name: string): JsonObject {
  const properties = withKey(propertiesOf(document), name, undefined);
  let next: JsonObject = { ...document, properties };
  for (const list of ['required', 'index']) next = withListed(next, list, name, false);
  return withGrid(next, withoutField(gridOf(document), name));
}

/** The visibility rules of other properties that watch a property follow it to its new name. */
function withWatch(definition: JsonValue, from: string, to: string): JsonValue {
  if (!isJsonObject(definition) || !isJsonObject(definition.settings)) return definition;
  const { visibility } = definition.settings;
  if (!isJsonObject(visibility) || visibility.watch !== from) return definition;
  return { ...definition, settings: { ...definition.settings, visibility: { ...visibility, watch: to } } };
}

/**
 * The document with a property under another name, in its place.
 * @param keep files hold values under the present name, which the property has to remember
 */
export function withName(document: JsonObject, from: string, to: string, keep: boolean): JsonObject {
  const properties = Object.fromEntries(
    Object.entries(propertiesOf(document)).map(([name, definition]): [string, JsonValue] => {
      if (name !== from) return [name, withWatch(definition, from, to)];
      if (!keep || !isJsonObject(definition)) return [to, definition];
      const former = namesAt(definition, 'formerly').filter((other) => other !== to);
      return [to, { ...definition, formerly: [...new Set([...former, from])] }];
    }),
  );
  const next: JsonObject = { ...document, properties };
  for (const list of ['required', 'index']) {
    if (Object.hasOwn(document, list))
      next[list] = namesAt(document, list).map((name) => (name === from ? to : name));
  }
  return withGrid(next, withRenamed(gridOf(document), from, to));
}

/** The names properties of the stored document have now, where that differs: from the stored one to the present one. */
export function renamings(
  stored: JsonObject | undefined,
  document: JsonObject,
): { from: string; to: string }[] {
  if (stored === undefined) return [];
  return Object.entries(propertiesOf(document)).flatMap(([to, definition]) => {
    if (!isJsonObject(definition) || definitionIn(stored, to) !== undefined) return [];
    const from = namesAt(definition, 'formerly').find(
      (name) => definitionIn(stored, name) !== undefined && definitionIn(document, name) === undefined,
    );
    return from === undefined ? [] : [{ from, to }];
  });
}
