/** Changes of outdated versions with `Prefer: merge`: what is merged, what clashes, what is never shown. */
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject, type JsonValue } from '../../server/contract/values.js';
import {
  type Answer,
  detailsOf,
  errorOf,
  type Files,
  type Sent,
  startTestServer,
  type TestServer,
} from '../helpers/server.js';

const part = {
  ...{ id: 'part', type: 'object', required: [], index: [] },
  properties: {
    id: { type: 'string', field: 'id' },
    name: { type: 'string', field: 'text' },
    count: { type: 'number', field: 'number' },
    lock: { type: 'string', field: 'password' },
  },
};

const note = {
  ...{ id: 'note', type: 'object', required: [], index: ['title'] },
  properties: {
    id: { type: 'string', field: 'id' },
    title: { type: 'string', field: 'text' },
    size: { type: 'number', field: 'number' },
    words: { type: 'array', field: 'list', maxItems: 4 },
    body: { type: 'string', field: 'styledtext' },
    names: { type: 'localizedtext', field: 'localizedtext' },
    parts: { $ref: 'deck', field: 'deck', schemaref: 'part' },
    card: { $ref: 'card', field: 'card', schemaref: 'part' },
    photos: { type: 'gallery', field: 'gallery' },
    secret: { type: 'string', field: 'secret' },
    lock: { type: 'string', field: 'password' },
  },
};

const photo = (name: string, alt = '') => ({ name, alt, mime: 'image/png', size: 3, width: 1, height: 1 });

const FILES: Files = {
  '.schemas/note.json': note,
  '.schemas/part.json': part,
  'notes/.meta.json': { id: 'notes', schema: 'note', name: 'Notes', publicOperations: ['read', 'update'] },
  'notes/a.json': {
    ...{ id: 'a', title: 'A', size: 1, words: ['one', 'two'], secret: 'hush', extra: { kept: true } },
    body: '<p>one</p><p>two</p>',
    names: { en: 'Quay' },
    parts: {
      first: { id: 'first', name: 'First', count: 1 },
      second: { id: 'second', name: 'Second', count: 2 },
    },
    card: { id: 'card', name: 'Card', count: 1 },
    photos: [photo('one.png'), photo('two.png')],
    created: '2026-01-01T10:00:00Z',
  },
  'notes/a/photos/one.png': 'one',
  'notes/a/photos/two.png': 'two',
};

const OBJECT = '/api/collections/notes/a';

const tagOf = ({ headers }: Answer) => headers.get('etag') ?? '';

/** The version a caller has read, and a way to change it that prefers merging. */
async function reader(server: TestServer, as: Sent['as'] = 'owner') {
  const read = await server.request(OBJECT, { as });
  const change = (path: string, sent: Sent): Promise<Answer> =>
    server.request(`${OBJECT}${path}`, {
      as,
      ...sent,
      headers: { 'If-Match': tagOf(read), Prefer: 'return=representation, merge' },
    });
  return { read: read.json, change };
}

const patch = (server: TestServer, json: JsonObject) => server.request(OBJECT, { method: 'PATCH', json });

const stored = async (server: TestServer): Promise<JsonObject> =>
  JSON.parse((await server.read('notes/a.json')).toString());

const clashesOf = (answer: Answer): JsonValue | undefined => errorOf(answer).clashes;

interface Case {
  it: string;
  mine: JsonObject;
  theirs: JsonObject;
  /** Properties of the file afterwards. */
  merged?: JsonObject;
  /** Dotted paths of a rejection. */
  clashes?: string[];
}

const CASES: Case[] = [
  {
    it: 'different properties',
    mine: { title: 'Mine' },
    theirs: { size: 2 },
    merged: { title: 'Mine', size: 2 },
  },
  { it: 'one property, removed', mine: { title: null }, theirs: { size: 2 }, merged: { size: 2 } },
  { it: 'the same change', mine: { title: 'Same' }, theirs: { title: 'Same' }, merged: { title: 'Same' } },
  { it: 'one text', mine: { title: 'Mine' }, theirs: { title: 'Theirs' }, clashes: ['title'] },
  {
    it: 'a text removed and changed',
    mine: { title: null },
    theirs: { title: 'Theirs' },
    clashes: ['title'],
  },
  {
    it: 'entries of a list',
    mine: { words: ['one', 'two', 'mine'] },
    theirs: { words: ['two', 'theirs'] },
    merged: { words: ['two', 'mine', 'theirs'] },
  },
  {
    it: 'entries sent as text',
    mine: { words: 'one, two, mine' },
    theirs: { words: ['one'] },
    merged: { words: ['one', 'mine'] },
  },
  {
    it: 'paragraphs',
    mine: { body: '<p>one!</p><p>two</p>' },
    theirs: { body: '<p>one</p><p>two!</p><p>three</p>' },
    merged: { body: '<p>one!</p><p>two!</p><p>three</p>' },
  },
  {
    it: 'one paragraph',
    mine: { body: '<p>mine</p><p>two</p>' },
    theirs: { body: '<p>theirs</p><p>two</p>' },
    clashes: ['body'],
  },
  {
    it: 'languages',
    mine: { names: { en: 'Quay', de: 'Kai' } },
    theirs: { names: { en: 'Pier' } },
    merged: { names: { en: 'Pier', de: 'Kai' } },
  },
  {
    it: 'fields of a card',
    mine: { card: { name: 'Mine', count: 1 } },
    theirs: { card: { name: 'Card', count: 2 } },
    merged: { card: { id: 'card', name: 'Mine', count: 2 } },
  },
  {
    it: 'items of a deck',
    mine: {
      parts: { second: { name: 'Second', count: 2 }, first: { name: 'Mine', count: 1 }, mine: { name: 'M' } },
    },
    theirs: {
      parts: {
        first: { name: 'First', count: 5 },
        second: { name: 'Second', count: 2 },
        theirs: { name: 'T' },
      },
    },
    merged: {
      parts: {
        second: { id: 'second', name: 'Second', count: 2 },
        theirs: { id: 'theirs', name: 'T' },
        first: { id: 'first', name: 'Mine', count: 5 },
        mine: { id: 'mine', name: 'M' },
      },
    },
  },
  {
    it: 'a deleted item and its edit',
    mine: { parts: { second: { name: 'Second', count: 2 } } },
    theirs: { parts: { first: { name: 'New', count: 1 }, second: { name: 'Second', count: 2 } } },
    clashes: ['parts.first'],
  },
  {
    it: 'items added under one id',
    mine: {
      parts: { first: { name: 'First', count: 1 }, second: { name: 'Second', count: 2 }, new: { name: 'M' } },
    },
    theirs: {
      parts: { first: { name: 'First', count: 1 }, second: { name: 'Second', count: 2 }, new: { count: 3 } },
    },
    clashes: ['parts.new'],
  },
  {
    it: 'a dropped file and the description of another',
    mine: { photos: [photo('one.png', 'Quay'), photo('two.png')] },
    theirs: { photos: [photo('one.png')] },
    merged: { photos: [expect.objectContaining({ name: 'one.png', alt: 'Quay' })] },
  },
  {
    it: 'a dropped file and its description',
    mine: { photos: [photo('one.png'), photo('two.png', 'Quay')] },
    theirs: { photos: [photo('one.png')] },
    clashes: ['photos.two.png'],
  },
];

describe('a change of an outdated version', () => {
  it.each(CASES)('of $it', async ({ mine, theirs, merged, clashes }) => {
    const server = await startTestServer(FILES);
    const { change } = await reader(server);
    expect((await patch(server, theirs)).status).toBe(200);
    const before = await server.read('notes/a.json');
    const answer = await change('', { method: 'PATCH', json: mine });
    if (clashes) {
      expect(answer.status).toBe(409);
      expect(Object.keys(detailsOf(answer))).toEqual(clashes);
      expect(await server.read('notes/a.json')).toEqual(before);
      return;
    }
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    expect(answer.headers.get('preference-applied')).toBe('merge');
    expect(answer.headers.get('x-plinth-merged')).toBe(Object.keys(theirs).join(', '));
    const document = await stored(server);
    expect(document).toMatchObject({ ...merged, extra: { kept: true }, secret: 'hush' });
    if (mine.title === null) expect(document).not.toHaveProperty('title');
    expect(Object.keys(Object(document.parts))).toEqual(Object.keys(Object(merged?.parts ?? FILES_PARTS)));
  });

  it('is answered with base, mine and theirs of each clash', async () => {
    const server = await startTestServer(FILES);
    const { change } = await reader(server);
    await patch(server, { title: 'Theirs', names: {} });
    const answer = await change('', {
      method: 'PATCH',
      json: { title: 'Mine', names: { en: 'Pier' }, size: 9 },
    });
    expect(answer.status).toBe(409);
    expect(clashesOf(answer)).toEqual([
      { path: ['names', 'en'], base: 'Quay', mine: 'Pier' },
      { path: ['title'], base: 'A', mine: 'Mine', theirs: 'Theirs' },
    ]);
  });

  it('is merged where a whole object is sent back, as read but for one property', async () => {
    const server = await startTestServer(FILES);
    const { read, change } = await reader(server);
    await patch(server, { title: 'Theirs', words: ['two'], body: '<p>theirs</p>' });
    const answer = await change('', { method: 'PUT', json: { ...read, size: 7 } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-plinth-merged')).toBe('title, words, body');
    expect(await stored(server)).toMatchObject({
      title: 'Theirs',
      size: 7,
      words: ['two'],
      body: '<p>theirs</p>',
    });
  });

  it('is saved as it is where the version is the current one', async () => {
    const server = await startTestServer(FILES);
    const { change } = await reader(server);
    const answer = await change('', { method: 'PATCH', json: { title: 'Mine' } });
    expect([answer.status, answer.headers.get('preference-applied')]).toEqual([200, null]);
  });

  it('is rejected without the preference, and where the version is not known', async () => {
    const server = await startTestServer(FILES);
    const { read } = await reader(server);
    await patch(server, { size: 2 });
    const send = (headers: Record<string, string>) =>
      server.request(OBJECT, { method: 'PATCH', json: { title: 'Mine' }, headers });
    expect((await send({ 'If-Match': '"unknown"', Prefer: 'return=minimal' })).status).toBe(412);
    const unknown = await send({ 'If-Match': '"unknown"', Prefer: 'merge' });
    expect([unknown.status, errorOf(unknown).message]).toEqual([
      412,
      expect.stringContaining('no longer known'),
    ]);
    expect((await stored(server)).title).toBe(read.title);
  });

  it('is merged with what another program has written', async () => {
    const server = await startTestServer(FILES);
    const { change } = await reader(server);
    const beside = join(server.folder, 'notes/a.json.new');
    await writeFile(beside, JSON.stringify({ ...(await stored(server)), size: 44 }));
    await rename(beside, join(server.folder, 'notes/a.json'));
    expect((await change('', { method: 'PATCH', json: { title: 'Mine' } })).status).toBe(200);
    expect(await stored(server)).toMatchObject({ title: 'Mine', size: 44 });
  });

  it('is checked by the schema once it is merged', async () => {
    const server = await startTestServer(FILES);
    const { change } = await reader(server);
    await patch(server, { words: ['one', 'two', 'three', 'four'] });
    const answer = await change('', { method: 'PATCH', json: { words: ['one', 'two', 'mine'] } });
    expect([answer.status, Object.keys(detailsOf(answer))]).toEqual([422, ['words']]);
  });

  it('is merged after a property was renamed, unless it changes that property', async () => {
    const server = await startTestServer(FILES);
    const { change } = await reader(server);
    const renaming = { from: 'title', to: 'heading' };
    const renamed = await server.request('/api/schemas/note/rename', { method: 'POST', json: renaming });
    expect(renamed.status).toBe(200);
    const answers = [
      await change('', { method: 'PATCH', json: { heading: 'Mine' } }),
      await change('', { method: 'PATCH', json: { size: 3 } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([409, 200]);
    expect(await stored(server)).toMatchObject({ heading: 'A', size: 3 });
  });

  it('loses nothing where many callers send one at once', async () => {
    const server = await startTestServer({
      ...FILES,
      '.schemas/note.json': {
        ...note,
        properties: { ...note.properties, words: { type: 'array', field: 'list' } },
      },
    });
    const { change } = await reader(server);
    const words = Array.from({ length: 12 }, (_, at) => `word-${at}`);
    const answers = await Promise.all(
      words.map((word) => change('', { method: 'PATCH', json: { words: ['one', 'two', word] } })),
    );
    expect(answers.map(({ status }) => status)).toEqual(words.map(() => 200));
    expect(new Set(Object.values(Object((await stored(server)).words)))).toEqual(
      new Set(['one', 'two', ...words]),
    );
  });
});

const FILES_PARTS = { first: {}, second: {} };

describe('a change of a part of an outdated version', () => {
  it('is merged for a property and for items of a deck', async () => {
    const server = await startTestServer(FILES);
    const { change } = await reader(server);
    await patch(server, { title: 'Theirs' });
    const requests: [string, Sent][] = [
      ['/size', { method: 'PUT', json: 5 }],
      ['/words', { method: 'PATCH', json: ['three'] }],
      ['/parts/deck/first', { method: 'PUT', json: { name: 'Mine' } }],
      ['/parts/deck', { method: 'POST', json: { id: 'third', name: 'Third' } }],
      ['/parts/deck/second', { method: 'DELETE' }],
      ['/names', { method: 'DELETE' }],
    ];
    for (const [path, sent] of requests) {
      const answer = await change(path, sent);
      expect([path, answer.status, answer.headers.get('preference-applied')]).toEqual([
        path,
        sent.method === 'POST' ? 201 : 200,
        'merge',
      ]);
    }
    const document = await stored(server);
    expect(document).toMatchObject({ title: 'Theirs', size: 5, words: ['one', 'two', 'three'] });
    expect(Object.keys(Object(document.parts))).toEqual(['first', 'third']);
    expect(document).not.toHaveProperty('names');
  });

  it.each([
    ['/parts/deck/first', { method: 'DELETE' }],
    ['/parts/deck/first', { method: 'PUT', json: { name: 'Mine', count: 1 } }],
    ['/words', { method: 'DELETE' }],
  ] as const)('clashes where others changed that part: %s %o', async (path, sent) => {
    const server = await startTestServer(FILES);
    const { read, change } = await reader(server);
    const parts = isJsonObject(read.parts) ? read.parts : {};
    await patch(server, { words: ['two'], parts: { ...parts, first: { name: 'Theirs', count: 1 } } });
    expect((await change(path, sent)).status).toBe(409);
  });

  it('clashes where others removed the item', async () => {
    const server = await startTestServer(FILES);
    const { change } = await reader(server);
    await server.request(`${OBJECT}/parts/deck/first`, { method: 'DELETE' });
    const answer = await change('/parts/deck/first', { method: 'PUT', json: { name: 'Mine', count: 1 } });
    expect([answer.status, Object.keys(detailsOf(answer))]).toEqual([409, ['parts.first']]);
  });
});

describe('values that answers do not show', () => {
  it.each([
    [{ lock: 'correct horse battery' }, 'lock'],
    [{ card: { name: 'Card', count: 1, lock: 'correct horse battery' } }, 'card.lock'],
  ])('are not merged, since others may have changed them: %o', async (json, path) => {
    const server = await startTestServer(FILES);
    const { change } = await reader(server);
    await patch(server, { lock: 'another long password' });
    const answer = await change('', { method: 'PATCH', json });
    expect([answer.status, errorOf(answer).message]).toEqual([412, expect.stringContaining(path)]);
  });

  it('do not appear in a clash for callers who may not read them', async () => {
    const server = await startTestServer(FILES);
    const { read, change } = await reader(server, 'nobody');
    expect(read.secret).toBe('');
    await patch(server, { secret: 'hush, too', title: 'Theirs' });
    const answers = [
      await change('', { method: 'PATCH', json: { secret: 'guess' } }),
      await change('', { method: 'PATCH', json: { secret: '', title: 'Mine' } }),
      await change('', { method: 'PATCH', json: { size: 3 } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([412, 409, 200]);
    expect(answers.map(({ text }) => text).join('')).not.toContain('hush');
    expect(await stored(server)).toMatchObject({ secret: 'hush, too', size: 3 });
  });

  it('are merged and shown for callers who may', async () => {
    const server = await startTestServer(FILES);
    const { change } = await reader(server);
    await patch(server, { secret: 'theirs' });
    const answer = await change('', { method: 'PATCH', json: { secret: 'mine' } });
    expect(clashesOf(answer)).toEqual([{ path: ['secret'], base: 'hush', mine: 'mine', theirs: 'theirs' }]);
  });
});

describe('a schema', () => {
  const PATH = '/api/schemas/note';

  async function outdated(theirs: (document: JsonObject) => JsonObject) {
    const server = await startTestServer(FILES);
    // A first save, which completes the document.
    await server.request(PATH, { method: 'PUT', json: note });
    const read = await server.request(`${PATH}?raw=true`);
    const document = isJsonObject(read.json.document) ? read.json.document : {};
    const other = await server.request(PATH, { method: 'PUT', json: theirs(document) });
    expect(other.status).toBe(200);
    const put = (json: JsonObject) =>
      server.request(PATH, { method: 'PUT', json, headers: { 'If-Match': tagOf(read), Prefer: 'merge' } });
    return { server, document, put };
  }

  const withProperty = (document: JsonObject, name: string, field: string): JsonObject => ({
    ...document,
    properties: {
      ...(isJsonObject(document.properties) ? document.properties : {}),
      [name]: { type: 'string', field },
    },
    index: ['title', name],
  });

  it('is merged by property', async () => {
    const { server, document, put } = await outdated((read) => withProperty(read, 'theirs', 'text'));
    const answer = await put(withProperty(document, 'mine', 'url'));
    expect([answer.status, answer.headers.get('x-plinth-merged')]).toEqual([200, 'index, theirs']);
    const stored: unknown = JSON.parse((await server.read('.schemas/note.json')).toString());
    expect(stored).toMatchObject({
      properties: { title: { field: 'text' }, mine: { field: 'url' }, theirs: { field: 'text' } },
      index: expect.arrayContaining(['title', 'mine', 'theirs']),
    });
  });

  it('clashes where both added a property in different ways', async () => {
    const { server, document, put } = await outdated((read) => withProperty(read, 'new', 'text'));
    const before = await server.read('.schemas/note.json');
    const answer = await put(withProperty(document, 'new', 'url'));
    expect([answer.status, Object.keys(detailsOf(answer))]).toEqual([409, ['properties.new.field']]);
    expect(await server.read('.schemas/note.json')).toEqual(before);
  });
});

describe('settings of a collection', () => {
  const PATH = '/api/collections/notes';
  const opened = (server: TestServer) => server.site.collections.get('notes').settings.publicOperations;

  async function outdated() {
    const server = await startTestServer(FILES);
    const etag = (await server.request(`${PATH}/settings`)).headers.get('etag') ?? '';
    const merge = { 'if-match': etag, prefer: 'merge' };
    return { server, merge, change: (json: JsonObject) => server.request(PATH, { method: 'PATCH', json }) };
  }

  it.each(['PATCH', 'PUT'])('are merged by key with %s', async (method) => {
    const { server, merge, change } = await outdated();
    await change({ description: 'By others', groups: ['one', 'theirs'] });
    const { json: before } = await server.request(`${PATH}/settings`);
    const json = { name: 'Mine', publicOperations: ['read', 'update'] };
    const answer = await server.request(PATH, { method, json, headers: merge });
    expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
    expect(answer.headers.get('x-plinth-merged')?.split(', ').sort()).toEqual(['description', 'groups']);
    expect(answer.json).toMatchObject({ name: 'Mine', description: 'By others', groups: before.groups });
  });

  it('clash where both changed the same one, and where both opened them to everyone', async () => {
    const { server, merge, change } = await outdated();
    await change({ name: 'Theirs', publicOperations: ['read', 'update', 'delete'] });
    const send = (json: JsonObject) => server.request(PATH, { method: 'PATCH', json, headers: merge });
    const answer = await send({ name: 'Mine', publicOperations: ['read', 'update', 'create'] });
    expect([answer.status, Object.keys(detailsOf(answer)).sort()]).toEqual([
      409,
      ['name', 'publicOperations'],
    ]);
    expect(opened(server)).toEqual(['read', 'update', 'delete']);
    const without = { 'if-match': merge['if-match'] };
    expect((await server.request(PATH, { method: 'PATCH', json: {}, headers: without })).status).toBe(412);
  });
});
