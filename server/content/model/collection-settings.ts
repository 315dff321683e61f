/**
 * Collection settings (spec/resources.md#collection): what callers may send, how settings files from anywhere are read, and
 * how they follow the schema. Each is a row of `TABLE`.
 */

import * as wire from '../../contract/json-schema.js';
import { type Details, message, rule } from '../../contract/messages/message.js';
import {
  ID,
  idProblem,
  isLegalId,
  isLegalPropertyName,
  MAX_ID_LENGTH,
  PROPERTY_NAME,
  RESERVED_COLLECTION_IDS,
  UNSAFE_KEYS,
} from '../../contract/names.js';
import {
  COLLECTION_COLORS,
  COLLECTION_ICONS,
  type CollectionSettings,
  MCP_ACCESS,
  type McpAccess,
  type McpVisibility,
  PUBLIC_OPERATIONS,
  type PublicOperation,
  SAVES,
} from '../../contract/objects.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/values.js';
import type { Renaming } from '../../schemas/rename.js';
import type { Schema } from '../../schemas/schema.js';
import { orderMismatch } from './order-setting.js';
import { publishedSetting } from './published-setting.js';
import { titleOfId } from './titles.js';
import { treeMismatch } from './tree-setting.js';

/** Default labels for the objects of a schema (spec/resources.md#collection). */
interface Labels {
  plural: string;
  singular: string;
}

const BY_SCHEMA: ReadonlyMap<string, Labels> = new Map([
  ['blog', { plural: 'Posts', singular: 'Post' }],
  ['blog-legacy', { plural: 'Posts', singular: 'Post' }],
  ['feed', { plural: 'Posts', singular: 'Post' }],
  ['auth', { plural: 'Users', singular: 'User' }],
  ['automations', { plural: 'Automations', singular: 'Automation' }],
  ['image', { plural: 'Images', singular: 'Image' }],
  ['gallery', { plural: 'Galleries', singular: 'Gallery' }],
  ['file', { plural: 'Files', singular: 'File' }],
  ['depot', { plural: 'Depots', singular: 'Depot' }],
  ['text', { plural: 'Content', singular: 'Text' }],
  ['styledtext', { plural: 'Content', singular: 'Styled Text' }],
  ['code', { plural: 'Snippets', singular: 'Snippet' }],
  ['builder-page', { plural: 'Pages', singular: 'Page' }],
  ['color', { plural: 'Colors', singular: 'Color' }],
  ['date', { plural: 'Dates', singular: 'Date' }],
  ['email', { plural: 'Emails', singular: 'Email' }],
  ['number', { plural: 'Numbers', singular: 'Number' }],
  ['svg', { plural: 'SVGs', singular: 'SVG' }],
  ['toggle', { plural: 'Toggles', singular: 'Toggle' }],
  ['url', { plural: 'URLs', singular: 'URL' }],
]);

/** Labels of a schema's objects; any other schema holds objects. */
const labelsOf = (schema: string): Labels =>
  BY_SCHEMA.get(schema) ?? { plural: 'Objects', singular: 'Object' };

/** The public address pattern of a collection (spec/resources.md#collection): a path, or an http or https address. */

const MAX_URL_LENGTH = 2000;

/** Spaces and control characters, which browsers remove from a scheme before they check it. */
const UNPRINTABLE = /[\s\p{Cc}\\]/u;

/** Why a text is not a valid URL pattern, as a sentence without the key; undefined when it is valid. */
export function urlProblem(url: string): string | undefined {
  if (url === '') return undefined;
  if (url.length > MAX_URL_LENGTH) return `must have at most ${MAX_URL_LENGTH} characters`;
  // Placeholders such as {{ title }} may hold spaces.
  const pattern = url.replace(/\{\{?[^{}\p{Cc}]*\}?\}/gu, 'x');
  const rule = 'must be a path such as "/news/{id}" or an http or https address';
  if (UNPRINTABLE.test(pattern)) return rule;
  if (pattern.startsWith('/')) return pattern.startsWith('//') ? rule : undefined;
  if (/^https?:\/\//i.test(pattern)) return URL.canParse(pattern) ? undefined : rule;
  return /^[^/?#]*:/.test(pattern) ? rule : undefined;
}

/** Keys the reference system maintains in the file; requests cannot set them, saves keep them. */
const MAINTAINED = ['count', 'totalObjects', 'lastUpdated', 'updated'];

const MAX_TEXT_LENGTH = 2000;
/** The oldest redirects are removed when there are more. */
export const MAX_REDIRECTS = 5000;

/** The collection that settings belong to. */
interface Identity {
  id: string;
  schema: string;
}

/** A setting: what may be sent, how it is read from a file, and how it depends on properties. */
interface Setting<T> {
  /** JSON Schema of a value that is sent. */
  readonly shape: JsonObject;
  /** JSON Schema of the value in an answer, where files may hold others. */
  readonly answered: JsonObject;
  /** What is wrong with a sent value: a sentence without the key in front, or details by their keys. */
  problem(value: JsonValue): string | Details | undefined;
  /** The value for that of a file from anywhere; undefined where the settings do not have it then. */
  read(value: JsonValue | undefined, of: Identity): T;
  /** What does not fit the schema of the collection. */
  mismatch?(value: NonNullable<T>, schema: Schema, collection: string): Details;
  /** The value after a property of the schema was renamed. */
  renamed?(value: T, renaming: Renaming): T;
}

/** The keys of an interface with an index signature. */
type KnownKey<T> = keyof { [K in keyof T as string extends K ? never : number extends K ? never : K]: T[K] };
type SettingKey = Exclude<KnownKey<CollectionSettings>, keyof Identity>;

const words = { ...wire.text, maxLength: MAX_TEXT_LENGTH };

const textSetting = (otherwise: (of: Identity) => string = () => ''): Setting<string> => ({
  shape: words,
  answered: wire.text,
  problem(value) {
    if (typeof value !== 'string') return 'must be text';
    return value.length > MAX_TEXT_LENGTH ? `must have at most ${MAX_TEXT_LENGTH} characters` : undefined;
  },
  read: (value, of) => (typeof value === 'string' && value !== '' ? value : otherwise(of)),
});

const switchSetting: Setting<boolean> = {
  shape: wire.bool,
  answered: wire.bool,
  problem: (value) => (typeof value === 'boolean' ? undefined : 'must be true or false'),
  read: (value) => value === true,
};

/** One of some words; others in a file are kept. */
const choiceSetting = (...choices: readonly string[]): Setting<string | undefined> => ({
  shape: wire.choice('', ...choices),
  answered: wire.text,
  problem(value) {
    const isKnown = value === '' || choices.some((one) => one === value);
    return isKnown ? undefined : `must be one of ${choices.join(', ')}`;
  },
  read: (value) => (typeof value === 'string' && value !== '' ? value : undefined),
});

/** The name of a property; the empty text is none. */
const propertySetting = (
  mismatch: (name: string, schema: Schema, collection: string) => Details,
): Setting<string | undefined> => ({
  shape: { ...wire.text, maxLength: MAX_ID_LENGTH },
  answered: wire.text,
  problem: (value) =>
    typeof value === 'string' && value.length <= MAX_ID_LENGTH ? undefined : 'must name a property',
  read: (value) =>
    typeof value === 'string' && value !== '' && value.length <= MAX_ID_LENGTH ? value : undefined,
  mismatch,
  renamed: (value, { from, to }) => (value === from ? to : value),
});

const isOperation = (value: JsonValue): value is PublicOperation =>
  PUBLIC_OPERATIONS.some((operation) => operation === value);

const isAccess = (value: unknown): value is McpAccess => MCP_ACCESS.some((access) => access === value);

const listIn = (value: JsonValue | undefined): JsonValue[] => (Array.isArray(value) ? value : []);

const operations: Setting<PublicOperation[]> = {
  shape: wire.listOf(wire.choice(...PUBLIC_OPERATIONS)),
  answered: wire.listOf(wire.choice(...PUBLIC_OPERATIONS)),
  problem: (value) =>
    Array.isArray(value) && value.every(isOperation)
      ? undefined
      : `must be a list of ${PUBLIC_OPERATIONS.join(', ')}`,
  read: (value) => PUBLIC_OPERATIONS.filter((operation) => listIn(value).includes(operation)),
};

const groups: Setting<string[]> = {
  shape: wire.listOf(wire.text),
  answered: wire.listOf(wire.text),
  problem: (value) =>
    Array.isArray(value) && value.every((group) => typeof group === 'string')
      ? undefined
      : 'must be a list of texts',
  read: (value) => listIn(value).filter((group) => typeof group === 'string'),
};

const redirects: Setting<CollectionSettings['redirects']> = {
  shape: { ...wire.mapOf(ID), propertyNames: ID, maxProperties: MAX_REDIRECTS },
  answered: wire.open,
  problem(value) {
    if (!isJsonObject(value)) return 'must map former ids to ids';
    const entries = Object.entries(value);
    if (entries.length > MAX_REDIRECTS) return `must have at most ${MAX_REDIRECTS} entries`;
    const wrong = entries.find(([from, to]) => !isLegalId(from) || typeof to !== 'string' || !isLegalId(to));
    return wrong && `${JSON.stringify(wrong[0].slice(0, 40))} and what it leads to must be ids of objects`;
  },
  // What is none is left out where a request asks for a former id, and kept until then.
  read: (value) => value as CollectionSettings['redirects'],
};

const mcp: Setting<McpVisibility | undefined> = {
  shape: wire.some({ access: wire.choice(...MCP_ACCESS), description: words, resource: wire.bool }),
  answered: wire.open,
  problem(value) {
    if (!isJsonObject(value)) return 'must be an object with access, description and resource';
    const { access, description, resource } = value;
    if (access !== undefined && !isAccess(access)) return `access must be one of ${MCP_ACCESS.join(', ')}`;
    const isText = typeof description === 'string' && description.length <= MAX_TEXT_LENGTH;
    if (description !== undefined && !isText) {
      return `description must be text of at most ${MAX_TEXT_LENGTH} characters`;
    }
    return resource === undefined || typeof resource === 'boolean'
      ? undefined
      : 'resource must be true or false';
  },
  /** Without invalid parts; unknown keys are kept. */
  read(value) {
    if (!isJsonObject(value)) return undefined;
    const { access, description, resource, ...others } = value;
    const visibility = {
      ...others,
      ...(isAccess(access) && { access }),
      ...(typeof description === 'string' && description !== '' && { description }),
      ...(resource === true && { resource }),
    };
    return Object.keys(visibility).length > 0 ? visibility : undefined;
  },
};

const withKeyRenamed = <T>(object: Record<string, T>, { from, to }: Renaming): Record<string, T> =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key === from ? to : key, value]));

const overrides: Setting<CollectionSettings['properties']> = {
  shape: { ...wire.mapOf(wire.open), propertyNames: PROPERTY_NAME },
  answered: wire.mapOf(wire.open),
  problem(value) {
    const sound = isJsonObject(value) && Object.values(value).every(isJsonObject);
    if (!sound) return 'must map property names to objects';
    const invalidName = Object.keys(value).find((name) => !isLegalPropertyName(name));
    return invalidName === undefined ? undefined : `"${invalidName}" is not a property name`;
  },
  /** Copied without unsafe keys. */
  read(value) {
    const sound = Object.entries(isJsonObject(value) ? value : {}).filter(
      (entry): entry is [string, JsonObject] => isLegalPropertyName(entry[0]) && isJsonObject(entry[1]),
    );
    return sound.length > 0 ? Object.fromEntries(sound) : undefined;
  },
  renamed: (value, renaming) => value && withKeyRenamed(value, renaming),
};

/** Files hold it where no description was sent; it says nothing. */
const generatedDescription = ({ id, schema }: Identity): string =>
  `Collection "${id}" of schema "${schema}".`;

const url: Setting<string> = {
  ...textSetting(),
  shape: { ...wire.text, maxLength: MAX_URL_LENGTH },
  problem: (value) => (typeof value === 'string' ? urlProblem(value) : 'must be text'),
  renamed: (value, { from, to }) =>
    value.replace(/\{\{?\s*([^{}|\s]+)/g, (all, name: string) =>
      name === from ? all.slice(0, -name.length) + to : all,
    ),
};

/** In the order in which files have them. The compiler asks for a row for each key of `CollectionSettings`. */
const TABLE: { [K in SettingKey]-?: Setting<CollectionSettings[K]> } = {
  redirects,
  name: textSetting(({ id: name }) => titleOfId(name)),
  description: {
    ...textSetting(),
    read: (value, of) => (typeof value === 'string' && value !== generatedDescription(of) ? value : ''),
  },
  category: textSetting(),
  labelPlural: textSetting(({ schema }) => labelsOf(schema).plural),
  labelSingular: textSetting(({ schema }) => labelsOf(schema).singular),
  url,
  prettyUrl: switchSetting,
  sortBy: {
    ...textSetting(() => 'id'),
    renamed: (value, { from, to }) => (value === from ? to : value),
  },
  reverseSort: switchSetting,
  singleton: switchSetting,
  publicOperations: operations,
  groups,
  properties: overrides,
  mcp,
  published: publishedSetting,
  manualOrder: propertySetting(orderMismatch),
  tree: propertySetting(treeMismatch),
  icon: choiceSetting(...COLLECTION_ICONS),
  color: choiceSetting(...COLLECTION_COLORS),
  saves: choiceSetting(...SAVES),
};

const SETTINGS: ReadonlyMap<string, Setting<unknown>> = new Map(Object.entries(TABLE));

const mapped = <T>(map: (setting: Setting<unknown>) => T): Record<string, T> =>
  Object.fromEntries([...SETTINGS].map(([key, setting]) => [key, map(setting)]));

/** JSON Schemas of the settings in requests and in answers. */
export const SENT_SETTINGS = mapped(({ shape }) => shape);
export const ANSWERED_SETTINGS = mapped(({ answered }) => answered);

/** `date:desc` is how templates write what is stored as `sortBy` and `reverseSort` (spec/resources.md#collection). */
function splitSortBy(sent: JsonObject): JsonObject {
  const [property, direction] = typeof sent.sortBy === 'string' ? sent.sortBy.split(':') : [];
  if (property === undefined || direction === undefined) return sent;
  return { ...sent, sortBy: property, reverseSort: direction.trim().toLowerCase() === 'desc' };
}

/**
 * Sent settings in stored form, without maintained keys, and every problem at once. `null` stays: it resets a key.
 * `schemaExists`: whether a collection may use a schema.
 */
export function checkSettings(
  body: JsonObject,
  schemaExists: (id: string) => boolean,
): { sent: JsonObject; problems: Details } {
  const kept = Object.entries(body).filter(([key]) => !MAINTAINED.includes(key));
  const sent = splitSortBy(Object.fromEntries(kept));
  const problems: Details = {};
  for (const [key, value] of Object.entries(sent)) {
    const problem = value === null ? undefined : SETTINGS.get(key)?.problem(value);
    if (problem) Object.assign(problems, typeof problem === 'string' ? { [key]: [rule(problem)] } : problem);
  }
  if (sent.schema !== undefined) {
    if (typeof sent.schema !== 'string') problems.schema = [message('notText')];
    else if (!schemaExists(sent.schema)) problems.schema = [message('noSchema', { id: sent.schema })];
  }
  return { sent, problems };
}

/** What is wrong with the id of a new collection; undefined when it is sound. */
export function collectionIdProblem(id: unknown): string | undefined {
  const problem = idProblem(id);
  if (problem) return problem;
  return typeof id === 'string' && RESERVED_COLLECTION_IDS.has(id) ? `"${id}" is a reserved name` : undefined;
}

/** What settings that were sent name and the schema does not have, or not as they need it. */
export function settingsMismatches(settings: CollectionSettings, sent: JsonObject, schema: Schema): Details {
  const problems: Details = {};
  for (const [key, { mismatch }] of SETTINGS) {
    const value = settings[key];
    const isSent = sent[key] !== undefined && sent[key] !== null;
    if (mismatch && isSent && value !== undefined && value !== null)
      Object.assign(problems, mismatch(value, schema, settings.id));
  }
  return problems;
}

/** Settings after a property of their schema was renamed. */
export function settingsRenamed(settings: CollectionSettings, renaming: Renaming): CollectionSettings {
  const after = { ...settings };
  for (const [key, { renamed }] of SETTINGS) {
    const value = renamed?.(settings[key], renaming);
    if (value !== undefined) after[key] = value;
  }
  // The reference system's order by hand, which Plinth keeps.
  const { manualSort } = settings;
  if (isJsonObject(manualSort)) after.manualSort = withKeyRenamed(manualSort, renaming);
  return after;
}

/**
 * Settings as the app uses them, from a stored or sent document: defaults for missing values or wrong types, unknown
 * keys kept. Never fails, since settings from elsewhere must not disable a collection.
 */
export function settingsFrom(id: string, document: JsonObject): CollectionSettings {
  const given = splitSortBy(document);
  const schema = typeof given.schema === 'string' && given.schema !== '' ? given.schema : id;
  const others = Object.entries(given).filter(([key]) => !SETTINGS.has(key) && !UNSAFE_KEYS.has(key));
  const known = [...SETTINGS].map(([key, setting]) => [key, setting.read(given[key], { id, schema })]);
  return {
    ...Object.fromEntries(others),
    id,
    schema,
    // `TABLE` has a row of the right type for every key.
    ...(Object.fromEntries(known.filter(([, value]) => value !== undefined)) as Pick<
      CollectionSettings,
      SettingKey
    >),
  };
}
