import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it, vi } from 'vitest';
import { plinth, plinthEach } from '../helpers/process.js';
import { BLOG, startTestServer, temporaryFolder, writeFiles } from '../helpers/server.js';

// Each test starts processes, which on a busy machine take their time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

async function prepare(files = BLOG) {
  const home = await temporaryFolder();
  const folder = join(home, 'content');
  await mkdir(folder);
  await writeFiles(folder, files);
  const args = ['--data', folder, '--cache', join(home, 'cache'), '--state', join(home, 'state')];
  return { home, folder, args };
}

const lines = (text: string) => text.split('\n').filter((line) => line !== '');

describe('plinth keys', () => {
  it('makes a key, lists it without the key and revokes it', async () => {
    const { args, folder } = await prepare();
    const made = await plinth([
      'keys',
      'create',
      ...args,
      '--name',
      'Site build',
      '--methods',
      'get',
      '--paths',
      '/collections/blog, /schemas',
    ]);
    expect(made.code).toBe(0);
    expect(made.stdout).toMatch(/^plinth_[0-9a-f]{64}\n$/);
    const key = made.stdout.trim();
    expect(await readFile(join(folder, '.system', 'apikeys.json'), 'utf8')).not.toContain(key);

    const listed = await plinth(['keys', 'list', ...args, '--json']);
    const [record] = lines(listed.stdout).map((line) => JSON.parse(line));
    expect(record).toMatchObject({
      name: 'Site build',
      last4: key.slice(-4),
      scopes: { methods: ['GET'], paths: ['/collections/blog', '/schemas'] },
    });
    expect(listed.stdout).not.toContain(key);
    expect((await plinth(['keys', 'list', ...args])).stdout).toContain('Site build');

    expect((await plinth(['keys', 'revoke', record.id, ...args])).code).toBe(0);
    expect((await plinth(['keys', 'list', ...args, '--json'])).stdout).toBe('');
    const again = await plinth(['keys', 'revoke', record.id, ...args]);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining(record.id)]);
  });

  it('prints the whole record with --json, for all methods and paths by default', async () => {
    const { args } = await prepare();
    const { stdout } = await plinth(['keys', 'create', ...args, '--name', 'x', '--json']);
    expect(JSON.parse(stdout)).toEqual({
      id: expect.any(String),
      name: 'x',
      key: expect.stringMatching(/^plinth_/),
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      paths: ['*'],
      created: expect.any(String),
    });
  });

  it('is honoured at once by a running server', async () => {
    const server = await startTestServer();
    const home = join(server.folder, '..');
    const args = ['--data', server.folder, '--cache', join(home, 'cache'), '--state', join(home, 'state')];
    const { id, key } = JSON.parse(
      (await plinth(['keys', 'create', ...args, '--name', 'x', '--json'])).stdout,
    );
    expect((await server.request('/collections', { as: { key } })).status).toBe(200);
    await plinth(['keys', 'revoke', id, ...args]);
    expect((await server.request('/collections', { as: { key } })).status).toBe(401);
  });

  it('rejects below the Pro edition, and paths that are none', async () => {
    const { args } = await prepare({ ...BLOG, '.system/settings.json': { edition: 'standard' } });
    const standard = await plinth(['keys', 'create', ...args, '--name', 'x']);
    expect([standard.code, standard.stdout, standard.stderr]).toEqual([
      1,
      '',
      expect.stringContaining('Pro'),
    ]);
    const pro = await prepare();
    const bad = await plinth(['keys', 'create', ...pro.args, '--name', 'x', '--paths', '../etc']);
    expect([bad.code, bad.stderr]).toEqual([1, expect.stringContaining('paths')]);
  });
});

describe('plinth import', () => {
  const template = {
    version: '1.0.0',
    name: 'Notes',
    collections: { reserved: ['text'] },
    objects: [{ collection: 'text', id: 'motto', data: { text: 'Keep walking' } }],
  };

  it('imports a definition', async () => {
    const { args, folder, home } = await prepare({});
    const file = join(home, 'notes.json');
    await writeFile(file, JSON.stringify(template));
    const { code, stdout } = await plinth(['import', file, ...args, '--json']);
    expect([code, JSON.parse(stdout).success]).toEqual([0, true]);
    expect(JSON.parse(await readFile(join(folder, 'text', 'motto.json'), 'utf8'))).toMatchObject({
      text: 'Keep walking',
    });
  });

  it('imports what is sound, says so beforehand with --dry-run, and ends with 1', async () => {
    const { args, folder, home } = await prepare({});
    const file = join(home, 'notes.json');
    const objects = [...template.objects, { collection: 'nowhere', id: 'x', data: {} }];
    await writeFile(file, JSON.stringify({ ...template, objects }));
    const tried = await plinth(['import', file, ...args, '--dry-run']);
    expect([tried.code, tried.stdout]).toEqual([
      1,
      [
        'Collection text would be created',
        'Object text/motto would be created',
        'Error: objects[1].collection: there is no collection "nowhere" in the folder or in the template',
        'Would import "Notes": 1 object in 1 new collection, 1 error',
        '',
      ].join('\n'),
    ]);
    await expect(readFile(join(folder, 'text', 'motto.json'))).rejects.toThrow('ENOENT');
    const done = await plinth(['import', file, ...args]);
    expect([done.code, done.stdout]).toEqual([
      1,
      tried.stdout.replaceAll('would be ', '').replace('Would import', 'Imported'),
    ]);
    expect(JSON.parse(await readFile(join(folder, 'text', 'motto.json'), 'utf8'))).toMatchObject({
      id: 'motto',
    });
  });

  it('names what is wrong with a file', async () => {
    const { args, home } = await prepare({});
    const file = join(home, 'bad.json');
    const missing = await plinth(['import', file, ...args]);
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('bad.json')]);
    await writeFile(file, '{"version": ');
    expect((await plinth(['import', file, ...args])).stderr).toContain('not JSON');
    await writeFile(
      file,
      JSON.stringify({
        ...template,
        collections: {},
        objects: [{ collection: 'nowhere', id: '../x', data: {} }],
      }),
    );
    const refused = await plinth(['import', file, ...args]);
    expect([refused.code, refused.stdout]).toEqual([1, expect.stringMatching(/^Error: objects/m)]);
  });
});

describe('plinth types', () => {
  it('has a text editor complete the objects of a folder, and keeps its other settings', async () => {
    const { home, folder, args } = await prepare();
    const settings = join(home, '.vscode/settings.json');
    const mine = { fileMatch: ['/a.json'], url: './a.schema.json' };
    await writeFiles(home, { '.vscode/settings.json': { 'editor.tabSize': 2, 'json.schemas': [mine] } });
    const types = (...more: string[]) => ['types', ...args, '--vscode', ...more];
    const [none, made, current, outside, usage] = await plinthEach([
      types(home, '--check'),
      types(home),
      types(home, '--check'),
      types(join(home, 'state')),
      types(home, '--zod'),
    ]);
    expect([none?.code, made?.code, current?.code, outside?.code, usage?.code]).toEqual([1, 0, 0, 1, 2]);
    const written = JSON.parse(await readFile(settings, 'utf8'));
    const place = `/${basename(folder)}/blog`;
    const url = './.vscode/plinth/blog.schema.json';
    expect(written['editor.tabSize']).toBe(2);
    expect(written['json.schemas'].slice(0, 2)).toEqual([
      mine,
      { fileMatch: [`${place}/*.json`, `!${place}/.meta.json`], url },
    ]);
    const schema = JSON.parse(await readFile(join(home, url), 'utf8'));
    expect(schema).toMatchObject({ title: 'Blog', properties: { title: { type: 'string' } } });
    expect(new Ajv({ strict: false, validateFormats: false }).validate(schema, { id: 'a', title: 1 })).toBe(
      false,
    );

    await writeFile(settings, '{\n  // mine\n  "editor.tabSize": 2\n}');
    const [commented] = await plinthEach([types(home)]);
    expect([commented?.code, commented?.stderr]).toEqual([1, expect.stringContaining('has comments')]);
    expect(await readFile(settings, 'utf8')).toContain('// mine');
  });

  it('writes the types of a folder, and says whether a file still has them', async () => {
    const { home, folder, args } = await prepare();
    const out = join(home, 'plinth.ts');
    const types = (...more: string[]) => ['types', ...args, ...more];
    const [printed, none, made, current, usage] = await plinthEach([
      types(),
      types('--out', out, '--check'),
      types('--out', out),
      types('--out', out, '--check'),
      types('--check'),
    ]);
    expect([printed?.code, none?.code, made?.code, current?.code, usage?.code]).toEqual([0, 1, 0, 0, 2]);
    expect(printed?.stdout).toContain("import type { ImageValue } from 'plinth/client';");
    expect(printed?.stdout).toContain('"blog-private": { object: Blog; relations: {} };');
    expect(await readFile(out, 'utf8')).toBe(printed?.stdout);

    const schema = {
      id: 'walk',
      properties: { id: { field: 'id' }, km: { field: 'number' } },
      required: ['id'],
      index: [],
    };
    await writeFiles(folder, {
      '.schemas/walk.json': schema,
      'walks/.meta.json': { id: 'walks', schema: 'walk' },
    });
    await writeFile(out, String(await readFile(out, 'utf8')).replaceAll('\n', '\r\n'));
    const [stale, again, zod, same] = await plinthEach([
      types('--out', out, '--check', '--json'),
      types('--out', out, '--zod', '--json'),
      types('--out', out, '--zod', '--check'),
      types('--out', out, '--check'),
    ]);
    expect([stale?.code, JSON.parse(stale?.stdout ?? '')]).toEqual([
      1,
      { event: 'checked', file: out, current: false },
    ]);
    expect([again?.code, zod?.code, same?.code]).toEqual([0, 0, 1]);
    const text = await readFile(out, 'utf8');
    expect(text).toContain('export const walkSchema = z.object({');
    expect(text).toMatch(/^\/\/ Generated .*\n\nimport \{ z \} from 'zod';\nimport type/);
  });
});
