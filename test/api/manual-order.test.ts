/** The setting that names the number by which users order the objects (spec/resources.md#manual-order). */
import { describe, expect, it } from 'vitest';
import { detailsOf, startTestServer } from '../helpers/server.js';

const FILES = {
  '.schemas/page.json': {
    id: 'page',
    properties: {
      id: { type: 'slug', field: 'id' },
      title: { type: 'string', field: 'text' },
      order: { type: 'number', field: 'number' },
      hidden: { type: 'number', field: 'number' },
    },
    index: ['id', 'title', 'order'],
  },
  'pages/.meta.json': { id: 'pages', schema: 'page', name: 'Pages' },
  'pages/last.json': { id: 'last', title: 'Last' },
  'pages/one.json': { id: 'one', title: 'One', order: 10 },
  'pages/two.json': { id: 'two', title: 'Two', order: 2.5 },
};

describe('the manual order of a collection', () => {
  it('names an indexed number of the schema, is reset, and follows a renamed property', async () => {
    const own = await startTestServer(FILES);
    const path = '/api/collections/pages';
    const change = async (manualOrder: unknown) => {
      const answer = await own.request(path, { method: 'PATCH', json: { manualOrder } });
      return answer.status === 200 ? 200 : [answer.status, detailsOf(answer)];
    };
    const stored = async () => (await own.request(`${path}/settings`)).json.manualOrder;
    const rejected = (rule: string) => [422, { manualOrder: [rule] }];
    expect(await change('nope')).toEqual(rejected('there is no property "nope" in "page"'));
    expect(await change('title')).toEqual(rejected('must name a number'));
    expect(await change('hidden')).toEqual(rejected('must name an indexed property'));
    expect(await change(['order'])).toEqual(rejected('must name a property'));
    expect(await stored()).toBeUndefined();

    expect(await change('order')).toBe(200);
    expect(await stored()).toBe('order');
    // What is sent beside it does not lose it, and what has no number comes last.
    await own.request(path, { method: 'PATCH', json: { description: 'All pages' } });
    expect(await stored()).toBe('order');
    const list = await own.request(`${path}?sort=order&order=asc`);
    expect((list.json.objects as { id: string }[]).map(({ id }) => id)).toEqual(['two', 'one', 'last']);

    const renamed = await own.request('/api/schemas/page/rename', {
      method: 'POST',
      json: { from: 'order', to: 'place' },
    });
    expect([renamed.status, await stored()]).toEqual([200, 'place']);
    expect(await change('')).toBe(200);
    expect(await stored()).toBeUndefined();
    expect(await change('place')).toBe(200);
    expect(await change(null)).toBe(200);
    expect(await stored()).toBeUndefined();
  });

  it('is set with a new collection, and is no obstacle where a file names what does not fit', async () => {
    const own = await startTestServer({
      ...FILES,
      'odd/.meta.json': { id: 'odd', schema: 'page', manualOrder: 'gone' },
    });
    const create = (id: string, manualOrder: string) =>
      own.request('/api/collections', { method: 'POST', json: { id, schema: 'page', manualOrder } });
    const wrong = await create('wrong', 'title');
    expect([wrong.status, detailsOf(wrong)]).toEqual([422, { manualOrder: ['must name a number'] }]);
    expect((await create('right', 'order')).json).toMatchObject({ id: 'right', manualOrder: 'order' });
    expect((await own.request('/api/collections/odd/settings')).json.manualOrder).toBe('gone');
    expect((await own.request('/api/collections/odd')).status).toBe(200);
  });

  it('has a place of its own for a copy, behind the original and within the rules of the number', async () => {
    const own = await startTestServer({
      ...FILES,
      'pages/.meta.json': { id: 'pages', schema: 'page', manualOrder: 'order' },
      '.schemas/step.json': {
        id: 'step',
        properties: { id: { type: 'slug', field: 'id' }, at: { type: 'integer', maximum: 12 } },
        index: ['id', 'at'],
      },
      'steps/.meta.json': { id: 'steps', schema: 'step', manualOrder: 'at' },
      'steps/a.json': { id: 'a', at: 7 },
      'steps/b.json': { id: 'b', at: 8 },
      'steps/c.json': { id: 'c', at: 10 },
      'loose/.meta.json': { id: 'loose', schema: 'page' },
      'loose/one.json': { id: 'one', title: 'One', order: 10 },
    });
    const copy = async (path: string, json: object = {}) => {
      const answer = await own.request(`/api/collections/${path}/clone`, {
        method: 'POST',
        json: { id: 'copy', ...json },
      });
      return answer.json;
    };
    // Between 2.5 and 10, 10 behind the last one, and none where the original has none.
    expect((await copy('pages/two')).order).toBe(6);
    expect((await copy('pages/one', { id: 'one-2' })).order).toBe(20);
    expect(await copy('pages/last', { id: 'last-2' })).not.toHaveProperty('order');
    // Whole numbers up to 12: in the middle, none between 7 and 8, and the bound.
    expect((await copy('steps/b', { id: 'b-2' })).at).toBe(9);
    expect((await copy('steps/a', { id: 'a-2' })).at).toBe(7);
    expect((await copy('steps/c', { id: 'c-2' })).at).toBe(12);
    // Without an order of its own, or elsewhere, the value is copied as it is.
    expect((await copy('loose/one')).order).toBe(10);
    expect((await copy('pages/one', { id: 'one', collection: 'loose' })).id).toBeUndefined();
    expect((await copy('pages/two', { id: 'two', collection: 'loose' })).order).toBe(2.5);
  });
});
