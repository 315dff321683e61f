/** The ids of all objects of an import, before the first is made: relations may name objects that come later. */
import type { Content } from '../../content/core/base.js';
import { isInUse } from '../../content/objects/plan.js';
import type { ImportMapping, MappedGroup } from '../../contract/imports.js';
import { isLegalId, MAX_ID_LENGTH, RESERVED_OBJECT_IDS, slug } from '../../contract/names.js';
import type { Analysis, KnownItem } from '../mapping/analyse.js';
import type { ImportedObjects } from './record.js';

export interface AssignedId {
  id: string;
  /** An object with this id was there before, which is not from this source. */
  isForeign?: true;
}

/** The objects of a group, by the keys of their items, and by what their ids were made of. */
export interface GroupIds {
  byKey: ReadonlyMap<string, AssignedId>;
  bySlug: ReadonlyMap<string, string>;
}

export type AssignedIds = ReadonlyMap<string, GroupIds>;

const legal = (text: string): string => {
  const id = slug(text.slice(0, 1000))
    .slice(0, MAX_ID_LENGTH)
    .replace(/(?<!-)-+$/, '');
  if (id !== '' && isLegalId(id) && !RESERVED_OBJECT_IDS.has(id)) return id;
  return id === '' ? 'item' : `${id}-item`.slice(-MAX_ID_LENGTH);
};

const numbered = (id: string, count: number): string => {
  const suffix = `-${count}`;
  return `${id.slice(0, MAX_ID_LENGTH - suffix.length).replace(/(?<!-)-+$/, '')}${suffix}`;
};

/** Ids of one collection. */
class Ids {
  readonly #isThere: (id: string) => boolean;
  readonly #taken: Set<string>;
  readonly #next = new Map<string, number>();

  constructor(isThere: (id: string) => boolean, own: ReadonlySet<string>) {
    this.#isThere = isThere;
    this.#taken = new Set(own);
  }

  assign({ slug: wanted }: KnownItem): AssignedId {
    const stem = legal(wanted);
    if (!this.#taken.has(stem)) {
      this.#taken.add(stem);
      return this.#isThere(stem) ? { id: stem, isForeign: true } : { id: stem };
    }
    for (let count = this.#next.get(stem) ?? 2; ; count += 1) {
      const id = numbered(stem, count);
      if (this.#taken.has(id) || this.#isThere(id)) continue;
      this.#next.set(stem, count + 1);
      this.#taken.add(id);
      return { id };
    }
  }
}

/** Objects that were made by an import on another machine, by the property that keeps their key. */
async function byIdentity(
  base: Content,
  { collection, identity }: MappedGroup,
): Promise<Map<string, string>> {
  if (identity === undefined || collection === null || !base.collections.has(collection)) return new Map();
  const rows = (await base.store.catalogue.collectionIndex(collection)).rowsById();
  return new Map(
    rows.flatMap(({ entry }) => {
      const key = entry[identity];
      return typeof key === 'string' && typeof entry.id === 'string' ? [[key, entry.id] as const] : [];
    }),
  );
}

/** Objects of earlier imports keep their ids; those found by their identity are noted as such. */
export async function assignIds(
  base: Content,
  mapping: ImportMapping,
  analysis: Analysis,
  imported: ImportedObjects,
): Promise<AssignedIds> {
  const assigned = new Map<string, GroupIds>();
  const perCollection = new Map<string, Ids>();
  for (const group of mapping.groups) {
    const { collection, from } = group;
    if (collection === null) continue;
    const index = base.collections.has(collection)
      ? await base.store.catalogue.collectionIndex(collection)
      : undefined;
    const isThere = (id: string) => index !== undefined && isInUse(index, id);
    const ids = perCollection.get(collection) ?? new Ids(isThere, imported.idsIn(collection));
    perCollection.set(collection, ids);
    const found = await byIdentity(base, group);
    const byKey = new Map<string, AssignedId>();
    const bySlug = new Map<string, string>();
    for (const item of analysis.groups.get(from)?.items ?? []) {
      const known = imported.known(from, item.key);
      const id = known?.collection === collection ? known.id : found.get(item.key);
      const chosen = id === undefined ? ids.assign(item) : { id };
      byKey.set(item.key, chosen);
      if (!bySlug.has(item.slug)) bySlug.set(item.slug, chosen.id);
    }
    assigned.set(from, { byKey, bySlug });
  }
  return assigned;
}
