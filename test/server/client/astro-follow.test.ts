import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { saved, startFollowing } from '../../../server/client/astro/follow.js';

/** What the files of stores hold, by path. */
const disk = vi.hoisted(() => new Map<string, string>());
vi.mock('node:fs/promises', () => ({
  readFile: async (path: string) => Buffer.from(disk.get(path) ?? ''),
}));

beforeEach(() => {
  vi.useFakeTimers();
  disk.clear();
});
afterEach(() => void vi.useRealTimers());

/**
 * A store that is saved 500 ms after its last change, and its file with a watcher, as in Astro: of two saves at the same
 * time the older one stays, and of two changes within 50 ms the first one is reported. `writing`: ms that a save takes;
 * `lost`: reports of the watcher that are lost.
 */
function astro({ path = '/site/.astro/data-store.json', writing = 5, lost = 0 } = {}) {
  const watcher = new EventEmitter();
  const values: string[] = [];
  /** What pages show after each report. */
  const shown: string[][] = [];
  const contents = () => (disk.get(path) ?? '').split('\n').filter((line) => !line.startsWith('mark'));
  let mark = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWriting = false;
  let reported = Number.NEGATIVE_INFINITY;
  let toLose = lost;
  let writes = 0;
  const report = () => {
    if (Date.now() - reported < 50) return;
    toLose -= 1;
    if (toLose >= 0) return;
    reported = Date.now();
    shown.push(contents());
    watcher.emit('change', path);
  };
  const write = () => {
    const text = [...values, `mark ${mark}`].join('\n');
    if (isWriting || disk.get(path) === text) return;
    writes += 1;
    isWriting = true;
    setTimeout(() => {
      isWriting = false;
      disk.set(path, text);
      report();
    }, writing);
  };
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(write, 500);
  };
  const set = (value: string) => {
    values.push(value);
    changed();
  };
  const meta = {
    get: () => mark,
    set(_key: string, value: string) {
      mark = value;
      changed();
    },
  };
  return {
    watcher,
    meta,
    set,
    report,
    shown,
    writes: () => writes,
    reports: () => watcher.listenerCount('change'),
  };
}

it('a store is saved as soon as its changes are over, and once', async () => {
  const site = astro();
  const done = vi.fn();
  void saved(site, () => {
    site.set('one');
    site.set('two');
  }).then(done);
  await vi.advanceTimersByTimeAsync(4);
  expect([site.shown, done.mock.calls.length]).toEqual([[], 0]);
  await vi.advanceTimersByTimeAsync(5);
  expect([site.shown, done.mock.calls.length]).toEqual([[['one', 'two']], 1]);
  await vi.runAllTimersAsync();
  expect([site.writes(), site.reports()]).toEqual([1, 0]);
});

it.each([
  ['one after another', { writing: 5 }],
  ['on a slow disk', { writing: 1_800 }],
  ['after reports that were lost', { lost: 2 }],
  ['on a slow disk, after a report that was lost', { writing: 1_200, lost: 1 }],
  ['on Windows', { path: 'C:\\site\\.astro\\data-store.json' }],
])('pages show the last of many changes that are saved %s', async (_how, options) => {
  const site = astro(options);
  for (const value of ['one', 'two', 'three']) {
    const save = saved(site, () => site.set(value));
    await vi.advanceTimersByTimeAsync(20_000);
    await save;
    expect(site.shown.at(-1)?.at(-1)).toBe(value);
  }
});

it.each([1, 5, 20, 45, 60, 120])(
  'pages show the last of changes that each follow the report of the one before, where a save takes %i ms',
  async (writing) => {
    const site = astro({ writing });
    const all = (async () => {
      for (const value of ['one', 'two', 'three', 'four']) await saved(site, () => site.set(value));
    })();
    await vi.runAllTimersAsync();
    await all;
    expect([site.shown, site.writes()]).toEqual([
      [['one'], ['one', 'two'], ['one', 'two', 'three'], ['one', 'two', 'three', 'four']],
      4,
    ]);
  },
);

it('reports of other files, and of the save before, do not end a save', async () => {
  const site = astro({ writing: 200 });
  const done = vi.fn();
  void saved(site, () => site.set('one')).then(done);
  await vi.advanceTimersByTimeAsync(100);
  for (const path of ['/site/src/pages/index.astro', '/site/.astro/data-store.json.tmp']) {
    site.watcher.emit('change', path);
  }
  site.report();
  await vi.advanceTimersByTimeAsync(50);
  expect(done).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(100);
  expect(done).toHaveBeenCalled();
});

it('a store that is not saved is an error after a minute, and the next change is tried again', async () => {
  const site = astro({ lost: 6 });
  const failing = expect(saved(site, () => site.set('one'))).rejects.toThrow('Astro has not saved its store');
  await vi.advanceTimersByTimeAsync(63_000);
  await failing;
  const next = saved(site, () => site.set('two'));
  await vi.runAllTimersAsync();
  await next;
  expect([site.shown, site.reports()]).toEqual([[['one', 'two']], 0]);
});

it('what is changed after a load waits until Astro has saved what was loaded', async () => {
  const site = astro();
  startFollowing(site.watcher, 'posts');
  const done = vi.fn();
  void saved(site, () => site.set('one')).then(done);
  await vi.advanceTimersByTimeAsync(990);
  expect([site.writes(), done.mock.calls.length]).toEqual([0, 0]);
  await vi.advanceTimersByTimeAsync(20);
  expect([site.writes(), done.mock.calls.length]).toEqual([1, 1]);
});

it('other timers keep their time, also after a change that failed', async () => {
  const site = astro();
  const { setTimeout: own } = globalThis;
  const failing = saved(site, () => {
    throw new Error('The store is closed');
  });
  await expect(failing).rejects.toThrow('The store is closed');
  expect([globalThis.setTimeout, site.reports()]).toEqual([own, 0]);
  site.set('later');
  await vi.advanceTimersByTimeAsync(499);
  expect(site.writes()).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(site.writes()).toBe(1);
});

it('what other loaders change until then is saved together, after what failed as well', async () => {
  const site = astro({ writing: 200 });
  const ends: string[] = [];
  const change = (value: string, run = () => site.set(value)) =>
    saved(site, run).then(
      () => ends.push(value),
      () => ends.push(`not ${value}`),
    );
  void change('one');
  await vi.advanceTimersByTimeAsync(100);
  void change('two');
  void change('three');
  await vi.runAllTimersAsync();
  expect([site.shown, ends]).toEqual([
    [['one'], ['one', 'two', 'three']],
    ['one', 'two', 'three'],
  ]);
  void change('four', () => {
    throw new Error('The store is closed');
  });
  await vi.advanceTimersByTimeAsync(1);
  void change('five');
  await vi.runAllTimersAsync();
  expect([site.shown.at(-1), ends]).toEqual([
    ['one', 'two', 'three', 'five'],
    ['one', 'two', 'three', 'not four', 'five'],
  ]);
});
