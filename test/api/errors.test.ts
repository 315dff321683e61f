import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import express from 'express';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ANONYMOUS } from '../../server/access/caller.js';
import { ERROR_IDS, ERROR_KINDS, type ErrorKind } from '../../server/contract/error-ids.js';
import {
  Message,
  type MessageKey,
  type MessageValues,
  message,
} from '../../server/contract/messages/message.js';
import type { JsonObject } from '../../server/contract/values.js';
import type { ErrorBody } from '../../server/contract/wire.js';
import { PlinthError } from '../../server/errors.js';
import { errorHandler } from '../../server/http/error-response.js';
import { redactUrl } from '../../server/http/redact.js';
import { BLOG, errorOf, type Sent, sharedServer, startTestServer } from '../helpers/server.js';

/** An app whose every request fails with this. */
async function failingWith(error: unknown) {
  const log: string[] = [];
  const app = express();
  app.use((request) => {
    request.requestId = 'the-request';
    request.caller = ANONYMOUS;
    throw error;
  });
  const lines = pino({ base: null }, { write: (line: string) => log.push(line) });
  app.use(errorHandler(lines, { onRejected: () => undefined, isAvailable: () => true }));
  const server = app.listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
  });
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const response = await fetch(`http://127.0.0.1:${port}/x?api_key=hush`);
  return { status: response.status, headers: response.headers, text: await response.text(), log };
}

/** The table of statuses (spec/errors.md#statuses), written down a second time on purpose. */
const STATUSES: Record<ErrorKind, number> = {
  invalid: 400,
  validation: 422,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  method: 405,
  conflict: 422,
  stale: 412,
  clash: 409,
  otherFolder: 409,
  taken: 422,
  tooLarge: 413,
  unsupported: 415,
  range: 416,
  tooMany: 429,
  damaged: 500,
  full: 507,
  readOnly: 503,
  busy: 503,
  gone: 503,
};

describe('errors', () => {
  it.each(ERROR_KINDS)(
    'of the kind %s have their status and the shape of the specification',
    async (kind) => {
      const details = { title: [message('empty')] };
      const { status, headers, text } = await failingWith(
        new PlinthError(kind, message('viewMissing', { id: 'a' }), { details }),
      );
      expect(status).toBe(STATUSES[kind]);
      const { type: id, docs, ...rest } = JSON.parse(text).error;
      expect(rest).toEqual({
        code: STATUSES[kind],
        message: 'There is no view "a"',
        key: 'viewMissing',
        values: { id: 'a' },
        details: { title: ['must not be empty'] },
        problems: { title: [{ key: 'empty', values: {} }] },
        requestId: 'the-request',
      });
      expect(ERROR_IDS).toContain(id);
      expect(docs).toBe(`/docs/errors#${id}`);
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(headers.get('cache-control')).toBe('no-store');
    },
  );

  it.each([503, 507, 429])('that pass by themselves (%i) say when to come back', async (status) => {
    const kinds = ERROR_KINDS.filter((kind) => STATUSES[kind] === status);
    for (const kind of kinds) {
      const { headers } = await failingWith(new PlinthError(kind, message('notFound')));
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  it.each([
    new TypeError('hush: a detail'),
    'hush',
    { hush: 1 },
    Object.assign(new Error('hush'), { status: 200 }),
  ])('that are unexpected are logged in full and answered without details: %s', async (error) => {
    const { status, text, log } = await failingWith(error);
    expect(status).toBe(500);
    expect(text).not.toContain('hush');
    expect(JSON.parse(text).error.requestId).toBe('the-request');
    expect(log).toHaveLength(1);
    if (error instanceof Error) expect(log[0]).toContain('hush');
    expect(log.join('')).toContain('the-request');
    expect(log.join('')).not.toContain('api_key=hush');
  });

  it('of a server carry the id of the answer’s header', async () => {
    const server = await startTestServer();
    const answer = await server.request('/api/collections/nope');
    expect(errorOf(answer).requestId).toBe(answer.headers.get('x-request-id'));
  });
});

describe('the messages of errors', () => {
  const server = sharedServer(() => BLOG);
  const textOf = (key: MessageKey, values: MessageValues) => new Message(key, values).text;

  it.each<[string, Sent, MessageKey, MessageValues]>([
    ['/api/collections/nope', {}, 'collectionMissing', { id: 'nope' }],
    ['/api/collections/blog/nope', {}, 'objectMissing', { id: 'nope', collection: 'blog' }],
    ['/api/schemas/nope', {}, 'schemaOrCollectionMissing', { name: 'nope' }],
    ['/api/collections/blog?published=x', {}, 'parameterInvalid', { name: 'published' }],
    ['/api/collections', { as: 'nobody' }, 'authenticationRequired', {}],
    ['/api/collections/blog', { method: 'POST', json: [] }, 'objectNeeded', { what: 'An object' }],
    ['/api/nope', {}, 'notFound', {}],
    ['/api/x%ZZ', {}, 'urlEncoding', {}],
  ])('have a key, values and the text of the catalogue: %s', async (path, sent, key, values) => {
    const { error } = (await server().request(path, sent)).json as unknown as ErrorBody;
    expect(error).toMatchObject({ key, values, message: textOf(error.key, error.values) });
  });

  it('have them in the short form and for each problem of a value', async () => {
    const short = await server().request('/api/collections/blog/first-post/image', {
      method: 'POST',
      json: { url: 7 },
    });
    expect(short.json).toMatchObject({
      error: 'No file in request for property: image',
      key: 'uploadWithoutFile',
      values: { name: 'image' },
    });
    const failed = await server().request('/api/collections/blog', { method: 'POST', json: { title: 5 } });
    const { details = {}, problems = {} } = (failed.json as unknown as ErrorBody).error;
    expect(details).not.toEqual({});
    expect(
      Object.entries(problems).map(([at, all]) => [at, all.map((one) => textOf(one.key, one.values))]),
    ).toEqual(Object.entries(details));
  });
});

describe('the ids of errors', () => {
  it('have an entry each in the documentation, which says what happened, why and what to do', async () => {
    const page = await readFile(new URL('../../resources/docs/errors.md', import.meta.url), 'utf8');
    const entries = page
      .split(/^## /m)
      .slice(1)
      .map((entry) => [entry.slice(0, entry.indexOf('\n')), entry] as const);
    expect(entries.map(([id]) => id).sort()).toEqual([...ERROR_IDS].sort());
    for (const [id, entry] of entries) {
      const parts = [...entry.matchAll(/^\*\*(.+?)\.\*\* \S/gm)].map(([, part]) => part);
      expect([id, parts]).toEqual([id, ['What happened', 'Why', 'What to do']]);
    }
  });

  it('lead to their entry from answers of every form', async () => {
    const server = await startTestServer();
    const raw = async (head: string) => JSON.parse((await server.raw(`${head}\r\n\r\n`)).body);
    const host = `Host: 127.0.0.1:${server.port}\r\nConnection: close`;
    const page = (await server.request('/docs/errors', { as: 'nobody' })).text;
    const bodies: [string, JsonObject][] = [
      ['not-found', (await server.request('/api/collections/nope')).json],
      ['unauthenticated', (await server.request('/api/collections', { as: 'nobody' })).json],
      ['forbidden', await raw('GET /api/collections HTTP/1.1\r\nHost: example.org\r\nConnection: close')],
      ['address-too-long', await raw(`GET /${'x'.repeat(9000)} HTTP/1.1\r\n${host}`)],
      ['headers-too-large', await raw(`GET / HTTP/1.1\r\n${host}\r\nX: ${'x'.repeat(90_000)}`)],
      ['expectation-not-supported', await raw(`POST / HTTP/1.1\r\n${host}\r\nExpect: x`)],
      ['expired-cursor', (await server.request('/api/changes?since=v1.x')).json],
    ];
    for (const [id, body] of bodies) {
      expect(body).toMatchObject({ error: { type: id, docs: `/docs/errors#${id}` } });
      expect(page).toContain(` id="${id}"`);
    }
  });
});

describe('the log', () => {
  const urls: [string, string][] = [
    ['/x?api_key=abc&y=1', '/x?api_key=[redacted]&y=1'],
    ['/x?y=1&api_key=abc', '/x?y=1&api_key=[redacted]'],
    ['/x?API_KEY=abc', '/x?API_KEY=[redacted]'],
    ['/x?api_key[]=abc', '/x?api_key[]=[redacted]'],
    ['/admin/?token=abc', '/admin/?token=[redacted]'],
    ['/download/a/b/c?pwd=a%20b&x=1', '/download/a/b/c?pwd=[redacted]&x=1'],
    ['/x?mytoken=abc', '/x?mytoken=abc'],
  ];
  it.each(urls)('shows %s as %s', (url, shown) => {
    expect(redactUrl(url)).toBe(shown);
  });
});
