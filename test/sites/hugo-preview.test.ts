/** The example for Hugo shows drafts and what is typed from a copy, by its own scripts. */
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { plainPng } from '../helpers/made-files.js';
import { startTestServer } from '../helpers/server.js';
import { type } from '../helpers/typed.js';
import { EXAMPLES, hugoVersion } from './generators.js';
import { withProject } from './site-project.js';

vi.setConfig({ testTimeout: 120_000 });

const hasHugo = hugoVersion() > 0;
if (!hasHugo) process.stderr.write('Skipped: the preview of Hugo: Hugo is not installed\n');

const POLL = { timeout: 60_000, interval: 100 };
const POST = '/api/collections/posts/bread-and-butter';

it.runIf(hasHugo)(
  'a word that is typed is in the page of Hugo, with the images of a draft, and not in its build',
  async () => {
    const prepare = async (folder: string) => {
      await cp(join(EXAMPLES, 'hugo'), folder, { recursive: true });
      await cp(join(EXAMPLES, 'content'), join(folder, 'my-site'), { recursive: true });
      await mkdir(join(folder, 'node_modules'));
      return folder;
    };
    const result = await withProject(undefined, prepare, async (site, build) => {
      const server = await startTestServer({}, { home: site, name: 'my-site' });
      const directory = { method: 'POST', json: { directory: site } };
      const [proposal] = (await server.request('/api/sites/find', directory)).json.proposals as object[];
      expect(proposal).toMatchObject({ generator: 'Hugo', develop: 'npm run dev', build: 'npm run build' });

      const develop = { ...proposal, directory: site, name: 'site' };
      expect((await server.request('/api/sites', { method: 'POST', json: develop })).status).toBe(201);
      await server.request('/api/sites/site/develop', { method: 'POST' });
      const state = async () => (await server.request('/api/sites/site/develop')).json;
      await expect.poll(async () => (await state()).status, POLL).toBe('running');
      const { address } = await state();
      const page = async (path = '/posts/bread-and-butter/') => (await fetch(address + path)).text();
      expect(await page()).toContain('<span class="author">Ada Lindgren</span>');
      expect(await page('/')).not.toContain('authors');

      const body = new FormData();
      body.append('file', new Blob([new Uint8Array(await plainPng())]), 'cover.png');
      const headers = { 'X-Plinth-Perspective': 'draft' };
      expect((await server.request(`${POST}/image`, { method: 'POST', body, headers })).status).toBe(200);
      const place = { collection: 'posts', object: 'bread-and-butter' };
      await type(server, { content: '<p>Typed and not saved</p>' }, place);
      await expect.poll(page, POLL).toMatch(/<img src="\/files\/[\da-f]{16}\.png[\s\S]*Typed and not saved/);
      const [, image = ''] = /<img src="([^"?]+)/.exec(await page()) ?? [];
      await expect.poll(async () => (await fetch(address + image)).status, POLL).toBe(200);

      // In a terminal, where nothing chooses what is shown, `preview` names it.
      await server.request('/api/sites/site/develop', { method: 'DELETE' });
      const changed = { method: 'PATCH', json: { develop: 'npm run preview' } };
      expect((await server.request('/api/sites/site', changed)).status).toBe(200);
      await server.request('/api/sites/site/develop', { method: 'POST' });
      await expect.poll(async () => (await state()).status, POLL).toBe('running');
      expect(await (await fetch(`${(await state()).address}/posts/bread-and-butter/`)).text()).toContain(
        image,
      );

      const built = await build('build:files');
      expect(built.code, built.output).toBe(0);
      const html = await readFile(join(site, 'public/posts/bread-and-butter/index.html'), 'utf8');
      expect(html).toContain('<span class="author">Ada Lindgren</span>');
      expect(html).not.toContain('Typed');
      expect(existsSync(join(site, 'public', image))).toBe(false);
      const ignored = await readFile(join(site, '.gitignore'), 'utf8');
      expect(
        ignored
          .trim()
          .split('\n')
          .filter((name) => existsSync(join(site, name))),
      ).toEqual(expect.arrayContaining(['.preview/', 'public/']));
      await server.close();
    });
    expect(result).toBeUndefined();
  },
);
