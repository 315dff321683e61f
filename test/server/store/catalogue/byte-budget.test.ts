import { describe, expect, onTestFinished, test, vi } from 'vitest';
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

  test('has room for what was not asked for in a quarter of it', () => {
    const budget = new ByteBudget(12 * 1100);
    const had = Array.from({ length: 5 }, () => {
      const { hasRoom } = budget;
      budget.keep({ bytes: undefined, used: false }, Buffer.alloc(1000));
      return hasRoom;
    });
    expect(had).toEqual([true, true, true, false, false]);
  });

  test('does not pass again what it has evicted', () => {
    const budget = new ByteBudget(100 * 1100);
    const walks = vi.spyOn(Set.prototype, 'values');
    const loops = vi.spyOn(Set.prototype, Symbol.iterator);
    onTestFinished(() => {
      walks.mockRestore();
      loops.mockRestore();
    });
    for (let count = 0; count < 1000; count += 1) {
      budget.keep({ bytes: undefined, used: false }, Buffer.alloc(1000));
    }
    expect(walks.mock.calls.length + loops.mock.calls.length).toBeLessThan(20);
  });
});
