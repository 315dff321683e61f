/** `plinth site` and `plinth publish`: sites of a machine, beside a server and without one. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { built, plinth, type Running, run } from '../helpers/process.js';
import { BLOG, startTestServer, type TestServer, writeFiles } from '../helpers/server.js';
import { addSite, begin, FOREVER, isAlive, runOf } from '../helpers/site-builds.js';

// Each test starts processes, which on a busy machine take their time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const homeOf = (server: TestServer) => dirname(server.folder);
const placesOf = (server: TestServer) => [
  ...['--data', server.folder, '--cache', join(homeOf(server), 'cache')],
  ...['--state', join(homeOf(server), 'state'), '--json'],
];

const linesOf = ({ stdout }: { stdout: string }) =>
  stdout.split('\n').flatMap((line) => (line === '' ? [] : JSON.parse(line)));

/** The ids that a command which prints them has printed. */
async function pidsOf(command: Running): Promise<number[]> {
  for (;;) {
    const { lines } = await command.event();
    const line = (Array.isArray(lines) ? lines.map(String) : []).find((one) => /^\d+ \d+$/.test(one));
    if (line !== undefined) return line.split(' ').map(Number);
  }
}

describe('plinth site', () => {
  it('adds a site as it is found, changes, lists and removes it, as a running server sees at once', async () => {
    const server = await startTestServer();
    const directory = join(homeOf(server), 'notes');
    await writeFiles(directory, {
      'package.json': '{"dependencies":{"astro":"5"}}',
      'node_modules/.keep': '',
    });
    const site = (...args: string[]) => plinth(['site', ...args, ...placesOf(server)]);

    const added = await site('add', directory, '--tool', 'rsync', '--automations');
    expect([added.stderr, added.code]).toEqual(['', 0]);
    expect(linesOf(added)).toMatchObject([
      {
        ...{ event: 'site', id: 'notes', directory, build: 'npx astro build', output: 'dist' },
        ...{ deploy: expect.stringMatching(/^rsync .* dist\/ USER@HOST:/), automations: true, assets: true },
      },
    ]);
    const [listed] = (await server.request('/api/sites')).json.sites as unknown[];
    expect(linesOf(await site('list'))).toEqual([listed]);
    const changed = await site('change', 'notes', '--deploy', 'true && echo', '--no-automations');
    expect(linesOf(changed)).toMatchObject([{ deploy: 'true && echo', automations: false, assets: true }]);
    expect((await server.request('/api/sites/notes')).json.deploy).toBe('true && echo');

    for (const [args, code] of [
      [['add', join(directory, 'missing')], 1],
      [['add', server.folder], 1],
      [['add'], 2],
      [['add', directory, '--tool', 'ftp'], 2],
      [['add', directory, '--tool', 'rsync', '--deploy', 'x'], 2],
      [['change', 'notes', '--assets', '--no-assets'], 2],
      [['change', 'other', '--build', 'x'], 1],
      [['remove', 'other'], 1],
      [[], 2],
    ] as const) {
      expect([args, (await site(...args)).code]).toEqual([args, code]);
    }
    expect(linesOf(await site('remove', 'notes'))).toEqual([{ event: 'removed', id: 'notes' }]);
    expect((await server.request('/api/sites')).json.sites).toEqual([]);
  });
});

describe('plinth publish', () => {
  const SENT = 'cp -r dist ../www';

  it('publishes with a running server, and without one, and says what went out', async () => {
    const server = await startTestServer();
    await addSite(server, { deploy: SENT, address: 'https://example.org' });
    const places = placesOf(server);
    const publish = (...args: string[]) => plinth(['publish', ...args, ...places]);
    const dry = await publish('--dry-run');
    expect(linesOf(dry)).toMatchObject([{ event: 'outgoing', site: 'site', since: null, changed: true }]);
    const first = await publish();
    expect([first.stderr, first.code]).toEqual(['', 0]);
    const events = linesOf(first) as { event: string; lines?: string[] }[];
    expect(events.flatMap(({ lines = [] }) => lines)).toContain('built 2 pages for https://example.org');
    expect(events.at(-1)).toMatchObject({
      event: 'ended',
      run: { status: 'succeeded', by: { kind: 'owner' } },
    });
    expect(await readFile(join(homeOf(server), 'www', 'first-post.html'), 'utf8')).toContain('First post');
    // The session of the command has ended.
    expect((await server.request('/admin/sessions')).json.sessions).toHaveLength(1);

    const title = { method: 'PATCH', json: { title: 'Another title' } };
    await server.request('/api/collections/blog/first-post', title);
    await server.close();
    const second = await plinth(['publish', 'site', ...places.filter((one) => one !== '--json')]);
    expect(second.code).toBe(0);
    expect(second.stdout).toMatch(
      /^1 object since \S+:\n {2}blog\/first-post {2}Another title\n\$ node build\.mjs\n/,
    );
    expect(second.stderr).toMatch(/^Published in [\d.]+ s: https:\/\/example\.org\n$/);
    const third = await publish('site');
    expect([third.code, linesOf(third)]).toMatchObject([0, [{ event: 'outgoing', changed: false }]]);
    expect((await publish('--force')).code).toBe(0);
  });

  it('fails with the build, and for a site that is not there or not clear', async () => {
    const server = await startTestServer();
    const publish = (...args: string[]) => plinth(['publish', ...args, ...placesOf(server)]);
    expect((await publish()).code).toBe(1);
    await addSite(server, { build: 'echo broken && exit 3', deploy: SENT });
    const failed = await publish();
    expect(failed.code).toBe(1);
    expect(linesOf(failed).at(-1)).toMatchObject({
      run: { status: 'failed', problem: { key: 'siteCommandFailed' } },
    });
    expect((await publish('other')).code).toBe(1);
    await addSite(server, {}, { name: 'second' });
    expect((await publish()).code).toBe(2);
    expect((await publish('site', 'second')).code).toBe(2);
    expect((await publish('second')).code).toBe(0);
  });

  it('is canceled by a signal', async () => {
    const server = await startTestServer();
    await addSite(server, { build: FOREVER, deploy: SENT });
    const command = run(built('cli/plinth.js'), ['publish', ...placesOf(server)]);
    const pids = await pidsOf(command);
    command.child.kill('SIGINT');
    const { code, stdout } = await command.ended;
    expect([code, linesOf({ stdout }).at(-1)]).toMatchObject([1, { run: { status: 'cancelled' } }]);
    await expect.poll(() => pids.filter(isAlive)).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')(
    'ends with a killed server, which marks the run as interrupted when it is started again',
    async () => {
      const server = await startTestServer();
      await addSite(server, { build: FOREVER, deploy: SENT });
      await server.close();
      const serve = run(built('cli/plinth.js'), ['serve', ...placesOf(server), '--port', '0']);
      await serve.event();
      const publishing = run(built('cli/plinth.js'), ['publish', ...placesOf(server)]);
      const pids = await pidsOf(publishing);
      expect(pids.filter(isAlive)).toHaveLength(2);
      serve.child.kill('SIGKILL');
      await once(serve.child, 'exit');
      expect((await publishing.ended).code).toBe(1);
      await expect.poll(() => pids.filter(isAlive), { timeout: 20_000 }).toEqual([]);

      const again = await startTestServer(BLOG, { home: homeOf(server) });
      const { runs } = (await again.request('/api/sites/site/runs')).json;
      expect(runs).toMatchObject([{ status: 'interrupted', step: 'build', problem: null }]);
      await again.request('/api/sites/site', { method: 'PATCH', json: { build: 'node build.mjs' } });
      const { id } = (await begin(again)).json.run as { id: string };
      await expect.poll(async () => (await runOf(again, id)).status, { timeout: 20_000 }).toBe('succeeded');
    },
  );
});
