// Rows of starts, of memory, and of what holds the event loop.
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { COLLECTION, OFTEN, RARE_WORDS } from './data.mjs';
import { forkHelper, processorSeconds, residentMegabytes, serve } from './processes.mjs';
import { FILTERED, LIST, objectPaths, pagePaths } from './reading.mjs';
import { MEGABYTES, MS } from './report.mjs';
import { newPosts } from './writing.mjs';

const perProcessorSecond = (used) => (used > 0 ? { perProcessorSecond: 1 / used } : {});

/** From the spawn of the process to the first list, against a fresh process that reads and parses every file. */
export function starting(bench, withSnapshot) {
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
    return { value: elapsed, ...perProcessorSecond(used) };
  };
  return {
    unit: MS,
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
        return { value: elapsed, ...perProcessorSecond(used) };
      },
    },
    close: () => {},
  };
}

/** A bit of everything at once: objects, pages, filters, searches, creates. */
function mixture(bench) {
  const headers = { 'X-API-Key': bench.key };
  const words = RARE_WORDS.slice(0, 200).map((word) => `${LIST}?limit=50&search=${word}`);
  const paths = [
    ...objectPaths(bench, 200),
    ...pagePaths(bench, { limit: 50, most: 5000 }),
    FILTERED,
    `${LIST}?limit=50&search=${OFTEN}`,
    ...words,
  ];
  const reads = paths.map((path) => ({ path, headers, expect: 200 }));
  const writes = newPosts(bench, 100).map((post) => ({
    method: 'POST',
    path: LIST,
    headers,
    body: JSON.stringify(post),
    expect: 201,
  }));
  // Spread evenly, the same in every run.
  return [...reads, ...writes]
    .map((request, at) => ({ request, at: (at * 7919) % (reads.length + writes.length) }))
    .sort((a, b) => a.at - b.at)
    .map(({ request }) => request);
}

/** The longest time the event loop was held, from the first touch of the collection on, against the limit. */
export async function holding(bench) {
  const report = join(bench.work, 'delay');
  const monitor = fileURLToPath(new URL('./loop-delay.mjs', import.meta.url));
  let plinth;
  return {
    unit: MS,
    note: 'a mixed load over 16 connections on a fresh server',
    before: () => bench.stop(),
    ours: async () => {
      plinth = await serve(bench.site, ['--import', monitor], { PLINTH_BENCH_DELAY: report });
      // Loading the program is no delay of anybody's request.
      await new Promise((done) => setTimeout(done, 5000));
      await longestDelay(plinth, report);
      await bench.client.ask({ port: plinth.port, requests: mixture(bench), connections: 16 });
      const value = await longestDelay(plinth, report);
      await plinth.close();
      return { value };
    },
    floors: { 'the limit': async () => ({ value: 50 }) },
    close: () => {},
  };
}

/** The longest delay since it was last asked for. */
export async function longestDelay({ pid }, file) {
  await rm(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  for (;;) {
    await new Promise((done) => setTimeout(done, 20));
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    if (text !== '') return Number(text);
  }
}

/** Resident memory after every object and every page was asked for, before and after the first search. */
export async function remembering(bench, searched) {
  return {
    unit: MEGABYTES,
    note: searched ? 'every page asked for, then a search' : 'every page asked for',
    before: () => bench.stop(),
    ours: async () => {
      const plinth = await serve(bench.site);
      const headers = { 'X-API-Key': bench.key };
      const requests = pagePaths(bench, { limit: 100 }).map((path) => ({ path, headers }));
      if (searched) requests.push({ path: `${LIST}?limit=50&search=${OFTEN}`, headers });
      await bench.client.ask({ port: plinth.port, requests, connections: 1, expect: 200 });
      // The index of words is built beside; what a snapshot needs is let go again.
      await new Promise((done) => setTimeout(done, searched ? 15_000 : 5_000));
      const value = residentMegabytes(plinth.pid);
      await plinth.close();
      return { value };
    },
    floors: { 'the target at 100,000 objects': async () => ({ value: searched ? 615 : 450 }) },
    close: () => {},
  };
}
