/** A real server over a fresh folder, and the ways to talk to it. Everything ends with the test. */
import { mkdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { PasswordCost } from '../../server/access/passwords.js';
import type { IndexOptions } from '../../server/content/text-index/text-indexes.js';
import type { KeyMethod } from '../../server/contract/access.js';
import { KEY_METHODS } from '../../server/contract/access.js';
import { isJsonObject, type JsonObject } from '../../server/contract/values.js';
import type { HostLookup } from '../../server/files/guarded-request.js';
import { type RunningServer, startServer } from '../../server/start.js';
import { lockByName } from '../../server/store/disk/folder-lock.js';
import { expectDescribed } from './described.js';
import { type AtEnd, type Files, temporaryFolder, writeFiles } from './files.js';
import { keptImages } from './images.js';

export { type Files, temporaryFolder, writeFiles };

/** Two collections of the built-in schema `blog`, the second one's name beginning like the first one's. */
export const BLOG: Files = {
  'blog/.meta.json': { id: 'blog', schema: 'blog', name: 'Blog' },
  'blog/first-post.json': {
    id: 'first-post',
    title: 'First post',
    draft: false,
    tags: ['one'],
    created: '2026-01-01T10:00:00.000Z',
    modified: '2026-01-01T10:00:00.000Z',
    updated: '2026-01-01T10:00:00.000Z',
    note: 'a key no schema knows',
  },
  'blog/second-post.json': {
    id: 'second-post',
    title: 'Second post',
    created: '2026-01-02T10:00:00.000Z',
    modified: '2026-01-02T10:00:00.000Z',
    updated: '2026-01-02T10:00:00.000Z',
  },
  'blog-private/.meta.json': { id: 'blog-private', schema: 'blog', name: 'Private' },
  'blog-private/secret.json': { id: 'secret', title: 'Secret' },
};

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The body as a JSON object; empty when it is none. */
  json: JsonObject;
}

export interface Sent {
  method?: string;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is. */
  body?: BodyInit;
  headers?: Record<string, string>;
  /** Who asks: the owner's session (default), a key, or nobody. */
  as?: 'owner' | 'nobody' | { key: string };
}

export interface RawAnswer {
  /** 0 when the connection was closed without an answer. */
  status: number;
  head: string;
  body: string;
}

export interface TestServer extends RunningServer {
  port: number;
  /** The data folder. */
  folder: string;
  cookie: string;
  csrfToken: string;
  /** Lines of the log so far. */
  log: string[];
  /** Those of them that warn or tell of an error; what happens to access is told as well, as information. */
  warnings(): string[];
  request(path: string, sent?: Sent): Promise<Answer>;
  /** Sends bytes as they are on a connection of their own. */
  raw(bytes: string | Buffer): Promise<RawAnswer>;
  /** Makes a key in the folder. */
  key(scope?: { methods?: KeyMethod[]; paths?: string[]; suggests?: boolean }): Promise<string>;
  read(path: string): Promise<Buffer>;
}

/** The least that counts: a hash at the usual cost takes a quarter of a second. */
const LEAST_COST: PasswordCost = { logN: 14, r: 8, p: 1 };

/** Starts a server over a folder with these files. */
export async function startTestServer(
  files: Files = BLOG,
  options: {
    renderer?: string;
    name?: string;
    trust?: boolean;
    logger?: Logger;
    lookup?: HostLookup;
    wordIndexes?: IndexOptions;
    passwordCost?: PasswordCost;
    atEnd?: AtEnd;
    /** Folder of an earlier server: its content, cache and state are used again. */
    home?: string;
    /** Where it listens; by default on this machine only. */
    host?: string;
  } = {},
): Promise<TestServer> {
  const atEnd = options.atEnd ?? onTestFinished;
  const home = options.home ?? (await temporaryFolder(atEnd));
  const folder = join(home, options.name ?? 'content');
  await mkdir(folder, { recursive: true });
  await writeFiles(folder, files);
  const log: string[] = [];
  const server = await startServer({
    folder,
    port: 0,
    cache: join(home, 'cache'),
    state: join(home, 'state'),
    trust: options.trust ?? true,
    lock: lockByName,
    startImages: keptImages,
    ...(options.host !== undefined && { host: options.host }),
    ...(options.lookup && { lookup: options.lookup }),
    ...(options.wordIndexes && { wordIndexes: options.wordIndexes }),
    passwordCost: options.passwordCost ?? LEAST_COST,
    renderer: options.renderer ?? join(home, 'no-admin'),
    log: options.logger ?? pino({ level: 'warn', base: null }, { write: (line: string) => log.push(line) }),
  });
  // The folder goes last: finished hooks run in reverse.
  atEnd(() => server.close());

  const signIn = await fetch(server.adminLink(), { redirect: 'manual' });
  const cookie = (signIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const session = await (await fetch(`${server.url}/admin/session`, { headers: { cookie } })).json();
  const csrfToken = isJsonObject(session) ? String(session.csrfToken) : '';

  const port = Number(new URL(server.url).port);
  return {
    ...server,
    port,
    folder,
    cookie,
    csrfToken,
    log,
    warnings: () => log.filter((line) => JSON.parse(line).level >= 40),
    raw: (bytes) => sendRaw(port, bytes),
    read: (path) => readFile(join(folder, path)),
    async key({ methods = [...KEY_METHODS], paths = ['*'], suggests = false } = {}) {
      return (await server.site.keys.create({ name: 'test', methods, paths, suggests })).key;
    },
    async request(path, sent = {}) {
      const { as = 'owner' } = sent;
      const method = sent.method ?? 'GET';
      const headers: Record<string, string> = { ...sent.headers };
      if (as === 'owner') Object.assign(headers, { cookie, 'x-csrf-token': csrfToken });
      else if (as !== 'nobody') headers['x-api-key'] = as.key;
      let body = sent.body;
      if (sent.json !== undefined) {
        body = JSON.stringify(sent.json);
        headers['content-type'] ??= 'application/json';
      }
      const check = expectDescribed(server.site);
      const response = await fetch(server.url + path, { method, headers, body, redirect: 'manual' });
      const text = await response.text();
      const { status, headers: received } = response;
      const answer = { method, path, status, headers: received, text };
      await check(answer);
      return { status, headers: received, text, json: parseObject(text) };
    },
  };
}

/** One server for all tests of a file or a `describe` that change nothing in its folder. */
export function sharedServer(files: () => Files | Promise<Files>): () => TestServer {
  let server: TestServer | undefined;
  const ends: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    server = await startTestServer(await files(), { atEnd: (end) => ends.unshift(end) });
  });
  afterAll(async () => {
    for (const end of ends) await end();
  });
  return () => {
    if (!server) throw new Error('The shared server has not been started');
    return server;
  };
}

function parseObject(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** The error object of an answer. */
export function errorOf(answer: Answer): JsonObject {
  return isJsonObject(answer.json.error) ? answer.json.error : {};
}

/** The details of an error: property to messages. */
export function detailsOf(answer: Answer): JsonObject {
  const { details } = errorOf(answer);
  return isJsonObject(details) ? details : {};
}

/** Sends bytes as they are on a connection of their own, and reads until it closes. */
export function sendRaw(port: number, bytes: string | Buffer): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (part) => parts.push(part));
    // A reset after the answer is no reason to lose what was read; 'close' follows either way.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      const text = Buffer.concat(parts).toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      const head = end < 0 ? text : text.slice(0, end);
      const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1] ?? 0);
      resolve({ status, head, body: end < 0 ? '' : text.slice(end + 4) });
    });
  });
}
