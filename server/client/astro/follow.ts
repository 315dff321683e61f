/** Loaders that follow changes in `astro dev`, one for each collection of the site: Astro loads again when its settings change. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { pause } from '../waiting.js';
import type { LoaderContext, Watcher } from './types.js';

const FOLLOWED = Symbol.for('plinth.followed');

type Followed = Map<string, AbortController>;

/** Where Astro keeps its store. */
const STORE = /[\\/]data-store\.json$/;
/** Key of the mark by which the last save is known in that file. */
const MARK = 'plinth-save';

/** Of two changes of a file within 50 ms Astro's watcher reports the first only, and pages would stay at that one. */
const BETWEEN_SAVES_MS = 100;
/** For the save that Astro makes itself once all loaders have filled the store. */
const AFTER_LOAD_MS = 1_000;
/** Time in which a save is to be reported, before it is made again; twice as long each time, a minute in all. */
const REPORTED_MS = 1_000;
const MAX_ATTEMPTS = 6;

const SAVES = Symbol.for('plinth.saves');

type Change = () => void;

interface Saves {
  waiting: Change[];
  /** Saves what is waiting. */
  next: Promise<void>;
  /** When the next save may begin. */
  ready: Promise<void>;
}

/** All loaders of a site have one store. */
function savesOf(watcher: Watcher): Saves {
  const saves = Reflect.get(watcher, SAVES) ?? {
    waiting: [],
    next: Promise.resolve(),
    ready: Promise.resolve(),
  };
  Reflect.set(watcher, SAVES, saves);
  return saves;
}

/** Stops the loader that has filled a collection of the site so far; the signal stops the new one. */
export function startFollowing(watcher: Watcher, collection: string): AbortSignal {
  const followed: Followed = Reflect.get(watcher, FOLLOWED) ?? new Map();
  Reflect.set(watcher, FOLLOWED, followed);
  followed.get(collection)?.abort();
  const stop = new AbortController();
  followed.set(collection, stop);
  const saves = savesOf(watcher);
  saves.ready = Promise.all([saves.ready, pause(AFTER_LOAD_MS)]).then(() => undefined);
  return stop.signal;
}

export const isFollowed = (signal: AbortSignal): boolean => !signal.aborted;

/**
 * Changes the store, which Astro saves 500 ms after the last change: a page shows nothing before, and nothing at all while
 * changes follow one another more closely. What a loader stores is complete, so that it can be saved as soon as this is
 * over. The timer of the save is the only one that is started meanwhile.
 */
function savedAtOnce(change: () => void): void {
  const { setTimeout } = globalThis;
  const atOnce = (run: () => void) => setTimeout(run, 0);
  globalThis.setTimeout = Object.assign(atOnce, setTimeout);
  try {
    change();
  } finally {
    globalThis.setTimeout = setTimeout;
  }
}

/**
 * Changes the store in `astro dev`. Resolves when Astro has noticed that the change is saved; what is changed until then
 * is saved together afterwards. Throws what `change` throws, and where Astro does not save the store.
 */
export function saved(
  { watcher, meta }: { watcher: Watcher; meta: LoaderContext['meta'] },
  change: Change,
): Promise<void> {
  const saves = savesOf(watcher);
  saves.waiting.push(change);
  if (saves.waiting.length === 1) {
    saves.next = saves.ready.then(() => saveNow(watcher, meta, saves.waiting.splice(0)));
    const between = () => pause(BETWEEN_SAVES_MS);
    saves.ready = saves.next.then(between, between);
  }
  return saves.next;
}

/**
 * Of two saves at the same time Astro keeps the older one, and its watcher loses a report now and then. So the store is
 * saved until a report has come while its file has the mark of this save.
 */
async function saveNow(
  watcher: Watcher,
  meta: LoaderContext['meta'],
  changes: readonly Change[],
): Promise<void> {
  const mark = randomUUID();
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const save = () =>
      savedAtOnce(() => {
        if (attempt === 0) for (const change of changes) change();
        // Astro writes no file that is the same.
        meta.set(MARK, `${mark} ${attempt}`);
      });
    if (await isReported(watcher, mark, REPORTED_MS * 2 ** attempt, save)) return;
  }
  throw new Error('Astro has not saved its store. Pages may show older content until the next change');
}

/** Whether a save is reported within a time, in ms. */
async function isReported(watcher: Watcher, mark: string, ms: number, save: Change): Promise<boolean> {
  let stop = () => {};
  const reported = new Promise<boolean>((resolve) => {
    const listen = async (path: string) => {
      if (!STORE.test(path)) return;
      const text = await readFile(path).catch(() => undefined);
      if (text?.includes(mark)) resolve(true);
    };
    const timer = setTimeout(() => resolve(false), ms);
    watcher.on('change', listen);
    stop = () => {
      clearTimeout(timer);
      watcher.off('change', listen);
    };
  });
  try {
    save();
    return await reported;
  } finally {
    stop();
  }
}
