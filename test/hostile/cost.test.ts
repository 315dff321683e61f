/**
 * What the costliest allowed requests cost everybody else: no single one holds the event loop for longer than 200 ms
 * of processor time, and the answers to others come while it is under way. `PLINTH_COSTS=1` prints the figures, and any
 * other value those of the requests that have it in their names, which are the only ones that are sent.
 */
import { describe, expect, it } from 'vitest';
import type { Words } from '../helpers/bad-inputs.js';
import { thorough } from '../helpers/thorough.js';
import {
  COSTLY_FILES,
  type Costly,
  HEAVY_PICTURE,
  MARKUP,
  MERGES,
  SEARCHES,
  SHAPES,
  UPLOADS,
} from './costly-bodies.js';
import {
  ASKED_FILES,
  CALLS,
  HOOKS,
  IMAGES,
  IMPORTS,
  QUESTIONS,
  SOURCES,
  TEMPLATES,
} from './costly-requests.js';
import { type Served, serve } from './served.js';
import { wordsOf } from './words.js';

/** Longest processor time between two turns of the event loop, in ms (the promise). */
const MOST_HELD = 200;
/**
 * Processor time in ms of the fixed work of the probe where the promise was measured. A machine that takes longer for
 * it, because it is slower or others use its caches, may take as many times longer for a request.
 */
const REFERENCE = 70;
/** How often a request that is too costly is measured, since other work of the machine only adds to the figures. */
const MOST_TRIES = 4;
/**
 * How many times more than in the quiet the main thread may do while others wait. A template of empty lists takes 25 to
 * 30 times, in turns of 30 to 45 ms.
 */
const MOST_TIMES = 40;
/** Fewer rounds say nothing of how long others wait: a single turn of the event loop spoils them. */
const ENOUGH = 5;
/** More rounds hardly change the median, and each costs four requests. */
const MOST_ROUNDS = thorough ? 60 : ENOUGH;

const { PLINTH_COSTS: shown = '' } = process.env;
const REQUESTS = [
  QUESTIONS,
  HOOKS,
  CALLS,
  MARKUP,
  SHAPES,
  MERGES,
  SEARCHES,
  IMAGES,
  UPLOADS,
  IMPORTS,
  SOURCES,
  TEMPLATES,
]
  .flat()
  .filter(({ what }) => shown.length < 2 || what.includes(shown));

/**
 * Somebody else saves and asks after the server's health. Gives back what the main thread did until both were answered,
 * in ms of processor time: unlike the time on the wall it does not grow with other work of the machine.
 */
async function round(served: Served, key: string, n: number): Promise<number> {
  const { spent } = await served.probe();
  const saved = await served.fetch('/api/collections/aside/note', {
    method: 'PATCH',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ title: `Note ${n}` }),
  });
  expect(saved.status).toBe(200);
  expect((await served.fetch('/healthz')).status).toBe(200);
  return (await served.probe()).spent - spent;
}

const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Sends a request and gives back its status and answer, and the rounds of somebody else meanwhile. */
async function beside(
  served: Served,
  { KEY_FULL: key = '', SESSION_COOKIE: cookie = '', CSRF: csrf = '' }: Words,
  { method, path, body, headers, bySession }: Costly,
) {
  let done = false;
  const sending = served
    .fetch(path, {
      method,
      headers: { ...headers, ...(bySession ? { cookie, 'x-csrf-token': csrf } : { 'x-api-key': key }) },
      ...(body === undefined ? {} : { body: new Uint8Array(Buffer.from(body)) }),
    })
    .then(async (answer) => {
      const text = await answer.text();
      const [etag, transaction] = ['etag', 'x-plinth-transaction'].map(
        (name) => answer.headers.get(name) ?? '',
      );
      return { status: answer.status, text, etag: etag ?? '', transaction: transaction ?? '' };
    })
    .finally(() => {
      done = true;
    });
  const rounds: number[] = [];
  for (let n = 0; !done && n < MOST_ROUNDS; n += 1) rounds.push(await round(served, key, n));
  return { ...(await sending), rounds };
}

describe.runIf(process.platform === 'linux')('the costliest requests', () => {
  it('hold the event loop no longer than promised, and leave it to others', async () => {
    const { served, prepared } = await serve({ ...COSTLY_FILES, ...ASKED_FILES }, wordsOf);
    const words = await prepared(served, 1);
    const { KEY_FULL: key = '' } = words;
    const quiet: number[] = [];
    const problems: string[] = [];
    /** What is wrong with the cost of a request, in words. */
    const problemsOf = async (request: Costly, before?: Costly): Promise<string[]> => {
      if (!before) quiet.push(await round(served, key, 0));
      served.watch();
      const { spent } = await served.probe();
      const { status, rounds, ...answered } = await beside(served, words, request);
      const { held, spent: now } = await served.probe();
      const times = middle(rounds) / Math.max(middle(quiet), middle(quiet.slice(-ENOUGH)));
      const figures = `held ${Math.round(held)} ms, ${times.toFixed(1)} times in ${rounds.length} rounds`;
      const most = request.held ?? MOST_HELD;
      const slower = held > most ? Math.max(1, (await served.reference()) / REFERENCE) : 1;
      if (shown) console.log(`${request.what}: ${status}, ${figures}, ${Math.round(now - spent)} ms in all`);
      if (!request.expect.includes(status)) return [`${request.what}: answered ${status}`];
      const tooCostly = held > most * slower || (rounds.length >= ENOUGH && times > MOST_TIMES);
      if (tooCostly) return [`${request.what}: ${figures}, on a machine ${slower.toFixed(1)} times slower`];
      return request.next ? problemsOf(request.next(answered), request) : [];
    };
    for (let n = 0; n < 2 * ENOUGH; n += 1) {
      const spent = await round(served, key, n);
      // The first ones load code.
      if (n >= ENOUGH) quiet.push(spent);
    }
    for (const request of REQUESTS) {
      let wrong = await problemsOf(request);
      for (let n = 1; wrong.length > 0 && n < MOST_TRIES; n += 1) wrong = await problemsOf(request);
      problems.push(...wrong);
    }
    expect(problems).toEqual([]);
  }, 300_000);

  it('of images leave the threads of files to saves: some come before four uploads have ended', async () => {
    const { served, prepared } = await serve(COSTLY_FILES, wordsOf);
    const { KEY_FULL: key = '' } = await prepared(served, 1);
    const picture = new Blob([new Uint8Array(HEAVY_PICTURE)], { type: 'image/png' });
    let ended = 0;
    const uploads = Array.from({ length: 4 }, async () => {
      const body = new FormData();
      body.set('image', picture, 'a.png');
      const answer = await served.fetch('/api/collections/costly/one/image', {
        method: 'POST',
        headers: { 'x-api-key': key },
        body,
      });
      ended += 1;
      return answer.status;
    });
    for (let n = 0; n < 5; n += 1) await round(served, key, n);
    expect(ended).toBe(0);
    expect(await Promise.all(uploads)).toEqual([200, 200, 200, 200]);
  });
});
