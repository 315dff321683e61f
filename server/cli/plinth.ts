#!/usr/bin/env node
/** The command line: finds the command and turns errors into messages and exit codes. */
import '../http/tick-object.js';
import { pathToFileURL } from 'node:url';
import { type ErrorId, idOfKind } from '../contract/error-ids.js';
import { onWire } from '../contract/messages/message.js';
import { PlinthError } from '../errors.js';
import { packagePath, packageVersion } from '../store/host/resources.js';
import { type Command, EXIT, emit, note, print, UsageError } from './command.js';

interface Listed {
  name: string;
  summary: string;
  /** Loaded on demand: help and usage errors do not load the whole server. */
  load(): Promise<Command>;
}

const COMMANDS: readonly Listed[] = [
  {
    name: 'serve',
    summary: 'Serve a folder: the API, and the admin in a browser',
    load: async () => (await import('./serve.js')).serve,
  },
  {
    name: 'new',
    summary: 'Make content and a site from a starter',
    load: async () => (await import('./new.js')).newCommand,
  },
  {
    name: 'link',
    summary: 'Print a fresh one-time link to the admin of a running server',
    load: async () => (await import('./link.js')).link,
  },
  {
    name: 'keys',
    summary: 'Create, list and revoke API keys',
    load: async () => (await import('./keys.js')).keys,
  },
  {
    name: 'users',
    summary: 'Create, list and remove users, and set their passwords',
    load: async () => (await import('./users.js')).users,
  },
  {
    name: 'oauth',
    summary: 'List and revoke the access of connected apps',
    load: async () => (await import('./oauth.js')).oauth,
  },
  {
    name: 'trust',
    summary: 'Trust a folder on this machine',
    load: async () => (await import('./trust.js')).trust,
  },
  {
    name: 'import',
    summary: 'Import a template definition',
    load: async () => (await import('./import.js')).importCommand,
  },
  {
    name: 'export',
    summary: 'Export a folder as a template definition',
    load: async () => (await import('./export.js')).exportCommand,
  },
  {
    name: 'check',
    summary: 'Find and repair problems in a folder',
    load: async () => (await import('./check.js')).check,
  },
  {
    name: 'conflicts',
    summary: 'List and merge conflict copies of sync tools',
    load: async () => (await import('./conflicts.js')).conflicts,
  },
  {
    name: 'history',
    summary: 'List versions of an object, or changes of a folder',
    load: async () => (await import('./history.js')).history,
  },
  {
    name: 'undo',
    summary: 'Undo a transaction, or the work of an actor',
    load: async () => (await import('./undo.js')).undo,
  },
  {
    name: 'restore',
    summary: 'Restore a version of an object',
    load: async () => (await import('./restore.js')).restore,
  },
  {
    name: 'backup',
    summary: 'Back up a folder, or restore a backup',
    load: async () => (await import('./backup.js')).backup,
  },
  {
    name: 'init',
    summary: 'Prepare a folder for git',
    load: async () => (await import('./init.js')).init,
  },
  {
    name: 'merge-driver',
    summary: 'Merge versions of a JSON file for git',
    load: async () => (await import('./merge-driver.js')).mergeDriver,
  },
  {
    name: 'show',
    summary: 'Print a JSON file as readable fields',
    load: async () => (await import('./show.js')).show,
  },
  {
    name: 'mcp',
    summary: 'Connect an AI client on this machine to a folder',
    load: async () => (await import('./mcp.js')).mcp,
  },
  {
    name: 'exec',
    summary: 'Run a command with PLINTH_URL and PLINTH_KEY set',
    load: async () => (await import('./exec.js')).exec,
  },
  {
    name: 'assets',
    summary: 'Write the images and files of a built site beside it',
    load: async () => (await import('./assets.js')).assets,
  },
  {
    name: 'types',
    summary: 'Write TypeScript types of the objects in a folder',
    load: async () => (await import('./types.js')).types,
  },
  {
    name: 'mirror',
    summary: 'Write a folder as files for sites: API answers, JSON, Markdown',
    load: async () => (await import('./mirror.js')).mirror,
  },
  {
    name: 'docs',
    summary: 'Print a page of the documentation',
    load: async () => (await import('./docs.js')).docs,
  },
  {
    name: 'logs',
    summary: 'Show the log, or the log lines of one request',
    load: async () => (await import('./logs.js')).logs,
  },
  {
    name: 'routes',
    summary: 'Print the route table',
    load: async () => (await import('./routes.js')).routes,
  },
];

const OVERVIEW = `Usage: plinth COMMAND [OPTION…]

${COMMANDS.map(({ name, summary }) => `  ${name.padEnd(14)}${summary}`).join('\n')}

Run "plinth COMMAND --help" for details. --version prints the version.`;

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
  const listed = COMMANDS.find((candidate) => candidate.name === name);
  if (!listed) throw new UsageError(`There is no command "${name}"`);
  const command = await listed.load();
  if (asksForHelp(args)) {
    print(command.help);
    return EXIT.ok;
  }
  return command.run(args);
}

/** Address of the entry of an error in the documentation of this installation, which needs no server. */
const docsOf = (id: ErrorId): string => `${pathToFileURL(packagePath('dist', 'docs', 'errors.html'))}#${id}`;

/** Reports an error: with `--json` as an event, else as a message on stderr. */
function report(error: unknown, args: readonly string[]): number {
  const usage = error instanceof UsageError;
  const message = error instanceof Error ? error.message : String(error);
  const known =
    error instanceof PlinthError
      ? { type: idOfKind(error.kind), ...error.reason.onWire(), ...(error.details && onWire(error.details)) }
      : undefined;
  if (args.includes('--json')) {
    emit({ event: 'failed', message, ...known, ...(known && { docs: docsOf(known.type) }) });
  } else {
    note(`plinth: ${message}`);
    for (const [place, problems] of Object.entries(known?.details ?? {})) {
      for (const problem of problems) note(`  ${place}: ${problem}`);
    }
    if (known) note(`What to do: ${docsOf(known.type)}`);
    if (usage) note('Try "plinth --help".');
  }
  if (!usage && !known && error instanceof Error && process.env.PLINTH_LOG === 'debug')
    note(error.stack ?? '');
  return usage ? EXIT.usage : EXIT.failed;
}

const args = process.argv.slice(2);
process.exitCode = await main(args).catch((error: unknown) => report(error, args));
