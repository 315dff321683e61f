/** The preview over the API: where the site is, opening it, and finding what a page shows. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../server/contract/values.js';
import { devServer } from '../helpers/dev-server.js';
import { errorOf, type Files, sharedServer, startTestServer, type TestServer } from '../helpers/server.js';
import { listIn, staffSession, WITH_STAFF } from '../helpers/users.js';

const ADMIN = 'http://127.0.0.1:4180';

const SITE: Files = {
  '.schemas/story.json': {
    id: 'story',
    properties: {
      id: { field: 'id' },
      title: { field: 'text' },
      summary: { field: 'text' },
      content: { field: 'styledtext' },
      tags: { field: 'list' },
      stops: { field: 'deck', schemaref: 'stop' },
    },
    index: ['title'],
  },
  '.schemas/stop.json': { id: 'stop', properties: { id: { field: 'id' }, name: { field: 'text' } } },
  'journal/.meta.json': { id: 'journal', schema: 'story', name: 'Journal', url: '/journal/{id}' },
  'journal/harbour.json': {
    id: 'harbour',
    title: 'The harbour at night',
    summary: 'Lanterns along the quay',
    content: '<p>Boats come <em>home</em> late&nbsp;today.</p><p>Nobody waits for them.</p>',
    tags: ['Night', 'Water'],
    stops: { pier: { id: 'pier', name: 'The long pier by the mill' } },
  },
  'journal/mill.json': { id: 'mill', title: 'The old mill', summary: 'Lanterns along the quay' },
  'notes/.meta.json': { id: 'notes', schema: 'story', name: 'Notes', groups: ['staff'] },
  'notes/hidden.json': { id: 'hidden', title: 'Only for the staff of the harbour' },
};

const find = async (server: Pick<TestServer, 'request'>, json: JsonObject) =>
  listIn(await server.request('/api/preview/places', { method: 'POST', json }), 'places').map(
    ({ collection, id, property }) => `${collection}/${id}/${property}`,
  );

describe('what a page shows', () => {
  const server = sharedServer(() => SITE);

  it.each<[string, JsonObject, string | undefined]>([
    ['a title', { text: 'The harbour at night' }, 'journal/harbour/title'],
    ['in other case and with other spaces', { text: ' THE  harbour\nat night ' }, 'journal/harbour/title'],
    ['a paragraph of a rich text', { text: 'Boats come home late today.' }, 'journal/harbour/content'],
    ['the beginning of a paragraph', { text: 'Nobody waits' }, 'journal/harbour/content'],
    [
      'a title with words of the page round it',
      { text: 'Story: The harbour at night (2 minutes)' },
      undefined,
    ],
    ['a word of a list', { text: 'Water' }, 'journal/harbour/tags'],
    ['a value of an item', { text: 'The long pier by the mill' }, 'journal/harbour/stops.pier.name'],
    ['nothing', { text: '' }, undefined],
    ['words of no object', { text: 'Subscribe to our letter' }, undefined],
    ['signs of a search', { text: '"-*" OR (harbour' }, undefined],
    ['an image', { image: `${ADMIN}/imageworks/journal/harbour/cover.webp?w=300` }, 'journal/harbour/cover'],
    [
      'an image at the address that a development server reads at',
      { image: `${ADMIN}/preview-files/0123abcd/imageworks/journal/harbour/cover.webp?w=300` },
      'journal/harbour/cover',
    ],
    ['an image of nothing', { image: `${ADMIN}/imageworks/journal/none/cover.webp` }, undefined],
    [
      'an image by its description',
      { image: 'https://x.example/a.png', text: 'The old mill' },
      'journal/mill/title',
    ],
  ])('is found: %s', async (_what, shown, place) => {
    expect((await find(server(), shown))[0]).toBe(place);
  });

  it('belongs to the object of the page where several have it', async () => {
    const text = 'Lanterns along the quay';
    expect((await find(server(), { text })).sort()).toEqual([
      'journal/harbour/summary',
      'journal/mill/summary',
    ]);
    for (const id of ['harbour', 'mill']) {
      const [first] = await find(server(), { text, address: `/journal/${id}/?a=1#b` });
      expect(first).toBe(`journal/${id}/summary`);
    }
  });

  it('is found by the page alone where the text is a part of its words', async () => {
    const shown = { text: 'Story: The harbour at night (2 minutes)', address: '/journal/harbour' };
    expect((await find(server(), shown))[0]).toBe('journal/harbour/title');
  });

  it.each([
    ['a long text', { text: 'x'.repeat(301) }],
    ['no text', { text: 5 }],
    ['a long address', { address: '/'.repeat(2001) }],
  ])('is not looked for by %s', async (_what, json) => {
    const answer = await server().request('/api/preview/places', { method: 'POST', json });
    expect(answer.status).toBe(400);
  });

  it('is not told to a caller without a session', async () => {
    const key = await server().key();
    for (const as of [{ key }, 'nobody'] as const) {
      for (const [path, method] of [
        ['/places', 'POST'],
        ['/open', 'POST'],
        ['', 'GET'],
        ['', 'PUT'],
      ] as const) {
        const json = { text: 'The old mill', admin: ADMIN, site: '' };
        const sent = { method, as, ...(method !== 'GET' && { json }) };
        expect([401, 403]).toContain((await server().request(`/api/preview${path}`, sent)).status);
      }
    }
  });
});

describe('the preview of a site', () => {
  it('is opened for an admin of this machine, and shows the site whose address was given', async () => {
    const server = await startTestServer();
    const { url } = await devServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><p>Boats');
    });
    const change = (site: string) => server.request('/api/preview', { method: 'PUT', json: { site } });
    expect((await change(`${url}/`)).json).toEqual({ site: url, isStarted: false, sets: ['draft'] });
    expect((await server.request('/api/preview')).json).toMatchObject({ site: url });
    const opened = await server.request('/api/preview/open', { method: 'POST', json: { admin: ADMIN } });
    const { port } = new URL(String(opened.json.origin));
    expect(opened.json.origin).toBe(`http://localhost:${port}`);
    const ask = async () =>
      (await fetch(`http://127.0.0.1:${port}/`, { headers: { accept: 'text/html' } })).text();
    expect(await ask()).toContain('Boats');
    expect((await change('')).json).toMatchObject({ site: '' });
    expect(await ask()).toContain('data-plinth-down');
    await server.close();
    await expect(ask()).rejects.toThrow('fetch failed');
  });

  it.each([
    'https://example.com',
    'http://10.0.0.1:3000',
    'http://localhost:4321/path',
    'localhost:3000',
    'file:///etc',
  ])('is not %s', async (site) => {
    const server = await startTestServer();
    const answer = await server.request('/api/preview', { method: 'PUT', json: { site } });
    expect([answer.status, Object.keys(errorOf(answer).details ?? {})]).toEqual([400, ['site']]);
  });

  it('is not opened for an admin on another machine', async () => {
    const server = await startTestServer();
    const json = { admin: 'http://192.168.0.7:4180' };
    const answer = await server.request('/api/preview/open', { method: 'POST', json });
    expect([answer.status, errorOf(answer).message]).toEqual([
      422,
      'The preview can only be seen on the computer that Plinth runs on',
    ]);
  });

  it('is at an address that only those who manage the folder give', async () => {
    const server = await startTestServer(WITH_STAFF);
    const editor = await staffSession(server, 'editor');
    const sent = { method: 'PUT', json: { site: 'http://localhost:1' } };
    expect((await editor.request('/api/preview', sent)).status).toBe(403);
    expect((await editor.request('/api/preview')).status).toBe(200);
  });
});
