/** What a cancelled import leaves behind. */
import { expect, it } from 'vitest';
import { afterCancelling } from '../../renderer/pages/transfer/after-cancelling';
import type { ImportAnswer } from '../../server/contract/transfer.js';

const answer = (created: number, updated = 0): ImportAnswer => ({
  dryRun: true,
  import_count: created + updated,
  created,
  updated,
  same: 0,
  skipped: 0,
  failed: 0,
  rows: [],
  errors: [],
});

it.each<[string, number[], number, boolean]>([
  ['nothing was written', [9], 9, true],
  ['it is being taken back', [4, 4, 6, 9], 9, true],
  ['it was over sooner', [0, 0, 0], 0, false],
  ['taking back came to an end too soon', [4, 6, 6, 6], 6, false],
])('%s', async (_case, created, left, nothing) => {
  const answers = created.map((count) => answer(count));
  const check = async () => answers.shift() ?? Promise.reject(new Error('looked once too often'));
  const found = await afterCancelling(answer(9), check, async () => undefined);
  expect(found).toMatchObject({ nothing, answer: { created: left } });
  expect(answers).toEqual([]);
});
