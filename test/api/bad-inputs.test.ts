/** Hostile and broken requests, each sent byte for byte on a connection of its own (`fixtures/bad-inputs.json`). */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { BLOG, type Files, type RawAnswer, startTestServer, type TestServer } from '../helpers/server.js';

type Generated =
  | { kind: 'repeat'; prefix?: string; unit: string; count: number; suffix?: string }
  | {
      kind: 'nest';
      prefix?: string;
      open: string;
      mid?: string;
      close: string;
      depth: number;
      suffix?: string;
    }
  | { kind: 'keys'; base: Record<string, unknown>; count: number }
  | { kind: 'gzip'; of: Generated };

interface Entry {
  id: string;
  group: string;
  what: string;
  method: string;
  path: string;
  headers?: Record<string, string | string[]>;
  body?: string;
  bodyGen?: Generated;
  rawRequest?: string;
  /** Requests that make the state the bad one meets; each has to succeed. */
  steps?: Entry[];
  /** The statuses the rulings allow; 0 is a connection closed without an answer. */
  expect: number[];
  /** True for the sound change among the bad ones. */
  changes?: true;
  checks?: string[];
}

const file = fileURLToPath(new URL('../fixtures/bad-inputs.json', import.meta.url));
const entries: Entry[] = JSON.parse(await readFile(file, 'utf8'));
const groups = [...new Set(entries.map(({ group }) => group))];

function generate(spec: Generated): Buffer {
  switch (spec.kind) {
    case 'repeat':
      return Buffer.from((spec.prefix ?? '') + spec.unit.repeat(spec.count) + (spec.suffix ?? ''));
    case 'nest': {
      const middle = spec.open.repeat(spec.depth) + (spec.mid ?? '') + spec.close.repeat(spec.depth);
      return Buffer.from((spec.prefix ?? '') + middle + (spec.suffix ?? ''));
    }
    case 'keys': {
      const more = Array.from({ length: spec.count }, (_, n): [string, number] => [`k${n}`, 1]);
      return Buffer.from(JSON.stringify({ ...spec.base, ...Object.fromEntries(more) }));
    }
    case 'gzip':
      return gzipSync(generate(spec.of));
  }
}

type Words = Record<string, string>;
const fillIn = (text: string, words: Words) =>
  text.replace(/\{\{(\w+)\}\}/g, (_all, name) => words[name] ?? name);

function bytesOf(entry: Entry, words: Words): Buffer {
  if (entry.rawRequest !== undefined) {
    // A request that asks for no end would keep its connection for some seconds.
    const raw = fillIn(entry.rawRequest, words);
    const ending = /^Connection:/im.test(raw)
      ? raw.replace(/^(Connection:)/im, '$1 close,')
      : raw.replace(/(\r?\n)(\r?\n)/, '$1Connection: close$1$2');
    return Buffer.from(ending, 'latin1');
  }
  const body =
    entry.bodyGen === undefined
      ? entry.body === undefined
        ? undefined
        : Buffer.from(fillIn(entry.body, words))
      : generate(entry.bodyGen);
  const lines = Object.entries(entry.headers ?? {})
    .filter(([name, value]) => name !== 'Content-Type' || value !== '')
    .flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${fillIn(one, words)}`));
  const has = (name: string) => lines.some((line) => line.toLowerCase().startsWith(`${name}:`));
  if (!has('host')) lines.unshift(`Host: 127.0.0.1:${words.PORT}`);
  if (body && !has('content-length')) lines.push(`Content-Length: ${body.length}`);
  lines.push('Connection: close');
  const head = `${entry.method} ${fillIn(entry.path, words)} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), body ?? Buffer.alloc(0)]);
}

/** What the corpus calls keys and sessions. */
async function wordsOf(server: TestServer): Promise<Words> {
  const revoked = await server.site.keys.create({ name: 'revoked', methods: ['GET'], paths: ['*'] });
  await server.site.keys.revoke(revoked.id);
  const old = await fetch(server.adminLink(), { redirect: 'manual' });
  const oldCookie = (old.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  server.site.sessions.end(oldCookie.split('=')[1] ?? '');
  return {
    PORT: String(server.port),
    DATA_BASENAME: 'content',
    KEY_FULL: await server.key(),
    KEY_BLOG_GET: await server.key({ methods: ['GET'], paths: ['/collections/blog'] }),
    KEY_DELETED: revoked.key,
    SESSION_COOKIE: server.cookie,
    SESSION_OLD: oldCookie,
    CSRF: server.csrfToken,
  };
}

/** Whether one check of the corpus fails, and how. */
async function failing(
  check: string,
  { entry, answer, server }: { entry: Entry; answer: RawAnswer; server: TestServer },
): Promise<string | undefined> {
  const [name = '', rest = ''] = check.split(/[:~](.*)/s);
  if (name === 'noHeader') return new RegExp(`^${rest}:`, 'im').test(answer.head) ? check : undefined;
  if (name === 'bodyNot') return new RegExp(rest, 'i').test(answer.body) ? check : undefined;
  if (name === 'csvSafe') {
    const { text } = await server.request(entry.path);
    const rows: string[][] = parse(text);
    // What a spreadsheet would take for a formula.
    return rows.flat().some((cell) => /^[=+\-@\t\r]/.test(cell)) ? check : undefined;
  }
  if (name === 'unpolluted') return 'polluted' in {} ? check : undefined;
  if (name === 'notExists') {
    return (await server.request(`/api/collections/${rest}`)).status === 404 ? undefined : check;
  }
  if (name === 'readBackNot') {
    const [address = '', pattern = ''] = rest.split('~');
    const { text } = await server.request(`/api/collections/${address}`);
    return new RegExp(pattern, 'i').test(text) ? check : undefined;
  }
  return name === 'maxMs' ? undefined : `unknown check ${check}`;
}

/** The corpus counts views and keeps items, which no built-in schema does. */
const POSTS: Files = {
  ...BLOG,
  '.schemas/entry.json': {
    id: 'entry',
    properties: { id: { field: 'id' } },
    required: ['id'],
    index: ['id'],
  },
  '.schemas/post.json': {
    id: 'post',
    properties: {
      id: { field: 'id' },
      title: { field: 'text' },
      views: { field: 'number', type: 'number' },
      items: { field: 'deck', schemaref: 'entry' },
    },
    required: ['id', 'title'],
    index: ['id', 'title'],
  },
  'blog/.meta.json': { id: 'blog', schema: 'post', name: 'Blog' },
};
const filesOf = (group: string): Files => (group === 'INC' || group === 'DECK' ? POSTS : BLOG);

describe('bad inputs', () => {
  it.each(groups)(
    'of the group %s get the status the rulings give them and harm nothing',
    async (group) => {
      const server = await startTestServer(filesOf(group), { name: 'content' });
      const words = await wordsOf(server);
      const untouched = ['blog/first-post.json', 'blog/second-post.json', 'blog-private/secret.json'];
      const readAll = () => Promise.all(untouched.map((path) => server.read(path)));
      let before = await readAll();
      const problems: string[] = [];

      for (const entry of entries.filter((one) => one.group === group)) {
        const report = (problem: string) => problems.push(`${entry.id} ${entry.what}: ${problem}`);
        for (const step of entry.steps ?? []) {
          const { status } = await server.raw(bytesOf(step, words));
          if (!step.expect.includes(status)) report(`a step got ${status}`);
        }
        const answer = await server.raw(bytesOf(entry, words));
        if (!entry.expect.includes(answer.status)) report(`${answer.status}, not ${entry.expect}`);
        if (answer.status >= 400 && answer.body !== '' && !answer.body.startsWith('{"error":{"code":')) {
          report(`no error in JSON: ${answer.body.slice(0, 80)}`);
        }
        if (/\bat .*\.(?:js|ts):\d+/.test(answer.body)) report('shows a stack');
        for (const check of entry.checks ?? []) {
          const failed = await failing(check, { entry, answer, server });
          if (failed !== undefined) report(failed);
        }
        const after = await readAll();
        for (const [at, bytes] of after.entries()) {
          if (!entry.changes && !before[at]?.equals(bytes)) report(`changed ${untouched[at]}`);
        }
        before = after;
        if ((await server.request('/healthz')).status !== 200) report('the server is gone');
      }
      expect(problems).toEqual([]);
      await server.close();
      expect(await readdir(join(server.folder, '.system', 'tmp')).catch(() => [])).toEqual([]);
      expect(server.log.filter((line) => line.includes('Unexpected error'))).toEqual([]);
    },
    120_000,
  );
});
