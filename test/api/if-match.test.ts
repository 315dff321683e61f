import { renameSync, writeFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject } from '../../server/contract/values.js';
import { ORIGIN } from '../helpers/origin.js';
import {
  type Answer,
  detailsOf,
  errorOf,
  type Files,
  startTestServer,
  type TestServer,
} from '../helpers/server.js';

const SCHEMA = {
  id: 'note',
  type: 'object',
  description: 'Notes',
  properties: {
    id: { type: 'string', field: 'id' },
    title: { type: 'string', field: 'text' },
    words: { type: 'array', field: 'list' },
    secret: { type: 'string', field: 'secret' },
    parts: { $ref: 'deck', field: 'deck', schemaref: 'part' },
    papers: { type: 'array', field: 'depot' },
    size: { type: 'number', field: 'number' },
  },
  required: [],
  index: ['title'],
};

const FILES: Files = {
  '.schemas/note.json': SCHEMA,
  '.schemas/part.json': {
    ...{ id: 'part', type: 'object', required: [], index: [] },
    properties: { id: { type: 'string', field: 'id' } },
  },
  'notes/.meta.json': {
    ...{ id: 'notes', schema: 'note', name: 'Notes', description: 'old' },
    views: [{ id: 'long', name: 'Long' }],
  },
  'notes/a.json': { id: 'a', title: 'A', size: 1, secret: 'one', created: '2026-01-01T10:00:00Z' },
};

const OBJECT = '/api/collections/notes/a';

/** Puts a file in another's place, as an editor or git does. */
async function fromOutside(server: TestServer, path: string, change: (document: JsonObject) => JsonObject) {
  const document: unknown = JSON.parse((await server.read(path)).toString());
  if (!isJsonObject(document)) throw new Error(`${path} is no object`);
  const beside = join(server.folder, `${path}.new`);
  await writeFile(beside, JSON.stringify(change(document)));
  await rename(beside, join(server.folder, path));
}

const tagOf = (answer: Answer) => answer.headers.get('etag') ?? '';

const entriesOf = async (server: TestServer): Promise<unknown[]> => {
  const { entries } = (await server.request('/api/trash')).json;
  return Array.isArray(entries) ? entries : [];
};

interface Place {
  /** Where the version and its tag are read. */
  read: string;
  /** A change by the same server, from another tab. */
  other: { method: string; path: string; json: unknown };
  /** The file another program changes, and how; absent: only tabs are tried. */
  file?: string;
  change?: (document: JsonObject) => JsonObject;
  /** What a refusal names then. */
  names: string[];
  /** Requests that must be refused. */
  writes: { method: string; path: string; json?: unknown }[];
}

const withSize = (document: JsonObject): JsonObject => ({
  ...document,
  properties: {
    ...(isJsonObject(document.properties) ? document.properties : {}),
    weight: { type: 'number', field: 'number' },
  },
});

const PLACES: Record<string, Place> = {
  'an object': {
    read: OBJECT,
    other: { method: 'PATCH', path: OBJECT, json: { title: 'B', words: ['x'] } },
    file: 'notes/a.json',
    change: (document) => ({ ...document, title: 'B', words: ['x'] }),
    names: ['title', 'words'],
    writes: [
      { method: 'PATCH', path: OBJECT, json: { size: 2 } },
      { method: 'PUT', path: OBJECT, json: { size: 2 } },
      { method: 'PUT', path: `${OBJECT}/size`, json: 2 },
      { method: 'PATCH', path: `${OBJECT}/words`, json: ['y'] },
      { method: 'DELETE', path: `${OBJECT}/size` },
      { method: 'POST', path: `${OBJECT}/size/increment` },
      { method: 'POST', path: `${OBJECT}/parts/deck`, json: { id: 'one' } },
      { method: 'POST', path: `${OBJECT}/papers/folder`, json: { path: 'x' } },
      { method: 'DELETE', path: OBJECT },
    ],
  },
  'a schema': {
    read: '/api/schemas/note?raw=true',
    other: { method: 'PUT', path: '/api/schemas/note', json: withSize({ ...SCHEMA, description: 'New' }) },
    file: '.schemas/note.json',
    change: (document) => withSize({ ...document, description: 'New' }),
    names: ['description', 'weight'],
    writes: [
      { method: 'PUT', path: '/api/schemas/note', json: SCHEMA },
      { method: 'POST', path: '/api/schemas/note/rename', json: { from: 'size', to: 'length' } },
      { method: 'DELETE', path: '/api/schemas/note' },
    ],
  },
  'a schema read flattened': {
    read: '/api/schemas/note',
    other: { method: 'PUT', path: '/api/schemas/note', json: withSize(SCHEMA) },
    file: '.schemas/note.json',
    change: withSize,
    names: ['weight'],
    writes: [{ method: 'PUT', path: '/api/schemas/note', json: SCHEMA }],
  },
  'settings of a collection': {
    read: '/api/collections/notes/settings',
    other: { method: 'PATCH', path: '/api/collections/notes', json: { description: 'new', sortBy: 'title' } },
    file: 'notes/.meta.json',
    change: (document) => ({ ...document, description: 'new', sortBy: 'title' }),
    names: ['description', 'sortBy'],
    writes: [
      { method: 'PUT', path: '/api/collections/notes', json: { name: 'Mine' } },
      { method: 'PATCH', path: '/api/collections/notes', json: { name: 'Mine' } },
      { method: 'DELETE', path: '/api/collections/notes?force=true' },
    ],
  },
  'saved views': {
    read: '/api/views/collections/notes',
    other: { method: 'POST', path: '/api/views/collections/notes', json: { name: 'Short' } },
    file: 'notes/.meta.json',
    change: (document) => ({
      ...document,
      views: [
        { id: 'long', name: 'Long' },
        { id: 'short', name: 'Short' },
      ],
    }),
    names: ['Short', 'order'],
    writes: [
      { method: 'POST', path: '/api/views/collections/notes', json: { name: 'Mine' } },
      { method: 'PATCH', path: '/api/views/collections/notes', json: { default: 'long' } },
      { method: 'PATCH', path: '/api/views/collections/notes/long', json: { search: 'x' } },
      { method: 'DELETE', path: '/api/views/collections/notes/long' },
    ],
  },
  'settings of the folder': {
    read: '/api/settings',
    other: { method: 'PATCH', path: '/api/settings', json: { 'dashboard.title': 'New' } },
    file: '.system/settings.json',
    change: (document) => ({ ...document, dashboard: { title: 'New' } }),
    names: ['dashboard.title'],
    writes: [{ method: 'PATCH', path: '/api/settings', json: { 'general.timezone': 'Europe/Berlin' } }],
  },
};

const CASES = Object.entries(PLACES).flatMap(([name, place]) =>
  place.writes.flatMap((write) =>
    [true, false].map((outside) => ({
      name,
      place,
      write,
      how: outside ? 'from outside' : 'in another tab',
    })),
  ),
);

describe('a stale If-Match', () => {
  it.each(CASES)(
    '$write.method $write.path of $name changed $how is 412 and names what changed',
    async ({ place, write, how }) => {
      const server = await startTestServer(FILES);
      // The file of the folder's settings is made with its first change.
      await server.request('/api/settings', { method: 'PATCH', json: { 'logs.access': true } });
      // As Plinth writes it: a first save adds what other readers of the folder need.
      await server.request('/api/schemas/note', { method: 'PUT', json: SCHEMA });
      const read = await server.request(place.read);
      const stale = { 'if-match': tagOf(read) };
      if (how === 'from outside' && place.file && place.change) {
        await fromOutside(server, place.file, place.change);
      } else {
        const { path, ...other } = place.other;
        expect((await server.request(path, other)).status).toBeLessThan(300);
      }
      const before = place.file && (await server.read(place.file));
      const { path, ...sent } = write;
      const refused = await server.request(path, { ...sent, headers: stale });
      expect([refused.status, Object.keys(detailsOf(refused)).sort()]).toEqual([412, place.names.toSorted()]);
      for (const name of place.names) expect(errorOf(refused).message).toContain(name);
      expect(place.file && (await server.read(place.file))).toEqual(before);

      const fresh = { 'if-match': tagOf(await server.request(place.read)) };
      const taken = await server.request(path, { ...sent, headers: fresh });
      // A schema in use cannot be deleted, which is another rule.
      expect(taken.status === 422 || taken.status < 300).toBe(true);
    },
  );

  it.each(['change', 'restore'] as const)(
    'is found when another program changes the settings between the check and the write of a %s',
    async (method) => {
      const server = await startTestServer(FILES);
      await server.request('/api/settings', { method: 'PATCH', json: { 'logs.access': true } });
      const path = join(server.folder, '.system/settings.json');
      const { settings } = server.site;
      let checks = 0;
      const check = () => {
        checks += 1;
        if (checks > 1) throw new Error('The settings have changed');
        writeFileSync(`${path}.new`, '{"dashboard":{"title":"New"}}');
        renameSync(`${path}.new`, path);
        // Records are compared with their files again after 10 ms.
        for (const end = performance.now() + 15; performance.now() < end; );
      };
      const edit = { 'general.timezone': 'Europe/Berlin' };
      await expect(settings[method](edit, ORIGIN, check)).rejects.toThrow('The settings have changed');
      expect(JSON.parse((await server.read('.system/settings.json')).toString())).toEqual({
        dashboard: { title: 'New' },
      });
    },
  );

  it.each(Object.entries(PLACES))('is none where nothing of %s has changed', async (_, place) => {
    for (const { path, ...sent } of place.writes) {
      const server = await startTestServer(FILES);
      const fresh = { 'if-match': tagOf(await server.request(place.read)) };
      const taken = await server.request(path, { ...sent, headers: fresh });
      expect([path, taken.status === 422 || taken.status < 300]).toEqual([path, true]);
    }
  });

  it('names the objects of a batch with their properties', async () => {
    const server = await startTestServer(FILES);
    const ifMatch = tagOf(await server.request(OBJECT));
    await server.request(OBJECT, { method: 'PATCH', json: { title: 'B' } });
    const operations = [{ operation: 'patch', collection: 'notes', id: 'a', ifMatch, data: { size: 3 } }];
    const refused = await server.request('/api/batch', { method: 'POST', json: { operations } });
    expect([refused.status, Object.keys(detailsOf(refused))]).toEqual([412, ['operations[0].data.title']]);
  });

  it('knows the version its writers see, and names no private property to others', async () => {
    const server = await startTestServer(FILES);
    const reader = { key: await server.key({ methods: ['GET'] }) };
    const [writers, readers] = [await server.request(OBJECT), await server.request(OBJECT, { as: reader })];
    await server.request(OBJECT, { method: 'PATCH', json: { title: 'B', secret: 'two' } });
    for (const [tag, names] of [
      [tagOf(writers), ['title', 'secret']],
      [tagOf(readers), ['title']],
    ] as const) {
      const refused = await server.request(OBJECT, {
        method: 'PATCH',
        json: { size: 2 },
        headers: { 'if-match': tag },
      });
      expect([refused.status, Object.keys(detailsOf(refused))]).toEqual([412, names]);
    }
  });

  it('is rejected without names when the version is not remembered', async () => {
    const server = await startTestServer(FILES);
    const refused = await server.request('/api/schemas/note', {
      method: 'PUT',
      json: SCHEMA,
      headers: { 'if-match': '"of-another-day"' },
    });
    expect([refused.status, errorOf(refused).message]).toEqual([
      412,
      'The schema "note" has changed since it was read',
    ]);
  });
});

describe('what only Plinth keeps in the settings of a collection', () => {
  it('is no change of them', async () => {
    const server = await startTestServer(FILES);
    const read = await server.request('/api/collections/notes/settings');
    // Counts the objects there have ever been.
    await server.request(OBJECT, { method: 'DELETE' });
    const saved = await server.request('/api/collections/notes', {
      method: 'PATCH',
      json: { description: 'mine' },
      headers: { 'if-match': tagOf(read) },
    });
    expect(saved.status).toBe(200);
  });
});

describe('If-Match: *', () => {
  it.each([
    ['a schema', '/api/schemas/note', '.schemas/note.json', { ...SCHEMA, description: 'Mine' }],
    ['settings of a collection', '/api/collections/notes', 'notes/.meta.json', { description: 'Mine' }],
  ])('replaces %s and keeps what stood there in the trash', async (_, path, file, json) => {
    const server = await startTestServer(FILES);
    await fromOutside(server, file, (document) => ({ ...document, description: 'Theirs' }));
    const headers = { 'if-match': '*' };
    const saved = await server.request(path, { method: 'PUT', json, headers });
    expect([saved.status, saved.json.description]).toEqual([200, 'Mine']);
    const [entry] = await entriesOf(server);
    const id = isJsonObject(entry) ? String(entry.id) : '';
    const kept = (await server.read(`.system/trash/${id}/document.json`)).toString();
    expect(JSON.parse(kept)).toMatchObject({ description: 'Theirs' });
  });
});
