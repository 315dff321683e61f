/** The sites of a machine over HTTP: found out, kept outside the folder, checked, and for the owner alone. */
import { mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BLOG, detailsOf, startTestServer, type TestServer, writeFiles } from '../helpers/server.js';
import { PASSWORD, sessionOf, trySignIn, WITH_STAFF } from '../helpers/users.js';

const homeOf = (server: TestServer) => dirname(server.folder);
const recordOf = (server: TestServer) => join(homeOf(server), 'state', 'sites.json');

/** A project beside the data folder. */
async function project(server: TestServer, name = 'site'): Promise<string> {
  const directory = join(homeOf(server), name);
  await writeFiles(directory, {
    'package.json': JSON.stringify({ scripts: { build: 'astro build' }, dependencies: { astro: '5' } }),
    'node_modules/.keep': '',
    'pages/index.html': '',
  });
  return directory;
}

/** Writes a file at once, as editors do. */
async function replace(path: string, value: object): Promise<void> {
  await writeFile(`${path}.new`, JSON.stringify(value));
  await rename(`${path}.new`, path);
}

const add = (server: TestServer, json: object) => server.request('/api/sites', { method: 'POST', json });

describe('sites of a machine', () => {
  it('are found beside the folder, kept with what was found, changed and forgotten', async () => {
    const server = await startTestServer();
    const directory = await project(server);
    const { json } = await server.request('/api/sites/find', { method: 'POST' });
    expect(json.proposals).toMatchObject([{ directory, generator: 'Astro', build: 'npm run build' }]);

    const added = await add(server, { directory, name: 'Field notes', deploy: 'echo "sent; && $HOME"' });
    expect(added).toMatchObject({
      status: 201,
      json: {
        ...{ id: 'field-notes', name: 'Field notes', directory, output: 'dist', assets: true },
        ...{ deploy: 'echo "sent; && $HOME"', automations: false },
      },
    });
    expect((await add(server, { directory, name: 'Field Notes' })).json.id).toBe('field-notes-2');
    expect((await server.request('/api/sites/find', { method: 'POST', json: {} })).json.proposals).toEqual(
      [],
    );

    const changed = await server.request('/api/sites/field-notes', {
      method: 'PATCH',
      json: { output: 'public', id: 'other', more: 1 },
    });
    expect(changed.json).toMatchObject({ id: 'field-notes', output: 'public', name: 'Field notes' });
    expect(changed.json).not.toHaveProperty('more');
    expect((await server.request('/api/sites/field-notes-2', { method: 'DELETE' })).status).toBe(204);
    const { sites } = (await server.request('/api/sites')).json;
    expect(sites).toEqual([changed.json]);
    expect((await server.request('/api/sites/field-notes')).json).toEqual(changed.json);
    expect((await server.request('/api/sites/field-notes-2')).status).toBe(404);
    expect(await readdir(directory)).toContain('package.json');
  });

  it('are nowhere in the folder, and not those of another one', async () => {
    const server = await startTestServer();
    const directory = await project(server);
    await add(server, { directory });
    const names = await readdir(server.folder, { recursive: true });
    for (const name of names) {
      const text = await readFile(join(server.folder, name), 'utf8').catch(() => '');
      expect(text).not.toContain(directory);
    }
    const home = homeOf(server);
    await server.close();
    const again = await startTestServer(BLOG, { home });
    expect((await again.request('/api/sites')).json.sites).toHaveLength(1);
    await again.close();
    const other = await startTestServer(BLOG, { home, name: 'other' });
    expect((await other.request('/api/sites')).json.sites).toEqual([]);
  });

  it('are not read from files of the folder', async () => {
    const site = { id: 'evil', name: 'Evil', directory: '/tmp', build: 'touch /tmp/pwned', output: 'x' };
    const record = JSON.stringify({ folders: {}, sites: [site] });
    const server = await startTestServer({
      ...BLOG,
      '.system/sites.json': record,
      'sites.json': record,
      '.system/settings.json': { sites: [site], site },
    });
    expect((await server.request('/api/sites')).json.sites).toEqual([]);
  });

  it('reject what is wrong, field by field', async () => {
    const server = await startTestServer();
    const directory = await project(server);
    const inside = join(server.folder, 'site');
    await mkdir(inside);
    await mkdir(join(server.folder, 'blog', 'dist'));
    await symlink(join(server.folder, 'blog'), join(directory, 'link'));
    await symlink(inside, join(homeOf(server), 'linked'));
    await writeFile(join(directory, 'file'), '');
    const wrong: [string, object][] = [
      ['directory', { name: 'No directory' }],
      ['directory', { directory: 'site' }],
      ['directory', { directory: join(directory, 'missing') }],
      ['directory', { directory: join(directory, 'file') }],
      ['directory', { directory: server.folder }],
      ['directory', { directory: inside }],
      ['directory', { directory: join(homeOf(server), 'linked') }],
      ['name', { directory, name: ' ' }],
      ['name', { directory, name: 'x'.repeat(101) }],
      ['build', { directory, build: 'one\ntwo' }],
      ['deploy', { directory, deploy: 'x'.repeat(2001) }],
      ['output', { directory, output: '' }],
      ['output', { directory, output: '..' }],
      ['output', { directory, output: 'a/../../b' }],
      ['output', { directory, output: '/etc' }],
      ['output', { directory, output: '"; rm -rf ~; "' }],
      ['output', { directory, output: '$(id)' }],
      ['output', { directory, output: 'link/dist' }],
      ['output', { directory: homeOf(server), name: 'home', output: '.' }],
      ['output', { directory: homeOf(server), name: 'home', output: 'content/blog' }],
      ['assets', { directory, output: '.', assets: true }],
      ['address', { directory, address: 'javascript:alert(1)' }],
      ['port', { directory, port: 65_536 }],
    ];
    for (const [field, json] of wrong) {
      const answer = await add(server, json);
      expect([json, answer.status, Object.keys(detailsOf(answer))]).toEqual([json, 422, [field]]);
    }
    for (const json of [{ directory: 1 }, { directory, build: ['rm'] }, { directory, assets: 'yes' }, []])
      expect((await add(server, json)).status).toBe(400);
    expect((await server.request('/api/sites')).json.sites).toEqual([]);
  });

  it('have a limit', async () => {
    const server = await startTestServer();
    const directory = await project(server);
    for (let count = 0; count < 20; count += 1) expect((await add(server, { directory })).status).toBe(201);
    const answer = await add(server, { directory });
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('"siteLimit"')]);
  });

  it('of a record that was edited are only those that may run, and the others stay in it', async () => {
    const server = await startTestServer();
    const directory = await project(server);
    await add(server, { directory, name: 'Good' });
    const record = JSON.parse(await readFile(recordOf(server), 'utf8'));
    const [good] = record.folders[server.dataDir];
    const bad = [
      { ...good, id: '../up' },
      { ...good, id: 'a', directory: 'relative' },
      { ...good, id: 'b', output: '../../out' },
      { ...good, id: 'c', build: ['rm', '-rf'] },
      { ...good, id: 'd', deploy: 'one\ntwo' },
      { ...good, id: 'good', build: 'another of the same id' },
      'text',
      null,
    ];
    record.folders[server.dataDir] = [good, ...bad];
    await replace(recordOf(server), record);
    const listed = async () => (await server.request('/api/sites')).json.sites;
    await expect.poll(listed).toEqual([good]);
    expect(
      (await server.request('/api/sites/good', { method: 'PATCH', json: { name: 'Better' } })).status,
    ).toBe(200);
    const kept = JSON.parse(await readFile(recordOf(server), 'utf8')).folders[server.dataDir];
    expect(kept).toEqual([{ ...good, name: 'Better' }, ...bad.filter((one) => Object(one).id !== 'good')]);

    for (const folders of [{ [server.dataDir]: { id: 'good' } }, { [server.dataDir]: [[good]] }, {}]) {
      await replace(recordOf(server), { folders });
      await expect.poll(listed).toEqual([]);
    }
  });

  it('are for the owner alone', async () => {
    const server = await startTestServer(WITH_STAFF);
    const directory = await project(server);
    await add(server, { directory });
    const key = await server.key();
    const admin = sessionOf(server, await trySignIn(server, 'admin one', PASSWORD));
    const editor = sessionOf(server, await trySignIn(server, 'editor one', PASSWORD));
    const requests: [string, string, object?][] = [
      ['GET', '/api/sites'],
      ['POST', '/api/sites', { directory }],
      ['POST', '/api/sites/find', { directory }],
      ['GET', '/api/sites/site'],
      ['PATCH', '/api/sites/site', { build: 'touch pwned' }],
      ['DELETE', '/api/sites/site'],
    ];
    for (const [method, path, json] of requests) {
      const sent = { method, ...(json && { json }) };
      expect((await server.request(path, { ...sent, as: { key } })).status).toBe(403);
      expect((await server.request(path, { ...sent, as: 'nobody' })).status).toBe(401);
      for (const user of [admin, editor])
        expect([path, (await user.request(path, sent)).status]).toEqual([path, 403]);
    }
    expect((await server.request('/api/sites/site')).json.build).toBe('npm run build');
  });
});
