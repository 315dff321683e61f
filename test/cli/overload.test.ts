/** What many, slow and vanishing clients leave behind: a process that answers, and no more memory than before. */
import { readdir, readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isJsonObject } from '../../server/contract/values.js';
import { built, plinth, run } from '../helpers/process.js';
import { temporaryFolder, writeFiles } from '../helpers/server.js';

const MB = 1024 * 1024;
/** What a garbage collector may not have given back yet, on top of what the work itself needs. */
const ROOM = 96 * MB;

const FILES = {
  '.schemas/page.json': {
    id: 'page',
    properties: {
      id: { field: 'id' },
      paper: { $ref: 'https://example.test/file.json', field: 'file' },
    },
    required: ['id'],
    index: ['id'],
  },
  'pages/.meta.json': { id: 'pages', schema: 'page' },
  'pages/one.json': { id: 'one' },
};

interface Served {
  pid: number;
  port: number;
  key: string;
  /** The folder of unfinished files. */
  data: string;
  ask(path: string): Promise<number>;
}

async function serve(settings: Record<string, unknown>): Promise<Served> {
  const home = await temporaryFolder();
  const data = join(home, 'data');
  await writeFiles(data, { ...FILES, '.system/settings.json': { edition: 'pro', ...settings } });
  const places = ['--data', data, '--cache', join(home, 'cache'), '--state', join(home, 'state')];
  const cli = built('cli/plinth.js');
  const made = await plinth(['keys', 'create', '--name', 'x', ...places]);
  const key = made.stdout.trim();
  const event = await run(cli, ['serve', '--json', '--port', '0', ...places]).event();
  const url = String(event.url);
  return {
    pid: Number(event.pid),
    port: Number(new URL(url).port),
    key,
    data,
    ask: async (path) => (await fetch(url + path, { headers: { 'x-api-key': key } })).status,
  };
}

/** Resident memory of a process in bytes. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024;
}

const openFiles = async (pid: number): Promise<number> => (await readdir(`/proc/${pid}/fd`)).length;

/** A connection that has been made, or refused. */
function opened(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  return new Promise((done) => {
    socket.once('connect', () => done(socket));
    socket.once('close', () => done(socket));
  });
}

const many = <T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)));

describe.skipIf(process.platform !== 'linux')('a server', () => {
  it('answers after 500 connections at once that all ask, and after as many that dribble and vanish', async () => {
    const server = await serve({ limits: { headersTime: 2, idleTime: 2 } });
    expect(await server.ask('/api/collections/pages/one')).toBe(200);
    const before = await memoryOf(server.pid);
    const files = await openFiles(server.pid);

    const get = `GET /api/collections/pages/one HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nX-API-Key: ${server.key}\r\n\r\n`;
    const asking = await many(500, () => opened(server.port));
    const answers = await many(500, async (n) => {
      const socket = asking[n];
      const text = new Promise<string>((done) => {
        socket?.once('data', (part) => done(part.toString('latin1')));
        socket?.once('close', () => done(''));
      });
      socket?.write(get);
      return (await text).slice(9, 12);
    });
    expect(new Set(answers)).toEqual(new Set(['200']));
    for (const socket of asking) socket.destroy();

    const slow = await many(500, () => opened(server.port));
    for (const [n, socket] of slow.entries()) {
      socket.write(
        n % 2 === 0
          ? get.slice(0, 40)
          : get
              .replace('GET', 'PATCH')
              .replace('\r\n\r\n', '\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{"a":'),
      );
    }
    await expect
      .poll(() => server.ask('/api/collections/pages/one').catch(() => 0), { timeout: 15_000 })
      .toBe(200);
    // They are closed by the server; nobody here does it.
    await expect.poll(() => openFiles(server.pid), { timeout: 15_000 }).toBeLessThan(files + 20);
    expect(await memoryOf(server.pid)).toBeLessThan(before + ROOM);
  });

  it('keeps nothing of uploads that broke off, and a bounded number of those in pieces', async () => {
    const MOST = 50;
    const AT_ONCE = 8;
    const server = await serve({ uploads: { maxUnfinished: MOST } });
    const address = `http://127.0.0.1:${server.port}/api/collections/pages/one/paper`;
    const headers = { 'x-api-key': server.key };
    const piece = (n: number) => {
      const form = new FormData();
      form.set('dzuuid', `upload-${n}`);
      form.set('dzchunkindex', '0');
      form.set('dztotalchunkcount', '2');
      form.set('file', new Blob(['half of it']), `paper-${n}.txt`);
      return fetch(address, { method: 'POST', headers, body: form });
    };
    expect((await piece(0)).status).toBeLessThan(300);
    const before = await memoryOf(server.pid);
    const files = await openFiles(server.pid);

    const head = `POST /api/collections/pages/one/paper HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nX-API-Key: ${server.key}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 900000000\r\n\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n`;
    for (let round = 0; round < 5; round += 1) {
      const sockets = await many(20, () => opened(server.port));
      await many(
        20,
        (n) =>
          new Promise<void>((done) => {
            sockets[n]?.write(head + 'x'.repeat(256 * 1024), () => done());
          }),
      );
      for (const socket of sockets) socket.destroy();
    }
    await expect.poll(() => openFiles(server.pid), { timeout: 15_000 }).toBeLessThan(files + 10);

    const statuses: number[] = [];
    const HALF_OPEN = 400;
    let next = 1;
    await many(AT_ONCE, async () => {
      while (next < HALF_OPEN) {
        const answer = await piece(next++);
        await answer.arrayBuffer();
        statuses.push(answer.status);
      }
    });
    expect(statuses.length).toBe(HALF_OPEN - 1);
    expect(statuses.filter((status) => status < 300).length).toBeLessThan(MOST + AT_ONCE);
    expect(new Set(statuses.filter((status) => status >= 300))).toEqual(new Set([429]));

    expect(await server.ask('/api/collections/pages/one')).toBe(200);
    expect(await memoryOf(server.pid)).toBeLessThan(before + ROOM);
    const event: unknown = JSON.parse(await readFile(join(server.data, 'pages/one.json'), 'utf8'));
    expect(isJsonObject(event) && event.paper).toBeUndefined();
  });
});
