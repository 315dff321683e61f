#!/usr/bin/env node
/** The command line: finds the command and turns errors into messages and exit codes. */
import '../http/tick-object.js';
import { pathToFileURL } from 'node:url';
import { type ErrorId, idOfKind } from '../contract/error-ids.js';
import { onWire } from '../contract/messages/message.js';
import { PlinthError } from '../errors.js';
import { packagePath, packageVersion } from '../store/host/resources.js';
import { type Command, EXIT, emit, note, print, UsageError } from './command.js';

/** What each command does, and how it is loaded: help and usage errors do not load the whole server. */
const COMMANDS: Readonly<
  Record<string, readonly [summary: string, load: () => Promise<{ command: Command }>]>
> = {
  serve: ['Serve a folder: the API, and the admin in a browser', () => import('./serve.js')],
  new: ['Make content and a site from a starter', () => import('./new.js')],
  link: ['Print a fresh one-time link to the admin of a running server', () => import('./link.js')],
  keys: ['Create, list and revoke API keys', () => import('./keys.js')],
  users: ['Create, list and remove users, and set their passwords', () => import('./users.js')],
  oauth: ['List and revoke the access of connected apps', () => import('./oauth.js')],
  trust: ['Trust a folder on this machine', () => import('./trust.js')],
  import: ['Import a template definition', () => import('./import.js')],
  export: ['Export a folder as a template definition', () => import('./export.js')],
  check: ['Find and repair problems in a folder', () => import('./check.js')],
  conflicts: ['List and merge conflict copies of sync tools', () => import('./conflicts.js')],
  history: ['List versions of an object, or changes of a folder', () => import('./history.js')],
  undo: ['Undo a transaction, or the work of an actor', () => import('./undo.js')],
  restore: ['Restore a version of an object', () => import('./restore.js')],
  backup: ['Back up a folder, or restore a backup', () => import('./backup.js')],
  init: ['Prepare a folder for git', () => import('./init.js')],
  'merge-driver': ['Merge versions of a JSON file for git', () => import('./merge-driver.js')],
  show: ['Print a JSON file as readable fields', () => import('./show.js')],
  mcp: ['Connect an AI client on this machine to a folder', () => import('./mcp.js')],
  exec: ['Run a command with PLINTH_URL and PLINTH_KEY set', () => import('./exec.js')],
  assets: ['Write the images and files of a built site beside it', () => import('./assets.js')],
  types: ['Write TypeScript types of the objects in a folder', () => import('./types.js')],
  mirror: ['Write a folder as files for sites: API answers, JSON, Markdown', () => import('./mirror.js')],
  site: ['Add, list and remove the sites that are built from a folder', () => import('./site.js')],
  release: ['List, plan and publish releases, changes that go live together', () => import('./release.js')],
  publish: ['Build and upload a site', () => import('./publish.js')],
  docs: ['Print a page of the documentation', () => import('./docs.js')],
  logs: ['Show the log, or the log lines of one request', () => import('./logs.js')],
  routes: ['Print the route table', () => import('./routes.js')],
};

const OVERVIEW = `Usage: plinth COMMAND [OPTION…]

${Object.entries(COMMANDS)
  .map(([name, [summary]]) => `  ${name.padEnd(14)}${summary}`)
  .join('\n')}

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
  const [, load] = Object.hasOwn(COMMANDS, name) ? (COMMANDS[name] ?? []) : [];
  if (!load) throw new UsageError(`There is no command "${name}"`);
  const { command } = await load();
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
