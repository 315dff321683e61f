/**
 * Schemas and settings by field: what is in a group, such as the properties of a schema, is compared and decided one
 * by one, under the name of the group and its own. Pure.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/values.js';

export interface Grouping {
  /** A document with the entries of its groups beside the other values. */
  apart(document: JsonObject): JsonObject;
  /** The document that `apart` has taken apart, without the groups that were emptied. */
  together(flat: JsonObject): JsonObject;
}

/** For documents that are shown as they are. */
export const UNGROUPED: Grouping = { apart: (document) => document, together: (flat) => flat };

const nameOf = (group: string, key: string): string => `${group}.${key}`;

/** The grouping of some versions of a file: what is an object in each version that has it. */
export function groupingOf(versions: readonly JsonObject[]): Grouping {
  const keys = new Set(versions.flatMap((version) => Object.keys(version)));
  const isGroup = (key: string) =>
    versions.every((version) => !Object.hasOwn(version, key) || isJsonObject(version[key]));
  const groups = new Set([...keys].filter(isGroup));
  /** Group and key of a name in a document that was taken apart. */
  const places = new Map<string, readonly [string, string]>();
  for (const group of groups) {
    for (const version of versions) {
      for (const key of Object.keys(entriesOf(version[group]))) places.set(nameOf(group, key), [group, key]);
    }
  }
  // A key that looks like one of a group: nothing is taken apart.
  if ([...keys].some((key) => places.has(key))) return UNGROUPED;
  return {
    apart: (document) =>
      Object.fromEntries(
        Object.entries(document).flatMap(([key, value]): [string, JsonValue][] =>
          groups.has(key) && Object.keys(entriesOf(value)).length > 0
            ? Object.entries(entriesOf(value)).map(([inner, one]) => [nameOf(key, inner), one])
            : [[key, value]],
        ),
      ),
    together(flat) {
      const whole = new Map<string, JsonValue>();
      for (const [name, value] of Object.entries(flat)) {
        const place = places.get(name);
        // An empty group stands under its own name.
        if (!place) whole.set(name, whole.get(name) ?? value);
        else whole.set(place[0], { ...entriesOf(whole.get(place[0])), [place[1]]: value });
      }
      return Object.fromEntries(whole);
    },
  };
}

const entriesOf = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});
