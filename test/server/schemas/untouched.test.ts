import { expect, it } from 'vitest';
import { atOnce } from '../../../server/async/yielder.js';
import { message } from '../../../server/contract/messages/message.js';
import type { JsonObject } from '../../../server/contract/values.js';
import { oldProblems } from '../../../server/schemas/untouched.js';

/** Each path is looked up by itself: a test that ends in time has no path that reads all items again. */
it('finds the values of 20,000 items that broke a rule before, but for one that was changed', () => {
  const items = (changed?: string): JsonObject =>
    Object.fromEntries(
      Array.from({ length: 20_000 }, (_, n) => [`item${n}`, { code: `item${n}` === changed ? 'b' : 'a' }]),
    );
  const details = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, n) => [`parts.item${n}.code`, [message('invalidValue')]]),
  );
  const before = { document: { parts: items() }, details };
  const now = { document: { parts: items('item7') }, details };
  const old = atOnce(oldProblems(before, now));
  expect(old).toHaveLength(19_999);
  expect(old).not.toContain('parts.item7.code');
});
