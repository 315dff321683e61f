/** Hostile and broken requests about files (`fixtures/file-bad-inputs.json`), each sent byte for byte. */
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { hashSync } from 'bcryptjs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { badInputs, bytesOf, type Entry, wordsOf } from '../helpers/bad-inputs.js';
import { plainPng, smallPdf } from '../helpers/made-files.js';
import { BLOG, type Files, type RawAnswer, startTestServer, type TestServer } from '../helpers/server.js';

const entries = await badInputs('file-bad-inputs.json');
const groups = [...new Set(entries.map(({ group }) => group))];

const type = (field: string) => ({ $ref: `https://example.test/${field}.json`, field });
const entry = (name: string, mime = 'application/pdf') => ({ name, download: name, mime, size: 300 });

/** What the corpus takes for granted: an object with files in every kind of property, one with a torn image. */
async function seedOf(group: string): Promise<Files> {
  const png = await plainPng();
  const password = group === 'DL' ? hashSync('secret', 4) : '';
  const image = { name: 'a.png', mime: 'image/png', size: png.length, width: 30, height: 20, hash: 'abc' };
  return {
    ...BLOG,
    '.system/settings.json': { edition: 'pro', uploads: { maxFileSize: 50 } },
    '.schemas/post.json': {
      id: 'post',
      properties: {
        id: { field: 'id' },
        title: { field: 'text' },
        image: type('image'),
        gallery: type('gallery'),
        file: type('file'),
        files: type('depot'),
      },
      required: ['id'],
      index: ['id', 'title'],
    },
    'blog/.meta.json': { id: 'blog', schema: 'post', name: 'Blog' },
    'blog/first-post.json': {
      id: 'first-post',
      title: 'First post',
      image,
      gallery: [],
      file: { ...entry('paper.pdf'), password, count: 0 },
      files: {
        files: [
          entry('doc.pdf'),
          entry('x.html', 'text/html'),
          { name: 'docs', mime: 'folder', files: [] },
          { name: 'taken', mime: 'folder', files: [entry('doc.pdf')] },
        ],
      },
    },
    'blog/first-post/image/a.png': png,
    'blog/first-post/file/paper.pdf': smallPdf(),
    'blog/first-post/files/doc.pdf': smallPdf(),
    'blog/first-post/files/taken/doc.pdf': smallPdf(),
    'blog/first-post/files/x.html': '<script>alert(1)</script>',
    'blog/torn.json': { id: 'torn', title: 'Torn', image },
    'blog/torn/image/a.png': png.subarray(0, 60),
  };
}

/** Every file of the folder that users made, with its bytes; objects are counted later, when nobody looks. */
async function contentOf(server: TestServer): Promise<Map<string, string>> {
  const found = await readdir(server.folder, { recursive: true, withFileTypes: true });
  const files = found
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name).slice(server.folder.length + 1))
    .filter((path) => !path.startsWith('.system'));
  const bytes = (path: string) => readFile(join(server.folder, path), 'latin1');
  const texts = await Promise.all(
    files.map(async (path): Promise<[string, string]> => [path, await bytes(path)]),
  );
  return new Map(texts.map(([path, text]) => [path, text.replace(/"count": ?\d+/, '"count":0')]));
}

const temps = async (server: TestServer) =>
  (await readdir(join(server.folder, '.system/tmp')).catch(() => [])).filter((name) => name !== 'chunks');

/** Sends half a request and goes away. */
async function leaveHalfWay(server: TestServer, bytes: Buffer): Promise<void> {
  const socket = connect(server.port, '127.0.0.1');
  await new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
  for (let tries = 0; tries < 200 && (await temps(server)).length === 0; tries += 1) await pause(10);
  socket.destroy();
  for (let tries = 0; tries < 200 && (await temps(server)).length > 0; tries += 1) await pause(10);
}

async function failing(check: string, answer: RawAnswer, server: TestServer): Promise<boolean> {
  const [name = '', rest = ''] = check.split(/[:~](.*)/s);
  const [first = '', pattern = ''] = rest.split(/~(.*)/s);
  if (name === 'noHeader') return new RegExp(`^${rest}:`, 'im').test(answer.head);
  if (name === 'header')
    return answer.status < 400 && !new RegExp(`^${first}:.*${pattern}`, 'im').test(answer.head);
  if (name === 'bodyNot') return new RegExp(rest, 'i').test(answer.body);
  if (name === 'bodyMax') return answer.status < 400 && answer.body.length > smallPdf().length;
  if (name === 'unpolluted') return 'polluted' in {} || 'alt' in {};
  if (name === 'readBackNot') {
    const { text } = await server.request(`/stream/blog/first-post/${first}`);
    return new RegExp(pattern, 'i').test(text);
  }
  return name !== 'abortAfterSend';
}

const isError = ({ body }: RawAnswer) => /^\{"error":(?:\{"code":|")/.test(body);

describe('bad inputs about files', () => {
  it.each(groups)(
    'of the group %s get the status the rulings give them and harm nothing',
    async (group) => {
      const server = await startTestServer(await seedOf(group), { name: 'content' });
      const canary = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
      let hits = 0;
      canary.on('connection', () => {
        hits += 1;
      });
      onTestFinished(() => void canary.close());
      const words = {
        ...(await wordsOf(server)),
        CANARY_PORT: String((canary.address() as AddressInfo).port),
      };
      const problems: string[] = [];
      let before = await contentOf(server);
      for (const one of entries.filter((candidate) => candidate.group === group)) {
        const report = (problem: string) => problems.push(`${one.id} ${one.what}: ${problem}`);
        const send = async (request: Entry) => server.raw(await bytesOf(request, words));
        for (const step of one.steps ?? []) {
          const { status } = await send(step);
          if (!step.expect.includes(status)) report(`a step got ${status}`);
        }
        if (one.checks?.includes('abortAfterSend')) await leaveHalfWay(server, await bytesOf(one, words));
        else {
          const answer = await send(one);
          if (!one.expect.includes(answer.status))
            report(`${answer.status}, not ${one.expect}: ${answer.body.slice(0, 200)}`);
          if (answer.status >= 400 && answer.body !== '' && !isError(answer))
            report(`no error in JSON: ${answer.body.slice(0, 80)}`);
          if (/\bat .*\.(?:js|ts):\d+/.test(answer.body)) report('shows a stack');
          for (const check of one.checks ?? []) if (await failing(check, answer, server)) report(check);
          if (answer.status < 300) before = await contentOf(server);
        }
        const after = await contentOf(server);
        const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
          (path) => before.get(path) !== after.get(path),
        );
        if (changed.length > 0) report(`changed ${changed}`);
        before = after;
        const left = await temps(server);
        if (left.length > 0) report(`left ${left}`);
        if ((await server.request('/healthz')).status !== 200) report('the server is gone');
      }
      expect(problems).toEqual([]);
      expect(hits).toBe(0);
      expect(server.log.filter((line) => line.includes('Unexpected error'))).toEqual([]);
    },
    120_000,
  );
});
