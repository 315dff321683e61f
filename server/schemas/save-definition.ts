/** Converts one property definition to its stored form (spec/schemas.md#saving). */
import { isDeepStrictEqual } from 'node:util';
import { isLegalPropertyName, UNSAFE_KEYS } from '../contract/names.js';
import type { PropertyDefinition } from '../contract/schemas.js';
import { isJsonObject, type JsonValue } from '../contract/values.js';
import { lazy, onDemand } from '../on-demand.js';
import { isPropertyType, resolveKind, statedType } from '../properties/resolve.js';
import { calcOf } from './calc/index.js';
import { calcProblem } from './calc/parse.js';
import { convertsOf } from './convert.js';
import { JSON_TYPES, keywordsOf } from './keywords.js';
import { ruleOf } from './messages.js';
import { patternProblem } from './pattern.js';

const TEXTS = ['type', '$ref', 'field', 'label', 'help', 'placeholder', 'factory', 'deckItemLabel'];
const FLAGS = ['unique', 'hide'];
/** Keys answers add to a definition; what was read can be sent back without storing them. */
const WIRE_KEYS = [
  'required',
  'inheritedFrom',
  'kept',
  'reference',
  'writtenField',
  'itemSchema',
  'itemSchemas',
];
const MAX_DEPTH = 32;
/** Schemas that the items of a deck can follow. */
const MAX_ITEM_SCHEMAS = 100;

const ajvOf = onDemand<typeof import('ajv/dist/2020.js')>('ajv/dist/2020.js');

/** A copy without hostile keys; anything deeper than a definition ever is becomes null. */
export function safeCopy(value: JsonValue, depth = 0): JsonValue {
  if (depth > MAX_DEPTH) return null;
  if (Array.isArray(value)) return value.map((entry) => safeCopy(entry, depth + 1));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).filter(([key]) => !UNSAFE_KEYS.has(key));
  return Object.fromEntries(entries.map(([key, child]) => [key, safeCopy(child, depth + 1)]));
}

/** Called with every problem: the path below the schema, and a sentence without the path. */
export type Complain = (path: string, problem: string) => void;

/** `type` from the field kind, special types as a bare `$ref`, which are resolved here and never fetched. */
function storedType(definition: PropertyDefinition): void {
  const stated = statedType(definition);
  if (stated === undefined) {
    const { kind } = resolveKind(definition);
    if (JSON_TYPES.has(kind.type)) definition.type = kind.type;
    else definition.$ref = kind.type;
    return;
  }
  if (JSON_TYPES.has(stated)) {
    // What answers call an object: a card, a deck, translations are more than that.
    const { kind } = resolveKind(definition);
    if (stated !== 'object' || kind.ofTypes?.includes(stated) || JSON_TYPES.has(kind.type)) return;
    definition.$ref = kind.type;
    delete definition.type;
    return;
  }
  definition.$ref ??= stated;
  // Beside an unknown reference the JSON type is all there is to decide by.
  if (isPropertyType(stated) || stated === definition.type) delete definition.type;
}

/** Other readers of the folder validate a deck's items by this keyword (spec/schemas.md#saving). */
function storedItems(definition: PropertyDefinition): void {
  const parts = resolveKind(definition).kind.children?.(definition);
  const [first] = parts?.schemas ?? [];
  if (!parts?.many || first === undefined) return;
  const written = [definition.schemaref ?? []].flat();
  const one = { $ref: written[0] ?? first };
  const item = parts.named ? { anyOf: parts.schemas.map((id) => ({ $ref: id })) } : one;
  definition.patternProperties = { '^[a-zA-Z]\\w*$': item };
}

function storedDefault(definition: PropertyDefinition): void {
  const { default: preset } = definition;
  const { kind } = resolveKind(definition);
  if (preset !== undefined && kind.storedDefault) definition.default = kind.storedDefault(preset);
}

/** A definition as read, with what answers add to it taken off again. */
function withoutWireKeys(sent: PropertyDefinition): PropertyDefinition {
  const definition = { ...sent };
  const { writtenField } = sent;
  if (typeof writtenField === 'string' && sent.field === resolveKind({ ...sent, field: writtenField }).name) {
    definition.field = writtenField;
  }
  if (!Array.isArray(sent.required)) delete definition.required;
  for (const key of WIRE_KEYS) if (key !== 'required') delete definition[key];
  for (const [key, added] of Object.entries(resolveKind(definition).kind.onWire?.(definition) ?? {})) {
    if (isDeepStrictEqual(definition[key], added)) delete definition[key];
  }
  return definition;
}

const isText = (value: unknown) => typeof value === 'string';

/** `schemaref`: an id, and of a deck also a list of them. */
function schemaShape(definition: PropertyDefinition, path: string, complain: Complain): void {
  const reference: unknown = definition.schemaref;
  if (reference === undefined || isText(reference)) return;
  const isMany = resolveKind(definition).kind.children?.(definition).many === true;
  if (!isMany) complain(`${path}.schemaref`, 'must be text');
  else if (!Array.isArray(reference) || !reference.every(isText))
    complain(`${path}.schemaref`, 'must be text, or a list of texts');
  else if (reference.length === 0 || reference.length > MAX_ITEM_SCHEMAS)
    complain(`${path}.schemaref`, `must list 1 to ${MAX_ITEM_SCHEMAS} schemas`);
}

function checkShape(definition: PropertyDefinition, path: string, complain: Complain): void {
  for (const key of TEXTS) {
    if (definition[key] !== undefined && typeof definition[key] !== 'string') {
      complain(`${path}.${key}`, 'must be text');
    }
  }
  for (const key of FLAGS) {
    if (definition[key] !== undefined && typeof definition[key] !== 'boolean') {
      complain(`${path}.${key}`, 'must be true or false');
    }
  }
  const { options, settings, formerly } = definition;
  schemaShape(definition, path, complain);
  if (
    formerly !== undefined &&
    !(Array.isArray(formerly) && formerly.every((name) => typeof name === 'string'))
  ) {
    complain(`${path}.formerly`, 'must be a list of names');
  }
  if (definition.converts !== undefined && convertsOf(definition) === undefined)
    complain(`${path}.converts`, 'must be an object with the definition "from"');
  if (settings !== undefined && !isJsonObject(settings)) complain(`${path}.settings`, 'must be an object');
  const problems = isJsonObject(settings) ? resolveKind(definition).kind.settingProblems?.(settings) : {};
  for (const [name, problem] of Object.entries(problems ?? {})) complain(`${path}.settings.${name}`, problem);
  if (options !== undefined && !Array.isArray(options) && !isJsonObject(options)) {
    complain(`${path}.options`, 'must be a list, or an object of lists');
  }
}

/** Checks definitions against the meta-schema, which takes some 30 ms to compile. */
const metaSchema = lazy(() => new (ajvOf().Ajv2020)({ strict: false, allErrors: true, logger: false }));

function checkKeywords(definition: PropertyDefinition, path: string, complain: Complain): void {
  const ajv = metaSchema();
  const keywords = keywordsOf(definition, {});
  if (!ajv.validateSchema(keywords)) {
    for (const error of ajv.errors ?? []) {
      complain(`${path}${error.instancePath.replaceAll('/', '.')}`, ruleOf(error).text);
    }
  }
  const broken = definition.pattern === undefined ? undefined : patternProblem(definition.pattern);
  if (broken) complain(`${path}.pattern`, broken);
  const calc = isJsonObject(definition.settings) ? calcOf(definition) : undefined;
  const unreadable = calc === undefined ? undefined : calcProblem(calc);
  if (unreadable) complain(`${path}.settings.calc`, unreadable);
}

/** The definition to store, or undefined when it has problems, which are passed to `complain`. */
export function storedDefinition(
  name: string,
  sent: JsonValue,
  complain: Complain,
): PropertyDefinition | undefined {
  const path = `properties.${name}`;
  if (!isLegalPropertyName(name)) {
    complain(
      path,
      'must have a name that starts with a letter or "_", followed by letters, digits, "_" and "-"',
    );
    return undefined;
  }
  if (name === 'clone') {
    complain(path, `cannot be called "${name}", which would hide the route that clones`);
    return undefined;
  }
  const copy = safeCopy(sent);
  if (!isJsonObject(copy)) {
    complain(path, 'must be an object');
    return undefined;
  }
  let problems = 0;
  const count: Complain = (at, problem) => {
    problems += 1;
    complain(at, problem);
  };
  const given: PropertyDefinition = { ...copy };
  checkShape(given, path, count);
  if (problems > 0) return undefined;
  const definition = withoutWireKeys(given);
  checkKeywords(definition, path, count);
  storedType(definition);
  storedDefault(definition);
  storedItems(definition);
  return problems > 0 ? undefined : definition;
}
