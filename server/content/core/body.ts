/** What callers send, checked for its shape before anything else happens. */

import { message } from '../../contract/messages/message.js';
import { UNSAFE_KEYS } from '../../contract/names.js';
import type { SentProperties } from '../../contract/objects.js';
import { isJsonObject, type JsonObject } from '../../contract/values.js';
import { invalid } from '../../errors.js';

/**
 * A copy of a JSON object that came from outside, without the keys that could reach a prototype. `what` names the
 * body in the error. Throws `invalid` for anything but an object.
 */
export function objectBody(body: unknown, what: string): JsonObject {
  if (!isJsonObject(body)) throw invalid(message('objectNeeded', { what }));
  const copy: JsonObject = {};
  for (const [key, value] of Object.entries(body)) if (!UNSAFE_KEYS.has(key)) copy[key] = value;
  return copy;
}

/** The properties of an object's body and the id it names; an id of null or nothing is none. */
export function sentObject(body: unknown): { sent: SentProperties; id: unknown } {
  const { id, ...sent } = objectBody(body, 'An object');
  return { sent, id: id ?? undefined };
}

/** Checks that a body addressed to an object does not name another one. Throws `invalid`. */
export function sameId(sent: unknown, id: string): void {
  if (sent !== undefined && sent !== id) {
    throw invalid(message('bodyIdDiffers', { id }), {
      id: [message('idFixed', { id })],
    });
  }
}
