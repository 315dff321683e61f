/** Which drafts are open in a form, across tabs. Without locks (plain HTTP from another machine) none is known to be. */

/** Marks a draft as open until the answer is called or the tab is closed. */
export function holdDraft(key: string): () => void {
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

/** Calls back once no form has the draft open, unless the signal ends the wait. */
export function whenNotOpen(key: string, signal: AbortSignal, then: () => void): void {
  if (navigator.locks === undefined) then();
  else navigator.locks.request(key, { signal }, then).catch(() => undefined);
}
