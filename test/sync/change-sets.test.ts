/** Two machines whose folders are joined by real git or Syncthing publish the same release and accept the same suggestion. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BLOG, startTestServer, type TestServer, temporaryFolder, writeFiles } from '../helpers/server.js';
import { git, isInstalled, type Link, syncthing } from './link.js';
import { treeOf } from './tree.js';

const FILES = { ...BLOG, '.system/settings.json': { conflicts: { merge: true } } };
const PAST = '2026-01-02T09:00:00.000Z';

const edit = async (server: TestServer, set: string, id: string, json: object) => {
  const sent = { method: 'PATCH', json, headers: { 'X-Plinth-Perspective': set } };
  expect((await server.request(`/api/collections/blog/${id}`, sent)).status).toBe(200);
};
const made = async (server: TestServer, kind: string, title: string) => {
  const sent = { method: 'POST', json: { kind, title } };
  expect((await server.request('/api/change-sets', sent)).status).toBe(201);
};
const publish = async (server: TestServer, set: string) => {
  const published = await server.request(`/api/change-sets/${set}/publish`, { method: 'POST', json: {} });
  expect([set, published.status]).toEqual([set, 200]);
};
const titleOf = async (server: TestServer, id: string) =>
  (await server.request(`/api/collections/blog/${id}`)).json.title;
const setOf = async (server: TestServer, set: string) =>
  (await server.request(`/api/change-sets/${set}`)).json;

describe.each([
  ['git', git],
  ['syncthing', syncthing],
] as const)('two machines joined by %s', (program, join) => {
  let link: Link | undefined;
  afterEach(() => link?.stop());

  it.skipIf(!isInstalled(program))(
    'end alike when both publish the same release, now and at its time, and accept the same suggestion',
    async () => {
      const machines = [await startTestServer(FILES), await startTestServer(FILES)] as const;
      const folders = machines.map(({ folder }) => folder);
      link = await join(await temporaryFolder(), folders);
      const [one, other] = machines;
      const alike = async () => {
        await vi.waitFor(
          async () => {
            const [a, b] = await Promise.all(folders.map(treeOf));
            expect(a?.split('\n')).toEqual(b?.split('\n'));
            expect(await link?.isIdle()).toBe(true);
            for (const server of machines) {
              expect(JSON.parse((await server.request('/api/conflicts')).text).conflicts).toEqual([]);
            }
          },
          { timeout: 60_000, interval: 300 },
        );
      };
      const heal = () => link?.heal(async () => {});
      for (const [kind, title] of [
        ['release', 'Now'],
        ['release', 'Planned'],
        ['suggestion', 'Better'],
      ] as const) {
        await made(one, kind, title);
      }
      await edit(one, 'now', 'first-post', { title: 'Now' });
      await edit(one, 'planned', 'second-post', { title: 'Planned' });
      await edit(one, 'better', 'first-post', { tags: ['suggested'] });
      await heal();
      await alike();

      await link.part();
      for (const server of machines) {
        await publish(server, 'now');
        await publish(server, 'better');
        // Both were off at its time.
        await writeFiles(server.folder, {
          '.changes/planned/set.json': { kind: 'release', title: 'Planned', publishAt: PAST },
        });
        await expect.poll(() => titleOf(server, 'second-post'), { timeout: 20_000 }).toBe('Planned');
        await expect.poll(() => setOf(server, 'planned'), { timeout: 20_000 }).toHaveProperty('published');
      }
      await heal();
      await alike();
      for (const server of machines) {
        expect(await titleOf(server, 'first-post')).toBe('Now');
        expect((await server.request('/api/collections/blog/first-post')).json.tags).toEqual(['suggested']);
        expect(await setOf(server, 'planned')).toMatchObject({ objects: [], published: { at: PAST } });
        expect(await setOf(server, 'now')).toMatchObject({ objects: [], published: {} });
        expect((await server.request('/api/change-sets/better')).status).toBe(404);
      }

      // Each edits another property of the same draft.
      await edit(one, 'draft', 'first-post', { title: 'Draft' });
      await heal();
      await alike();
      await link.part();
      await edit(one, 'draft', 'first-post', { title: 'Draft of one' });
      await edit(other, 'draft', 'first-post', { tags: ['other'] });
      if (program === 'git') {
        await heal();
        await alike();
        const sent = { headers: { 'X-Plinth-Perspective': 'draft' } };
        await expect
          .poll(async () => (await other.request('/api/collections/blog/first-post', sent)).json)
          .toMatchObject({ title: 'Draft of one', tags: ['other'] });
      }
    },
    180_000,
  );
});
