/** What a JSON Schema says, a step at a time, and a value that follows it. Pure. */
import { isJsonObject, type JsonObject, type JsonValue } from '#contract/values';

export type Resolve = (schema: JsonObject) => JsonObject;

const listIn = (value: JsonValue | undefined): JsonValue[] => (Array.isArray(value) ? value : []);
const objectsIn = (value: JsonValue | undefined): JsonObject[] => listIn(value).filter(isJsonObject);

/**
 * A schema with what it refers to and all parts of its `allOf` in one. Its own words stand; a reference that was met
 * on the way already adds nothing, so that circles end.
 */
export function flat(schema: JsonObject, resolve: Resolve, met: readonly string[] = []): JsonObject {
  const { $ref, allOf, ...own } = schema;
  const known = typeof $ref !== 'string' || met.includes($ref);
  const next = known ? met : [...met, $ref];
  const parts = [...(known ? [] : [resolve({ $ref })]), ...objectsIn(allOf)].map((part) =>
    flat(part, resolve, next),
  );
  const properties = [...parts, own].map((part) => part.properties).filter(isJsonObject);
  const required = [...parts, own].flatMap((part) => listIn(part.required));
  return {
    ...Object.assign({}, ...parts),
    ...own,
    ...(properties.length > 0 && { properties: Object.assign({}, ...properties) }),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  };
}

/** The name of a component a schema refers to; undefined where it refers to none. */
export function componentName({ $ref, allOf }: JsonObject): string | undefined {
  if (typeof $ref === 'string') return $ref.slice($ref.lastIndexOf('/') + 1);
  const [first] = objectsIn(allOf);
  return first && componentName(first);
}

export interface SchemaChild {
  name: string;
  schema: JsonObject;
  required: boolean;
}

export interface SchemaShape {
  /** In words: `string (date-time)`, `list of boat`. */
  type: string;
  description: string;
  /** Bounds, choices and the like. */
  rules: string[];
  children: SchemaChild[];
}

const typeWord = (value: JsonValue | undefined): string =>
  Array.isArray(value) ? value.join(' or ') : typeof value === 'string' ? value : '';

const RULES: Readonly<Record<string, string>> = {
  minimum: 'at least',
  maximum: 'at most',
  exclusiveMinimum: 'more than',
  exclusiveMaximum: 'less than',
  multipleOf: 'multiple of',
  minLength: 'min characters',
  maxLength: 'max characters',
  minItems: 'min items',
  maxItems: 'max items',
  pattern: 'pattern',
  default: 'default',
  const: 'always',
};

const MOST_CHOICES = 20;

function rulesOf(schema: JsonObject): string[] {
  const rules = Object.entries(RULES).flatMap(([key, words]) => {
    const value = schema[key];
    return value === undefined ? [] : [`${words} ${JSON.stringify(value)}`];
  });
  const choices = listIn(schema.enum);
  if (choices.length > 0) {
    const shown = choices.slice(0, MOST_CHOICES).map((choice) => JSON.stringify(choice));
    rules.push(`one of ${shown.join(', ')}${choices.length > MOST_CHOICES ? ', …' : ''}`);
  }
  if (schema.readOnly === true) rules.push('set by Plinth');
  if (schema.writeOnly === true) rules.push('never shown');
  return rules;
}

function typeOf(schema: JsonObject, whole: JsonObject): string {
  if (isJsonObject(whole.items))
    return `list of ${componentName(whole.items) ?? (typeWord(whole.items.type) || 'values')}`;
  const options = [...objectsIn(whole.oneOf), ...objectsIn(whole.anyOf)];
  if (options.length > 0) {
    return options.map((option) => componentName(option) ?? (typeWord(option.type) || 'value')).join(' or ');
  }
  const type = typeWord(whole.type) || 'any value';
  const format = typeof whole.format === 'string' ? ` (${whole.format})` : '';
  return `${componentName(schema) ?? type}${format}`;
}

/** The parts of a schema: properties, items of lists, values of maps, alternatives. */
function childrenOf(whole: JsonObject): SchemaChild[] {
  const required = new Set(listIn(whole.required));
  const properties = isJsonObject(whole.properties) ? whole.properties : {};
  const children = Object.entries(properties)
    .filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]))
    .map(([name, schema]) => ({ name, schema, required: required.has(name) }));
  const more = (name: string, schema: JsonValue | undefined) =>
    isJsonObject(schema) && Object.keys(schema).length > 0 ? [{ name, schema, required: false }] : [];
  return [
    ...children,
    ...more('[item]', whole.items),
    ...more('{key}', whole.additionalProperties),
    ...[...objectsIn(whole.oneOf), ...objectsIn(whole.anyOf)].flatMap((one, n) =>
      more(`option ${n + 1}`, one),
    ),
  ];
}

/** One level of a schema: what it is and what it is made of. Deeper levels are shapes of the children. */
export function shapeOf(schema: JsonObject, resolve: Resolve): SchemaShape {
  const whole = flat(schema, resolve);
  const description = [whole.title, whole.description].filter((text) => typeof text === 'string').join(': ');
  return { type: typeOf(schema, whole), description, rules: rulesOf(whole), children: childrenOf(whole) };
}

const MOST_DEPTH = 6;

const BY_FORMAT: Readonly<Record<string, string>> = {
  'date-time': '2026-01-31T12:00:00Z',
  date: '2026-01-31',
  time: '12:00',
  email: 'ada@example.org',
  uri: 'https://example.org',
  url: 'https://example.org',
};

function plainExample(schema: JsonObject, type: string): JsonValue {
  if (type === 'integer' || type === 'number') return typeof schema.minimum === 'number' ? schema.minimum : 0;
  if (type === 'boolean') return false;
  if (type === 'null') return null;
  if (type !== 'string') return {};
  return typeof schema.format === 'string' ? (BY_FORMAT[schema.format] ?? 'text') : 'text';
}

/**
 * A value that follows a schema: what it gives as an example, else the first of everything. A component within itself
 * ends there. What only Plinth sets is left out.
 */
export function exampleOf(schema: JsonObject, resolve: Resolve, above: readonly string[] = []): JsonValue {
  const name = componentName(schema);
  if (above.length >= MOST_DEPTH || (name !== undefined && above.includes(name))) return null;
  const path = [...above, name ?? ''];
  const whole = flat(schema, resolve);
  const given = [whole.example, listIn(whole.examples)[0], whole.const, whole.default, listIn(whole.enum)[0]];
  const first = given.find((value) => value !== undefined);
  if (first !== undefined) return first;
  const [option] = [...objectsIn(whole.oneOf), ...objectsIn(whole.anyOf)];
  if (option) return exampleOf(option, resolve, path);
  const type = Array.isArray(whole.type) ? typeWord(whole.type[0]) : typeWord(whole.type);
  if (isJsonObject(whole.properties)) {
    const entries = Object.entries(whole.properties)
      .filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]) && entry[1].readOnly !== true)
      .map(([key, value]): [string, JsonValue] => [key, exampleOf(value, resolve, path)]);
    return Object.fromEntries(entries.filter(([, value]) => value !== null));
  }
  if (isJsonObject(whole.items)) {
    const item = exampleOf(whole.items, resolve, path);
    return item === null ? [] : [item];
  }
  if (type === 'array') return [];
  return plainExample(whole, type);
}
