/**
 * Requests of every kind while schemas are saved, indexes rebuilt and files replaced under them: a read answers the
 * old rows or the new ones, never fewer, and a unique value has one owner, whatever happens in between.
 */
import { execFile } from 'node:child_process';
import { readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { isJsonObject } from '../../server/contract/values.js';
import { RECHECK_MS } from '../../server/store/disk/retry-read.js';
import { detailsOf, type Files, startTestServer, type TestServer } from '../helpers/server.js';
import { thorough } from '../helpers/thorough.js';

/** Enough that the collection is filled in many slices. */
const COUNT = 600;
const ROUNDS = thorough ? 4 : 2;
const times = { created: '2026-01-01T10:00:00.000Z', modified: '2026-01-01T10:00:00.000Z' };

/** Numbers that look random and are the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}

/** The schema with its unique property under one of two names, and so many properties more. */
const schema = (name: 'mail' | 'email', more: number) => ({
  id: 'art',
  properties: {
    id: { field: 'id' },
    title: { field: 'text' },
    status: { field: 'text' },
    body: { field: 'styledtext' },
    [name]: { field: 'text', unique: true, formerly: name === 'mail' ? 'email' : 'mail' },
    ...Object.fromEntries(Array.from({ length: more }, (_, at) => [`more${at}`, { field: 'text' }])),
  },
  required: ['id', name],
  index: ['id', 'title', 'status', name],
});

const article = (at: number, title = `Old ${at}`) => ({
  id: `a${at}`,
  title,
  status: 'standing',
  body: `<p>Lorem ${at} ipsum</p>`,
  email: `a${at}@example.org`,
  ...times,
});

const FILES: Files = {
  '.schemas/art.json': schema('email', 0),
  'arts/.meta.json': { id: 'arts', schema: 'art', name: 'Articles' },
  ...Object.fromEntries(Array.from({ length: COUNT }, (_, at) => [`arts/a${at}.json`, article(at)])),
};

const LIST = '/api/collections/arts';
const isStanding = 'include=status:standing,id:ne:';

/** Every kind of read, each with a word of its own so that no kept page answers, and how it tells its total. */
const READS: readonly (readonly [
  (word: string) => string,
  (json: Record<string, unknown>, text: string) => unknown,
])[] = [
  [(word) => `${LIST}?limit=3&filter[status]=standing&filter[id]=ne:${word}`, ({ total }) => total],
  [(word) => `${LIST}?limit=3&search=lorem&filter[id]=ne:${word}`, ({ total }) => total],
  [
    (word) => `${LIST}/query?limit=3&sort=body&${isStanding}${word}`,
    ({ pagination }) => isJsonObject(pagination) && pagination.total,
  ],
  [(word) => `${LIST}/index?${isStanding}${word}`, ({ count }) => count],
  [
    (word) => `/report/collections/arts/csv?fields=id,body&${isStanding}${word}`,
    (_, text) => text.trim().split('\n').length - 1,
  ],
  [
    (word) => `/report/collections/arts/json?fields=id&${isStanding}${word}`,
    (_, text) => JSON.parse(text).length,
  ],
  [(word) => `/export/collections/arts?${isStanding}${word}`, (_, text) => JSON.parse(text).length],
];

interface Activity {
  /** Reads until it is told to stop; gives back every answer that was not the whole. */
  stop(): Promise<string[]>;
}

/** Clients that ask for one thing again and again. */
function readersOf(server: TestServer): Activity {
  const wrong: string[] = [];
  let going = true;
  const read = async (at: number) => {
    const [address, totalOf] = READS[at] ?? [];
    for (let n = 0; going && address && totalOf; n += 1) {
      const { status, json, text } = await server.request(address(`w${at}-${n}`));
      const total = status === 200 ? totalOf(json, text) : text;
      if (total !== COUNT) wrong.push(`${address('')}: ${status} ${total}`);
    }
  };
  const all = READS.map((_, at) => read(at));
  return {
    async stop() {
      going = false;
      await Promise.all(all);
      return wrong;
    },
  };
}

/** Spellings that count as the same value. */
const SPELLINGS = ['café', 'CAFÉ', 'cafe\u0301'];

/** Several clients that all want the same new value; resolves when each has got it or was told that it is taken. */
async function compete(server: TestServer, round: number, random: () => number): Promise<void> {
  const want = async (at: number) => {
    const spelling = SPELLINGS[Math.floor(random() * SPELLINGS.length)];
    for (let attempt = at; ; attempt += 1) {
      const name = attempt % 2 === 0 ? 'email' : 'mail';
      const answer = await server.request(LIST, {
        method: 'POST',
        json: {
          id: `n${round}-${at}`,
          title: 'New',
          status: 'new',
          [name]: `${spelling}${round}@example.org`,
        },
      });
      if (answer.status === 201) return;
      expect([answer.status, answer.text]).toEqual([422, answer.text]);
      const told = [detailsOf(answer)[name]].flat().join(' ');
      if (told.includes('must be unique; another object')) return;
    }
  };
  await Promise.all(Array.from({ length: 5 }, (_, at) => want(at)));
}

/** How many objects on the disk hold each value, however it is spelled and whatever its property is called. */
async function owners(server: TestServer): Promise<number[]> {
  const held = new Map<string, number>();
  for (const name of await readdir(join(server.folder, 'arts'))) {
    if (!name.endsWith('.json') || name.startsWith('.')) continue;
    const { email, mail } = JSON.parse((await server.read(`arts/${name}`)).toString());
    const value = String(email ?? mail)
      .normalize('NFC')
      .toLowerCase();
    held.set(value, (held.get(value) ?? 0) + 1);
  }
  return [...held.values()];
}

/** Another program replaces a file in one step, as git does. */
async function replaceFromOutside(server: TestServer, path: string, content: unknown): Promise<void> {
  const beside = join(server.folder, '..', 'beside.json');
  await writeFile(beside, JSON.stringify(content, null, 2));
  await rename(beside, join(server.folder, path));
}

/**
 * What git does at a checkout: each file is taken away and written anew. In a process of its own, as git is. Resolves
 * with the longest time a file was away, in ms.
 */
async function checkOut(server: TestServer, files: readonly (readonly [string, unknown])[]): Promise<number> {
  const list = join(server.folder, '..', 'checkout.json');
  await writeFile(list, JSON.stringify(files));
  const program = `
    const fs = require('node:fs');
    let longest = 0;
    for (const [path, content] of JSON.parse(fs.readFileSync('../checkout.json', 'utf8'))) {
      const start = performance.now();
      fs.unlinkSync(path);
      fs.writeFileSync(path, JSON.stringify(content, null, 2), { flag: 'wx' });
      longest = Math.max(longest, performance.now() - start);
    }
    console.log(longest);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', program], { cwd: server.folder });
  return Number(stdout);
}

/** What happens to the folder in a round, each time another way. */
const CHANGES: Record<string, (server: TestServer, round: number, random: () => number) => Promise<unknown>> =
  {
    'saves of the schema': (server, round) =>
      server.request('/api/schemas/art', { method: 'PUT', json: schema('email', round + 1) }),
    'rebuilds of the index': async (server) => {
      const answer = await server.request(`${LIST}/index`, { method: 'PUT' });
      expect(answer.status).toBe(200);
    },
    'a schema that another program replaces': (server, round) =>
      replaceFromOutside(server, '.schemas/art.json', schema(round % 2 === 0 ? 'mail' : 'email', round)),
    'a checkout of objects and schema': async (server, round, random) => {
      const ids = Array.from({ length: COUNT }, (_, at) => at).sort(() => random() - 0.5);
      const files = ids.slice(0, 300).map((at) => [`arts/a${at}.json`, article(at, `New ${round}`)] as const);
      return checkOut(server, [...files, ['.schemas/art.json', schema('email', round + 1)]]);
    },
  };

describe.each(Object.entries(CHANGES))('during %s', (_name, change) => {
  it.each([1])(
    'reads are whole and unique values have one owner (seed %i)',
    { timeout: 120_000 },
    async (seed) => {
      const random = seeded(seed);
      const server = await startTestServer(FILES);
      expect((await server.request(`${LIST}?limit=1&search=lorem`)).json.total).toBe(COUNT);
      const readers = readersOf(server);
      let longest = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const steps = [() => change(server, round, random), () => compete(server, round, random)];
        if (random() < 0.5) steps.reverse();
        const times = await Promise.all(steps.map((step) => step()));
        longest = Math.max(longest, ...times.filter((time) => typeof time === 'number'));
      }
      const wrong = await readers.stop();
      // A file that a stopped process leaves away for longer than the second look is gone until it is back.
      if (longest < RECHECK_MS) expect(wrong).toEqual([]);
      expect(new Set(await owners(server))).toEqual(new Set([1]));
      expect(server.log.filter((line) => line.includes('"level":50'))).toEqual([]);
    },
  );
});
