/** Keeping the unsaved changes of a form: in the browser's storage until the server has it. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../renderer/api/client';
import { Keeper, type KeeperPort } from '../../renderer/unsaved/keeper';

function storage(isFull = () => false) {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (isFull()) throw new DOMException('full', 'QuotaExceededError');
      items.set(key, value);
    },
    removeItem: (key: string) => void items.delete(key),
    key: (at: number) => [...items.keys()][at] ?? null,
    get length() {
      return items.size;
    },
  };
}

/** A server that records what it is sent; `answer` may hold or reject. */
function server(answer: () => Promise<void> = async () => undefined) {
  const sent: [version: number, title: unknown][] = [];
  const port: KeeperPort = {
    async keep(_id, { version, edits }) {
      sent.push([version, edits.title]);
      await answer();
    },
    async discard() {
      sent.push([0, undefined]);
      await answer();
    },
  };
  return { sent, port };
}

function opened(port: KeeperPort, store = storage(), isWatched = false) {
  const form = { title: '' };
  const keeper = new Keeper({
    form: 'form-1234',
    port,
    storage: store,
    isWatched: () => isWatched,
    read: () =>
      form.title === ''
        ? undefined
        : {
            collection: 'posts',
            object: 'first',
            title: form.title,
            entry: { edits: { title: form.title }, base: { title: 'Before' }, problems: {}, etag: 'v1' },
            key: 'k',
          },
  });
  const type = (title: string) => {
    form.title = title;
    keeper.changed(title === '');
  };
  return { keeper, type, store };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('sends what was typed after a pause, and at least every 800 ms while typing goes on', async () => {
  const { sent, port } = server();
  const { type } = opened(port);
  for (let n = 0; n < 20; n += 1) {
    type(`word ${n}`);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(sent.length).toBeGreaterThanOrEqual(2);
  await vi.advanceTimersByTimeAsync(400);
  expect(sent.at(-1)?.[1]).toBe('word 19');
});

it('sends it within 150 ms of a pause, and every 600 ms, while a preview shows it', async () => {
  const { sent, port } = server();
  const { type } = opened(port, undefined, true);
  type('first');
  await vi.advanceTimersByTimeAsync(149);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent.map(([, title]) => title)).toEqual(['first']);
  for (let n = 0; n < 30; n += 1) {
    type(`word ${n}`);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(sent).toHaveLength(6);
});

it('holds a version in the browser until the server has it', async () => {
  let release = () => {};
  const { port } = server(
    () =>
      new Promise<void>((resolve) => {
        release = resolve;
      }),
  );
  const { type, store } = opened(port);
  type('Sea');
  await vi.advanceTimersByTimeAsync(400);
  expect(store.items.get('k')).toContain('Sea');
  release();
  await vi.advanceTimersByTimeAsync(0);
  expect(store.items.size).toBe(0);
});

it('sends what was typed while an earlier version was on its way, one at a time', async () => {
  const releases: (() => void)[] = [];
  const { sent, port } = server(() => new Promise<void>((resolve) => void releases.push(resolve)));
  const { type, store } = opened(port);
  for (const title of ['a', 'ab', 'abc']) {
    type(title);
    await vi.advanceTimersByTimeAsync(400);
  }
  expect(sent).toEqual([[1, 'a']]);
  releases.shift()?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([
    [1, 'a'],
    [3, 'abc'],
  ]);
  expect(store.items.get('k')).toContain('abc');
});

it('tries again until the server answers, with the latest version', async () => {
  let isDown = true;
  const { sent, port } = server(async () => {
    if (isDown) throw new ApiError(0, 'unreachable');
  });
  const { keeper, type, store } = opened(port);
  type('first');
  await vi.advanceTimersByTimeAsync(400);
  expect(keeper.place).toMatchObject({ kept: 'browser', unreachable: true });
  type('second');
  await vi.advanceTimersByTimeAsync(400);
  isDown = false;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(sent.at(-1)).toEqual([2, 'second']);
  expect([keeper.place.kept, store.items.size]).toEqual(['server', 0]);
});

it('does not repeat what the server rejects, and tells where the changes are', async () => {
  const { sent, port } = server(async () => {
    throw new ApiError(413, 'too large');
  });
  const { keeper, type } = opened(port);
  type('first');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(1);
  expect(keeper.place).toEqual({ kept: 'browser', reason: 'too large', unreachable: false });
});

it('says that only the page has the changes when the browser has no room either', async () => {
  const { port } = server(async () => {
    throw new ApiError(507, 'no room');
  });
  const { keeper, type } = opened(
    port,
    storage(() => true),
  );
  type('first');
  await vi.advanceTimersByTimeAsync(400);
  expect(keeper.place).toMatchObject({ kept: 'page', reason: 'no room' });
  expect(await keeper.flush()).toBe(false);
});

it('discards what was saved, at once, and nothing that was never kept', async () => {
  const { sent, port } = server();
  const { type, store } = opened(port);
  type('');
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([]);
  type('Sea');
  await vi.advanceTimersByTimeAsync(400);
  type('');
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([
    [1, 'Sea'],
    [0, undefined],
  ]);
  expect(store.items.size).toBe(0);
});
