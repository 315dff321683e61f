/** Imports of content of other systems over HTTP: upload, mapping, progress, cancel, undo. */
import { readdirSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { isJsonObject, type JsonObject } from '../../server/contract/values.js';
import { type Answer, BLOG, detailsOf, errorOf, sharedServer } from '../helpers/server.js';

const fixtures = fileURLToPath(new URL('../fixtures/imports', import.meta.url));
const server = sharedServer(() => BLOG);

async function zipped(folder: string): Promise<Buffer> {
  const zip = new ZipFile();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) zip.addFile(path, `site/${path.slice(folder.length + 1)}`);
  }
  zip.end();
  const parts: Buffer[] = [];
  for await (const part of zip.outputStream) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

async function upload(name: string, bytes: Buffer | string): Promise<Answer> {
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(Buffer.from(bytes))]), name);
  return server().request('/import/sources', { method: 'POST', body });
}

const eventsIn = ({ text }: Answer): JsonObject[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

const run = async (id: unknown, json: JsonObject = {}) => {
  const answer = await server().request(`/import/sources/${id}`, { method: 'POST', json });
  const events = answer.status === 200 ? eventsIn(answer) : [];
  return { answer, result: events.at(-1) ?? {} };
};

const groupsOf = ({ mapping }: JsonObject): JsonObject[] => {
  const groups = isJsonObject(mapping) ? mapping.groups : [];
  return Array.isArray(groups) ? groups.filter(isJsonObject) : [];
};

const staged = async () => readdir(join(server().folder, '.system', 'tmp')).catch(() => []);

describe('an upload', () => {
  it('of a zip is proposed, tried, imported with a changed mapping, repeated and undone', async () => {
    const { status, json } = await upload('site.zip', await zipped(join(fixtures, 'jekyll')));
    expect([status, json.name, json.total, json.earlier]).toEqual([201, 'site.zip', 4, false]);
    expect(groupsOf(json)).toEqual([
      expect.objectContaining({
        from: 'posts',
        collection: 'posts',
        schema: 'posts',
        fields: expect.arrayContaining([
          expect.objectContaining({ from: 'image', kind: 'image', samples: ['/assets/loaf.jpg'] }),
        ]),
      }),
      expect.objectContaining({ from: 'recipes', count: 1 }),
    ]);
    expect((await run(json.id, { dryRun: true })).result).toMatchObject({
      event: 'result',
      created: 4,
      dryRun: true,
    });
    expect((await server().request('/api/collections/posts')).status).toBe(404);

    const [posts = {}, ...others] = groupsOf(json);
    const mapping = {
      version: 1,
      format: 'markdown',
      groups: [{ ...posts, collection: 'entries', schema: 'entry' }, ...others],
    };
    const { result } = await run(json.id, { mapping });
    expect(result).toMatchObject({
      created: 4,
      failed: 0,
      files: 2,
      made: expect.arrayContaining(['collection entries']),
    });
    expect((await server().request('/api/collections/entries/sourdough-at-night')).json).toMatchObject({
      image: { name: 'loaf.jpg' },
    });
    expect((await run(json.id, { mapping })).result).toMatchObject({ created: 0, same: 4 });
    expect((await server().request(`/import/sources/${json.id}`, { method: 'DELETE' })).status).toBe(204);
    expect(await staged()).toEqual([]);

    const again = (await upload('site.zip', await zipped(join(fixtures, 'jekyll')))).json;
    expect([again.earlier, groupsOf(again)[0]?.collection]).toEqual([true, 'entries']);
    expect((await run(again.id)).result).toMatchObject({ created: 0, same: 4 });
    const undone = await server().request(`/api/activity/${result.transaction}/undo`, { method: 'POST' });
    expect(undone.status).toBe(200);
    expect((await server().request('/api/collections/entries')).status).toBe(404);
    expect((await server().request('/api/schemas/entry')).status).toBe(404);
    await server().request(`/import/sources/${again.id}`, { method: 'DELETE' });
  });

  it('stops when its client leaves, and goes on when it is started again', async () => {
    const rows = Array.from({ length: 800 }, (_, at) => JSON.stringify({ id: `n${at}`, name: `N ${at}` }));
    const { json } = await upload('notes.ndjson', rows.join('\n'));
    const leaving = new AbortController();
    const answer = fetch(`${server().url}/import/sources/${json.id}`, {
      method: 'POST',
      headers: { 'x-api-key': await server().key(), 'content-type': 'application/json' },
      body: '{}',
      signal: leaving.signal,
    });
    const reader = (await answer).body?.getReader();
    let text = '';
    while (!/"progress","done":[1-9]/.test(text))
      text += Buffer.from((await reader?.read())?.value ?? []).toString();
    expect(JSON.parse(text.split('\n')[0] ?? '')).toEqual({
      event: 'started',
      transaction: expect.any(String),
    });
    leaving.abort();
    await reader?.read().catch(() => undefined);
    await expect
      .poll(
        async () =>
          (await server().request(`/import/sources/${json.id}`, { method: 'POST', json: { dryRun: true } }))
            .status,
        { timeout: 30_000 },
      )
      .toBe(200);
    const { result } = await run(json.id);
    expect(Number(result.created) + Number(result.same)).toBe(800);
    expect(result.same).toBeGreaterThan(0);
    expect((await server().request('/api/collections/notes')).json).toMatchObject({ total: 800 });
    await server().request(`/import/sources/${json.id}`, { method: 'DELETE' });
  });

  it.each([
    ['a.txt', 'text', 400, /a\.txt cannot be imported/],
    ['a.json', '{"a":', 400, /a\.json/],
    ['a.zip', 'no zip', 400, /The archive was rejected/],
    ['a.xml', '<rss><channel>', 400, /incomplete/],
  ])('%s with %s is rejected and leaves nothing', async (name, content, status, message) => {
    const answer = await upload(name, content);
    expect([answer.status, errorOf(answer).message]).toEqual([status, expect.stringMatching(message)]);
    expect(await staged()).toEqual([]);
  });

  it.each(['../../evil.md', '/evil.md'])('of a zip with the path %s is rejected', async (path) => {
    const zip = new ZipFile();
    zip.addBuffer(Buffer.from('# A'), 'AAAAAAAAAAAAAAAAAA'.slice(0, path.length));
    zip.end();
    const parts: Buffer[] = [];
    for await (const part of zip.outputStream) parts.push(Buffer.from(part));
    const bytes = Buffer.concat(parts).toString('latin1').replaceAll('A'.repeat(path.length), path);
    const answer = await upload('evil.zip', Buffer.from(bytes, 'latin1'));
    expect([answer.status, errorOf(answer).message]).toEqual([400, expect.stringMatching(/rejected/)]);
  });

  it('names every problem of a mapping by its place', async () => {
    const { json } = await upload('b.csv', 'name,price\nNet,3\n');
    const [group = {}] = groupsOf(json);
    const wrong = {
      version: 1,
      groups: [
        {
          ...group,
          fields: [
            { from: 'nothing', to: 'x' },
            { from: 'name', to: '__proto__' },
          ],
        },
      ],
    };
    const { answer } = await run(json.id, { mapping: wrong });
    expect(answer.status).toBe(422);
    expect(Object.keys(detailsOf(answer))).toEqual(['groups.0.fields.0.from', 'groups.0.fields.1.to']);
    expect((await run('0123456789abcdef01234567')).answer.status).toBe(404);
    await server().request(`/import/sources/${json.id}`, { method: 'DELETE' });
  });

  it('of a WordPress export names its media that are not there', async () => {
    const { json } = await upload('export.xml', readFileSync(join(fixtures, 'wordpress/export.xml')));
    const { result } = await run(json.id, { fetch: false, dryRun: true });
    expect(result).toMatchObject({
      created: 9,
      failed: 0,
      made: expect.arrayContaining(['collection posts']),
    });
    await server().request(`/import/sources/${json.id}`, { method: 'DELETE' });
  });
});
