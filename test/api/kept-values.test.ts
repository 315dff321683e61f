/**
 * Files of other programs with numbers that JavaScript does not keep, keys it reads once, and keys Plinth does not know:
 * whatever Plinth writes into such a file, what was not touched stays.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../server/contract/values.js';
import { startTestServer, type TestServer } from '../helpers/server.js';

const VALUES = [
  '"json":{"big":9007199254740993,"inf":1e999,"list":[1e-400,"x"]}',
  '"foreign":18446744073709551615',
  '"long":0.1234567890123456789',
  '"twice":"x","twice":"y"',
  '"constructor":"Jean"',
];
const FILE = `{"id":"n","title":"A",${VALUES.join(',')}}`;
const SCHEMA = `{"id":"page","properties":{
  "id":{"field":"id"},"title":{"field":"text"},"json":{"field":"json"},"handle":{"field":"text","x":9007199254740993}
},"required":["id"],"index":["id","title"],"of":9007199254740993}`;

const start = (files = {}) =>
  startTestServer({
    '.schemas/page.json': SCHEMA,
    'pages/.meta.json':
      '{"id":"pages","schema":"page","name":"Pages","foreign":9007199254740993,"own":1e999}',
    'pages/n.json': FILE,
    ...files,
  });

const N = '/api/collections/pages/n';

async function send(server: TestServer, method: string, path: string, json?: unknown, headers = {}) {
  const answer = await server.request(path, {
    method,
    headers,
    ...(json !== undefined && { json: json as JsonObject }),
  });
  expect([answer.status, answer.text]).toEqual([expect.toSatisfy((code) => code < 300), expect.anything()]);
  return answer;
}

const textOf = async (server: TestServer, path = 'pages/n.json') => String(await server.read(path));
/** Without the white space between values. */
const packed = (text: string) => text.replaceAll(/\n\s*/g, '').replaceAll('": ', '":');

async function expectKept(server: TestServer, path?: string, values = VALUES): Promise<void> {
  const text = packed(await textOf(server, path));
  for (const value of values) expect(text).toContain(value);
}

/** The revision of the newest version but some. */
async function revision(server: TestServer, at: number): Promise<string> {
  const { json } = await send(server, 'GET', `${N}/history`);
  return String((json.versions as JsonObject[])[at]?.revision);
}

describe('values of a file that JavaScript does not keep', () => {
  it.each<[what: string, change: (server: TestServer) => Promise<unknown>, path?: string]>([
    ['a PATCH', (server) => send(server, 'PATCH', N, { title: 'B' })],
    ['a PUT', (server) => send(server, 'PUT', N, { title: 'B' })],
    ['a PUT of one property', (server) => send(server, 'PUT', `${N}/title`, 'B')],
    [
      'a PUT of everything as it was shown',
      async (server) => send(server, 'PUT', N, { ...(await send(server, 'GET', N)).json, title: 'B' }),
    ],
    [
      'a batch',
      (server) =>
        send(server, 'POST', '/api/batch', {
          operations: [{ operation: 'patch', collection: 'pages', id: 'n', data: { title: 'B' } }],
        }),
    ],
    ['a copy', (server) => send(server, 'POST', `${N}/clone`, { id: 'copy' }), 'pages/copy.json'],
    [
      'a way into the trash and back',
      async (server) => {
        const { headers } = await send(server, 'DELETE', N);
        await send(server, 'POST', `/api/trash/${headers.get('x-trash-id')}/restore`);
      },
    ],
    [
      'a version that is restored',
      async (server) => {
        await send(server, 'PATCH', N, { json: { other: 1 } });
        await send(server, 'POST', `${N}/history/${await revision(server, 1)}/restore`);
      },
    ],
    [
      'a version that is restored after the object was deleted',
      async (server) => {
        const first = await send(server, 'PATCH', N, { title: 'B' });
        expect(first.status).toBe(200);
        const found = await revision(server, 0);
        await send(server, 'DELETE', N);
        await send(server, 'POST', `${N}/history/${found}/restore`);
      },
    ],
    [
      'a change that is undone',
      async (server) => {
        await send(server, 'PATCH', N, { json: { other: 1 } });
        const { json } = await send(server, 'GET', `${N}/history`);
        const [newest] = json.versions as { transaction: { id: string } }[];
        await send(server, 'POST', `/api/activity/${newest?.transaction.id}/undo`);
      },
    ],
    [
      'a property that is renamed',
      async (server) => {
        await writeFile(
          join(server.folder, 'pages/n.json'),
          FILE.replace('"twice":"y"', '"twice":"y","handle":"h"'),
        );
        await send(server, 'POST', '/api/schemas/page/rename', { from: 'handle', to: 'name' });
        expect(await textOf(server)).toContain('"name": "h"');
      },
    ],
  ])('outlive %s', async (_what, change, path) => {
    const server = await start();
    await change(server);
    await expectKept(server, path);
  });

  it('move with a property that is renamed', async () => {
    const server = await start();
    await send(server, 'POST', '/api/schemas/page/rename', { from: 'json', to: 'data' });
    await expectKept(server, undefined, [String(VALUES[0]).replace('json', 'data')]);
  });

  it('stay in settings and schemas', async () => {
    const server = await start();
    await send(server, 'PATCH', '/api/collections/pages', { name: 'Other' });
    await expectKept(server, 'pages/.meta.json', ['"foreign":9007199254740993', '"own":1e999']);
    const { json } = await send(server, 'GET', '/api/schemas/page?raw=true');
    const document = json.document as JsonObject;
    await send(server, 'PUT', '/api/schemas/page', { ...document, description: 'Of pages' });
    await expectKept(server, '.schemas/page.json', [
      '"x":9007199254740993',
      '"of":9007199254740993',
      '"description":"Of pages"',
    ]);
  });

  it('are not taken for equal in a conflict copy, which waits for a person', async () => {
    const copy = 'pages/n.sync-conflict-20261122-061000-ABCDEFG.json';
    const server = await start({ [copy]: FILE.replace('9007199254740993', '9007199254740992') });
    await vi.waitFor(async () => {
      const { json } = await send(server, 'GET', '/api/conflicts');
      expect(json.conflicts).toMatchObject([{ path: copy, same: false }]);
    });
    const [conflict] = (await send(server, 'GET', '/api/conflicts')).json.conflicts as JsonObject[];
    const detail = await send(server, 'GET', `/api/conflicts/${conflict?.id}`);
    expect(detail.json).toMatchObject({ nothingNew: false });
    const { tags } = detail.json as JsonObject;
    await send(server, 'POST', `/api/conflicts/${conflict?.id}/resolve`, { tags, take: 'theirs' });
    await expectKept(server, undefined, ['"big":9007199254740992', ...VALUES.slice(1, 4)]);
  });

  it('are in a file that is nested too deeply, which is not written and says why', async () => {
    const deep = `{"id":"deep","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const server = await start({ 'pages/deep.json': deep });
    const answer = await server.request('/api/collections/pages/deep', {
      method: 'PATCH',
      json: { title: 'B' },
    });
    expect([answer.status, answer.text]).toEqual([500, expect.stringContaining('nested too deeply')]);
    expect(await textOf(server, 'pages/deep.json')).toBe(deep);
  });
});
