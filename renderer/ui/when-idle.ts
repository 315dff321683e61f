/** Runs something when the page has nothing else to do. The answer cancels it. */
export function whenIdle(run: (hasTime: () => boolean) => void): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(() => {
      const until = performance.now() + 8;
      run(() => performance.now() < until);
    });
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback((deadline) => run(() => deadline.timeRemaining() > 2));
  return () => cancelIdleCallback(request);
}
