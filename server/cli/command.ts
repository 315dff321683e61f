/** What all commands share: options, output, exit codes. */
import { parseArgs } from 'node:util';
import { LINK_LIFETIME } from '../access/sessions.js';
import { KEY_METHODS, type KeyMethod } from '../contract/access.js';

/** Exit codes of every command. */
export const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

export interface Command {
  /** The whole help text. */
  readonly help: string;
  /** Runs it and resolves with the exit code. `args`: what follows the name. */
  run(args: string[]): Promise<number>;
}

/** The command line itself is wrong: exit code 2. */
export class UsageError extends Error {}

type Parsed = Readonly<Record<string, { readonly type: 'string' | 'boolean'; readonly multiple?: boolean }>>;
/** Options with their help; `value`: what the value of an option is called there. */
type Options = Parsed & Readonly<Record<string, { readonly value?: string; readonly help: string }>>;

export type Values<O extends Parsed> = {
  [K in keyof O]?:
    | (O[K] extends { type: 'boolean' } ? boolean : O[K] extends { multiple: true } ? string[] : string)
    | undefined;
};

/** An option that takes a text. */
export const takes = (value: string, help: string) => ({ type: 'string', value, help }) as const;
/** An option without a value. */
export const flag = (help: string) => ({ type: 'boolean', help }) as const;

/** Options of every command that opens a folder. */
export const FOLDER_OPTIONS = {
  data: takes('DIR', 'the data folder'),
  cache: takes('DIR', "where derived files are kept, instead of the system's cache directory"),
  state: takes('DIR', "where approvals and locks are kept, instead of the system's state directory"),
  json: flag('print one machine-readable line per event'),
};

/** What a command was given: its options, the words besides them, and those behind `--`. */
interface Given<O extends Parsed> {
  values: Values<O>;
  words: string[];
  behind: string[];
}

/** Something a command does: its options, and what runs with their values. Without a result the exit code is 0. */
export interface Action {
  readonly options: Options;
  run(args: readonly string[]): Promise<number>;
}

/** `words`: it takes words besides options. */
export const action = <const O extends Options>(row: {
  options: O;
  words?: true;
  run(given: Given<O>): Promise<number | undefined> | Promise<void>;
}): Action => ({
  options: row.options,
  async run(args) {
    const code = await row.run(parse(args, row.options, row.words));
    return typeof code === 'number' ? code : EXIT.ok;
  },
});

interface Head {
  /** What can follow the name, each in a line of its own. */
  usage: readonly string[];
  /** Paragraphs; those that begin with spaces are printed as they are. */
  about: string;
  /** Paragraphs behind the options. */
  end?: string;
}

/** A command: its help, and what it does or its actions by their names; the one without a name is the default. */
export function commandOf(
  name: string,
  head: Head,
  does: Action | Readonly<Record<string, Action>>,
): Command {
  const actions = isAction(does) ? { '': does } : does;
  const options: Options = Object.assign({}, ...Object.values(actions).map((one) => one.options));
  return {
    help: helpOf(name, head, options),
    async run([first = '', ...rest]) {
      if (first !== '' && Object.hasOwn(actions, first)) return (actions[first] as Action).run(rest);
      if (actions['']) return actions[''].run(first === '' ? rest : [first, ...rest]);
      const names = Object.keys(actions)
        .join(', ')
        .replace(/, (?=\w+$)/, ' or ');
      throw new UsageError(first === '' ? `Use ${names}` : `Unknown action "${first}"`);
    },
  };
}

const isAction = (does: Action | Readonly<Record<string, Action>>): does is Action =>
  typeof does.run === 'function';

/** Of every one-time link that is printed. */
export const LINK_HOLDS = `The admin link works once, within ${LINK_LIFETIME / 60_000} minutes.`;

/** Columns of help. */
const WIDTH = 80;

/** A text in lines, the first of which begins at a column, as the others do. */
function wrapped(text: string, column: number): string {
  const lines = [''];
  for (const word of text.split(/[ \n]+/)) {
    const line = lines.pop() ?? '';
    if (line === '') lines.push(word);
    else if (column + line.length + word.length < WIDTH) lines.push(`${line} ${word}`);
    else lines.push(line, word);
  }
  return lines.join(`\n${' '.repeat(column)}`);
}

/** Stands between an option and its value while lines are broken. */
const JOINED = '\u00a0';

function usageOf(name: string, usage: readonly string[]): string {
  const lines = usage.map((line) => {
    const start = `plinth ${name} `;
    const joined = line.replace(/(?<=[a-z]) (?=[A-Z])/g, JOINED);
    return start + wrapped(joined, 'Usage: '.length + start.length);
  });
  return `Usage: ${lines.join('\n       ')}`.replaceAll(JOINED, ' ');
}

const paragraphs = (text: string): string =>
  text
    .split('\n\n')
    .map((one) => (one.startsWith(' ') ? one : wrapped(one, 0)))
    .join('\n\n');

function optionLines(options: Options): string {
  const rows = Object.entries(options).map(([name, option]) => ({
    label: `  --${name}${option.value === undefined ? '' : ` ${option.value}`}  `,
    help: option.help,
  }));
  const column = Math.max(...rows.map(({ label }) => label.length));
  return rows.map(({ label, help }) => label.padEnd(column) + wrapped(help, column)).join('\n');
}

const helpOf = (name: string, { usage, about, end }: Head, options: Options): string =>
  [
    usageOf(name, usage),
    paragraphs(about),
    ...(Object.keys(options).length > 0 ? [optionLines(options)] : []),
    ...(end === undefined ? [] : [paragraphs(end)]),
  ].join('\n\n');

/** A random id or a revision, as lists print them: one in 64 begins with "-". */
const RANDOM_ID = /^-[\w-]{20,}$/;

/**
 * Arguments with such ids as values: joined to the option before, where it takes a text, otherwise behind `--`. What
 * begins with two dashes is only a value where an option takes it, or a misspelt option would be one.
 */
function withRandomIds(args: readonly string[], options: Parsed, takesWords: boolean): string[] {
  const known: string[] = [];
  const ids: string[] = [];
  for (const arg of args) {
    const last = known.at(-1) ?? '';
    const takesText = last.startsWith('--') && options[last.slice(2)]?.type === 'string';
    if (!RANDOM_ID.test(arg) || Object.hasOwn(options, arg.slice(2))) known.push(arg);
    else if (takesText) known.splice(-1, 1, `${last}=${arg}`);
    else if (takesWords && !arg.startsWith('--')) ids.push(arg);
    else known.push(arg);
  }
  return [...known, '--', ...ids];
}

/** Arguments by options, strict; throws UsageError for what it does not know. */
export function parse<O extends Parsed>(args: readonly string[], options: O, takesWords = false): Given<O> {
  const end = args.indexOf('--');
  const behind = end < 0 ? [] : args.slice(end + 1);
  const own = withRandomIds(end < 0 ? args : args.slice(0, end), options, takesWords);
  try {
    const parsed = parseArgs({ args: [...own, ...behind], options, allowPositionals: takesWords });
    return { values: parsed.values as Values<O>, words: parsed.positionals, behind };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** The only word; another number of them is an error that says what to pass. */
export function onlyWord([word, ...rest]: readonly string[], problem: string): string {
  if (word === undefined || rest.length > 0) throw new UsageError(problem);
  return word;
}

/** The value of a required option. */
export function required(value: string | undefined, option: string): string {
  if (value === undefined || value === '') throw new UsageError(`${option} is missing`);
  return value;
}

/** The words of a comma-separated option without empty ones; undefined when it was not given. */
export function wordsOf(value: string | undefined): string[] | undefined {
  return value
    ?.split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

const isMethod = (word: string): word is KeyMethod => KEY_METHODS.some((method) => method === word);

/** The methods of `--methods`, for a key; `all` means every one, `standard` is the default. */
export function methodsOf(value: string | undefined, standard: readonly KeyMethod[]): KeyMethod[] {
  const given = wordsOf(value);
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

/** Between two lines about progress, in ms. */
const PROGRESS_MS = 500;

/** Tells how far long work is, on stderr, so that the result can be piped: now and then, and at its end. */
export function progressOf(json: boolean | undefined): (done: number, total: number) => void {
  let last = performance.now();
  return (done, total) => {
    const now = performance.now();
    if (done < total && now - last < PROGRESS_MS) return;
    last = now;
    if (json) emit({ event: 'progress', done, total });
    else note(`${done} of ${total}`);
  };
}

/** A text of the folder on one line, without signs that a terminal obeys. */
export const printable = (text: string): string =>
  JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll(/[\u007f-\u009f]/g, '');

/** One machine-readable line. */
export const emit = (value: object): void => console.log(JSON.stringify(value));

/** Prints each of some records, or that there is none. */
export function printEach<T extends object>(
  { json }: { json?: boolean | undefined },
  records: readonly T[],
  { line, none }: { line(record: T): string; none: string },
): void {
  for (const record of records) {
    if (json) emit(record);
    else print(line(record));
  }
  if (records.length === 0 && !json) note(none);
}
