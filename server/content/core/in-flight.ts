/** Work on a stream of items, several at a time. */
import { Yielder } from '../../async/yielder.js';

/** Writes that wait for the disk together; more gains nothing on any disk measured. */
const IN_FLIGHT = 16;

/**
 * Runs `work` on every item, at most 16 at a time, taking items in order. When one throws, no further item is
 * taken, the running ones are waited for, and the first error is thrown.
 */
export async function inFlight<T>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  const faults: unknown[] = [];
  const yielder = new Yielder();
  try {
    for await (const item of items) {
      const run: Promise<void> = work(item)
        .catch((error: unknown) => void faults.push(error))
        .finally(() => running.delete(run));
      running.add(run);
      if (running.size >= IN_FLIGHT) await Promise.race(running);
      if (faults.length > 0) break;
      // Work without awaits would keep requests waiting.
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    }
  } finally {
    await Promise.all(running);
  }
  if (faults.length > 0) throw faults[0];
}
