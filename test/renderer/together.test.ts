/** What the admin changes together is one transaction, also in many requests at once. */
import { QueryClient } from '@tanstack/react-query';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startTestServer } from '../helpers/server.ts';

const COUNT = 1100;
const IDS = Array.from({ length: COUNT }, (_, n) => `post-${n}`);
const FILES = {
  'blog/.meta.json': { id: 'blog', schema: 'blog', name: 'Blog' },
  ...Object.fromEntries(IDS.map((id) => [`blog/${id}.json`, { id, title: id }])),
};

it('bulk edits, deletions and their undo are one transaction each', async () => {
  const server = await startTestServer(FILES);
  const { fetch } = globalThis;
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    headers.set('cookie', server.cookie);
    return fetch(server.url + path, { ...init, headers });
  });
  // A page belongs to the folder of its first session; files of tests share modules.
  vi.resetModules();
  const { deleteObjects, restoreEntries } = await import('../../renderer/api/bulk.ts');
  const { writeEdit } = await import('../../renderer/pages/objects/bulk/bulk-edit.ts');
  const client = new QueryClient();
  const heard: string[] = [];
  server.site.events.on((_event, { actor, transaction }) => {
    if (actor.kind === 'owner') heard.push(transaction.id);
  });
  const transactions = () => {
    const ids = heard.splice(0);
    return [ids.length, new Set(ids).size];
  };

  const rows = IDS.map((id) => ({
    id,
    title: id,
    etag: '*',
    altered: [{ name: 'draft', before: false, after: true }],
  }));
  const edited = await writeEdit(client, 'blog', rows);
  expect(edited.failure?.message).toBeUndefined();
  expect(transactions()).toEqual([COUNT, 1]);

  const some = IDS.slice(0, 20).map((id) => ({ id, etag: '*', changed: [] }));
  const removed = await deleteObjects(client, 'blog', some, async () => false);
  expect(removed.failure).toBeUndefined();
  expect(transactions()).toEqual([20, 1]);

  expect((await restoreEntries(client, removed.done)).failure).toBeUndefined();
  expect(transactions()).toEqual([20, 1]);
});
