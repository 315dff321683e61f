/** Small projects that are really built: a script of Node writes a page for each post of a server. */
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import type { PublishEvent, PublishRecord } from '../../server/contract/sites.js';
import { type Files, writeFiles } from './files.js';
import type { TestServer } from './server.js';

/** Writes `dist/{id}.html` for each post, as `plinth exec` has it read them. */
const BUILD = `
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
const { PLINTH_URL: url, PLINTH_KEY: key, PLINTH_SITE_URL: site = 'none' } = process.env;
const ask = async (path) => (await fetch(url + path, { headers: { 'x-api-key': key } })).json();
const { objects } = await ask('/api/collections/blog?published=1');
rmSync('dist', { recursive: true, force: true });
mkdirSync('dist');
for (const { id, title, image } of objects)
  writeFileSync('dist/' + id + '.html', '<h1>' + title + '</h1>' + (image?.url ? '<img src="' + url + image.url + '">' : ''));
console.log('\\u001b[32mbuilt\\u001b[0m ' + objects.length + ' pages for ' + site);
`;

export const homeOf = (server: TestServer) => dirname(server.folder);

/** Makes a project beside the data folder, and a site of it; returns its directory. */
export async function addSite(
  server: TestServer,
  settings: object = {},
  { files = {}, name = 'site' }: { files?: Files; name?: string } = {},
): Promise<string> {
  const directory = join(homeOf(server), name);
  await writeFiles(directory, { 'build.mjs': BUILD, ...files });
  const json = { directory, name, build: 'node build.mjs', output: 'dist', ...settings };
  const added = await server.request('/api/sites', { method: 'POST', json });
  if (added.status !== 201) throw new Error(added.text);
  return directory;
}

/** Begins to publish the site. */
export const begin = (server: TestServer, json?: object) =>
  server.request('/api/sites/site/publish', { method: 'POST', ...(json && { json }) });

/** The lines of the stream of a run, up to its end. */
export async function streamOf(server: TestServer, run: string): Promise<PublishEvent[]> {
  const { text } = await server.request(`/api/sites/site/runs/${run}/log`);
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

export const runOf = async (server: TestServer, run: string): Promise<PublishRecord> =>
  (await server.request(`/api/sites/site/runs/${run}`)).json as unknown as PublishRecord;

/** Publishes to the end; undefined where nothing has changed. */
export async function publish(server: TestServer, json?: object): Promise<PublishRecord | undefined> {
  const begun = await begin(server, json);
  if (begun.status !== 202 && begun.status !== 200) throw new Error(begun.text);
  const run = begun.json.run as { id: string } | null;
  if (!run) return undefined;
  await streamOf(server, run.id);
  return runOf(server, run.id);
}

/** What has ended and was not waited for by its parent, which may be gone, does not count. */
export const isAlive = (pid: number): boolean =>
  /^\s*[^Z\s]/.test(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout);

/** Prints the ids of two processes, the second the child of the first, which run until they are ended by force. */
export const FOREVER = `node -e "const {spawn}=require('child_process');const c=spawn(process.execPath,['-e','setInterval(()=>{},1000)']);process.on('SIGTERM',()=>{});console.log(process.pid,c.pid);setInterval(()=>{},1000)"`;

/** Reads a stream until it has something, and returns what was found. */
export async function readUntil(server: TestServer, path: string, pattern: RegExp): Promise<string[]> {
  const { body } = await fetch(server.url + path, { headers: { cookie: server.cookie } });
  let text = '';
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part;
    const found = pattern.exec(text);
    if (found) return [...found];
  }
  throw new Error(`The command has ended: ${text}`);
}

/** The ids of the processes of `FOREVER`, from the stream of what it writes. */
export const pidsIn = async (server: TestServer, path: string): Promise<number[]> =>
  (await readUntil(server, path, /"(\d+) (\d+)"/)).slice(1).map(Number);
