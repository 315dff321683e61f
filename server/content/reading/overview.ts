/** What is going on in the folder: what changed last, what is a draft, what is due (spec/queries.md#overview). */
import { AUTOMATIONS } from '../../contract/automations.js';
import type { CollectionStates, Overview, OverviewObject } from '../../contract/objects.js';
import { NO_FILTER } from '../../query/criteria.js';
import type { Row } from '../../store/types/catalogue.js';
import type { Base, Clock, Content, Live } from '../core/base.js';
import { type BoundCollection, boundCollection } from '../core/bound-collection.js';
import { liveNow, stateReader } from '../core/live.js';
import { rowStates } from '../search/row-states.js';
import { RowValues } from '../search/row-values.js';
import { titleReader } from '../search/title-reader.js';
import type { MayReadObject } from '../shaping/targets.js';
import { imageOf } from './search-titles.js';

/** Objects of each part. */
const LISTED = 8;
/** Rows of a collection that are looked at, where a caller may not read all of them. */
const LOOKED_AT = 50;

const NEWEST = { keys: [{ name: 'modified', direction: 'desc', natural: false }], shuffle: false } as const;

/** An object that may be listed, described only if it is. */
interface Candidate {
  /** What parts are sorted by. */
  at: string;
  describe(): OverviewObject;
}

class Part {
  total = 0;
  #candidates: Candidate[] = [];

  /** Of `rows` those that come first in their collection. */
  add(rows: readonly Row[], total: number, candidate: (row: Row) => Candidate): void {
    this.total += total;
    this.#candidates.push(...rows.slice(0, LISTED).map(candidate));
  }

  /** The first of all collections. */
  first(direction: 1 | -1): { total: number; objects: OverviewObject[] } {
    const sorted = this.#candidates.sort((a, b) => (a.at === b.at ? 0 : direction * (a.at < b.at ? -1 : 1)));
    return { total: this.total, objects: sorted.slice(0, LISTED).map((one) => one.describe()) };
  }
}

const queryOf = (base: Content, { collection, collectionIndex }: BoundCollection) =>
  base.queries.of(collection, collectionIndex);

/** The objects of a collection that changed last, all or those that are drafts; of them the readable ones. */
async function newest(
  base: Content & Clock,
  bound: BoundCollection,
  mayRead: MayReadObject,
  isDraft: boolean,
) {
  const live = isDraft ? await liveNow(base, bound, 'draft') : undefined;
  const { collection } = bound;
  const page = { offset: 0, limit: LOOKED_AT };
  const found = await queryOf(base, bound).find({
    filter: NO_FILTER,
    search: undefined,
    sort: NEWEST,
    live,
    page,
  });
  const rows = found.rows.filter((row) => mayRead(collection.settings.id, row.id));
  return { rows, total: rows.length < found.rows.length ? rows.length : found.total };
}

/** Describes rows of a collection. */
function describer(base: Clock & Live, bound: BoundCollection) {
  const { collection, collectionIndex } = bound;
  const titleOf = titleReader(collection, collectionIndex);
  const modifiedOf = new RowValues(collectionIndex, collection.schema).reader('modified');
  const stateOf = stateReader(base, bound);
  return (key: 'modified' | 'until') =>
    (row: Row): Candidate => {
      const value = modifiedOf(row);
      const modified = typeof value === 'string' ? value : '';
      const state = stateOf?.(row);
      return {
        at: key === 'modified' ? modified : (state?.until ?? ''),
        describe() {
          const image = imageOf(base, bound, row);
          return {
            collection: collection.settings.id,
            id: row.id,
            title: (titleOf(row) || row.id).slice(0, 200),
            ...(modified !== '' && { modified }),
            ...(image !== undefined && { image }),
            ...state,
          };
        },
      };
    };
}

/** What of some collections a caller may read. */
export async function overview(
  base: Base,
  collections: readonly string[],
  mayRead: MayReadObject,
): Promise<Overview> {
  const [recent, drafts, scheduled, ending] = [new Part(), new Part(), new Part(), new Part()];
  for (const id of collections) {
    if (id === AUTOMATIONS || !base.collections.has(id)) continue;
    const bound = await boundCollection(base, id);
    const by = describer(base, bound);
    const changed = await newest(base, bound, mayRead, false);
    recent.add(changed.rows, changed.total, by('modified'));
    if (!stateReader(base, bound)) continue;
    const unpublished = await newest(base, bound, mayRead, true);
    drafts.add(unpublished.rows, unpublished.total, by('modified'));
    const { rule, at } = await liveNow(base, bound);
    const states = await rowStates(queryOf(base, bound), rule, at);
    for (const [part, rows] of [
      [scheduled, states.scheduled],
      [ending, states.ending],
    ] as const) {
      const readable = rows.filter((row) => mayRead(id, row.id));
      part.add(readable, readable.length, by('until'));
    }
  }
  return {
    recent: recent.first(-1).objects,
    drafts: drafts.first(-1),
    scheduled: scheduled.first(1),
    ending: ending.first(1),
  };
}

/** The states of some objects of a collection, and how many objects are in each state. */
export async function collectionStates(
  base: Content & Clock,
  name: string,
  ids: readonly string[],
): Promise<CollectionStates> {
  const bound = await boundCollection(base, name);
  const stateOf = stateReader(base, bound);
  if (!stateOf) return { objects: {} };
  const { rule, at } = await liveNow(base, bound);
  const { counts } = await rowStates(queryOf(base, bound), rule, at);
  const rows = ids.map((id) => bound.collectionIndex.get(id)).filter((row) => row !== undefined);
  return { counts, objects: Object.fromEntries(rows.map((row) => [row.id, stateOf(row)])) };
}
