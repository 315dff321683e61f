/** A batch is all or nothing, also when the server is killed in its midst (spec/storage.md#writes). */
import { existsSync, readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { built, plinth, run } from '../helpers/process.js';
import { temporaryFolder, writeFiles } from '../helpers/server.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const COUNT = 40;
const numbers = Array.from({ length: COUNT }, (_, n) => n);

/** Every object is set to one version, and one more object is made and the one of the version before deleted. */
const batchOf = (version: number) => ({
  operations: [
    ...numbers.map((n) => ({
      operation: 'replace',
      collection: 'text',
      id: `o-${n}`,
      data: { text: `version ${version}` },
    })),
    { operation: 'create', collection: 'text', id: `only-${version}`, data: { text: `version ${version}` } },
    { operation: 'delete', collection: 'text', id: `only-${version - 1}` },
  ],
});

/** When to kill: as soon as the batch is being laid down, as soon as its record is there, or a little later. */
const MOMENTS: ((journal: string) => boolean)[] = [
  (journal) => existsSync(journal) && readdirSync(journal).length > 0,
  (journal) => recorded(journal) !== undefined,
  (journal) => (recorded(journal)?.length ?? COUNT) < COUNT / 2,
];

/** The staged files of a batch whose record is there. */
function recorded(journal: string): string[] | undefined {
  try {
    const [name] = readdirSync(journal);
    const files = name === undefined ? [] : readdirSync(join(journal, name));
    return files.includes('batch.json') ? files.filter((file) => /^\d+\.json$/.test(file)) : undefined;
  } catch {
    return undefined;
  }
}

it('holds when the server is killed with kill -9 at any moment of a batch', async () => {
  const home = await temporaryFolder();
  const folder = join(home, 'content');
  await mkdir(folder);
  const object = (id: string) => ({ id, text: 'version 0' });
  await writeFiles(folder, {
    'text/.meta.json': { id: 'text', schema: 'text' },
    'text/only-0.json': object('only-0'),
    ...Object.fromEntries(numbers.map((n) => [`text/o-${n}.json`, object(`o-${n}`)])),
  });
  const args = ['--data', folder, '--cache', join(home, 'cache'), '--state', join(home, 'state')];
  const made = await plinth(['keys', 'create', '--name', 'test', ...args]);
  const headers = { 'x-api-key': made.stdout.trim(), 'content-type': 'application/json' };
  const journal = join(folder, '.system', 'journal');

  let version = 0;
  for (const isReached of [...MOMENTS, undefined]) {
    const server = run(built('cli/plinth.js'), ['serve', '--json', '--trust', '--port', '0', ...args]);
    const { url } = await server.event();
    const send = (body: object) =>
      fetch(`${url}/api/batch`, { method: 'POST', headers, body: JSON.stringify(body) });

    const answer = await fetch(`${url}/collections/text?limit=100`, { headers });
    const { objects }: { objects: { id: string; text: string }[] } = await answer.json();
    const [found, ...others] = new Set(objects.map(({ text }) => text));
    expect(others).toEqual([]);
    // The batch that was cut off has happened or it has not; one that was answered has.
    expect([version - 1, version].map((one) => `version ${one}`)).toContain(found);
    version = Number(found?.split(' ')[1]);
    const ids = [...numbers.map((n) => `o-${n}`), `only-${version}`].sort();
    expect(objects.map(({ id }) => id).sort()).toEqual(ids);
    expect(existsSync(journal) ? readdirSync(journal) : []).toEqual([]);
    if (!isReached) break;

    version += 1;
    expect((await send(batchOf(version))).status).toBe(200);
    version += 1;
    let isOver = false;
    const last = send(batchOf(version))
      .catch(() => undefined)
      .finally(() => {
        isOver = true;
      });
    while (!isOver && !isReached(journal)) await setImmediate();
    server.child.kill('SIGKILL');
    await Promise.all([last, server.ended]);
  }
});
