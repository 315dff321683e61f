/**
 * Takes what has happened into the history: contents into packs, entries into the index by file. Runs in the
 * background, a part of the index at a time; interrupted anywhere, it is repeated from the log and changes nothing twice.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Yielder } from '../../async/yielder.js';
import { isAbsent } from '../disk/fs-errors.js';
import { readBytes } from '../disk/json-file.js';
import { sameStamp, stampAt, statOf } from '../disk/stamp.js';
import { type HistoryEntry, placeOf } from '../types/history.js';
import type { Stamp } from '../types/stamp.js';
import type { ActivityLog, LogPart } from './activity-log.js';
import { type IntendedEntry, placed, sameEntry } from './entry.js';
import { isKept } from './kept-paths.js';
import type { Content, Packs } from './packs.js';
import { byPart, type PathIndex } from './path-index.js';
import { revisionOf } from './revision.js';
import type { SetAside, SetAsideFile } from './set-aside.js';
import type { Written } from './written-contents.js';

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
  /** Whether the first state of a file that the history sees is a change since the log began. */
  isChange(path: string): boolean;
  /** Entries that were recorded but are not in the index yet. */
  pending(path: string): readonly HistoryEntry[];
  now(): Date;
}

/** What is known to have happened to one file. */
export interface PathWork {
  entries: HistoryEntry[];
  intended: IntendedEntry[];
  aside: SetAsideFile[];
  /** Contents this process has written, in order. */
  written: readonly Written[];
  /** Stamps after changes that have lines by event; null: the file was gone. */
  seen: (Stamp | null)[];
}

export type Work = Map<string, PathWork>;

function workOn(work: Work, path: string): PathWork {
  let one = work.get(path);
  if (!one) {
    one = { entries: [], intended: [], aside: [], written: [], seen: [] };
    work.set(path, one);
  }
  return one;
}

/** Everything that is to be looked at. `written`: contents this process has written, by path. */
export function workOf({
  touched,
  written,
  logged,
  aside,
}: {
  touched: Iterable<string>;
  written: Iterable<[string, readonly Written[]]>;
  logged: LogPart;
  aside: Iterable<SetAsideFile>;
}): Work {
  const work: Work = new Map();
  for (const path of touched) workOn(work, path);
  for (const [path, these] of written) workOn(work, path).written = these;
  for (const entry of logged.entries) if (isKept(entry.path)) workOn(work, entry.path).entries.push(entry);
  for (const entry of logged.intended) workOn(work, entry.path).intended.push(entry);
  for (const { path, stamp } of logged.seen) {
    const { seen } = workOn(work, path);
    if (stamp !== undefined) seen.push(stamp);
  }
  for (const file of aside) workOn(work, file.path).aside.push(file);
  return work;
}

/** Contents of more bytes are put into packs before the next file is read. */
const MAX_PENDING_BYTES = 16 * 1024 * 1024;

interface Taken {
  entries: HistoryEntry[];
  contents: Content[];
  /** Sum of the bytes of contents. */
  size: number;
  /** Entries that were not in the log, except first states. */
  unlogged: HistoryEntry[];
}

/** What was read of one part of the index and is not in it yet. */
interface ReadPart {
  part: string;
  paths: readonly string[];
  taken: Taken;
}

/**
 * Takes in files. The contents of many are made durable together: a sync for each would wait beside those of saves.
 * Returns the paths that must be looked at again. Stops between two parts of the index when `isStopped`.
 */
export async function takeIn(parts: TakeInParts, work: Work, isStopped: () => boolean): Promise<string[]> {
  const again: string[] = [];
  let read: ReadPart[] = [];
  let bytes = 0;
  const finish = async () => {
    await parts.packs.add(read.flatMap(({ taken }) => taken.contents));
    for (const { part, taken } of read) {
      if (taken.unlogged.length > 0) parts.log.append(taken.unlogged, parts.now().getTime());
      if (taken.entries.length > 0) parts.index.append(part, taken.entries);
    }
    [read, bytes] = [[], 0];
  };
  const yielder = new Yielder();
  for (const [part, paths] of await byPart(work.keys())) {
    if (isStopped()) break;
    const taken: Taken = { entries: [], contents: [], size: 0, unlogged: [] };
    again.push(...(await readPart(parts, { part, paths, taken }, work)));
    read.push({ part, paths, taken });
    bytes += taken.size;
    if (bytes > MAX_PENDING_BYTES) await finish();
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  await finish();
  return again;
}

/** Reads the files of one part of the index. Returns the paths that must be looked at again. */
async function readPart(parts: TakeInParts, { part, paths, taken }: ReadPart, work: Work): Promise<string[]> {
  const known = new Map<string, HistoryEntry[]>(paths.map((path) => [path, []]));
  await parts.index.readInto(part, known);
  const again: string[] = [];
  const yielder = new Yielder();
  for (const [path, earlier] of known) {
    if (yielder.exhausted) await yielder.yieldToEventLoop();
    if (!takeInPath(parts, { path, earlier, work: workOn(work, path) }, taken)) again.push(path);
    if (taken.size <= MAX_PENDING_BYTES) continue;
    await parts.packs.add(taken.contents.splice(0));
    taken.size = 0;
  }
  return again;
}

/** False when the file is being written and must be looked at again. */
function takeInPath(
  parts: TakeInParts,
  { path, earlier, work }: { path: string; earlier: HistoryEntry[]; work: PathWork },
  taken: Taken,
): boolean {
  // The log has changes of other programs where they were seen.
  const fresh = work.entries
    .filter((entry) => !earlier.some((one) => sameEntry(one, entry)))
    .sort((a, b) => placeOf(a) - placeOf(b));
  const revisions = new Set([...earlier, ...fresh].map(({ revision }) => revision));
  let after = earlier.findLast(({ revision }) => revision !== null)?.revision ?? undefined;
  const waiting = new Set<string>();
  const has = (revision: string) => waiting.has(revision) || parts.packs.has(revision);
  const take = (bytes: Uint8Array, revision = revisionOf(bytes)): string => {
    if (!has(revision)) {
      taken.contents.push({ revision, bytes, after });
      taken.size += bytes.length;
    }
    waiting.add(revision);
    after = revision;
    return revision;
  };
  for (const { bytes, revision } of work.written) take(bytes, revision);
  let waits = false;
  for (const { file, place } of work.aside) {
    const hasReplaced = (entry: HistoryEntry) => isOwn(entry) && placeOf(entry) > place;
    const isTaken = earlier.some(hasReplaced);
    const next = fresh.findIndex(hasReplaced);
    if (!isTaken && next < 0 && (parts.isBusy(path) || parts.pending(path).length > 0)) {
      // Its change is not finished, or was recorded after the log was read.
      waits = true;
      continue;
    }
    const stamp = parts.aside.look(file);
    // Without a change the write failed, or its process was killed.
    const position = isTaken ? 0 : next < 0 ? fresh.length : next;
    const before = fresh[position - 1] ?? earlier.at(-1);
    // It is as Plinth last saw it.
    if (stamp && before?.revision && sameStamp(before.stamp, stamp) && has(before.revision)) continue;
    const bytes = readIfThere(file);
    if (!bytes) continue;
    const revision = take(bytes);
    if (isTaken ? revisions.has(revision) : before?.revision === revision) continue;
    revisions.add(revision);
    // Content of another program that Plinth replaced before it had looked: it came before that change.
    const at = timeOf(parts, file, before);
    const between = { before, after: fresh[position] };
    fresh.splice(position, 0, unlogged(parts, { path, at, revision }, { between, work }, taken));
  }
  // A file that Plinth has made where one was: another program had removed it.
  for (const entry of fresh.filter(({ created }) => created)) {
    const position = fresh.indexOf(entry);
    const before = fresh[position - 1] ?? earlier.at(-1);
    if (!before || before.revision === null) continue;
    const between = { before, after: entry };
    const removal = { path, at: entry.at, revision: null };
    fresh.splice(position, 0, unlogged(parts, removal, { between, work }, taken));
  }
  const isSettled = takeInLive(parts, { path, earlier, fresh, work }, { take, has }, taken);
  taken.entries.push(...fresh);
  return isSettled && !waits;
}

/** Whether Plinth made a change, of those that are recorded. */
const isOwn = ({ kind }: HistoryEntry): boolean => kind === 'saved' || kind === 'removed';

/** Whether the last entry of a file is what is there now, as far as its stamp says. `stamp`: undefined for no file. */
export function isTakenIn(
  last: HistoryEntry | undefined,
  stamp: Stamp | undefined,
  packs: Pick<Packs, 'has'>,
): boolean {
  const revision = last?.revision ?? null;
  if (!stamp || revision === null) return !stamp && revision === null;
  return sameStamp(last?.stamp, stamp) && packs.has(revision);
}

/** Takes in what the file holds now. False when it is being written. */
function takeInLive(
  parts: TakeInParts,
  {
    path,
    earlier,
    fresh,
    work,
  }: { path: string; earlier: readonly HistoryEntry[]; fresh: HistoryEntry[]; work: PathWork },
  { take, has }: { take: (bytes: Uint8Array) => string; has: (revision: string) => boolean },
  taken: Taken,
): boolean {
  const file = join(parts.root, path);
  const last = fresh.at(-1) ?? earlier.at(-1);
  const existing = stampAt(file);
  if (isTakenIn(last, existing, { has })) return true;
  const live = existing && readIfPossible(file);
  if (existing && !live) return true;
  if (!live) {
    if (last === undefined || parts.pending(path).length > 0) return true;
    if (parts.isBusy(path) || !parts.isAvailable()) return false;
    const at = parts.now().getTime();
    fresh.push(unlogged(parts, { path, at, revision: null }, { between: { before: last }, work }, taken));
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
  const between = { before: last };
  fresh.push(unlogged(parts, { path, at, revision, stamp: live.stamp }, { between, work }, taken));
  return true;
}

/**
 * When another program wrote a file: its modification time, unless that is before what is known of the file, as after a
 * copy that keeps times; then when it came to its place, or when Plinth set it aside. Never in the future.
 */
function timeOf(parts: TakeInParts, file: string, last: HistoryEntry | undefined): number {
  const now = parts.now().getTime();
  const stats = statOf(file);
  if (!stats) return now;
  const [written, placed] = [Math.round(stats.mtimeMs), Math.round(stats.ctimeMs)];
  const at = written >= (last?.at ?? 0) && written <= placed ? written : placed;
  // The clock of the file system is some milliseconds behind.
  return Math.min(Math.max(at, (last?.at ?? -1) + 1), now);
}

interface Between {
  before?: HistoryEntry | undefined;
  after?: HistoryEntry | undefined;
}

/** An entry that is not in the log: of a write whose process was killed before it logged it, or of another program. */
function unlogged(
  parts: TakeInParts,
  entry: Omit<HistoryEntry, 'kind'>,
  { between, work }: { between: Between; work: PathWork },
  taken: Taken,
): HistoryEntry {
  const own = work.intended.find(({ revision }) => revision === entry.revision);
  const now = parts.now().getTime();
  const announced = isAnnounced(entry, work);
  const isKnown = between.after || announced || (work.seen.length === 0 && !parts.isChange(entry.path));
  const isFirst = !between.before && isKnown;
  const kind = isFirst ? 'found' : 'outside';
  const made: HistoryEntry = own
    ? { ...entry, kind: 'saved', change: own.change }
    : { ...entry, kind, ...(now > entry.at && { seen: now }), ...(announced && { announced }) };
  const inOrder = placed(made, { ...between, now });
  if (made.kind !== 'found') taken.unlogged.push(inOrder);
  return inOrder;
}

/** Whether the state of a file has a line by event. */
const isAnnounced = ({ revision, stamp }: Omit<HistoryEntry, 'kind'>, { seen }: PathWork): boolean =>
  seen.some((one) => (one === null || revision === null ? one === revision : sameStamp(one, stamp)));

/** A file and its stamp; undefined where it is missing, too large or cannot be read now. */
export function readIfPossible(file: string): { bytes: Buffer; stamp: Stamp } | undefined {
  try {
    return readBytes(file);
  } catch {
    return undefined;
  }
}

/** Synchronously, as everything of the history that is small: a hop to the thread pool costs more than such a read. */
function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}
