/** Loaders that follow changes in `astro dev`, one for each collection of the site: Astro loads again when its settings change. */

import type { Watcher } from './types.js';

const FOLLOWED = Symbol.for('plinth.followed');

type Followed = Map<string, AbortController>;

/** Stops the loader that has filled a collection of the site so far; the signal stops the new one. */
export function startFollowing(watcher: object, collection: string): AbortSignal {
  const followed: Followed = Reflect.get(watcher, FOLLOWED) ?? new Map();
  Reflect.set(watcher, FOLLOWED, followed);
  followed.get(collection)?.abort();
  const stop = new AbortController();
  followed.set(collection, stop);
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

/** Where Astro keeps its store. */
const STORE = /[\\/]data-store\.json$/;
/** How long Astro may take to save the store and to notice that, in ms. */
const SAVED_MS = 1_000;

const SAVES = Symbol.for('plinth.saves');

interface Saves {
  /** What is saved next. */
  waiting: (() => void)[];
  last: Promise<void>;
}

/**
 * Changes the store in `astro dev`. Resolves when Astro has noticed that it is saved, since of two saves at the same time
 * it keeps the older one, and pages are not reloaded again while they are being loaded. All loaders of a site have one
 * store: what they change while it is being saved is saved together afterwards.
 */
export function saved(watcher: Watcher, change: () => void): Promise<void> {
  const saves: Saves = Reflect.get(watcher, SAVES) ?? { waiting: [], last: Promise.resolve() };
  Reflect.set(watcher, SAVES, saves);
  saves.waiting.push(change);
  if (saves.waiting.length === 1) {
    const save = () => saveNow(watcher, saves.waiting.splice(0));
    saves.last = saves.last.then(save, save);
  }
  return saves.last;
}

async function saveNow(watcher: Watcher, changes: readonly (() => void)[]): Promise<void> {
  let stop = () => {};
  const noticed = new Promise<void>((resolve) => {
    const listen = (path: string) => {
      if (STORE.test(path)) resolve();
    };
    const timer = setTimeout(resolve, SAVED_MS);
    watcher.on('change', listen);
    stop = () => {
      clearTimeout(timer);
      watcher.off('change', listen);
    };
  });
  try {
    savedAtOnce(() => {
      for (const change of changes) change();
    });
    await noticed;
  } finally {
    stop();
  }
}
