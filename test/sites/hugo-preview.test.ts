/** Hugo shows drafts and what is typed from a copy, by the scripts of its page of the documentation. */
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { plainPng } from '../helpers/made-files.js';
import { startTestServer, writeFiles } from '../helpers/server.js';
import { type } from '../helpers/typed.js';
import { hugoVersion, ROOT } from './generators.js';
import { withProject } from './site-project.js';

vi.setConfig({ testTimeout: 120_000 });

const hasHugo = hugoVersion() > 0;
if (!hasHugo) process.stderr.write('Skipped: the preview of Hugo: Hugo is not installed\n');

const POLL = { timeout: 60_000, interval: 100 };

const PAGE = '<h1>{{ .Title }}</h1>{{ with .Params.cover }}<img src="{{ .url }}">{{ end }}{{ .Content }}';

const SITE = {
  'hugo.toml': 'baseURL = "https://example.org/"\ndisableKinds = ["taxonomy", "term", "RSS", "sitemap"]\n',
  'layouts/_default/single.html': PAGE,
  'layouts/_default/list.html': '{{ range site.RegularPages }}<a href="{{ .RelPermalink }}"></a>{{ end }}',
};

const CONTENT = {
  '.schemas/page.json': {
    id: 'page',
    properties: {
      id: { field: 'id' },
      title: { field: 'text' },
      cover: { $ref: 'https://example.test/image.json', field: 'image' },
      text: { field: 'styledtext' },
    },
    required: ['id'],
    index: ['id'],
  },
  'posts/.meta.json': { id: 'posts', schema: 'page' },
  'posts/one.json': { id: 'one', title: 'One', text: '<p>Live</p>' },
  '.system/settings.json': { edition: 'pro' },
};

/** The project of the page of the documentation, and what it keeps out of git. */
async function documented(): Promise<{ project: string; ignored: string }> {
  const page = await readFile(join(ROOT, 'resources/docs/hugo.md'), 'utf8');
  const [, project = '', ignored = ''] =
    /```json\n(\{[^`]+"dev": "plinth mirror[^`]+)```[\s\S]*?```\n(\.preview\/\n[^`]+)```/.exec(page) ?? [];
  return { project, ignored };
}

it.runIf(hasHugo)(
  'a word that is typed is in the page of Hugo, with the images of a draft, and not in its build',
  async () => {
    const { project, ignored } = await documented();
    const prepare = async (folder: string) => {
      await writeFiles(folder, { ...SITE, 'package.json': project });
      await mkdir(join(folder, 'node_modules'));
      return folder;
    };
    const result = await withProject(undefined, prepare, async (site, build) => {
      const server = await startTestServer(CONTENT, { home: site, name: 'my-site' });
      const [proposal] = (
        await server.request('/api/sites/find', { method: 'POST', json: { directory: site } })
      ).json.proposals as object[];
      expect(proposal).toMatchObject({ generator: 'Hugo', develop: 'npm run dev', build: 'npm run build' });
      const added = await server.request('/api/sites', {
        method: 'POST',
        json: { directory: site, name: 'site' },
      });
      expect(added.status).toBe(201);
      await server.request('/api/sites/site/develop', { method: 'POST' });
      const state = async () => (await server.request('/api/sites/site/develop')).json;
      await expect.poll(async () => (await state()).status, POLL).toBe('running');
      const { address } = await state();
      const page = async () => (await fetch(`${address}/posts/one/`)).text();
      expect(await page()).toContain('<h1>One</h1>');

      const body = new FormData();
      body.append('file', new Blob([new Uint8Array(await plainPng())]), 'cover.png');
      const headers = { 'X-Plinth-Perspective': 'draft' };
      const one = '/api/collections/posts/one';
      expect((await server.request(`${one}/cover`, { method: 'POST', body, headers })).status).toBe(200);
      await type(server, { text: '<p>Typed and not saved</p>' }, { collection: 'posts', object: 'one' });
      await expect
        .poll(page, POLL)
        .toMatch(/<img src="\/files\/[\da-f]{16}\.png">[\s\S]*Typed and not saved/);
      const [, image = ''] = /<img src="([^"]+)"/.exec(await page()) ?? [];
      await expect.poll(async () => (await fetch(address + image)).status, POLL).toBe(200);

      const built = await build('build');
      expect(built.code, built.output).toBe(0);
      const html = await readFile(join(site, 'public/posts/one/index.html'), 'utf8');
      expect(html).toContain('Live');
      expect(html).not.toMatch(/Typed|<img/);
      expect(existsSync(join(site, 'public', image))).toBe(false);
      for (const name of ignored.trim().split('\n'))
        expect([name, existsSync(join(site, name))]).toEqual([name, true]);
      await server.close();
    });
    expect(result).toBeUndefined();
  },
);
