/** Whether stored objects keep the rules of their schema. */
import { type Details, message } from '../../contract/messages/message.js';
import type { ObjectDocument } from '../../contract/objects.js';
import { PlinthError } from '../../errors.js';
import { problemsOf } from '../../schemas/prepare.js';
import type { Schema } from '../../schemas/schema.js';
import { uniqueKey } from '../../schemas/unique.js';

/** Messages by property on what breaks rules in a stored object; undefined for nothing. */
export async function storedProblems(
  schema: Schema,
  document: ObjectDocument,
  now: Date,
): Promise<Details | undefined> {
  try {
    const details = await problemsOf(schema, { current: document, context: { now } });
    return Object.keys(details).length === 0 ? undefined : details;
  } catch (error) {
    if (error instanceof PlinthError && error.kind === 'validation') return error.details ?? {};
    throw error;
  }
}

/** Reports every object after the first with the same value in a unique property. */
export class Duplicates {
  readonly #names: string[];
  readonly #seen = new Map<string, string>();

  constructor(schema: Schema) {
    const unique = [...schema.properties.values()].filter(({ definition }) => definition.unique === true);
    this.#names = unique.map(({ name }) => name).filter((name) => name !== 'id');
  }

  /** The id of an object and its values that must be unique: all that `problems` needs. */
  valuesOf(document: ObjectDocument): ObjectDocument {
    const values = this.#names.filter((name) => Object.hasOwn(document, name));
    return { ...Object.fromEntries(values.map((name) => [name, document[name]])), id: document.id };
  }

  /** Messages by property; none when no object before had one of its values. */
  problems(document: ObjectDocument): Details {
    const details: Details = {};
    for (const name of this.#names) {
      const value = Object.hasOwn(document, name) ? document[name] : undefined;
      const same = uniqueKey(value);
      if (same === undefined) continue;
      const key = `${name} ${same}`;
      const first = this.#seen.get(key);
      if (first === undefined) this.#seen.set(key, document.id);
      else details[name] = [message('notUniqueAs', { id: first })];
    }
    return details;
  }
}
