/** Times between attempts. */

/** Resolves after a time; rejects when the signal aborts. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = setTimeout(done, ms);
    function done() {
      signal?.removeEventListener('abort', stop);
      resolve();
    }
    function stop() {
      clearTimeout(timer);
      reject(signal?.reason);
    }
    signal?.addEventListener('abort', stop, { once: true });
  });

/** Time until attempt `n + 1`, in ms. */
export const backoff = (n: number): number => Math.min(100 * 2 ** n, 10_000);
