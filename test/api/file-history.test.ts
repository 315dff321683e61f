/** Versions of schemas, collection settings and folder settings, restoring and undoing them, over HTTP. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../server/contract/values.js';
import { BLOG, startTestServer, type TestServer } from '../helpers/server.js';

const SCHEMA = '/api/schemas/event';
const COLLECTION = '/api/collections/events/settings';

const schema = (label: string, more: JsonObject = {}): JsonObject => ({
  id: 'event',
  required: ['id'],
  index: ['id', 'title'],
  properties: { id: { type: 'id' }, title: { type: 'text', label }, ...more },
});

interface Version {
  revision: string;
  kind: string;
}

async function send(server: TestServer, method: string, path: string, json?: unknown) {
  const answer = await server.request(path, { method, ...(json !== undefined && { json }) });
  expect([answer.status, answer.text]).toEqual([
    expect.toSatisfy((status) => status < 300),
    expect.anything(),
  ]);
  return answer;
}

async function start() {
  const server = await startTestServer(BLOG);
  await send(server, 'POST', '/api/schemas', schema('One'));
  await send(server, 'POST', '/api/collections', { id: 'events', schema: 'event', name: 'One' });
  return server;
}

const versionsOf = async (server: TestServer, path: string) =>
  (await send(server, 'GET', `${path}/history`)).json.versions as unknown as Version[];

/** The revision at a place, the newest first. */
const revisionOf = async (server: TestServer, path: string, at: number) =>
  (await versionsOf(server, path))[at]?.revision ?? '';

const labelOf = async (server: TestServer) =>
  JSON.parse(await readFile(join(server.folder, '.schemas/event.json'), 'utf8')).properties.title.label;

const stored = async (server: TestServer, file: string): Promise<JsonObject> =>
  JSON.parse(await readFile(join(server.folder, file), 'utf8'));

const undo = async (server: TestServer, answer: { headers: Headers }) => {
  const id = answer.headers.get('x-plinth-transaction');
  const { json } = await send(server, 'POST', `/api/activity/${id}/undo`);
  return json.undone;
};

describe('the history of schemas and settings', () => {
  it('lists, shows, compares and restores a schema, also one that was deleted', async () => {
    const server = await start();
    await send(server, 'PUT', SCHEMA, schema('Two', { place: { type: 'text' } }));
    expect((await versionsOf(server, SCHEMA)).map(({ kind }) => kind)).toEqual(['saved', 'saved']);
    const first = await revisionOf(server, SCHEMA, 1);
    const { json } = await send(server, 'GET', `${SCHEMA}/history/${first}`);
    expect(json.document).toMatchObject({ id: 'event', properties: { title: { label: 'One' } } });
    const differences = await send(server, 'GET', `${SCHEMA}/history/${first}/differences`);
    expect(differences.json.differences).toMatchObject([
      { property: 'properties.title', before: { label: 'One' }, after: { label: 'Two' } },
      { property: 'properties.place', after: {} },
    ]);
    await send(server, 'POST', `${SCHEMA}/history/${first}/restore`);
    expect(await labelOf(server)).toBe('One');
    expect((await send(server, 'GET', SCHEMA)).text).not.toContain('"place"');

    await send(server, 'DELETE', '/api/collections/events');
    await send(server, 'DELETE', SCHEMA);
    expect((await versionsOf(server, SCHEMA))[0]).toMatchObject({ revision: null, kind: 'removed' });
    await send(server, 'POST', `${SCHEMA}/history/${first}/restore`);
    expect(await labelOf(server)).toBe('One');
    expect(server.warnings()).toEqual([]);
  });

  it('lists and restores the settings of a collection with its views, without approving public writes', async () => {
    const server = await start();
    const view = { name: 'Mine', columns: ['title'] };
    await send(server, 'PATCH', '/api/collections/events', { name: 'Two', description: 'Later' });
    await send(server, 'POST', '/api/views/collections/events', view);
    const first = (await versionsOf(server, COLLECTION)).at(-1)?.revision ?? '';
    const { json } = await send(server, 'GET', `${COLLECTION}/history/${first}/differences`);
    expect((json.differences as JsonObject[]).map(({ property }) => property)).toContain('name');
    await send(server, 'POST', `${COLLECTION}/history/${first}/restore`);
    const { name, description, views } = await stored(server, 'events/.meta.json');
    expect([name, description, views]).toEqual(['One', expect.not.stringContaining('Later'), undefined]);
    const latest = await revisionOf(server, COLLECTION, 1);
    await send(server, 'POST', `${COLLECTION}/history/${latest}/restore`);
    expect((await stored(server, 'events/.meta.json')).views).toMatchObject([{ name: 'Mine' }]);

    const file = join(server.folder, 'events/.meta.json');
    await writeFile(file, JSON.stringify({ id: 'events', schema: 'event', publicOperations: ['create'] }));
    await expect.poll(async () => (await versionsOf(server, COLLECTION))[0]?.kind).toBe('outside');
    const open = await revisionOf(server, COLLECTION, 0);
    await send(server, 'PATCH', '/api/collections/events', { publicOperations: [] });
    await send(server, 'POST', `${COLLECTION}/history/${open}/restore`);
    expect((await stored(server, 'events/.meta.json')).publicOperations).toEqual(['create']);
    const created = await server.request('/api/collections/events', {
      method: 'POST',
      json: { title: 'x' },
      as: 'nobody',
    });
    expect(created.status).toBe(401);
  });

  it('lists and restores the settings of the folder, whose values wait for approval again', async () => {
    const server = await start();
    await send(server, 'PATCH', '/api/settings', { 'dashboard.title': 'One' });
    await send(server, 'PATCH', '/api/settings', { 'dashboard.title': 'Two' });
    await send(server, 'PATCH', '/api/settings', { hosts: ['plinth.example'] });
    await send(server, 'PATCH', '/api/settings', { hosts: null });
    const versions = await versionsOf(server, '/api/settings');
    expect(versions.map(({ kind }) => kind)).toEqual(['saved', 'saved', 'saved', 'saved']);
    await send(server, 'POST', `/api/settings/history/${versions[1]?.revision}/restore`);
    const settings = (await send(server, 'GET', '/api/settings')).json.settings as JsonObject[];
    expect(settings.find(({ name }) => name === 'hosts')).toMatchObject({ value: [], pending: true });
    await send(server, 'POST', `/api/settings/history/${versions[3]?.revision}/restore`);
    expect(await stored(server, '.system/settings.json')).toMatchObject({ dashboard: { title: 'One' } });
    expect(await stored(server, '.system/settings.json')).not.toHaveProperty('hosts');
  });

  it('is undone with a transaction, merged with what has changed since', async () => {
    const server = await start();
    const changed = await send(server, 'PUT', SCHEMA, schema('Two'));
    await send(server, 'PUT', SCHEMA, schema('Two', { place: { type: 'text' } }));
    expect(await undo(server, changed)).toMatchObject([{ subject: { type: 'schema' }, result: 'restored' }]);
    expect(await labelOf(server)).toBe('One');
    expect((await stored(server, '.schemas/event.json')).properties).toHaveProperty('place');
    expect(await undo(server, changed)).toMatchObject([{ result: 'unchanged' }]);

    const renamed = await send(server, 'PATCH', '/api/collections/events', { name: 'Two' });
    await send(server, 'PATCH', '/api/collections/events', { description: 'Later' });
    expect(await undo(server, renamed)).toMatchObject([{ result: 'restored' }]);
    expect(await stored(server, 'events/.meta.json')).toMatchObject({ name: 'One', description: 'Later' });

    const titled = await send(server, 'PATCH', '/api/settings', { 'dashboard.title': 'Mine' });
    await send(server, 'PATCH', '/api/settings', { 'dashboard.title': 'Yours' });
    expect(await undo(server, titled)).toMatchObject([{ result: 'clash', properties: ['dashboard'] }]);

    const made = await send(server, 'POST', '/api/schemas', { ...schema('New'), id: 'made' });
    expect(await undo(server, made)).toMatchObject([{ result: 'removed' }]);
    expect((await server.request('/api/schemas/made')).status).toBe(404);
    const used = await send(server, 'POST', '/api/schemas', { ...schema('New'), id: 'used' });
    await send(server, 'POST', '/api/collections', { id: 'uses', schema: 'used' });
    expect(await undo(server, used)).toMatchObject([{ result: 'clash' }]);
  });

  it('is undone with the objects of a renamed property', async () => {
    const server = await start();
    await send(server, 'POST', '/api/collections/events', { id: 'one', title: 'First' });
    const renamed = {
      ...schema('One'),
      required: ['id', 'heading'],
      index: ['id'],
      properties: { id: { type: 'id' }, heading: { type: 'text', label: 'One', formerly: ['title'] } },
    };
    const saved = await send(server, 'PUT', SCHEMA, renamed);
    const rename = await server.request(`${SCHEMA}/rename`, {
      method: 'POST',
      json: { from: 'title', to: 'heading' },
      headers: { 'x-plinth-transaction': saved.headers.get('x-plinth-transaction') ?? '' },
    });
    expect(rename.json.collections).toMatchObject([{ renamed: 1 }]);
    expect(await stored(server, 'events/one.json')).toMatchObject({ heading: 'First' });
    expect(await undo(server, saved)).toMatchObject([
      { subject: { type: 'schema' }, result: 'restored' },
      { subject: { type: 'object' }, result: 'restored' },
    ]);
    expect((await stored(server, '.schemas/event.json')).required).toEqual(['id']);
    const { json } = await send(server, 'GET', '/api/collections/events/one');
    expect([json.title, json.heading]).toEqual(['First', undefined]);
  });

  it('is undone with everything a template import has created', async () => {
    const server = await startTestServer(BLOG);
    const imported = await send(server, 'POST', '/import/jumpstart', {
      version: '1.0',
      name: 'Events',
      schemas: [schema('One')],
      collections: { custom: [{ id: 'events', schema: 'event', name: 'Events' }] },
      objects: [{ collection: 'events', id: 'one', data: { title: 'First' } }],
    });
    expect(await stored(server, 'events/one.json')).toMatchObject({ title: 'First' });
    expect(await undo(server, imported)).toMatchObject([
      { subject: { type: 'object' }, result: 'removed' },
      { subject: { type: 'collection' }, result: 'removed' },
      { subject: { type: 'schema' }, result: 'removed' },
    ]);
    for (const path of ['/api/collections/events', SCHEMA]) {
      expect((await server.request(path)).status).toBe(404);
    }
    await send(server, 'POST', '/api/schemas', schema('One'));
    const created = await send(server, 'POST', '/api/collections', { id: 'events', schema: 'event' });
    await send(server, 'POST', '/api/collections/events', { id: 'later', title: 'Kept' });
    expect(await undo(server, created)).toMatchObject([{ result: 'clash' }]);
    expect(await stored(server, 'events/later.json')).toMatchObject({ title: 'Kept' });
  });

  it('is only for callers who may change them, and finds only revisions the file had', async () => {
    const server = await start();
    await send(server, 'PATCH', '/api/settings', { 'dashboard.title': 'One' });
    const schemas = await revisionOf(server, SCHEMA, 0);
    for (const path of [SCHEMA, COLLECTION, '/api/settings']) {
      const reader = { key: await server.key({ methods: ['GET'] }) };
      expect((await server.request(`${path}/history`, { as: 'nobody' })).status).toBe(401);
      expect((await server.request(`${path}/history`, { as: reader })).status).toBe(403);
      expect((await server.request(`${path}/history/${'A'.repeat(22)}`)).status).toBe(404);
    }
    expect((await server.request(`${COLLECTION}/history/${schemas}`)).status).toBe(404);
    expect((await server.request('/api/schemas/blog/history')).status).toBe(404);
  });
});
