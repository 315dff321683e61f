/** Undoing what an actor did in a period, over HTTP. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../server/contract/values.js';
import { FolderHistory } from '../../server/store/history/history.js';
import { BLOG, startTestServer, type TestServer } from '../helpers/server.js';

const LIST = '/api/collections/blog';
const OBJECTS = ['made', 'first-post', 'second-post'];

interface Undone {
  subject: { id: string };
  result: string;
  properties?: string[];
}

/** A server whose clock stands before the changes, and the key of the actor. */
async function start() {
  const server = await startTestServer(BLOG);
  // As Plinth writes it, with the defaults of the schema.
  await server.request(`${LIST}/first-post`, { method: 'PATCH', json: { content: '<p>A</p>' } });
  await server.site.store.history.settle();
  const since = new Date().toISOString();
  return { server, since, as: { key: await server.key() } };
}

async function undo(server: TestServer, body: JsonObject, query = '') {
  const answer = await server.request(`/api/activity/undo${query}`, { method: 'POST', json: body });
  const undone = (answer.json.undone ?? []) as unknown as Undone[];
  return {
    ...answer,
    undone,
    results: undone.map(({ subject, result }) => `${subject.id} ${result}`).sort(),
  };
}

async function state(server: TestServer) {
  const found: Record<string, unknown> = {};
  for (const id of OBJECTS) {
    const { status, json } = await server.request(`${LIST}/${id}`);
    found[id] = status === 200 ? [json.title, json.tags ?? null, json.content ?? null] : null;
  }
  return found;
}

describe('undoing what an actor did', () => {
  it('takes it out of each object as one merge and keeps what others did between and since', async () => {
    const { server, since, as } = await start();
    const before = await state(server);
    const patch = (id: string, json: JsonObject, who?: typeof as) =>
      server.request(`${LIST}/${id}`, { method: 'PATCH', json, ...(who && { as: who }) });
    await server.request(LIST, { method: 'POST', json: { id: 'made', title: 'Made' }, as });
    await patch('first-post', { title: 'By key', tags: ['one', 'key'] }, as);
    await patch('first-post', { content: '<p>Other</p>' });
    await patch('first-post', { title: 'By key again', tags: ['one', 'key', 'key2'] }, as);
    await patch('first-post', { tags: ['one', 'key', 'key2', 'mine'] });
    await server.request(`${LIST}/second-post`, { method: 'DELETE', as });
    const after = await state(server);

    const body = { actor: 'test', since };
    const all = ['first-post restored', 'made removed', 'second-post restored'];
    expect((await undo(server, body, '?dryRun=true')).results).toEqual(all);
    expect(await state(server)).toEqual(after);
    const undone = await undo(server, body);
    expect(undone.results).toEqual(all);
    expect(await state(server)).toEqual({
      ...before,
      'first-post': ['First post', ['one', 'mine'], '<p>Other</p>'],
    });
    expect((await undo(server, body)).results).toEqual([
      'first-post unchanged',
      'made unchanged',
      'second-post unchanged',
    ]);

    const id = undone.headers.get('x-plinth-transaction');
    await server.request(`/api/activity/${id}/undo`, { method: 'POST' });
    expect(await state(server)).toEqual(after);
    const activity = await server.request(`/api/activity?transaction=${id}`);
    expect(activity.json.activity).toMatchObject([{}, {}, {}]);
    expect(server.warnings()).toEqual([]);
  });

  it('puts a schema back before the settings that name its properties, whichever was changed first', async () => {
    const entry = {
      id: 'entry',
      properties: { id: { field: 'id' }, place: { field: 'number' } },
      required: ['id'],
      index: ['id', 'place'],
    };
    const server = await startTestServer({
      '.schemas/entry.json': entry,
      'walks/.meta.json': { id: 'walks', schema: 'entry', name: 'Walks', manualOrder: 'place' },
    });
    await server.site.store.history.settle();
    const since = new Date().toISOString();
    const as = { key: await server.key() };
    const settings = () => server.request('/api/collections/walks/settings');
    const sent = async (path: string, method: string, json: JsonObject) =>
      expect((await server.request(path, { method, json, as })).status).toBe(200);
    await sent('/api/collections/walks', 'PATCH', { manualOrder: null });
    const { place: _place, ...properties } = entry.properties;
    await sent('/api/schemas/entry', 'PUT', { ...entry, properties, index: ['id'] });
    expect((await settings()).json.manualOrder).toBeUndefined();
    const undone = await undo(server, { actor: 'test', since });
    expect(undone.undone.map(({ result }) => result)).toEqual(['restored', 'restored']);
    expect((await settings()).json.manualOrder).toBe('place');
    expect((await server.request('/api/schemas/entry?raw=true')).json.properties).toHaveProperty('place');
  });

  it('leaves alone what others have changed since, and what was done before or after the period', async () => {
    const { server, since, as } = await start();
    const patch = (title: string, who?: typeof as) =>
      server.request(`${LIST}/first-post`, { method: 'PATCH', json: { title }, ...(who && { as: who }) });
    await patch('By key', as);
    const [entry] = (await server.request('/api/activity?actor=test')).json.activity as unknown as {
      at: string;
    }[];
    expect((await undo(server, { actor: 'test', since, until: entry?.at ?? '' })).results).toEqual([]);
    const later = new Date(Date.parse(entry?.at ?? '') + 1).toISOString();
    expect((await undo(server, { actor: 'test', since: later })).results).toEqual([]);
    await patch('By the owner');
    expect((await undo(server, { actor: 'test', since })).undone).toMatchObject([
      { result: 'clash', properties: ['title'] },
    ]);
    await server.request(LIST, { method: 'POST', json: { id: 'made', title: 'Made' }, as });
    await server.request(`${LIST}/made`, { method: 'PATCH', json: { tags: ['mine'] } });
    expect((await undo(server, { actor: 'test', since })).results).toContain('made clash');
    expect((await server.request(`${LIST}/made`)).status).toBe(200);
  });

  it('never removes an object for its first known state, nor without an actor and a time', async () => {
    const { server, since } = await start();
    await server.request(`${LIST}/first-post`, { method: 'PATCH', json: { title: 'Changed' } });
    const found = await undo(server, { actor: 'external', since: '2020-01-01T00:00:00Z' });
    expect(found.results).toEqual([]);
    expect((await server.request(`${LIST}/first-post`)).status).toBe(200);
    const wrong: JsonObject[] = [
      {},
      { actor: 'test' },
      { since },
      { actor: '', since },
      { actor: 'test', since: 'yesterday' },
      { actor: 'test', since, until: 'x' },
      { actor: 3, since },
    ];
    for (const body of wrong) expect([body, (await undo(server, body)).status]).toEqual([body, 400]);
  });

  it('names a change whose earlier versions are no longer kept, and does not take it for a creation', async () => {
    const { server, as } = await start();
    // What another program had written is not in the log.
    const path = `${LIST}/second-post`;
    const answer = await server.request(path, { method: 'PATCH', json: { title: 'Changed' }, as });
    const { history } = server.site.store;
    if (!(history instanceof FolderHistory)) throw new Error('The test needs the history of a folder');
    await history.thin({ allDays: 1, hourlyDays: 7, dailyDays: 365, maxBytes: 1 });
    const { total } = (await server.request(`${path}/history`)).json;
    expect(total).toBe(1);
    const id = answer.headers.get('x-plinth-transaction');
    for (const query of ['?dryRun=true', '']) {
      const { json } = await server.request(`/api/activity/${id}/undo${query}`, { method: 'POST' });
      expect(json.undone).toMatchObject([
        { result: 'skipped', message: expect.stringContaining('no longer kept') },
      ]);
    }
    expect((await server.request(path)).json.title).toBe('Changed');
  });

  it('of a file that another program wrote is done once, also where saves have added defaults', async () => {
    const { server, since, as } = await start();
    const path = `${LIST}/second-post`;
    await server.request(path, { method: 'PATCH', json: { title: 'By key' }, as });
    const body = { actor: 'test', since };
    for (const [result, query] of [
      ['restored', '?dryRun=true'],
      ['restored', ''],
      ['unchanged', '?dryRun=true'],
      ['unchanged', ''],
    ] as const) {
      expect([query, (await undo(server, body, query)).results]).toEqual([query, [`second-post ${result}`]]);
    }
    expect((await server.request(path)).json.title).toBe('Second post');
  });

  it('reports what became of changes that were made after its dry run', async () => {
    const { server, since, as } = await start();
    for (const id of ['first-post', 'second-post']) {
      await server.request(`${LIST}/${id}`, { method: 'PATCH', json: { title: 'By key' }, as });
    }
    const body = { actor: 'test', since };
    const dry = await undo(server, body, '?dryRun=true');
    expect(dry.results).toEqual(['first-post restored', 'second-post restored']);
    await server.request(`${LIST}/first-post`, { method: 'PATCH', json: { title: 'Later' } });
    await server.request(`${LIST}/second-post`, { method: 'PATCH', json: { tags: ['later'] } });
    const { undone } = await undo(server, body);
    expect(undone.map(({ subject: { id }, result, properties }) => [id, result, properties])).toEqual([
      ['first-post', 'clash', ['title']],
      ['second-post', 'restored', undefined],
    ]);
    expect((await server.request(`${LIST}/first-post`)).json.title).toBe('Later');
    expect((await server.request(`${LIST}/second-post`)).json).toMatchObject({
      title: 'Second post',
      tags: ['later'],
    });
  });

  it('is for sessions that edit', async () => {
    const { server, since, as } = await start();
    const json = { actor: 'test', since };
    for (const [who, status] of [
      [as, 403],
      ['nobody', 401],
    ] as const) {
      expect((await server.request('/api/activity/undo', { method: 'POST', json, as: who })).status).toBe(
        status,
      );
    }
  });
});
