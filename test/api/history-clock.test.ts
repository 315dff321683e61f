/** The history while the clock of the machine is wrong or put right, over HTTP. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../server/contract/values.js';
import { BLOG, startTestServer, type TestServer } from '../helpers/server.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const POST = '/api/collections/blog/first-post';
const FILE = 'blog/first-post.json';

/** What the clock shows before, at and after the second of three changes, in ms since the first. */
const CLOCKS: [what: string, second: number, third: number][] = [
  ['is right', 1_000, 2_000],
  ['is two days ahead for a while', 2 * DAY, 2_000],
  ['is years ahead for a while', 900 * DAY, 2_000],
  ['is put back by an hour', 1_000, -HOUR],
  ['is put back over midnight', -DAY, -DAY + 1_000],
  ['is put back twice', -DAY, -3 * DAY],
  ['is put forward by a minute', MINUTE, 2 * MINUTE],
  ['stands still', 0, 0],
];

interface Version {
  revision: string;
  at: string;
  kind: string;
  actor?: { kind: string };
  transaction?: { id: string };
}

let start: number;
beforeEach(() => {
  start = Math.floor(Date.now() / 1_000) * 1_000;
  vi.useFakeTimers({ toFake: ['Date'], now: start });
});
afterEach(() => {
  vi.useRealTimers();
});

const set = (time: number) => vi.setSystemTime(start + time);
const now = () => new Date().toISOString();

async function begin() {
  const server = await startTestServer(BLOG);
  const key = await server.key();
  const save = (json: JsonObject, by?: 'key') =>
    server.request(POST, { method: 'PATCH', json, ...(by && { as: { key } }) });
  // As Plinth writes it, with the defaults of the schema.
  await save({ content: '<p>Text</p>' });
  return { server, save };
}

/** Another program gives the object a title. */
async function writeOutside({ folder }: TestServer, title: string) {
  const file = join(folder, FILE);
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), title }));
}

async function versions(server: TestServer): Promise<(Version & { title: unknown })[]> {
  const { json } = await server.request(`${POST}/history`);
  const listed = json.versions as unknown as Version[];
  return Promise.all(
    listed.map(async (version) => {
      const { json: read } = await server.request(`${POST}/history/${version.revision}`);
      return { ...version, title: (read.object as JsonObject).title };
    }),
  );
}

const title = async ({ request }: TestServer, query = '') => (await request(`${POST}${query}`)).json.title;

async function undo({ request }: TestServer, address: string, json?: JsonObject) {
  const answer = await request(`/api/activity/${address}`, { method: 'POST', ...(json && { json }) });
  return (answer.json.undone as unknown as { result: string; properties?: string[] }[] | undefined) ?? [];
}

describe.each(CLOCKS)('when the clock %s', (_what, second, third) => {
  it('changes are listed in their order, and none of Plinth is taken for one of another program', async () => {
    const { server, save } = await begin();
    await save({ title: 'One' });
    await versions(server);
    set(second);
    await save({ title: 'Two' });
    await versions(server);
    await writeOutside(server, 'Outside');
    await versions(server);
    await save({ title: 'After it' });
    set(third);
    await save({ title: 'Three' });
    await writeOutside(server, 'Outside again');
    await save({ title: 'Last' });

    const found = await versions(server);
    expect(found.slice(0, 7).map(({ title: shown, kind }) => `${shown} ${kind}`)).toEqual([
      'Last saved',
      'Outside again outside',
      'Three saved',
      'After it saved',
      'Outside outside',
      'Two saved',
      'One saved',
    ]);
    expect(Date.parse(found[1]?.at ?? '')).toBeLessThanOrEqual(Date.now());
    const activity = (await server.request('/api/activity?limit=100')).json.activity as unknown as Version[];
    expect(activity.slice(0, 7).map(({ revision }) => revision)).toEqual(
      found.slice(0, 7).map(({ revision }) => revision),
    );
    const paged: string[] = [];
    for (let before = ''; paged.length < 7; ) {
      const { json } = await server.request(`/api/activity?limit=2${before}`);
      paged.push(...(json.activity as unknown as Version[]).map(({ revision }) => revision));
      before = `&before=${encodeURIComponent(String(json.next))}`;
    }
    expect(paged.slice(0, 7)).toEqual(found.slice(0, 7).map(({ revision }) => revision));
    expect(await title(server, `?at=${now()}`)).toBe('Last');
    expect(server.warnings()).toEqual([]);
  });

  it('a change that bears a time in the future counts, and undoing a transaction and restoring work', async () => {
    const { server, save } = await begin();
    await save({ title: 'One' });
    set(second);
    const two = await save({ title: 'Two' });
    set(Math.max(third, 0));
    expect(await title(server, `?at=${now()}`)).toBe('Two');
    set(third);
    const three = await save({ title: 'Three' });
    const undone = await undo(server, `${three.headers.get('x-plinth-transaction')}/undo`);
    expect([undone, await title(server)]).toMatchObject([[{ result: 'restored' }], 'Two']);
    await save({ tags: ['since'] });
    await undo(server, `${two.headers.get('x-plinth-transaction')}/undo`);
    expect(await title(server)).toBe('One');
    const version = (await versions(server)).find((one) => one.title === 'Three');
    const restored = await server.request(`${POST}/history/${version?.revision}/restore`, { method: 'POST' });
    expect([restored.status, restored.json.title]).toEqual([200, 'Three']);
    expect((await versions(server))[0]).toMatchObject({ title: 'Three', kind: 'saved' });
  });

  it('undoing by actor and time takes back what bears these times, and nothing that others changed since', async () => {
    const { server, save } = await begin();
    await save({ title: 'One' });
    set(second);
    await save({ title: 'Two' }, 'key');
    set(third);
    await save({ title: 'Three', tags: ['one', 'key'] }, 'key');
    const asked = { actor: 'test', since: now(), until: new Date(Date.now() + 1).toISOString() };
    await save({ tags: ['one', 'key', 'mine'] });
    const expected = second === third ? 'One' : 'Two';
    expect(await undo(server, 'undo', asked)).toMatchObject([{ result: 'restored' }]);
    expect((await server.request(POST)).json).toMatchObject({ title: expected, tags: ['one', 'mine'] });
    await save({ title: 'Four' }, 'key');
    await writeOutside(server, 'Outside');
    const later = { ...asked, until: new Date(Date.now() + 1_000).toISOString() };
    expect(await undo(server, 'undo', later)).toMatchObject([{ result: 'clash', properties: ['title'] }]);
    expect(JSON.parse((await server.read(FILE)).toString()).title).toBe('Outside');
  });
});
