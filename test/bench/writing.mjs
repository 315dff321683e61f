// Rows of writes.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { postMaker, writeFolder } from './data.mjs';
import { createKey, forkHelper, measured, serve } from './processes.mjs';
import { LIST } from './reading.mjs';
import { MS, RATE, summary } from './report.mjs';

/** New posts: numbers are never used twice, so that every create is one of a new object. */
export function newPosts(bench, count) {
  const make = postMaker(bench.options.seed + 1);
  return Array.from({ length: count }, () => {
    bench.created += 1;
    const { created, modified, ...post } = make(bench.created);
    return { ...post, id: `new-${bench.created}` };
  });
}

const creates = (bench, key, count) =>
  newPosts(bench, count).map((post) => ({
    method: 'POST',
    path: LIST,
    headers: { 'X-API-Key': key },
    body: JSON.stringify(post),
    expect: 201,
  }));

const asFiles = (posts) =>
  posts.map((post) => ({ name: `${post.id}.json`, body: `${JSON.stringify(post, null, 2)}\n` }));

/** The same writes behind node:http. `aside` is emptied before each round. */
async function writingServer(bench, { folder, aside, inFlight }) {
  const helper = forkHelper('./disk.mjs');
  const { port } = await helper.ask({ action: 'serveWrites', folder, aside });
  return {
    round: async (posts) => {
      if (aside) await rm(aside, { recursive: true, force: true });
      if (aside) await mkdir(aside, { recursive: true });
      const requests = asFiles(posts).map(({ name, body }) => ({
        method: 'PUT',
        path: `/${name}`,
        body,
        expect: 200,
      }));
      return measured(helper.pid, () => bench.client.ask({ port, requests, connections: inFlight }));
    },
    close: () => helper.close(),
  };
}

/** Durable creates over HTTP against the same bytes written durably without any server, and behind node:http. */
export async function creating(bench, inFlight) {
  const plinth = await bench.running();
  const disk = forkHelper('./disk.mjs');
  const folder = join(bench.work, `bare-http-${inFlight}`);
  const simple = await writingServer(bench, { folder, inFlight });
  const count = bench.options.writes;
  return {
    unit: RATE,
    note: `${count} a round`,
    ours: async () => {
      const task = { port: plinth.port, requests: creates(bench, bench.key, count), connections: inFlight };
      return measured(plinth.pid, () => bench.client.ask(task));
    },
    floors: {
      'bare write, fsync, rename, fsync': async () => {
        const files = asFiles(newPosts(bench, count));
        const folder = join(bench.work, 'bare-writes', String(bench.created));
        return measured(disk.pid, () => disk.ask({ action: 'write', folder, files, inFlight }));
      },
      'the same behind node:http': () => simple.round(newPosts(bench, count)),
    },
    close: () => {
      disk.close();
      simple.close();
    },
  };
}

/** The first posts with values that they never had before. */
function changedPosts(bench) {
  bench.changes += 1;
  const make = postMaker(bench.options.seed + 1 + bench.changes);
  return Array.from({ length: Math.min(bench.options.writes, bench.options.objects) }, (_, at) => {
    const { created, modified, ...post } = make(at + 1);
    return post;
  });
}

/**
 * Durable updates over HTTP against the same replacements without any server, and behind node:http, the old file linked
 * aside.
 */
export async function updating(bench, inFlight) {
  const plinth = await bench.running();
  const disk = forkHelper('./disk.mjs');
  const count = Math.min(bench.options.writes, bench.options.objects);
  const folder = join(bench.work, `bare-updates-${inFlight}`);
  const served = {
    folder: join(bench.work, `http-updates-${inFlight}`),
    aside: join(bench.work, 'http-aside'),
  };
  for (const one of [folder, served.folder]) {
    await disk.ask({ action: 'write', folder: one, files: asFiles(changedPosts(bench)), inFlight: 16 });
  }
  const simple = await writingServer(bench, { ...served, inFlight });
  return {
    unit: RATE,
    note: `${count} a round`,
    ours: async () => {
      const requests = changedPosts(bench).map((post) => ({
        method: 'PUT',
        path: `${LIST}/${post.id}`,
        headers: { 'X-API-Key': bench.key },
        body: JSON.stringify(post),
        expect: 200,
      }));
      const task = { port: plinth.port, requests, connections: inFlight };
      return measured(plinth.pid, () => bench.client.ask(task));
    },
    floors: {
      'bare write, fsync, link, rename, fsync': async () => {
        const files = asFiles(changedPosts(bench));
        const aside = join(bench.work, 'bare-aside');
        return measured(disk.pid, () => disk.ask({ action: 'write', folder, files, inFlight, aside }));
      },
      'the same behind node:http': () => simple.round(changedPosts(bench)),
    },
    close: () => {
      disk.close();
      simple.close();
    },
  };
}

/** A folder of a thousand objects. Without a history the state directory has a file in its place. */
async function smallSite(bench, name, hasHistory = true) {
  const site = {
    folder: join(bench.work, name),
    cache: join(bench.work, `${name}-cache`),
    state: join(bench.work, `${name}-state`),
  };
  await mkdir(site.folder);
  await mkdir(site.state);
  if (!hasHistory) await writeFile(join(site.state, 'history'), '');
  await writeFolder(site.folder, 1000, bench.options.seed);
  return { site, key: await createKey(site) };
}

/** Creates of one server against those of another. */
function createsBeside(bench, inFlight, ours, [name, floor]) {
  const count = bench.options.writes;
  const contender =
    ({ server, key }) =>
    async () => {
      const task = { port: server.port, requests: creates(bench, key, count), connections: inFlight };
      return measured(server.pid, () => bench.client.ask(task));
    };
  return {
    unit: RATE,
    note: `${count} a round`,
    ours: contender(ours),
    floors: { [name]: contender(floor) },
  };
}

/** The same creates in a folder of a thousand objects: a save must not cost more as a collection grows. */
export async function growing(bench) {
  const plinth = await bench.running();
  const { site, key } = await smallSite(bench, 'small');
  const small = { server: await serve(site), key };
  const ours = { server: plinth, key: bench.key };
  const row = createsBeside(bench, 1, ours, ['Plinth with 1,000 objects', small]);
  return { ...row, close: () => small.server.close() };
}

/** The same creates where no versions are kept, since the state directory has a file where the history would be. */
export async function withoutHistory(bench, inFlight) {
  const start = async (name, hasHistory) => {
    const { site, key } = await smallSite(bench, name, hasHistory);
    return { server: await serve(site), key };
  };
  const ours = await start(`kept-${inFlight}`, true);
  const without = await start(`not-kept-${inFlight}`, false);
  const row = createsBeside(bench, inFlight, ours, ['Plinth without a history', without]);
  return { ...row, close: () => Promise.all([ours.server.close(), without.server.close()]) };
}

/** The list right after a save, as its client waits for it: median of some. */
export async function listAfterSave(bench) {
  const plinth = await bench.running();
  const list = { path: `${LIST}?limit=50`, headers: { 'X-API-Key': bench.key }, expect: 200 };
  return {
    unit: MS,
    note: 'newest 50',
    ours: async () => {
      const requests = creates(bench, bench.key, 20).flatMap((create) => [create, list]);
      const { times } = await bench.client.ask({ port: plinth.port, requests, connections: 1 });
      return { value: summary(times.filter((_, at) => at % 2 === 1)).median };
    },
    floors: { 'the limit': async () => ({ value: 5 }) },
    close: () => {},
  };
}
