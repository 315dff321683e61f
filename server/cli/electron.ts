/** Finds, downloads and starts Electron, for `npm start`. Every step has a deadline. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import spawn from 'cross-spawn';
import { readTextFile } from '../store/host/files-outside.js';
import { note } from './command.js';

/** How long the download of Electron may take, in ms. */
const DEADLINE = 120_000;
/** Interval of progress messages during the download, in ms. */
const HEARTBEAT_MS = 10_000;
/** An app that exits with an error within this time, in ms, could not start at all. */
const STILLBORN = 5_000;

/** Why no window can be opened; undefined when one can. */
export function noDisplay(
  env: NodeJS.ProcessEnv = process.env,
  platform = process.platform,
): string | undefined {
  if (platform !== 'linux') return undefined;
  if (env.DISPLAY || env.WAYLAND_DISPLAY) return undefined;
  return 'No display was found';
}

/** Folder of the npm package `electron`; undefined when it is not installed. */
function electronPackage(): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  } catch {
    return undefined;
  }
}

/** Path of the executable, which may not exist; undefined when it was never downloaded. */
async function executable(folder: string): Promise<string | undefined> {
  // Written by Electron's own installer: the executable's path within `dist`.
  const path = await readTextFile(join(folder, 'path.txt')).catch(() => undefined);
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (override) return join(override, path?.trim() || 'electron');
  return path === undefined ? undefined : join(folder, 'dist', path.trim());
}

/** Runs Electron's own installer. Resolves with the error; undefined when Electron is installed. */
function fetchElectron(folder: string): Promise<string | undefined> {
  if (process.env.ELECTRON_SKIP_BINARY_DOWNLOAD) return Promise.resolve('its download is disabled');
  note('Downloading Electron (about 120 MB, only once) …');
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(folder, 'install.js')], {
      stdio: ['ignore', 'inherit', 'pipe'],
    });
    const began = performance.now();
    let complaint = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString('utf8')).slice(0, 2000);
    });
    const heartbeat = setInterval(() => {
      note(`… still downloading, ${Math.round((performance.now() - began) / 1000)} s`);
    }, HEARTBEAT_MS);
    const late = setTimeout(() => child.kill('SIGKILL'), DEADLINE);
    const done = (reason: string | undefined) => {
      clearInterval(heartbeat);
      clearTimeout(late);
      resolve(reason);
    };
    child.on('error', (error) => done(error.message));
    child.on('close', (code, signal) => {
      if (code === 0) return done(undefined);
      const firstLine = complaint.split('\n')[0]?.trim();
      return done(
        signal === null ? firstLine || `exit code ${code}` : `not finished after ${DEADLINE / 1000} s`,
      );
    });
  });
}

/** The result of a start: the app ran and exited, its executable is missing, or it could not run. */
type Outcome = { code: number } | { absent: true } | { reason: string };

/** Runs the app until it is closed. */
function runApp(path: string, args: readonly string[]): Promise<Outcome> {
  const { ELECTRON_RUN_AS_NODE: _asNode, ...env } = process.env;
  return new Promise((resolve) => {
    const began = performance.now();
    const pass = (signal: NodeJS.Signals) => child.kill(signal);
    const outlive = () => undefined;
    process.on('SIGTERM', pass);
    process.on('SIGINT', outlive);
    const child = spawn(path, [...args], { stdio: 'inherit', env });
    const done = (outcome: Outcome) => {
      process.off('SIGTERM', pass);
      process.off('SIGINT', outlive);
      resolve(outcome);
    };
    child.on('error', (error: NodeJS.ErrnoException) => {
      done(error.code === 'ENOENT' ? { absent: true } : { reason: error.message });
    });
    child.on('close', (code, signal) => {
      const failedAtStart = signal === null && code !== 0 && performance.now() - began < STILLBORN;
      done(failedAtStart ? { reason: `it exited immediately with code ${code}` } : { code: code ?? 0 });
    });
  });
}

/**
 * Starts the desktop app, downloading Electron first when it is missing. `app`: the folder with our package.json.
 * Resolves with the app's exit code, or with the reason why there is no window.
 */
export async function startElectron(app: string, args: readonly string[]): Promise<number | string> {
  const folder = electronPackage();
  if (folder === undefined) return 'Electron is not installed';
  const attempt = async (): Promise<Outcome> => {
    const path = await executable(folder);
    return path === undefined ? { absent: true } : runApp(path, [app, ...args]);
  };
  let outcome = await attempt();
  if ('absent' in outcome) {
    const failure = await fetchElectron(folder);
    if (failure !== undefined) return `Electron could not be downloaded (${failure})`;
    outcome = await attempt();
  }
  if ('code' in outcome) return outcome.code;
  return `Electron could not start: ${'reason' in outcome ? outcome.reason : 'its executable is missing'}`;
}
