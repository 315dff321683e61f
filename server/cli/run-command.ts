/** The command behind `--` of `plinth exec` and `plinth mirror`. */
import { constants } from 'node:os';
import spawn from 'cross-spawn';
import { guardCommand } from '../helpers/command-guard.js';
import { note, UsageError } from './command.js';

/** Exit codes of shells for a command that does not exist or cannot be run. */
const NOT_FOUND = 127;
const NOT_RUNNABLE = 126;

export const WITHOUT_COMMAND = 'Put -- before the command to run';

export interface GivenCommand {
  readonly program: string;
  readonly args: string[];
}

/** The command behind `--`, if there is one; words that are not behind it are a UsageError. */
export function commandIn(
  words: readonly string[],
  [program, ...args]: readonly string[],
): GivenCommand | undefined {
  const behind = program === undefined ? 0 : args.length + 1;
  if (words.length > behind) throw new UsageError(WITHOUT_COMMAND);
  return program === undefined ? undefined : { program, args };
}

/**
 * Runs the command to its end; a signal that ended it counts as 128 and its number. `unwanted`: asks it to end.
 */
export function runCommand(
  { program, args }: GivenCommand,
  extra: Record<string, string> = {},
  unwanted?: AbortSignal,
): Promise<number> {
  return new Promise((resolve) => {
    const pass = (signal: NodeJS.Signals) => child.kill(signal);
    // The terminal sends SIGINT to the command as well; this process must outlive it.
    const outlive = () => undefined;
    // Before the command starts, which may be asked to end while this process is still busy with its guard.
    process.on('SIGTERM', pass);
    process.on('SIGHUP', pass);
    process.on('SIGINT', outlive);
    const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...extra } });
    const end = () => pass('SIGTERM');
    unwanted?.addEventListener('abort', end);
    const release = child.pid === undefined ? () => undefined : guardCommand(child.pid);
    const done = (code: number) => {
      release();
      unwanted?.removeEventListener('abort', end);
      process.off('SIGTERM', pass);
      process.off('SIGHUP', pass);
      process.off('SIGINT', outlive);
      resolve(code);
    };
    child.on('error', (error: NodeJS.ErrnoException) => {
      note(`${program}: ${error.code === 'ENOENT' ? 'command not found' : error.message}`);
      done(error.code === 'ENOENT' ? NOT_FOUND : NOT_RUNNABLE);
    });
    child.on('close', (code, signal) => {
      done(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}
