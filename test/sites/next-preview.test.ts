/** The development server of Next, started by Plinth, shows drafts and what is typed when a page is loaded again. */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { startTestServer } from '../helpers/server.js';
import { thorough } from '../helpers/thorough.js';
import { type } from '../helpers/typed.js';
import { writeFolder } from './folder.js';
import { EXAMPLES, GENERATORS } from './generators.js';
import { withProject } from './site-project.js';

vi.setConfig({ testTimeout: 20 * 60_000, hookTimeout: 120_000 });

const POLL = { timeout: 120_000, interval: 200 };

const VERSIONS = GENERATORS.filter(({ example }) => example === 'next');

describe.runIf(thorough).each(VERSIONS)('the development server of $name', ({ packages, name }) => {
  it('shows a draft, a new object and what is typed, and what is live without them', async () => {
    const prepare = async (folder: string) => {
      await cp(join(EXAMPLES, 'next'), folder, {
        recursive: true,
        filter: (path) => !path.endsWith('package-lock.json') && !path.includes('node_modules'),
      });
      return folder;
    };
    const result = await withProject(packages, prepare, async (site) => {
      await writeFolder(join(site, 'my-site'), 3);
      const server = await startTestServer({}, { home: site, name: 'my-site' });
      const { objects } = (await server.request('/api/collections/posts?published=1')).json as unknown as {
        objects: { id: string }[];
      };
      const post = String(objects[0]?.id);
      const place = `/api/collections/posts/${post}`;
      const json = { directory: site, name: 'site' };
      expect((await server.request('/api/sites', { method: 'POST', json })).status).toBe(201);
      await server.request('/api/sites/site/develop', { method: 'POST' });
      const state = async () => (await server.request('/api/sites/site/develop')).json;
      await expect.poll(async () => (await state()).status, POLL).toBe('running');
      const { address } = await state();
      const page = async (id: string) => (await fetch(`${address}/posts/${id}/`)).text();
      const title = async (id: string) => /<h1>(.*?)<\/h1>/.exec(await page(id))?.[1];
      await expect.poll(() => title(post), POLL).toBeTruthy();

      const headers = { 'X-Plinth-Perspective': 'draft' };
      const draft = { method: 'PATCH', json: { title: 'Drafted' }, headers };
      expect((await server.request(place, draft)).status).toBe(200);
      expect(await title(post)).toBe('Drafted');
      await type(server, { title: 'Typed' }, { collection: 'posts', object: post });
      expect(await title(post)).toBe('Typed');
      // Shared without what is typed.
      const sent = { method: 'POST', json: { hours: 1, path: `/posts/${post}/` } };
      const { url, share } = (await server.request('/api/preview/shares', sent)).json as unknown as {
        url: string;
        share: { id: string };
      };
      const entered = await fetch(url, { redirect: 'manual' });
      const cookie = String(entered.headers.get('set-cookie')).split(';')[0] ?? '';
      const there = new URL(String(entered.headers.get('location')), url);
      const seen = await (await fetch(there, { headers: { cookie } })).text();
      expect(/<h1>(.*?)<\/h1>/.exec(seen)?.[1]).toBe('Drafted');
      await server.request(`/api/preview/shares/${share.id}`, { method: 'DELETE' });
      expect(await title(post)).toBe('Typed');
      const made = { id: 'fresh', title: 'Fresh', date: '2026-01-01' };
      const create = { method: 'POST', json: made, headers };
      expect((await server.request('/api/collections/posts', create)).status).toBe(201);
      await expect.poll(() => title('fresh'), POLL).toBe('Fresh');
      await server.request('/api/preview', { method: 'PUT', json: { sets: [] } });
      await server.request('/api/presence/form-1234', { method: 'DELETE' });
      expect(await title(post)).not.toMatch(/Drafted|Typed/);
      await server.close();
    });
    if (result) {
      expect(process.env.PLINTH_REQUIRE_SITES, result.skipped).toBeUndefined();
      process.stderr.write(`Skipped: the preview of ${name}: ${result.skipped}\n`);
    }
  });
});
