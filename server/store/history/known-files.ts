/** What the history and the log know of the files of collections, by which changes of other programs are found. */
import { join } from 'node:path';
import { Yielder } from '../../async/yielder.js';
import { newOrigin } from '../../origins.js';
import { CHANGES_FOLDER, idOfFile } from '../disk/layout.js';
import { statOf } from '../disk/stamp.js';
import type { LogPosition } from '../types/changes.js';
import {
  type HistoryEntry,
  type KnownFile,
  type KnownFiles,
  type NotedFiles,
  placeOf,
} from '../types/history.js';
import type { ActivityLog } from './activity-log.js';
import { type EventLine, eventLine, type LogLine } from './entry.js';
import type { PathIndex } from './path-index.js';

interface KnownParts {
  activity: ActivityLog;
  index: PathIndex;
  /** How far the log was taken in. */
  position: LogPosition | undefined;
  /** Undefined where every file of the folder has been looked at. */
  noted: NotedObjects | undefined;
}

/** The last entries of the files of collections. */
export async function knownFiles(
  { activity, index, position, noted }: KnownParts,
  isOf: (collection: string) => boolean,
): Promise<KnownFiles> {
  // The log before the index: what is taken in meanwhile is then in both.
  const { entries: logged, seen } = await activity.readFrom(position);
  const entries = new Map<string, KnownFile>();
  const take = ({ path, at, place, seen: since, revision, stamp }: HistoryEntry) => {
    const entry: KnownFile = {
      at,
      revision,
      ...(place !== undefined && { place }),
      ...(since !== undefined && { seen: since }),
      ...(stamp && { stamp }),
    };
    const known = entries.get(path);
    if (!known || placeOf(known) <= placeOf(entry)) entries.set(path, entry);
  };
  for await (const some of index.entriesIn(isOf)) for (const entry of some) take(entry);
  for (const entry of logged) if (isOf(entry.path.split('/', 1)[0] ?? '')) take(entry);
  const announced = new Map(seen.flatMap(({ path, stamp }) => (stamp === undefined ? [] : [[path, stamp]])));
  return { entries, announced, ...((await noted?.read()) ?? NOTHING), isComplete: noted === undefined };
}

const NOTHING: NotedFiles = { found: new Map(), noted: new Set(), began: undefined };

/** What was noted of objects before the history had looked at every file. It is read from the log as that grows. */
export class NotedObjects {
  readonly #activity: ActivityLog;
  readonly #found = new Map<string, Map<string, number>>();
  readonly #noted = new Set<string>();
  #began: ReadonlySet<string> | undefined;
  #position: LogPosition | undefined;
  #reading: Promise<unknown> = Promise.resolve();

  constructor(activity: ActivityLog) {
    this.#activity = activity;
  }

  read(): Promise<NotedFiles> {
    const read = this.#reading.then(() => this.#read());
    this.#reading = read.catch(() => undefined);
    return read;
  }

  async #read(): Promise<NotedFiles> {
    const yielder = new Yielder();
    for await (const lines of this.#activity.lines(this.#position)) {
      for (const { line, end } of lines) {
        this.#take(line);
        this.#position = end;
        if (yielder.exhausted) await yielder.yieldToEventLoop();
      }
    }
    return { found: this.#found, noted: this.#noted, began: this.#began };
  }

  #take(line: LogLine | undefined): void {
    if (line?.kind === 'begin') this.#began = new Set(line.collections);
    if (line?.kind === 'event' && line.event.type === 'object.deleted')
      this.#found.get(line.event.collection)?.delete(line.event.id);
    if (line?.kind !== 'objects') return;
    this.#noted.add(line.collection);
    const found = this.#found.get(line.collection) ?? new Map<string, number>();
    this.#found.set(line.collection, found);
    for (const [id, changed] of line.objects) found.set(id, changed);
  }
}

/** The paths of the objects that were noted and are not among these files. */
export async function goneOf({ found }: NotedFiles, files: readonly string[]): Promise<string[]> {
  const yielder = new Yielder();
  const there = new Set<string>();
  for (const path of files) {
    there.add(path);
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  const gone: string[] = [];
  for (const [collection, objects] of found) {
    for (const id of objects.keys()) {
      const path = `${collection}/${id}.json`;
      if (!there.has(path)) gone.push(path);
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    }
  }
  return gone;
}

/**
 * Whether the first version of a file is another than the one that was there when its collection was noted. Undefined
 * `files`: every file of the folder has been looked at.
 */
export const isChangeSince =
  (files: NotedFiles | undefined, root: string) =>
  (path: string): boolean => {
    const [collection = '', name = '', text] = path.split('/');
    // No log notes which changes sets had before.
    if (collection === CHANGES_FOLDER) return false;
    if (!files) return true;
    const { found, noted, began } = files;
    const id = text === undefined ? idOfFile(name) : undefined;
    const changed = id === undefined ? undefined : found.get(collection)?.get(id);
    if (changed === undefined) return noted.has(collection) || began?.has(collection) === false;
    return statOf(join(root, path))?.ctimeMs !== changed;
  };

/** Lines that say that objects are gone of which there is no version. */
export function removalLines(paths: readonly string[], now: Date): EventLine[] {
  const { actor, transaction } = newOrigin({ kind: 'external' }, 'external', now);
  return paths.map((path) => {
    const [collection = '', name = ''] = path.split('/');
    const event = { type: 'object.deleted', collection, id: name.slice(0, -'.json'.length) } as const;
    return eventLine({ event, at: now.getTime(), actor, transaction });
  });
}
