import type { CollectionSummary } from '#contract/objects';

export interface Category {
  /** Empty for collections without one. */
  name: string;
  collections: CollectionSummary[];
}

/** Collections by category: those without one first, the rest by name; titles in order within. */
export function byCategory(
  collections: readonly CollectionSummary[],
  compare: (a: string, b: string) => number,
): Category[] {
  const groups = new Map<string, CollectionSummary[]>();
  for (const collection of collections) {
    const group = groups.get(collection.category);
    if (group === undefined) groups.set(collection.category, [collection]);
    else group.push(collection);
  }
  return [...groups]
    .sort(([a], [b]) => compare(a, b))
    .map(([name, members]) => ({ name, collections: members.sort((a, b) => compare(a.title, b.title)) }));
}
