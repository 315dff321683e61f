/** Work on many things of which several are under way at the same time. */

/** Whether work on an item has to wait for all before it, and all after it for that. */
type IsAlone<T> = (item: T) => boolean;

/**
 * Works on items in their order, at most `most` at a time. An error ends it: no other item is begun, and the promise
 * rejects when what is under way has ended.
 */
export async function several<T>(
  items: readonly T[],
  { most, isAlone }: { most: number; isAlone: IsAlone<T> },
  work: (item: T, at: number) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  let failure: { error: unknown } | undefined;
  for (const [at, item] of items.entries()) {
    const alone = isAlone(item);
    while (running.size >= most || (alone && running.size > 0)) await Promise.race(running);
    if (failure) break;
    const one = work(item, at)
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .finally(() => running.delete(one));
    running.add(one);
    if (alone) await one;
  }
  await Promise.all(running);
  if (failure) throw failure.error;
}
