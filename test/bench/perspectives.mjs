// Rows of reads through the shared draft, against the same reads of what is live.
import { measured } from './processes.mjs';
import { filteredPaths, objectPaths, pagePaths } from './reading.mjs';
import { RATE } from './report.mjs';

/** Objects that the draft changes, spread over the collection. */
const CHANGED = 50;
const DRAFT = { 'X-Plinth-Perspective': 'draft' };

/** Many questions of each kind, as of the rows of what is live. */
const PATHS = {
  list: (bench) => pagePaths(bench, { limit: 50 }),
  sorted: (bench) => pagePaths(bench, { limit: 50 }).map((path) => `${path}&sort=title`),
  filtered: filteredPaths,
  object: objectPaths,
};

/** Saves changes into the draft; those that are there already are saved again. */
async function changeDraft(bench, { url }) {
  const headers = { 'X-API-Key': bench.key, 'Content-Type': 'application/json', ...DRAFT };
  for (const [number, path] of objectPaths(bench, CHANGED).entries()) {
    const body = JSON.stringify({ title: `Changed in the draft ${number}` });
    const answer = await fetch(`${url}${path}`, { method: 'PATCH', headers, body });
    if (answer.status !== 200) throw new Error(`A save into the draft was answered with ${answer.status}.`);
    await answer.arrayBuffer();
  }
}

/** @param kind a name of PATHS */
export async function throughDraft(bench, kind) {
  const plinth = await bench.running();
  await changeDraft(bench, plinth);
  const contender = (more) => {
    const headers = { 'X-API-Key': bench.key, ...more };
    const requests = PATHS[kind](bench).map((path) => ({ path, headers }));
    const task = {
      port: plinth.port,
      requests,
      connections: 16,
      expect: 200,
      // A key has a number of requests a minute.
      seconds: bench.options.seconds / 4,
    };
    return () => measured(plinth.pid, () => bench.client.ask(task));
  };
  return {
    unit: RATE,
    note: `${CHANGED} objects changed`,
    ours: contender(DRAFT),
    floors: { 'the same without the draft': contender({}) },
    close: () => {},
  };
}
