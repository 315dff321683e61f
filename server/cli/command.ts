/** What all commands share: options, output, exit codes. */
import { parseArgs } from 'node:util';
import { LINK_LIFETIME } from '../access/sessions.js';
import { KEY_METHODS, type KeyMethod } from '../contract/access.js';

/** Exit codes of every command. */
export const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

export interface Command {
  /** The whole help text. */
  help: string;
  /** Runs it and resolves with the exit code. `args`: what follows the name. */
  run(args: string[]): Promise<number>;
}

/** The command line itself is wrong: exit code 2. */
export class UsageError extends Error {}

/** Options of every command that opens a folder. */
export const FOLDER_OPTIONS = {
  data: { type: 'string' },
  cache: { type: 'string' },
  state: { type: 'string' },
  json: { type: 'boolean' },
} as const;

export const FOLDER_HELP = `  --data DIR    the data folder
  --cache DIR   where derived files are kept, instead of the system's cache directory
  --state DIR   where approvals and locks are kept, instead of the system's state
                directory
  --json        print one machine-readable line per event`;

/** Of every one-time link that is printed. */
export const LINK_HOLDS = `The admin link works once, within ${LINK_LIFETIME / 60_000} minutes.`;

type Config = NonNullable<Parameters<typeof parseArgs>[0]>;

/** A random id or a revision, as lists print them: one in 64 begins with "-". */
const RANDOM_ID = /^-[\w-]{20,}$/;

/**
 * Arguments with such ids as values: joined to the option before, where it takes a text, otherwise behind `--`. What
 * begins with two dashes is only a value where an option takes it, or a misspelt option would be one.
 */
function withRandomIds(args: readonly string[], { options = {}, allowPositionals }: Config): string[] {
  const end = args.indexOf('--');
  const known: string[] = [];
  const ids: string[] = [];
  for (const arg of end < 0 ? args : args.slice(0, end)) {
    const last = known.at(-1) ?? '';
    const takesText = last.startsWith('--') && options[last.slice(2)]?.type === 'string';
    if (!RANDOM_ID.test(arg) || Object.hasOwn(options, arg.slice(2))) known.push(arg);
    else if (takesText) known.splice(-1, 1, `${last}=${arg}`);
    else if (allowPositionals && !arg.startsWith('--')) ids.push(arg);
    else known.push(arg);
  }
  if (end >= 0) return [...known, '--', ...ids, ...args.slice(end + 1)];
  return ids.length > 0 ? [...known, '--', ...ids] : known;
}

/** `parseArgs` of node:util, strict; throws UsageError for what it does not know. */
export function parse<T extends Config & { args: readonly string[] }>(
  config: T,
): ReturnType<typeof parseArgs<T & { args: string[] }>> {
  try {
    return parseArgs({ ...config, args: withRandomIds(config.args, config) });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** The value of a required option. */
export function required(value: string | undefined, option: string): string {
  if (value === undefined || value === '') throw new UsageError(`${option} is missing`);
  return value;
}

/** The words of a comma-separated option without empty ones; undefined when it was not given. */
export function words(value: string | undefined): string[] | undefined {
  return value
    ?.split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

const isMethod = (word: string): word is KeyMethod => KEY_METHODS.some((method) => method === word);

/** The methods of `--methods`, for a key; `all` means every one, `standard` is the default. */
export function methodsOf(value: string | undefined, standard: readonly KeyMethod[]): KeyMethod[] {
  const given = words(value);
  if (given === undefined) return [...standard];
  if (given.length === 1 && given[0]?.toLowerCase() === 'all') return [...KEY_METHODS];
  const methods = given.map((word) => word.toUpperCase());
  const unknown = methods.find((word) => !isMethod(word));
  if (unknown !== undefined || methods.length === 0) {
    throw new UsageError(`--methods takes ${KEY_METHODS.join(', ')}, not "${unknown ?? ''}"`);
  }
  return methods.filter(isMethod);
}

/** A port number; throws UsageError for anything else. */
export function portOf(value: string): number {
  const port = Number(value);
  if (!/^\d{1,5}$/.test(value) || port > 65_535) throw new UsageError(`--port ${value} is not a port number`);
  return port;
}

/** A line on stdout. */
export const print = (line: string): void => console.log(line);

/** A message on stderr. */
export const note = (line: string): void => console.error(line);

/** One machine-readable line. */
export const emit = (value: object): void => console.log(JSON.stringify(value));
