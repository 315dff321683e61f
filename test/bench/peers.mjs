// Rows beside json-server, which many sites begin with: the same posts in its one file. What it does not do, it is
// not asked: it neither syncs what it writes nor sends ETags for lists.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { postMaker, SELDOM } from './data.mjs';
import { measured, serveJson } from './processes.mjs';
import { FILTERED, LIST, objectPaths } from './reading.mjs';
import { RATE } from './report.mjs';
import { newPosts } from './writing.mjs';

const PEER = 'json-server 0.17.4';

/** The same questions in both languages, and the status of their answers. */
const QUESTIONS = {
  object: (bench) => {
    const paths = objectPaths(bench, 200);
    return { plinth: paths, peer: paths.map((path) => path.replace(LIST, '/posts')) };
  },
  list: () => ({
    plinth: [`${LIST}?limit=50&sort=date&order=desc`],
    peer: ['/posts?_page=1&_limit=50&_sort=date&_order=desc'],
  }),
  filter: () => ({
    plinth: [FILTERED],
    peer: ['/posts?draft=false&_page=3&_limit=50&_sort=date&_order=desc'],
  }),
  search: () => ({
    plinth: [`${LIST}?limit=50&search=${SELDOM}`],
    peer: [`/posts?q=${SELDOM}&_page=1&_limit=50`],
  }),
};

async function withPeer(bench) {
  if (bench.peer) return bench.peer;
  const file = join(bench.work, 'db.json');
  const make = postMaker(bench.options.seed);
  const posts = Array.from({ length: bench.options.objects }, (_, at) => JSON.stringify(make(at + 1)));
  writeFileSync(file, `{"posts":[${posts.join(',\n')}]}`);
  bench.peer = await serveJson(file);
  return bench.peer;
}

/** @param kind a name of QUESTIONS */
export async function beside(bench, kind) {
  const plinth = await bench.running();
  const peer = await withPeer(bench);
  const questions = QUESTIONS[kind](bench);
  const contender = (server, paths, connections) => async () => {
    const requests = paths.map((path) => ({ path, headers: { 'X-API-Key': bench.key } }));
    const { seconds } = bench.options;
    return measured(server.pid, () =>
      bench.client.ask({ port: server.port, requests, connections, seconds, expect: 200 }),
    );
  };
  return {
    unit: RATE,
    note: '4 connections',
    ours: contender(plinth, questions.plinth, 4),
    floors: { [PEER]: contender(peer, questions.peer, 4) },
    close: () => {},
  };
}

/** Creates, one at a time: durable here, not there. */
export async function creatingBeside(bench) {
  const plinth = await bench.running();
  const peer = await withPeer(bench);
  // It writes its whole file for each.
  const few = Math.max(3, Math.min(bench.options.writes, Math.floor(200_000 / bench.options.objects)));
  const contender = (server, path, count) => async () => {
    const requests = newPosts(bench, count).map((post) => ({
      method: 'POST',
      path,
      headers: { 'X-API-Key': bench.key },
      body: JSON.stringify(post),
    }));
    return measured(server.pid, () =>
      bench.client.ask({ port: server.port, requests, connections: 1, expect: 201 }),
    );
  };
  return {
    unit: RATE,
    note: `${bench.options.writes} a round, ${few} there`,
    ours: contender(plinth, LIST, bench.options.writes),
    floors: { [PEER]: contender(peer, '/posts', few) },
    close: () => {},
  };
}
