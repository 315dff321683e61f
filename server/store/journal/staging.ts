/** Stages a change of several objects: the new files, second names of those they replace, and the record of both. */
import { link } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Yielder } from '../../async/yielder.js';
import { message } from '../../contract/messages/message.js';
import { missing, PlinthError } from '../../errors.js';
import { copyDurably } from '../disk/copy-tree.js';
import type { DurableFiles } from '../disk/durable.js';
import { stale } from '../disk/fs-errors.js';
import { readBytes, serialise } from '../disk/json-file.js';
import type { Layout } from '../disk/layout.js';
import { isFolder, sameStamp, stampAt, statOf } from '../disk/stamp.js';
import type { TextFiles } from '../disk/text-files.js';
import { freshEntryId } from '../trash/entry.js';
import type { AtomicChanges, AtomicWrite } from '../types/journal.js';
import type { Stamp } from '../types/stamp.js';
import { ABSENT, type BatchRecord, digestOf, oldFile, stagedFile, targetOf } from './record.js';

const linkFile = promisify(link);

/** Max bytes of all documents of one change. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Files that wait for the disk together. */
const FILES_PER_SYNC = 16;

interface StagingParts {
  layout: Layout;
  durable: DurableFiles;
  machine: string;
}

export const expectedStamp = (expect: AtomicWrite['expect']): Stamp | 'absent' =>
  expect === 'absent' ? expect : expect.stamp;

/** The files to write. Throws `tooLarge`. */
export async function serialised({ writes }: AtomicChanges, texts: TextFiles): Promise<Buffer[]> {
  const yielder = new Yielder();
  const documents: Buffer[] = [];
  let size = 0;
  for (const { collection, document, expect, read = [] } of writes) {
    const rest = await texts.place(collection, document, expectedStamp(expect));
    const bytes = serialise(rest, expect === 'absent' ? read : [...read, expect]);
    size += bytes.length;
    if (size > MAX_BYTES) throw new PlinthError('tooLarge', message('changesTooLarge'));
    documents.push(bytes);
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  return documents;
}

/** Throws `missing` where the folder does not exist, `forbidden` for a link. */
export function checkFolder(layout: Layout, collection: string): void {
  const path = layout.collection(collection);
  layout.guard(path);
  if (!isFolder(path)) throw missing(message('collectionMissing', { id: collection }));
}

/** A file to write, of an object or of its change in a set; without bytes it is removed. */
export interface StagedWrite {
  collection: string;
  id: string;
  set?: string;
  bytes: Buffer | undefined;
  expect: Stamp | 'absent';
}

/** Writes the new files, links the old ones, and records the changes. */
export async function layDown(
  { layout, durable, machine }: StagingParts,
  writes: readonly StagedWrite[],
  removals: AtomicChanges['removals'],
  folder: string,
): Promise<{ record: BatchRecord; stamps: (Stamp | undefined)[] }> {
  const stamps: (Stamp | undefined)[] = writes.map(() => undefined);
  const before: string[] = [];
  await each(writes, async ({ bytes }, at) => {
    if (bytes) stamps[at] = await durable.replace(join(folder, stagedFile(at)), bytes);
  });
  await each(writes, async (write, at) => {
    before[at] = await keepOld(layout, write, join(folder, oldFile(at)));
  });
  for (const { collection, id, expect } of removals) {
    if (!sameStamp(stampAt(layout.object(collection, id)), expect)) throw stale();
  }
  const record: BatchRecord = {
    machine,
    pid: process.pid,
    folder: statOf(folder)?.ino,
    begun: new Date().toISOString(),
    writes: writes.map(({ collection, id, set, bytes }, at) => ({
      ...{ collection, id, ...(set !== undefined && { set }) },
      before: before[at] ?? ABSENT,
      after: digestOf(bytes),
    })),
    removals: removals.map(({ collection, id }) => ({
      collection,
      id,
      entry: freshEntryId(new Date()),
    })),
  };
  return { record, stamps };
}

/** A second name for the file that will be replaced, and its digest. Throws `stale` when it is not the expected one. */
async function keepOld(layout: Layout, write: StagedWrite, old: string): Promise<string> {
  const { expect } = write;
  const target = targetOf(layout, write);
  layout.guard(target);
  if (expect === 'absent') {
    if (statOf(target)) throw stale(message('fileCreatedElsewhere'));
    return ABSENT;
  }
  if (!sameStamp(stampAt(target), expect)) throw stale();
  await linkFile(target, old).catch(() => copyDurably(target, old));
  if (!sameStamp(stampAt(target), expect)) throw stale();
  return digestOf(readBytes(old)?.bytes);
}

/** Runs work for all items, a few at a time. Throws the first failure once those under way have ended. */
export async function each<T>(
  items: readonly T[],
  work: (item: T, at: number) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < items.length; at += FILES_PER_SYNC) {
    const some = items.slice(at, at + FILES_PER_SYNC).map((item, offset) => work(item, at + offset));
    const ended = await Promise.allSettled(some);
    const failure = ended.find((one) => one.status === 'rejected');
    if (failure) throw failure.reason;
  }
}
