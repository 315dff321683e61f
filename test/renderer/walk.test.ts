/** The walk through a list as it was shown. */
import { describe, expect, it } from 'vitest';
import { stopsBeside, walkOf } from '../../renderer/lists/walk';

describe('the stops beside an object', () => {
  const rows = ['a', 'b', 'c', 'd'];
  const idAt = (row: number) => rows[row];
  const around = [0, 3] as const;

  it.each([
    ['at its row', 'b', 1, { at: 1, previous: { row: 0, id: 'a' }, next: { row: 2, id: 'c' } }],
    ['first of all', 'a', 0, { at: 0, previous: undefined, next: { row: 1, id: 'b' } }],
    ['last of all', 'd', 3, { at: 3, previous: { row: 2, id: 'c' }, next: undefined }],
    ['moved within the list', 'd', 0, { at: 3, previous: { row: 2, id: 'c' }, next: undefined }],
    [
      'gone from the view',
      'x',
      2,
      { at: undefined, previous: { row: 1, id: 'b' }, next: { row: 2, id: 'c' } },
    ],
  ])('%s', (_case, id, row, stops) => {
    expect(stopsBeside(id, row, { idAt, around })).toEqual(stops);
  });
});

describe('what the history says of a walk', () => {
  const view = { sort: 'title', order: 'asc', search: 'sea', include: 'tags:a', exclude: undefined };

  it('is read back as it was written', () => {
    const group = { property: 'state', order: 'asc', options: true };
    const walk = { view: { ...view, group }, search: '?q=sea', row: 4, from: 'k1' };
    expect(walkOf({ walk })).toEqual(walk);
  });

  it.each([
    ['nothing', null],
    ['something else', { stay: true }],
    ['no view', { walk: { row: 1 } }],
    ['no row', { walk: { view: {} } }],
    ['half a row', { walk: { view: {}, row: 0.5 } }],
  ])('is no walk when it is %s', (_case, state) => {
    expect(walkOf(state)).toBeUndefined();
  });

  it('keeps only words of a view', () => {
    expect(walkOf({ walk: { view: { sort: 1, order: 'up', search: ['x'] }, row: -3, search: 5 } })).toEqual({
      view: { sort: undefined, order: undefined, search: undefined, include: undefined, exclude: undefined },
      search: '',
      row: 0,
    });
  });
});
