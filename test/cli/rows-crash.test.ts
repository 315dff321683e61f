/** An import of rows that is cut off by kill -9 is told of, until the same file is imported again. */
import { existsSync, readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { KEY_METHODS } from '../../server/contract/access.js';
import { openSite } from '../../server/site.js';
import { built, plinth, run } from '../helpers/process.js';
import { startTestServer, temporaryFolder, writeFiles } from '../helpers/server.js';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

const ROWS = 300;
const titles = Array.from({ length: ROWS }, (_, n) => `Walk ${n}`);

const formOf = (field: string, bytes: Blob | Buffer): FormData => {
  const form = new FormData();
  form.set(field, bytes instanceof Blob ? bytes : new Blob([new Uint8Array(bytes)]), `walks.${field}`);
  return form;
};

async function setStage() {
  const home = await temporaryFolder();
  const folder = join(home, 'content');
  await mkdir(folder);
  await writeFiles(folder, {
    '.schemas/walk.json': {
      id: 'walk',
      properties: { id: { field: 'id' }, title: { type: 'string', field: 'text' } },
      required: ['id'],
      index: ['id', 'title'],
    },
    'walks/.meta.json': { id: 'walks', schema: 'walk' },
    'others/.meta.json': { id: 'others', schema: 'walk' },
    ...Object.fromEntries(titles.map((title, n) => [`others/w-${n}.json`, { id: `w-${n}`, title }])),
  });
  const places = { folder, cache: join(home, 'cache'), state: join(home, 'state') };
  const args = ['--data', folder, '--cache', places.cache, '--state', places.state];
  const site = await openSite({ ...places, log: () => undefined });
  const { key } = await site.keys
    .create({ name: 'test', methods: [...KEY_METHODS], paths: ['*'] })
    .finally(() => site.close());
  const headers = { 'x-api-key': key };
  const count = () => readdirSync(join(folder, 'walks')).filter((name) => /^[^.].*\.json$/.test(name)).length;
  const start = async () => {
    const server = run(built('cli/plinth.js'), ['serve', '--json', '--port', '0', ...args]);
    return { ...server, url: String((await server.event()).url) };
  };
  return {
    ...{ headers, count, start },
    /** The next start, in this process. */
    startAgain: () => startTestServer({}, { home, trust: false }),
    check: () => plinth(['check', ...args]),
    journal: () => {
      const path = join(folder, '.system', 'journal');
      return existsSync(path) ? readdirSync(path) : [];
    },
  };
}

const FILES: [string, (url: string, headers: Record<string, string>) => Promise<FormData>, number][] = [
  ['csv', async () => formOf('csv', Buffer.from(['title', ...titles].join('\n'))), ROWS],
  ['json', async () => formOf('json', Buffer.from(JSON.stringify(titles.map((title) => ({ title }))))), ROWS],
  [
    'zip',
    async (url, headers) => {
      const answer = await fetch(`${url}/export/collections/others/zip`, { headers });
      return formOf('zip', Buffer.from(await answer.arrayBuffer()));
    },
    // Objects of an archive have ids, so that those that are there are passed over.
    0,
  ],
];

it.each(FILES)('%s: is reported at the next start and by plinth check', async (format, fileOf, again) => {
  const { headers, count, start, startAgain, check, journal } = await setStage();
  const killed = await start();
  const body = await fileOf(killed.url, headers);
  const path = `/import/collections/walks/${format}`;
  const answer = fetch(killed.url + path, { method: 'POST', headers, body }).catch(() => undefined);
  while (count() < 20) await setImmediate();
  killed.child.kill('SIGKILL');
  await Promise.all([answer, killed.ended]);
  const begun = count();
  expect(begun).toBeLessThan(ROWS);

  const told = /the import into \\?"walks\\?", started at \S+, was interrupted after (\d+) of 300 rows/;
  const { code, stdout } = await check();
  expect([code, stdout]).toEqual([1, expect.stringMatching(told)]);
  const done = Number(told.exec(stdout)?.[1]);
  expect(done).toBeGreaterThan(0);
  expect(done).toBeLessThanOrEqual(begun);

  const server = await startAgain();
  const listed = (await server.request('/api/unfinished-imports')).json;
  expect(listed.imports).toMatchObject([{ collection: 'walks', done, total: ROWS, rolledBack: false }]);
  const repeated = await fetch(server.url + path, { method: 'POST', headers, body });
  expect([repeated.status, await repeated.json()]).toMatchObject([200, { failed: 0 }]);
  expect(count()).toBe(again > 0 ? begun + again : ROWS);
  await server.close();
  expect(server.log.join('\n')).toMatch(told);
  expect(journal()).toEqual([]);
  expect(await check()).toMatchObject({ code: 0, stdout: expect.stringContaining('No problems found.') });
});
