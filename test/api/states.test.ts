/** States of objects and the overview, by the settings of a collection and the clock (spec/queries.md#states). */
import { describe, expect, it } from 'vitest';
import type { Overview } from '../../server/contract/objects.js';
import type { JsonValue } from '../../server/contract/values.js';
import { detailsOf, type Files, startTestServer, type TestServer } from '../helpers/server.js';

const POST: Files = {
  '.schemas/post.json': {
    id: 'post',
    properties: {
      id: { field: 'id' },
      title: { field: 'text' },
      draft: { field: 'toggle' },
      status: { field: 'select', options: ['open', 'Archived', 'review'] },
      from: { field: 'datetime' },
      until: { field: 'date' },
      cover: { field: 'image' },
    },
    required: ['id'],
    index: ['id', 'title'],
  },
  'posts/.meta.json': {
    id: 'posts',
    schema: 'post',
    name: 'Posts',
    published: { from: 'from', until: 'until', state: { property: 'status', values: ['open'] } },
  },
};

const post = (id: string, values: Record<string, JsonValue>, modified = '2026-01-01T10:00:00.000Z') => ({
  [`posts/${id}.json`]: { id, title: `Post ${id}`, status: 'open', ...values, modified },
});

const FILES: Files = {
  ...POST,
  ...post('away', { until: '2020-01-01' }),
  ...post('off', { status: 'Archived' }),
  ...post('later', { from: '2098-01-01T00:00:00Z' }),
  ...post('soon', { from: '2097-01-01T00:00:00Z' }, '2026-01-03T10:00:00.000Z'),
  ...post('live', {}),
  ...post('leaving', { until: '2099-05-01' }),
  ...post('idea', { draft: true, from: '2097-01-01T00:00:00Z' }, '2026-01-02T10:00:00.000Z'),
  ...post('review', { status: 'review' }),
  ...post('unclear', { from: 'tomorrow' }),
  '.schemas/note.json': {
    id: 'note',
    properties: { id: { field: 'id' }, title: { field: 'text' } },
    required: ['id'],
    index: ['id', 'title'],
  },
  'notes/.meta.json': { id: 'notes', schema: 'note', name: 'Notes' },
  'notes/one.json': { id: 'one', title: 'A note', modified: '2026-01-04T10:00:00.000Z' },
};

const STATES: [state: string, ids: string[]][] = [
  ['draft', ['idea', 'review', 'unclear']],
  ['scheduled', ['later', 'soon']],
  ['published', ['leaving', 'live']],
  ['archived', ['away', 'off']],
];

const idsOf = (list: unknown) => (Array.isArray(list) ? list : []).map(({ id }: { id: string }) => id);

describe('the states of objects', () => {
  it('select what lists, queries and their pages answer', async () => {
    const server = await startTestServer(FILES);
    const ask = async (path: string) => (await server.request(`/api/collections/${path}`)).json;
    for (const [state, ids] of STATES) {
      const list = await ask(`posts?state=${state}&sort=id&order=asc`);
      expect([idsOf(list.objects), list.total]).toEqual([ids, ids.length]);
      expect(idsOf((await ask(`posts/query?state=${state}&sort=id`)).data)).toEqual(ids);
      const csv = (await server.request(`/api/export/collections/posts/csv?fields=id&state=${state}&sort=id`))
        .text;
      expect(csv.trim().split(/\s+/).slice(1)).toEqual(ids);
      expect(idsOf((await ask(`posts/query?state=${state}&sort=id&limit=1&offset=1`)).data)).toEqual(
        ids.slice(1, 2),
      );
    }
    expect(idsOf((await ask('posts?state=draft&filter[status]=review')).objects)).toEqual(['review']);
    // Where nothing says what is live, everything is.
    expect((await ask('notes?state=draft')).total).toBe(0);
    expect((await ask('notes?state=published')).total).toBe(1);
  });

  it('follow a save, in lists whose address has been asked before', async () => {
    const server = await startTestServer(FILES);
    const drafts = async () =>
      idsOf((await server.request('/api/collections/posts?state=draft&sort=id&order=asc')).json.objects);
    expect(await drafts()).toEqual(['idea', 'review', 'unclear']);
    await server.request('/api/collections/posts/idea', { method: 'PATCH', json: { draft: false } });
    expect(await drafts()).toEqual(['review', 'unclear']);
    const published = { from: 'from', until: 'until' };
    await server.request('/api/collections/posts', { method: 'PATCH', json: { published } });
    expect(await drafts()).toEqual(['unclear']);
  });

  it('are told for the objects asked for, with their counts and when they change', async () => {
    const server = await startTestServer(FILES);
    const states = async (query: string) => (await server.request(`/api/states/collections/${query}`)).json;
    expect(await states('posts?ids=soon,leaving,idea,off,gone')).toEqual({
      counts: { draft: 3, scheduled: 2, published: 2, archived: 2 },
      objects: {
        soon: { state: 'scheduled', until: '2097-01-01T00:00:00.000Z' },
        leaving: { state: 'published', until: expect.stringMatching(/^2099-05-0[12]T/) },
        idea: { state: 'draft' },
        off: { state: 'archived' },
      },
    });
    expect(await states('notes?ids=one')).toEqual({ objects: {} });
    const { collections } = (await server.request('/api/collections')).json;
    expect(collections).toEqual([
      expect.not.objectContaining({ publishes: true }),
      expect.objectContaining({ name: 'posts', publishes: true }),
    ]);
    const found = (await server.request('/api/search/titles?q=post soon')).json.objects;
    expect(found).toEqual([expect.objectContaining({ id: 'soon', state: 'scheduled', live: false })]);
  });

  it('are rejected where they cannot be told', async () => {
    const server = await startTestServer(FILES);
    const problem = async (query: string) => {
      const answer = await server.request(`/api/collections/posts?${query}`);
      return [answer.status, detailsOf(answer).state];
    };
    const cursor = (await server.request('/api/collections/posts')).headers.get('x-plinth-cursor');
    expect(await problem('state=live')).toEqual([
      400,
      ['must be one of draft, scheduled, published, archived'],
    ]);
    expect(await problem('state=draft&published=1')).toEqual([400, ['cannot be combined with published=1']]);
    expect(await problem(`state=draft&since=${cursor}`)).toEqual([400, ['cannot be combined with since']]);
    expect((await problem('state=published&published=1'))[0]).toBe(200);
    const many = Array.from({ length: 501 }, (_, n) => `a${n}`).join();
    expect((await server.request(`/api/states/collections/posts?ids=${many}`)).status).toBe(400);
    expect((await server.request('/api/states/collections/nope')).status).toBe(404);
  });
});

describe('the overview', () => {
  const overview = async (server: TestServer): Promise<Overview> =>
    JSON.parse((await server.request('/api/overview')).text);

  it('has what changed last, the drafts, and what is due, the next ones first', async () => {
    const server = await startTestServer(FILES);
    const { recent, drafts, scheduled, ending } = await overview(server);
    expect(idsOf(recent).slice(0, 3)).toEqual(['one', 'soon', 'idea']);
    expect(recent[0]).toEqual({
      collection: 'notes',
      id: 'one',
      title: 'A note',
      modified: '2026-01-04T10:00:00.000Z',
    });
    expect(recent).toHaveLength(8);
    expect([idsOf(drafts.objects)[0], drafts.total]).toEqual(['idea', 3]);
    expect(scheduled).toMatchObject({
      total: 2,
      objects: [
        { id: 'soon', state: 'scheduled', until: '2097-01-01T00:00:00.000Z' },
        { id: 'later', state: 'scheduled' },
      ],
    });
    expect(ending).toMatchObject({ total: 1, objects: [{ id: 'leaving', state: 'published' }] });
  });

  it('is for users, not for keys or the public', async () => {
    const server = await startTestServer(FILES);
    expect((await server.request('/api/overview', { as: 'nobody' })).status).toBe(401);
    expect((await server.request('/api/overview', { as: { key: await server.key() } })).status).toBe(403);
  });
});
