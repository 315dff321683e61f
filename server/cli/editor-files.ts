/** Settings of a text editor that complete the objects of a folder by hand: Visual Studio Code and its relatives. */
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import type { Content } from '../content/core/base.js';
import { message } from '../contract/messages/message.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import { conflict } from '../errors.js';
import { collectionObjectSchema } from '../openapi/object-schema.js';
import { isAbsent } from '../store/disk/fs-errors.js';
import { makeFolder, readTextFile, writeFileOutside } from '../store/host/files-outside.js';

const SETTINGS = join('.vscode', 'settings.json');
/** Addresses of schemas in the settings; entries with others belong to the user. */
const SCHEMAS = './.vscode/plinth';

export interface EditorFile {
  path: string;
  text: string;
}

const jsonText = (value: JsonValue): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** The path of a folder inside the workspace, with slashes. Throws `conflict` for one outside. */
function pathWithin(workspace: string, folder: string): string {
  const path = relative(workspace, folder);
  if (path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path)) {
    throw conflict(message('editorFolderOutside', { folder: workspace }));
  }
  return path.split(sep).join('/');
}

/** The settings that are there. Throws `conflict` for what this program could not write again as it was. */
async function currentSettings(file: string): Promise<JsonObject> {
  let text: string;
  try {
    text = await readTextFile(file);
  } catch (error) {
    if (isAbsent(error)) return {};
    throw error;
  }
  try {
    const settings: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    if (isJsonObject(settings)) return settings;
  } catch {
    // As below.
  }
  throw conflict(message('editorFileUnreadable', { path: file }));
}

const isOwn = (entry: JsonValue): boolean =>
  isJsonObject(entry) && typeof entry.url === 'string' && entry.url.startsWith(`${SCHEMAS}/`);

/** The files that have the editor complete and check the objects in `folder`, where `workspace` is opened. */
export async function editorFiles(base: Content, folder: string, workspace: string): Promise<EditorFile[]> {
  const within = pathWithin(workspace, folder);
  const place = within === '' ? '' : `/${within}`;
  const settings = await currentSettings(join(workspace, SETTINGS));
  const kept = Array.isArray(settings['json.schemas']) ? settings['json.schemas'] : [];
  const ids = base.collections
    .all()
    .map(({ settings: { id } }) => id)
    .sort();
  const own = ids.map((id) => ({
    fileMatch: [`${place}/${id}/*.json`, `!${place}/${id}/.meta.json`],
    url: `${SCHEMAS}/${id}.schema.json`,
  }));
  const schemas = [...kept.filter((entry) => !isOwn(entry)), ...own];
  return [
    ...ids.map((id) => ({
      path: join(workspace, '.vscode', 'plinth', `${id}.schema.json`),
      text: jsonText(collectionObjectSchema(base, id)),
    })),
    { path: join(workspace, SETTINGS), text: jsonText({ ...settings, 'json.schemas': schemas }) },
  ];
}

/** Whether a file has this text. */
async function isCurrent({ path, text }: EditorFile): Promise<boolean> {
  try {
    return (await readTextFile(path)) === text;
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
}

/** The files that differ from what is there. */
export async function outdated(files: readonly EditorFile[]): Promise<EditorFile[]> {
  const current = await Promise.all(files.map(isCurrent));
  return files.filter((_file, at) => !current[at]);
}

export async function writeEditorFiles(files: readonly EditorFile[]): Promise<void> {
  for (const { path, text } of files) {
    await makeFolder(dirname(path));
    await writeFileOutside(path, [text]);
  }
}
