import { describe, expect, it } from 'vitest';
import { ReadBuffers } from '../../../../server/store/disk/read-buffers.js';

const KB = 1024;

describe('buffers for reading', () => {
  it('are used again once they were given back, and not when they were lost', () => {
    const buffers = new ReadBuffers();
    const [one, other] = [buffers.take(), buffers.take()];
    buffers.release(one);
    buffers.discard(other);
    const next = [buffers.take(), buffers.take()];
    // Compared by identity here: a failed comparison would print a megabyte.
    expect([next[0] === one, next[1] === other]).toEqual([true, false]);
  });

  it('are small while very many are in use, and large again afterwards', () => {
    const buffers = new ReadBuffers();
    const taken = Array.from({ length: 300 }, () => buffers.take());
    expect(taken[0]?.length).toBe(1024 * KB);
    expect(taken.at(-1)?.length).toBe(64 * KB);
    expect(taken.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(64 * KB * KB);
    for (const buffer of taken) buffers.release(buffer);
    const again = Array.from({ length: 32 }, () => buffers.take());
    expect(new Set(again.map(({ length }) => length))).toEqual(new Set([1024 * KB]));
  });
});
