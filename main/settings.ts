import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { AppLog } from './log.js';

/** Place and size of a window in its normal state, in device-independent pixels. */
export interface WindowBounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where a window was left. */
export interface WindowPlace {
  bounds?: WindowBounds;
  maximized?: boolean;
}

/** What is remembered of one folder. */
export interface FolderMemory extends WindowPlace {
  /** The port that clients know; kept even when another process was using it. */
  port?: number;
}

/** What the app remembers between two starts. */
export interface DesktopSettings {
  /** The folders that were open last. */
  open: readonly string[];
  /** Folders opened before, the newest first. */
  recent: readonly string[];
  /** By path, the one opened last at the end. */
  folders: Readonly<Record<string, FolderMemory>>;
  /** Of the window moved last, for a folder that is new. */
  place: WindowPlace;
  /** Whether spelling is checked; undefined until the user has chosen. */
  spelling?: boolean;
  /** Tag of the language in which the admin was shown last. */
  language?: string;
  /** Whether the app looks for newer versions by itself. */
  checkForUpdates: boolean;
  /** Whether a folder is served after its windows were closed. */
  keepServing: boolean;
}

export interface SettingsFile {
  readonly value: DesktopSettings;
  /** Changes some settings at once in memory, and on disk when the promise resolves. */
  change(patch: Partial<DesktopSettings>): Promise<void>;
  /** The same for what is remembered of one folder. */
  changeFolder(folder: string, patch: FolderMemory): Promise<void>;
  /** Lets a write fail, with a line in the log: what is only remembered must not keep a user from working. */
  keep(write: Promise<void>): void;
}

/** How many folders are remembered; a folder beyond it gets another port. */
const FOLDERS_LIMIT = 50;

/**
 * Opens the app's settings. A missing file and invalid entries mean defaults: a damaged settings file must never keep
 * the app from starting.
 * @param file path of `settings.json` in the app's user data folder
 */
export async function openSettings(file: string, log: Pick<AppLog, 'error'>): Promise<SettingsFile> {
  let value = parse(await readFile(file, 'utf8').catch(() => '{}'));
  let writing = Promise.resolve();
  const change = (patch: Partial<DesktopSettings>) => {
    value = { ...value, ...patch };
    // One write at a time, each with the newest value, so that the last change wins on disk too.
    writing = writing
      .catch(() => undefined)
      .then(() => writeWhole(file, `${JSON.stringify(value, null, 2)}\n`));
    return writing;
  };
  return {
    get value() {
      return value;
    },
    change,
    changeFolder(folder, patch) {
      const { [folder]: before, ...others } = value.folders;
      const all = Object.entries({ ...others, [folder]: { ...before, ...patch } });
      return change({ folders: Object.fromEntries(all.slice(-FOLDERS_LIMIT)) });
    },
    keep(write) {
      write.catch((error: Error) => log.error(`The settings were not saved: ${error.message}`));
    },
  };
}

type Stored = ReadonlyMap<string, unknown>;

const stored = (value: unknown): Stored =>
  new Map<string, unknown>(typeof value === 'object' && value !== null ? Object.entries(value) : []);

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];

function parse(text: string): DesktopSettings {
  const record = stored(parseJson(text));
  const spelling = record.get('spelling');
  const language = record.get('language');
  return {
    open: strings(record.get('open')),
    recent: strings(record.get('recent')),
    folders: Object.fromEntries(
      [...stored(record.get('folders'))].map(([folder, memory]) => [folder, memoryOf(stored(memory))]),
    ),
    place: placeOf(stored(record.get('place'))),
    ...(typeof spelling === 'boolean' ? { spelling } : {}),
    ...(typeof language === 'string' ? { language } : {}),
    keepServing: record.get('keepServing') === true,
    checkForUpdates: record.get('checkForUpdates') !== false,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function memoryOf(memory: Stored): FolderMemory {
  const port = memory.get('port');
  const isPort = typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536;
  return { ...placeOf(memory), ...(isPort ? { port } : {}) };
}

function placeOf(place: Stored): WindowPlace {
  const bounds = place.get('bounds');
  return {
    ...(isBounds(bounds) ? { bounds } : {}),
    ...(place.get('maximized') === true ? { maximized: true } : {}),
  };
}

function isBounds(value: unknown): value is WindowBounds {
  const sides = stored(value);
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
