/** Publishing a site over HTTP: real builds, a real push to a git repository, a real rsync to a folder. */
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { DEPLOY_TOOLS, deployCommand } from '../../server/contract/sites.js';
import { BLOG, startTestServer, type TestServer, writeFiles } from '../helpers/server.js';
import {
  addSite,
  begin,
  FOREVER,
  homeOf,
  isAlive,
  pidsIn,
  publish,
  runOf,
  streamOf,
} from '../helpers/site-builds.js';
import { PASSWORD, sessionOf, trySignIn, WITH_STAFF } from '../helpers/users.js';

// Commands of the machine are started, which takes its time on a busy one.
vi.setConfig({ testTimeout: 60_000 });

const retitle = (server: TestServer, id: string, title: string) =>
  server.request(`/api/collections/blog/${id}`, { method: 'PATCH', json: { title } });

const stateOf = async (server: TestServer) => (await server.request('/api/sites/site/state')).json;
const runsOf = async (server: TestServer) =>
  (await server.request('/api/sites/site/runs')).json.runs as object[];

/** A command line that appends its output folder's names to a file beside the project. */
const SENT = `node -e "require('fs').appendFileSync('../sent', require('fs').readdirSync('dist').join()+';')"`;
const sent = (server: TestServer) => readFile(join(homeOf(server), 'sent'), 'utf8').catch(() => '');

/** The tool's command line with its words in capitals replaced. */
function toolFor(id: string, words: Readonly<Record<string, string>>): string {
  const tool = DEPLOY_TOOLS.find((one) => one.id === id);
  let command = tool ? deployCommand(tool, 'dist') : '';
  for (const [word, value] of Object.entries(words)) command = command.replaceAll(word, value);
  return command;
}

describe('publishing a site', () => {
  it('builds, uploads, tells what went out, and does nothing when nothing has changed', async () => {
    const server = await startTestServer();
    await addSite(server, { deploy: SENT, address: 'https://example.org' });
    expect(await stateOf(server)).toMatchObject({
      outgoing: { since: null, changed: true, all: true, objects: [], more: 0, project: false },
      running: null,
    });
    const begun = await begin(server);
    const { id } = begun.json.run as { id: string };
    expect(begun).toMatchObject({
      status: 202,
      json: { run: { status: 'running', step: 'build', site: 'site' } },
    });
    const events = await streamOf(server, id);
    expect(events.findLast(({ event }) => event === 'step')).toEqual({ event: 'step', step: 'deploy' });
    const lines = events.flatMap((one) => (one.event === 'log' ? one.lines : []));
    expect(lines).toEqual(['$ node build.mjs', 'built 2 pages for https://example.org', `$ ${SENT}`]);
    expect(events.at(-1)).toMatchObject({
      event: 'ended',
      run: { status: 'succeeded', by: { kind: 'owner' }, durationMs: expect.any(Number), problem: null },
    });
    expect(await runOf(server, id)).toMatchObject({ log: lines, dropped: 0 });
    expect(await sent(server)).toBe('first-post.html,second-post.html;');

    const again = await begin(server);
    expect([again.status, again.json.run, (again.json.outgoing as { changed: boolean }).changed]).toEqual([
      200,
      null,
      false,
    ]);
    expect((await publish(server, { force: true }))?.status).toBe('succeeded');

    await retitle(server, 'first-post', 'Tide & time');
    await server.request('/api/collections/blog/second-post', { method: 'PATCH', json: { draft: true } });
    await server.request('/api/collections/blog-private/secret', { method: 'DELETE' });
    const { outgoing } = await stateOf(server);
    expect(outgoing).toMatchObject({
      since: expect.any(String),
      ...{ changed: true, all: false, project: false, more: 0 },
      objects: [
        { collection: 'blog-private', id: 'secret', deleted: true },
        { collection: 'blog', id: 'second-post', title: 'Second post', draft: true },
        { collection: 'blog', id: 'first-post', title: 'Tide & time' },
      ],
    });
    expect((await publish(server))?.outgoing).toEqual(outgoing);
    expect(await sent(server)).toMatch(/;first-post\.html;$/);
    const runs = await runsOf(server);
    expect(runs).toHaveLength(3);
    expect(runs[0]).toMatchObject({ status: 'succeeded', outgoing });
    expect(server.warnings()).toEqual([]);
  });

  it('counts changed files of the project and changed commands, not what is written again as it was', async () => {
    const server = await startTestServer();
    const directory = await addSite(server, {}, { files: { 'style.css': 'a {}', '.cache/x': '1' } });
    expect((await publish(server))?.status).toBe('succeeded');
    await writeFile(join(directory, 'style.css'), 'a {}');
    await writeFile(join(directory, '.cache/x'), '2');
    await writeFile(join(directory, 'dist/extra.html'), '');
    expect(await publish(server)).toBeUndefined();
    await writeFile(join(directory, 'style.css'), 'b {}');
    expect((await publish(server))?.outgoing).toMatchObject({ project: true, all: false, objects: [] });
    await rm(join(directory, 'style.css'));
    expect((await publish(server))?.outgoing.project).toBe(true);
    await server.request('/api/sites/site', { method: 'PATCH', json: { deploy: 'echo sent' } });
    expect((await publish(server))?.outgoing.project).toBe(true);
    await server.request('/api/sites/site', { method: 'PATCH', json: { name: 'Another name' } });
    expect(await publish(server)).toBeUndefined();
  });

  it('says that all may have changed after a change of a type', async () => {
    const server = await startTestServer();
    await addSite(server);
    await publish(server);
    await server.request('/api/collections/blog/settings', {
      method: 'PATCH',
      json: { url: '/journal/{id}' },
    });
    const schema = { id: 'note', properties: { id: { field: 'id' } }, required: ['id'] };
    await server.request('/api/schemas', { method: 'POST', json: schema });
    await server.request('/api/collections', {
      method: 'POST',
      json: { id: 'notes', schema: 'note', name: 'Notes' },
    });
    expect((await publish(server))?.outgoing).toMatchObject({
      all: true,
      changed: true,
      since: expect.any(String),
    });
    expect(await publish(server)).toBeUndefined();
  });

  it('pushes to a branch of a git repository, the second time only the page that has changed', async () => {
    const server = await startTestServer();
    const remote = join(homeOf(server), 'remote.git');
    const git = (...args: string[]) =>
      execFileSync('git', ['--git-dir', remote, ...args], { encoding: 'utf8' });
    execFileSync('git', ['init', '-q', '--bare', remote]);
    const deploy = toolFor('git-pages', {
      'git@HOST:USER/REPOSITORY.git': '../remote.git',
      BRANCH: 'pages',
    }).replaceAll('commit ', '-c user.name=Test -c user.email=test@example.org commit ');
    await addSite(server, { deploy });
    expect(await publish(server)).toMatchObject({ status: 'succeeded' });
    expect(git('ls-tree', '--name-only', 'pages').split('\n')).toEqual([
      'first-post.html',
      'second-post.html',
      '',
    ]);
    await retitle(server, 'second-post', 'Another title');
    expect(await publish(server)).toMatchObject({ status: 'succeeded' });
    expect(git('diff', '--name-only', 'pages~1', 'pages')).toBe('second-post.html\n');
    expect(git('show', 'pages:second-post.html')).toBe('<h1>Another title</h1>');
    // What the tool keeps in the project is no change of it.
    expect(await publish(server)).toBeUndefined();
  });

  it('carries only the page that has changed by rsync, and removes the one that is gone', async () => {
    const server = await startTestServer();
    const target = join(homeOf(server), 'www');
    await mkdir(target);
    await addSite(server, { deploy: toolFor('rsync', { 'USER@HOST:/FOLDER/': '../www/' }) });
    const carried = async () => {
      const { log = [] } = (await publish(server)) ?? {};
      return log.flatMap((line) => /^(?:>f\S*|\*deleting) +(.+)$/.exec(line)?.[1] ?? []);
    };
    expect((await carried()).sort()).toEqual(['first-post.html', 'second-post.html']);
    await retitle(server, 'first-post', 'Another title');
    expect(await carried()).toEqual(['first-post.html']);
    expect(await readFile(join(target, 'first-post.html'), 'utf8')).toBe('<h1>Another title</h1>');
    await server.request('/api/collections/blog/second-post', { method: 'DELETE' });
    expect(await carried()).toEqual(['second-post.html']);
    expect(await readdir(target)).toEqual(['first-post.html']);
  });

  it('writes images beside the pages, and uploads nothing when one is missing', async () => {
    const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const image = { name: 'a.png', size: bytes.length, width: 8, height: 8, alt: '' };
    const post = { ...Object(BLOG['blog/first-post.json']), image };
    const server = await startTestServer({
      ...BLOG,
      'blog/first-post.json': post,
      'blog/first-post/image/a.png': bytes,
    });
    const page = (name: string) => `
      const { mkdirSync, writeFileSync } = require('node:fs');
      mkdirSync('dist', { recursive: true });
      const at = process.env.PLINTH_URL + '/imageworks/blog/${name}/image.png?w=4';
      writeFileSync('dist/a.html', '<img src="' + at + '">');`;
    const settings = { build: 'node page.cjs', deploy: SENT, assets: true };
    const directory = await addSite(server, settings, { files: { 'page.cjs': page('first-post') } });
    const run = await publish(server);
    expect(run).toMatchObject({ status: 'succeeded', problem: null });
    const built = await readFile(join(directory, 'dist/a.html'), 'utf8');
    const name = /^<img src="\/(plinth-assets\/[\w.-]+)">$/.exec(built)?.[1] ?? built;
    expect(await sharp(join(directory, 'dist', name)).metadata()).toMatchObject({ width: 4 });

    await writeFile(join(directory, 'page.cjs'), page('gone'));
    const failed = await publish(server);
    expect(failed).toMatchObject({ status: 'failed', step: 'files', problem: { key: 'siteFilesMissing' } });
    expect(failed?.log.join('\n')).toMatch(/a\.html: .*gone/);
    expect((await sent(server)).split(';')).toHaveLength(2);
  });

  it.each([
    ['the build fails', { build: 'echo broken >&2 && exit 3' }, 'siteCommandFailed', 'broken'],
    ['the build is no program', { build: 'no-such-program-here' }, 'siteCommandFailed', 'not found'],
    ['the build is ended', { build: 'kill -9 $$' }, 'siteCommandEnded', ''],
    ['the build leaves nothing', { build: 'true', output: 'public' }, 'siteOutputEmpty', ''],
  ])('uploads nothing when %s', async (_what, settings, key, line) => {
    const server = await startTestServer();
    await addSite(server, { ...settings, deploy: SENT });
    const run = await publish(server);
    expect(run).toMatchObject({ status: 'failed', step: 'build', problem: { key } });
    expect(run?.log.join('\n')).toContain(line);
    expect(await sent(server)).toBe('');
    // What was not published is still to go out.
    expect(await stateOf(server)).toMatchObject({ outgoing: { since: null, changed: true }, running: null });
  });

  it('reports an upload that fails, and what is still to go out', async () => {
    const server = await startTestServer();
    await addSite(server, { deploy: 'exit 7' });
    expect(await publish(server)).toMatchObject({
      ...{ status: 'failed', step: 'deploy' },
      problem: { key: 'siteCommandFailed', message: 'The command "exit 7" failed with exit code 7' },
    });
    expect(await stateOf(server)).toMatchObject({ outgoing: { since: null, changed: true } });
  });

  it('builds nothing while a file of the folder is damaged', async () => {
    const server = await startTestServer({ ...BLOG, 'blog/broken.json': '{"id":' });
    await addSite(server, { deploy: SENT });
    const run = await publish(server);
    expect(run).toMatchObject({ status: 'failed', problem: { key: 'siteFolderDamaged' } });
    expect(run?.log.join()).toContain('blog/broken.json');
    expect(await sent(server)).toBe('');
  });

  it('is canceled with everything that the build has started', async () => {
    const server = await startTestServer();
    await addSite(server, { build: FOREVER, deploy: SENT });
    const { id } = (await begin(server)).json.run as { id: string };
    const pids = await pidsIn(server, `/api/sites/site/runs/${id}/log`);
    expect(pids.filter(isAlive)).toEqual(pids);
    const stream = streamOf(server, id);
    expect((await begin(server, { force: true })).text).toContain('"sitePublishing"');
    const cancel = () => server.request(`/api/sites/site/runs/${id}/cancel`, { method: 'POST' });
    expect((await cancel()).json).toMatchObject({ status: 'cancelled', step: 'build', problem: null });
    expect((await stream).at(-1)).toMatchObject({ event: 'ended', run: { status: 'cancelled' } });
    await expect.poll(() => pids.filter(isAlive)).toEqual([]);
    expect(await sent(server)).toBe('');
    expect((await cancel()).text).toContain('"siteNotPublishing"');
    // Another one can follow.
    await server.request('/api/sites/site', { method: 'PATCH', json: { build: 'node build.mjs' } });
    expect((await publish(server))?.status).toBe('succeeded');
  });

  it('runs once for each site at a time', async () => {
    const server = await startTestServer();
    await addSite(server, { deploy: SENT });
    const both = await Promise.all([begin(server), begin(server)]);
    expect(both.map(({ status }) => status).sort()).toEqual([202, 422]);
    const [run] = (await runsOf(server)) as { id: string }[];
    await streamOf(server, run?.id ?? '');
    expect(await sent(server)).toBe('first-post.html,second-post.html;');
    expect(await runsOf(server)).toHaveLength(1);
  });

  it('is interrupted when the folder is closed, also with a stream that is read', async () => {
    const server = await startTestServer();
    await addSite(server, { build: 'sleep 600', deploy: SENT });
    const { id } = (await begin(server)).json.run as { id: string };
    const stream = streamOf(server, id);
    await server.close();
    expect((await stream).at(-1)).toMatchObject({ event: 'ended', run: { status: 'interrupted' } });
    const again = await startTestServer(BLOG, { home: homeOf(server) });
    expect(await runsOf(again)).toMatchObject([
      { id, status: 'interrupted', finishedAt: expect.any(String) },
    ]);
    expect(await stateOf(again)).toMatchObject({ outgoing: { changed: true }, running: null });
  });

  it('gives commands a key that reads, until they have ended', async () => {
    const server = await startTestServer();
    const code = `const h={'x-api-key':process.env.PLINTH_KEY};(async()=>{const w=await fetch(process.env.PLINTH_URL+'/api/collections/blog/first-post',{method:'DELETE',headers:h});const r=await fetch(process.env.PLINTH_URL+'/api/collections/blog?fields=titel',{headers:h});console.log(w.status,r.status,process.env.PLINTH_URL,process.env.PLINTH_KEY)})()`;
    await addSite(server, { build: `node -e "${code}"`, output: '', deploy: 'true' }).catch(() => undefined);
    await addSite(server, { build: `node -e "${code}" && mkdir -p dist && touch dist/a`, deploy: '' });
    const { log = [] } = (await publish(server)) ?? {};
    const [write, read, url, key = ''] =
      log
        .find((line) => line.includes('http'))
        ?.split(' ')
        .slice(-4) ?? [];
    expect([write, read]).toEqual(['403', '200']);
    expect(log.join('\n')).toContain('titel');
    const later = await fetch(`${server.url}/api/collections/blog`, { headers: { 'x-api-key': key } });
    expect([later.status, url]).toEqual([401, expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/)]);
  });

  it('is for the owner alone, and a stream ends with the session', async () => {
    const server = await startTestServer(WITH_STAFF);
    await addSite(server, { build: 'sleep 600' });
    const admin = sessionOf(server, await trySignIn(server, 'admin one', PASSWORD));
    const key = await server.key();
    const { id } = (await begin(server)).json.run as { id: string };
    const requests: [string, string][] = [
      ['GET', 'state'],
      ['POST', 'publish'],
      ['GET', 'runs'],
      ['GET', `runs/${id}`],
      ['GET', `runs/${id}/log`],
      ['POST', `runs/${id}/cancel`],
    ];
    for (const [method, path] of requests) {
      const [at, one] = [`/api/sites/site/${path}`, { method }];
      expect((await server.request(at, { ...one, as: { key } })).status).toBe(403);
      expect((await server.request(at, { ...one, as: 'nobody' })).status).toBe(401);
      expect((await admin.request(at, one)).status).toBe(403);
    }
    const stream = streamOf(server, id);
    await server.request('/admin/session/end', { method: 'POST' });
    expect((await stream).some(({ event }) => event === 'ended')).toBe(false);
  });

  it('answers 404 for sites and runs that are not there, and forgets the runs of a site', async () => {
    const server = await startTestServer();
    await addSite(server);
    const { id = '' } = (await publish(server)) ?? {};
    for (const path of [
      'other/state',
      'other/runs',
      `other/runs/${id}`,
      'site/runs/none',
      'site/runs/none/log',
    ])
      expect([path, (await server.request(`/api/sites/${path}`)).status]).toEqual([path, 404]);
    expect((await server.request('/api/sites/other/publish', { method: 'POST' })).status).toBe(404);
    await server.request('/api/sites/site', { method: 'DELETE' });
    await addSite(server);
    expect(await runsOf(server)).toEqual([]);
    expect(await stateOf(server)).toMatchObject({ outgoing: { since: null } });
  });

  it('checks the folders again before it runs', async () => {
    const server = await startTestServer();
    const directory = await addSite(server);
    await rm(directory, { recursive: true });
    expect(await begin(server)).toMatchObject({ status: 422, text: expect.stringContaining('"directory"') });
    await writeFiles(homeOf(server), { 'site/README.md': '' });
    await server.request('/api/sites/site', { method: 'PATCH', json: { build: '', deploy: '' } });
    expect((await begin(server)).text).toContain('"siteWithoutCommands"');
  });
});
