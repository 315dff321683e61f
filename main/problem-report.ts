import { readdir, readFile, writeFile } from 'node:fs/promises';
import { release } from 'node:os';
import { join } from 'node:path';
import { app, type BrowserWindow, dialog, shell } from 'electron';
import type { ServerState } from '../server/contract/desktop.js';
import { t } from './texts.js';

/** What a report is made from. */
export interface ReportSources {
  /** The log of the app. */
  log: string;
  /** Folders with the logs of servers. */
  serverLogs: readonly string[];
  states: readonly ServerState[];
  settings: { spelling: boolean; keepServing: boolean; recent: number };
}

/** Errors of the newest lines, at most. */
const MAX_ERRORS = 50;
/** How much of a log is read, in characters from its end. */
const TAIL = 400_000;
/** The level of errors in the log of the server. */
const ERROR_LEVEL = 50;

/** An error without its message, which may quote content, names and paths. */
interface BareError {
  time: string;
  of: 'app' | 'server';
  type: string;
  /** Places in the program, as `function (file:line:column)`. */
  at: string[];
}

/**
 * What a maintainer needs to know of this installation, as text. It has no content, no names or paths of the user, and
 * no message of an error: those may quote all of these.
 */
export async function problemReport({ log, serverLogs, states, settings }: ReportSources): Promise<string> {
  const errors = [
    ...(await errorsIn('app', [log])),
    ...(await errorsIn('server', (await Promise.all(serverLogs.map(logFiles))).flat())),
  ];
  errors.sort((a, b) => a.time.localeCompare(b.time));
  const { electron, chrome, node } = process.versions;
  const report = {
    plinth: app.getVersion(),
    versions: { electron, chrome, node },
    system: { platform: process.platform, arch: process.arch, release: release(), locale: app.getLocale() },
    packaged: app.isPackaged,
    graphics: app.getGPUFeatureStatus(),
    settings,
    folders: states.map((state) => ({ state: state.state })),
    processes: app
      .getAppMetrics()
      .map(({ type, memory }) => ({ type, megabytes: Math.round(memory.workingSetSize / 1024) })),
    errors: errors.slice(-MAX_ERRORS),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

async function logFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((): string[] => []);
  return names.filter((name) => name.includes('.log')).map((name) => join(folder, name));
}

async function errorsIn(of: BareError['of'], files: readonly string[]): Promise<BareError[]> {
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
  return texts.flatMap((text) =>
    text
      .slice(-TAIL)
      .split('\n')
      .flatMap((line) => bareError(of, line) ?? []),
  );
}

function bareError(of: BareError['of'], line: string): BareError | undefined {
  const entry = parsed(line);
  const err = new Map(Object.entries(isRecord(entry.get('err')) ? Object(entry.get('err')) : {}));
  const level = entry.get('level');
  if (level !== 'error' && !(typeof level === 'number' && level >= ERROR_LEVEL)) return undefined;
  const time = new Date(entry.get('time') as string | number);
  const stack = String(err.get('stack') ?? entry.get('message') ?? '');
  const type = String(err.get('type') ?? /^\w+/.exec(stack)?.[0] ?? 'Error');
  return {
    time: Number.isNaN(time.getTime()) ? '' : time.toISOString(),
    of,
    type: /^[A-Za-z]\w{0,60}$/.test(type) ? type : 'Error',
    at: framesOf(stack),
  };
}

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null;

function parsed(line: string): Map<string, unknown> {
  try {
    const value: unknown = JSON.parse(line);
    return new Map(isRecord(value) ? Object.entries(value) : []);
  } catch {
    return new Map();
  }
}

/** Frames in files of the program or of Node; only what follows the last folder that they all have. */
function framesOf(stack: string): string[] {
  return stack.split('\n').flatMap((line) => {
    const [, name = '', file = '', place = ''] =
      /^\s+at (?:(?:async )?([\w.$<> [\]]+) \()?(?:file:\/\/)?(.*?):(\d+:\d+)\)?$/.exec(line) ?? [];
    const known = /(?:^node:|(?:dist|node_modules)[\\/])[\w@.\-\\/]+$/.exec(file)?.[0];
    return known === undefined ? [] : [`${name} (${known}:${place})`.trim()];
  });
}

/** Asks for a place, writes the report there and shows it. Nothing is sent. */
export async function saveReport(parent: BrowserWindow | undefined, text: string): Promise<void> {
  const options = {
    title: t('Report a Problem'),
    message: t('The report contains versions, states and places of errors, but no content. Nothing is sent.'),
    defaultPath: `plinth-report-${new Date().toISOString().slice(0, 10)}.json`,
  };
  const { canceled, filePath } = parent
    ? await dialog.showSaveDialog(parent, options)
    : await dialog.showSaveDialog(options);
  if (canceled || filePath === '') return;
  await writeFile(filePath, text, { mode: 0o600 });
  shell.showItemInFolder(filePath);
}
