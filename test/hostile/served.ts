/** The built server in a process of its own, with a probe inside it and a tree of canaries around its folder. */
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { isJsonObject, type JsonObject } from '../../server/contract/values.js';
import { openSite, type Site } from '../../server/site.js';
import { built, type Ended, type Running, run } from '../helpers/process.js';
import { type Files, type RawAnswer, sendRaw, temporaryFolder, writeFiles } from '../helpers/server.js';

/** What the probe in the server's process has seen. */
export interface Probed {
  /** Properties that were added to a prototype. */
  polluted: string[];
  /** `address:port` of everything the process has connected to. */
  connections: string[];
  /** Resident memory in bytes. */
  memory: number;
  /** The longest processor time between two turns of the event loop since `watch`, in ms. */
  held: number;
  /** Processor time of the main thread so far, in ms. */
  spent: number;
}

export interface Served extends Running {
  url: string;
  port: number;
  /** The data folder, named `content`. */
  folder: string;
  /** Sends bytes as they are on a connection of their own. */
  raw(bytes: string | Buffer): Promise<RawAnswer>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  probe(): Promise<Probed>;
  /** Processor time in ms that a fixed work takes in the server's process now. */
  reference(): Promise<number>;
  /** Begins to measure how long the event loop is held. */
  watch(): void;
  /** Hash of everything around the data folder that Plinth has no business with. */
  surroundings(): string;
  /** Files of the data folder outside `.system`, with their bytes. */
  content(): Map<string, string>;
  /** Names of what lies in the folder for temporary files. */
  temporary(): Promise<string[]>;
  /** A signed-in owner: the cookie and the CSRF token. */
  signIn(): Promise<{ cookie: string; csrfToken: string }>;
  /** Stops it as a user would. */
  stop(): Promise<Ended>;
}

const PROBE = fileURLToPath(new URL('./probe.mjs', import.meta.url));

/** Files beside the folder that a way out of it would reach. */
const CANARIES: Files = {
  'evil.png': 'canary',
  'secret.json': { id: 'secret', title: 'canary' },
  'content-private/blog/secret.json': { id: 'secret', title: 'canary' },
  'x/y/z.txt': 'canary',
};

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => !one.isDirectory())
    .map((one) => join(one.parentPath, one.name).slice(folder.length + 1))
    .sort();
}

function hashOf(folder: string, left: (path: string) => boolean): string {
  const hash = createHash('sha256');
  for (const path of filesBelow(folder).filter(left)) {
    const { mode, mtimeMs } = lstatSync(join(folder, path));
    hash.update(`${path} ${mode} ${mtimeMs} `).update(readFileSync(join(folder, path)));
  }
  return hash.digest('hex');
}

/** Objects count their downloads some time later, which is no change of what somebody wrote. */
function contentOf(folder: string): Map<string, string> {
  const paths = filesBelow(folder).filter((path) => !path.startsWith('.system'));
  const read = (path: string) =>
    readFileSync(join(folder, path), 'latin1').replace(/"count": ?\d+/, '"count":0');
  return new Map(paths.map((path) => [path, read(path)]));
}

/** A server on loopback that nothing may reach; the test fails when something does. */
export async function canaryServer(): Promise<number> {
  const canary = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
  let reached = 0;
  canary.on('connection', () => {
    reached += 1;
  });
  onTestFinished(() => {
    canary.close();
    expect(reached, 'connections to the canary').toBe(0);
  });
  await new Promise((resolve) => canary.once('listening', resolve));
  return (canary.address() as AddressInfo).port;
}

/**
 * Serves a folder with these files. `prepare` works on the open folder before the server starts, for what no request
 * can make, as keys.
 */
export async function serve<Prepared>(
  files: Files,
  prepare: (site: Site) => Promise<Prepared>,
): Promise<{ served: Served; prepared: Prepared }> {
  const home = await temporaryFolder();
  const folder = join(home, 'content');
  const places = { cache: join(home, 'cache'), state: join(home, 'state') };
  await mkdir(folder);
  await writeFiles(home, CANARIES);
  await writeFiles(folder, files);
  const site = await openSite({ folder, ...places, exclusive: true, trust: true, log: () => undefined });
  const prepared = await prepare(site).finally(() => site.close());

  const args = ['serve', '--data', folder, '--port', '0', '--json', '--trust'];
  const env = { NODE_OPTIONS: `--import ${PROBE}`, PLINTH_LOG: 'debug' };
  const running = run(built('cli/plinth.js'), [...args, '--cache', places.cache, '--state', places.state], {
    env,
    ipc: true,
  });
  const { url, admin } = await running.event();
  const address = String(url);
  const port = Number(new URL(address).port);
  const own = await owner(String(admin));

  const asked = <T>(what: string) =>
    new Promise<T>((resolve) => {
      running.child.once('message', (answer: T) => resolve(answer));
      running.child.send(what);
    });
  const served: Served = {
    ...running,
    url: address,
    port,
    folder,
    raw: (bytes) => sendRaw(port, bytes),
    fetch: (path, init) => fetch(address + path, { redirect: 'manual', ...init }),
    probe: () => asked<Probed>('probe'),
    reference: () => asked<number>('reference'),
    watch: () => void running.child.send('watch'),
    surroundings: () => hashOf(home, (path) => !/^(?:content|cache|state)\//.test(path)),
    content: () => contentOf(folder),
    temporary: async () =>
      (await readdir(join(folder, '.system/tmp')).catch(() => [])).filter((name) => name !== 'chunks'),
    async signIn() {
      const link = await jsonOf(`${address}/admin/session/link`, {
        method: 'POST',
        headers: { cookie: own.cookie, 'x-csrf-token': own.csrfToken },
      });
      return owner(String(link.admin));
    },
    async stop() {
      running.child.kill('SIGTERM');
      return running.ended;
    },
  };
  return { served, prepared };
}

async function jsonOf(url: string, init: RequestInit): Promise<JsonObject> {
  const value: unknown = await (await fetch(url, init)).json();
  return isJsonObject(value) ? value : {};
}

async function owner(link: string): Promise<{ cookie: string; csrfToken: string }> {
  const answer = await fetch(link, { redirect: 'manual' });
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const { csrfToken } = await jsonOf(new URL('/admin/session', link).href, { headers: { cookie } });
  return { cookie, csrfToken: String(csrfToken) };
}

/** Sends half of a request and goes away without waiting for an answer. */
export async function sendAndLeave(port: number, bytes: Buffer): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
  socket.destroy();
}
