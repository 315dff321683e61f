import type { PropertyOnWire } from '#contract/schemas';
import type { JsonValue } from '#contract/values';
import { sameJson } from '../json';
import { kindFor } from '.';

/**
 * What an edit leaves: the stored value, in the spelling it is stored in, where the control shows both alike, so that a
 * change taken back is no change. A required property that is missing stays one that can be set to nothing.
 */
export function asStored(
  definition: PropertyOnWire,
  next: JsonValue,
  stored: JsonValue | undefined,
): JsonValue {
  if (stored === undefined && definition.required) return next;
  const { shown } = kindFor(definition, stored);
  if (shown === undefined) return next;
  return sameJson(shown(next, definition), shown(stored, definition)) ? (stored ?? null) : next;
}
