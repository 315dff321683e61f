/** Hostile and broken requests of `fixtures/*bad-inputs.json` as bytes for a connection of their own. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { pixelBomb, zipOf } from './made-files.js';
import type { TestServer } from './server.js';

export type Generated =
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
  | { kind: 'gzip'; of: Generated }
  | { kind: 'png'; w: number; h: number; pixels: boolean }
  | { kind: 'zipBomb'; size: number };

/** A part of a form; with `repeat` as many, `{i}` in the name. */
interface FormPart {
  name?: string;
  filename?: string;
  contentType?: string;
  rawHeaders?: string;
  body?: string;
  bodyB64?: string;
  bodyGen?: Generated;
  repeat?: number;
}

export interface Entry {
  id: string;
  group: string;
  what: string;
  method: string;
  path: string;
  headers?: Record<string, string | string[]>;
  body?: string;
  bodyGen?: Generated;
  multipart?: FormPart[];
  rawRequest?: string;
  /** Requests that make the state the bad one meets; each has to succeed. */
  steps?: Entry[];
  /** The allowed statuses (spec/errors.md#statuses); 0 is a connection closed without an answer. */
  expect: number[];
  /** True for the sound change among the bad ones. */
  changes?: true;
  checks?: string[];
}

/** The requests of a file of fixtures. */
export const badInputs = async (name: string): Promise<Entry[]> =>
  JSON.parse(await readFile(fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url)), 'utf8'));

async function generate(spec: Generated): Promise<Buffer> {
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
      return gzipSync(await generate(spec.of));
    case 'png':
      return pixelBomb(spec.w, spec.h, { pixels: spec.pixels });
    case 'zipBomb':
      return zipOf({ a: Buffer.alloc(spec.size) });
  }
}

export type Words = Record<string, string>;
const fillIn = (text: string, words: Words) =>
  text.replace(/\{\{(\w+)\}\}/g, (_all, name) => words[name] ?? name);

/** What separates the parts of a form. */
export const BOUNDARY = 'plinth-boundary';

async function formOf(parts: readonly FormPart[], words: Words): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (const part of parts) {
    for (let i = 0; i < (part.repeat ?? 1); i += 1) {
      const { name = '', filename, contentType } = part;
      const disposition = `Content-Disposition: form-data; name="${name.replace('{i}', String(i))}"`;
      const named = filename === undefined ? '' : `; filename="${filename.replaceAll('"', '%22')}"`;
      const typed = contentType === undefined ? '' : `\r\nContent-Type: ${contentType}`;
      const head = part.rawHeaders ?? `${disposition}${named}${typed}`;
      const text = Buffer.from(fillIn(part.body ?? '', words));
      const encoded = part.bodyB64 === undefined ? text : Buffer.from(part.bodyB64, 'base64');
      const body = part.bodyGen === undefined ? encoded : await generate(part.bodyGen);
      pieces.push(Buffer.from(`--${BOUNDARY}\r\n${head}\r\n\r\n`), body, Buffer.from('\r\n'));
    }
  }
  return Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

async function bodyOf(entry: Entry, words: Words): Promise<Buffer | undefined> {
  if (entry.multipart !== undefined) return formOf(entry.multipart, words);
  if (entry.bodyGen !== undefined) return generate(entry.bodyGen);
  return entry.body === undefined ? undefined : Buffer.from(fillIn(entry.body, words));
}

/** The bytes of a request. */
export async function bytesOf(entry: Entry, words: Words): Promise<Buffer> {
  if (entry.rawRequest !== undefined) {
    // A request that asks for no end would keep its connection for some seconds.
    const raw = fillIn(entry.rawRequest, words);
    const ending = /^Connection:/im.test(raw)
      ? raw.replace(/^(Connection:)/im, '$1 close,')
      : raw.replace(/(\r?\n)(\r?\n)/, '$1Connection: close$1$2');
    return Buffer.from(ending, 'latin1');
  }
  const body = await bodyOf(entry, words);
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
export async function wordsOf(server: TestServer): Promise<Words> {
  const revoked = await server.site.keys.create({ name: 'revoked', methods: ['GET'], paths: ['*'] });
  await server.site.keys.revoke(revoked.id);
  const old = await fetch(server.adminLink(), { redirect: 'manual' });
  const oldCookie = (old.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  server.site.sessions.end(oldCookie.split('=')[1] ?? '');
  return {
    PORT: String(server.port),
    BOUNDARY,
    DATA_BASENAME: 'content',
    KEY_FULL: await server.key(),
    KEY_BLOG_GET: await server.key({ methods: ['GET'], paths: ['/collections/blog'] }),
    KEY_DELETED: revoked.key,
    SESSION_COOKIE: server.cookie,
    SESSION_OLD: oldCookie,
    CSRF: server.csrfToken,
  };
}
