/** Problems of the content: counted, listed by page, and only for callers who may solve them. */
import { describe, expect, it } from 'vitest';
import { HEALTH_KINDS } from '../../server/contract/health.js';
import { startTestServer, type TestServer, writeFiles } from '../helpers/server.js';
import { staffSession, WITH_STAFF } from '../helpers/users.js';

const select = (collection: string) => ({
  field: 'select',
  label: 'Near',
  settings: { relationalOptions: { collection } },
});

const PHOTO = { name: 'a.png', mime: 'image/png', size: 6_000_000 };

/** Two images without alternative text, one that is decorative and one with words. */
const IMAGES =
  '<p><img src="https://example.org/a.png"><img alt="" src="https://example.org/b.png">' +
  `<img title="an alt=b" src='https://example.org/c.png'><img src="https://example.org/d.png" alt="A dam"></p>`;

const FILES = {
  '.system/users.json': WITH_STAFF['.system/users.json'],
  '.schemas/walk.json': {
    id: 'walk',
    properties: {
      id: { field: 'id' },
      title: { field: 'text', maxLength: 10 },
      code: { field: 'text', unique: true },
      near: select('walks'),
      run: select('automations'),
      photo: { field: 'image' },
      body: { field: 'styledtext', label: 'Text' },
      story: { field: 'localizedstyledtext' },
    },
    index: ['id', 'title', 'code'],
  },
  '.schemas/torn.json': '{',
  'walks/.meta.json': { id: 'walks', schema: 'walk' },
  'walks/bridge.json': { id: 'bridge', title: 'Bridge', near: 'gone' },
  'walks/lake.json': { id: 'lake', title: 'Lake', code: 'a', photo: PHOTO },
  'walks/lake/photo/a.png': 'x',
  'walks/lake/photo/old.png': 'x',
  'walks/long.json': { id: 'long', title: 'Much too long a title', body: IMAGES, story: { de: IMAGES } },
  'walks/twin.json': { id: 'twin', title: 'Twin', code: 'a', run: 'none' },
  'walks/torn.json': '{"id":"to',
  'walks/lake (1).json': { id: 'lake', title: 'Other' },
  'lost/.meta.json': { id: 'lost', schema: 'nothing' },
};

const ALL = { damaged: 3, conflicts: 1, invalid: 2, references: 2, alt: 3, oversize: 1, unused: 1 };

const countsOf = async (server: Pick<TestServer, 'request'>): Promise<Record<string, number>> =>
  JSON.parse((await server.request('/api/health')).text).counts;
const listOf = async (server: Pick<TestServer, 'request'>, kind: string) =>
  (await server.request(`/api/health/${kind}`)).json.data;

describe('problems of the content', () => {
  it('are counted and listed by kind', async () => {
    const server = await startTestServer(FILES);
    expect(await countsOf(server)).toEqual(ALL);
    const lake = { collection: 'walks', id: 'lake', title: 'Lake' };
    const image = { ...lake, path: 'walks/lake/photo/a.png', file: { property: 'photo', size: 6_000_000 } };
    const expected: Record<string, unknown[]> = {
      damaged: [
        {
          path: 'walks/torn.json',
          collection: 'walks',
          id: 'torn',
          message: 'The file is truncated (line 1, column 10)',
        },
        { path: '.schemas/torn.json' },
        { path: 'lost/.meta.json', message: 'follows the schema "nothing", which does not exist' },
      ],
      conflicts: [{ ...lake, path: 'walks/lake (1).json', conflict: expect.any(String) }],
      invalid: [
        { id: 'long', path: 'walks/long.json', details: { title: [expect.any(String)] } },
        { id: 'twin', details: { code: [expect.stringContaining('"lake"')] } },
      ],
      references: [
        {
          ...{ collection: 'walks', id: 'bridge', title: 'Bridge' },
          missing: { property: { name: 'near', label: 'Near' }, reference: 'gone', target: 'walks' },
        },
        { id: 'twin', missing: { reference: 'none', target: 'automations' } },
      ],
      alt: [
        image,
        {
          ...{
            path: 'walks/long.json',
            id: 'long',
            message: 'has 2 images without alternative text in "body"',
          },
          text: { property: { name: 'body', label: 'Text' }, images: 2 },
        },
        { id: 'long', text: { property: { name: 'story' }, images: 2 } },
      ],
      oversize: [image],
      unused: [{ ...lake, path: 'walks/lake/photo/old.png', file: { property: '' } }],
    };
    for (const kind of HEALTH_KINDS)
      expect(await listOf(server, kind), kind).toMatchObject(expected[kind] ?? []);
    for (const kind of ['damage', 'constructor', 'a b']) {
      expect((await server.request(`/api/health/${encodeURIComponent(kind)}`)).status).toBe(404);
    }
  });

  it('are listed by page', async () => {
    const server = await startTestServer(FILES);
    const page = await server.request('/api/health/invalid?limit=1&offset=1');
    expect(page.json).toMatchObject({ data: [{ id: 'twin' }], total: 2, limit: 1, offset: 1 });
    expect(page.headers.get('X-Total-Count')).toBe('2');
    expect(page.headers.get('Link')).toContain('rel="prev"');
  });

  it('are gone as soon as they are solved, through the API or by another program', async () => {
    const server = await startTestServer(FILES);
    expect(await countsOf(server)).toEqual(ALL);
    const patch = (id: string, json: object) =>
      server.request(`/api/collections/walks/${id}`, { method: 'PATCH', json });
    expect((await patch('long', { title: 'Short', body: '<p>No image</p>', story: null })).status).toBe(200);
    expect((await patch('twin', { code: 'b', run: null })).status).toBe(200);
    expect((await patch('bridge', { near: 'lake' })).status).toBe(200);
    const described = await server.request('/api/collections/walks/lake/photo/a.png', {
      method: 'PATCH',
      json: { alt: 'The lake' },
    });
    expect(described.status).toBe(200);
    const files = [{ collection: 'walks', id: 'lake', path: 'photo/old.png' }];
    const removed = await server.request('/api/media/trash', { method: 'POST', json: { files } });
    const solved = { invalid: 0, references: 0, alt: 0, unused: 0 };
    expect(await countsOf(server)).toEqual({ ...ALL, ...solved });
    const { trashed } = JSON.parse(removed.text);
    await server.request(`/api/trash/${trashed[0].id}/restore`, { method: 'POST' });
    expect(await countsOf(server)).toEqual({ ...ALL, ...solved, unused: 1 });
    await writeFiles(server.folder, { 'walks/torn.json': { id: 'torn', title: 'Whole' } });
    await expect.poll(() => countsOf(server), { timeout: 10_000 }).toMatchObject({ damaged: 2 });
  });

  it('follow the rules of a schema that changes', async () => {
    const server = await startTestServer(FILES);
    expect((await countsOf(server)).invalid).toBe(2);
    const { properties, index } = FILES['.schemas/walk.json'];
    const json = {
      id: 'walk',
      required: [],
      index,
      properties: { ...properties, title: { field: 'text', maxLength: 3 } },
    };
    expect((await server.request('/api/schemas/walk', { method: 'PUT', json })).status).toBe(200);
    expect((await countsOf(server)).invalid).toBe(4);
  });

  it('are those of objects that the caller may change', async () => {
    const files = {
      ...FILES,
      'automations/.meta.json': { id: 'automations', schema: 'automations' },
      'automations/torn.json': '{',
    };
    const server = await startTestServer(files);
    expect(await countsOf(server)).toEqual({ ...ALL, damaged: 4 });
    const admin = await staffSession(server, 'admin');
    expect((await admin.request('/api/health')).json.counts).toEqual({ ...ALL, damaged: 4 });
    const editor = await staffSession(server, 'editor');
    // No schemas, no settings, no automations, and nothing of which automations exist.
    expect((await editor.request('/api/health')).json.counts).toEqual({ ...ALL, damaged: 1, references: 1 });
    expect((await editor.request('/api/health/damaged')).text).not.toContain('automations');
    expect((await editor.request('/api/health/references')).text).not.toContain('automations');
    const viewer = await staffSession(server, 'viewer');
    expect((await viewer.request('/api/health')).status).toBe(403);
    expect((await viewer.request('/api/health/invalid')).status).toBe(403);
    expect((await server.request('/api/health', { as: 'nobody' })).status).toBe(401);
  });
});
