/** When addresses that show the preview end, whatever happens to the clock, the disk and the record. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { PreviewRecord } from '../../../server/preview/previews.js';
import { PreviewShares } from '../../../server/sites/preview-shares.js';

const HOUR = 3_600_000;
const START = Date.parse('2026-06-01T10:00:00.000Z');
const NEW = { site: 'site', sets: ['draft'], unsaved: false, by: { id: 'owner', name: 'Owner' }, hours: 24 };

function sharing(value: PreviewRecord = { folders: {} }) {
  const world = { now: START, elapsed: 0, changes: 0, mayShare: true, hasSite: true, isFull: false };
  const open = () =>
    new PreviewShares({
      record: {
        read: () => value,
        update: async (change) => {
          if (world.isFull) throw new Error('No space left');
          await change(value);
        },
      },
      root: '/content',
      now: () => new Date(world.now),
      elapsed: () => world.elapsed,
      mayShare: () => world.mayShare,
      hasSite: () => world.hasSite,
      changed: () => {
        world.changes += 1;
      },
      log: () => undefined,
    });
  return { world, value, open, shares: open() };
}

describe('an address that shows the preview', () => {
  it('is found by its token, of which the record has a hash', async () => {
    const { shares, value, open, world } = sharing();
    const { share, token } = await shares.add(NEW);
    expect(share).toMatchObject({ at: '2026-06-01T10:00:00.000Z', until: '2026-06-02T10:00:00.000Z' });
    expect(shares.find(token)).toEqual(share);
    expect(open().find(token)).toEqual(share);
    for (const other of [share.hash, '', `${token} `]) expect(shares.find(other)).toBeUndefined();
    expect(JSON.stringify(value)).not.toContain(token);
    expect([shares.endsIn(share), world.changes]).toEqual([24 * HOUR, 1]);
  });

  it.each<[string, Partial<{ now: number; elapsed: number }>, boolean]>([
    ['a moment before its end', { now: START + 24 * HOUR - 1, elapsed: 24 * HOUR - 1 }, true],
    ['at its end', { now: START + 24 * HOUR, elapsed: 24 * HOUR }, false],
    ['when the clock was set forward', { now: START + 24 * HOUR, elapsed: 5 }, false],
    ['when the clock was set back and its time has passed', { now: START, elapsed: 24 * HOUR }, false],
    ['when the clock was set back a little', { now: START - 60_000, elapsed: 5 }, true],
    ['when the clock was set back before it was made', { now: START - HOUR, elapsed: 5 }, false],
    ['when the clock has no time', { now: Number.NaN, elapsed: 5 }, false],
  ])('is valid or not %s, and stays so', async (_when, change, isValid) => {
    const { shares, world, value, open } = sharing();
    const { token } = await shares.add(NEW);
    Object.assign(world, change);
    expect(shares.find(token) !== undefined).toBe(isValid);
    await Promise.resolve();
    // It does not come back with the clock, in this process or the next one.
    Object.assign(world, { now: START + 1, elapsed: 1 });
    expect(shares.find(token) !== undefined).toBe(isValid);
    expect(open().find(token) !== undefined).toBe(isValid);
    expect(value.shares?.['/content']).toHaveLength(isValid ? 1 : 0);
  });

  it.each(['mayShare', 'hasSite'] as const)('ends, and is told once, when there is no %s', async (what) => {
    const { shares, world } = sharing();
    const { token } = await shares.add(NEW);
    world[what] = false;
    expect([shares.find(token), shares.find(token), world.changes]).toEqual([undefined, undefined, 2]);
    world[what] = true;
    expect(shares.list()).toEqual([]);
  });

  it('that is ended while nothing can be saved has ended all the same, and says that it was not saved', async () => {
    const { shares, world } = sharing();
    const { share, token } = await shares.add(NEW);
    world.isFull = true;
    await expect(shares.end(share.id)).rejects.toThrow('No space left');
    world.isFull = false;
    expect(shares.find(token)).toBeUndefined();
  });

  it('is none when it could not be saved', async () => {
    const { shares, world } = sharing();
    world.isFull = true;
    await expect(shares.add(NEW)).rejects.toThrow('No space left');
    expect([shares.list(), world.changes]).toEqual([[], 0]);
  });

  it.each<[string, unknown]>([
    ['nothing', null],
    ['a text', 'x'],
    ['a list of others', [null, 5, {}, { sets: 'draft' }, { sets: [5], by: null }]],
  ])('is none where the record has %s', (_what, stored) => {
    expect(sharing({ folders: {}, shares: { '/content': stored as never } }).shares.list()).toEqual([]);
  });

  it('ends without a request: at its time, and when the right is gone, and not once it is closed', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { shares, world } = sharing();
    await shares.add({ ...NEW, hours: 1 });
    await shares.add(NEW);
    const pass = async (ms: number) => {
      world.now += ms;
      world.elapsed += ms;
      await vi.advanceTimersByTimeAsync(ms);
    };
    await pass(HOUR - 60_000);
    expect(world.changes).toBe(2);
    await pass(60_000);
    await pass(2);
    expect([world.changes, shares.list().length]).toEqual([3, 1]);
    world.mayShare = false;
    await pass(60_000);
    expect(world.changes).toBe(4);
    shares.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});
