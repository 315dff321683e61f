/** `plinth site` and `plinth publish`: sites of a machine, beside a server and without one. */
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { plinth } from '../helpers/process.js';
import { startTestServer, type TestServer, writeFiles } from '../helpers/server.js';

// Each test starts processes, which on a busy machine take their time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const homeOf = (server: TestServer) => dirname(server.folder);
const placesOf = (server: TestServer) => [
  ...['--data', server.folder, '--cache', join(homeOf(server), 'cache')],
  ...['--state', join(homeOf(server), 'state'), '--json'],
];

describe('plinth site', () => {
  it('adds a site as it is found, changes, lists and removes it, as a running server sees at once', async () => {
    const server = await startTestServer();
    const directory = join(homeOf(server), 'notes');
    await writeFiles(directory, {
      'package.json': '{"dependencies":{"astro":"5"}}',
      'node_modules/.keep': '',
    });
    const site = (...args: string[]) => plinth(['site', ...args, ...placesOf(server)]);
    const lines = ({ stdout }: { stdout: string }) =>
      stdout.split('\n').flatMap((line) => (line === '' ? [] : JSON.parse(line)));

    const added = await site('add', directory, '--tool', 'rsync', '--automations');
    expect([added.stderr, added.code]).toEqual(['', 0]);
    expect(lines(added)).toMatchObject([
      {
        ...{ event: 'site', id: 'notes', directory, build: 'npx astro build', output: 'dist' },
        ...{ deploy: expect.stringMatching(/^rsync .* dist\/ USER@HOST:/), automations: true, assets: true },
      },
    ]);
    const [listed] = (await server.request('/api/sites')).json.sites as unknown[];
    expect(lines(await site('list'))).toEqual([listed]);
    const changed = await site('change', 'notes', '--deploy', 'true && echo', '--no-automations');
    expect(lines(changed)).toMatchObject([{ deploy: 'true && echo', automations: false, assets: true }]);
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
    expect(lines(await site('remove', 'notes'))).toEqual([{ event: 'removed', id: 'notes' }]);
    expect((await server.request('/api/sites')).json.sites).toEqual([]);
  });
});
