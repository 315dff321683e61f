import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { savedAtOnce } from '../../../server/client/astro/follow.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A store that is saved 500 ms after its last change, as that of Astro is. */
function waitingStore() {
  const saved: string[][] = [];
  const values: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const set = (value: string) => {
    values.push(value);
    clearTimeout(timer);
    timer = setTimeout(() => saved.push([...values]), 500);
  };
  return { saved, set };
}

it('a store is saved as soon as its changes are over, and once', async () => {
  const { saved, set } = waitingStore();
  savedAtOnce(() => {
    set('one');
    set('two');
  });
  expect(saved).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(saved).toEqual([['one', 'two']]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saved).toHaveLength(1);
});

it('other timers keep their time, also after a change that failed', async () => {
  const { saved, set } = waitingStore();
  const { setTimeout: own } = globalThis;
  expect(() =>
    savedAtOnce(() => {
      throw new Error('The store is closed');
    }),
  ).toThrow('The store is closed');
  expect(globalThis.setTimeout).toBe(own);
  set('later');
  await vi.advanceTimersByTimeAsync(499);
  expect(saved).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(saved).toEqual([['later']]);
});
