/** `plinth backup`: a zip of a folder, and a folder from such a zip (spec/backups.md). */
import { resolve } from 'node:path';
import { restoreBackup } from '../store/backup/restore-backup.js';
import { backUp } from '../store/backup/write-backup.js';
import { historyFolder } from '../store/host/machine-folders.js';
import {
  action,
  commandOf,
  emit,
  FOLDER_OPTIONS,
  flag,
  note,
  onlyWord,
  print,
  required,
  takes,
  UsageError,
} from './command.js';
import { placesOf, withSite } from './folder.js';

const write = action({
  options: {
    ...FOLDER_OPTIONS,
    to: takes(
      'PLACE',
      'a folder, where the file gets a name with the time, or a new file that ends with .zip; default: the current folder',
    ),
    history: flag('include the history of this machine'),
  },
  words: true,
  async run({ values, words }) {
    if (words.length > 0) throw new UsageError(`Unknown action "${words[0]}"`);
    const to = resolve(values.to ?? '.');
    const written = await withSite(values, ({ store, now }) =>
      backUp(store, {
        to,
        now: now(),
        history: values.history ? historyFolder(placesOf(values).state, store.root) : undefined,
      }),
    );
    if (values.json) emit({ event: 'backup', ...written });
    else print(`${written.file}: ${written.files} files, ${written.bytes} bytes`);
  },
});

const restore = action({
  options: write.options,
  words: true,
  async run({ values, words }) {
    const file = onlyWord(words, 'Pass exactly one backup to restore');
    if (values.data !== undefined) throw new UsageError('Pass the folder to restore into as --to');
    const into = required(values.to, '--to');
    const { state } = placesOf(values);
    const restored = await restoreBackup(resolve(file), into, (root) => historyFolder(state, root));
    if (values.json) emit({ event: 'restored', ...restored });
    else print(`${restored.folder}: ${restored.files} files of the backup from ${restored.createdAt}`);
    if (restored.history === 'kept' && !values.json) {
      note('The history of the backup was omitted: this machine has one of this folder already.');
    }
  },
});

export const command = commandOf(
  'backup',
  {
    usage: ['--data DIR [--to DIR|FILE.zip] [--history]', 'restore FILE.zip --to DIR'],
    about: `Writes the whole folder into a zip file, with its hidden folders, and checks it by reading it again. It
works while a server is running. The file appears once it is complete. It contains what the folder contains, also
hashes of keys and passwords.

restore writes such a file into an empty or new folder, with the dates of all files, and its history if the backup has
one. Nothing of the folder is there until all of it is. As with any folder from elsewhere, its keys, users and settings
have to be approved ("plinth trust").`,
  },
  { '': write, restore },
);
