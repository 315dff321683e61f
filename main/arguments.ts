import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type FolderLink, folderLink, linkText } from './folder-links.js';

/** Options of the app's own on its command line; all others belong to Electron and Chromium. */
export interface StartArguments {
  /** The data folders to open, absolute: of `--data`, and those dropped on the program. */
  folders: string[];
  /** Pages that `plinth:` links name. */
  links: FolderLink[];
  /** Where derived files go, instead of the system's cache directory. */
  cache?: string;
  /** Where history, locks and decisions go, instead of the system's state directory. */
  state?: string;
  /** The port to serve the first folder on in this run; 0 for any free one. */
  port?: number;
  /** Id of the starter that fills the folder of `--data` when nothing is in it. */
  starter?: string;
}

export interface ArgumentsFrom {
  /** Base of relative folders: the working directory of the process that was started. */
  cwd: string;
  /** How many words name the program: one, and in development the folder of the app. */
  skip: number;
}

/**
 * Reads `[FOLDER…] --data DIR --cache DIR --state DIR --port N --starter ID` (also as `--data=DIR`) and `plinth:` links.
 * Unusable values count as absent, because an app started from an icon has no terminal for errors.
 * @param argv as in `process.argv`; switches of Chromium in between are skipped
 */
export function readArguments(argv: readonly string[], { cwd, skip }: ArgumentsFrom): StartArguments {
  const { values, positionals } = parseArgs({
    args: withoutShim(argv.slice(1)),
    strict: false,
    allowPositionals: true,
    options: {
      data: { type: 'string' },
      cache: { type: 'string' },
      state: { type: 'string' },
      port: { type: 'string' },
      starter: { type: 'string' },
    },
  });
  // A value that begins with "-" is the next switch: Chromium inserts its own between an option and its value.
  const word = (value: string | boolean | undefined) =>
    typeof value === 'string' && value !== '' && !value.startsWith('-') ? value : undefined;
  const folder = (value: string | boolean | undefined) => {
    const path = word(value);
    return path === undefined ? undefined : resolve(cwd, path);
  };
  const named = positionals.slice(skip - 1).filter((text) => text !== '');
  const isLink = (text: string) => /^plinth:/i.test(text);
  const data = folder(values.data);
  return {
    folders: [
      ...(data === undefined ? [] : [data]),
      ...named.filter((text) => !isLink(text)).map((text) => folderOf(pathOf(text, cwd))),
    ],
    links: named.filter(isLink).flatMap((text) => folderLink(text) ?? []),
    cache: folder(values.cache),
    state: folder(values.state),
    port: portOf(word(values.port)),
    starter: word(values.starter),
  };
}

/**
 * Words without what the shim of the command line (resources/pack/bin) puts before them: a switch for a machine without
 * a display, and `--`. After that Chromium takes no word for a switch of its own, and Windows does not refuse what
 * follows a URL.
 */
export function withoutShim(words: readonly string[]): string[] {
  const own = words[0]?.startsWith('--ozone-platform=') ? words.slice(1) : [...words];
  return own[0] === '--' ? own.slice(1) : own;
}

/** The words that say the same as these arguments, for a start from any folder. */
export function wordsOf({ folders, links, cache, state, port, starter }: StartArguments): string[] {
  const options = { cache, state, port, starter };
  return [
    ...Object.entries(options).flatMap(([name, value]) =>
      value === undefined ? [] : [`--${name}=${value}`],
    ),
    // Windows ends a program with words after a link, unless this comes before them.
    '--',
    ...folders,
    ...links.map(linkText),
  ];
}

/** The path of a word: desktops of Linux hand over URLs. One of another computer stays what it is, and is not found. */
function pathOf(word: string, cwd: string): string {
  if (!/^(?:file:|[a-z][a-z\d+.-]+:\/\/)/i.test(word)) return resolve(cwd, word);
  const url = URL.parse(word);
  try {
    return url && ['', 'localhost'].includes(url.host) ? fileURLToPath(url) : word;
  } catch {
    return word;
  }
}

/** The folder to open for a path: a file `NAME.plinth` stands for the folder it lies in. */
export function folderOf(path: string): string {
  if (!path.toLowerCase().endsWith('.plinth')) return path;
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? dirname(path) : path;
}

function portOf(value: string | undefined): number | undefined {
  const port = value !== undefined && /^\d{1,5}$/.test(value) ? Number(value) : undefined;
  return port !== undefined && port < 65_536 ? port : undefined;
}
