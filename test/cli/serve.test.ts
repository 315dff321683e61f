import { once } from 'node:events';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { built, plinth, run } from '../helpers/process.js';
import { BLOG, temporaryFolder, writeFiles } from '../helpers/server.js';

// Each test starts processes, which on a busy machine take their time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

/** A folder with these files, and the arguments that keep everything of a run in one place. */
async function prepare(files = BLOG) {
  const home = await temporaryFolder();
  const folder = join(home, 'content');
  await mkdir(folder);
  await writeFiles(folder, files);
  const places = ['--cache', join(home, 'cache'), '--state', join(home, 'state')];
  const args = ['--data', folder, ...places];
  return { home, folder, places, args };
}

async function serve(args: string[], env: Record<string, string> = {}) {
  const server = run(built('cli/plinth.js'), ['serve', '--json', ...args], { env });
  const listening = await server.event();
  return { ...server, listening, url: String(listening.url) };
}

describe('plinth serve', () => {
  it('loads previously used collections, and applies changes made since, before the first request', async () => {
    const { home, folder, args } = await prepare();
    const snapshots = join(home, 'cache', 'catalogue');
    const known = async () => {
      const [name] = (await readdir(snapshots, { recursive: true })).filter((path) =>
        /blog\.ndjson$/.test(path),
      );
      return name === undefined ? '' : readFile(join(snapshots, name), 'utf8');
    };
    const first = await serve([...args, '--port', '0']);
    const { headers } = await fetch(String(first.listening.admin), { redirect: 'manual' });
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
    expect((await fetch(`${first.url}/api/collections/blog`, { headers: { cookie } })).status).toBe(200);
    first.child.kill('SIGTERM');
    await first.ended;
    expect(await known()).toContain('First post');

    const title = 'Written while nobody looked';
    await writeFiles(folder, { 'blog/third-post.json': { id: 'third-post', title } });
    const again = await serve([...args, '--port', '0']);
    // It writes down what it found.
    await vi.waitFor(async () => expect(await known()).toContain(title), { timeout: 60_000, interval: 100 });
    again.child.kill('SIGTERM');
    expect((await again.ended).code).toBe(0);
  });

  it('says where it listens, is the only server of its folder, and ends when running requests have', async () => {
    const { folder, args, home } = await prepare();
    const { listening, url, child, ended } = await serve([...args, '--port', '0']);
    expect(listening).toEqual({
      event: 'listening',
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      admin: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/admin\/\?token=[0-9a-f]{64}$/),
      dataDir: folder,
      pid: child.pid,
    });
    const isUp = () =>
      fetch(`${url}/healthz`).then(
        ({ status }) => status === 200,
        () => false,
      );
    expect(await isUp()).toBe(true);
    const signedIn = await fetch(String(listening.admin), { redirect: 'manual' });
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect((await fetch(`${url}/collections`, { headers: { cookie } })).status).toBe(200);
    expect(await readdir(join(home, 'state', 'runtime'))).toHaveLength(1);
    const second = await plinth(['serve', ...args, '--port', '0']);
    expect([second.code, second.stderr]).toEqual([1, expect.stringContaining(`already served at ${url}`)]);

    const { key } = JSON.parse((await plinth(['keys', 'create', ...args, '--name', 'x', '--json'])).stdout);
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const body = JSON.stringify({ id: 'late', title: 'Late' });
    socket.write(
      [
        'POST /collections/blog HTTP/1.1',
        `Host: ${new URL(url).host}`,
        `X-API-Key: ${key}`,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
        'Expect: 100-continue',
        '',
        '',
      ].join('\r\n'),
    );
    const [first] = await once(socket, 'data');
    expect(String(first)).toContain('100 Continue');
    child.kill('SIGTERM');
    // The port is closed once the signal has been taken; the request is still open then.
    await expect.poll(isUp, { timeout: 10_000 }).toBe(false);
    socket.write(body);
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toContain('201 Created');
    expect(await ended).toMatchObject({ code: 0, signal: null });
    expect(await readdir(join(folder, 'blog'))).toContain('late.json');
    expect(await readdir(join(home, 'state', 'runtime'))).toEqual([]);
  });

  it('fills an empty folder with the starter it is told', async () => {
    const { args } = await prepare({});
    const { url, listening, child, ended } = await serve([...args, '--port', '0', '--starter', 'magazine']);
    const signedIn = await fetch(String(listening.admin), { redirect: 'manual' });
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    const { total } = await (await fetch(`${url}/collections/blog`, { headers: { cookie } })).json();
    expect(total).toBeGreaterThan(0);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });

  it('names the starters there are, where it is told another', async () => {
    const { args } = await prepare({});
    const { code, stderr } = await plinth(['serve', ...args, '--port', '0', '--starter', 'absent']);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/no starter "absent"; there are .*magazine/)]);
  });

  it('prints the address and the admin link for people', async () => {
    const { args } = await prepare();
    const server = run(built('cli/plinth.js'), ['serve', ...args, '--port', '0']);
    expect(await server.line()).toMatch(/^Serving .*content$/);
    expect(await server.line()).toMatch(/API +http:\/\/127\.0\.0\.1:\d+\/api$/);
    expect(await server.line()).toMatch(/Admin +http:\/\/127\.0\.0\.1:\d+\/admin\/\?token=/);
    expect(await server.line()).toMatch(
      /^The admin link works once, within 10 minutes\. "plinth link" prints/,
    );
    server.child.kill('SIGINT');
    expect((await server.ended).code).toBe(0);
  });

  it('says that a port is taken', async () => {
    const { args } = await prepare();
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => {
      other.close();
    });
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { code, stderr } = await plinth(['serve', ...args, '--port', String(port)]);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`Port ${port} is taken`)]);
  });

  it('makes a folder that is not there and trusts it', async () => {
    const { folder, places } = await prepare({});
    const data = join(folder, 'deep', 'new');
    const { listening, url } = await serve(['--data', data, ...places, '--port', '0']);
    expect(listening.dataDir).toBe(data);
    const signedIn = await fetch(String(listening.admin), { redirect: 'manual' });
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    const status = await (await fetch(`${url}/api/status`, { headers: { cookie } })).json();
    expect(status).toMatchObject({ folderName: 'new', trusted: true });
  });

  it('without a folder makes a first site, and opens it again the next time', async () => {
    const home = await temporaryFolder();
    const env = {
      HOME: home,
      USERPROFILE: home,
      LOCALAPPDATA: join(home, 'local'),
      XDG_STATE_HOME: '',
      XDG_CACHE_HOME: '',
    };
    const first = await serve(['--port', '0'], env);
    const site = join(home, 'Plinth', 'My site');
    expect(first.listening.dataDir).toBe(site);
    first.child.kill('SIGTERM');
    expect((await first.ended).stderr).toContain('My site; the admin offers starters');

    const second = await serve(['--port', '0'], env);
    expect(second.listening.dataDir).toBe(site);
    second.child.kill('SIGTERM');
    expect((await second.ended).stderr).toContain('most recent folder');
  });

  it('lets the keys that came with a folder work with --trust only', async () => {
    const { args, folder, home } = await prepare();
    const { key } = JSON.parse((await plinth(['keys', 'create', ...args, '--name', 'x', '--json'])).stdout);
    const elsewhere = [
      '--data',
      folder,
      '--cache',
      join(home, 'c2'),
      '--state',
      join(home, 's2'),
      '--port',
      '0',
    ];
    const status = async (url: string) =>
      (await fetch(`${url}/collections`, { headers: { 'x-api-key': key } })).status;
    const untrusted = await serve(elsewhere);
    expect(await status(untrusted.url)).toBe(401);
    untrusted.child.kill('SIGTERM');
    await untrusted.ended;
    const trusted = await serve([...elsewhere, '--trust']);
    expect(await status(trusted.url)).toBe(200);
  });
});
