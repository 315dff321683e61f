/**
 * Takes what has happened into the history: contents into packs, entries into the index by file. Runs in the
 * background, a part of the index at a time; interrupted anywhere, it is repeated from the log and changes nothing twice.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Yielder } from '../../async/yielder.js';
import { isAbsent } from '../disk/fs-errors.js';
import { readBytes } from '../disk/json-file.js';
import { sameStamp, stampAt, statOf } from '../disk/stamp.js';
import type { HistoryEntry } from '../types/history.js';
import type { Stamp } from '../types/stamp.js';
import type { ActivityLog } from './activity-log.js';
import { sameEntry } from './entry.js';
import type { Content, Packs } from './packs.js';
import { type PathIndex, partOf } from './path-index.js';
import { revisionOf } from './revision.js';
import type { SetAside, SetAsideFile } from './set-aside.js';

export interface TakeInParts {
  root: string;
  packs: Packs;
  index: PathIndex;
  log: ActivityLog;
  aside: SetAside;
  /** Whether the data folder is at its path; files of one that is away were not removed. */
  isAvailable(): boolean;
  /** Whether this process is writing the file now: then its state is looked at later. */
  isBusy(path: string): boolean;
  /** Entries that were recorded but are not in the index yet. */
  pending(path: string): readonly HistoryEntry[];
  now(): Date;
}

/** What is known to have happened to one file. */
export interface PathWork {
  entries: HistoryEntry[];
  aside: SetAsideFile[];
  /** Contents this process has written, in order. */
  written: readonly Uint8Array[];
}

export type Work = Map<string, PathWork>;

export function workOn(work: Work, path: string): PathWork {
  let one = work.get(path);
  if (!one) {
    one = { entries: [], aside: [], written: [] };
    work.set(path, one);
  }
  return one;
}

/** Paths by part of the index. */
export function byPart(paths: Iterable<string>): Map<string, string[]> {
  const parts = new Map<string, string[]>();
  for (const path of paths) {
    const part = partOf(path);
    const these = parts.get(part);
    if (these) these.push(path);
    else parts.set(part, [path]);
  }
  return parts;
}

/** Contents of more bytes are put into packs before the next file is read. */
const MAX_PENDING_BYTES = 16 * 1024 * 1024;

interface Taken {
  entries: HistoryEntry[];
  contents: Content[];
  /** Entries without a record: of other programs. */
  outside: HistoryEntry[];
}

/** Takes in the files of one part of the index. Returns the paths that must be looked at again. */
export async function takeInPart(
  parts: TakeInParts,
  part: string,
  paths: readonly string[],
  work: Work,
): Promise<string[]> {
  const known = new Map<string, HistoryEntry[]>(paths.map((path) => [path, []]));
  for (const entry of await parts.index.readPart(part)) known.get(entry.path)?.push(entry);
  const taken: Taken = { entries: [], contents: [], outside: [] };
  const again: string[] = [];
  const yielder = new Yielder();
  for (const [path, earlier] of known) {
    if (yielder.exhausted) await yielder.yieldToEventLoop();
    if (!(await takeInPath(parts, { path, earlier, work: workOn(work, path) }, taken))) again.push(path);
    const pending = taken.contents.reduce((sum, { bytes }) => sum + bytes.length, 0);
    if (pending > MAX_PENDING_BYTES) await parts.packs.add(taken.contents.splice(0));
  }
  await parts.packs.add(taken.contents);
  if (taken.outside.length > 0) {
    parts.log.append(
      taken.outside.filter(({ kind }) => kind === 'outside'),
      parts.now().getTime(),
    );
  }
  if (taken.entries.length > 0) await parts.index.append(part, taken.entries);
  await parts.aside.remove(paths.flatMap((path) => work.get(path)?.aside ?? []));
  return again;
}

/** False when the file is being written and must be looked at again. */
async function takeInPath(
  parts: TakeInParts,
  { path, earlier, work }: { path: string; earlier: HistoryEntry[]; work: PathWork },
  taken: Taken,
): Promise<boolean> {
  const fresh = work.entries.filter((entry) => !earlier.some((one) => sameEntry(one, entry)));
  const revisions = new Set([...earlier, ...fresh].map(({ revision }) => revision));
  let after = earlier.findLast(({ revision }) => revision !== null)?.revision ?? undefined;
  const take = (bytes: Uint8Array): string => {
    const revision = revisionOf(bytes);
    if (!parts.packs.has(revision)) taken.contents.push({ bytes, after });
    after = revision;
    return revision;
  };
  for (const bytes of work.written) take(bytes);
  for (const [number, { file }] of work.aside.entries()) {
    const bytes = await readIfThere(file);
    if (!bytes) continue;
    const revision = take(bytes);
    if (revisions.has(revision)) continue;
    revisions.add(revision);
    // Content of another program that Plinth replaced before it had looked: it came before that change.
    // Each file set aside was replaced by one change, so they are counted from the end.
    const place = Math.max(0, fresh.length - (work.aside.length - number));
    const at = timeOf(parts, file, fresh[place - 1] ?? earlier.at(-1));
    const isFirst = earlier.length === 0 && place === 0;
    fresh.splice(place, 0, outside({ path, at, revision }, isFirst, taken));
  }
  const isSettled = takeInLive(parts, { path, earlier, fresh }, take, taken);
  taken.entries.push(...fresh);
  return isSettled;
}

/** Takes in what the file holds now. False when it is being written. */
function takeInLive(
  parts: TakeInParts,
  { path, earlier, fresh }: { path: string; earlier: readonly HistoryEntry[]; fresh: HistoryEntry[] },
  take: (bytes: Uint8Array) => string,
  taken: Taken,
): boolean {
  const file = join(parts.root, path);
  const last = fresh.at(-1) ?? earlier.at(-1);
  const existing = stampAt(file);
  if (existing && isTakenIn(parts, last, existing)) return true;
  const live = existing && readIfPossible(file);
  if (existing && !live) return true;
  if (!live) {
    if (last === undefined || last.revision === null || parts.pending(path).length > 0) return true;
    if (parts.isBusy(path) || !parts.isAvailable()) return false;
    fresh.push(outside({ path, at: parts.now().getTime(), revision: null }, false, taken));
    return true;
  }
  const revision = take(live.bytes);
  if (last?.revision === revision) {
    // The same content in another file: only the stamp is new, so that the next look need not read it.
    if (!sameStamp(last.stamp, live.stamp)) fresh.push({ ...last, stamp: live.stamp });
    return true;
  }
  if (parts.pending(path).some((entry) => entry.revision === revision)) return true;
  if (parts.isBusy(path)) return false;
  const at = timeOf(parts, file, last);
  fresh.push(outside({ path, at, revision, stamp: live.stamp }, last === undefined, taken));
  return true;
}

const isTakenIn = (parts: TakeInParts, last: HistoryEntry | undefined, existing: Stamp): boolean =>
  last?.revision != null && sameStamp(last.stamp, existing) && parts.packs.has(last.revision);

/**
 * When another program wrote a file: its modification time, unless that is before what is known of the file, as after
 * a copy that keeps times; then when it came to its place, or when Plinth set it aside.
 */
function timeOf(parts: TakeInParts, file: string, last: HistoryEntry | undefined): number {
  const stats = statOf(file);
  if (!stats) return parts.now().getTime();
  const [written, placed] = [Math.round(stats.mtimeMs), Math.round(stats.ctimeMs)];
  const at = written >= (last?.at ?? 0) && written <= placed ? written : placed;
  // The clock of the file system is some milliseconds behind.
  return Math.max(at, (last?.at ?? -1) + 1);
}

function outside(entry: Omit<HistoryEntry, 'kind'>, isFirst: boolean, taken: Taken): HistoryEntry {
  const made: HistoryEntry = { ...entry, kind: isFirst ? 'found' : 'outside' };
  taken.outside.push(made);
  return made;
}

/** A file and its stamp; undefined where it is missing, too large or cannot be read now. */
export function readIfPossible(file: string): { bytes: Buffer; stamp: Stamp } | undefined {
  try {
    return readBytes(file);
  } catch {
    return undefined;
  }
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  return readFile(file).catch((error: unknown) => {
    if (isAbsent(error)) return undefined;
    throw error;
  });
}
