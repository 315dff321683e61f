import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { REVISION_BYTES } from '../../../../server/store/history/revision.js';
import { RevisionTable } from '../../../../server/store/history/revision-table.js';

const COUNT = 20_000;
const revision = (at: number) => createHash('sha256').update(String(at)).digest().subarray(0, REVISION_BYTES);
const place = (at: number) => ({ pack: at % 700, offset: at * 10_000_000 });

it('finds the place of each of many revisions, the last one of a revision that has moved, and no others', () => {
  const table = new RevisionTable();
  for (let at = 0; at < COUNT; at += 1) table.set(revision(at), place(at));
  for (let at = 0; at < COUNT; at += 3) table.set(revision(at), place(at + 1));
  for (let at = 0; at < COUNT; at += 1) {
    expect(table.get(revision(at))).toEqual(place(at % 3 === 0 ? at + 1 : at));
  }
  expect(table.get(revision(COUNT))).toBeUndefined();
  table.clear();
  expect(table.get(revision(1))).toBeUndefined();
});
