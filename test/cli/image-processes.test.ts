/** The processes where images are decoded: without environment, replaced when they die, gone when the server is. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { built, run } from '../helpers/process.js';
import { temporaryFolder, writeFiles } from '../helpers/server.js';

async function serve() {
  const home = await temporaryFolder();
  const data = join(home, 'data');
  const image = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();
  await writeFiles(data, {
    '.schemas/page.json': {
      id: 'page',
      properties: { id: { field: 'id' }, image: { $ref: 'https://example.test/image.json', field: 'image' } },
      required: ['id'],
      index: ['id'],
    },
    'pages/.meta.json': { id: 'pages', schema: 'page' },
    'pages/one.json': { id: 'one', image: { name: 'a.png', mime: 'image/png', size: image.length } },
    'pages/one/image/a.png': image,
  });
  const places = ['--data', data, '--cache', join(home, 'cache'), '--state', join(home, 'state')];
  const running = run(built('cli/plinth.js'), ['serve', '--json', '--port', '0', ...places], {
    env: { PLINTH_TEST_SECRET: 'secret' },
  });
  const event = await running.event();
  const pid = Number(event.pid);
  const children = async () =>
    (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean).map(Number);
  const image200 = async (width: number) => {
    const answer = await fetch(`${event.url}/imageworks/pages/one/image.jpg?w=${width}`);
    await answer.arrayBuffer();
    return answer.status;
  };
  return { ...running, pid, children, image200 };
}

const isAlive = (pid: number) =>
  readFile(`/proc/${pid}/stat`, 'utf8').then(
    (stat) => !/\) Z /.test(stat),
    () => false,
  );

describe.runIf(process.platform === 'linux')('the processes for images', () => {
  it('start with the first image, without environment, and end with a server that is killed', async () => {
    const { child, children, image200 } = await serve();
    expect(await children()).toEqual([]);
    expect(await image200(10)).toBe(200);
    const [helper = 0] = await children();
    expect(await readFile(`/proc/${helper}/environ`, 'utf8')).not.toContain('PLINTH_TEST_SECRET');
    child.kill('SIGKILL');
    await vi.waitFor(async () => expect(await isAlive(helper)).toBe(false), { timeout: 20_000 });
  });

  it('are replaced when one is killed, and end with the server', async () => {
    const { child, children, image200, ended } = await serve();
    await image200(10);
    const [first = 0] = await children();
    process.kill(first, 'SIGKILL');
    await vi.waitFor(async () => expect(await children()).toEqual([]), { timeout: 20_000 });
    expect(await image200(11)).toBe(200);
    const [second = 0] = await children();
    expect(second).not.toBe(first);
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0 });
    await vi.waitFor(async () => expect(await isAlive(second)).toBe(false), { timeout: 20_000 });
  });
});
