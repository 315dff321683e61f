import { describe, expect, test } from 'vitest';
import { ByteBudget } from '../../../../server/store/catalogue/byte-budget.js';

describe('the byte budget', () => {
  test('evicts what was not used recently and stays within its limit', () => {
    const budget = new ByteBudget(10 * 1100);
    const holders = Array.from({ length: 30 }, () => ({
      bytes: undefined as Buffer | undefined,
      used: false,
    }));
    const hot = holders[0];
    for (const holder of holders) {
      budget.keep(holder, Buffer.alloc(1000));
      if (hot) hot.used = true;
    }
    expect(holders.filter((holder) => holder.bytes).length).toBe(10);
    expect(hot?.bytes).toBeDefined();
    expect(holders[29]?.bytes).toBeDefined();
    expect(holders[5]?.bytes).toBeUndefined();
  });

  test('keeps one answer that is larger than all of it', () => {
    const budget = new ByteBudget(10);
    const small = { bytes: undefined as Buffer | undefined, used: false };
    const large = { bytes: undefined as Buffer | undefined, used: false };
    budget.keep(small, Buffer.alloc(1));
    budget.keep(large, Buffer.alloc(1000));
    expect(small.bytes).toBeUndefined();
    expect(large.bytes).toBeDefined();
  });
});
