/**
 * What the costliest allowed requests cost everybody else: no single one holds the event loop for longer than 200 ms
 * of processor time, and the answers to others come while it is under way.
 */
import { describe, expect, it } from 'vitest';
import {
  COSTLY_FILES,
  type Costly,
  heavyPicture,
  MARKUP,
  REQUESTS,
  SHAPES,
  UPLOADS,
} from './costly-bodies.js';
import { type Served, serve } from './served.js';
import { wordsOf } from './words.js';

/** Longest processor time between two turns of the event loop, in ms (the promise). */
const MOST_HELD = 200;

/** Sends a request and gives back its status; meanwhile somebody else saves and asks after the server's health. */
async function beside(served: Served, key: string, { method, path, body, headers }: Costly): Promise<number> {
  const own = { 'x-api-key': key };
  let done = false;
  const sending = served.fetch(path, {
    method,
    headers: { ...headers, ...own },
    ...(body === undefined ? {} : { body: new Uint8Array(Buffer.from(body)) }),
  });
  const sent = sending.finally(() => {
    done = true;
  });
  for (let n = 0; !done; n += 1) {
    const saved = await served.fetch('/api/collections/aside/note', {
      method: 'PATCH',
      headers: { ...own, 'content-type': 'application/json' },
      body: JSON.stringify({ title: `Note ${n}` }),
    });
    expect(saved.status).toBe(200);
    expect((await served.fetch('/healthz')).status).toBe(200);
  }
  return (await sent).status;
}

describe.runIf(process.platform === 'linux')('the costliest requests', () => {
  it.each([
    ['markup', MARKUP],
    ['shape', SHAPES],
    ['kind', REQUESTS],
    ['upload', UPLOADS],
  ])(
    'of each %s hold the event loop no longer than promised',
    async (_, requests) => {
      const { served, prepared } = await serve(COSTLY_FILES, wordsOf);
      const { KEY_FULL: key = '' } = await prepared(served, 1);
      // What the first request of each way loads is no cost of a body.
      await beside(served, key, { ...(requests[0] as Costly), body: '{"text":"<p>a</p>"}' });
      const problems: string[] = [];
      for (const request of requests) {
        served.watch();
        const status = await beside(served, key, request);
        const { held } = await served.probe();
        if (process.env.PLINTH_COSTS) console.log(`${request.what}: ${status}, held ${Math.round(held)} ms`);
        if (!request.expect.includes(status)) problems.push(`${request.what}: answered ${status}`);
        if (held > MOST_HELD)
          problems.push(`${request.what}: held the event loop for ${Math.round(held)} ms`);
      }
      expect(problems).toEqual([]);
    },
    300_000,
  );

  it('of images leave the threads of files to saves: some come before four uploads have ended', async () => {
    const { served, prepared } = await serve(COSTLY_FILES, wordsOf);
    const { KEY_FULL: key = '' } = await prepared(served, 1);
    const own = { 'x-api-key': key };
    const picture = new Blob([new Uint8Array(heavyPicture())], { type: 'image/png' });
    let ended = 0;
    const uploads = Array.from({ length: 4 }, async () => {
      const body = new FormData();
      body.set('image', picture, 'a.png');
      const answer = await served.fetch('/api/collections/costly/one/image', {
        method: 'POST',
        headers: own,
        body,
      });
      ended += 1;
      return answer.status;
    });
    for (let n = 0; n < 5; n += 1) {
      const save = {
        method: 'PATCH',
        headers: { ...own, 'content-type': 'application/json' },
        body: `{"title":"${n}"}`,
      };
      expect((await served.fetch('/api/collections/aside/note', save)).status).toBe(200);
    }
    expect(ended).toBe(0);
    expect(await Promise.all(uploads)).toEqual([200, 200, 200, 200]);
  });
});
