/** Work that several wait for. */
import { expect, it } from 'vitest';
import { SharedWork, type Watch } from '../../../server/async/shared-work.js';

/** Work that ends when told to, or is stopped by its signal. */
function begin() {
  const heard: Watch<string>[] = [];
  let finish = (_: string) => {};
  const work = new SharedWork<string, string>((watch) => {
    heard.push(watch);
    return new Promise((resolve, reject) => {
      finish = resolve;
      watch.signal?.addEventListener('abort', () => reject(watch.signal?.reason));
    });
  });
  return {
    work,
    tell: (event: string) => heard[0]?.progress?.(event),
    finish: (found: string) => finish(found),
  };
}

it('goes on for those who stay when others leave, and tells them how far it is', async () => {
  const { work, tell, finish } = begin();
  const leaving = new AbortController();
  const told: string[][] = [[], []];
  const one = work.join({ signal: leaving.signal, progress: (event) => told[0]?.push(event) });
  const other = work.join({ progress: (event) => told[1]?.push(event) });
  tell('half');
  leaving.abort(new Error('left'));
  await expect(one).rejects.toThrow('left');
  expect(work.isLeft).toBe(false);
  tell('most');
  finish('found');
  expect(await other).toBe('found');
  expect(told).toEqual([['half'], ['half', 'most']]);
});

it('is stopped when the last one leaves', async () => {
  const { work } = begin();
  const leaving = [new AbortController(), new AbortController()];
  const waiting = leaving.map(({ signal }) => work.join({ signal }));
  const ends = Promise.all(waiting.map((one) => expect(one).rejects.toThrow('left')));
  leaving[0]?.abort(new Error('left'));
  expect(work.isLeft).toBe(false);
  leaving[1]?.abort(new Error('left'));
  expect(work.isLeft).toBe(true);
  await ends;
  await work.ended;
});

it('is stopped where the first who would wait has left before, who gets no result', async () => {
  const { work } = begin();
  await expect(work.join({ signal: AbortSignal.abort(new Error('left')) })).rejects.toThrow('left');
  expect(work.isLeft).toBe(true);
});

it('is not stopped by one who leaves after the result', async () => {
  const { work, finish } = begin();
  const leaving = new AbortController();
  const waiting = work.join({ signal: leaving.signal });
  finish('found');
  expect(await waiting).toBe('found');
  leaving.abort(new Error('left'));
  expect(work.isLeft).toBe(false);
});
