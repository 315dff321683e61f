/** `plinth trust`: what of a folder counts on this machine, and what waits. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { built, plinth, run } from '../helpers/process.js';
import { BLOG, type Files, temporaryFolder, writeFiles } from '../helpers/server.js';
import { WITH_STAFF } from '../helpers/users.js';

// Each test starts processes, which on a busy machine take their time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

async function prepare(files: Files = BLOG) {
  const home = await temporaryFolder();
  const folder = join(home, 'content');
  await mkdir(folder);
  await writeFiles(folder, files);
  const args = ['--data', folder, '--cache', join(home, 'cache'), '--state', join(home, 'state')];
  return { home, folder, args };
}

const SOURCE = 'export default async () => "ran";';
const CLIENT = {
  id: 'reader',
  name: 'Reader',
  redirectUris: ['https://reader.example/back'],
  scopes: ['cms:read'],
  secret: null,
  dynamic: false,
  created: '2026-01-01T10:00:00.000Z',
};
const KEY = {
  id: '44444444-4444-4444-8444-444444444444',
  name: 'Build\u001b[2Jkey',
  prefix: 'plinth_aaaa',
  last4: 'aaaa',
  hash: `sha256:${'a'.repeat(64)}`,
  created: '2026-01-01T10:00:00.000Z',
  scopes: { methods: ['GET'], paths: ['/collections/blog'] },
};

/** A folder with one record of every kind that trust knows. */
const EVERYTHING: Files = {
  ...WITH_STAFF,
  '.system/apikeys.json': { apikeys: [KEY] },
  '.system/oauth-clients.json': { clients: [CLIENT] },
  '.system/settings.json': { hosts: ['cms.example'] },
  'blog/.meta.json': { id: 'blog', schema: 'blog', name: 'Blog', publicOperations: ['read', 'create'] },
  'automations/.meta.json': { id: 'automations', schema: 'automations', name: 'Automations' },
  'automations/echo.json': {
    id: 'echo',
    name: 'Echo',
    enabled: true,
    triggers: { hook: { type: 'webhook', auth: 'apiKey', sync: true } },
  },
  'automations/echo/handler.mjs': SOURCE,
};

const events = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** What `--json` shows of EVERYTHING where all of it has this approval. */
const overviewOf = (folder: string, approval: 'new' | 'approved') => ({
  event: 'trust',
  dataDir: folder,
  trusted: approval === 'approved',
  pending: approval === 'new' ? 8 : 0,
  keys: [expect.objectContaining({ record: `key:${KEY.id}`, approval, methods: ['GET'] })],
  users: ['admin', 'editor', 'viewer'].map((role) => expect.objectContaining({ role, approval })),
  clients: [expect.objectContaining({ name: 'Reader', approval, redirectUris: CLIENT.redirectUris })],
  settings: [expect.objectContaining({ name: 'hosts', approval, value: ['cms.example'] })],
  collections: [expect.objectContaining({ id: 'blog', approval, operations: ['create'] })],
  automations: [expect.objectContaining({ id: 'echo', approval, enabled: true, source: SOURCE })],
});

describe('plinth trust --json', () => {
  it('lists what waits, accepts exactly that without asking, then lists it as accepted', async () => {
    const { args, folder } = await prepare(EVERYTHING);
    const first = await plinth(['trust', ...args, '--json']);
    expect(first.code, first.stderr).toBe(0);
    expect(events(first.stdout)).toEqual([overviewOf(folder, 'new'), { event: 'trusted', dataDir: folder }]);
    const again = await plinth(['trust', ...args, '--json']);
    expect(events(again.stdout)[0]).toEqual(overviewOf(folder, 'approved'));
  });

  it('names what was changed since it was approved', async () => {
    const { args, folder } = await prepare(EVERYTHING);
    await plinth(['trust', ...args, '--json']);
    await writeFile(join(folder, 'automations/echo/handler.mjs'), `${SOURCE} // more`);
    const { stdout } = await plinth(['trust', ...args, '--json']);
    expect(events(stdout)[0]).toMatchObject({
      pending: 1,
      keys: [{ approval: 'approved' }],
      automations: [{ approval: 'changed', source: `${SOURCE} // more` }],
    });
  });

  it('with --list accepts nothing and exits with 1 while something waits', async () => {
    const { args, folder } = await prepare(EVERYTHING);
    for (const _ of [1, 2]) {
      const { code, stdout } = await plinth(['trust', ...args, '--json', '--list']);
      expect([code, events(stdout)]).toEqual([1, [overviewOf(folder, 'new')]]);
    }
  });

  it('trusts a folder in which nothing waits, and says so', async () => {
    const { args, folder } = await prepare();
    const { code, stdout } = await plinth(['trust', ...args, '--json']);
    expect([code, events(stdout)]).toEqual([
      0,
      [expect.objectContaining({ event: 'trust', pending: 0 }), { event: 'trusted', dataDir: folder }],
    ]);
  });
});

describe('plinth trust', () => {
  const RECORDS = [
    '  Build?[2Jkey: GET on /collections/blog',
    '  editor one: editor',
    '  Reader: redirects to https://reader.example/back',
    '  hosts: ["cms.example"]',
    '  blog: create',
    '  echo: by webhook (apiKey)',
  ];

  it('shows what waits and does not take silence for a yes', async () => {
    const { args, folder } = await prepare(EVERYTHING);
    const { code, stdout, stderr } = await plinth(['trust', ...args]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('not trusted')]);
    expect(stdout).toContain(`${folder}: needs your approval:`);
    expect(stdout).not.toContain('approved on this machine:');
    for (const record of RECORDS) expect(stdout).toContain(record);
  });

  it('shows what counts already before what waits', async () => {
    const { args, folder } = await prepare(EVERYTHING);
    await plinth(['trust', ...args, '--json']);
    const accepted = await plinth(['trust', ...args, '--list']);
    expect([accepted.code, accepted.stdout]).toEqual([
      0,
      expect.stringMatching(/: nothing needs approval\.\n$/),
    ]);
    for (const record of RECORDS) expect(accepted.stdout).toContain(record);

    await writeFile(join(folder, '.system/settings.json'), JSON.stringify({ hosts: ['other.example'] }));
    const { code, stdout } = await plinth(['trust', ...args, '--list']);
    expect(code).toBe(1);
    const [counts, waits] = stdout.split(`${folder}: needs your approval:\n`);
    expect(counts).toContain('  echo: ');
    expect(counts).not.toContain('other.example');
    expect(waits).toMatch(
      /^Settings .*:\n {2}hosts: \["other\.example"\] \(changed since it was approved\)\n$/,
    );
  });
});

it('lists and accepts a handler in a folder of automations that was made by hand', async () => {
  const { 'automations/.meta.json': _, ...files } = EVERYTHING;
  const { args, folder } = await prepare(files);
  const listed = await plinth(['trust', ...args, '--list']);
  expect([listed.code, listed.stdout]).toEqual([1, expect.stringContaining('  echo: by webhook')]);
  const accepted = await plinth(['trust', ...args, '--json']);
  expect(events(accepted.stdout)[0]).toEqual(overviewOf(folder, 'new'));
  const checked = await plinth(['check', ...args]);
  expect(checked.stdout).not.toContain('automations');
  expect((await readdir(join(folder, 'automations'))).sort()).toEqual(['echo', 'echo.json']);

  const served = run(built('cli/plinth.js'), ['serve', '--json', '--port', '0', ...args]);
  const { url } = await served.event();
  const { key } = JSON.parse((await plinth(['keys', 'create', ...args, '--name', 'x', '--json'])).stdout);
  const answer = await fetch(`${url}/automations/echo`, { method: 'POST', headers: { 'x-api-key': key } });
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('ran')]);
});

describe('plinth serve', () => {
  it.each<[string, Files, string]>([
    ['says nothing of a folder in which nothing waits', BLOG, ''],
    ['says that what waits does not work', EVERYTHING, 'do not work until you approve them'],
  ])('%s', async (_what, files, note) => {
    const { args } = await prepare(files);
    const { child, line, ended } = run(built('cli/plinth.js'), ['serve', ...args, '--port', '0']);
    expect(await line()).toContain('Serving');
    child.kill('SIGTERM');
    const { stderr } = await ended;
    if (note === '') expect(stderr).toBe('');
    else expect(stderr).toContain(note);
  });
});
