/** The server of `npm run dev`: what it hands from one run to the next, and that no other program takes it. */
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { hashOf } from '../../server/access/secrets.js';
import { built, type Running, run } from '../helpers/process.js';
import { BLOG, temporaryFolder, writeFiles } from '../helpers/server.js';

// Each test starts processes, which on a busy machine take their time.
vi.setConfig({ testTimeout: 120_000 });

const devServer = fileURLToPath(new URL('../tools/dev-server.mjs', import.meta.url));

interface Message {
  event: string;
  url: string;
  admin: string;
  /** By the hashes of their cookies. */
  sessions: { key: string }[];
}

/** The next message of that kind. */
async function message({ child }: Running, event: string): Promise<Message> {
  for (;;) {
    const [said]: Message[] = await once(child, 'message');
    if (said?.event === event) return said;
  }
}

async function home() {
  const folder = await temporaryFolder();
  await writeFiles(join(folder, 'content'), BLOG);
  return ['--data', join(folder, 'content'), '--cache', join(folder, 'c'), '--state', join(folder, 's')];
}

/** A run that goes on with these sessions. */
async function start(args: string[], sessions: Message['sessions']) {
  const running = run(devServer, args, { ipc: true });
  running.child.send({ command: 'restore', sessions });
  return { running, ...(await message(running, 'listening')) };
}

async function stop(running: Running) {
  running.child.send({ command: 'stop' });
  const { sessions } = await message(running, 'sessions');
  expect((await running.ended).code).toBe(0);
  return sessions;
}

const cookieOf = (answer: Response) => (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
const statusWith = async (url: string, cookie: string) =>
  (await fetch(`${url}/api/collections/blog`, { headers: { cookie } })).status;

/** The same session at another port, whose cookies have another name. */
const cookieAt = (url: string, cookie: string) => cookie.replace(/_\d+=/, `_${new URL(url).port}=`);

describe('npm run dev', () => {
  it('keeps the browser signed in when the server restarts, and gives its sessions to no other command', async () => {
    const args = [...(await home()), '--port', '0'];
    const first = await start(args, []);
    const cookie = cookieOf(await fetch(first.admin, { redirect: 'manual' }));
    expect(await statusWith(first.url, cookie)).toBe(200);
    const sessions = await stop(first.running);
    expect(sessions.map(({ key }) => key)).toEqual([hashOf(cookie.split('=')[1] ?? '')]);

    const second = await start(args, sessions);
    expect(await statusWith(second.url, cookieAt(second.url, cookie))).toBe(200);
    const last = await stop(second.running);

    // No other command takes sessions or sends any.
    const words = ['serve', ...args, '--json'];
    const serving = run(built('cli/plinth.js'), words, { ipc: true });
    const told: unknown[] = [];
    serving.child.on('message', (said) => told.push(said));
    serving.child.send({ command: 'restore', sessions: last });
    const url = String((await serving.event()).url);
    expect(await statusWith(url, cookieAt(url, cookie))).toBe(401);
    serving.child.kill('SIGTERM');
    await serving.ended;
    expect(told).toEqual([]);
  });

  it('has a server that cannot be started by itself', async () => {
    const { code, stderr } = await run(devServer, [...(await home()), '--port', '0']).ended;
    expect([code, stderr]).toEqual([1, expect.stringContaining('npm run dev')]);
  });

  it('fills a new folder with a starter and images', async () => {
    const folder = await temporaryFolder();
    const site = join(folder, 'site');
    await mkdir(site);
    const args = ['--data', site, '--cache', join(folder, 'c'), '--state', join(folder, 's'), '--port', '0'];
    const { running, url, admin } = await start([...args, '--starter', 'magazine', '--pictures'], []);
    const cookie = cookieOf(await fetch(admin, { redirect: 'manual' }));
    const picture = await fetch(`${url}/imageworks/pictures/morning/image.webp?w=64`, {
      headers: { cookie },
    });
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const posts = await fetch(`${url}/api/collections/blog`, { headers: { cookie } });
    expect(await posts.json()).toMatchObject({ total: 10 });
    await stop(running);
  });
});
