/** Problems of a template document, collected by path, and readers that report instead of throwing. */
import type { Details } from '../contract/messages/message.js';
import { type Message, rule } from '../contract/messages/message.js';
import type { JsonObject, JsonValue } from '../contract/values.js';
import { isJsonObject } from '../contract/values.js';

/** Maximum number of reported paths; the others are counted. */
const MAX_PATHS = 100;

export class Problems {
  readonly #details = new Map<string, Message[]>();
  #total = 0;

  /** Total number of problems, including unreported ones. */
  get total(): number {
    return this.#total;
  }

  /** Adds a problem at a path such as `objects[3].id`. */
  add(path: string, sentence: string): void {
    this.#total += 1;
    const known = this.#details.get(path);
    if (known) known.push(rule(sentence));
    else if (this.#details.size < MAX_PATHS) this.#details.set(path, [rule(sentence)]);
  }

  details(): Details {
    return Object.fromEntries(this.#details);
  }

  /** The value as a non-empty string; otherwise adds a problem and returns undefined. */
  text(value: JsonValue | undefined, path: string): string | undefined {
    if (typeof value === 'string' && value.trim() !== '') return value;
    this.add(path, 'must be text and not empty');
    return undefined;
  }

  /** The value as a list; absent is empty. */
  list(value: JsonValue | undefined, path: string): JsonValue[] {
    if (value === undefined || value === null) return [];
    if (Array.isArray(value)) return value;
    this.add(path, 'must be a list');
    return [];
  }

  /** The value as an object. An empty list counts as an empty object, as written by PHP. */
  object(value: JsonValue | undefined, path: string): JsonObject | undefined {
    if (isJsonObject(value)) return value;
    if (Array.isArray(value) && value.length === 0) return {};
    this.add(path, 'must be an object');
    return undefined;
  }
}
