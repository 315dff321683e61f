import { describe, expect, it } from 'vitest';
import { findByParams } from '../../../../server/content/reading/find-rows.js';
import { CollectionQueries } from '../../../../server/content/search/collection-queries.js';
import { SelectionBudget, Selections } from '../../../../server/content/search/selections.js';
import { makeWalks } from '../walks.js';

const selection = (rows: number) => ({ numbers: new Uint32Array(rows), total: rows });

describe('selections of many collections', () => {
  it('together keep within one budget, those used last', () => {
    const budget = new SelectionBudget(10_000);
    const [one, other] = [new Selections(budget), new Selections(budget)];
    one.set('a', 1, selection(1000));
    other.set('a', 5, selection(1000));
    expect([one.get('a', 1)?.total, other.get('a', 5)?.total]).toEqual([1000, 1000]);
    one.get('a', 1);
    other.set('b', 5, selection(1000));
    expect([one.get('a', 1)?.total, other.get('a', 5), other.get('b', 5)?.total]).toEqual([
      1000,
      undefined,
      1000,
    ]);
    expect(budget.bytes).toBeLessThanOrEqual(10_000);
  });

  it('leave no bytes behind when they are replaced, when the collection changes, and when all are dropped', () => {
    const budget = new SelectionBudget(10_000);
    const kept = new Selections(budget);
    kept.set('a', 1, selection(500));
    const { bytes } = budget;
    kept.set('a', 1, selection(500));
    expect([budget.bytes, kept.get('a', 1)?.total]).toEqual([bytes, 500]);
    expect([kept.get('a', 2), budget.bytes]).toEqual([undefined, 0]);
    kept.set('b', 2, selection(500));
    kept.clear();
    expect([kept.get('b', 2), budget.bytes]).toEqual([undefined, 0]);
  });

  it('are not kept where one is larger than all may be', () => {
    const budget = new SelectionBudget(1000);
    const kept = new Selections(budget);
    kept.set('a', 1, selection(1000));
    expect([kept.get('a', 1), budget.bytes]).toEqual([undefined, 0]);
  });

  it('are the same rows whether all are kept, few or none', async () => {
    const objects = Array.from({ length: 300 }, (_, n) => ({ id: `n${n}`, note: `note ${n % 7}` }));
    const { site } = await makeWalks({ objects: { notes: objects } });
    const words = ['1', '2', '3', '1', '2', '3'].map((n) => ({ include: `note:note ${n}`, sort: '-id' }));
    const answers: string[] = [];
    for (const limit of [1_000_000, 1000, 1]) {
      const selections = new SelectionBudget(limit);
      const queries = new CollectionQueries({}, selections);
      for (const asked of words) {
        const { rows } = await findByParams({ ...site, queries }, 'notes', asked);
        answers.push(rows.map(({ id }) => id).join());
        expect(selections.bytes).toBeLessThanOrEqual(limit);
      }
      queries.close();
      expect(selections.bytes).toBe(0);
    }
    expect(new Set(answers).size).toBe(3);
    expect(answers[0]?.split(',')).toHaveLength(43);
  });
});
