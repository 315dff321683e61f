// `npm run bench -- --growth`: what each cost is at several sizes of a collection, and of a folder with collections of
// 1,000 objects, and by which power of the size it grows. A server starts without a snapshot, is asked, and once quiet started again with what it has kept.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COLLECTION, OFTEN, SELDOM, writeFolder } from './data.mjs';
import { createKey, forkHelper, processorSeconds, residentMegabytes, serve } from './processes.mjs';
import { LIST } from './reading.mjs';
import { summary } from './report.mjs';
import { longestDelay } from './starting.mjs';

/** Objects of each of many collections. */
const EACH = 1000;

export const SIZES = [10_000, 100_000, 500_000];

/** One row per cost: a name, and the figure of each size. */
class Table {
  #rows = new Map();

  note(name, unit, size, value) {
    const row = this.#rows.get(name) ?? { unit, figures: new Map() };
    row.figures.set(size, value);
    this.#rows.set(name, row);
  }

  /** Markdown. The exponent is that between the smallest and the largest size: 1 where the cost grows like the size. */
  text(sizes) {
    const [first, last] = [sizes[0], sizes.at(-1)];
    const lines = [...this.#rows].map(([name, { unit, figures }]) => {
      const cells = sizes.map((size) => figure(figures.get(size)));
      const growth = Math.log(figures.get(last) / figures.get(first)) / Math.log(last / first);
      return [`${name}, ${unit}`, ...cells, first === last ? '' : growth.toFixed(2)];
    });
    const head = ['what', ...sizes.map((size) => size.toLocaleString('en-GB')), 'exponent'];
    return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  }
}

const figure = (value) => {
  if (value === undefined) return '';
  return value >= 100 ? Math.round(value).toLocaleString('en-GB') : value.toPrecision(3);
};

const MONITOR = fileURLToPath(new URL('./loop-delay.mjs', import.meta.url));

/** A server under measurement: asks, and notes what each answer took and how long the loop was held meanwhile. */
class Measured {
  constructor({ table, size, report, key, flags }) {
    Object.assign(this, { table, size, report, key, flags });
  }

  async start(site) {
    const nodeOptions = ['--import', MONITOR, ...this.flags];
    this.plinth = await serve(site, nodeOptions, { PLINTH_BENCH_DELAY: this.report });
  }

  async ask(path, init = {}) {
    const headers = { 'X-API-Key': this.key, ...init.headers };
    const answer = await fetch(`${this.plinth.url}${path}`, { ...init, headers });
    const body = await answer.text();
    if (!answer.ok) throw new Error(`${init.method ?? 'GET'} ${path} was answered ${answer.status}: ${body}`);
    return answer;
  }

  /** Times `work`, and the longest time the loop was held by it. */
  async time(name, work, since = performance.now()) {
    await work();
    this.table.note(name, 'ms', this.size, performance.now() - since);
    const held = await longestDelay(this.plinth, this.report);
    this.table.note(`${name}: loop held`, 'ms', this.size, Math.max(held, 0.1));
  }

  memory(name) {
    this.table.note(name, 'MB', this.size, residentMegabytes(this.plinth.pid));
  }

  processor(name) {
    this.table.note(name, 's', this.size, processorSeconds(this.plinth.pid));
  }

  /** Waits until the server has done what it does when nothing is asked. */
  async quiet() {
    let before = -1;
    for (;;) {
      await new Promise((done) => setTimeout(done, 4000));
      const used = processorSeconds(this.plinth.pid);
      if (used - before < 0.1) return;
      before = used;
    }
  }
}

const list = (query) => `${LIST}?limit=50${query}`;

/** Saves, each followed by a list. */
async function changing(measured, name) {
  const { table, size } = measured;
  const times = { patch: [], 'list after a patch': [] };
  const timed = async (what, path, init) => {
    const started = performance.now();
    await measured.ask(path, init);
    times[what].push(performance.now() - started);
  };
  for (let run = 0; run < 9; run += 1) {
    await timed('patch', `${LIST}/post-${String(run * 31 + 5).padStart(6, '0')}`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ title: `Changed in ${name} ${run}` }),
    });
    await timed('list after a patch', list('&sort=title'));
  }
  for (const [what, all] of Object.entries(times)) {
    table.note(`${name}: ${what}`, 'ms', size, summary(all).median);
  }
}

async function measureSize({ table, size, folder, work, flags }) {
  const site = { folder, cache: join(work, `cache-${size}`), state: join(work, `state-${size}`) };
  const key = await createKey(site);
  await rm(site.cache, { recursive: true, force: true });
  const reader = forkHelper('./disk.mjs');
  const reading = async () => {
    const started = performance.now();
    await reader.ask({ action: 'read', folder: join(folder, COLLECTION) });
    return performance.now() - started;
  };
  await reading();
  table.note('reading and parsing every file', 'ms', size, await reading());
  reader.close();
  for (const kind of ['no snapshot', 'snapshot']) {
    const measured = new Measured({ table, size, report: join(work, 'delay'), key, flags });
    const started = performance.now();
    await measured.start(site);
    await measured.time(`${kind}: start to first list`, () => measured.ask(list('')), started);
    await measured.time(`${kind}: first sort by a text`, () => measured.ask(list('&sort=title')));
    await measured.time(`${kind}: first search`, () => measured.ask(list(`&search=${OFTEN}`)));
    measured.memory(`${kind}: memory after a search`);
    await changing(measured, kind);
    measured.processor(`${kind}: processor time`);
    await measured.quiet();
    measured.memory(`${kind}: memory when quiet`);
    await measured.plinth.close();
  }
}

/** The same number of objects in many collections: reading all of them, and searching them together. */
async function measureCollections({ table, size, folder, work, flags }) {
  const site = { folder, cache: join(work, `cache-in-${size}`), state: join(work, `state-in-${size}`) };
  const key = await createKey(site);
  await rm(site.cache, { recursive: true, force: true });
  for (const kept of ['no snapshot', 'snapshot']) {
    const kind = `in collections of ${EACH.toLocaleString('en-GB')}, ${kept}`;
    const measured = new Measured({ table, size, report: join(work, 'delay'), key, flags });
    const started = performance.now();
    await measured.start(site);
    await measured.time(`${kind}: start to all counts`, () => measured.ask('/api/collections'), started);
    const search = `/api/search?q=${OFTEN}`;
    await measured.time(`${kind}: search of what is indexed`, () => measured.ask(`${search}&partial=1`));
    await measured.time(`${kind}: first search`, () => measured.ask(search));
    await measured.time(`${kind}: next search`, () => measured.ask(`/api/search?q=${SELDOM}`));
    measured.memory(`${kind}: memory after a search`);
    measured.processor(`${kind}: processor time`);
    await measured.quiet();
    measured.memory(`${kind}: memory when quiet`);
    await measured.plinth.close();
  }
}

const collectionsOf = (size) =>
  Array.from({ length: Math.ceil(size / EACH) }, (_collection, at) => `${COLLECTION}-${at + 1}`);

/** Measures all sizes and prints the table. `folders`: of some sizes that are there already, by size. */
export async function measureGrowth({ sizes = SIZES, work, seed = 1, folders = {}, flags = [], say }) {
  const table = new Table();
  const withFolder = async (name, { size, collections, known }, measure) => {
    const folder = known ?? join(work, name);
    if (!known) {
      say(`Writing ${size} posts …`);
      await mkdir(folder, { recursive: true });
      await writeFolder(folder, size, seed, collections);
    }
    say(`Measuring ${size} posts …`);
    await measure({ table, size, folder, work, flags });
    if (!known) await rm(folder, { recursive: true, force: true });
  };
  for (const size of sizes) await withFolder(`site-${size}`, { size, known: folders[size] }, measureSize);
  for (const size of sizes) {
    await withFolder(`site-in-${size}`, { size, collections: collectionsOf(size) }, measureCollections);
  }
  return table.text(sizes);
}
