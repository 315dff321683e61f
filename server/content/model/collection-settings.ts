/** Collection settings (spec/resources.md#collection): what callers may send, and how settings files from anywhere are read. */
import {
  idProblem,
  isLegalId,
  isLegalPropertyName,
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
} from '../../contract/objects.js';
import type { PropertyDefinition } from '../../contract/schemas.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/values.js';
import type { ErrorDetails } from '../../contract/wire.js';
import { labelsOf } from './labels.js';
import { propertyNameIn, propertyNameProblem } from './manual-order.js';
import { publishedIn, publishedProblems } from './published-setting.js';
import { titleOfId } from './titles.js';

/** The public address pattern of a collection (spec/resources.md#collection): a path, or an http or https address. */

export const MAX_URL_LENGTH = 2000;

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

const TEXTS = ['name', 'description', 'category', 'labelPlural', 'labelSingular', 'url', 'sortBy'] as const;
/** What is chosen from a list. */
const CHOICES: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['icon', COLLECTION_ICONS],
  ['color', COLLECTION_COLORS],
]);
const SWITCHES = ['prettyUrl', 'reverseSort', 'singleton'] as const;
/** Keys that settings have only where they are set. */
const OPTIONAL: readonly string[] = [
  'properties',
  'mcp',
  'published',
  'manualOrder',
  'tree',
  ...CHOICES.keys(),
];
export const MAX_TEXT_LENGTH = 2000;
/** The oldest redirects are removed when there are more. */
export const MAX_REDIRECTS = 5000;

const isOperation = (value: JsonValue): value is PublicOperation =>
  PUBLIC_OPERATIONS.some((operation) => operation === value);

const isAccess = (value: unknown): value is McpAccess => MCP_ACCESS.some((access) => access === value);

function mcpVisibilityProblem(value: JsonValue): string | undefined {
  if (!isJsonObject(value)) return 'must be an object with access, description and resource';
  const { access, description, resource } = value;
  if (access !== undefined && !isAccess(access)) return `access must be one of ${MCP_ACCESS.join(', ')}`;
  if (
    description !== undefined &&
    (typeof description !== 'string' || description.length > MAX_TEXT_LENGTH)
  ) {
    return `description must be text of at most ${MAX_TEXT_LENGTH} characters`;
  }
  return resource === undefined || typeof resource === 'boolean'
    ? undefined
    : 'resource must be true or false';
}

function redirectsProblem(value: JsonValue): string | undefined {
  if (!isJsonObject(value)) return 'must map former ids to ids';
  const entries = Object.entries(value);
  if (entries.length > MAX_REDIRECTS) return `must have at most ${MAX_REDIRECTS} entries`;
  const wrong = entries.find(([from, to]) => !isLegalId(from) || typeof to !== 'string' || !isLegalId(to));
  return wrong && `${JSON.stringify(wrong[0].slice(0, 40))} and what it leads to must be ids of objects`;
}

/** The MCP visibility in a settings file, without invalid parts; unknown keys are kept. */
function mcpVisibilityIn(value: JsonValue | undefined): McpVisibility {
  if (!isJsonObject(value)) return {};
  const { access, description, resource, ...others } = value;
  return {
    ...others,
    ...(isAccess(access) && { access }),
    ...(typeof description === 'string' && description !== '' && { description }),
    ...(resource === true && { resource }),
  };
}

/** What is wrong with one sent value, as a sentence without the key in front; undefined when it is sound. */
function problemOf(key: string, value: JsonValue): string | undefined {
  if (TEXTS.some((text) => text === key)) {
    if (typeof value !== 'string') return 'must be text';
    if (value.length > MAX_TEXT_LENGTH) return `must have at most ${MAX_TEXT_LENGTH} characters`;
    return key === 'url' ? urlProblem(value) : undefined;
  }
  if (SWITCHES.some((name) => name === key)) {
    return typeof value === 'boolean' ? undefined : 'must be true or false';
  }
  const choices = CHOICES.get(key);
  if (choices) {
    const known = value === '' || choices.some((choice) => choice === value);
    return known ? undefined : `must be one of ${choices.join(', ')}`;
  }
  if (key === 'groups') {
    const texts = Array.isArray(value) && value.every((group) => typeof group === 'string');
    return texts ? undefined : 'must be a list of texts';
  }
  if (key === 'publicOperations') {
    const sound = Array.isArray(value) && value.every(isOperation);
    return sound ? undefined : `must be a list of ${PUBLIC_OPERATIONS.join(', ')}`;
  }
  if (key === 'redirects') return redirectsProblem(value);
  if (key === 'manualOrder' || key === 'tree') return propertyNameProblem(value);
  if (key === 'mcp') return mcpVisibilityProblem(value);
  if (key === 'properties') {
    const sound = isJsonObject(value) && Object.values(value).every(isJsonObject);
    if (!sound) return 'must map property names to objects';
    const invalidName = Object.keys(value).find((name) => !isLegalPropertyName(name));
    return invalidName === undefined ? undefined : `"${invalidName}" is not a property name`;
  }
  return undefined;
}

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
): { sent: JsonObject; problems: ErrorDetails } {
  const kept = Object.entries(body).filter(([key]) => !MAINTAINED.includes(key));
  const sent = splitSortBy(Object.fromEntries(kept));
  const problems: ErrorDetails = {};
  for (const [key, value] of Object.entries(sent)) {
    const problem = value === null ? undefined : problemOf(key, value);
    if (problem) problems[key] = [problem];
    if (key === 'published' && value !== null) Object.assign(problems, publishedProblems(value));
  }
  if (sent.schema !== undefined) {
    if (typeof sent.schema !== 'string') problems.schema = ['must be text'];
    else if (!schemaExists(sent.schema)) problems.schema = [`there is no schema "${sent.schema}"`];
  }
  return { sent, problems };
}

/** What is wrong with the id of a new collection; undefined when it is sound. */
export function collectionIdProblem(id: unknown): string | undefined {
  const problem = idProblem(id);
  if (problem) return problem;
  return typeof id === 'string' && RESERVED_COLLECTION_IDS.has(id) ? `"${id}" is a reserved name` : undefined;
}

/** Overrides per property, copied without unsafe keys. */
function overridesIn(value: JsonValue | undefined): Record<string, Partial<PropertyDefinition>> {
  if (!isJsonObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter(
      (entry): entry is [string, JsonObject] => isLegalPropertyName(entry[0]) && isJsonObject(entry[1]),
    ),
  );
}

/** What earlier versions wrote where no description was sent; it says nothing. */
const generatedDescription = (id: string, schema: string): string =>
  `Collection "${id}" of schema "${schema}".`;

/**
 * Settings as the app uses them, from a stored or sent document: defaults for missing values or wrong types, unknown
 * keys kept. Never fails, since settings from elsewhere must not disable a collection.
 */
export function settingsFrom(id: string, document: JsonObject): CollectionSettings {
  const given = splitSortBy(document);
  const text = (key: (typeof TEXTS)[number], otherwise: string) => {
    const value = given[key];
    return typeof value === 'string' && (value !== '' || key === 'url') ? value : otherwise;
  };
  const flag = (key: (typeof SWITCHES)[number]) => given[key] === true;
  const list = (key: string) => (Array.isArray(given[key]) ? given[key] : []);
  const schema = typeof given.schema === 'string' && given.schema !== '' ? given.schema : id;
  const labels = labelsOf(schema);
  const overrides = overridesIn(given.properties);
  const mcpVisibility = mcpVisibilityIn(given.mcp);
  const published = publishedIn(given.published);
  const manualOrder = propertyNameIn(given.manualOrder);
  const tree = propertyNameIn(given.tree);
  const chosen = [...CHOICES.keys()].filter((key) => typeof given[key] === 'string' && given[key] !== '');
  const others = Object.entries(given).filter(([key]) => !OPTIONAL.includes(key) && !UNSAFE_KEYS.has(key));
  return {
    ...Object.fromEntries(others),
    id,
    schema,
    name: text('name', titleOfId(id)),
    description: given.description === generatedDescription(id, schema) ? '' : text('description', ''),
    category: text('category', ''),
    labelPlural: text('labelPlural', labels.plural),
    labelSingular: text('labelSingular', labels.singular),
    url: text('url', ''),
    prettyUrl: flag('prettyUrl'),
    sortBy: text('sortBy', 'id'),
    reverseSort: flag('reverseSort'),
    singleton: flag('singleton'),
    publicOperations: PUBLIC_OPERATIONS.filter((operation) => list('publicOperations').includes(operation)),
    groups: list('groups').filter((group) => typeof group === 'string'),
    ...(Object.keys(overrides).length > 0 && { properties: overrides }),
    ...(Object.keys(mcpVisibility).length > 0 && { mcp: mcpVisibility }),
    ...(published && { published }),
    ...(manualOrder !== undefined && { manualOrder }),
    ...(tree !== undefined && { tree }),
    ...Object.fromEntries(chosen.map((key) => [key, given[key]])),
  };
}
