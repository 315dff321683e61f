/** Dependencies between schemas: inheritance, cards and decks (spec/schemas.md#inheritance). */
import type { SchemaDocument } from '../contract/schemas.js';
import { parentIds } from '../schemas/inherit.js';
import { referredSchemas } from '../schemas/references.js';

/** Ids of the schemas a document depends on, parents first. */
const neededBy = (document: SchemaDocument): string[] => [
  ...parentIds(document),
  ...referredSchemas(document),
];

/** Items sorted so that each comes after its dependencies; circular ones keep their order. */
export function inOrderOfNeed<T>(items: readonly T[], documentOf: (item: T) => SchemaDocument): T[] {
  const byId = new Map(items.map((item) => [documentOf(item).id, item]));
  const ordered = new Set<T>();
  const visited = new Set<T>();
  const visit = (item: T | undefined): void => {
    if (item === undefined || visited.has(item)) return;
    visited.add(item);
    for (const id of neededBy(documentOf(item))) visit(byId.get(id));
    ordered.add(item);
  };
  for (const item of items) visit(item);
  return [...ordered];
}

/** The documents of these ids and all their transitive dependencies; ids unknown to `find` are skipped. */
export function withNeeded(
  ids: Iterable<string>,
  find: (id: string) => SchemaDocument | undefined,
): SchemaDocument[] {
  const found = new Map<string, SchemaDocument>();
  const visit = (id: string): void => {
    const document = found.has(id) ? undefined : find(id);
    if (!document) return;
    found.set(id, document);
    neededBy(document).forEach(visit);
  };
  for (const id of ids) visit(id);
  return [...found.values()];
}
