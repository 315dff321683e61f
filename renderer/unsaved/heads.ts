/** Properties and the dotted paths inside them that messages are about. */
import type { JsonObject } from '#contract/values';

/** The property a message's path starts with: `venue.street` and `photos[2].alt` are `venue` and `photos`. */
export function headOf(path: string): string {
  return path.split(/[.[/]/, 1)[0] ?? path;
}

/** The properties that problems speak of. */
export const headsOf = (problems: Record<string, string>): JsonObject =>
  Object.fromEntries(Object.keys(problems).map((path) => [headOf(path), true]));

/** The problems of these properties. */
export const problemsOf = (problems: Record<string, string>, edits: JsonObject): Record<string, string> =>
  Object.fromEntries(Object.entries(problems).filter(([path]) => Object.hasOwn(edits, headOf(path))));

/** The entries of a record under the keys of an object. */
export function onlyOf<Value>(record: Record<string, Value>, keys: JsonObject): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => Object.hasOwn(keys, name)));
}
