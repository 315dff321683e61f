/** Objects of all collections at once. */
import { get } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { isJsonObject, type JsonObject } from '../../server/contract/values.js';
import { type Files, sharedServer, startTestServer, writeFiles } from '../helpers/server.js';

const FILES: Files = {
  '.schemas/note.json': {
    id: 'note',
    properties: {
      id: { field: 'id' },
      title: { field: 'text' },
      text: { field: 'textarea' },
      draft: { field: 'toggle' },
      next: { field: 'select', settings: { relationalOptions: { collection: 'tasks', value: 'id' } } },
    },
    required: ['id'],
    index: ['id', 'title'],
  },
  'notes/.meta.json': { id: 'notes', schema: 'note', name: 'Notes', publicOperations: ['read'] },
  'notes/one.json': { id: 'one', title: 'One', next: 'first' },
  'notes/two.json': { id: 'two', title: 'Two', draft: true },
  'notes/broken.json': '{',
  'tasks/.meta.json': { id: 'tasks', schema: 'note', name: 'Tasks' },
  'tasks/first.json': { id: 'first', title: 'First' },
};

const VAULT: Files = {
  '.schemas/vault.json': {
    id: 'vault',
    properties: { id: { field: 'id' }, title: { field: 'text' }, pin: { field: 'secret' } },
    required: ['id'],
  },
  'vaults/.meta.json': { id: 'vaults', schema: 'vault', name: 'Vaults', publicOperations: ['read'] },
  'vaults/first.json': { id: 'first', title: 'First', pin: '1234' },
};

const linesOf = (text: string): JsonObject[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(isJsonObject);

describe('the stream of all objects', () => {
  const server = sharedServer(() => ({ ...FILES, ...VAULT }));
  const read = async (query = '', as: 'owner' | 'nobody' | { key: string } = 'owner') => {
    const answer = await server().request(`/api/objects.ndjson${query}`, { as });
    return { ...answer, lines: answer.status === 200 ? linesOf(answer.text) : [] };
  };
  const named = (lines: readonly JsonObject[]) =>
    lines.slice(0, -1).map(({ collection, id }) => `${collection}/${id}`);

  it('has a line for each object and ends with cursor and count', async () => {
    const { lines, headers } = await read();
    const one = await server().request('/api/collections/notes/one');
    expect(lines[0]).toEqual({
      collection: 'notes',
      id: 'one',
      rev: one.headers.get('etag')?.slice(1, -1),
      data: one.json,
    });
    expect(named(lines)).toEqual(['notes/one', 'notes/two', 'tasks/first', 'vaults/first']);
    const cursor = headers.get('x-plinth-cursor');
    expect(lines.at(-1)).toEqual({ cursor, count: 4, skipped: 1 });
    expect(headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    const { json } = await server().request(`/api/changes?since=${cursor}`);
    expect([json.data, json.more]).toEqual([[], false]);
  });

  it.each<[string, string, unknown[]]>([
    ['collections', '?collections=tasks', [{ id: 'first', title: 'First' }]],
    ['published', '?collections=notes&published=1', [{ id: 'one', title: 'One' }]],
    ['expand', '?collections=notes&published=1&expand=next', [{ id: 'one', next: { id: 'first' } }]],
    ['fields', '?collections=notes&fields=title', [{ id: 'one', title: 'One' }, { id: 'two' }]],
  ])('takes %s', async (_name, query, expected) => {
    const { lines } = await read(query);
    expect(lines.slice(0, -1).map(({ data }) => data)).toMatchObject(expected);
    if (query.includes('fields')) expect(lines[0]?.data).toEqual({ id: 'one', title: 'One' });
  });

  describe('of some ids', () => {
    const some = (ids: string, more = '') => read(`?collections=notes&ids=${ids}${more}`);

    it('has these only, in their order, once, without those that are gone or damaged', async () => {
      const { lines } = await some('two,gone,broken,one,two');
      expect(named(lines)).toEqual(['notes/two', 'notes/one']);
      expect(lines.at(-1)).toMatchObject({ count: 2, skipped: 1 });
    });

    it('answers each as its own address does, also what only writers are shown', async () => {
      const address = '/api/collections/vaults/first';
      for (const as of ['owner', 'nobody'] as const) {
        const one = await server().request(address, { as });
        const [line] = (await read('?collections=vaults&ids=first', as)).lines;
        expect(line).toMatchObject({ rev: one.headers.get('etag')?.slice(1, -1), data: one.json });
        expect(one.json.pin).toBe(as === 'owner' ? '1234' : '');
      }
      const [streamed] = (await read('?collections=vaults')).lines;
      expect(JSON.stringify(streamed)).not.toContain('1234');
    });

    it('has what the caller may read', async () => {
      const key = await server().key({ methods: ['GET'], paths: ['/collections/notes/two'] });
      const { status } = await read('?collections=notes&ids=one,two', { key });
      expect(status).toBe(403);
      expect(named((await read('?collections=notes&ids=one,two', 'nobody')).lines)).toHaveLength(2);
    });

    it('keeps the shape', async () => {
      expect((await some('one', '&fields=title')).lines[0]?.data).toEqual({ id: 'one', title: 'One' });
    });

    it.each([
      ['no collection', '?ids=one'],
      ['two collections', '?collections=notes,tasks&ids=one'],
      ['an id that is none', '?collections=notes&ids=../one'],
      ['more than 500', `?collections=notes&ids=${Array.from({ length: 501 }, (_, n) => `a${n}`).join()}`],
    ])('rejects %s', async (_name, query) => {
      const { status, json } = await read(query);
      expect([status, json.error]).toMatchObject([400, { details: { ids: [expect.any(String)] } }]);
    });
  });

  it('has what the caller may read', async () => {
    expect(named((await read('', 'nobody')).lines)).toEqual(['notes/one', 'notes/two', 'vaults/first']);
    const key = await server().key({
      methods: ['GET'],
      paths: ['/collections/notes/two', '/collections/tasks'],
    });
    expect(named((await read('', { key })).lines)).toEqual(['notes/two', 'tasks/first']);
    expect((await read('?collections=tasks', 'nobody')).status).toBe(401);
    expect((await read('?collections=none')).status).toBe(404);
    expect((await read('?collections=../x')).status).toBe(400);
  });

  it('is read at the pace of the client, and no further than it reads', async () => {
    const text = 'x'.repeat(8000);
    const many = Object.fromEntries(
      Array.from({ length: 4000 }, (_, n) => [`notes/n${n}.json`, { id: `n${n}`, text }]),
    );
    const slow = await startTestServer({ ...FILES, ...many });
    const index = await slow.site.store.catalogue.collectionIndex('notes');
    const bytes = vi.spyOn(index, 'bytes');
    const request = get(`${slow.url}/api/objects.ndjson`, { headers: { cookie: slow.cookie } });
    const response = await new Promise<NodeJS.ReadableStream>((resolve) => request.on('response', resolve));
    response.pause();
    let before = -1;
    await vi.waitFor(
      () => {
        const calls = bytes.mock.calls.length;
        const settled = calls > 0 && calls === before;
        before = calls;
        expect(settled).toBe(true);
      },
      { timeout: 20_000, interval: 500 },
    );
    expect(before).toBeLessThan(3000);
    request.destroy();
    await writeFiles(slow.folder, { 'tasks/second.json': { id: 'second' } });
    expect((await slow.request('/api/collections/tasks')).status).toBe(200);
    expect(bytes.mock.calls.length).toBeLessThan(3000);
  });
});

describe('the search of the folder', () => {
  const story = (id: string, title: string, text: string, more: object = {}) => ({
    id,
    title,
    text,
    ...more,
  });
  const many = Object.fromEntries(
    Array.from({ length: 30 }, (_, n) => [
      `pages/p${n}.json`,
      story(`p${n}`, `Page ${n}`, `common words ${n}`),
    ]),
  );
  const server = sharedServer(() => ({
    ...FILES,
    'notes/broken.json': story('broken', 'Whole', ''),
    'notes/harbour.json': story('harbour', 'The harbour at night', 'Boats and lamps.'),
    'notes/boats.json': story('boats', 'Boats', 'A harbour is where boats sleep. A harbour has lamps.'),
    'notes/long.json': story(
      'long',
      'Travel',
      `${'Other words follow here. '.repeat(60)}The harbour is far.`,
    ),
    'notes/draft.json': story('draft', 'Harbour draft', 'Not yet', { draft: true }),
    'tasks/first.json': story('first', 'First', 'Paint the HARBOUR wall, “quoted” & <b>bold</b>'),
    'notes/plain.json': story('plain', 'Resume', 'Talk'),
    'notes/marked.json': story('marked', 'Papers', 'My résumé'),
    'notes/street.json': story('street', 'STRAẞE', ''),
    'pages/.meta.json': { id: 'pages', schema: 'note', name: 'Pages' },
    ...many,
  }));
  const search = async (query: string, as: 'owner' | 'nobody' | { key: string } = 'owner') => {
    const answer = await server().request(`/api/search?${query}`, { as });
    const { data } = answer.json;
    return { ...answer, found: Array.isArray(data) ? data.filter(isJsonObject) : [] };
  };
  const idsOf = async (query: string, as?: 'nobody' | { key: string }) =>
    (await search(query, as)).found.map(({ collection, id }) => `${collection}/${id}`);

  it('has hits in titles first, then by how much of the text they are', async () => {
    const ids = await idsOf('q=harbour');
    expect(new Set(ids.slice(0, 2))).toEqual(new Set(['notes/harbour', 'notes/draft']));
    expect(ids.slice(2)).toEqual(['notes/boats', 'tasks/first', 'notes/long']);
  });

  it.each<[string, string[]]>([
    ['q=harb&collections=tasks', ['tasks/first']],
    ['q=lamps+harb', ['notes/harbour', 'notes/boats']],
    ['q=paint+or+sleep', ['tasks/first', 'notes/boats']],
    ['q=%22where+boats%22', ['notes/boats']],
    ['q=harbour&published=1&collections=notes', ['notes/harbour', 'notes/boats', 'notes/long']],
    ['q=', []],
    ['q=%26', []],
  ])('finds %s', async (query, expected) => {
    expect((await idsOf(query)).sort()).toEqual(expected.sort());
  });

  it('shows titles, excerpts with the places of the hits, and what is live', async () => {
    const { found } = await search('q=harbour&collections=notes');
    const long = found.find(({ id }) => id === 'long');
    const { text, hits } = Object(long?.excerpt);
    expect(text.length).toBeLessThan(250);
    expect(hits.map(([start, end]: [number, number]) => text.slice(start, end))).toEqual(['harbour']);
    expect(found.find(({ id }) => id === 'draft')).toEqual({
      collection: 'notes',
      id: 'draft',
      title: 'Harbour draft',
      live: false,
      state: 'draft',
    });
  });

  it.each<[string, string | undefined, string[]]>([
    ['q=harbuor+lmaps', 'harbour lamps', ['notes/boats', 'notes/harbour']],
    ['q=arbour', 'harbour', ['notes/boats', 'notes/draft', 'notes/harbour', 'notes/long', 'tasks/first']],
    ['q=harbour+lamsp', 'harbour lamps', ['notes/boats', 'notes/harbour']],
    ['q=qaint+or+zzzz', undefined, []],
    ['q=tge', undefined, []],
    [
      'q=%22harbuor%22',
      'harbour',
      ['notes/boats', 'notes/draft', 'notes/harbour', 'notes/long', 'tasks/first'],
    ],
    ['q=%22harbuor+wall%22', undefined, []],
    ['q=harbour&collections=tasks', undefined, ['tasks/first']],
  ])('forgives typing errors where nothing else is found: %s', async (query, corrected, expected) => {
    const { json } = await search(query);
    expect([json.corrected, (await idsOf(query)).sort()]).toEqual([corrected, expected]);
  });

  it('answers those with the most words where no object has all, and says so', async () => {
    const { json } = await search('q=harbour+paint+boats');
    const ids = await idsOf('q=harbour+paint+boats');
    expect([json.closest, json.total, json.corrected]).toEqual([true, 5, undefined]);
    expect(ids.slice(0, 3).sort()).toEqual(['notes/boats', 'notes/harbour', 'tasks/first']);
    expect(ids.slice(3).sort()).toEqual(['notes/draft', 'notes/long']);
    for (const query of ['q=harbour+lamps', 'q=qaint+or+zzzz', 'q=zzzz+qqqq']) {
      expect((await search(query)).json.closest).toBeUndefined();
    }
  });

  it.each<[string, string[]]>([
    ['q=r%C3%A9sum%C3%A9', ['notes/marked', 'notes/plain']],
    ['q=resume', ['notes/plain', 'notes/marked']],
    ['q=strasse', ['notes/street']],
  ])('folds marks, and has words first that are written as they were typed: %s', async (query, expected) => {
    expect(await idsOf(query)).toEqual(expected);
  });

  it('answers pages, and chosen properties', async () => {
    const first = await search('q=common&limit=20');
    const second = await search('q=common&limit=20&offset=20');
    expect([first.json.total, first.found.length, second.found.length]).toEqual([30, 20, 10]);
    expect(new Set([...first.found, ...second.found].map(({ id }) => id)).size).toBe(30);
    expect(first.headers.get('link')).toContain('offset=20');
    const { found } = await search('q=paint&fields=title');
    expect(found[0]?.data).toEqual({ id: 'first', title: 'First' });
  });

  it('finds only what the caller may read, and rejects what cannot be read', async () => {
    expect((await idsOf('q=harbour', 'nobody')).every((id) => id.startsWith('notes/'))).toBe(true);
    const paths = ['/collections/notes/long', '/collections/tasks'];
    const key = await server().key({ methods: ['GET'], paths });
    const { json } = await search('q=harbour', { key });
    expect([json.total, await idsOf('q=harbour', { key })]).toEqual([2, ['tasks/first', 'notes/long']]);
    expect((await search('q=x&collections=tasks', 'nobody')).status).toBe(401);
    expect((await search(`q=${'x'.repeat(201)}`)).status).toBe(400);
  });

  it('finds what has just been saved', async () => {
    const json = { id: 'extra', title: 'Xylophone' };
    const created = await server().request('/api/collections/tasks', { method: 'POST', json });
    expect([created.status, await idsOf('q=xylophone')]).toEqual([201, ['tasks/extra']]);
    await server().request('/api/collections/tasks/extra', { method: 'DELETE' });
    expect(await idsOf('q=xylophone')).toEqual([]);
  });
});
