import { expect, it } from 'vitest';
import { byPart, partOf } from '../../../../server/store/history/path-index.js';

it('lets requests be answered while many paths are sorted into parts', async () => {
  const paths = Array.from({ length: 60_000 }, (_, at) => `notes/note-${at}.json`);
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const parts = await byPart(paths);
  isDone = true;
  expect(turns).toBeGreaterThan(3);
  expect([...parts.values()].flat()).toHaveLength(paths.length);
  for (const [part, [first = '']] of parts) expect(partOf(first)).toBe(part);
});
