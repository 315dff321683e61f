/** Files that become objects. They go on while other pages are open: the frame of the admin holds the queue. */
import type { QueryClient } from '@tanstack/react-query';
import { stemOf } from '#contract/files';
import { slug } from '#contract/names';
import { ApiError, problemsOf } from '../api/client';
import { saveFile } from '../api/files';
import { keys } from '../api/keys';
import { createObject, deleteObject } from '../api/mutations';
import type { ObjectWithTag } from '../api/queries';
import { refresh } from '../api/stale';

/** Where files go. */
export interface UploadPlace {
  collection: string;
  property: string;
  /** Collection and field, as people read them. */
  label: string;
  /** Property that shows what an object is called. */
  title: string | undefined;
  /** All files go into one object, else each gets one of its own. */
  together: boolean;
}

export interface FailedFile {
  key: number;
  file: File;
  reason: string;
}

interface Added {
  collection: string;
  id: string;
  etag: string;
}

/** One choice of files on its way. */
export interface BackgroundUpload {
  key: string;
  place: UploadPlace;
  state: 'running' | 'done';
  /** How many files there are, are in the folder, and could not be added. */
  files: number;
  added: number;
  failed: readonly FailedFile[];
  /** The file that was begun last. */
  current: string | undefined;
  bytes: number;
  sent: number;
  /** Bytes a second since it began. */
  rate: number;
}

/** How many ids are tried where others have the same. */
const TRIES = 50;
/** Files on their way at a time, where each becomes an object. */
const ABREAST = 3;

/** A name of a file as a title: `old-harbor_2.jpg` becomes `Old harbor 2`. */
function titleOfFile(name: string): string {
  const words = stemOf(name)
    .replace(/[-_\s]+/g, ' ')
    .trim();
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
}

/** Makes an object under an id that is free. */
async function newObject(
  client: QueryClient,
  { collection, title }: UploadPlace,
  name: string,
): Promise<ObjectWithTag> {
  const id = slug(titleOfFile(name)).slice(0, 100) || 'file';
  for (let count = 1; ; count += 1) {
    const body = {
      id: count === 1 ? id : `${id}-${count}`,
      ...(title !== undefined && { [title]: titleOfFile(name) }),
    };
    try {
      return await createObject(client, collection, body);
    } catch (error) {
      const taken = error instanceof ApiError && error.status === 422 && 'id' in problemsOf(error);
      if (!taken || count === TRIES) throw error;
    }
  }
}

/** The sentence about a property rather than the title of the rejection. */
function reasonOf(error: unknown): string {
  const sentences = Object.values(problemsOf(error)).flat();
  if (sentences.length > 0) return sentences.join(' ');
  return error instanceof Error ? error.message : String(error);
}

/** Files of one choice: what waits, what is sent and what became of it. */
class Work {
  readonly place: UploadPlace;
  readonly added: Added[] = [];
  readonly abort = new AbortController();
  failed: FailedFile[] = [];
  running = true;
  /** The object that all files go into. */
  shared: Added | undefined;
  waiting: File[];
  count: number;
  bytes: number;
  current: string | undefined;
  /** Bytes of files that ended, and of those on their way. */
  ended = 0;
  readonly parts = new Map<File, number>();
  began = performance.now();
  #lastKey = 0;

  constructor(place: UploadPlace, files: readonly File[]) {
    this.place = place;
    this.waiting = [...files];
    this.count = files.length;
    this.bytes = files.reduce((sum, { size }) => sum + size, 0);
  }

  nextKey(): number {
    this.#lastKey += 1;
    return this.#lastKey;
  }

  seen(key: string): BackgroundUpload {
    const sent = this.ended + [...this.parts.values()].reduce((sum, part) => sum + part, 0);
    const seconds = (performance.now() - this.began) / 1000;
    return {
      key,
      place: this.place,
      state: this.running ? 'running' : 'done',
      files: this.count,
      added: this.count - this.waiting.length - this.parts.size - this.failed.length,
      failed: this.failed,
      current: this.current,
      bytes: this.bytes,
      sent,
      rate: seconds > 0 ? sent / seconds : 0,
    };
  }
}

export class BackgroundUploads {
  readonly #client: QueryClient;
  readonly #works = new Map<string, Work>();
  readonly #listeners = new Set<() => void>();
  #seen: readonly BackgroundUpload[] = [];
  #last = 0;

  constructor(client: QueryClient) {
    this.#client = client;
  }

  readonly all = (): readonly BackgroundUpload[] => this.#seen;

  /** Calls back after every change; the answer unsubscribes. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  add(place: UploadPlace, files: readonly File[]): void {
    this.#last += 1;
    const work = new Work(place, files);
    this.#works.set(String(this.#last), work);
    void this.#run(work);
  }

  /** Tries again what failed. */
  retry(key: string): void {
    const work = this.#works.get(key);
    if (!work || work.running) return;
    work.waiting = work.failed.map(({ file }) => file);
    work.failed = [];
    work.running = true;
    work.bytes = work.waiting.reduce((sum, { size }) => sum + size, 0);
    work.ended = 0;
    work.began = performance.now();
    void this.#run(work);
  }

  /** Gives up what has not been added yet. */
  cancel(key: string): void {
    const work = this.#works.get(key);
    if (!work) return;
    work.count -= work.waiting.length;
    work.waiting = [];
    work.abort.abort();
    this.#changed();
  }

  /** No longer shows one that has ended. */
  dismiss(key: string): void {
    this.#works.delete(key);
    this.#changed();
  }

  /** Moves what was added to the trash. Resolves with the reasons of what could not be. */
  async undo(key: string): Promise<string[]> {
    const work = this.#works.get(key);
    this.dismiss(key);
    const reasons: string[] = [];
    for (const { collection, id, etag } of work?.added ?? []) {
      await deleteObject(this.#client, collection, id, etag).catch((error) => reasons.push(reasonOf(error)));
    }
    await refresh(this.#client, keys.media);
    return reasons;
  }

  async #run(work: Work): Promise<void> {
    this.#changed();
    const next = async (): Promise<void> => {
      for (let file = work.waiting.shift(); file; file = work.waiting.shift()) await this.#send(work, file);
    };
    await Promise.all(Array.from({ length: work.place.together ? 1 : ABREAST }, next));
    work.running = false;
    work.current = undefined;
    await refresh(this.#client, keys.media);
    this.#changed();
  }

  /** Adds a file. An object whose file the server does not take is moved to the trash again. */
  async #send(work: Work, file: File): Promise<void> {
    const { collection, property, together } = work.place;
    work.parts.set(file, 0);
    work.current = file.name;
    this.#changed();
    let made: Added | undefined;
    try {
      if (work.shared === undefined) {
        const { object, etag } = await newObject(this.#client, work.place, file.name);
        made = { collection, id: String(object.id), etag };
      }
      const into = work.shared ?? made;
      if (into === undefined) return;
      const address = { collection, id: into.id, segments: [property] };
      const onProgress = (part: number) => {
        work.parts.set(file, part * file.size);
        this.#changed();
      };
      const { signal } = work.abort;
      into.etag = (await saveFile(address, file, { ifMatch: into.etag, signal, onProgress })).etag;
      if (made) work.added.push(made);
      if (together) work.shared = into;
    } catch (error) {
      if (made) await deleteObject(this.#client, collection, made.id, made.etag).catch(() => undefined);
      if (work.abort.signal.aborted) work.count -= 1;
      else work.failed = [...work.failed, { key: work.nextKey(), file, reason: reasonOf(error) }];
    } finally {
      work.parts.delete(file);
      work.ended += file.size;
      this.#changed();
    }
  }

  #changed(): void {
    this.#seen = [...this.#works].map(([key, work]) => work.seen(key));
    for (const listener of this.#listeners) listener();
  }
}
