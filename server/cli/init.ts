/** `plinth init --git`: prepares a folder for git and sync tools. */
import { join } from 'node:path';
import spawn from 'cross-spawn';
import { message } from '../contract/messages/message.js';
import { PlinthError } from '../errors.js';
import { isAbsent } from '../store/disk/fs-errors.js';
import { readTextFile, writeFileOutside } from '../store/host/files-outside.js';
import { ownCommand } from '../store/host/resources.js';
import { action, commandOf, emit, FOLDER_OPTIONS, flag, print, takes, UsageError } from './command.js';
import { existingFolder } from './folder.js';
import { SECRET_LINES } from './secret-files.js';

/** Lines that the files of a data folder need. Unfinished files belong to one machine, trash and secrets to no repository. */
const LINES: Readonly<Record<string, readonly string[]>> = {
  '.gitattributes': ['*.json merge=plinth diff=plinth'],
  '.gitignore': ['/.system/tmp/', '/.system/trash/', ...SECRET_LINES],
  '.stignore': ['/.system/tmp'],
};

export const command = commandOf(
  'init',
  {
    usage: ['--git [--data DIR]'],
    about: `Prepares a folder in a git repository: JSON files are merged by property and compared as readable fields;
keys, users and secrets stay out of it. Adds the missing lines to .gitattributes, .gitignore and .stignore (Syncthing)
in the folder, and configures the merge driver in the repository of this machine (.git/config); run it once in every
clone. It also sets merge.renames to false and pull.twohead to recursive, unless they are set: git would take a new
object for a renamed one and merge changes of a deleted one into it.`,
  },
  action({
    options: {
      git: flag('prepare it for git'),
      data: takes('DIR', 'the data folder; default: the current directory'),
      json: FOLDER_OPTIONS.json,
    },
    async run({ values }) {
      if (!values.git) throw new UsageError('init needs --git');
      const folder = await existingFolder({ data: values.data ?? '.' });
      configure(folder);
      for (const [name, lines] of Object.entries(LINES)) {
        const added = await addLines(join(folder, name), lines);
        if (values.json) emit({ event: 'prepared', file: name, added });
        else print(added.length === 0 ? `${name}: nothing to add` : `${name}: added ${added.join(', ')}`);
      }
    },
  }),
);

/** This program, as a shell finds it. */
function shellCommand(): string {
  const words = ownCommand() ?? [process.execPath, process.argv[1] ?? ''];
  return words.map((part) => `'${part.replaceAll("'", `'\\''`)}'`).join(' ');
}

/**
 * Sets the drivers in the configuration of the repository, and that git looks for no renamed files: objects of one
 * schema are similar, so that it would merge a change of a deleted object into a new one. Throws `missing` outside of a
 * repository.
 */
function configure(folder: string): void {
  const isFree = (name: string) =>
    spawn.sync('git', ['config', '--local', '--get', name], { cwd: folder }).status !== 0;
  const settings = {
    ...(isFree('merge.renames') && { 'merge.renames': 'false' }),
    // Other strategies of git before version 2.50 look for renamed files all the same.
    ...(isFree('pull.twohead') && { 'pull.twohead': 'recursive' }),
    'merge.plinth.name': 'Plinth: JSON by property',
    'merge.plinth.driver': `${shellCommand()} merge-driver %O %A %B %P`,
    'diff.plinth.textconv': `${shellCommand()} show`,
  };
  for (const [name, value] of Object.entries(settings)) {
    const { status, error } = spawn.sync('git', ['config', '--local', name, value], { cwd: folder });
    if (error) throw new PlinthError('missing', message('gitMissing'), { cause: error });
    if (status !== 0) throw new PlinthError('missing', message('gitFolderNeeded', { path: folder }));
  }
}

/** Adds the lines a file does not have yet; what is there stays as it is. Returns what was added. */
async function addLines(path: string, wanted: readonly string[]): Promise<string[]> {
  const before = await readTextFile(path).catch((error: unknown) => {
    if (isAbsent(error)) return '';
    throw error;
  });
  const present = new Set(before.split(/\r?\n/).map((line) => line.trim()));
  const added = wanted.filter((line) => !present.has(line));
  if (added.length === 0) return added;
  const start = before === '' || before.endsWith('\n') ? before : `${before}\n`;
  await writeFileOutside(path, [`${start}${added.join('\n')}\n`]);
  return added;
}
