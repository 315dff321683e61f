/** `unique` properties (spec/field-kinds.md#validation): compared as filters compare text; what is empty is exempt. */
import type { Details } from '../contract/messages/message.js';
import { message } from '../contract/messages/message.js';
import type { ObjectDocument } from '../contract/objects.js';
import type { JsonObject, JsonValue } from '../contract/values.js';
import { fold } from '../query/fold.js';
import { labelOf } from './check.js';
import { withPresentNames } from './former-names.js';
import type { Schema } from './schema.js';

const isEmpty = (value: JsonValue | undefined) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** What two values have in common that count as the same: their text without regard to case and to how accents are spelled. */
export const uniqueKey = (value: JsonValue | undefined): string | undefined => {
  if (value === undefined || isEmpty(value)) return undefined;
  return fold(typeof value === 'string' ? value : JSON.stringify(value));
};

/** Messages for values another object already holds. The catalogue finds them only where the schema indexes them. */
export function checkUnique(
  schema: Schema,
  document: JsonObject,
  isTaken: (property: string, value: JsonValue) => boolean,
): Details {
  const details: Details = {};
  for (const [name, property] of schema.properties) {
    if (property.definition.unique !== true || name === 'id' || property.kind.kept || property.kind.files)
      continue;
    const value = Object.hasOwn(document, name) ? document[name] : undefined;
    if (value === undefined || isEmpty(value)) continue;
    const label = labelOf(property);
    if (!schema.index.includes(name)) {
      details[name] = [message('uniqueNeedsIndex', { name, schema: schema.id }).of(label)];
    } else if (isTaken(name, value)) {
      details[name] = [message('notUnique').of(label)];
    }
  }
  return details;
}

/** As `checkUnique`, without values that the object had before, and where there is no index to find equal ones. */
export function newlyTaken(
  schema: Schema,
  { before, document }: { before: ObjectDocument | undefined; document: ObjectDocument },
  isTaken: (property: string, value: JsonValue) => boolean,
): Details {
  const had = before && withPresentNames(schema, before);
  const details = checkUnique(schema, withPresentNames(schema, document), (property, value) => {
    return uniqueKey(had?.[property]) !== uniqueKey(value) && isTaken(property, value);
  });
  return Object.fromEntries(Object.entries(details).filter(([name]) => schema.index.includes(name)));
}
