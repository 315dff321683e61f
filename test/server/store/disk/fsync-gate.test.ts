import { describe, expect, test } from 'vitest';
import { FsyncGate } from '../../../../server/store/disk/fsync-gate.js';

/** A sync that ends when it is told to. */
function held() {
  let end = (_error?: Error) => {};
  const sync = new Promise<void>((resolve, reject) => {
    end = (error) => (error ? reject(error) : resolve());
  });
  return { sync, end };
}

describe('a step', () => {
  test('is made at once while nothing is being synced', () => {
    const made: string[] = [];
    void new FsyncGate().runWhenIdle(() => made.push('a'));
    expect(made).toEqual(['a']);
  });

  test('waits for every sync, also for one that fails, and is then made before anything else happens', async () => {
    const quiet = new FsyncGate();
    const made: string[] = [];
    const [one, other] = [held(), held()];
    const first = quiet.whileSyncing(one.sync);
    const second = quiet.whileSyncing(other.sync).catch(() => made.push('failed'));
    const steps = [quiet.runWhenIdle(() => made.push('a')), quiet.runWhenIdle(() => made.push('b'))];
    one.end();
    await first;
    expect(made).toEqual([]);
    other.end(new Error('EIO'));
    await Promise.all([second, ...steps]);
    expect(made).toEqual(['a', 'b', 'failed']);
  });

  test('is made in the end however many wait, even when those before it fail and start no sync', async () => {
    const quiet = new FsyncGate();
    const { sync, end } = held();
    const running = quiet.whileSyncing(sync);
    const steps = Array.from({ length: 300 }, (_, number) =>
      quiet.runWhenIdle(() => {
        if (number < 299) throw new Error('ENOSPC');
        return number;
      }),
    );
    const ends = Promise.allSettled(steps);
    end();
    await running;
    expect((await ends).map(({ status }) => status)).toEqual([...Array(299).fill('rejected'), 'fulfilled']);
  });

  test('that fails is only its own', async () => {
    const quiet = new FsyncGate();
    const { sync, end } = held();
    const running = quiet.whileSyncing(sync);
    const failing = quiet.runWhenIdle(() => {
      throw new Error('ENOSPC');
    });
    const other = quiet.runWhenIdle(() => 'made');
    end();
    await running;
    await expect(failing).rejects.toThrow('ENOSPC');
    expect(await other).toBe('made');
  });

  test('that takes long tells for a while that others disturb the disk', async () => {
    let now = 0;
    const quiet = new FsyncGate(() => now);
    const step = (ms: number) =>
      quiet.runWhenIdle(() => {
        now += ms;
      });
    await step(1);
    expect(quiet.slowDisk).toBe(false);
    await step(20);
    expect(quiet.slowDisk).toBe(true);
    now += 900;
    expect(quiet.slowDisk).toBe(true);
    now += 200;
    expect(quiet.slowDisk).toBe(false);
  });
});
