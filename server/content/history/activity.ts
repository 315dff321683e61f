/** What happened in the folder, by time (spec/history.md#activity). */
import type { Actor } from '../../contract/changes.js';
import type { HistoryEntry, HistoryKind } from '../../store/types/history.js';
import type { Base } from '../core/base.js';
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
export const isText = ({ path }: HistoryEntry): boolean => path.split('/').length > 2;

const isTold = (entry: HistoryEntry): boolean =>
  !isText(entry) || (entry.kind === 'outside' && entry.revision !== null);

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
  /** Only changes before this moment, in ms since 1970. */
  before?: number | undefined;
  /** Only changes at or after this moment. */
  since?: number | undefined;
  limit: number;
  /** Whether the caller may know of a change. */
  mayRead(subject: Subject): boolean;
  /** What the caller may know of an actor. */
  shownActor(actor: Actor): Actor;
}

export interface ActivityPage {
  /** The newest first. */
  activity: Activity[];
  /** `before` of the next page; undefined at the end. */
  next?: string | undefined;
}

export async function listActivity(base: Base, filter: ActivityFilter): Promise<ActivityPage> {
  const { history } = base.store;
  await history.settle();
  const { before = Number.POSITIVE_INFINITY, since = Number.NEGATIVE_INFINITY, limit } = filter;
  const found: Activity[] = [];
  for (const day of history.days().reverse()) {
    const start = Date.parse(day);
    if (start > before) continue;
    if (start + DAY_MS <= since) break;
    const entries = (await history.activityOf(day)).sort((a, b) => b.at - a.at);
    for (const entry of entries) {
      if (entry.at >= before || entry.at < since || !isTold(entry)) continue;
      const subject = subjectOf(entry.path);
      if (!matches(entry, subject, filter)) continue;
      // Changes of one moment stay on one page.
      const last = found.at(-1);
      if (found.length >= limit && last && last.at !== new Date(entry.at).toISOString()) {
        return { activity: await titled(base, found), next: last.at };
      }
      found.push({ ...versionOf(entry, filter.shownActor), subject });
    }
  }
  return { activity: await titled(base, found) };
}

/** With the titles of objects that exist. */
async function titled(base: Base, found: readonly Activity[]): Promise<Activity[]> {
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
async function titlesIn(base: Base, collection: string): Promise<(id: string) => string | undefined> {
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

const DAY_MS = 24 * 3_600_000;

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
