/** Objects with a parent (spec/resources.md#tree, spec/queries.md#tree). */
import { describe, expect, it } from 'vitest';
import type { CollectionTree } from '../../server/contract/tree.js';
import { detailsOf, type Files, startTestServer, type TestServer } from '../helpers/server.js';

const relation = (collection: string) => ({ relationalOptions: { collection, value: 'id', label: 'title' } });
const FILES: Files = {
  '.schemas/page.json': {
    id: 'page',
    properties: {
      id: { type: 'slug', field: 'id' },
      title: { type: 'string', field: 'text' },
      parent: { type: 'string', field: 'select', settings: relation('pages') },
      loose: { type: 'string', field: 'select', settings: relation('pages') },
      many: { type: 'array', field: 'multiselect', settings: relation('pages') },
      author: { type: 'string', field: 'select', settings: relation('people') },
      order: { type: 'number', field: 'number' },
    },
    index: ['id', 'title', 'parent', 'many', 'author', 'order'],
  },
  'pages/.meta.json': { id: 'pages', schema: 'page', manualOrder: 'order', tree: 'parent' },
  'pages/home.json': { id: 'home', title: 'Home', order: 10 },
  'pages/about.json': { id: 'about', title: 'About', order: 20 },
  'pages/team.json': { id: 'team', title: 'Team', parent: 'about', order: 20 },
  'pages/jobs.json': { id: 'jobs', title: 'Jobs', parent: 'about', order: 10 },
  'pages/cook.json': { id: 'cook', title: 'Cook', parent: 'jobs' },
};

const tree = async (server: TestServer, query = ''): Promise<CollectionTree> =>
  (await server.request(`/api/tree/collections/pages?${query}`)).json as unknown as CollectionTree;
const idsOf = ({ objects }: CollectionTree) => objects.map(({ id }) => id);

describe('the tree of a collection', () => {
  it('is listed level by level, in the order of the siblings, with the way from the top', async () => {
    const server = await startTestServer(FILES);
    expect((await tree(server)).objects).toEqual([
      { id: 'home', title: 'Home', children: 0, order: 10 },
      { id: 'about', title: 'About', children: 2, order: 20 },
    ]);
    const about = await tree(server, 'parent=about');
    expect([idsOf(about), about.total]).toEqual([['jobs', 'team'], 2]);
    expect(idsOf(await tree(server, 'parent=about&limit=1&offset=1'))).toEqual(['team']);
    expect((await tree(server, 'parent=jobs')).path).toEqual([
      { id: 'about', title: 'About' },
      { id: 'jobs', title: 'Jobs' },
    ]);
    const none = await server.request('/api/tree/collections/pages?parent=nope');
    expect(none.status).toBe(404);
    // Sites need no more than a filter and a sort.
    const menu = await server.request('/api/collections/pages/query?include=parent:about&sort=order:asc');
    expect((menu.json.data as { id: string }[]).map(({ id }) => id)).toEqual(['jobs', 'team']);
  });

  it('names a relation to one object of the collection, and follows a renamed property', async () => {
    const server = await startTestServer(FILES);
    const change = async (value: unknown) => {
      const answer = await server.request('/api/collections/pages', {
        method: 'PATCH',
        json: { tree: value },
      });
      return answer.status === 200 ? 200 : detailsOf(answer).tree;
    };
    const rule = 'must name a relation to one object of "pages" by its id';
    expect(await change('nope')).toEqual(['there is no property "nope" in "page"']);
    for (const name of ['title', 'many', 'author']) expect(await change(name)).toEqual([rule]);
    expect(await change('loose')).toEqual(['must name an indexed property']);
    expect(await change(7)).toEqual(['must name a property']);
    await server.request('/api/schemas/page/rename', {
      method: 'POST',
      json: { from: 'parent', to: 'above' },
    });
    expect((await server.request('/api/collections/pages/settings')).json.tree).toBe('above');
    expect(await change('')).toBe(200);
    const answer = await server.request('/api/tree/collections/pages');
    expect([answer.status, detailsOf(answer)]).toEqual([
      400,
      { tree: ['names no relation in the settings'] },
    ]);
  });

  it('rejects a parent that is the object itself or below it, whichever way it is written', async () => {
    const server = await startTestServer(FILES);
    const below = { parent: ['Parent must not be below the object itself; "cook" is below "about"'] };
    const path = '/api/collections/pages/about';
    const rejected = async (address: string, method: string, json: unknown, headers = {}) => {
      const answer = await server.request(address, { method, json, headers });
      return [answer.status, detailsOf(answer)];
    };
    expect(await rejected(path, 'PATCH', { parent: 'cook' })).toEqual([422, below]);
    expect(await rejected(path, 'PUT', { title: 'About', parent: 'cook' })).toEqual([422, below]);
    expect(await rejected(`${path}/parent`, 'PUT', 'cook')).toEqual([422, below]);
    expect((await rejected(path, 'PATCH', { parent: 'about' }))[1]).toEqual({
      parent: ['Parent must be another object: none can be its own parent'],
    });
    const patch = (id: string, parent: string) => ({
      ...{ operation: 'patch', collection: 'pages', id },
      data: { parent },
    });
    const both = await server.request('/api/batch', {
      method: 'POST',
      json: { operations: [patch('home', 'team'), patch('team', 'home')] },
    });
    expect([both.status, both.text]).toEqual([422, expect.stringContaining('must not be below the object')]);
    // Two that turn round together make none.
    const turned = await server.request('/api/batch', {
      method: 'POST',
      json: { operations: [patch('jobs', 'cook'), patch('cook', 'about')] },
    });
    expect(turned.status).toBe(200);
    // At once, one of them is second.
    const answers = await Promise.all([
      rejected('/api/collections/pages/home', 'PATCH', { parent: 'team' }),
      rejected('/api/collections/pages/team', 'PATCH', { parent: 'home' }),
    ]);
    expect(answers.map(([status]) => status).toSorted()).toEqual([200, 422]);
  });

  it('shows what another program has put in a cycle, or below nothing, at the top', async () => {
    const server = await startTestServer({
      ...FILES,
      'pages/a.json': { id: 'a', title: 'A', parent: 'b' },
      'pages/b.json': { id: 'b', title: 'B', parent: 'a' },
      'pages/self.json': { id: 'self', title: 'Self', parent: 'self' },
      'pages/leaf.json': { id: 'leaf', title: 'Leaf', parent: 'a' },
      'pages/lost.json': { id: 'lost', title: 'Lost', parent: 'gone' },
    });
    const top = await tree(server);
    expect(top.objects.slice(2).map(({ id, problem, children }) => [id, problem, children])).toEqual([
      ['a', 'cycle', 1],
      ['b', 'cycle', 0],
      ['lost', 'missing', 0],
      ['self', 'cycle', 0],
    ]);
    expect(idsOf(await tree(server, 'parent=a'))).toEqual(['leaf']);
    expect((await tree(server, 'parent=leaf')).path.map(({ id }) => id).at(-1)).toBe('leaf');
    // It is no obstacle for a change of something else, and goes with another parent.
    const path = '/api/collections/pages/a';
    expect((await server.request(path, { method: 'PATCH', json: { title: 'A!' } })).status).toBe(200);
    expect((await server.request(path, { method: 'PATCH', json: { parent: '' } })).status).toBe(200);
    expect(idsOf(await tree(server, 'parent=a')).toSorted()).toEqual(['b', 'leaf']);
  });

  it('sorts siblings without a number by their titles, in the language of the content', async () => {
    const titles = { zorn: 'Zorn', angstrom: 'Ångström', chapter10: 'Chapter 10', chapter9: 'chapter 9' };
    const files = Object.entries(titles).map(([id, title]) => [
      `pages/${id}.json`,
      { id, title, parent: 'home' },
    ]);
    const server = await startTestServer({ ...FILES, ...Object.fromEntries(files) });
    const children = async () => idsOf(await tree(server, 'parent=home'));
    expect(await children()).toEqual(['angstrom', 'chapter9', 'chapter10', 'zorn']);
    const set = await server.request('/api/settings', {
      method: 'PATCH',
      json: { 'general.language': 'sv' },
    });
    expect(set.status).toBe(200);
    expect(await children()).toEqual(['chapter9', 'chapter10', 'zorn', 'angstrom']);
  });
});
