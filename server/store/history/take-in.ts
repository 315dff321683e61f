/**
 * Takes what has happened into the history: contents into packs, entries into the index by file. Runs in the
 * background, a part of the index at a time; interrupted anywhere, it is repeated from the log and changes nothing twice.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAbsent } from '../disk/fs-errors.js';
import { readBytes } from '../disk/json-file.js';
import { sameStamp, stampAt } from '../disk/stamp.js';
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

interface Taken {
  entries: HistoryEntry[];
  contents: Content[];
  /** Entries nobody has recorded: of other programs. */
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
  for (const [path, earlier] of known) {
    if (!(await takeInPath(parts, { path, earlier, work: workOn(work, path) }, taken))) again.push(path);
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
  taken.entries.push(...fresh);
  const all = [...earlier, ...fresh];
  const revisions = new Set(all.map(({ revision }) => revision));
  let after = earlier.findLast(({ revision }) => revision !== null)?.revision ?? undefined;
  const take = (bytes: Uint8Array): string => {
    const revision = revisionOf(bytes);
    if (!parts.packs.has(revision)) taken.contents.push({ bytes, after });
    after = revision;
    return revision;
  };
  for (const bytes of work.written) take(bytes);
  for (const { file } of work.aside) {
    const bytes = await readIfThere(file);
    if (!bytes) continue;
    const revision = take(bytes);
    if (revisions.has(revision)) continue;
    revisions.add(revision);
    // Content of another program that Plinth replaced before it had looked.
    addOutside(
      taken,
      { path, at: Math.round(stampAt(file)?.mtimeMs ?? parts.now().getTime()), revision },
      all,
    );
  }
  return takeInLive(parts, path, { all, revisions, take, taken });
}

async function takeInLive(
  parts: TakeInParts,
  path: string,
  {
    all,
    revisions,
    take,
    taken,
  }: {
    all: readonly HistoryEntry[];
    revisions: Set<string | null>;
    take: (bytes: Uint8Array) => string;
    taken: Taken;
  },
): Promise<boolean> {
  const file = join(parts.root, path);
  const last = all.at(-1);
  const existing = stampAt(file);
  if (existing && isTakenIn(parts, last, existing)) return true;
  const live = existing && readLive(file);
  if (existing && !live) return true;
  if (!live) {
    if (last === undefined || last.revision === null || parts.pending(path).length > 0) return true;
    if (parts.isBusy(path)) return false;
    addOutside(taken, { path, at: parts.now().getTime(), revision: null }, all);
    return true;
  }
  const revision = take(live.bytes);
  const at = Math.round(live.stamp.mtimeMs);
  if (last?.revision === revision && last.stamp !== undefined && sameStamp(last.stamp, live.stamp))
    return true;
  if (last?.revision === revision) {
    // The same content in another file: only the stamp is new, so that the next look need not read it.
    taken.entries.push({ ...last, stamp: live.stamp });
    return true;
  }
  if (parts.pending(path).some((entry) => entry.revision === revision)) return true;
  if (parts.isBusy(path)) return false;
  revisions.add(revision);
  addOutside(taken, { path, at, revision, stamp: live.stamp }, all);
  return true;
}

const isTakenIn = (parts: TakeInParts, last: HistoryEntry | undefined, existing: Stamp): boolean =>
  last?.revision != null && sameStamp(last.stamp, existing) && parts.packs.has(last.revision);

function addOutside(taken: Taken, entry: Omit<HistoryEntry, 'kind'>, all: readonly HistoryEntry[]): void {
  const outside: HistoryEntry = { ...entry, kind: all.length === 0 ? 'found' : 'outside' };
  taken.entries.push(outside);
  taken.outside.push(outside);
}

function readLive(file: string): { bytes: Buffer; stamp: Stamp } | undefined {
  try {
    return readBytes(file);
  } catch {
    // Too large, or not readable now.
    return undefined;
  }
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  return readFile(file).catch((error: unknown) => {
    if (isAbsent(error)) return undefined;
    throw error;
  });
}
