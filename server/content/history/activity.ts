/** What happened in the folder, in order (spec/history.md#activity). */
import type { Actor } from '../../contract/changes.js';
import { isOfSet } from '../../store/history/kept-paths.js';
import { type HistoryEntry, type HistoryKind, placeOf } from '../../store/types/history.js';
import type { Content } from '../core/base.js';
import { titleReader } from '../search/title-reader.js';
import { type Version, versionOf } from './versions.js';

/** What a changed file is: an object, the settings of a collection, a schema, or the settings of the folder. */
export type Subject =
  | { type: 'object'; collection: string; id: string }
  | { type: 'collection'; collection: string }
  | { type: 'schema'; schema: string }
  | { type: 'settings' };

/** The subject of a path below the data folder. */
export function subjectOf(path: string): Subject {
  const [folder = '', file = ''] = path.split('/');
  const name = file.replace(/\.json$/, '');
  if (folder === '.schemas') return { type: 'schema', schema: name };
  if (folder === '.system') return { type: 'settings' };
  return name === '.meta'
    ? { type: 'collection', collection: folder }
    : { type: 'object', collection: folder, id: name };
}

/** Whether an entry is of the text of a property; of what Plinth does to one, the entry of its object tells. */
export const isText = ({ path }: HistoryEntry): boolean => path.split('/').length === 3;

/** What is not live is told by the versions of its set. */
const isTold = (entry: HistoryEntry): boolean =>
  !isOfSet(entry.path) && (!isText(entry) || (entry.kind === 'outside' && entry.revision !== null));

/** The path below the data folder of a subject. */
export function subjectPath(subject: Subject): string {
  switch (subject.type) {
    case 'object':
      return `${subject.collection}/${subject.id}.json`;
    case 'collection':
      return `${subject.collection}/.meta.json`;
    case 'schema':
      return `.schemas/${subject.schema}.json`;
    case 'settings':
      return '.system/settings.json';
  }
}

export interface Activity extends Version {
  subject: Subject;
  /** Of an object that exists: what it is called now. */
  title?: string;
}

export interface ActivityFilter {
  collection?: string | undefined;
  id?: string | undefined;
  /** Kind of an actor, or its name. */
  actor?: string | undefined;
  transaction?: string | undefined;
  /** Only these kinds of changes. */
  kinds?: readonly HistoryKind[] | undefined;
  /** Only changes before this moment, in ms since 1970, or those that follow a page. */
  before?: number | EndOfPage | undefined;
  /** Only changes at or after this moment. */
  since?: number | undefined;
  limit: number;
  /** Whether the caller may know of a change. */
  mayRead(subject: Subject): boolean;
  /** What the caller may know of an actor. */
  shownActor(actor: Actor): Actor;
}

/** The last change of a page: the day of the log and its place there. The clock would not do, as it can be put back. */
interface EndOfPage {
  day: string;
  place: number;
}

/** What `next` of a page says; undefined for another text. */
export function endOfPage(text: string): EndOfPage | undefined {
  const [, day, place] = /^([\d.-]+)~([\d.]+)$/.exec(text) ?? [];
  return day === undefined ? undefined : { day, place: Number(place) };
}

export interface ActivityPage {
  /** The newest first. */
  activity: Activity[];
  /** `before` of the next page; undefined at the end. */
  next?: string | undefined;
}

export async function listActivity(base: Content, filter: ActivityFilter): Promise<ActivityPage> {
  const { history } = base.store;
  await history.settle();
  const { since = Number.NEGATIVE_INFINITY, before = Number.POSITIVE_INFINITY, limit } = filter;
  const [end, until] = typeof before === 'number' ? [undefined, before] : [before, Number.POSITIVE_INFINITY];
  const days = history.days(since, until);
  const found: Activity[] = [];
  let last: EndOfPage | undefined;
  for (const day of (end ? days.slice(0, days.indexOf(end.day) + 1) : days).reverse()) {
    const entries: HistoryEntry[] = [];
    for await (const some of history.activityOf(day)) entries.push(...some);
    for (const entry of entries.sort((a, b) => placeOf(b) - placeOf(a))) {
      const place = placeOf(entry);
      if (entry.at >= until || entry.at < since || (end?.day === day && place >= end.place)) continue;
      const subject = subjectOf(entry.path);
      if (!isTold(entry) || !matches(entry, subject, filter)) continue;
      // Changes of one moment stay on one page.
      if (found.length >= limit && last && (last.day !== day || last.place !== place)) {
        return { activity: await titled(base, found), next: `${last.day}~${last.place}` };
      }
      last = { day, place };
      found.push({ ...versionOf(entry, filter.shownActor), subject });
    }
  }
  return { activity: await titled(base, found) };
}

/** With the titles of objects that exist. */
async function titled(base: Content, found: readonly Activity[]): Promise<Activity[]> {
  const titleOf = new Map<string, (id: string) => string | undefined>();
  for (const { subject } of found) {
    if (subject.type === 'object' && !titleOf.has(subject.collection)) {
      titleOf.set(subject.collection, await titlesIn(base, subject.collection));
    }
  }
  return found.map((one) => {
    const { subject } = one;
    const title = subject.type === 'object' ? titleOf.get(subject.collection)?.(subject.id) : undefined;
    return title === undefined ? one : { ...one, title };
  });
}

/** Titles of the objects of a collection that exist; the collection may be gone. */
export async function titlesIn(
  base: Content,
  collection: string,
): Promise<(id: string) => string | undefined> {
  const bound = base.collections.all().find(({ settings }) => settings.id === collection);
  if (!bound) return () => undefined;
  const collectionIndex = await base.store.catalogue.collectionIndex(collection);
  const read = titleReader(bound, collectionIndex);
  return (id) => {
    const row = collectionIndex.get(id);
    return row && (read(row).slice(0, MAX_TITLE) || id);
  };
}

const MAX_TITLE = 200;

function matches({ change, kind }: HistoryEntry, subject: Subject, filter: ActivityFilter): boolean {
  const { collection, id, actor, transaction, kinds } = filter;
  if (kinds?.every((one) => one !== kind)) return false;
  if (collection !== undefined && !('collection' in subject && subject.collection === collection))
    return false;
  if (id !== undefined && !('id' in subject && subject.id === id)) return false;
  if (transaction !== undefined && change?.transaction.id !== transaction) return false;
  if (actor !== undefined && !isActor({ change }, actor, filter.shownActor)) return false;
  return filter.mayRead(subject);
}

/** Whether a change was made by an actor of this kind, id or name, as far as the caller may know. */
export function isActor(
  { change }: Pick<HistoryEntry, 'change'>,
  actor: string,
  shownActor: (actor: Actor) => Actor,
): boolean {
  const { kind, name, id }: Actor = change ? shownActor(change.actor) : { kind: 'external' };
  return [kind, name, id].includes(actor);
}
