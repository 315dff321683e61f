/** Which forms are open, across tabs. Without locks (plain HTTP from another machine) none is known to be. */

/** Marks a form as open until the answer is called or the tab is closed. */
export function holdForm(key: string): () => void {
  const waiting = new AbortController();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  navigator.locks?.request(key, { signal: waiting.signal }, () => held).catch(() => undefined);
  return () => {
    waiting.abort();
    release();
  };
}

/** Whether this browser can say which of its windows have which forms open. */
export const canTellOpen = (): boolean => navigator.locks !== undefined;

/** Which of some forms a window of this browser has open. */
export async function openOf(keys: readonly string[]): Promise<string[]> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const names = new Set(held.map(({ name }) => name));
  return keys.filter((key) => names.has(key));
}

/** Calls back once no window has the form open, unless the signal ends the wait. */
export function whenNotOpen(key: string, signal: AbortSignal, then: () => void): void {
  if (navigator.locks === undefined) then();
  else navigator.locks.request(key, { signal }, then).catch(() => undefined);
}
