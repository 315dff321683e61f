/**
 * How often a file was fetched (spec/files.md#download-counts): counted in memory, saved a little later in the state directory. The
 * folder is not touched, so that a visitor's download neither changes the version an editor saves against nor travels
 * with a sync tool.
 */
import { createHash } from 'node:crypto';
import type { Counts, FileCount } from '../content/answers/counted.js';
import type { Store } from '../store/store.js';
import type { JsonRecord } from '../store/types/documents.js';

/** A killed server loses what was counted in this time. */
const SAVE_AFTER_MS = 1000;

/** By collection, object and file: `keys` and name joined by slashes, which neither has. */
interface CountsRecord {
  counts: Record<string, Record<string, Record<string, number>>>;
}

type Log = (level: 'warn', message: string, error: unknown) => void;

type Listed = Map<string, Map<string, Map<string, number>>>;

const opened = ({ counts }: CountsRecord): Listed =>
  new Map(
    Object.entries(counts).map(([collection, objects]) => [
      collection,
      new Map(Object.entries(objects).map(([id, files]) => [id, new Map(Object.entries(files))])),
    ]),
  );

/** The map under a key, made when it is missing. */
function within<T>(map: Map<string, Map<string, T>>, key: string): Map<string, T> {
  const found = map.get(key) ?? new Map<string, T>();
  map.set(key, found);
  return found;
}

function count(listed: Listed, collection: string, id: string, file: string, times: number): void {
  const files = within(within(listed, collection), id);
  files.set(file, (files.get(file) ?? 0) + times);
}

const written = (listed: Listed): CountsRecord['counts'] =>
  Object.fromEntries(
    [...listed].map(([collection, objects]) => [
      collection,
      Object.fromEntries([...objects].map(([id, files]) => [id, Object.fromEntries(files)])),
    ]),
  );

/** Adds what was counted to what the record holds by now: `plinth exec` may count beside a running server. */
function add(record: CountsRecord, pending: Listed): void {
  const all = opened(record);
  for (const [collection, objects] of pending) {
    for (const [id, files] of objects) {
      for (const [file, times] of files) count(all, collection, id, file, times);
    }
  }
  record.counts = written(all);
}

/** Opens the counts of a folder, which are kept on this machine. */
export async function openDownloadCounts(store: Store, log: Log): Promise<DownloadCounts> {
  const place = createHash('sha256').update(store.root).digest('hex').slice(0, 16);
  return new DownloadCounts(await store.stateRecord<CountsRecord>(`downloads-${place}`, { counts: {} }), log);
}

export class DownloadCounts implements Counts {
  readonly #record: JsonRecord<CountsRecord>;
  readonly #log: Log;
  readonly #counts: Listed;
  /** Not on the disk yet. */
  #pending: Listed = new Map();
  #timer: NodeJS.Timeout | undefined;
  #saving: Promise<void> = Promise.resolve();

  constructor(record: JsonRecord<CountsRecord>, log: Log) {
    this.#record = record;
    this.#log = log;
    this.#counts = opened(record.read());
  }

  /** Counts a fetch of the file that the value at `keys` names. Nothing waits for it. */
  add(collection: string, id: string, keys: readonly string[], name: string): void {
    const file = [...keys, name].join('/');
    count(this.#counts, collection, id, file, 1);
    count(this.#pending, collection, id, file, 1);
    this.#timer ??= setTimeout(() => void this.save(), SAVE_AFTER_MS);
  }

  any(collection: string): boolean {
    return this.#counts.has(collection);
  }

  of(collection: string, id: string): readonly FileCount[] | undefined {
    const files = this.#counts.get(collection)?.get(id);
    return (
      files &&
      [...files].map(([file, count]) => {
        const keys = file.split('/');
        return { name: keys.pop() ?? '', keys, count };
      })
    );
  }

  /** Saves what was counted. Resolves when it is on the disk. */
  save(): Promise<void> {
    if (this.#timer === undefined) return this.#saving;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const pending = this.#pending;
    this.#pending = new Map();
    this.#saving = this.#saving
      .then(() => this.#record.update((record) => add(record, pending)))
      .catch((error: unknown) => this.#log('warn', 'Downloads could not be counted', error));
    return this.#saving;
  }
}
