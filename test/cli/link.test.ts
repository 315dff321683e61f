/** `plinth link`: another way into a running server, for the user who started it. */
import { mkdir, readdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { built, plinth, run } from '../helpers/process.js';
import { BLOG, startTestServer, temporaryFolder, writeFiles } from '../helpers/server.js';

// Each test starts processes, which on a busy machine take their time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const MINUTE = 60_000;

async function prepare() {
  const home = await temporaryFolder();
  const folder = join(home, 'content');
  const state = join(home, 'state');
  await mkdir(folder);
  await writeFiles(folder, BLOG);
  const args = ['--data', folder, '--cache', join(home, 'cache'), '--state', state];
  const links = async () => {
    const names = await readdir(join(state, 'links'));
    return names.map((name) => join(state, 'links', name));
  };
  return { home, folder, args, links };
}

async function serve(args: string[]) {
  const server = run(built('cli/plinth.js'), ['serve', '--json', '--port', '0', ...args]);
  const { url } = await server.event();
  return { ...server, url: String(url) };
}

/** Where a link leads, and who is signed in after it. */
async function follow(link: string) {
  const { headers } = await fetch(link, { redirect: 'manual' });
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
  const { user } = await (await fetch(new URL('/admin/session', link), { headers: { cookie } })).json();
  return { location: headers.get('location'), role: user?.role };
}

const SIGNED_IN = { location: '/admin/', role: 'owner' };
const REFUSED = { location: '/admin/?link=expired', role: undefined };

it('prints a link that signs the owner in once, for people and for programs', async () => {
  const { home, args, folder, links } = await prepare();
  const { url } = await startTestServer({}, { home, trust: false });
  const printed = await plinth(['link', ...args]);
  expect(printed).toMatchObject({ code: 0, stderr: 'The admin link works once, within 10 minutes.\n' });
  expect(printed.stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/admin\/\?token=[0-9a-f]{64}\n$/);

  const before = Date.now();
  const { stdout } = await plinth(['link', ...args, '--json']);
  const event = JSON.parse(stdout);
  expect(event).toEqual({
    event: 'link',
    admin: expect.stringContaining(`${url}/admin/?token=`),
    expires: expect.any(String),
    dataDir: folder,
  });
  expect(Date.parse(event.expires) - before).toBeGreaterThanOrEqual(10 * MINUTE);
  expect(event.admin).not.toBe(printed.stdout.trim());

  const tokens = [printed.stdout.trim(), event.admin].map((link) => link.split('token=')[1]);
  const left = await links();
  expect(left).toHaveLength(2);
  for (const path of left) {
    for (const token of tokens) expect(path).not.toContain(token);
    if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600);
  }
  for (const link of [printed.stdout.trim(), event.admin]) {
    const tries = await Promise.all([1, 2, 3, 4].map(() => follow(link)));
    expect(tries.filter(({ role }) => role === 'owner')).toEqual([SIGNED_IN]);
    expect(await follow(link)).toEqual(REFUSED);
  }
  expect(await links()).toEqual([]);
});

it.each([
  ['ten minutes later', -11 * MINUTE],
  ['made by a clock that was ahead', 11 * MINUTE],
])('prints a link that does not work %s', async (_, shift) => {
  const { home, args, links } = await prepare();
  await startTestServer({}, { home, trust: false });
  const { stdout } = await plinth(['link', ...args]);
  const then = new Date(Date.now() + shift);
  for (const path of await links()) await utimes(path, then, then);
  expect(await follow(stdout.trim())).toEqual(REFUSED);
  expect(await links()).toEqual([]);
  // Those that were never used go with the next one.
  await plinth(['link', ...args]);
  for (const path of await links()) await utimes(path, then, then);
  expect(await follow((await plinth(['link', ...args])).stdout.trim())).toEqual(SIGNED_IN);
  expect(await links()).toEqual([]);
});

it('makes links for the server of one folder, and with its state directory', async () => {
  const one = await prepare();
  const other = join(one.home, 'other');
  await mkdir(other);
  const otherArgs = ['--data', other, ...one.args.slice(2)];
  const [{ url }, second] = await Promise.all([serve(one.args), serve(otherArgs)]);
  const { stdout } = await plinth(['link', ...one.args]);
  expect(await follow(stdout.trim().replace(url, second.url))).toEqual(REFUSED);
  expect(await follow(stdout.trim())).toEqual(SIGNED_IN);
  const elsewhere = ['--data', one.folder, '--state', join(one.home, 's2')];
  const refused = await plinth(['link', ...elsewhere]);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('Plinth is not serving')]);
});

it('says so and exits with 1 when no server runs: never started, stopped or killed', async () => {
  const { args, folder } = await prepare();
  const message = `Plinth is not serving ${folder} for this user; start it with "plinth serve"`;
  const refusal = async () => {
    const { code, stdout, stderr } = await plinth(['link', ...args]);
    return { code, stdout, stderr };
  };
  const refused = {
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(RegExp(`^plinth: ${message}\\nWhat to do: file://.+#[a-z-]+\\n$`)),
  };
  expect(await refusal()).toEqual(refused);
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const { child, ended } = await serve(args);
    child.kill(signal);
    await ended;
    expect(await refusal()).toEqual(refused);
  }
  const json = await plinth(['link', ...args, '--json']);
  expect([json.code, JSON.parse(json.stdout)]).toEqual([
    1,
    {
      event: 'failed',
      message,
      key: 'folderNotServed',
      values: { folder: expect.any(String) },
      type: 'not-found',
      docs: expect.stringMatching(/^file:.+errors\.html#not-found$/),
    },
  ]);
});
