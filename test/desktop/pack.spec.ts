/**
 * The packed app without Electron's binary: electron-builder packs around a stand-in for it, then the archive
 * is taken apart and what lies in it is started under plain Node. This proves that the file globs and the
 * production dependencies are complete, native ones included, and that the fuses are set.
 */

import { execFile, fork, spawn } from 'node:child_process';
import { access, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { _electron, expect, test } from 'playwright/test';
import type { ServerMessage } from '../../server/contract/desktop.ts';
import { freshHome, type Home, isAlive, root, standIn, windowShowing } from './launch.ts';

interface Asar {
  extractAll(archive: string, destination: string): void;
  listPackage(archive: string, options: { isPack: boolean }): string[];
}
interface Fuses {
  getCurrentFuseWire(executable: string): Promise<Record<string, number>>;
}
const load = createRequire(import.meta.url);
const asar: Asar = load('@electron/asar');
const { getCurrentFuseWire }: Fuses = load('@electron/fuses');

/** Where Electron's binary keeps its fuses: this text, the version, how many, one digit each. */
const FUSE_SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** The package without Electron, in bytes. */
const MAX_BYTES = 75_000_000;

const SHIPPED_FUSES = '10110001';

let work = '';
let home: Home;
let app = '';
let packed = '';

/** The least that electron-builder takes for a distribution of Electron. */
async function fakeDistribution(folder: string): Promise<void> {
  await mkdir(join(folder, 'locales'), { recursive: true });
  await mkdir(join(folder, 'resources'));
  const parts = [FUSE_SENTINEL, String.fromCharCode(1, SHIPPED_FUSES.length), SHIPPED_FUSES];
  await writeFile(join(folder, 'electron'), `#!/bin/sh\n# ${parts.join('')}\n`, { mode: 0o755 });
  for (const name of ['LICENSE', 'version', 'locales/en-US.pak']) await writeFile(join(folder, name), '');
}

function run(command: string, args: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [command, ...args], { cwd: root });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

test.describe.configure({ mode: 'serial', timeout: 180_000 });

test.skip(process.platform === 'win32', 'The stand-in is a shell script, and the package is one for Linux');

test.beforeAll(async () => {
  test.setTimeout(300_000);
  work = await mkdtemp(join(tmpdir(), 'plinth-pack-'));
  home = await freshHome();
  const distribution = join(work, 'electron');
  await fakeDistribution(distribution);
  const release = join(work, 'release');
  const { code, output } = await run(join(root, 'node_modules/electron-builder/cli.js'), [
    '--linux',
    '--dir',
    `-c.electronDist=${distribution}`,
    `-c.directories.output=${release}`,
  ]);
  expect(code, output).toBe(0);
  packed = join(release, 'linux-unpacked');
  app = join(work, 'app');
  // Takes what lies unpacked beside the archive along.
  asar.extractAll(join(packed, 'resources/app.asar'), app);
});

test.afterAll(async () => {
  await rm(work, { recursive: true, force: true });
  await home.remove();
});

test('holds what runs, and neither sources nor tests nor tools', async () => {
  const files = asar.listPackage(join(packed, 'resources/app.asar'), { isPack: false });
  const has = (start: string) => files.some((file) => file.startsWith(start));
  for (const wanted of [
    '/dist/main/main.js',
    '/dist/main/preload.cjs',
    '/dist/main/catalogs/de.json',
    '/dist/server/cli/desktop-server.js',
    '/dist/renderer/index.html',
    '/dist/renderer/index.de.html',
    '/dist/renderer/assets/texts-de-',
    '/resources/preview/page.js',
    '/resources/starters/magazine/template.json',
    '/resources/starters/magazine/files/',
    '/resources/schemas/',
    '/resources/icons/tray/trayTemplate@2x.png',
    '/resources/icons/tray/tray.ico',
  ]) {
    expect(has(wanted), wanted).toBe(true);
  }
  for (const unwanted of [
    '/server/',
    '/renderer/',
    '/main/',
    '/test/',
    '/release/',
    '/node_modules/react/',
    '/dist/renderer/index.en-XA.html',
    '/dist/main/catalogs/en-XA.json',
    '/dist/renderer/assets/texts-en-XA-',
    '/node_modules/electron/',
    '/dist/renderer/.brotli/',
  ]) {
    expect(has(unwanted), unwanted).toBe(false);
  }
  expect(files.filter((file) => /\.(map|d\.[cm]?ts|tsbuildinfo)$/.test(file))).toEqual([]);
  expect(files.filter((file) => file.endsWith('.ts'))).toEqual([]);
  await access(join(packed, 'resources/app.asar.unpacked/node_modules/sharp/package.json'));
});

test('knows where newer versions of its system and architecture are', async () => {
  const feed = await readFile(join(packed, 'resources/app-update.yml'), 'utf8');
  expect(feed).toContain('provider: generic\n');
  expect(feed).toContain(`url: https://plinth.example/updates/linux-${process.arch}\n`);
  await access(join(app, 'node_modules/electron-updater/package.json'));
  await access(join(packed, 'usr/share/metainfo/dev.plinth.app.metainfo.xml'));
});

test('is no larger than what it needs', async () => {
  let bytes = 0;
  for (const entry of await readdir(packed, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  }
  console.log(`The package without Electron: ${Math.round(bytes / 1e6)} MB`);
  expect(bytes).toBeLessThan(MAX_BYTES);
});

test('contains its own license and those of everything in it', async () => {
  const read = (name: string) => readFile(join(packed, 'resources/licences', name), 'utf8');
  expect(await read('LICENSE.txt')).toBe(await readFile(join(root, 'LICENSE'), 'utf8'));
  const thirdParty = await read('third-party.txt');
  const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  for (const name of [...Object.keys(dependencies), 'libheif-js']) expect(thirdParty).toContain(`\n${name} `);
  // The notices of libvips and the libraries in it, and the text of their licence.
  expect(thirdParty).toMatch(/librsvg\s*\| LGPLv3/);
  expect(thirdParty).toContain('GNU LESSER GENERAL PUBLIC LICENSE');
  expect(await read('third-party-admin.md')).toMatch(/react[^\n]*MIT/);
});

test('is not made for an architecture whose native parts are missing', async () => {
  const { default: beforePack } = await import(join(root, 'resources/pack/before-pack.mjs'));
  const context = { packager: { projectDir: root }, electronPlatformName: 'win32', arch: 3 };
  await expect(beforePack(context)).rejects.toThrow('--os=win32 --cpu=arm64');
});

test('has the fuses set that keep others from using its binary', async () => {
  const wire = await getCurrentFuseWire(join(packed, 'plinth'));
  const digits = Array.from({ length: 8 }, (_, fuse) => String.fromCharCode(wire[String(fuse)] ?? 0)).join(
    '',
  );
  // RunAsNode, cookie encryption, NODE_OPTIONS, --inspect, asar integrity, only asar, V8 snapshot, file privileges.
  expect(digits).toBe('00001100');
});

test('serves a folder, admin and API, with its own dependencies', async () => {
  const data = join(work, 'site');
  await mkdir(data);
  const script = join(app, 'dist/server/cli/desktop-server.js');
  const server = fork(script, ['--data', data, '--port', '0'], {
    cwd: work,
    env: home.env,
    execArgv: [],
  });
  try {
    const message = await new Promise<ServerMessage>((resolve, reject) => {
      server.on('message', (said: ServerMessage) => {
        if (said.event !== 'logs') resolve(said);
      });
      server.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
    });
    if (message.event !== 'listening') throw new Error(JSON.stringify(message));
    const health = await fetch(`${message.url}/healthz`);
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok', version: await version() }]);
    const admin = await fetch(`${message.url}/admin/`);
    expect(admin.status).toBe(200);
    const page = await admin.text();
    const assets = [...page.matchAll(/(?:src|href)="(\/admin\/[^"]+)"/g)].map((match) => match[1] ?? '');
    expect(assets.length).toBeGreaterThan(0);
    for (const asset of assets) {
      const answer = await fetch(message.url + asset);
      expect([answer.status, answer.headers.get('content-encoding')], asset).toEqual([200, null]);
    }
    expect((await fetch(`${message.url}/api/collections`)).status).toBe(401);
  } finally {
    const gone = new Promise((resolve) => server.once('exit', resolve));
    if (server.connected) server.send({ command: 'stop' });
    await gone;
  }
});

test('makes images with the packed sharp', async () => {
  const script = `require('sharp')({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
    .webp().toBuffer().then((bytes) => process.stdout.write(String(bytes.length > 0)))`;
  await writeFile(join(app, 'try-sharp.cjs'), script);
  const { code, output } = await run(join(app, 'try-sharp.cjs'), []);
  expect([code, output.trim()]).toEqual([0, 'true']);
});

const launchPacked = (env: Record<string, string> = {}) =>
  _electron.launch({ executablePath: standIn, args: [app, ...home.args], env: { ...home.env, ...env } });

test('opens its window, welcomes, and ends with it', async () => {
  const electron = await launchPacked();
  const pid = electron.process().pid ?? 0;
  await windowShowing(electron, /Welcome to Plinth/);
  await electron.close();
  expect(isAlive(pid)).toBe(false);
});

test('opens no debugging port once it is packed, so that no driver gets in', async () => {
  await expect(launchPacked({ ELECTRON_STUB_PACKAGED: '1' })).rejects.toThrow();
});

test('comes with a command line, the app itself', async () => {
  const shim = join(packed, 'resources/bin/plinth');
  expect((await stat(shim)).mode & 0o111).toBe(0o111);
  // The packed program is a stand-in that says what it was started with.
  await writeFile(join(packed, 'plinth'), '#!/bin/sh\nfor word in "$@"; do echo "$word"; done\n', {
    mode: 0o755,
  });
  const link = join(work, 'plinth');
  await symlink(shim, link);
  const started = (env: Record<string, string>) =>
    new Promise<string>((done) => execFile(link, ['keys', 'a b'], { env }, (_error, stdout) => done(stdout)));
  const env = { PATH: process.env.PATH ?? '' };
  expect(await started({ ...env, DISPLAY: ':0' })).toBe('--\nkeys\na b\n');
  expect(await started(env)).toBe('--ozone-platform=headless\n--\nkeys\na b\n');
});

const version = async () => JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).version;
