/** Starts the built desktop app for a spec: in the real Electron where there is one, else in the stand-in. */

import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication, expect, type Locator, type Page, test } from 'playwright/test';

export const root = fileURLToPath(new URL('../..', import.meta.url));
/** The stand-in for the executable of Electron. */
export const standIn = join(root, 'test/electron-stub/dist/electron');

interface Executable {
  path: string;
  /** Why it is not the real one. */
  standIn: string | undefined;
}

/** The executable to test with. Where `PLINTH_REQUIRE_ELECTRON` is set, only the real one will do. */
export function electronExecutable(): Executable {
  const found = findExecutable();
  if (found.standIn !== undefined && process.env.PLINTH_REQUIRE_ELECTRON) {
    throw new Error(`PLINTH_REQUIRE_ELECTRON is set, but ${found.standIn}.`);
  }
  return found;
}

function findExecutable(): Executable {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  const pathFile = join(root, 'node_modules/electron/path.txt');
  const real =
    override && resolve(override, 'electron') !== standIn
      ? resolve(override, 'electron')
      : existsSync(pathFile) &&
        join(root, 'node_modules/electron/dist', readFileSync(pathFile, 'utf8').trim());
  if (!real || !existsSync(real)) return { path: standIn, standIn: "Electron's binary is not installed" };
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
    return { path: standIn, standIn: 'there is no display' };
  }
  return { path: real, standIn: undefined };
}

/** Places of one user on one machine, apart from those of whoever runs the tests. */
export interface Home {
  folder: string;
  env: Record<string, string>;
  /** The settings of the app. */
  settings: string;
  /** What the app is started with for these places. The variables of XDG would name them on Linux only. */
  args: readonly string[];
  remove(): Promise<void>;
}

export async function freshHome(): Promise<Home> {
  // As the app names it: the folder for temporary files is a link on macOS, and a short name on Windows.
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'plinth-desktop-')));
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !/^(ELECTRON_RUN_AS_NODE$|XDG_(CONFIG|CACHE|STATE)_HOME$)/.test(entry[0]),
  );
  const [profile, user] = [join(folder, 'profile'), join(folder, 'user')];
  await mkdir(user);
  return {
    folder,
    settings: join(profile, 'settings.json'),
    args: [
      `--user-data-dir=${profile}`,
      `--state=${join(folder, 'state')}`,
      `--cache=${join(folder, 'cache')}`,
    ],
    // What is still written to the places of the user is found there by a test.
    env: { ...Object.fromEntries(inherited), HOME: user },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** Starts the app. `args` are its own, such as `--data DIR`. */
export function launch(home: Home, args: readonly string[] = []): Promise<ElectronApplication> {
  const { path, standIn: why } = electronExecutable();
  test.skip(why !== undefined && process.platform === 'win32', `The stand-in is a shell script, and ${why}`);
  return _electron.launch({
    executablePath: path,
    args: [root, ...home.args, ...args],
    cwd: root,
    env: home.env,
    // Otherwise the driver switches it off on Linux.
    chromiumSandbox: true,
  });
}

/** Ports that tests share, below those that systems give to any program, and not the usual ones of the app. */
const PORTS = { from: 20_000, blocks: 1_000, size: 4 };

export interface OwnPorts {
  ports: [number, number, number];
  release(): void;
}

/**
 * Ports that no other test has, also in another run on this machine: whoever listens on the first port of a block has
 * the others. A folder gets the first free port, so one that is used again after a moment would be another test's.
 */
export async function ownPorts(): Promise<OwnPorts> {
  for (let at = 0; at < PORTS.blocks; at += 1) {
    const first = PORTS.from + ((process.pid + at) % PORTS.blocks) * PORTS.size;
    const lock = createServer();
    const taken = await once(lock.listen(first, '127.0.0.1'), 'listening').then(
      () => false,
      () => true,
    );
    if (!taken) return { ports: [first + 1, first + 2, first + 3], release: () => lock.close() };
  }
  throw new Error('All ports of the tests are taken.');
}

/** A window of the app, once it shows an address that `shows` accepts. */
export async function windowShowing(app: ElectronApplication, shows: RegExp): Promise<Page> {
  const find = () => app.windows().find((page) => shows.test(decodeURIComponent(page.url())));
  await expect
    .poll(() => find() !== undefined, { message: `a window showing ${shows}`, timeout: 60_000 })
    .toBe(true);
  const [page] = [find()].flatMap((found) => found ?? []);
  if (!page) throw new Error(`The window showing ${shows} is gone.`);
  return page;
}

/** Follows a link that closes its window, which the driver may take for a failure of the click. */
export async function clickAway(link: Locator): Promise<void> {
  const window = link.page();
  const click = link.click().catch((error: unknown) => {
    if (!window.isClosed()) throw error;
  });
  await Promise.all([window.waitForEvent('close'), click]);
}

/** What an app has at the end of a test to quit, in ms. */
const QUITTING = 20_000;

/** Quits the app. One that does not quit fails its test and is killed: Playwright would wait for it without end. */
export async function closeApp(app: ElectronApplication | undefined): Promise<void> {
  if (!app) return;
  let isStuck = false;
  const late = setTimeout(() => {
    isStuck = true;
    app.process().kill('SIGKILL');
  }, QUITTING);
  await app.close().catch((error: unknown) => {
    if (!isStuck) throw error;
  });
  clearTimeout(late);
  expect(isStuck, 'the app did not quit').toBe(false);
}

/** Whether a process of this id exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
