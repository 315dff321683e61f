/** Rules of a whole document: what is required, then what its values must be (facts, validation options). */
import { idProblem, SYSTEM_PROPERTIES } from '../contract/names.js';
import type { JsonObject, JsonValue } from '../contract/values.js';
import type { ErrorDetails } from '../contract/wire.js';
import { labelFromName } from './messages.js';
import type { Property } from './schema.js';
import type { Validator } from './validator.js';

/** The name people know a property by. */
export function labelOf({ name, definition }: Property): string {
  const { label } = definition;
  return typeof label === 'string' && label.trim() !== '' ? label.trim() : labelFromName(name);
}

/** Whether a required property is not filled in. `minLength` and `minItems` of the property's own decide for "" and []. */
function isUnfilled(value: JsonValue | undefined, { definition }: Property): boolean {
  if (value === undefined || value === null) return true;
  if (value === '') return definition.minLength !== 0;
  return Array.isArray(value) && value.length === 0 && typeof definition.minItems !== 'number';
}

/** Values nobody filled in are not held to rules about filled ones: an optional e-mail may stay empty. */
const isBlank = (value: JsonValue | undefined) => value === undefined || value === null || value === '';

/**
 * Messages per failing property of a normalised document, each a sentence that starts with the label. `created` and
 * `modified` are Plinth's own, kinds that are only kept are not judged.
 */
export function checkDocument(
  document: JsonObject,
  properties: ReadonlyMap<string, Property>,
  validator: () => Validator,
): ErrorDetails {
  const details: ErrorDetails = {};
  // Without a prototype: a property may be called `toString`.
  const values: JsonObject = Object.create(null);
  const problem = idProblem(document.id);
  if (problem) details.id = [`${labelFromName('id')} ${problem}`];

  for (const [name, property] of properties) {
    if (name === 'id' || SYSTEM_PROPERTIES.has(name) || property.kind.kept) continue;
    const value = Object.hasOwn(document, name) ? document[name] : undefined;
    if (property.required && isUnfilled(value, property))
      details[name] = [`${labelOf(property)} is required`];
    else if (property.required && value === false)
      details[name] = [`${labelOf(property)} must be switched on`];
    else if (value !== undefined && !isBlank(value)) values[name] = value;
  }

  for (const [path, sentences] of Object.entries(validator().check(values))) {
    const property = properties.get(path.split('.', 1)[0] ?? '');
    const label = property ? labelOf(property) : path;
    const rest = path.split('.').slice(1).join('.');
    details[path] = sentences.map((sentence) => `${label}${rest && ` (${rest})`} ${sentence}`);
  }
  for (const [name, value] of Object.entries(values)) {
    const property = properties.get(name);
    if (!property?.kind.check || Object.hasOwn(details, name)) continue;
    const sentences = property.kind.check(value, property.definition);
    if (sentences.length > 0) details[name] = sentences.map((sentence) => `${labelOf(property)} ${sentence}`);
  }
  return details;
}
