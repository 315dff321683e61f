/** In which properties two versions of an object differ. */
import { SYSTEM_PROPERTIES } from '../../contract/names.js';
import type { ObjectDocument, SentProperties } from '../../contract/objects.js';

/** Properties that either has; those Plinth sets itself are left out. */
export function namesOf(version: ObjectDocument, stored: ObjectDocument | undefined): string[] {
  const names = new Set([...Object.keys(version), ...Object.keys(stored ?? {})]);
  return [...names].filter((name) => name !== 'id' && !SYSTEM_PROPERTIES.has(name));
}

/** The values of a version; null for properties it did not have. Equal values are not sent. */
export function valuesOf(
  version: ObjectDocument,
  stored: ObjectDocument | undefined,
  names: readonly string[],
): SentProperties {
  const sent: SentProperties = {};
  for (const name of names) {
    const before = Object.hasOwn(version, name) ? version[name] : undefined;
    const now = stored && Object.hasOwn(stored, name) ? stored[name] : undefined;
    if (JSON.stringify(before) !== JSON.stringify(now)) sent[name] = before ?? null;
  }
  return sent;
}
