import { describe, expect, it } from 'vitest';
import { Locks } from '../../../server/async/locks.js';
import { OwnWrites } from '../../../server/store/disk/own-writes.js';

const MANY = Array.from({ length: 20_000 }, (_key, at) => `blog/p${at}`);

describe('locks of many keys', () => {
  it('are all held during the work, and no other work of one of them runs meanwhile', async () => {
    const locks = new Locks();
    const order: string[] = [];
    const all = locks.runAll(MANY, async () => {
      order.push('all begun');
      await undefined;
      order.push('all done');
    });
    const one = locks.run('blog/p0', async () => order.push('one'));
    await Promise.all([all, one]);
    expect(order).toEqual(['all begun', 'all done', 'one']);
  });

  it('are released when the work fails', async () => {
    const locks = new Locks();
    const failed = locks.runAll(MANY, () => Promise.reject(new Error('no')));
    await expect(failed).rejects.toThrow('no');
    expect(await locks.run('blog/p19999', async () => 'free')).toBe('free');
  });
});

describe('own writes of many files', () => {
  it('are known as such during the work, each as often as it is written', async () => {
    const own = new OwnWrites();
    await own.during('blog/p7', async () => {
      await own.during(MANY, async () => {
        expect([own.isBusy('blog/p0'), own.isBusy('blog/p19999')]).toEqual([true, true]);
      });
      expect([own.isBusy('blog/p0'), own.isBusy('blog/p7')]).toEqual([false, true]);
    });
    expect(own.isBusy('blog/p7')).toBe(false);
  });
});
