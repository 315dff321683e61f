/** Searches of the whole folder, which those who ask at the same time share. */
import { expect, it } from 'vitest';
import { RecentSearch } from '../../../../server/content/core/recent-search.js';
import type { Looking } from '../../../../server/content/core/walk.js';

it('begins again for one who asks while a search that all have left still ends', async () => {
  const begun: Looking[] = [];
  const end: ((error?: Error) => void)[] = [];
  const search = new RecentSearch(
    () => 0,
    (looking) => {
      begun.push(looking);
      return new Promise<number>((resolve, reject) => {
        const number = begun.length;
        end.push((error) => (error ? reject(error) : resolve(number)));
      });
    },
  );
  const leaving = new AbortController();
  const first = search.found({ signal: leaving.signal });
  leaving.abort(new Error('left'));
  await expect(first).rejects.toThrow('left');
  expect(begun[0]?.signal?.aborted).toBe(true);
  const second = search.found();
  end[0]?.(new Error('left'));
  await expect.poll(() => begun.length).toBe(2);
  end[1]?.();
  expect(await second).toBe(2);
  expect(await search.found()).toBe(2);
});
