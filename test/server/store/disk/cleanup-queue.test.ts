import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Locks } from '../../../../server/async/locks.js';
import { CleanupQueue } from '../../../../server/store/disk/cleanup-queue.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('work the disk did not allow', () => {
  /** Work that fails until `allow` is called, and when it was tried, in s. */
  function makeWork() {
    const tried: number[] = [];
    let allowed = false;
    const work = async () => {
      tried.push(performance.now() / 1000);
      if (!allowed) throw new Error('No room');
    };
    const allow = () => {
      allowed = true;
    };
    return { tried, work, allow };
  }

  it('is tried again after a second, then after twice as long each time, at most half a minute', async () => {
    const queue = new CleanupQueue({ locks: new Locks(), log: () => {} });
    const { tried, work, allow } = makeWork();
    const start = performance.now() / 1000;
    queue.add('a', work);
    await vi.advanceTimersByTimeAsync(100_000);
    expect(tried.map((at) => at - start)).toEqual([1, 3, 7, 15, 31, 61, 91]);
    allow();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(tried).toHaveLength(8);
    expect(await queue.attempt('a')).toBe(true);
    queue.close();
  });

  it('does not wait for work that has failed often', async () => {
    const queue = new CleanupQueue({ locks: new Locks(), log: () => {} });
    const [old, fresh] = [makeWork(), makeWork()];
    queue.add('old', old.work);
    await vi.advanceTimersByTimeAsync(40_000);
    fresh.allow();
    queue.add('fresh', fresh.work);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(fresh.tried).toHaveLength(1);
    queue.close();
  });

  it('is tried also where other work is added all the time', async () => {
    const queue = new CleanupQueue({ locks: new Locks(), log: () => {} });
    const { tried, work } = makeWork();
    queue.add('a', work);
    for (let n = 0; n < 50; n += 1) {
      queue.add(`other ${n}`, async () => {});
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(tried.length).toBeGreaterThan(2);
    queue.close();
  });
});
