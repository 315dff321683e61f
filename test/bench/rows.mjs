// The rows: what is measured, against what. A row has contenders; each is run once per round, in turn, so that
// a slow minute of the machine falls on all of them.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { COLLECTION, postMaker } from './data.mjs';
import { forkHelper, processorSeconds, serve } from './processes.mjs';

const LIST = `/api/collections/${COLLECTION}`;

/** Rates are compared as ours / floor, times as floor / ours: 1 means level, more means faster than the floor. */
export const RATE = 'per second';
export const TIME = 'ms';

/** A run that answers `{count, perSecond}`, with the processor time that process `pid` took for it. */
async function measured(pid, run) {
  const before = processorSeconds(pid);
  const { count, perSecond } = await run();
  return { value: perSecond, ...perProcessorSecond(count, before, processorSeconds(pid)) };
}

const perProcessorSecond = (count, before, after) =>
  after > before ? { perProcessorSecond: count / (after - before) } : {};

/**
 * Reads over HTTP: Plinth and the floors answer the same requests with the same bytes.
 * @param expect status of every answer
 * @param conditional sends each path's ETag along
 */
async function reading(bench, { paths, floors, connections, expect = 200, conditional = false }) {
  const headers = { 'X-API-Key': bench.key };
  const plinth = await bench.running();
  const yardsticks = forkHelper('./floors.mjs');
  const { ports, etags, bytes } = await yardsticks.ask({ origin: plinth.url, paths, headers, floors });
  const requests = paths.map((path) => ({
    path,
    headers: conditional ? { ...headers, 'If-None-Match': etags[path] } : headers,
  }));
  const contender = (port, pid) => async () => {
    const { seconds } = bench.options;
    const task = { port, requests, connections, seconds, expect };
    return measured(pid, () => bench.client.ask(task));
  };
  return {
    unit: RATE,
    note: `${(bytes / 1024).toFixed(1)} KB`,
    ours: contender(plinth.port, plinth.pid),
    floors: Object.fromEntries(
      floors.map((name) => [FLOOR_NAMES[name], contender(ports[name], yardsticks.pid)]),
    ),
    close: () => yardsticks.close(),
  };
}

const FLOOR_NAMES = {
  bare: 'bare node:http',
  fastExpress: 'Express with prototypes, end(buffer)',
  concatenating: 'node:http joining 50 buffers',
};

/** Ids spread over the whole collection. */
function spread(bench, count) {
  const { objects } = bench.options;
  const make = postMaker(bench.options.seed);
  const step = Math.max(1, Math.floor(objects / count));
  return Array.from({ length: Math.min(count, objects) }, (_, index) => make(1 + index * step).id);
}

const objectPaths = (bench) => spread(bench, 1000).map((id) => `${LIST}/${id}`);

/** Durable creates over HTTP against the same bytes written durably without any server. */
async function creating(bench, inFlight) {
  const plinth = await bench.running();
  const headers = { 'X-API-Key': bench.key };
  const disk = forkHelper('./disk.mjs');
  const make = postMaker(bench.options.seed + 1);
  const count = bench.options.writes;
  // Numbers are never used twice: every create is one of a new object.
  const batch = () =>
    Array.from({ length: count }, () => {
      bench.created += 1;
      const { created, modified, ...post } = make(bench.created);
      return { ...post, id: `new-${bench.created}` };
    });
  return {
    unit: RATE,
    note: `${count} a round`,
    ours: async () => {
      const requests = batch().map((post) => ({
        method: 'POST',
        path: LIST,
        headers,
        body: JSON.stringify(post),
      }));
      const task = { port: plinth.port, requests, connections: inFlight, expect: 201 };
      return measured(plinth.pid, () => bench.client.ask(task));
    },
    floors: {
      'bare write, fsync, rename, fsync': async () => {
        const files = batch().map((post) => ({
          name: `${post.id}.json`,
          body: `${JSON.stringify(post, null, 2)}\n`,
        }));
        const folder = join(bench.work, 'bare-writes', String(bench.created));
        return measured(disk.pid, () => disk.ask({ action: 'write', folder, files, inFlight }));
      },
    },
    close: () => disk.close(),
  };
}

/** From the spawn of the process to the first list, against a fresh process that reads and parses every file. */
function starting(bench, withSnapshot) {
  const site = { ...bench.site, cache: join(bench.work, withSnapshot ? 'cache-kept' : 'cache-dropped') };
  const firstList = async () => {
    const started = performance.now();
    const plinth = await serve(site);
    const answer = await fetch(`${plinth.url}${LIST}?limit=50`, { headers: { 'X-API-Key': bench.key } });
    if (answer.status !== 200) throw new Error(`The first list was answered ${answer.status}.`);
    await answer.arrayBuffer();
    const elapsed = performance.now() - started;
    const used = processorSeconds(plinth.pid);
    await plinth.close();
    return { value: elapsed, ...perProcessorSecond(1, 0, used) };
  };
  return {
    unit: TIME,
    note: withSnapshot ? 'snapshot there' : 'no snapshot',
    // One server per folder: the one that serves the other rows makes room.
    before: () => bench.stop(),
    ours: async () => {
      if (!withSnapshot) await rm(site.cache, { recursive: true, force: true });
      return firstList();
    },
    floors: {
      'fresh node reading and parsing every file': async () => {
        const started = performance.now();
        const reader = forkHelper('./disk.mjs');
        await reader.ask({ action: 'read', folder: join(bench.site.folder, COLLECTION) });
        const elapsed = performance.now() - started;
        const used = processorSeconds(reader.pid);
        reader.close();
        return { value: elapsed, ...perProcessorSecond(1, 0, used) };
      },
    },
    close: () => {},
  };
}

/** Each with the target of its first floor, where one was set: the least ratio that we want to see. */
export const ROWS = [
  {
    name: 'get-one',
    title: 'GET one object, 16 connections',
    target: 0.85,
    open: (bench) =>
      reading(bench, { paths: objectPaths(bench), floors: ['fastExpress', 'bare'], connections: 16 }),
  },
  {
    name: 'get-one-c1',
    title: 'GET one object, 1 connection',
    target: 0.85,
    open: (bench) =>
      reading(bench, { paths: objectPaths(bench), floors: ['fastExpress', 'bare'], connections: 1 }),
  },
  {
    name: 'not-modified',
    title: '304 to If-None-Match, 16 connections',
    target: 0.6,
    open: (bench) =>
      reading(bench, {
        paths: objectPaths(bench),
        floors: ['bare', 'fastExpress'],
        connections: 16,
        expect: 304,
        conditional: true,
      }),
  },
  {
    name: 'list-same',
    title: 'List of 50, the same page, 16 connections',
    target: 0.8,
    open: (bench) =>
      reading(bench, {
        paths: [`${LIST}?limit=50`],
        floors: ['fastExpress', 'bare', 'concatenating'],
        connections: 16,
      }),
  },
  {
    name: 'list-pages',
    title: 'List of 50, every page in turn, 16 connections',
    target: 0.8,
    open: (bench) =>
      reading(bench, {
        paths: Array.from(
          { length: Math.max(1, Math.floor(bench.options.objects / 50)) },
          (_, page) => `${LIST}?limit=50&offset=${page * 50}`,
        ),
        floors: ['concatenating', 'fastExpress', 'bare'],
        connections: 16,
      }),
  },
  {
    name: 'create-1',
    title: 'Durable create, 1 in flight',
    target: 0.65,
    open: (bench) => creating(bench, 1),
  },
  {
    name: 'create-16',
    title: 'Durable create, 16 in flight',
    target: 0.9,
    open: (bench) => creating(bench, 16),
  },
  {
    name: 'start-cold',
    title: 'Start to first list, without a snapshot',
    target: 1 / 1.3,
    open: (bench) => starting(bench, false),
  },
  {
    name: 'start-snapshot',
    title: 'Start to first list, with a snapshot',
    open: (bench) => starting(bench, true),
  },
];
