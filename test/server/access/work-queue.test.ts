import { describe, expect, it } from 'vitest';
import { WorkQueue } from '../../../server/access/work-queue.js';
import { message } from '../../../server/contract/messages/message.js';
import { refusal } from '../../helpers/site.js';

describe('the queue', () => {
  it('runs a few at a time in order, and rejects those who would wait too long', async () => {
    const queue = new WorkQueue({ running: 2, waiting: 1 }, message('signInsBusy'));
    const ends: (() => void)[] = [];
    const begun: number[] = [];
    const work = (n: number) =>
      queue.run(() => {
        begun.push(n);
        return new Promise<void>((resolve) => ends.push(resolve));
      });
    const [first, second, third] = [work(1), work(2), work(3)];
    expect(await refusal(work(4))).toMatchObject({ kind: 'busy' });
    expect(begun).toEqual([1, 2]);
    ends[0]?.();
    await first;
    await Promise.resolve();
    expect(begun).toEqual([1, 2, 3]);
    ends[1]?.();
    ends[2]?.();
    await Promise.all([second, third]);
    expect(await queue.run(async () => 'free')).toBe('free');
  });
});
