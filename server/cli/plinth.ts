#!/usr/bin/env node
/** The command line: finds the command, turns what goes wrong into a sentence and an exit code. */
import { PlinthError } from '../errors.js';
import { packageVersion } from '../store/resources.js';
import { type Command, EXIT, emit, note, print, UsageError } from './command.js';
import { exec } from './exec.js';
import { importCommand } from './import.js';
import { keys } from './keys.js';
import { routes } from './routes.js';
import { serve } from './serve.js';
import { trust } from './trust.js';

const COMMANDS: readonly Command[] = [serve, keys, trust, importCommand, exec, routes];

const OVERVIEW = `Usage: plinth COMMAND [OPTION…]

${COMMANDS.map(({ name, summary }) => `  ${name.padEnd(10)}${summary}`).join('\n')}

"plinth COMMAND --help" says more. --version prints the version.`;

/** Whether help is asked for; what follows `--` belongs to another program. */
function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  const own = end < 0 ? args : args.slice(0, end);
  return own.includes('--help') || own.includes('-h');
}

async function main([name, ...args]: string[]): Promise<number> {
  if (name === '--version' || name === '-v') {
    print(packageVersion());
    return EXIT.ok;
  }
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    print(OVERVIEW);
    return name === undefined ? EXIT.usage : EXIT.ok;
  }
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (!command) throw new UsageError(`There is no command "${name}"`);
  if (asksForHelp(args)) {
    print(command.help);
    return EXIT.ok;
  }
  return command.run(args);
}

/** Says what went wrong: with `--json` as an event, else as a sentence on stderr. */
function report(error: unknown, args: readonly string[]): number {
  const usage = error instanceof UsageError;
  const known = usage || error instanceof PlinthError;
  const message = error instanceof Error ? error.message : String(error);
  const details = error instanceof PlinthError ? error.details : undefined;
  if (args.includes('--json')) {
    emit({ event: 'failed', message, ...(details === undefined ? {} : { details }) });
  } else {
    note(`plinth: ${message}`);
    for (const [place, problems] of Object.entries(details ?? {})) {
      for (const problem of problems) note(`  ${place}: ${problem}`);
    }
    if (usage) note('Try "plinth --help".');
  }
  if (!known && error instanceof Error && process.env.PLINTH_LOG === 'debug') note(error.stack ?? '');
  return usage ? EXIT.usage : EXIT.failed;
}

const args = process.argv.slice(2);
process.exitCode = await main(args).catch((error: unknown) => report(error, args));
