import { describe, expect, it } from 'vitest';
import { timesOf } from '../../../../server/content/model/times.js';

const STAMP = { size: 1, mtimeMs: Date.UTC(2024, 4, 6, 7, 8, 9, 10), ino: 1 };
const FILED = '2024-05-06T07:08:09.010Z';

describe('the times of an object', () => {
  it.each([
    ['as Plinth writes them', '2024-01-28T23:59:59.999Z', '2024-01-28T23:59:59.999Z'],
    ['at the end of a month', '2024-01-31T00:00:00.000Z', '2024-01-31T00:00:00.000Z'],
    ['of a leap day', '2024-02-29T00:00:00.000Z', '2024-02-29T00:00:00.000Z'],
    ['with an offset', '2024-01-01T01:00:00+01:00', '2024-01-01T00:00:00.000Z'],
    ['without a zone', '2024-01-01T01:00:00', '2024-01-01T01:00:00.000Z'],
    ['of a whole day', '2024-01-01', '2024-01-01T00:00:00.000Z'],
    ['of a month there is not', '2024-13-01T00:00:00.000Z', FILED],
    ['of an hour there is not', '2024-01-01T25:00:00.000Z', FILED],
    ['beyond all calendars', '9999-05-05T00:00:00.000Z', FILED],
    ['that are words', 'yesterday', FILED],
    ['that are no text', 1_700_000_000_000, FILED],
  ])('are read %s', (_what, stored, read) => {
    expect(timesOf({ id: 'a', created: stored, modified: stored }, STAMP)).toEqual({
      created: read,
      modified: read,
    });
  });

  it('come from "date" and "updated" where a file from elsewhere has those', () => {
    const document = { id: 'a', date: '2020-01-02', updated: '2021-03-04T05:06:07Z' };
    expect(timesOf(document, STAMP)).toEqual({
      created: '2020-01-02T00:00:00.000Z',
      modified: '2021-03-04T05:06:07.000Z',
    });
  });
});
