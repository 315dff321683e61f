import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** Place and size of the window in its normal state, in device-independent pixels. */
export interface WindowBounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What the app remembers between two starts. */
export interface DesktopSettings {
  /** The folder that was open last. */
  folder?: string;
  /** Folders opened before, the newest first. */
  recent: readonly string[];
  /** The preferred port, which clients know; kept even when another process was using it. */
  port?: number;
  bounds?: WindowBounds;
  maximized: boolean;
}

export interface SettingsFile {
  readonly value: DesktopSettings;
  /** Changes some settings at once in memory, and on disk when the promise resolves. */
  change(patch: Partial<DesktopSettings>): Promise<void>;
}

/**
 * Opens the app's settings. A missing file and invalid entries mean defaults: a damaged settings file must never keep
 * the app from starting.
 * @param file path of `settings.json` in the app's user data folder
 */
export async function openSettings(file: string): Promise<SettingsFile> {
  let value = parse(await readFile(file, 'utf8').catch(() => '{}'));
  let writing = Promise.resolve();
  return {
    get value() {
      return value;
    },
    change(patch) {
      value = { ...value, ...patch };
      // One write at a time, each with the newest value, so that the last change wins on disk too.
      writing = writing
        .catch(() => undefined)
        .then(() => writeWhole(file, `${JSON.stringify(value, null, 2)}\n`));
      return writing;
    },
  };
}

function parse(text: string): DesktopSettings {
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    stored = undefined;
  }
  const record = new Map(typeof stored === 'object' && stored !== null ? Object.entries(stored) : []);
  const folder: unknown = record.get('folder');
  const recent: unknown = record.get('recent');
  const port: unknown = record.get('port');
  return {
    ...(typeof folder === 'string' && folder !== '' ? { folder } : {}),
    recent: Array.isArray(recent) ? recent.filter((entry): entry is string => typeof entry === 'string') : [],
    ...(typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536 ? { port } : {}),
    ...(isBounds(record.get('bounds')) ? { bounds: record.get('bounds') } : {}),
    maximized: record.get('maximized') === true,
  };
}

function isBounds(value: unknown): value is WindowBounds {
  if (typeof value !== 'object' || value === null) return false;
  const sides = new Map<string, unknown>(Object.entries(value));
  return ['x', 'y', 'width', 'height'].every((side) => Number.isInteger(sides.get(side)));
}

/** Virus scanners and sync tools on Windows hold a file open for a moment after it was written. */
const HELD: ReadonlySet<unknown> = new Set(['EPERM', 'EACCES', 'EBUSY']);
/** Pauses between the tries of a rename, in ms. */
const PAUSES = [20, 100, 500];

async function renamed(from: string, to: string): Promise<void> {
  for (const pause of PAUSES) {
    try {
      return await rename(from, to);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && HELD.has(error.code))) throw error;
      await setTimeout(pause);
    }
  }
  await rename(from, to);
}

/** Writes beside and renames into place: a crash leaves the old settings or the new ones, never half a file. */
async function writeWhole(file: string, text: string): Promise<void> {
  const folder = dirname(file);
  await mkdir(folder, { recursive: true });
  const temporary = join(folder, `.settings-${randomUUID()}.tmp`);
  try {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await renamed(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
