/** A large collection is exported at the pace of the client that reads it: memory never holds the whole of it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../helpers/server.js';

// Long texts make an export larger than the memory it may use; more objects would only take longer to write.
const OBJECTS = 3000;
const ITEMS = 4;
const TEXT = 'lorem ipsum dolor '.repeat(800);
const MB = 1024 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const SCHEMAS = {
  '.schemas/line.json': {
    id: 'line',
    properties: { id: { $ref: 'slug', field: 'id' }, value: { type: 'number', field: 'number' } },
    required: ['id'],
    index: ['id'],
  },
  '.schemas/bill.json': {
    id: 'bill',
    properties: {
      id: { $ref: 'slug', field: 'id' },
      text: { type: 'string', field: 'text' },
      lines: { $ref: 'deck', field: 'deck', schemaref: 'line' },
    },
    required: ['id'],
    index: ['id'],
  },
  'bills/.meta.json': { id: 'bills', schema: 'bill' },
};

/** A server over many bills, already looked at once: what follows is the export alone. */
async function withBills(): Promise<TestServer> {
  const server = await startTestServer(SCHEMAS);
  const folder = join(server.folder, 'bills');
  mkdirSync(folder, { recursive: true });
  const items = Array.from({ length: ITEMS }, (_, n) => `"l${n}":{"id":"l${n}","value":${n}}`).join();
  for (let n = 0; n < OBJECTS; n += 1) {
    const id = `bill-${n}`;
    // The server in this process wants its turn too.
    if (n % 500 === 0) await nextTurn();
    writeFileSync(join(folder, `${id}.json`), `{"id":"${id}","text":"${TEXT}","lines":{${items}}}`);
  }
  await server.site.collections.reload('bills');
  server.site.store.catalogue.forget('bills');
  expect((await server.request('/collections/bills?limit=1')).json.total).toBe(OBJECTS);
  return server;
}

/** Bytes that are still reachable: garbage that the next collection frees says nothing about what is held. */
function held(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Takes a body piece by piece and throws it away; the most memory held meanwhile, beyond what was before. */
async function taken(
  server: TestServer,
  path: string,
): Promise<{ bytes: number; lines: number; growth: number }> {
  const response = await fetch(server.url + path, { headers: { cookie: server.cookie } });
  const before = held();
  let [bytes, lines, growth, measured] = [0, 0, 0, 0];
  for await (const part of response.body ?? []) {
    bytes += part.length;
    for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) lines += 1;
    // More than may be held. Each look collects garbage in the whole heap, which takes half a second.
    if (bytes - measured < 36 * MB) continue;
    measured = bytes;
    growth = Math.max(growth, held() - before);
  }
  return { bytes, lines, growth };
}

describe('a large collection', () => {
  it('is exported and reported without being held in memory', async () => {
    const server = await withBills();
    const csv = await taken(server, '/report/collections/bills/csv?fields=id,text,lines.value');
    expect(csv.lines).toBe(OBJECTS * ITEMS + 1);
    expect(csv.bytes).toBeGreaterThan(130 * MB);
    expect(csv.growth).toBeLessThan(30 * MB);
    const json = await taken(server, '/export/collections/bills');
    expect(json.lines).toBe(OBJECTS + 2);
    expect(json.bytes).toBeGreaterThan(40 * MB);
    expect(json.growth).toBeLessThan(30 * MB);
  }, 300_000);

  it('is no longer sent when the client disconnects, and the server goes on', async () => {
    const bills = Array.from({ length: 400 }, (_, n) => ({ id: `bill-${n}`, text: TEXT.repeat(5) }));
    const files = Object.fromEntries(bills.map((bill) => [`bills/${bill.id}.json`, bill]));
    const server = await startTestServer({ ...SCHEMAS, ...files });
    const abort = new AbortController();
    const { body } = await fetch(`${server.url}/export/collections/bills`, {
      headers: { cookie: server.cookie },
      signal: abort.signal,
    });
    const reader = body?.getReader();
    await reader?.read();
    abort.abort();
    await reader?.closed.catch(() => {});
    expect((await server.request('/healthz')).status).toBe(200);
    await server.close();
    expect(server.warnings()).toEqual([]);
  });
});
