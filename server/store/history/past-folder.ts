/**
 * The JSON files of a folder as they were at a time, written from the history into a folder of their own, so that they
 * are read by the same code as the folder itself (decision 174).
 */
import { copyFile, mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Yielder } from '../../async/yielder.js';
import { AUTOMATIONS } from '../../contract/automations.js';
import { isAbsent } from '../disk/fs-errors.js';
import { CHANGES_FOLDER, SCHEMA_FOLDER, SETTINGS_FILE } from '../disk/layout.js';
import { namesIn } from '../disk/names-in.js';
import { stampAt } from '../disk/stamp.js';
import { isAlive } from '../host/process-alive.js';
import type { FileState, History, HistoryEntry } from '../types/history.js';
import { FOLDER_SETTINGS, type TextFilesOf } from './kept-paths.js';
import { keptFiles } from './scan.js';

/** Files written at the same time. */
const AT_ONCE = 16;

export interface PastFolderParts {
  history: History;
  /** The data folder. */
  root: string;
  textFilesOf: TextFilesOf;
  /** Where the files are written; made here. */
  target: string;
  /** ms since 1970. */
  at: number;
}

/** Writes the files. Nothing is synced to disk: the folder is thrown away. */
export async function writePastFolder({
  history,
  root,
  textFilesOf,
  target,
  at,
}: PastFolderParts): Promise<void> {
  await history.settle();
  await mkdir(target, { recursive: true, mode: 0o700 });
  const folders = new Set<string>();
  const write = async (path: string, mtime: number, place: (file: string) => Promise<unknown>) => {
    const file = join(target, path);
    const folder = dirname(file);
    if (!folders.has(folder)) await mkdir(folder, { recursive: true, mode: 0o700 });
    folders.add(folder);
    await place(file);
    await utimes(file, mtime / 1000, mtime / 1000);
  };
  const known = new Set<string>();
  let running: Promise<void>[] = [];
  const start = async (work: Promise<void>) => {
    running.push(work);
    if (running.length < AT_ONCE) return;
    await Promise.all(running);
    running = [];
  };
  for await (const state of history.statesAt(at)) {
    known.add(state.path);
    const entry = isPart(state.path) ? entryOf(state) : undefined;
    const revision = entry?.revision;
    if (!entry || !revision) continue;
    await start(
      history.content(revision).then(async (bytes) => {
        if (bytes)
          await write(state.path, entry.stamp?.mtimeMs ?? entry.at, (file) => writeFile(file, bytes));
      }),
    );
  }
  const yielder = new Yielder();
  for (const path of await keptFiles(root, textFilesOf)) {
    if (yielder.exhausted) await yielder.yieldToEventLoop();
    if (known.has(path) || !isPart(path)) continue;
    // Not taken into the history yet: it has been as it is since it was written.
    const source = join(root, path);
    const stamp = stampAt(source);
    if (!stamp || (stamp.mtimeMs > at && isObject(path))) continue;
    await start(write(path, stamp.mtimeMs, (file) => copyFile(source, file)).catch(ignoreAbsent));
  }
  await Promise.all(running);
}

/** Removes what processes that no longer run have left. */
export async function removeLeftPastFolders(folder: string): Promise<void> {
  for (const name of await namesIn(folder).catch(() => [])) {
    if (!isAlive(Number(name.split('-')[0]))) await removePastFolder(join(folder, name));
  }
}

export const removePastFolder = (target: string): Promise<void> =>
  rm(target, { recursive: true, force: true });

/** Settings of the folder apply as they are today; automations do not run there, and what was not live is not shown. */
const isPart = (path: string): boolean =>
  path !== FOLDER_SETTINGS && ![AUTOMATIONS, CHANGES_FOLDER].some((folder) => path.startsWith(`${folder}/`));

const isObject = (path: string): boolean =>
  !path.startsWith(`${SCHEMA_FOLDER}/`) && !path.endsWith(`/${SETTINGS_FILE}`);

/** What counts at the time: of schemas and settings that were there before the history began, the first known state. */
function entryOf({ path, first, last }: FileState): HistoryEntry | undefined {
  return last ?? (first.kind === 'found' && !isObject(path) ? first : undefined);
}

function ignoreAbsent(error: unknown): void {
  if (!isAbsent(error)) throw error;
}
