import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../server/contract/values.js';
import { openLog } from '../../server/http/log.js';
import { redactLine } from '../../server/http/redact.js';
import { BLOG, errorOf, startTestServer, temporaryFolder } from '../helpers/server.js';

const TORN = { ...BLOG, 'blog/torn.json': '{"id": "to' };

const settings = (logs: JsonObject) => ({ '.system/settings.json': { edition: 'pro', logs } });

/** Everything in the log files of a folder. */
async function textIn(files: string): Promise<string> {
  const names = await readdir(files).catch(() => []);
  return (await Promise.all(names.map((name) => readFile(join(files, name), 'utf8')))).join('');
}

const linesIn = async (files: string): Promise<JsonObject[]> =>
  (await textIn(files))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

async function logged(files: Record<string, unknown>) {
  const folder = join(await temporaryFolder(), 'logs');
  const server = await startTestServer(files, { logger: openLog({ level: 'silent', files: folder }) });
  return { server, folder };
}

describe('the log files', () => {
  it('have the line that the id of a failed request leads to, with the reason the answer omits', async () => {
    const { server, folder } = await logged(TORN);
    const answer = await server.request('/api/collections/blog/torn');
    expect(answer.status).toBe(500);
    const { requestId } = errorOf(answer);
    expect(answer.headers.get('x-request-id')).toBe(requestId);
    await expect
      .poll(async () => (await linesIn(folder)).filter((line) => line.requestId === requestId))
      .toMatchObject([
        { level: 50, folder: 'content', pid: process.pid, method: 'GET', url: '/api/collections/blog/torn' },
      ]);
  });

  it('have what no route was asked about as well, where the user wants rejected requests', async () => {
    const { server, folder } = await logged({ ...TORN, ...settings({ level: 'debug' }) });
    const unreadable = await server.raw('NO HTTP AT ALL\r\n\r\n');
    const unexpected = await server.raw('GET / HTTP/1.1\r\nHost: localhost\r\nExpect: a miracle\r\n\r\n');
    expect([unreadable.status, unexpected.status]).toEqual([400, 417]);
    for (const { status, body } of [unreadable, unexpected]) {
      const { requestId } = JSON.parse(body).error;
      await expect
        .poll(async () => (await linesIn(folder)).filter((line) => line.requestId === requestId))
        .toMatchObject([{ level: 20, status, address: '127.0.0.1' }]);
    }
  });

  it('have rejected requests only where the user wants them', async () => {
    for (const [level, found] of [
      ['debug', 1],
      ['info', 0],
    ] as const) {
      const { server, folder } = await logged({ ...TORN, ...settings({ level }) });
      const refused = await server.request('/api/collections/blog', { method: 'POST', json: {} });
      expect(refused.status).toBe(422);
      const { requestId } = errorOf(await server.request('/collections/blog/torn'));
      // The lines of two requests stand in their order.
      await expect
        .poll(async () => (await linesIn(folder)).some((line) => line.requestId === requestId))
        .toBe(true);
      const lines = await linesIn(folder);
      const own = lines.filter((line) => line.requestId === errorOf(refused).requestId);
      expect([level, own.length]).toEqual([level, found]);
    }
  });

  it('have every request once the user wants them, with who asked and what became of it', async () => {
    const { server, folder } = await logged({ ...BLOG, ...settings({ level: 'info' }) });
    await server.request('/api/collections?before=1');
    await server.request('/api/settings', { method: 'PATCH', json: { 'logs.access': true } });
    const { id, key } = await server.site.keys.create({ name: 'x', methods: ['GET'], paths: ['*'] });
    await server.request('/api/collections/blog?x=1', { as: { key } });
    await server.request('/api/nothing', { as: 'nobody' });
    await server.request('/collections/blog/first-post');
    const asked = async () =>
      (await linesIn(folder))
        .filter(({ msg }) => msg === 'Request')
        .map(({ method, url, status, caller, address }) => [method, url, status, caller, address].join(' '));
    await expect
      .poll(asked)
      .toEqual([
        `GET /api/collections/blog?x=1 200 key ${id} 127.0.0.1`,
        'GET /api/nothing 404 anonymous 127.0.0.1',
        'GET /collections/blog/first-post 200 user owner 127.0.0.1',
      ]);
  });

  it('are rotated when they are large, and the oldest are removed', async () => {
    const folder = join(await temporaryFolder(), 'logs');
    await mkdir(folder);
    for (let n = 1; n <= 14; n += 1) {
      await writeFile(join(folder, `plinth.${n}.log`), n < 14 ? 'old\n' : 'x'.repeat(5 * 1024 * 1024));
    }
    const log = openLog({ level: 'silent', files: folder });
    log.level = 'info';
    log.info('one');
    await expect.poll(async () => (await readdir(folder)).includes('plinth.15.log')).toBe(true);
    log.info('two');
    await expect.poll(async () => (await readdir(folder)).length).toBe(10);
    expect(await readFile(join(folder, 'plinth.15.log'), 'utf8')).toContain('"two"');
  });

  it('that cannot be written do not delay responses', async () => {
    const home = await temporaryFolder();
    await writeFile(join(home, 'logs'), 'a file where the folder should be');
    const server = await startTestServer(TORN, {
      logger: openLog({ level: 'silent', files: join(home, 'logs') }),
    });
    for (let times = 0; times < 3; times += 1) {
      expect((await server.request('/api/collections/blog/torn')).status).toBe(500);
    }
  });
});

const HEX = '0123456789abcdef'.repeat(4);

describe('no line of the log', () => {
  it('holds what opens something, whatever way it was sent', async () => {
    const { server, folder } = await logged({ ...TORN, ...settings({ level: 'debug', access: true }) });
    const key = await server.key();
    const link = new URL(server.adminLink());
    const secrets = [
      key,
      server.cookie.replace(/^plinth_session_\d+=/, ''),
      server.csrfToken,
      link.searchParams.get('token') ?? '',
      'hunter2hunter2',
      `plinth_${HEX}`,
      'c2VjcmV0LWJhc2ljLXZhbHVl',
      'geheimer-code',
    ];
    const torn = '/api/collections/blog/torn';
    const ask = (path: string, headers: Record<string, string> = {}, rest = {}) =>
      server.request(path, { as: 'nobody', headers, ...rest });
    await ask(`${torn}?api_key=${key}`);
    await ask(`${torn}?api_key[]=plinth_${HEX}&API_KEY=plinth_${HEX}`);
    await ask(torn, { 'x-api-key': key });
    await ask(torn, { authorization: `Bearer ${key}` });
    await ask('/api/nothing', { authorization: `Bearer plinth_${HEX}` });
    await ask('/api/nothing', { authorization: 'Basic c2VjcmV0LWJhc2ljLXZhbHVl' });
    await ask(torn, { cookie: server.cookie, 'x-csrf-token': server.csrfToken });
    await ask(`${link.pathname}${link.search}`);
    await ask('/download/blog/first-post/title?pwd=hunter2hunter2');
    await ask('/oauth/authorize?code=geheimer-code&client_secret=hunter2hunter2&state=x');
    await ask(`/api/collections/plinth_${HEX}`);
    for (const json of [
      { name: 'ada', password: 'hunter2hunter2' },
      { password: 'hunter2hunter2', newPassword: 'hunter2hunter2' },
      { image: `https://user:hunter2hunter2@127.0.0.1:1/x.png?token=hunter2hunter2` },
    ]) {
      await ask('/admin/session', {}, { method: 'POST', json });
      await server.request('/api/collections/blog/first-post/image', { method: 'POST', json });
    }
    await ask(
      '/admin/session',
      { 'content-type': 'application/json' },
      { method: 'POST', body: '{"password":"hunter2hunter2"' },
    );
    const { requestId } = errorOf(await server.request(torn));
    await expect.poll(async () => await textIn(folder)).toContain(String(requestId));
    const text = await textIn(folder);
    expect(text.split('\n').length).toBeGreaterThan(20);
    expect(secrets.filter((secret) => secret !== '' && text.includes(secret))).toEqual([]);
  });

  it.each([
    [`?api_key=plinth_${HEX}&x=1`, '?api_key=[redacted]&x=1'],
    ['?API_KEY[]=abc;pwd=d#e', '?API_KEY[]=[redacted];pwd=[redacted]#e'],
    [
      '?access_token=abc&refresh_token=d&id_token=e&code=f',
      '?access_token=[redacted]&refresh_token=[redacted]&id_token=[redacted]&code=[redacted]',
    ],
    ['{"password":"a\\"b","x":"y"}', '{"password":"[redacted]","x":"y"}'],
    ['{"msg":"{\\"pwd\\":\\"abc\\",\\"x\\":1}"}', '{"msg":"{\\"pwd\\":\\"[redacted]\\",\\"x\\":1}"}'],
    [
      String.raw`{"msg":"{\"pwd\":\"a\\\"b\",\"x\":1}"}`,
      String.raw`{"msg":"{\"pwd\":\"[redacted]\",\"x\":1}"}`,
    ],
    ['Cookie: a=b; plinth_session_4180=abc; c=d', 'Cookie: a=b; plinth_session_4180=[redacted]; c=d'],
    ['Authorization: Bearer abcdefgh.ijkl', 'Authorization: Bearer [redacted]'],
    ['https://ada:pw@host.example/x', 'https://[redacted]@host.example/x'],
    ['token eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln', 'token [redacted]'],
    ['?search=code&codex=1&keyword=token', '?search=code&codex=1&keyword=token'],
  ])('%s becomes %s', (line, redacted) => expect(redactLine(line)).toBe(redacted));
});
