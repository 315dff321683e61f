// Rows of the history: taking in the first states of a folder, reading a version, the room it takes.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COLLECTION } from './data.mjs';
import { createKey, serve } from './processes.mjs';
import { objectPaths } from './reading.mjs';
import { MEGABYTES, MS, summary } from './report.mjs';
import { longestDelay } from './starting.mjs';

const filesBelow = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((item) => item.isFile())
        .map((item) => join(item.parentPath, item.name))
    : [];

const megabytesIn = (folder) =>
  filesBelow(folder).reduce((sum, file) => sum + statSync(file).size, 0) / 1_000_000;

/** Files that have a version: those of the index, one line each at first. */
const takenIn = (state) =>
  filesBelow(join(state, 'history'))
    .filter((file) => /[\\/]files[\\/]/.test(file))
    .reduce((sum, file) => sum + readFileSync(file, 'latin1').split('\n').length - 1, 0);

/** A server on the bench's folder with a history of its own. `start` begins with an empty one. */
function withHistory(bench) {
  const report = join(bench.work, 'history-delay');
  const monitor = fileURLToPath(new URL('./loop-delay.mjs', import.meta.url));
  const site = { ...bench.site, state: join(bench.work, 'history-state') };
  return {
    site,
    report,
    start: async () => {
      await rm(site.state, { recursive: true, force: true });
      const key = await createKey(site);
      const plinth = await serve(site, ['--import', monitor], { PLINTH_BENCH_DELAY: report });
      return { ...plinth, headers: { 'X-API-Key': key } };
    },
    /** Resolves when every object has a version. */
    complete: async () => {
      while (takenIn(site.state) < bench.options.objects) {
        await new Promise((done) => setTimeout(done, 500));
      }
    },
  };
}

/** From the start of a server to the last first state; `delay`: the longest time the event loop was held meanwhile. */
export function takingIn(bench, delay) {
  const { start, complete, report } = withHistory(bench);
  return {
    unit: MS,
    note: 'nothing else to do',
    before: () => bench.stop(),
    ours: async () => {
      const started = performance.now();
      const plinth = await start();
      // Loading the program is no delay of a request; the first look comes five seconds after the start.
      await new Promise((done) => setTimeout(done, 4000));
      await longestDelay(plinth, report);
      await complete();
      const elapsed = performance.now() - started;
      const longest = await longestDelay(plinth, report);
      await plinth.close();
      return { value: delay ? longest : elapsed };
    },
    floors: { 'the limit': async () => ({ value: delay ? 50 : 120_000 }) },
    close: () => {},
  };
}

/** One version with its values, one request at a time: median. */
export function readingVersion(bench) {
  const { start, complete } = withHistory(bench);
  let plinth;
  return {
    unit: MS,
    note: '200 objects, two versions each',
    before: () => bench.stop(),
    ours: async () => {
      plinth ??= await start();
      await complete();
      const { headers } = plinth;
      const get = async (path) => (await fetch(plinth.url + path, { headers })).json();
      const times = [];
      for (const path of objectPaths(bench, 200)) {
        const body = JSON.stringify({ title: `Title ${performance.now()}` });
        const sent = { method: 'PATCH', headers: { ...headers, 'content-type': 'application/json' }, body };
        await (await fetch(plinth.url + path, sent)).arrayBuffer();
        const { versions } = await get(`${path}/history`);
        const started = performance.now();
        await get(`${path}/history/${versions.at(-1).revision}`);
        times.push(performance.now() - started);
      }
      return { value: summary(times).median };
    },
    floors: { 'the limit': async () => ({ value: 5 }) },
    close: () => plinth?.close(),
  };
}

/** The room that the first states take, against the folder. */
export function historyRoom(bench) {
  const { start, complete, site } = withHistory(bench);
  return {
    unit: MEGABYTES,
    note: 'first states',
    before: () => bench.stop(),
    ours: async () => {
      const plinth = await start();
      await complete();
      await plinth.close();
      return { value: megabytesIn(join(site.state, 'history')) };
    },
    floors: { 'the collection': async () => ({ value: megabytesIn(join(site.folder, COLLECTION)) }) },
    close: () => {},
  };
}
