import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { saved as savedIn } from '../../../server/client/astro/follow.js';

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

const STORE = '/site/.astro/data-store.json';

it('a store is saved as soon as its changes are over, and once', async () => {
  const { saved, set } = waitingStore();
  void savedIn(new EventEmitter(), () => {
    set('one');
    set('two');
  });
  expect(saved).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(saved).toEqual([['one', 'two']]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saved).toHaveLength(1);
});

it.each([
  ['Astro has noticed that it is saved', ['/site/src/pages/index.astro', `${STORE}.tmp`], STORE],
  ['Astro on Windows has noticed that', [], 'C:\\site\\.astro\\data-store.json'],
])('the next change waits until %s', async (_what, others, store) => {
  const watcher = new EventEmitter();
  const done = vi.fn();
  void savedIn(watcher, () => {}).then(done);
  for (const path of others) watcher.emit('change', path);
  await vi.advanceTimersByTimeAsync(10);
  expect(done).not.toHaveBeenCalled();
  watcher.emit('change', store);
  await vi.advanceTimersByTimeAsync(0);
  expect([done.mock.calls.length, watcher.listenerCount('change'), vi.getTimerCount()]).toEqual([1, 0, 0]);
});

it('the next change does not wait for ever', async () => {
  const done = vi.fn();
  void savedIn(new EventEmitter(), () => {}).then(done);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(done).toHaveBeenCalled();
});

it('other timers keep their time, also after a change that failed', async () => {
  const { saved, set } = waitingStore();
  const { setTimeout: own } = globalThis;
  const watcher = new EventEmitter();
  const failing = savedIn(watcher, () => {
    throw new Error('The store is closed');
  });
  await expect(failing).rejects.toThrow('The store is closed');
  expect([globalThis.setTimeout, watcher.listenerCount('change')]).toEqual([own, 0]);
  set('later');
  await vi.advanceTimersByTimeAsync(499);
  expect(saved).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(saved).toEqual([['later']]);
});

it('what other loaders change until then is saved together, after what failed as well', async () => {
  const { saved, set } = waitingStore();
  const watcher = new EventEmitter();
  const ends: string[] = [];
  const change = (value: string) =>
    savedIn(watcher, () => set(value)).then(
      () => ends.push(value),
      () => ends.push(`not ${value}`),
    );
  void change('one');
  await vi.advanceTimersByTimeAsync(1);
  void change('two');
  void change('three');
  await vi.advanceTimersByTimeAsync(1);
  expect([saved, ends]).toEqual([[['one']], []]);
  watcher.emit('change', STORE);
  await vi.advanceTimersByTimeAsync(1);
  expect([saved.at(-1), ends]).toEqual([['one', 'two', 'three'], ['one']]);
  const failing = savedIn(watcher, () => {
    throw new Error('The store is closed');
  });
  failing.catch(() => ends.push('failed'));
  watcher.emit('change', STORE);
  await vi.advanceTimersByTimeAsync(1);
  void change('four');
  await vi.advanceTimersByTimeAsync(1);
  expect([saved, ends]).toEqual([
    [['one'], ['one', 'two', 'three'], ['one', 'two', 'three', 'four']],
    ['one', 'two', 'three', 'failed'],
  ]);
});
