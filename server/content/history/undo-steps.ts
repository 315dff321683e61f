/** Which changes of a file an undo takes back: runs of changes, each with the content before it and after it. */
import type { ChangeOrigin } from '../../contract/changes.js';
import { message } from '../../contract/messages/message.js';
import { missing } from '../../errors.js';
import { type HistoryEntry, placeOf } from '../../store/types/history.js';
import type { Content } from '../core/base.js';
import { isText, subjectOf } from './activity.js';
import { type ObjectPaths, pathsOf, type StoredVersions, versionsIn } from './stored-versions.js';

/** A run of changes that are undone; null where the file did not exist. */
export interface Step {
  before: string | null;
  after: string | null;
  /** What it deleted in the end, where it had changed that before. */
  deleted?: string | undefined;
  /** When it began and ended, in ms since 1970. */
  beforeAt: number;
  afterAt: number;
  /** What was there before is no longer kept; `before` says nothing then. */
  dropped?: true;
}

export interface Changes {
  /** Times between which changes are looked for, in ms since 1970. */
  from: number;
  to: number;
  isOf(entry: HistoryEntry): boolean;
  /** How many files it may be; absent: any number. */
  most?: number;
}

/** The matching changes and their neighbors of the same days, by file. */
export async function changedPaths(
  { store: { history } }: Content,
  { from, to, isOf }: Changes,
): Promise<Map<string, HistoryEntry[]>> {
  await history.settle();
  const days = history.days(from, to);
  const changed = new Map<string, HistoryEntry[]>();
  for (const day of days)
    for await (const entries of history.activityOf(day))
      for (const entry of entries) if (isOf(entry) && !isText(entry)) changed.set(entry.path, []);
  // Read again: a day may have many more changes than those asked for.
  const shared = new Map<string, ChangeOrigin>();
  for (const day of days)
    for await (const entries of history.activityOf(day))
      for (const entry of entries) changed.get(entry.path)?.push(withShared(entry, shared));
  return changed;
}

/** An entry that shares the origin of its change with others of the same one. */
function withShared(entry: HistoryEntry, shared: Map<string, ChangeOrigin>): HistoryEntry {
  const { change } = entry;
  if (!change) return entry;
  const key = JSON.stringify(change);
  const known = shared.get(key);
  if (known) return { ...entry, change: known };
  shared.set(key, change);
  return entry;
}

/**
 * The runs of matching changes of a file, the newest first. `kept`: its versions. `logged`: what the log has of it, with
 * changes whose versions are no longer kept: they were made by others, or between two runs.
 */
export function stepsOf(
  kept: readonly HistoryEntry[],
  logged: readonly HistoryEntry[],
  isOf: (entry: HistoryEntry) => boolean,
): Step[] {
  const steps: Step[] = [];
  let last: HistoryEntry | undefined;
  let run: Step | undefined;
  for (const entry of withDropped(kept, logged)) {
    const isDropped = entry.gap === true && (last === undefined || kept.includes(last));
    if (!isOf(entry)) run = undefined;
    else if (run) {
      const deleted = entry.revision === null ? (last?.revision ?? undefined) : undefined;
      Object.assign(run, { after: entry.revision, afterAt: entry.at, deleted });
      // Whether its first change created the file is not known either.
      if (entry.gap && run.before === null) run.dropped = true;
    } else {
      run = {
        before: last?.revision ?? null,
        after: entry.revision,
        beforeAt: beginOf(entry, last),
        afterAt: entry.at,
        ...(isDropped && { dropped: true as const }),
      };
      steps.push(run);
    }
    last = entry;
  }
  return steps.filter((step) => step.dropped || step.before !== step.after).reverse();
}

const DAY_MS = 24 * 3_600_000;

/** The changes of a transaction, whose id begins with its time; it may have gone on after midnight. */
export function changesOfTransaction(transaction: string): Changes {
  const from = Number.parseInt(transaction.replaceAll('-', '').slice(0, 12), 16);
  return { from, to: from + DAY_MS, isOf: ({ change }) => change?.transaction.id === transaction };
}

/** Throws `missing` where the state before a change is no longer kept. */
export function checkKept(steps: readonly Step[]): void {
  if (steps.some(({ dropped }) => dropped)) {
    throw missing(message('formerGone'));
  }
}

/** Just before a change: files are placed after its transaction has begun, and before its JSON is written. */
function beginOf({ at, change }: HistoryEntry, last: HistoryEntry | undefined): number {
  const began = change ? Date.parse(change.transaction.at) - 1 : (last?.at ?? at);
  // A change that bears a later time was made while the clock was ahead.
  return last && last.at <= at ? Math.max(began, last.at) : began;
}

/** Versions of files, read at once: each look at a file would have the history take in what was written before it. */
export async function versionsOfAll(
  { store, collections }: Content,
  paths: readonly string[],
): Promise<(path: string) => StoredVersions> {
  const known = new Set(collections.all().map(({ settings }) => settings.id));
  const filesOf = (path: string): ObjectPaths => {
    const subject = subjectOf(path);
    if (subject.type !== 'object' || !known.has(subject.collection)) return { json: path, texts: new Map() };
    return pathsOf(collections, subject.collection, subject.id);
  };
  const files = paths.map(filesOf);
  const entries = await store.history.entriesOf(
    files.flatMap(({ json, texts }) => [json, ...texts.values()]),
  );
  return (path) => versionsIn(entries, filesOf(path));
}

/** Versions that are kept, with changes of the log whose versions are not. */
function withDropped(kept: readonly HistoryEntry[], logged: readonly HistoryEntry[]): HistoryEntry[] {
  const all = [...kept];
  const known = new Set(kept.map(keyOf));
  for (const entry of logged) {
    if (known.has(keyOf(entry))) continue;
    const later = all.findIndex((one) => placeOf(one) > placeOf(entry));
    all.splice(later < 0 ? all.length : later, 0, entry);
  }
  return all;
}

const keyOf = (entry: HistoryEntry): string => `${placeOf(entry)} ${entry.revision}`;
