/** Who made a change, and in which transaction: told of every way to write. */
import { describe, expect, it } from 'vitest';
import { apiRoutes, rootRoutes } from '../../server/app.js';
import type { Origin } from '../../server/events.js';
import { readEvents } from '../helpers/event-reader.js';
import { everythingIn } from '../helpers/files.js';
import { connectMcp } from '../helpers/mcp-client.js';
import {
  BLOG,
  type Files,
  type Sent,
  startTestServer,
  type TestServer,
  writeFiles,
} from '../helpers/server.js';
import { STAFF_IDS, staffSession, WITH_STAFF } from '../helpers/users.js';
import { automationServer } from './automation-site.js';

const HEADER = 'x-plinth-transaction';

interface Heard {
  type: string;
  origin: Origin;
}

/** Collects the changes of a server from now on. */
function hear(server: TestServer): Heard[] {
  const heard: Heard[] = [];
  server.site.events.on(({ type }, origin) => void heard.push({ type, origin }));
  return heard;
}

const idsOf = (heard: readonly Heard[]) => [...new Set(heard.map(({ origin }) => origin.transaction.id))];

const FILES: Files = {
  ...BLOG,
  '.schemas/kit.json': {
    id: 'kit',
    properties: {
      id: { field: 'id' },
      title: { field: 'text' },
      count: { field: 'number' },
      box: { field: 'card', schemaref: 'part' },
      parts: { field: 'deck', schemaref: 'part' },
      text: { field: 'styledtext' },
      paper: { field: 'file' },
      depot: { field: 'depot' },
    },
    required: ['id'],
    index: ['id', 'title', 'count'],
  },
  '.schemas/part.json': { id: 'part', properties: { id: { field: 'id' }, label: { field: 'text' } } },
  'kit/.meta.json': { id: 'kit', schema: 'kit', name: 'Kit' },
  'kit/one.json': {
    id: 'one',
    title: 'One',
    count: 1,
    box: { label: 'In it' },
    parts: { first: { id: 'first', label: 'First' } },
  },
  '.changes/autumn/set.json': { kind: 'release', title: 'Autumn' },
  '.changes/autumn/kit/one.json': {
    change: 'edit',
    base: { title: 'One' },
    values: { title: 'Autumn' },
    at: '2026-01-01T10:00:00.000Z',
  },
};

function form(name: string, content: string, fileName: string): FormData {
  const made = new FormData();
  made.append(name, new Blob([content]), fileName);
  return made;
}

type Write = (server: TestServer) => Promise<readonly [path: string, sent: Sent]> | readonly [string, Sent];

const upload = async (server: TestServer, path: string, fileName: string) => {
  const property = path.split('/')[4] ?? '';
  const { status } = await server.request(path, { method: 'POST', body: form(property, 'text', fileName) });
  expect(status).toBeLessThan(300);
};

const ONE = '/collections/kit/one';
const send =
  (method: string, path: string, json?: unknown): Write =>
  () =>
    [path, { method, ...(json !== undefined && { json }) }] as const;
const withPaper =
  (method: string, path: string, json?: unknown): Write =>
  async (server) => {
    await upload(server, `${ONE}/paper`, 'a.txt');
    return [path, { method, ...(json !== undefined && { json }) }] as const;
  };
const withView =
  (method: string, path: string, json?: unknown): Write =>
  async (server) => {
    const { status } = await server.request('/views/collections/kit', {
      method: 'POST',
      json: { id: 'mine', name: 'Mine' },
    });
    expect(status).toBe(201);
    return [path, { method, ...(json !== undefined && { json }) }] as const;
  };
const afterRemoval =
  (method: string, path: (entry: string) => string): Write =>
  async (server) => {
    const { headers } = await server.request('/collections/blog/first-post', { method: 'DELETE' });
    return [path(headers.get('x-trash-id') ?? ''), { method }] as const;
  };

/** Restores the version before the last of some changes. */
const afterChanges =
  (path: string, method: string, bodyOf: (text: string) => object, below = path): Write =>
  async (server) => {
    for (const text of ['One', 'Two']) {
      const { status } = await server.request(path, { method, json: bodyOf(text) });
      expect(status).toBe(200);
    }
    const { json } = await server.request(`${below}/history`);
    const [, version] = json.versions as unknown as { revision: string }[];
    return [`${below}/history/${version?.revision}/restore`, { method: 'POST' }];
  };

/** Answers the conflict of a copy. */
const withConflict =
  (action: string, body: object): Write =>
  async (server) => {
    const path = 'kit/one.sync-conflict-20260101-101010-ABCDEFG.json';
    const found = hear(server);
    await writeFiles(server.folder, { [path]: { id: 'one', title: 'From another machine' } });
    await expect.poll(() => found.length, { timeout: 10_000 }).toBeGreaterThan(0);
    const { json } = await server.request('/conflicts');
    const [conflict] = json.conflicts as unknown as { id: string }[];
    const detail = await server.request(`/conflicts/${conflict?.id}`);
    return [
      `/conflicts/${conflict?.id}/${action}`,
      { method: 'POST', json: { ...body, tags: detail.json.tags } },
    ];
  };

const NOTE = { id: 'note', properties: { id: { field: 'id' } }, required: ['id'], index: ['id'] };
const PART = { id: 'second', label: 'Second' };

/** A request for every row that changes content, by the id of the row. */
const WRITES: Readonly<Record<string, Write>> = {
  'api.starters.use': send('POST', '/starters/portfolio'),
  'api.objects.rename': send('POST', `${ONE}/rename`, { id: 'two' }),
  'api.objects.move': async (server) => {
    await server.request('/collections/kit', { method: 'PATCH', json: { manualOrder: 'count' } });
    await server.request('/collections/kit', { method: 'POST', json: { id: 'two' } });
    return [`${ONE}/move`, { method: 'POST', json: { last: true } }];
  },
  'api.references.replace': send('POST', '/references/collections/kit/replace', {
    ...{ ids: ['one'], to: null, remove: true },
  }),
  'api.changeSets.create': send('POST', '/change-sets', { kind: 'release', title: 'Winter' }),
  'api.changeSets.patch': send('PATCH', '/change-sets/autumn', { title: 'Late autumn' }),
  'api.changeSets.delete': send('DELETE', '/change-sets/autumn'),
  'api.changeSets.publish': send('POST', '/change-sets/autumn/publish'),
  'api.changeSets.move': send('POST', '/change-sets/autumn/move', {
    ...{ to: 'draft', objects: [{ collection: 'kit', id: 'one' }] },
  }),
  'api.changeSets.keep': send('POST', '/change-sets/autumn/objects/kit/one/keep'),
  'api.changeSets.discardMany': send('POST', '/change-sets/autumn/discard', {
    objects: [{ collection: 'kit', id: 'one' }],
  }),
  'api.changeSets.discard': send('DELETE', '/change-sets/autumn/objects/kit/one'),
  'api.batch': send('POST', '/batch', {
    operations: [{ operation: 'patch', collection: 'kit', id: 'one', data: { title: 'Other' } }],
  }),
  'api.collections.create': send('POST', '/collections', { id: 'news', schema: 'kit' }),
  'api.collections.replace': send('PUT', '/collections/kit', { name: 'Other' }),
  'api.collections.patch': send('PATCH', '/collections/kit', { name: 'Other' }),
  'api.collections.delete': send('DELETE', '/collections/kit?force=true'),
  'api.objects.create': send('POST', '/collections/kit', { id: 'two' }),
  'api.objects.replace': send('PUT', ONE, { title: 'Other' }),
  'api.objects.patch': send('PATCH', ONE, { title: 'Other' }),
  'api.objects.delete': send('DELETE', ONE),
  'api.objects.clone': send('POST', `${ONE}/clone`, { id: 'copy' }),
  'api.items.create': send('POST', `${ONE}/parts/deck`, PART),
  'api.items.replace': send('PUT', `${ONE}/parts/deck/first`, { label: 'Other' }),
  'api.items.patch': send('PATCH', `${ONE}/parts/deck/first`, { label: 'Other' }),
  'api.items.delete': send('DELETE', `${ONE}/parts/deck/first`),
  'api.properties.replace': send('PUT', `${ONE}/title`, 'Other'),
  'api.properties.patch': send('PATCH', `${ONE}/box`, { label: 'Other' }),
  'api.properties.delete': send('DELETE', `${ONE}/title`),
  'api.properties.increment': send('POST', `${ONE}/count/increment`),
  'api.properties.incrementBy': send('POST', `${ONE}/count/increment/2`),
  'api.properties.decrement': send('POST', `${ONE}/count/decrement`),
  'api.properties.decrementBy': send('POST', `${ONE}/count/decrement/2`),
  'api.schemas.create': send('POST', '/schemas', NOTE),
  'api.schemas.replace': send('PUT', '/schemas/part', {
    id: 'part',
    properties: { id: { field: 'id' }, label: { field: 'textarea' } },
    required: ['id'],
    index: ['id'],
  }),
  'api.schemas.convert': send('POST', '/schemas/kit/convert', {
    id: 'kit',
    properties: {
      id: { field: 'id' },
      title: { field: 'text' },
      count: { field: 'text' },
      box: { field: 'card', schemaref: 'part' },
      parts: { field: 'deck', schemaref: 'part' },
      text: { field: 'styledtext' },
      paper: { field: 'file' },
      depot: { field: 'depot' },
    },
    required: ['id'],
    index: ['id', 'title'],
  }),
  'api.schemas.rename': send('POST', '/schemas/kit/rename', { from: 'title', to: 'headline' }),
  'api.schemas.delete': async (server) => {
    await server.request('/schemas', {
      method: 'POST',
      json: NOTE,
    });
    return ['/schemas/note', { method: 'DELETE' }];
  },
  'api.views.create': send('POST', '/views/collections/kit', { id: 'mine', name: 'Mine' }),
  'api.views.arrange': withView('PATCH', '/views/collections/kit', { order: ['mine'] }),
  'api.views.change': withView('PATCH', '/views/collections/kit/mine', { name: 'Other' }),
  'api.views.delete': withView('DELETE', '/views/collections/kit/mine'),
  'api.files.save': () => [`${ONE}/paper`, { method: 'POST', body: form('paper', 'text', 'a.txt') }],
  'api.files.saveAt': () => [`${ONE}/depot/a.txt`, { method: 'POST', body: form('a.txt', 'text', 'a.txt') }],
  'api.files.describe': withPaper('PUT', `${ONE}/paper/a.txt`, { tags: ['new'] }),
  'api.files.change': withPaper('PATCH', `${ONE}/paper/a.txt`, { tags: ['new'] }),
  'api.files.delete': withPaper('DELETE', `${ONE}/paper/a.txt`),
  'api.files.move': async (server) => {
    await upload(server, `${ONE}/depot`, 'a.txt');
    return [`${ONE}/depot/a.txt/move`, { method: 'PUT', json: { destination: 'in' } }];
  },
  'api.folders.create': send('POST', `${ONE}/depot/folder`, { path: 'in' }),
  'api.folders.rename': async (server) => {
    await server.request(`${ONE}/depot/folder`, { method: 'POST', json: { path: 'in' } });
    return [`${ONE}/depot/folder/rename?path=in`, { method: 'PUT', json: { name: 'out' } }];
  },
  'editor.save': () => ['/upload/kit/one/text', { method: 'POST', body: form('file', 'text', 'a.txt') }],
  'editor.saveAt': () => ['/upload/kit/one/text/in', { method: 'POST', body: form('file', 'text', 'a.txt') }],
  'editor.delete': async (server) => {
    await server.request('/upload/kit/one/text', { method: 'POST', body: form('file', 'text', 'a.txt') });
    return ['/upload/kit/one/text/a.txt', { method: 'DELETE' }];
  },
  'api.media.replace': async (server) => {
    await upload(server, `${ONE}/paper`, 'a.txt');
    const place = new URLSearchParams({ collection: 'kit', id: 'one', path: 'paper/a.txt' });
    return [`/media/replace?${place}`, { method: 'POST', body: form('file', 'other', 'a.txt') }];
  },
  'api.media.trash': async (server) => {
    await writeFiles(server.folder, { 'kit/one/text/loose.txt': 'text' });
    const files = [{ collection: 'kit', id: 'one', path: 'text/loose.txt' }];
    return ['/media/trash', { method: 'POST', json: { files } }];
  },
  'api.trash.restoreMany': async (server) => {
    const { headers } = await server.request('/collections/blog/first-post', { method: 'DELETE' });
    return ['/trash/restore', { method: 'POST', json: { entries: [headers.get('x-trash-id') ?? ''] } }];
  },
  'api.trash.restore': afterRemoval('POST', (entry) => `/trash/${entry}/restore`),
  'api.trash.purge': afterRemoval('DELETE', (entry) => `/trash/${entry}`),
  'api.trash.empty': afterRemoval('DELETE', () => '/trash'),
  'api.history.restore': async (server) => {
    await server.request(ONE, { method: 'PATCH', json: { title: 'Other' } });
    await server.request(ONE, { method: 'PATCH', json: { title: 'Another' } });
    const { json } = await server.request(`${ONE}/history`);
    const [, version] = json.versions as unknown as { revision: string }[];
    return [`${ONE}/history/${version?.revision}/restore`, { method: 'POST' }];
  },
  'api.activity.undo': async (server) => {
    const { headers } = await server.request(ONE, { method: 'PATCH', json: { title: 'Other' } });
    return [`/activity/${headers.get(HEADER)}/undo`, { method: 'POST' }];
  },
  'api.activity.undoWork': async (server) => {
    const since = new Date(Date.now() - 1000).toISOString();
    await server.request(ONE, { method: 'PATCH', json: { title: 'Other' } });
    return ['/activity/undo', { method: 'POST', json: { actor: 'owner', since } }];
  },
  'api.schemas.history.restore': afterChanges('/schemas/part', 'PUT', (label) => ({
    id: 'part',
    properties: { id: { field: 'id' }, label: { field: 'text', label } },
    required: ['id'],
    index: ['id'],
  })),
  'api.collections.history.restore': afterChanges(
    '/collections/kit',
    'PATCH',
    (name) => ({ name }),
    '/collections/kit/settings',
  ),
  'api.settings.history.restore': afterChanges('/settings', 'PATCH', (title) => ({
    'dashboard.title': title,
  })),
  'api.conflicts.resolve': withConflict('resolve', { take: 'theirs' }),
  'api.conflicts.keep': withConflict('keep', { id: 'copy' }),
  'api.settings.change': send('PATCH', '/settings', { 'dashboard.title': 'Other' }),
  'api.imports.csv': () => [
    '/import/collections/kit/csv',
    { method: 'POST', body: form('csv', 'id,title\ntwo,Two\nthree,Three\n', 'kit.csv') },
  ],
  'api.imports.json': () => [
    '/import/collections/kit/json',
    { method: 'POST', body: form('json', '[{"id":"two"},{"id":"three"}]', 'kit.json') },
  ],
  'api.imports.zip': async (server) => {
    const response = await fetch(`${server.url}/export/collections/blog/zip`, {
      headers: { 'x-api-key': await server.key() },
    });
    const body = new FormData();
    body.append('zip', await response.blob(), 'blog.zip');
    await server.request('/collections', { method: 'POST', json: { id: 'other', schema: 'blog' } });
    return ['/import/collections/other/zip', { method: 'POST', body }];
  },
  'api.imports.run': async (server) => {
    const body = form('file', 'id,title\nten,Ten\n', 'things.csv');
    const { json } = await server.request('/import/sources', { method: 'POST', body });
    return [`/import/sources/${json.id}`, { method: 'POST', json: {} }];
  },
  'api.imports.factory': send('POST', '/import/collections/kit/factory?fqty=2', { title: 'Made' }),
  'api.imports.schema': () => [
    '/import/schemas',
    { method: 'POST', body: form('schema', JSON.stringify(NOTE), 'note.json') },
  ],
  'api.imports.template': send('POST', '/import/jumpstart', {
    version: '1.0.0',
    name: 'Made',
    objects: [{ collection: 'kit', id: 'made', data: { title: 'Made' } }],
  }),
  'api.mcp': send('POST', '/mcp', {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'create_object', arguments: { collection: 'kit', object: { id: 'two' } } },
  }),
};

/** These change no content that has an event. */
const SILENT = new Set([
  // What is live stays as it is.
  'api.changeSets.create',
  'api.changeSets.patch',
  'api.changeSets.delete',
  'api.changeSets.move',
  'api.changeSets.discard',
  'api.changeSets.discardMany',
  'api.changeSets.keep',
  'api.settings.change',
  'api.settings.history.restore',
  'api.trash.purge',
  'api.trash.empty',
]);

const ROWS = [...apiRoutes, ...rootRoutes].filter(({ changes }) => changes).map(({ id }) => id);

describe('every route that changes content', () => {
  it('has a request here', () => {
    expect(Object.keys(WRITES).sort()).toEqual(ROWS.toSorted());
  });

  it.each(ROWS)('%s is one transaction, which events and the response name', async (id) => {
    const server = await startTestServer(FILES);
    const [path, sent] = (await WRITES[id]?.(server)) ?? ['', {}];
    const heard = hear(server);
    const mcp = path === '/mcp' && { headers: { accept: 'application/json, text/event-stream' } };
    const answer = await server.request(path, { ...sent, ...mcp });
    expect(answer.status, answer.text).toBeLessThan(300);
    expect(heard.length > 0).toBe(!SILENT.has(id));
    expect(answer.headers.get(HEADER)).toMatch(/^[0-9a-f-]{36}$/);
    expect(idsOf(heard)).toEqual(SILENT.has(id) ? [] : [answer.headers.get(HEADER)]);
    for (const { origin } of heard) {
      expect(origin.actor).toEqual({ kind: 'owner', id: 'owner', name: 'Owner' });
      expect(Date.parse(origin.transaction.at)).toBeGreaterThan(0);
    }
  });

  it('and no other has the header', async () => {
    const server = await startTestServer(FILES);
    for (const path of ['/collections', ONE, '/schemas', '/settings']) {
      expect((await server.request(path)).headers.get(HEADER), path).toBeNull();
    }
    const made = await server.request('/apikeys', {
      method: 'POST',
      json: { name: 'k', methods: ['GET'], paths: ['*'] },
    });
    expect([made.status, made.headers.get(HEADER)]).toEqual([201, null]);
  });
});

/** What a caller who may only suggest may change: it becomes a suggestion. */
const SUGGESTED = new Set([
  ...['move', 'create', 'replace', 'patch', 'delete', 'clone'].map((name) => `api.objects.${name}`),
  ...['create', 'replace', 'patch', 'delete'].map((name) => `api.items.${name}`),
  ...['replace', 'patch', 'delete', 'increment', 'incrementBy', 'decrement', 'decrementBy'].map(
    (name) => `api.properties.${name}`,
  ),
  'api.batch',
  'api.mcp',
]);

/** Everything but the change sets, what was dropped from them, and what Plinth keeps for a moment. */
const NOT_LIVE = /^\.changes|^\.system\/(trash|tmp|journal)/;

describe('a caller who may only suggest', () => {
  it.each(ROWS)('leaves what is live as it is: %s', async (id) => {
    const server = await startTestServer(FILES);
    const as = { key: await server.key({ suggests: true }) };
    const [path, sent] = (await WRITES[id]?.(server)) ?? ['', {}];
    const before = everythingIn(server.folder, NOT_LIVE);
    const heard = hear(server);
    const mcp = path === '/mcp' && { headers: { accept: 'application/json, text/event-stream' } };
    const answer = await server.request(path, { ...sent, ...mcp, as });
    const set = answer.headers.get('x-plinth-perspective');
    if (SUGGESTED.has(id))
      expect([answer.status < 300, answer.text], answer.text).toEqual([true, answer.text]);
    else expect([answer.status, answer.text]).toEqual([403, expect.any(String)]);
    expect(set !== null).toBe(SUGGESTED.has(id) && id !== 'api.mcp');
    expect(everythingIn(server.folder, NOT_LIVE)).toEqual(before);
    expect(heard).toEqual([]);
  });

  const others = [...apiRoutes, ...rootRoutes].filter(
    ({ changes, method }) => !changes && !['GET', 'HEAD'].includes(method),
  );
  it('leaves the folder as it is with all other requests', async () => {
    const server = await startTestServer({ ...FILES, ...WITH_STAFF });
    const viewer = await staffSession(server, 'viewer');
    const as = { key: await server.key({ suggests: true }) };
    const before = everythingIn(server.folder, /^\.system\/tmp/);
    for (const { id, method, path } of others) {
      if (path.startsWith('/admin/')) continue;
      const names: Record<string, string> = {
        collection: 'kit',
        id: 'one',
        property: 'paper',
        schema: 'kit',
      };
      const address = path
        .replace(/[:*](\w+)/g, (_, name: string) => names[name] ?? 'one')
        .replace(/[{}]/g, '');
      const json = { id: 'made', name: 'Made', methods: ['GET'], paths: ['*'], ids: ['one'] };
      const answer = await server.request(address, { method, json, as });
      expect(answer.status, `${id} ${method} ${address}`).not.toBe(500);
      await viewer.request(address, { method, json });
      expect(everythingIn(server.folder, /^\.system\/tmp/), `${id} ${method} ${address}`).toEqual(before);
    }
  });
});

describe('a transaction', () => {
  it('is one for a batch of 50 operations', async () => {
    const server = await startTestServer(FILES);
    const heard = hear(server);
    const operations = Array.from({ length: 50 }, (_, n) => ({
      operation: 'create',
      collection: 'kit',
      id: `made-${n}`,
      data: {},
    }));
    const { status } = await server.request('/api/batch', { method: 'POST', json: { operations } });
    expect([status, heard.length, idsOf(heard).length]).toEqual([200, 50, 1]);
    expect(heard[0]?.origin.transaction.kind).toBe('batch');
  });

  it('is one for a batch whose listeners take longer than a look at the folder', async () => {
    const server = await startTestServer(FILES);
    const outside = { path: 'kit/outside.json', id: 'outside' };
    const heard: string[] = [];
    let looked = () => {};
    const look = new Promise<void>((resolve) => {
      looked = resolve;
    });
    server.site.events.on(async ({ type, ...event }, { actor }) => {
      const id = 'id' in event ? event.id : '';
      heard.push(`${actor.kind} ${type} ${id}`);
      if (id === outside.id) looked();
      if (id !== 'first') return;
      await writeFiles(server.folder, { [outside.path]: { id: outside.id } });
      await look;
    });
    const operations = [
      ...['first', 'next'].map((id) => ({ operation: 'create', collection: 'kit', id, data: {} })),
      { operation: 'delete', collection: 'kit', id: 'one' },
    ];
    await server.request('/api/batch', { method: 'POST', json: { operations } });
    expect(heard).toEqual([
      'owner object.created first',
      'external object.created outside',
      'owner object.created next',
      'owner object.deleted one',
    ]);
  });

  const patch = (server: TestServer, title: string, id: string | null, as: Sent['as'] = 'owner') =>
    server.request(ONE, { method: 'PATCH', json: { title }, as, ...(id && { headers: { [HEADER]: id } }) });

  it('goes on with requests of the same caller that name it', async () => {
    const server = await startTestServer(FILES);
    const heard = hear(server);
    const first = (await patch(server, 'A', null)).headers.get(HEADER);
    const next = await patch(server, 'B', first);
    const other = await patch(server, 'C', null);
    expect(next.headers.get(HEADER)).toBe(first);
    expect(other.headers.get(HEADER)).not.toBe(first);
    expect(heard.map(({ origin }) => origin.transaction.kind)).toEqual(['request', 'bulk', 'request']);
    expect(heard[1]?.origin.transaction.at).toBe(heard[0]?.origin.transaction.at);
  });

  it('is not taken over by another caller, nor made up', async () => {
    const server = await startTestServer({ ...FILES, ...WITH_STAFF });
    const [one, other] = [{ key: await server.key() }, { key: await server.key() }];
    const first = (await patch(server, 'A', null, one)).headers.get(HEADER) ?? '';
    const heard = hear(server);
    const changed = first.slice(0, -1) + (first.endsWith('0') ? '1' : '0');
    const answers = [
      await patch(server, 'B', first, other),
      await patch(server, 'C', first),
      await patch(server, 'D', changed, one),
      await patch(server, 'E', '01a204ab-0f7d-72bf-a8fd-9249a9b71c97', one),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set([first, changed, ...idsOf(heard)]).size).toBe(6);
    expect(heard.map(({ origin }) => origin.transaction.kind)).toEqual(Array(4).fill('request'));
    for (const bad of ['x', '*', first.toUpperCase(), `${first}, ${first}`, `${first}0`]) {
      expect((await patch(server, 'F', bad, one)).status, bad).toBe(400);
    }
    expect(heard.length).toBe(4);
  });

  it('of callers without credentials is never continued', async () => {
    const server = await startTestServer({
      ...FILES,
      'kit/.meta.json': { id: 'kit', schema: 'kit', publicOperations: ['create'] },
    });
    const heard = hear(server);
    const create = (id: string, headers = {}) =>
      server.request('/collections/kit', { method: 'POST', json: { id }, as: 'nobody', headers });
    const first = (await create('two')).headers.get(HEADER) ?? '';
    expect((await create('three', { [HEADER]: first })).headers.get(HEADER)).not.toBe(first);
    expect(heard.map(({ origin }) => origin.actor)).toEqual([{ kind: 'anonymous' }, { kind: 'anonymous' }]);
  });
});

describe('the actor', () => {
  it('is the key, the user, the key of an AI client', async () => {
    const server = await startTestServer({ ...FILES, ...WITH_STAFF });
    const heard = hear(server);
    const key = await server.key();
    const { id } = server.site.keys.list()[0] ?? {};
    await server.request(ONE, { method: 'PATCH', json: { title: 'K' }, as: { key } });
    const editor = await staffSession(server, 'editor');
    await editor.request(ONE, { method: 'PATCH', json: { title: 'E' } });
    const { call } = await connectMcp(server.url, { key });
    expect((await call('create_object', { collection: 'kit', object: { id: 'two' } })).isError).toBe(false);
    expect(heard.map(({ origin }) => origin.actor)).toEqual([
      { kind: 'key', id, name: 'test' },
      { kind: 'user', id: STAFF_IDS.editor, name: 'editor one' },
      { kind: 'key', id, name: 'test' },
    ]);
    expect(heard.map(({ origin }) => origin.managedBy)).toEqual([undefined, undefined, undefined]);
  });

  it('is the run of an automation, in one transaction', async () => {
    const server = await automationServer();
    await server.make('maker', {
      scope: { methods: ['POST'], paths: ['/collections/blog'] },
      handler: `export default async (ctx) => {
        await ctx.objects.create('blog', { id: 'a', title: 'A' });
        await ctx.objects.create('blog', { id: 'b', title: 'B' });
      };`,
    });
    const heard = hear(server);
    expect((await server.trigger('maker')).status).toBe(200);
    const run = await server.lastRun('maker');
    const made = heard.filter(({ type }) => type === 'object.created');
    expect(made.map(({ origin }) => origin.actor)).toEqual([
      { kind: 'automation', id: 'maker', name: 'maker', run: run.id },
      { kind: 'automation', id: 'maker', name: 'maker', run: run.id },
    ]);
    expect([idsOf(made).length, made[0]?.origin.transaction.kind]).toEqual([1, 'automation']);
  });

  it('is another program where files are changed, together in one transaction', async () => {
    const server = await startTestServer(FILES);
    const stream = await readEvents(`${server.url}/events`, { 'x-api-key': await server.key() });
    await stream.next();
    await server.request('/collections/kit');
    await writeFiles(server.folder, { 'kit/x.json': { id: 'x' }, 'kit/y.json': { id: 'y' } });
    const told = [await stream.next(), await stream.next()].map((event) => event?.data);
    expect(told.map((data) => data?.actor)).toEqual([{ kind: 'external' }, { kind: 'external' }]);
    expect(told[0]?.transaction).toEqual(told[1]?.transaction);
  });

  it('is named to the owner and to itself, to others only by its kind', async () => {
    const server = await startTestServer({ ...FILES, ...WITH_STAFF });
    const headersOf = ({ cookie }: { cookie: string }) => ({ cookie });
    const [editor, viewer] = [await staffSession(server, 'editor'), await staffSession(server, 'viewer')];
    const key = await server.key();
    const streams = [
      await readEvents(`${server.url}/events`, headersOf(server)),
      await readEvents(`${server.url}/events`, headersOf(editor)),
      await readEvents(`${server.url}/events`, headersOf(viewer)),
      await readEvents(`${server.url}/events`, { 'x-api-key': key }),
    ];
    for (const stream of streams) await stream.next();
    await editor.request(ONE, { method: 'PATCH', json: { title: 'E' } });
    const whole = { kind: 'user', id: STAFF_IDS.editor, name: 'editor one' };
    const told = [];
    for (const stream of streams) told.push((await stream.next())?.data.actor);
    expect(told).toEqual([whole, whole, { kind: 'user' }, { kind: 'user' }]);
  });
});
