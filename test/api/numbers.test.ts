import { describe, expect, it } from 'vitest';
import { inexactNumber, isExact } from '../../server/contract/exact-numbers.js';
import { type Answer, detailsOf, errorOf, type Files, startTestServer } from '../helpers/server.js';

const FILES: Files = {
  '.schemas/sum.json': {
    id: 'sum',
    type: 'object',
    properties: {
      id: { type: 'string', field: 'id' },
      n: { type: 'number', field: 'number' },
      price: { type: 'number', field: 'price' },
      data: { $ref: 'json', field: 'json' },
      text: { type: 'string', field: 'text' },
    },
    required: [],
    index: ['n'],
  },
  'sums/.meta.json': { id: 'sums', schema: 'sum', name: 'Sums' },
  'sums/a.json': { id: 'a', n: 1 },
};

const LOST = [
  '9007199254740993',
  '123456789012345678901234567890',
  '1e999',
  '-1e999',
  '1e-400',
  '0.1234567890123456789',
];
const KEPT = [
  '9007199254740992',
  '-0.1',
  '1e21',
  '100000000000000000000',
  '0.10000000000000001',
  '3.5e-7',
  '0',
  '1E2',
];

const AT = '/api/collections/sums';

describe('a number that cannot be stored exactly', () => {
  it.each(LOST)('is rejected with the name of its field, whatever way it comes: %s', async (number) => {
    const server = await startTestServer(FILES);
    const send = (path: string, method: string, body: string) =>
      server.request(path, { method, body, headers: { 'content-type': 'application/json' } });
    const named = (answer: Answer) => [answer.status, Object.keys(detailsOf(answer))];
    const object = `{"id":"b","text":"1e5 \\" {","n":${number}}`;
    expect(named(await send(AT, 'POST', object))).toEqual([400, ['n']]);
    expect(named(await send(AT, 'POST', `{"id":"b","data":{"list":[1,{"deep":${number}}]}}`))).toEqual([
      400,
      ['data.list.1.deep'],
    ]);
    expect(named(await send(`${AT}/a`, 'PATCH', `{"n": ${number} }`))).toEqual([400, ['n']]);
    expect(named(await send(`${AT}/a/n`, 'PUT', number))).toEqual([400, ['n']]);
    expect(named(await send(`${AT}/a/data`, 'PUT', `[${number}]`))).toEqual([400, ['data.0']]);
    const batch = `{"operations":[{"operation":"create","collection":"sums","data":${object}}]}`;
    expect(named(await send('/api/batch', 'POST', batch))).toEqual([400, ['operations.0.data.n']]);
    const upload = async (kind: string, text: string) => {
      const form = new FormData();
      form.append('file', new Blob([text]), `list.${kind}`);
      return server.request(`/import/collections/sums/${kind}`, { method: 'POST', body: form });
    };
    const json = await upload('json', `[{"id":"j","n":${number}}]`);
    expect([json.status, json.text]).toEqual([400, expect.stringContaining('n')]);
    const csv = await upload('csv', `id,n\nc,${number}\n`);
    expect([csv.json.created, JSON.stringify(csv.json.errors ?? csv.json)]).toEqual([
      0,
      expect.stringMatching(/\bN\b|"n"/),
    ]);
    expect((await server.request(AT)).json.total).toBe(1);
    expect((await server.request(`${AT}/a`)).json.n).toBe(1);
    expect(errorOf(await send(AT, 'POST', object)).message).toContain('cannot be stored exactly');
  });

  it.each(LOST)(
    'is rejected as text for a number field, and kept as text in a text field: %s',
    async (number) => {
      const server = await startTestServer(FILES);
      const refused = await server.request(AT, { method: 'POST', json: { id: 'b', n: number } });
      expect([refused.status, Object.keys(detailsOf(refused))]).toEqual([422, ['n']]);
      const made = await server.request(AT, { method: 'POST', json: { id: 'b', text: number } });
      expect([made.status, made.json.text]).toEqual([201, number]);
    },
  );
});

describe('every other number', () => {
  it.each(KEPT)('is kept: %s', async (number) => {
    const server = await startTestServer(FILES);
    const body = `{"id":"b","n":${number},"data":[${number}]}`;
    const headers = { 'content-type': 'application/json' };
    const made = await server.request(AT, { method: 'POST', body, headers });
    expect([made.status, made.json.n, made.json.data]).toEqual([201, Number(number), [Number(number)]]);
  });
});

describe('what a number is told by', () => {
  it.each(LOST)('%s is lost', (number) => {
    expect(isExact(number)).toBe(false);
  });

  it('every double as JavaScript writes it is exact', () => {
    let state = 1;
    for (let round = 0; round < 2000; round += 1) {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      const number = (state / 2 ** 31 - 1) * 10 ** ((state % 600) - 300);
      expect([number, isExact(String(number))]).toEqual([number, true]);
    }
  });

  it('numbers in texts and keys are none', () => {
    expect(inexactNumber('{"1e999":"9007199254740993","a\\\\":"\\"1e999","b":[{"c":1e3}]}')).toBeUndefined();
    expect(inexactNumber('{"a":{"b.c":[0,{"d":1e999}]}}')).toEqual({ path: 'a.b.c.1.d', number: '1e999' });
  });

  it('a long text is looked at in time that grows with its length only', () => {
    const many = 300_000;
    expect(inexactNumber(`["${'\\\\'.repeat(many)}",1e5]`)).toBeUndefined();
    expect(inexactNumber(`[${'1e5,'.repeat(many)}1]`)).toBeUndefined();
    expect(inexactNumber(`[1${'0'.repeat(many)}1]`)?.path).toBe('0');
    expect(inexactNumber(`${'['.repeat(many)}1e5${']'.repeat(many)}`)).toBeUndefined();
  });
});
