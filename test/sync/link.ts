/** What carries files between the folders of two machines: real Syncthing, or real git. */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, vi } from 'vitest';
import { isJsonObject } from '../../server/contract/values.js';

const run = promisify(execFile);

/** Whether a program is installed. */
export const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

/** Decides on a machine what the link could not merge. `least`: how many conflicts are there at least. */
export type ResolveOn = (machine: number, least: () => Promise<number>) => Promise<void>;

export interface Link {
  /** Nothing is carried until `heal`. */
  part(): Promise<void>;
  /** Carries everything in both directions. */
  heal(resolveOn: ResolveOn): Promise<void>;
  /** Whether nothing is left to be carried. */
  isIdle(): Promise<boolean>;
  stop(): Promise<void>;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const KEY = 'test-key';

function configOf(folder: string, own: number, gui: number, devices: { id: string; port: number }[]): string {
  const listed = devices.map(
    ({ id, port }) =>
      `<device id="${id}" name="${port}" compression="never"><address>tcp://127.0.0.1:${port}</address></device>`,
  );
  return `<configuration version="35">
<folder id="data" path="${folder}" type="sendreceive" rescanIntervalS="3600" fsWatcherEnabled="true" fsWatcherDelayS="1">
${devices.map(({ id }) => `<device id="${id}"></device>`).join('')}<maxConflicts>-1</maxConflicts>
</folder>
${listed.join('\n')}
<gui enabled="true" tls="false"><address>127.0.0.1:${gui}</address><apikey>${KEY}</apikey></gui>
<options><listenAddress>tcp://127.0.0.1:${own}</listenAddress><globalAnnounceEnabled>false</globalAnnounceEnabled>
<localAnnounceEnabled>false</localAnnounceEnabled><relaysEnabled>false</relaysEnabled><natEnabled>false</natEnabled>
<reconnectionIntervalS>1</reconnectionIntervalS><urAccepted>-1</urAccepted><autoUpgradeIntervalH>0</autoUpgradeIntervalH>
<crashReportingEnabled>false</crashReportingEnabled><startBrowser>false</startBrowser></options>
</configuration>`;
}

/** Two Syncthings that know only each other. */
export async function syncthing(home: string, folders: readonly string[]): Promise<Link> {
  const devices: { id: string; port: number; gui: number; home: string }[] = [];
  for (const [at, folder] of folders.entries()) {
    const own = join(home, `syncthing-${at}`);
    await mkdir(join(folder, '.stfolder'), { recursive: true });
    await writeFile(join(folder, '.stignore'), '/.system/tmp\n');
    await run('syncthing', ['generate', '--home', own, '--no-default-folder']);
    const { stdout } = await run('syncthing', ['serve', '--device-id', '--home', own]);
    devices.push({ id: stdout.trim(), port: await freePort(), gui: await freePort(), home: own });
  }
  const programs: ChildProcess[] = [];
  for (const [at, device] of devices.entries()) {
    await writeFile(
      join(device.home, 'config.xml'),
      configOf(folders[at] ?? '', device.port, device.gui, devices),
    );
    const args = ['serve', '--home', device.home, '--no-browser', '--no-restart', '--no-upgrade'];
    programs.push(spawn('syncthing', args, { stdio: 'ignore' }));
  }
  const ask = async (at: number, path: string, method = 'GET') => {
    const url = `http://127.0.0.1:${devices[at]?.gui}/rest/${path}`;
    const answer = await fetch(url, { method, headers: { 'X-API-Key': KEY } });
    const text = await answer.text();
    const value: unknown = text.startsWith('{') ? JSON.parse(text) : {};
    return isJsonObject(value) ? value : {};
  };
  const other = (at: number) => devices[1 - at]?.id ?? '';
  const both = (work: (at: number) => Promise<unknown>) => Promise.all([work(0), work(1)]);
  const isIdle = async () => {
    const states = await both(async (at) => {
      const status = await ask(at, 'db/status?folder=data');
      const { completion } = await ask(at, `db/completion?folder=data&device=${other(at)}`);
      return status.state === 'idle' && status.needTotalItems === 0 && completion === 100;
    });
    return states.every(Boolean);
  };
  await vi.waitFor(async () => expect(await isIdle()).toBe(true), { timeout: 60_000, interval: 500 });
  return {
    isIdle,
    part: async () => void (await both((at) => ask(at, `system/pause?device=${other(at)}`, 'POST'))),
    async heal(resolveOn) {
      await both((at) => ask(at, `system/resume?device=${other(at)}`, 'POST'));
      await both((at) => ask(at, 'db/scan?folder=data', 'POST'));
      await vi.waitFor(async () => expect(await isIdle()).toBe(true), { timeout: 120_000, interval: 300 });
      await resolveOn(Math.random() < 0.5 ? 0 : 1, async () => 0);
    },
    async stop() {
      await both((at) => ask(at, 'system/shutdown', 'POST').catch(() => undefined));
      await Promise.all(
        programs.map((one) => one.exitCode ?? new Promise((resolve) => one.once('exit', resolve))),
      );
    },
  };
}

const PLINTH = fileURLToPath(new URL('../../dist/server/cli/plinth.js', import.meta.url));

/** How many of some files have markers; where one machine has deleted a file and the other has changed it, none. */
async function markedAmong(folder: string, names: readonly string[]): Promise<number> {
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8').catch(() => '')));
  return texts.filter((text) => text.includes('<<<<<<<')).length;
}

/** Two clones of one repository, with the merge driver of Plinth. */
export async function git(home: string, folders: readonly string[]): Promise<Link> {
  const bare = join(home, 'bare.git');
  await run('git', ['init', '-q', '--bare', '-b', 'trunk', bare]);
  const at = async (machine: number, ...args: string[]) =>
    (await run('git', ['-C', folders[machine] ?? '', ...args])).stdout;
  for (const [machine, folder] of folders.entries()) {
    await run('git', ['init', '-q', '-b', 'trunk', folder]);
    await at(machine, 'config', 'user.name', `machine ${machine}`);
    await at(machine, 'config', 'user.email', 'test@example.org');
    await at(machine, 'remote', 'add', 'origin', bare);
    await run(process.execPath, [PLINTH, 'init', '--git', '--data', folder]);
  }
  await at(0, 'add', '-A');
  await at(0, 'commit', '-qm', 'first');
  await at(0, 'push', '-q', '-u', 'origin', 'trunk');
  await at(1, 'fetch', '-q', 'origin');
  await at(1, 'reset', '-q', '--hard', 'origin/trunk');
  const commit = async (machine: number) => {
    await at(machine, 'add', '-A');
    if ((await at(machine, 'status', '--porcelain')) !== '') await at(machine, 'commit', '-qm', 'edits');
  };
  const pull = (machine: number) =>
    at(machine, 'pull', '-q', '--no-rebase', '--no-edit', 'origin', 'trunk').then(
      () => true,
      () => false,
    );
  return {
    isIdle: async () => true,
    part: async () => {},
    async heal(resolveOn) {
      for (const machine of [0, 1, 0]) {
        await commit(machine);
        if (!(await pull(machine))) {
          const unmerged = await at(machine, 'diff', '--name-only', '--diff-filter=U');
          await resolveOn(machine, () => markedAmong(folders[machine] ?? '', unmerged.trim().split('\n')));
          await at(machine, 'add', '-A');
          await at(machine, 'commit', '-q', '--no-edit');
        }
        await at(machine, 'push', '-q', 'origin', 'trunk');
      }
    },
    stop: async () => {},
  };
}
