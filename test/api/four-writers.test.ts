/**
 * Two AI clients, a script and a person write one object at the same time: the last word of each is in the object, every
 * acknowledged word in its history. PLINTH_ROUNDS=1000 makes it long.
 */
import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject } from '../../server/contract/values.js';
import { connectMcp } from '../helpers/mcp-client.js';
import { startTestServer, type TestServer } from '../helpers/server.js';

const ROUNDS = Number(process.env.PLINTH_ROUNDS ?? 25);
const POST = '/api/collections/pages/a';

const PROPERTIES = ['title', 'author', 'note_of_model', 'subtitle', 'shared'];
const FILES = {
  '.schemas/page.json': {
    ...{ id: 'page', type: 'object', required: [], index: ['title'] },
    properties: {
      id: { type: 'string', field: 'id' },
      ...Object.fromEntries(PROPERTIES.map((name) => [name, { type: 'string', field: 'text' }])),
    },
  },
  'pages/.meta.json': { id: 'pages', schema: 'page', name: 'Pages' },
  'pages/a.json': { id: 'a', title: 'A' },
};

/** Writes a property on the version that was read; false where another writer has changed it since. */
type Write = (property: string, value: string) => Promise<boolean>;

/** As the admin and scripts do: read, PATCH with the ETag, and again where it was stale; a script prefers a merge. */
function overHttp(server: TestServer, prefer?: string, key?: string): Write {
  return async (property, value) => {
    const as = key === undefined ? ({} as const) : { as: { key } };
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const { headers } = await server.request(POST, as);
      const { status } = await server.request(POST, {
        method: 'PATCH',
        json: { [property]: value },
        headers: { 'If-Match': headers.get('etag') ?? '', ...(prefer && { Prefer: prefer }) },
        ...as,
      });
      expect([200, 409, 412]).toContain(status);
      if (status !== 412) return status === 200;
    }
    return false;
  };
}

async function overMcp(server: TestServer): Promise<Write> {
  const { call } = await connectMcp(server.url, { key: await server.key() });
  const place = { collection: 'pages', id: 'a' };
  return async (property, value) => {
    const read = await call('get_object', place);
    const rev = isJsonObject(read.value) ? read.value.rev : undefined;
    return !(await call('patch_object', { ...place, rev, object: { [property]: value } })).isError;
  };
}

async function valuesInHistory(server: TestServer): Promise<Set<string>> {
  const { history } = server.site.store;
  await history.settle();
  const found = new Set<string>();
  for (const { revision } of await history.entries('pages/a.json')) {
    const bytes = revision === null ? undefined : await history.content(revision);
    const document: JsonObject = JSON.parse(String(bytes ?? '{}'));
    for (const value of Object.values(document)) if (typeof value === 'string') found.add(value);
  }
  return found;
}

describe('two AI clients, a script and a person on one object', () => {
  it(
    'lose no word that was acknowledged',
    async () => {
      const server = await startTestServer(FILES);
      const writers: readonly (readonly [own: string, Write])[] = [
        ['author', await overMcp(server)],
        ['note_of_model', await overMcp(server)],
        ['title', overHttp(server, 'merge', await server.key())],
        ['subtitle', overHttp(server)],
      ];
      const last = new Map<string, string>();
      const told: string[] = [];
      const shared = new Set<string>();
      let rejected = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        await Promise.all(
          writers.map(async ([own, write], at) => {
            const property = (round + at) % 4 === 0 ? 'shared' : own;
            const value = `${property} of writer ${at} in round ${round}`;
            if (!(await write(property, value))) {
              rejected += 1;
              return;
            }
            told.push(value);
            if (property === own) last.set(own, value);
            else shared.add(value);
          }),
        );
      }
      const { json } = await server.request(POST);
      expect([...last.keys()].sort()).toEqual(writers.map(([own]) => own).sort());
      for (const [own] of writers) expect([own, json[own]]).toEqual([own, last.get(own)]);
      expect([...shared]).toContain(json.shared);
      const kept = await valuesInHistory(server);
      expect(told.filter((value) => !kept.has(value))).toEqual([]);
      expect(told.length).toBeGreaterThan(ROUNDS);
      process.stdout.write(`${told.length} acknowledged, ${rejected} rejected\n`);
    },
    60_000 + ROUNDS * 500,
  );
});
