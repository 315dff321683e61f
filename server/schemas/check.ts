/** Rules of a whole document: what is required, then what its values must be (spec/field-kinds.md#validation). */
import type { Details } from '../contract/messages/message.js';
import { message } from '../contract/messages/message.js';
import { idProblem, SYSTEM_PROPERTIES } from '../contract/names.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import { visibilityOf, visibilityRule } from '../contract/visibility.js';
import { labelFromName } from './messages.js';
import { MAX_NESTING } from './reach.js';
import type { Checking, Children, Property, Schema } from './schema.js';
import { type SlowValues, TooSlow } from './too-slow.js';
import type { Validator } from './validator.js';

/** The label of a property. */
export function labelOf({ name, definition }: Property): string {
  const { label } = definition;
  return typeof label === 'string' && label.trim() !== '' ? label.trim() : labelFromName(name);
}

type Properties = ReadonlyMap<string, Property>;

/** Whether a required property is not filled in. `minLength` and `minItems` of the property's own decide for "" and []. */
function isUnfilled(value: JsonValue | undefined, { definition, kind }: Property): boolean {
  if (value === undefined || value === null) return true;
  if (value === '') return definition.minLength !== 0;
  if (kind.isEmpty?.(value)) return typeof definition.minItems !== 'number';
  return Array.isArray(value) && value.length === 0 && typeof definition.minItems !== 'number';
}

/** Rules do not apply to empty values: an optional email may stay empty. */
const isBlank = (value: JsonValue | undefined) => value === undefined || value === null || value === '';

/** A field that is hidden or disabled by its rule need not be filled in. */
function isOutsideRoot({ definition }: Property, document: JsonObject): boolean {
  const rule = visibilityRule(definition.settings);
  if (!rule) return false;
  const watched = Object.hasOwn(document, rule.watch) ? document[rule.watch] : undefined;
  return visibilityOf(rule, watched) !== 'shown';
}

/** Missing required values, and the values to validate, those made of parts apart. */
function checkFilled(document: JsonObject, properties: Properties) {
  const details: Details = {};
  // Without a prototype: a property may be called `toString`.
  const values: JsonObject = Object.create(null);
  const made: [property: Property, children: Children, value: JsonValue][] = [];
  for (const [name, property] of properties) {
    // Files are checked as they come in; an object must exist before a file can be added to it.
    if (name === 'id' || SYSTEM_PROPERTIES.has(name) || property.kind.kept || property.kind.files) continue;
    const value = Object.hasOwn(document, name) ? document[name] : undefined;
    const needed = property.required && !(isUnset(value, property) && isOutsideRoot(property, document));
    if (needed && isUnfilled(value, property)) details[name] = [message('required').of(labelOf(property))];
    else if (needed && value === false) details[name] = [message('notSwitchedOn').of(labelOf(property))];
    else if (value === undefined || isBlank(value)) continue;
    // An empty list is what PHP writes for an empty object: it counts as empty for every type.
    else if (property.kind.isEmpty && Array.isArray(value) && property.kind.isEmpty(value)) continue;
    else if (property.children) made.push([property, property.children, value]);
    else values[name] = value;
  }
  return { details, values, made };
}

/** Where a part is in the document, and the values there that may stay although there is no time for them. */
interface Place {
  depth: number;
  slow: SlowValues | undefined;
}

/** The validator's errors; a property that takes too long is reported with its label. */
function* checkedBy(
  validator: Validator,
  values: JsonObject,
  properties: Properties,
  slow: SlowValues | undefined,
): Checking {
  try {
    return yield* validator.check(values, slow);
  } catch (error) {
    if (!(error instanceof TooSlow)) throw error;
    const property = properties.get(error.path);
    throw property ? error.labelled(labelOf(property)) : error;
  }
}

const isUnset = (value: JsonValue | undefined, property: Property) =>
  value === false || isUnfilled(value, property);

/**
 * Messages per failing property, each with the label in front. `created` and `modified` are Plinth's
 * own, kinds without an editor are not validated.
 */
function* checkValues(
  document: JsonObject,
  properties: Properties,
  validator: () => Validator,
  place: Place,
): Checking {
  const { details, values, made } = checkFilled(document, properties);
  const found = yield* checkedBy(validator(), values, properties, place.slow);
  for (const [path, problems] of Object.entries(found)) {
    const property = properties.get(path.split('.', 1)[0] ?? '');
    const label = property ? labelOf(property) : path;
    const rest = path.split('.').slice(1).join('.');
    details[path] = problems.map((problem) => problem.of(`${label}${rest && ` (${rest})`}`));
  }
  const ruled = (property: Property, value: JsonValue) => {
    const { name, kind, definition } = property;
    if (!kind.check || Object.hasOwn(details, name)) return;
    const problems = kind.check(value, definition);
    if (problems.length > 0) details[name] = problems.map((problem) => problem.of(labelOf(property)));
  };
  for (const [name, value] of Object.entries(values)) {
    const property = properties.get(name);
    if (property) ruled(property, value);
  }
  for (const [property, children, value] of made) {
    Object.assign(details, yield* checkParts(property, children, value, place));
    ruled(property, value);
  }
  return details;
}

/** Details of a part under its path in the whole: `venue.street`, with the message `Venue › Street is required`. */
export function detailsInside(path: string, label: string, details: Details): Details {
  return Object.fromEntries(
    Object.entries(details).map(([name, problems]) => [
      `${path}.${name}`,
      problems.map((problem) => problem.of(label)),
    ]),
  );
}

/** A card, or every item of a deck, by the rules of their schema. */
function* checkParts(property: Property, children: Children, value: JsonValue, place: Place): Checking {
  const { name, kind } = property;
  const label = labelOf(property);
  if (!isJsonObject(value)) {
    return { [name]: [message(children.many ? 'notItems' : 'notObject').of(label)] };
  }
  // What follows no schema cannot be judged; it cannot be changed either.
  if (children.all().length === 0) return {};
  if (place.depth >= MAX_NESTING) return { [name]: [message('tooNested', { limit: MAX_NESTING }).of(label)] };
  if (!children.many) {
    const schema = children.of(value);
    if (kind.isEmpty?.(value) || !schema) return {};
    return yield* checkPartAt(name, label, schema, value, inside(place, name));
  }
  const details: Details = {};
  for (const [id, item] of Object.entries(value)) {
    const path = `${name}.${id}`;
    const schema = isJsonObject(item) ? children.of(item) : undefined;
    if (!isJsonObject(item)) details[path] = [message('notObject').of(`${label} › ${id}`)];
    else if (schema) {
      const found = yield* checkPartAt(path, `${label} › ${id}`, schema, item, inside(place, name, id));
      Object.assign(details, found);
    }
    yield;
  }
  return details;
}

const inside = ({ depth, slow }: Place, ...steps: string[]): Place => ({
  depth: depth + 1,
  slow: slow?.inside(...steps),
});

function* checkPartAt(
  path: string,
  label: string,
  schema: Schema,
  part: JsonObject,
  { depth, slow }: Place,
): Checking {
  try {
    return detailsInside(path, label, yield* schema.checkPart(part, depth, slow));
  } catch (error) {
    throw error instanceof TooSlow ? error.inside(path, label) : error;
  }
}

/** Messages per failing property of a normalized document, its id among them. */
export function* checkDocument(
  document: JsonObject,
  properties: Properties,
  validator: () => Validator,
  slow: SlowValues | undefined,
): Checking {
  const problem = idProblem(document.id);
  return {
    ...(problem ? { id: [message('rule', { rule: problem }).of(labelFromName('id'))] } : {}),
    ...(yield* checkValues(document, properties, validator, { depth: 0, slow })),
  };
}

/** As `checkDocument`, for a card or an item of a deck, whose id the caller checks. */
export function checkPart(
  part: JsonObject,
  properties: Properties,
  validator: () => Validator,
  place: Place,
): Checking {
  return checkValues(part, properties, validator, place);
}
