import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app, utilityProcess } from 'electron';
import { withoutShim } from './arguments.js';
import { programPath } from './places.js';
import { end, SANDBOX_ENVIRONMENT } from './sandboxes.js';

/** The commands of `plinth help`; as the first word after the program they mean the command line, not a window. */
export const COMMANDS: ReadonlySet<string> = new Set([
  'serve',
  'new',
  'link',
  'keys',
  'users',
  'oauth',
  'trust',
  'import',
  'export',
  'check',
  'conflicts',
  'history',
  'undo',
  'restore',
  'backup',
  'init',
  'merge-driver',
  'show',
  'mcp',
  'exec',
  'assets',
  'types',
  'mirror',
  'site',
  'release',
  'publish',
  'docs',
  'logs',
  'routes',
]);

const QUESTIONS: ReadonlySet<string> = new Set(['help', '--help', '-h', '--version', '-v']);

/**
 * The words of a command, when the arguments of the app are one. A folder that is called like a command is opened as
 * `./serve`.
 * @param skip how many words name the program
 */
export function commandLine(argv: readonly string[], skip: number): string[] | undefined {
  const words = withoutShim(argv.slice(skip));
  const [first = ''] = words;
  return COMMANDS.has(first) || QUESTIONS.has(first) ? words : undefined;
}

/** Under this name the server finds how to start helper processes, where the program is not Node itself. */
const HELPERS = Symbol.for('plinth.helpers');

/**
 * Runs the command line in this process, without windows: the fuse that would make the app a plain Node is off, so that
 * no program can use its signature to run other code. To be called before the app is ready.
 * @param server folder of the built server
 */
export async function runCommandLine(words: readonly string[], server: string): Promise<void> {
  // Several commands run at once, and beside the window: each gets a profile of its own.
  const profile = mkdtempSync(join(tmpdir(), 'plinth-cli-'));
  app.setPath('userData', profile);
  app.disableHardwareAcceleration();
  if (process.platform === 'darwin') app.dock?.hide();
  // Electron ends the app on a signal; a command ends by itself and finishes what it is writing.
  app.on('before-quit', (event) => {
    event.preventDefault();
    process.emit('SIGTERM');
  });
  await app.whenReady();
  const script = join(server, 'cli', 'plinth.js');
  process.argv = [process.execPath, script, ...words];
  if (app.isPackaged) process.env.PLINTH_APP = programPath();
  Reflect.set(globalThis, HELPERS, (program: string) => startHelper(join(server, `${program}.js`)));
  await import(pathToFileURL(script).href);
  await Promise.all(
    [process.stdout, process.stderr].map((out) => new Promise((done) => out.write('', done))),
  );
  rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
  app.exit(Number(process.exitCode ?? 0));
}

/** A helper process as the server wants it (`server/helpers/helper.ts`). */
function startHelper(script: string) {
  const child = utilityProcess.fork(script, [], { stdio: 'ignore', env: { ...SANDBOX_ENVIRONMENT } });
  let onMessage: (message: unknown) => void = () => {};
  let onExit = () => {};
  let ended = false;
  child.on('message', (message: unknown) => onMessage(message));
  child.once('exit', () => {
    ended = true;
    onExit();
  });
  return {
    post: (message: object) => child.postMessage(message),
    kill: () => end(child),
    onMessage: (listener: (message: unknown) => void) => {
      onMessage = listener;
    },
    onExit: (listener: () => void) => {
      onExit = listener;
      if (ended) listener();
    },
    // The command ends the app, whatever waits.
    hold: () => {},
  };
}
