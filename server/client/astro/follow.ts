/** Loaders that follow changes in `astro dev`, one for each collection of the site: Astro loads again when its settings change. */

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
export function savedAtOnce(change: () => void): void {
  const { setTimeout } = globalThis;
  const atOnce = (run: () => void) => setTimeout(run, 0);
  globalThis.setTimeout = Object.assign(atOnce, setTimeout);
  try {
    change();
  } finally {
    globalThis.setTimeout = setTimeout;
  }
}
