/** `plinth types`: TypeScript types of a folder, and settings of a text editor. */
import { resolve } from 'node:path';

import { isAbsent } from '../store/disk/fs-errors.js';
import { readTextFile, writeFileOutside } from '../store/host/files-outside.js';
import { folderTypes } from '../typings/folder-types.js';
import { HEADER, typeScriptOf } from '../typings/typescript.js';
import { zodOf } from '../typings/zod.js';
import {
  action,
  commandOf,
  EXIT,
  emit,
  FOLDER_OPTIONS,
  flag,
  note,
  print,
  takes,
  UsageError,
} from './command.js';
import { editorFiles, outdated, writeEditorFiles } from './editor-files.js';
import { existingFolder, type FolderValues, withSite } from './folder.js';

export const command = commandOf(
  'types',
  {
    usage: ['--data DIR [--zod] [--out FILE [--check]]', '--data DIR --vscode DIR [--check]'],
    about: `Writes TypeScript types of the objects in a folder, from its schemas. The type Plinth makes a client typed:
createClient<Plinth>() of "plinth/client".`,
  },
  action({
    options: {
      ...FOLDER_OPTIONS,
      zod: flag('also write schemas of zod, which the site must have installed'),
      out: takes('FILE', 'output file; default: print it'),
      vscode: takes(
        'DIR',
        'instead, have Visual Studio Code complete and check the objects of the folder where DIR is opened: writes a JSON Schema for each collection to DIR/.vscode, and names them in its settings.json',
      ),
      check: flag('write nothing; exit with 1 if a file is not what would be written'),
    },
    async run({ values }) {
      const { out, zod = false, check = false, json = false } = values;
      if (values.vscode !== undefined) {
        if (out !== undefined || zod) throw new UsageError('--vscode does not go with --out and --zod');
        return forEditor(values, resolve(values.vscode));
      }
      if (check && out === undefined) throw new UsageError('--check needs --out');
      return withSite(values, async (site) => {
        const folder = folderTypes(site);
        const text = moduleOf(folder, zod);
        if (out === undefined) {
          print(text.trimEnd());
          return EXIT.ok;
        }
        const current = (await existing(out)) === text;
        if (json) emit({ event: check ? 'checked' : 'types', file: out, current });
        if (check) {
          if (!current)
            note(`${out} does not match the schemas of the folder; write it again without --check`);
          return current ? EXIT.ok : EXIT.failed;
        }
        if (!current) await writeFileOutside(out, [text]);
        if (!json) print(`${out}: ${folder.collections.length} collections`);
        return EXIT.ok;
      });
    },
  }),
);

/** Writes the files for a text editor that opens `workspace`, or checks them. */
async function forEditor(
  values: FolderValues & { check?: boolean | undefined; json?: boolean | undefined },
  workspace: string,
): Promise<number> {
  const { check = false, json = false } = values;
  const folder = await existingFolder(values);
  return withSite(values, async (site) => {
    const files = await editorFiles(site, folder, workspace);
    const old = await outdated(files);
    const current = old.length === 0;
    if (!check) await writeEditorFiles(old);
    if (json) emit({ event: check ? 'checked' : 'editor', folder: workspace, current });
    else if (!check) print(`${workspace}: .vscode has ${files.length} files, ${old.length} written`);
    if (check && !current) {
      note(`${old[0]?.path} does not match the schemas of the folder; write it again without --check`);
    }
    return check && !current ? EXIT.failed : EXIT.ok;
  });
}

function moduleOf(folder: ReturnType<typeof folderTypes>, zod: boolean): string {
  const text = typeScriptOf(folder);
  if (!zod) return text;
  const rest = text.slice(HEADER.length);
  return `${HEADER}\nimport { z } from 'zod';\n${rest.replace(/^\n(?=import)/, '')}\n${zodOf(folder)}`;
}

/** A text file as it would be written here; undefined if there is none. */
async function existing(file: string): Promise<string | undefined> {
  try {
    return (await readTextFile(file)).replaceAll('\r\n', '\n');
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}
