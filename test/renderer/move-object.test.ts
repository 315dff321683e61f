/** A move that gives new numbers to more objects than a batch takes (spec/resources.md#manual-order). */
import { QueryClient } from '@tanstack/react-query';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Move } from '../../renderer/pages/objects/order/move-object.ts';
import { type Files, startTestServer } from '../helpers/server.js';

const IDS = Array.from({ length: 1002 }, (_, n) => String(n + 1));
const files: Files = {
  '.schemas/stop.json': {
    id: 'stop',
    properties: { id: { type: 'slug', field: 'id' }, place: { type: 'number', field: 'number' } },
    index: ['id', 'place'],
  },
  'stops/.meta.json': { id: 'stops', schema: 'stop', manualOrder: 'place' },
};
for (const id of IDS) files[`stops/${id}.json`] = { id };

it('says what was written before a later batch failed, and all of it is one transaction', async () => {
  const own = await startTestServer(files);
  let batches = 0;
  const { fetch } = globalThis;
  // The page of the admin, whose connection ends before the second batch is written.
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (url === '/api/batch') batches += 1;
    if (url.startsWith('http')) return fetch(url, init);
    if (batches > 1) return Promise.reject(new TypeError('Failed to fetch'));
    const headers = new Headers(init.headers);
    headers.set('cookie', own.cookie);
    return fetch(new URL(url, own.url), { ...init, headers });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  // A page belongs to the folder of its first session; files of tests share modules.
  vi.resetModules();
  const { moveObject } = await import('../../renderer/pages/objects/order/move-object.ts');
  const numbered = async () => {
    const texts = await Promise.all(IDS.map((id) => own.read(`stops/${id}.json`)));
    return texts.filter((text) => JSON.parse(text.toString()).place !== undefined).length;
  };
  const move: Move = {
    ...{ collection: 'stops', name: 'place', object: { id: '1' }, index: 0, to: 'bottom' },
    view: { sort: 'place', order: 'asc' },
    definition: { type: 'number', field: 'number', required: false },
  };
  const done = await moveObject(new QueryClient(), move);
  expect(done).toMatchObject({ result: 'partly', written: 1000, of: IDS.length });
  expect(await numbered()).toBe(1000);
  vi.unstubAllGlobals();
  const transaction = done.result === 'partly' ? done.transaction : undefined;
  const undone = await own.request(`/api/activity/${transaction}/undo`, { method: 'POST' });
  expect([undone.status, await numbered()]).toEqual([200, 0]);
});
