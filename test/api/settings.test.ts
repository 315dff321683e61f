import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Sessions } from '../../server/access/sessions.js';
import type { Setting } from '../../server/contract/settings.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../server/contract/values.js';
import { SETTINGS } from '../../server/settings/table.js';
import { BLOG, detailsOf, startTestServer, type TestServer } from '../helpers/server.js';

async function shown(server: TestServer): Promise<Map<unknown, JsonObject>> {
  const { settings } = (await server.request('/api/settings')).json;
  const rows = Array.isArray(settings) ? settings.filter(isJsonObject) : [];
  return new Map(rows.map((row) => [row.name, row]));
}

const change = (server: TestServer, json: unknown) =>
  server.request('/api/settings', { method: 'PATCH', json });

const stored = async (server: TestServer): Promise<JsonObject> =>
  JSON.parse((await server.read('.system/settings.json')).toString());

describe('GET {api}/settings', () => {
  it('shows every setting of the table with what holds', async () => {
    const settings = {
      edition: 'pro',
      dashboard: { title: 'Harbour', pagination: 50 },
      hosts: ['a.example'],
    };
    const server = await startTestServer({ ...BLOG, '.system/settings.json': settings });
    const rows = await shown(server);
    expect([...rows.keys()]).toEqual(SETTINGS.map(({ name }) => name));
    expect(rows.get('dashboard.title')).toMatchObject({ value: 'Harbour', own: true, default: '' });
    expect(rows.get('hosts')).toMatchObject({ value: ['a.example'], own: true });
    expect(rows.get('general.timezone')).toMatchObject({ value: '', own: false });
  });

  it('reports invalid values in a file of another program, and uses the default', async () => {
    const settings = { edition: 'lite', dashboard: 'x', hosts: ['a.example', 5, 'no host'], origins: 7 };
    const server = await startTestServer({ ...BLOG, '.system/settings.json': settings });
    const rows = await shown(server);
    expect(rows.get('edition')).toMatchObject({ value: 'pro', problem: expect.stringContaining('one of') });
    expect(rows.get('dashboard.title')).toMatchObject({ value: '', own: false });
    expect(rows.get('hosts')).toMatchObject({ value: ['a.example'], problem: expect.any(String) });
    expect(rows.get('origins')).toMatchObject({ value: [], problem: expect.any(String) });
  });
});

describe('PATCH {api}/settings', () => {
  it('changes what it names, takes null for the default, and keeps what it does not know', async () => {
    const settings = { edition: 'pro', dashboard: { title: 'A', pagination: 50 }, smtp: { host: 'x' } };
    const server = await startTestServer({ ...BLOG, '.system/settings.json': settings });
    const changed = await change(server, { 'dashboard.title': 'B', 'general.timezone': 'Europe/Berlin' });
    expect(changed.status).toBe(200);
    expect(await stored(server)).toEqual({
      edition: 'pro',
      dashboard: { title: 'B', pagination: 50 },
      smtp: { host: 'x' },
      general: { timezone: 'Europe/Berlin' },
    });
    await change(server, { 'dashboard.title': null, 'general.timezone': null });
    expect(await stored(server)).toEqual({
      edition: 'pro',
      dashboard: { pagination: 50 },
      smtp: { host: 'x' },
    });
  });

  it('names every setting it cannot take, and then changes none', async () => {
    const server = await startTestServer();
    const answer = await change(server, {
      'dashboard.title': 'B',
      edition: 'lite',
      dashboard: { title: 'C' },
      'general.timezone': 'Mars/Olympus',
      smtp: { host: 'x' },
    });
    expect([answer.status, Object.keys(detailsOf(answer)).toSorted()]).toEqual([
      422,
      ['dashboard', 'edition', 'general.timezone', 'smtp'],
    ]);
    expect((await shown(server)).get('dashboard.title')).toMatchObject({ value: '' });
  });

  it.each([
    [{ oauth: { enabled: true } }, 'oauth', '"oauth.enabled"'],
    [{ limits: 5 }, 'limits', '"limits.'],
    [{ nothing: { enabled: true } }, 'nothing', 'is not a setting'],
  ])('says how a setting of a group is named: %j', async (json, name, text) => {
    const server = await startTestServer();
    const answer = await server.request('/api/settings', { method: 'PATCH', json });
    expect([answer.status, String(detailsOf(answer)[name])]).toEqual([422, expect.stringContaining(text)]);
  });

  it('rejects bodies that are no object', async () => {
    const server = await startTestServer();
    for (const json of [[], 'x', null]) expect((await change(server, json)).status).toBe(400);
  });

  it('is for the owner: no key, however wide, and no anonymous caller', async () => {
    const server = await startTestServer();
    const as = { key: await server.key() };
    for (const method of ['GET', 'PATCH']) {
      const sent = { method, ...(method === 'PATCH' && { json: { edition: 'standard' } }) };
      expect((await server.request('/settings', { ...sent, as })).status).toBe(403);
      expect((await server.request('/api/settings', { ...sent, as: 'nobody' })).status).toBe(401);
    }
  });
});

/** A value just outside what a setting takes, for each of its bounds. */
function outside(setting: Setting): JsonValue[] {
  switch (setting.type) {
    case 'number':
      return [
        setting.minimum - 1,
        setting.maximum + 1,
        '5',
        ...(setting.fraction ? [] : [setting.minimum + 0.5]),
      ];
    case 'text':
      return ['x'.repeat(setting.maxLength + 1), 5, ...(setting.format ? ['no such thing'] : [])];
    case 'texts':
      return ['x', [5], [''], Array.from({ length: setting.maxItems + 1 }, () => 'a.example')];
    case 'choice':
      return ['no such choice', 5];
    case 'flag':
      return ['true', 1];
  }
}

describe('each setting', () => {
  it('has a sound default, takes it, and rejects what lies outside its bounds', async () => {
    const server = await startTestServer();
    for (const setting of SETTINGS) {
      const own = await change(server, { [setting.name]: setting.default });
      expect([setting.name, own.status]).toEqual([setting.name, 200]);
      for (const value of outside(setting)) {
        const answer = await change(server, { [setting.name]: value });
        expect([setting.name, value, answer.status]).toEqual([setting.name, value, 422]);
      }
    }
  });

  it('is called and explained once', () => {
    expect(new Set(SETTINGS.map(({ name }) => name)).size).toBe(SETTINGS.length);
    expect(SETTINGS.filter(({ label }) => label === '')).toEqual([]);
  });
});

describe('a change', () => {
  it('of hosts and origins holds at once, made here or in the file', async () => {
    const server = await startTestServer();
    const ask = async (host: string) =>
      (await server.raw(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).status;
    expect(await ask('cms.example:80')).toBe(403);
    await change(server, { hosts: ['cms.example:80'], origins: ['https://Site.example'.toLowerCase()] });
    expect(await ask('cms.example:80')).toBe(200);
    const headers = { origin: 'https://site.example' };
    const read = await server.request('/collections', { headers });
    expect(read.headers.get('access-control-allow-origin')).toBe('https://site.example');

    await writeFile(join(server.folder, '.system/settings.json'), JSON.stringify({ hosts: [] }));
    await expect.poll(() => ask('cms.example:80')).toBe(403);
  });

  it('of the title stands in the status at once', async () => {
    const server = await startTestServer();
    await change(server, { 'dashboard.title': 'Harbour' });
    expect((await server.request('/api/status')).json).toMatchObject({
      title: 'Harbour',
      folderName: 'content',
    });
  });

  it('of the time zone stands in the status at once, and the machine’s without one', async () => {
    const server = await startTestServer();
    const zone = async () => (await server.request('/api/status')).json.timezone;
    await change(server, { 'general.timezone': 'Pacific/Auckland' });
    expect(await zone()).toBe('Pacific/Auckland');
    await change(server, { 'general.timezone': null });
    expect(await zone()).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone);
  });

  it('of the edition closes the keys at once', async () => {
    const server = await startTestServer();
    const as = { key: await server.key() };
    await change(server, { edition: 'standard' });
    expect((await server.request('/api/collections', { as })).status).toBe(403);
    await change(server, { edition: null });
    expect((await server.request('/api/collections', { as })).status).toBe(200);
  });
});

it('an idle session ends after the configured hours', () => {
  const at = { time: 0, hours: 1 };
  const sessions = new Sessions({ elapsed: () => at.time, idleHours: () => at.hours });
  const cookie = sessions.redeem(sessions.issueLink())?.id ?? '';
  at.time = 3_600_000;
  expect(sessions.find(cookie)).toBeDefined();
  at.time += 3_600_001;
  at.hours = 2;
  expect(sessions.find(cookie)).toBeDefined();
  at.time += 7_200_001;
  expect(sessions.find(cookie)).toBeUndefined();
});
