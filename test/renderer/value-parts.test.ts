import { expect, it } from 'vitest';
import { valueParts } from '../../renderer/api/value-parts';

const addressOf = (values: readonly string[]) => encodeURIComponent(JSON.stringify(values)).length;

it('1,000 values are asked about in a few requests that an address has room for', () => {
  const ids = Array.from({ length: 1000 }, (_, n) => `author-${String(n).padStart(5, '0')}`);
  const parts = valueParts(ids);
  expect(parts.flat()).toEqual(ids);
  expect(parts).toHaveLength(4);
  const long = Array.from({ length: 300 }, (_, n) => `${'Ä"\\'.repeat(20)}${n}`);
  expect(valueParts(long).flat()).toEqual(long);
  for (const part of [...parts, ...valueParts(long)]) expect(addressOf(part)).toBeLessThan(6100);
});
