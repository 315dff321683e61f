/** Imports over what others have changed since their preview (spec/import-export.md#import). */
import { stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { JsonObject } from '../../server/contract/values.js';
import { NO_HISTORY } from '../../server/store/history/no-history.js';
import { PreviewedRows } from '../../server/transfer/previewed-rows.js';
import { detailsOf, type Files, startTestServer, type TestServer } from '../helpers/server.js';
import { MEMBERS, upload, zipped } from './transfer-files.js';

const CSV = 'id,name,score,tags\nann,From file,3,"x,file"\nbob,Bob,7,';

const read = async (server: TestServer, id: string, collection = 'members') =>
  (await server.request(`/collections/${collection}/${id}`)).json;
const patch = (server: TestServer, id: string, json: JsonObject) =>
  server.request(`/collections/members/${id}`, { method: 'PATCH', json });

interface Previewed {
  files?: Files;
  collection?: string;
  format?: 'csv' | 'json' | 'zip';
}

/** Previews a file, lets others change objects, and imports it. */
async function importAfter(
  file: string | Buffer,
  others: (server: TestServer) => Promise<unknown>,
  { files = MEMBERS, collection = 'members', format = 'csv' }: Previewed = {},
) {
  const server = await startTestServer(files);
  const path = `/import/collections/${collection}/${format}`;
  const form = { update: 'true' };
  const dry = await upload(server, path, format, file, { ...form, dryRun: 'true' });
  await others(server);
  const since = String(dry.json.at);
  const { status, json } = await upload(server, path, format, file, { ...form, since });
  expect(status).toBe(200);
  return { server, json };
}

/**
 * Writes a file as a sync tool does: with the time another machine wrote it, which is before the preview and after what
 * Plinth knows of the file.
 */
async function syncFile(file: string, text: string): Promise<void> {
  const { mtimeMs } = await stat(file);
  await writeFile(file, text);
  await utimes(file, new Date(), new Date(Math.ceil(mtimeMs) + 1));
}

const BOB = JSON.stringify({ id: 'bob', name: 'By hand', score: 1 });

it('is merged with what others have changed since', async () => {
  const { server, json } = await importAfter(CSV, async (server) => {
    await patch(server, 'ann', { active: false });
    await patch(server, 'bob', { name: 'Theirs' });
  });
  expect(json).toMatchObject({ failed: 0, updated: 2, errors: [] });
  expect(await read(server, 'ann')).toMatchObject({ name: 'From file', score: 3, active: false });
  // The file has the name it had at the preview.
  expect(await read(server, 'bob')).toMatchObject({ name: 'Theirs', score: 7 });
});

it.each([
  ['csv', 'id,name,score\nann,From file,3\nbob,Bob,7'],
  ['json', '[{"id":"ann","name":"From file","score":3},{"id":"bob","name":"Bob","score":7}]'],
] as const)('reports rows of a %s file whose values others have changed, with both', async (format, file) => {
  const others = (server: TestServer) => patch(server, 'ann', { name: 'Theirs', active: false });
  const { server, json } = await importAfter(file, others, { format });
  expect(json).toMatchObject({ failed: 1, updated: 1 });
  expect(json.errors).toMatchObject([
    { id: 'ann', details: { name: ['was also changed by others: "Theirs" now, "From file" in the file'] } },
  ]);
  expect(await read(server, 'ann')).toMatchObject({ name: 'Theirs', active: false });
  expect((await read(server, 'ann')).score).not.toBe(3);
  expect((await read(server, 'bob')).score).toBe(7);
});

it.each([
  ['with the time of now', writeFile],
  ['with an earlier time', syncFile],
])('overwrites nothing that another program wrote since %s', async (_, write) => {
  const { server, json } = await importAfter(CSV, (server) =>
    write(join(server.folder, 'members/bob.json'), BOB),
  );
  expect(json.errors).toMatchObject([
    { id: 'bob', details: { score: [expect.stringContaining('1 now, 7 in')] } },
  ]);
  expect(await read(server, 'bob')).toMatchObject({ name: 'By hand', score: 1 });
});

it('replaces no object of an archive that another program wrote since with an earlier time', async () => {
  const archive = await zipped({ 'members/bob.json': { id: 'bob', name: 'Robert' } });
  const others = (server: TestServer) => syncFile(join(server.folder, 'members/bob.json'), BOB);
  const { server, json } = await importAfter(archive, others, { format: 'zip' });
  expect([json.updated, json.failed]).toEqual([0, 1]);
  expect(await read(server, 'bob')).toMatchObject({ name: 'By hand', score: 1 });
});

it('fails for an object that another program made since with an earlier time', async () => {
  const { server, json } = await importAfter('id,name\ncy,From file', async (server) => {
    const file = join(server.folder, 'members/cy.json');
    await writeFile(file, JSON.stringify({ id: 'cy', name: 'By hand' }));
    await utimes(file, 1, 1);
    await expect.poll(async () => (await read(server, 'cy')).name).toBe('By hand');
  });
  expect([json.updated, json.failed]).toEqual([0, 1]);
  expect((await read(server, 'cy')).name).toBe('By hand');
});

const SNIPPETS = {
  '.schemas/snippet.json': {
    id: 'snippet',
    properties: {
      id: { field: 'id', type: 'slug' },
      title: { field: 'text', type: 'string' },
      code: { field: 'code', type: 'code', settings: { storedAs: { file: 'code.js' } } },
    },
    required: ['id'],
  },
  'snippets/.meta.json': { id: 'snippets', schema: 'snippet' },
  'snippets/one.json': { id: 'one', title: 'One' },
  'snippets/one/code.js': 'let a = 1;',
};

it('overwrites no text in a file of its own that another program wrote since with an earlier time', async () => {
  const others = (server: TestServer) => syncFile(join(server.folder, 'snippets/one/code.js'), 'let a = 2;');
  const options = { files: SNIPPETS, collection: 'snippets' };
  const { server, json } = await importAfter('id,title,code\none,New,let a = 3;', others, options);
  expect(json.errors).toMatchObject([{ id: 'one', details: { code: [expect.stringContaining('a = 2')] } }]);
  expect((await server.read('snippets/one/code.js')).toString()).toBe('let a = 2;');
});

it('merges with a text in a file of its own that another program wrote since', async () => {
  const others = (server: TestServer) => syncFile(join(server.folder, 'snippets/one/code.js'), 'let a = 2;');
  const options = { files: SNIPPETS, collection: 'snippets' };
  const { server, json } = await importAfter('id,title\none,New', others, options);
  expect(json).toMatchObject({ updated: 1, errors: [] });
  expect((await server.read('snippets/one/code.js')).toString()).toBe('let a = 2;');
  expect((await read(server, 'one', 'snippets')).title).toBe('New');
});

it.each([
  { path: 'members/bob.json', text: BOB, property: 'score', file: 'id,score\nbob,7' },
  { path: 'snippets/one/code.js', text: 'let a = 2;', property: 'code', file: 'id,code\none,let a = 3;' },
])(
  'notices $path also on a file system whose clock is an hour behind',
  async ({ path, text, property, file }) => {
    const [collection = ''] = path.split('/');
    // The server's clock goes on, an hour ahead of that of the disk.
    const now = Date.now() + 3_600_000;
    vi.useFakeTimers({ toFake: ['Date'], now, shouldAdvanceTime: true, advanceTimeDelta: 1 });
    onTestFinished(() => void vi.useRealTimers());
    const others = async (server: TestServer) => {
      const { history } = server.site.store;
      const isSeen = async () => {
        for await (const entries of history.activityOf(new Date().toISOString().slice(0, 10)))
          if (entries.some((entry) => entry.path === path)) return true;
        return false;
      };
      await writeFile(join(server.folder, path), text);
      await expect.poll(isSeen, { timeout: 10_000 }).toBe(true);
    };
    const { server, json } = await importAfter(file, others, {
      files: { ...MEMBERS, ...SNIPPETS },
      collection,
    });
    expect(json.errors).toMatchObject([
      { details: { [property]: [expect.stringContaining('changed by others')] } },
    ]);
    expect((await server.read(path)).toString()).toBe(text);
  },
);

it('fails where the versions of an object are not known', async () => {
  const server = await startTestServer(MEMBERS);
  const store = Object.create(server.site.store, { history: { value: NO_HISTORY } });
  const base = Object.create(server.site, { store: { value: store } });
  const rows = new PreviewedRows(base, server.site.collections.get('members'), Date.now());
  await patch(server, 'bob', { name: 'Theirs' });
  const stored = await server.site.store.objects.read('members', 'bob');
  if (!stored) throw new Error('There is no "bob"');
  await expect(rows.sentOver(stored, () => ({ name: 'From file' }))).rejects.toThrow('is not known');
});

it('fails for an object that is another one now', async () => {
  const { json } = await importAfter(CSV, (server) =>
    server.request('/collections/members/ann', { method: 'DELETE' }),
  );
  expect(json).toMatchObject({ updated: 1, skipped: 1 });
});

it.each([
  ['a text that is no time', () => 'yesterday', 'ISO 8601'],
  [
    'a time to come, as after the clock was set back',
    () => new Date(Date.now() + 60_000).toISOString(),
    'future',
  ],
])('rejects %s as the time of the preview', async (_, since, rule) => {
  const server = await startTestServer(MEMBERS);
  const path = '/import/collections/members/csv';
  const wrong = await upload(server, path, 'csv', CSV, { update: 'true', since: since() });
  expect([wrong.status, detailsOf(wrong)]).toEqual([400, { since: [expect.stringContaining(rule)] }]);
});
