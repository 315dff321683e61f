/** `plinth release`: in a server that has the folder open, and without one. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { plinth } from '../helpers/process.js';
import { startTestServer } from '../helpers/server.js';
import { addSite, homeOf } from '../helpers/site-builds.js';

// Each test starts processes, which on a busy machine take their time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const FIRST = '/api/collections/blog/first-post';
/** One that is long enough ahead. */
const PLANNED = '2999-12-24T08:00:00.000Z';

/** A folder with a release that changes two objects, and commands on it, beside its server if that `isOpen`. */
async function prepare(isOpen: boolean) {
  const server = await startTestServer();
  const places = ['--data', server.folder, '--cache', join(homeOf(server), 'cache')];
  const args = [...places, '--state', join(homeOf(server), 'state')];
  const made = await plinth(['release', 'create', 'Autumn \u001b[2J issue', '--id', 'autumn', ...args]);
  expect([made.code, made.stderr]).toEqual([0, '']);
  const headers = { 'X-Plinth-Perspective': 'autumn' };
  await server.request(FIRST, { method: 'PATCH', json: { title: 'Autumn' }, headers });
  await server.request('/api/collections/blog/second-post', { method: 'DELETE', headers });
  if (!isOpen) await server.close();
  const release = (...words: string[]) => plinth(['release', ...words, ...args]);
  const events = async (...words: string[]) => {
    const { stdout } = await release(...words, '--json');
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  };
  const titleOf = async (id: string) =>
    JSON.parse(await readFile(join(server.folder, 'blog', `${id}.json`), 'utf8').catch(() => '{}')).title;
  return { server, args, made, release, events, titleOf };
}

describe.each([
  ['that a server has open', true],
  ['that no server has open', false],
])('plinth release with a folder %s', (_case, isOpen) => {
  it('lists, shows, plans and publishes a release, which one undo takes back, and drops another', async () => {
    const { args, made, release, events, titleOf } = await prepare(isOpen);
    // Nothing that a terminal obeys is printed.
    expect(made.stdout).toBe('autumn  Autumn \\u001b[2J issue  0 objects\n');
    expect(await events('list')).toMatchObject([
      { event: 'release', id: 'draft', objects: 0 },
      { event: 'release', id: 'autumn', kind: 'release', objects: 2, author: { kind: 'owner' } },
    ]);
    const shown = await release('show', 'autumn');
    expect(shown.stdout.split('\n').sort().slice(1)).toEqual([
      '  blog/first-post  Autumn  (changed: title)',
      '  blog/second-post  Second post  (deleted)',
      'autumn  Autumn \\u001b[2J issue  2 objects',
    ]);
    expect(await events('plan', 'autumn', '--at', '2999-12-24T08:00:00Z')).toMatchObject([
      { publishAt: PLANNED },
    ]);
    expect((await release('list')).stdout).toContain(`2 objects, planned for ${PLANNED}\n`);
    expect((await events('unplan', 'autumn'))[0]).not.toHaveProperty('publishAt');

    const dry = await release('publish', 'autumn', '--dry-run');
    expect([dry.code, dry.stderr]).toEqual([0, '2 objects would be live; nothing is in the way.\n']);
    expect(await titleOf('first-post')).toBe('First post');
    const [published] = await events('publish', 'autumn');
    expect(published).toMatchObject({ event: 'published', release: 'autumn', dryRun: false });
    expect(published.published).toHaveLength(2);
    expect([await titleOf('first-post'), await titleOf('second-post')]).toEqual(['Autumn', undefined]);
    expect((await release('show', 'autumn')).stdout).toContain(`undo: plinth undo ${published.transaction}`);
    const undone = await plinth(['undo', published.transaction, ...args]);
    expect([undone.code, undone.stderr]).toEqual([0, '']);
    expect([await titleOf('first-post'), await titleOf('second-post')]).toEqual([
      'First post',
      'Second post',
    ]);

    expect(await events('create', 'Winter', '--reason', 'Snow', '--at', PLANNED)).toMatchObject([
      { id: 'winter', title: 'Winter', reason: 'Snow', publishAt: PLANNED },
    ]);
    expect(await events('drop', 'winter')).toEqual([
      { event: 'dropped', release: 'winter', trash: expect.any(String) },
    ]);
    expect((await events('list')).map(({ id }) => id)).toEqual(['draft', 'autumn']);
  });

  it('publishes nothing and names what is in the way, and rejects what cannot be', async () => {
    const { server, release, events, titleOf } = await prepare(isOpen);
    const file = join(server.folder, 'blog/first-post.json');
    const live = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...live, title: 'Changed elsewhere' }));
    await expect
      .poll(async () => (await release('show', 'autumn')).stdout, { timeout: 20_000 })
      .toContain('(changed: title; changed elsewhere since: title)');
    const refused = await release('publish', 'autumn');
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/blog[./]first-post[./]title: /),
    ]);
    expect(await titleOf('first-post')).toBe('Changed elsewhere');
    expect(await titleOf('second-post')).toBe('Second post');
    expect(await events('publish', 'autumn')).toMatchObject([
      { event: 'failed', details: expect.any(Object) },
    ]);

    for (const [words, code, told] of [
      [['show', 'winter'], 1, 'winter'],
      [['show', '../../sites'], 1, ''],
      [['publish', 'winter'], 1, 'winter'],
      [['drop', 'draft'], 1, 'draft'],
      [['plan', 'autumn', '--at', '2020-01-01'], 1, 'publishAt'],
      [['plan', 'draft', '--at', PLANNED], 1, 'Only a release'],
      [['create', 'Autumn', '--id', 'autumn'], 1, 'autumn'],
      [['plan', 'autumn'], 2, '--at'],
      [['plan', 'autumn', '--at', 'soon'], 2, 'soon'],
      [['create'], 2, 'title'],
      [['publish'], 2, 'release'],
      [['publish', 'autumn', 'winter'], 2, 'release'],
      [[], 2, 'action'],
    ] as const) {
      const { code: found, stderr } = await release(...words);
      expect([words, found, stderr]).toEqual([words, code, expect.stringContaining(told)]);
    }
  });
});

it('plinth publish says which planned releases are due and not live', async () => {
  const { server, args, titleOf } = await prepare(true);
  await addSite(server);
  await server.request(FIRST, { method: 'PATCH', json: { title: 'Changed elsewhere' } });
  const publishAt = new Date(Date.now() + 1_500).toISOString();
  const planned = await server.request('/api/change-sets/autumn', { method: 'PATCH', json: { publishAt } });
  expect(planned.status).toBe(200);
  const failed = async () => (await server.request('/api/change-sets/autumn')).json.failed;
  await expect.poll(failed, { timeout: 30_000 }).toBeTruthy();
  const { code, stderr } = await plinth(['publish', ...args]);
  expect([code, stderr]).toEqual([
    0,
    expect.stringMatching(
      /The release "Autumn .*" was planned for .* and is not live: .*plinth release show autumn/,
    ),
  ]);
  expect(await titleOf('first-post')).toBe('Changed elsewhere');
});
