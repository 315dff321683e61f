/** When the folders of objects are read for conflict copies, which nothing watches. */
import { afterEach, expect, it, vi } from 'vitest';
import { FileConflicts } from '../../../server/files/file-conflicts.js';
import { makeSite } from '../../helpers/site.js';

afterEach(() => {
  vi.useRealTimers();
});

/** A folder whose readings for copies are counted, and end when they may. */
async function watched() {
  const { site } = await makeSite({ files: {} });
  let reads = 0;
  let gate: Promise<void> = Promise.resolve();
  const fileCopies = async () => {
    reads += 1;
    await gate;
    return [];
  };
  const store = { ...site.store, maintenance: { ...site.store.maintenance, fileCopies } };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.advanceTimersByTime(10_000);
  return {
    conflicts: new FileConflicts({ ...site, store }),
    reads: () => reads,
    /** Holds the next reading; the answer lets it end. */
    hold(): () => void {
      let open = () => {};
      gate = new Promise((resolve) => {
        open = resolve;
      });
      return () => open();
    },
  };
}

it('a request during a reading, which may have passed what it asks for, is followed by another reading', async () => {
  const { conflicts, reads, hold } = await watched();
  const end = hold();
  const first = conflicts.list();
  const second = conflicts.list();
  end();
  await Promise.all([first, second]);
  expect(reads()).toBe(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(reads()).toBe(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reads()).toBe(2);
});

it('a request soon after a reading is followed by another one, also where the timer ends early', async () => {
  const { conflicts, reads } = await watched();
  await conflicts.list();
  await conflicts.list();
  expect(reads()).toBe(1);
  const early = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 995);
  await vi.advanceTimersByTimeAsync(1_000);
  early.mockRestore();
  await vi.advanceTimersByTimeAsync(10);
  expect(reads()).toBe(2);
});
