/** How large a collection may get before its owner is told (spec/limits.md#content). */

/** Plinth is measured up to half of it. */
export const MANY_OBJECTS = 200_000;

/** What to say about a collection of so many objects; undefined when there is nothing to say. */
export function sizeWarning(collection: string, objects: number): string | undefined {
  if (objects <= MANY_OBJECTS) return undefined;
  const [count, many] = [objects, MANY_OBJECTS].map((number) => number.toLocaleString('en'));
  return `The collection "${collection}" holds ${count} objects; beyond ${many} starts and lists get slow`;
}
