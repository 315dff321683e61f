// Rows of reads: Plinth and the floors answer the same requests with the same bytes.
import { COLLECTION, postMaker, WORDS } from './data.mjs';
import { forkHelper, measured } from './processes.mjs';
import { RATE } from './report.mjs';

export const LIST = `/api/collections/${COLLECTION}`;

const FLOOR_NAMES = {
  bare: 'bare node:http',
  fastExpress: 'Express with prototypes, end(buffer)',
  concatenating: 'node:http joining kept buffers',
};

/**
 * Reads over HTTP.
 * @param seconds how long each contender is asked; without it every path is asked for once
 * @param expect status of every answer
 * @param conditional sends each path's ETag along
 * @param parse has the client parse the answers
 */
export async function reading(
  bench,
  {
    paths,
    floors,
    connections,
    expect = 200,
    conditional = false,
    parse = false,
    seconds = bench.options.seconds,
  },
) {
  const headers = { 'X-API-Key': bench.key };
  const plinth = await bench.running();
  const yardsticks = forkHelper('./floors.mjs');
  const { ports, etags, bytes } = await yardsticks.ask({ origin: plinth.url, paths, headers, floors });
  const requests = paths.map((path) => ({
    path,
    headers: conditional ? { ...headers, 'If-None-Match': etags[path] } : headers,
  }));
  const contender = (port, pid) => async () => {
    const task = { port, requests, connections, expect, parse, ...(seconds ? { seconds } : {}) };
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

/** Paths of ids spread over the whole collection. */
export function objectPaths({ options: { objects, seed } }, count = 1000) {
  const make = postMaker(seed);
  const step = Math.max(1, Math.floor(objects / count));
  return Array.from(
    { length: Math.min(count, objects) },
    (_, index) => `${LIST}/${make(1 + index * step).id}`,
  );
}

/** Pages of the whole list, of the first `most` objects. */
export function pagePaths({ options: { objects } }, { limit, most = objects }) {
  const pages = Math.max(1, Math.floor(Math.min(objects, most) / limit));
  return Array.from({ length: pages }, (_, page) => `${LIST}?limit=${limit}&offset=${page * limit}`);
}

/** Third page of what is published, newest first. */
export const FILTERED = `${LIST}?filter[draft]=false&sort=date&order=desc&limit=50&offset=100`;

/** Many questions of the kind of `FILTERED`: so many that most are not asked again while their answers are kept. */
export function filteredPaths({ options: { objects } }) {
  const pages = Math.max(1, Math.min(25, Math.floor(objects / WORDS.length / 50)));
  const paths = [];
  for (let page = 0; page < pages; page += 1) {
    for (const author of WORDS.slice(0, 20)) {
      const filter = `filter[draft]=false&filter[author]=${author}`;
      paths.push(`${LIST}?${filter}&sort=date&order=desc&limit=50&offset=${page * 50}`);
    }
  }
  return paths;
}
