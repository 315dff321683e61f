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
