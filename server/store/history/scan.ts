/** Lists the files that have a history. */
import { join } from 'node:path';
import { Yielder } from '../../async/yielder.js';
import { CHANGES_FOLDER, isCollectionName, SCHEMA_FOLDER, SET_FILE } from '../disk/layout.js';
import { foldersIn, namesIn } from '../disk/names-in.js';
import { isFolder, stampAt } from '../disk/stamp.js';
import { FOLDER_SETTINGS, isKept, isKeptIn, type TextFilesOf, textPathsOf } from './kept-paths.js';

/** Paths below the data folder, with forward slashes. Links are left out. */
export async function keptFiles(root: string, textFilesOf: TextFilesOf): Promise<string[]> {
  const found = stampAt(join(root, FOLDER_SETTINGS)) ? [FOLDER_SETTINGS] : [];
  const yielder = new Yielder();
  for (const folder of await foldersIn(root)) {
    if (folder !== SCHEMA_FOLDER && !isCollectionName(folder)) continue;
    const texts = [...textFilesOf(folder)];
    for (const name of await namesIn(join(root, folder))) {
      const path = `${folder}/${name}`;
      if (isKeptIn(folder, name)) found.push(path);
      const beside = texts.length > 0 ? textPathsOf(path, () => texts) : [];
      for (const text of beside) if (stampAt(join(root, text))) found.push(text);
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    }
  }
  for await (const path of changeFiles(root)) found.push(path);
  return found;
}

/** The files of change sets. */
async function* changeFiles(root: string): AsyncGenerator<string, void, undefined> {
  const yielder = new Yielder();
  const below = async (path: string) => (await foldersIn(join(root, path))).map((name) => `${path}/${name}`);
  const sets = isFolder(join(root, CHANGES_FOLDER)) ? await below(CHANGES_FOLDER) : [];
  for (const set of sets) {
    const info = `${set}/${SET_FILE}`;
    if (isKept(info) && stampAt(join(root, info))) yield info;
    for (const collection of await below(set)) {
      for (const name of await namesIn(join(root, collection))) {
        if (isKept(`${collection}/${name}`)) yield `${collection}/${name}`;
        if (yielder.exhausted) await yielder.yieldToEventLoop();
      }
    }
  }
}
