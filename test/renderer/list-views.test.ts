import { describe, expect, it } from 'vitest';
import type { SavedView } from '#contract/views';
import { chosenColumns, type ListColumn, movedColumn } from '../../renderer/lists/columns.ts';
import {
  changedParams,
  isEdited,
  partIn,
  shownView,
  viewBody,
} from '../../renderer/pages/objects/views/view-address.ts';

const drafts: SavedView = {
  id: 'drafts',
  name: 'Drafts',
  search: 'boat',
  include: 'draft:true',
  sort: 'title:asc',
  columns: ['title', 'draft'],
};
const all = [drafts, { id: 'plain', name: 'Plain' }];
const params = (text: string) => new URLSearchParams(text);

describe('the address of a list', () => {
  it.each([
    ['', null, undefined],
    ['', 'drafts', 'drafts'],
    ['view=', 'drafts', undefined],
    ['view=plain', 'drafts', 'plain'],
    ['view=gone', 'drafts', undefined],
    ['q=words', 'drafts', undefined],
    ['sort=title&order=asc', 'drafts', undefined],
    ['foreign=1', 'drafts', 'drafts'],
  ])('"%s" with the default %s shows the view %s', (text, opens, id) => {
    expect(shownView(params(text), all, opens)?.id).toBe(id);
  });

  it.each([
    ['view=drafts', 'q', 'boat'],
    ['view=drafts&q=', 'q', ''],
    ['view=drafts&q=ship', 'q', 'ship'],
    ['view=drafts', 'sort', 'title:asc'],
    ['view=drafts&sort=date&order=asc', 'sort', 'date:asc'],
    ['view=drafts&sort=date', 'sort', 'date:desc'],
    ['view=drafts&include=a&include=b', 'include', 'a,b'],
    ['view=drafts', 'columns', 'title,draft'],
  ] as const)('%s says of "%s": "%s"', (text, part, value) => {
    expect(partIn(params(text), drafts, part)).toBe(value);
  });

  it.each([
    // What the address says where a saved view is shown.
    ['view=drafts', { q: 'ship' }, 'view=drafts&q=ship'],
    ['view=drafts&q=ship', { q: 'boat' }, 'view=drafts'],
    ['view=drafts', { q: '' }, 'view=drafts&q='],
    ['view=drafts', { sort: 'date:desc' }, 'view=drafts&sort=date&order=desc'],
    ['view=drafts&sort=date&order=desc', { sort: 'title:asc' }, 'view=drafts'],
    ['view=drafts&foreign=1', { include: 'x' }, 'view=drafts&foreign=1&include=x'],
    ['', { columns: 'id' }, 'view=drafts&columns=id'],
    ['view=drafts', { layout: 'board', by: 'state' }, 'view=drafts&layout=board&by=state'],
    ['view=drafts&layout=board&by=state', { layout: '', by: '' }, 'view=drafts'],
  ])('"%s" after %j is "%s"', (text, changes, after) => {
    expect(changedParams(params(text), drafts, changes).toString()).toBe(after);
  });

  it.each([
    ['q=ship', { q: '' }, ''],
    ['view=', { q: 'x' }, 'view=&q=x'],
    ['', { sort: 'title:asc' }, 'sort=title&order=asc'],
  ])('"%s" without a view after %j is "%s"', (text, changes, after) => {
    expect(changedParams(params(text), undefined, changes).toString()).toBe(after);
  });

  it.each([
    ['view=drafts', false],
    ['view=drafts&q=boat&sort=title&order=asc', false],
    ['view=drafts&q=', true],
    ['view=drafts&order=desc', false],
    ['view=drafts&sort=title&order=desc', true],
    ['view=drafts&layout=cards', true],
  ])('"%s" differs from its view: %s', (text, edited) => {
    expect(isEdited(params(text), drafts)).toBe(edited);
  });

  it('becomes the body of a view, with null for what it does not say', () => {
    expect(viewBody(params('view=drafts&q=&exclude=old:true'), drafts, ['id'])).toEqual({
      search: null,
      include: 'draft:true',
      exclude: 'old:true',
      any: null,
      state: null,
      sort: 'title:asc',
      columns: ['id'],
      layout: null,
      by: null,
    });
  });

  it('takes along an order that is shown without a word of it', () => {
    expect(viewBody(params(''), undefined, undefined, { sort: 'title:asc', layout: '' })).toMatchObject({
      sort: 'title:asc',
    });
    const said = viewBody(params('sort=id&order=desc'), undefined, undefined, {
      sort: 'title:asc',
      layout: '',
    });
    expect(said).toMatchObject({ sort: 'id:desc' });
  });
});

describe('columns', () => {
  const column = (id: string, show: ListColumn['show'] = 'value'): ListColumn => ({
    id,
    label: id,
    definition: { type: 'string', field: 'text', required: false },
    min: 100,
    grow: 1,
    align: 'start',
    descending: false,
    show,
    rank: 1,
  });
  const columns = [column('title', 'title'), column('a'), column('b')];

  it.each([
    [
      ['b', 'a'],
      ['title', 'b', 'a'],
    ],
    [
      ['b', 'title'],
      ['b', 'title'],
    ],
    [
      ['gone', 'a'],
      ['title', 'a'],
    ],
    [[], ['title']],
  ])('chosen as %j are shown as %j', (names, shown) => {
    expect(chosenColumns(columns, names).map(({ id }) => id)).toEqual(shown);
  });

  it.each([
    ['b', -1, ['b', 'a', 'c']],
    ['a', 1, ['b', 'a', 'c']],
    ['a', -1, ['a', 'b', 'c']],
    ['c', 5, ['a', 'b', 'c']],
    ['x', 1, ['a', 'b', 'c']],
  ])('moving %s by %i gives %j', (name, by, names) => {
    expect(movedColumn(['a', 'b', 'c'], name, by)).toEqual(names);
  });
});
