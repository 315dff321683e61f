/** Starts the built desktop app for a spec: in the real Electron where there is one, else in the stand-in. */

import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication, expect, type Page, test } from 'playwright/test';

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
  remove(): Promise<void>;
}

export async function freshHome(): Promise<Home> {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-desktop-'));
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[0] !== 'ELECTRON_RUN_AS_NODE',
  );
  return {
    folder,
    env: {
      ...Object.fromEntries(inherited),
      XDG_CONFIG_HOME: join(folder, 'config'),
      XDG_CACHE_HOME: join(folder, 'cache'),
      XDG_STATE_HOME: join(folder, 'state'),
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** Starts the app. `args` are its own, such as `--data DIR`. */
export function launch(home: Home, args: readonly string[] = []): Promise<ElectronApplication> {
  const { path, standIn: why } = electronExecutable();
  test.skip(why !== undefined && process.platform === 'win32', `The stand-in is a shell script, and ${why}`);
  return _electron.launch({ executablePath: path, args: [root, ...args], cwd: root, env: home.env });
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
