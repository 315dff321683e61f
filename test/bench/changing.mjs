// The row of cursors: one edit among all posts, asked for with a cursor, against reading every page again.
import { LIST, pagePaths } from './reading.mjs';
import { MS, summary } from './report.mjs';

/** Edits of one round. */
const EDITS = 20;

/** What the client gets for one edit: time and bytes. */
export async function changing(bench) {
  const plinth = await bench.running();
  const headers = { 'X-API-Key': bench.key };
  const { objects } = bench.options;
  let bytes = 0;
  let cursor;

  /** Reads an answer and returns how long that took; notes its size and its cursor. */
  const timed = async (path) => {
    const started = performance.now();
    const answer = await fetch(`${plinth.url}${path}`, { headers });
    const body = await answer.text();
    const time = performance.now() - started;
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${body.slice(0, 200)}`);
    cursor = answer.headers.get('x-plinth-cursor');
    bytes += body.length;
    return { time, body };
  };
  const edit = async (number) => {
    const id = `post-${String(1 + (number % objects)).padStart(6, '0')}`;
    const body = JSON.stringify({ author: `Editor ${number}` });
    const answer = await fetch(`${plinth.url}${LIST}/${id}`, {
      method: 'PATCH',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body,
    });
    if (answer.status !== 200) throw new Error(`PATCH ${id}: ${answer.status}`);
  };

  const pull = async () => {
    let time = 0;
    bytes = 0;
    for (const path of pagePaths(bench, { limit: 100 })) time += (await timed(path)).time;
    return { time, bytes };
  };
  let edits = 0;
  const one = async () => {
    edits += 1;
    await edit(edits * 37);
    bytes = 0;
    const { time, body } = await timed(`${LIST}?since=${cursor}`);
    const found = JSON.parse(body).objects.length;
    if (found !== 1) throw new Error(`${found} objects instead of 1`);
    return { time, bytes };
  };

  const whole = await pull();
  // The first question in a run compares the log with the folder.
  await timed(`${LIST}?since=${cursor}`);
  const part = await one();
  return {
    unit: MS,
    note: `one edit among ${objects}: ${part.bytes} bytes instead of ${whole.bytes}`,
    ours: async () => {
      const times = [];
      for (let count = 0; count < EDITS; count += 1) times.push((await one()).time);
      return { value: summary(times).median };
    },
    floors: { 'every page': async () => ({ value: (await pull()).time }) },
    close: () => {},
  };
}
