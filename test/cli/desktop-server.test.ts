import { type EventEmitter, once } from 'node:events';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { built, run } from '../helpers/process.js';
import { BLOG, temporaryFolder, writeFiles } from '../helpers/server.js';

// Each test starts processes, which on a busy machine take their time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

/** The next message but the first, which tells where the logs are. */
async function nextMessage(child: EventEmitter) {
  const [next] = await once(child, 'message');
  return next.event === 'logs' ? (await once(child, 'message'))[0] : next;
}

async function fork(args: readonly string[] = [], files = BLOG) {
  const home = await temporaryFolder();
  const folder = join(home, 'content');
  await mkdir(folder);
  await writeFiles(folder, files);
  const places = ['--cache', join(home, 'cache'), '--state', join(home, 'state')];
  const all = ['--data', folder, ...places, '--port', '0', ...args];
  const server = run(built('cli/desktop-server.js'), all, { ipc: true });
  const message = () => nextMessage(server.child);
  return { ...server, folder, all, message };
}

describe('the desktop’s server process', () => {
  it('says where it listens, gives fresh links, ignores what is no command, and ends with its parent', async () => {
    const first = await fork();
    const listening = await first.message();
    expect(listening).toEqual({
      event: 'listening',
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      admin: expect.stringContaining('/admin/?token='),
      dataDir: first.folder,
      pid: first.child.pid,
    });
    for (const nonsense of ['stop', { command: 'format' }, { stop: true }, 5]) first.child.send(nonsense);
    first.child.send({ command: 'admin-link' });
    const link = await first.message();
    expect(link).toEqual({ event: 'admin-link', admin: expect.stringContaining('/admin/?token=') });
    expect(link.admin).not.toBe(listening.admin);
    const signedIn = await fetch(link.admin, { redirect: 'manual' });
    expect(signedIn.headers.get('location')).toBe('/admin/');

    // Says in a sentence why it cannot serve.
    const same = run(built('cli/desktop-server.js'), first.all, { ipc: true });
    expect(await nextMessage(same.child)).toEqual({
      event: 'failed',
      message: expect.stringContaining(`already served at ${listening.url}`),
    });
    expect((await same.ended).code).toBe(1);

    // Takes another port when the wanted one is taken, and stops when it is told to.
    const other = await fork(['--port', new URL(listening.url).port]);
    expect((await other.message()).event).toBe('listening');
    other.child.send({ command: 'stop' });
    expect(await other.ended).toMatchObject({ code: 0 });
    first.child.disconnect();
    expect((await first.ended).code).toBe(0);
  });

  it('fills an empty folder with a starter, and only an empty one', async () => {
    const empty = await fork(['--starter', 'magazine'], {});
    // Its images are decoded by a process of the parent.
    expect(await empty.message()).toMatchObject({ event: 'sandbox-start', program: 'images' });
    expect(await readdir(empty.folder)).toContain('blog');
    const full = await fork(['--starter', 'magazine']);
    expect((await full.message()).event).toBe('listening');
    expect(await readdir(join(full.folder, 'blog'))).toEqual(
      expect.not.arrayContaining([expect.not.stringMatching(/^(\.meta|first-post|second-post)\.json$/)]),
    );
  });
});
