/** A file goes to the disk as it comes: the server's memory does not grow with it. */
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { built, run } from '../helpers/process.js';

const MB = 1024 * 1024;
const LARGE = 256 * MB;
const PIECE = 16 * MB;

/** Growth the promises allow for uploads of any size (part 5). */
const ALLOWED = 64 * MB;

async function served() {
  const home = await mkdtemp(join(tmpdir(), 'plinth-memory-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const data = join(home, 'data');
  const put = async (path: string, content: object) => {
    await mkdir(join(data, path, '..'), { recursive: true });
    await writeFile(join(data, path), JSON.stringify(content));
  };
  const paper = { $ref: 'https://example.test/file.json', field: 'file' };
  await put('.schemas/page.json', {
    id: 'page',
    properties: { id: { field: 'id' }, paper, large: paper },
    required: ['id'],
  });
  await put('pages/.meta.json', { id: 'pages', schema: 'page' });
  await put('pages/one.json', { id: 'one' });
  const places = ['--data', data, '--cache', join(home, 'cache'), '--state', join(home, 'state')];
  const made = run(built('cli/plinth.js'), ['keys', 'create', '--name', 'test', ...places]);
  const key = await made.line();
  const server = run(built('cli/plinth.js'), ['serve', '--json', '--port', '0', '--trust', ...places]);
  const { url } = await server.event();
  return { data, key, url: String(url), pid: Number(server.child.pid), server };
}

type Served = Awaited<ReturnType<typeof served>>;

/** Sends a form with so many bytes of a file, made as they go; resolves with the status. */
async function send(
  { url, key }: Served,
  property: string,
  size: number,
  fields: Record<string, number | string> = {},
): Promise<number | undefined> {
  const part = (name: string, rest: string) =>
    `--plinth\r\nContent-Disposition: form-data; name="${name}"${rest}`;
  const words = Object.entries(fields).map(([name, value]) => `${part(name, '')}\r\n\r\n${value}\r\n`);
  const head = `${words.join('')}${part('file', '; filename="film.bin"')}\r\n\r\n`;
  const tail = '\r\n--plinth--\r\n';
  const block = Buffer.alloc(256 * 1024, 'some bytes of a film ');
  const body = Readable.from(
    (function* () {
      yield head;
      for (let sent = 0; sent < size; sent += block.length) yield block.subarray(0, size - sent);
      yield tail;
    })(),
  );
  const sending = request(`${url}/api/collections/pages/one/${property}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'multipart/form-data; boundary=plinth',
      'content-length': head.length + size + tail.length,
    },
  });
  const answered = once(sending, 'response');
  await pipeline(body, sending);
  const [answer] = await answered;
  answer.resume();
  await once(answer, 'end');
  return answer.statusCode;
}

async function memory(pid: number, name: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
}

describe.skipIf(process.platform !== 'linux')('a large file', () => {
  it.each([
    ['in one request', (to: Served) => send(to, 'large', LARGE)],
    [
      'in pieces',
      async (to: Served) => {
        let status: number | undefined;
        const dztotalchunkcount = LARGE / PIECE;
        for (let dzchunkindex = 0; dzchunkindex < dztotalchunkcount; dzchunkindex += 1) {
          status = await send(to, 'large', PIECE, { dzuuid: 'u', dzchunkindex, dztotalchunkcount });
        }
        return status;
      },
    ],
  ])('sent %s raises the memory by less than 64 MB', { timeout: 120_000 }, async (_how, upload) => {
    const to = await served();
    // Whatever the first upload of all loads is there afterwards.
    expect(await send(to, 'paper', MB)).toBe(200);
    await writeFile(`/proc/${to.pid}/clear_refs`, '5');
    const before = await memory(to.pid, 'VmRSS');
    expect(await upload(to)).toBe(200);
    expect((await stat(join(to.data, 'pages/one/large/film.bin'))).size).toBe(LARGE);
    const growth = (await memory(to.pid, 'VmHWM')) - before;
    expect(growth).toBeLessThan(ALLOWED);
    to.server.child.kill('SIGTERM');
    await to.server.ended;
  });
});
