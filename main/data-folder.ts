import { constants } from 'node:fs';
import { access, readdir, stat } from 'node:fs/promises';
import { type BrowserWindow, dialog, type OpenDialogOptions } from 'electron';
import { t } from './texts.js';

/** How many folders File > Open Recent keeps. */
const RECENT_LIMIT = 10;

/** What the system or a version control leaves in a folder that a person would still call empty. */
const NO_CONTENT = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini', '.git', '.gitignore', '.gitattributes']);

/** Asks for a folder; undefined when the user cancels. */
export async function askForFolder(
  window: BrowserWindow | undefined,
  title: string,
  startIn: string | undefined,
): Promise<string | undefined> {
  const options: OpenDialogOptions = {
    title,
    // On macOS the title bar of the sheet is not shown, the message is.
    message: title,
    buttonLabel: t('Open'),
    properties: ['openDirectory', 'createDirectory'],
    ...(startIn === undefined ? {} : { defaultPath: startIn }),
  };
  const answer = window ? await dialog.showOpenDialog(window, options) : await dialog.showOpenDialog(options);
  return answer.canceled ? undefined : answer.filePaths[0];
}

/** Why a folder cannot be opened, as a sentence for the user; undefined when it can. */
export async function problemWithFolder(folder: string): Promise<string | undefined> {
  try {
    if (!(await stat(folder)).isDirectory()) return t(`${folder} is not a folder.`);
    await access(folder, constants.R_OK | constants.X_OK);
  } catch (error) {
    return isMissing(error)
      ? t(`The folder ${folder} was not found. Was it moved, or is its drive disconnected?`)
      : t(`The folder ${folder} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  return undefined;
}

/** Whether a starter can be written into the folder: it has no files of the user. */
export async function isEmptyFolder(folder: string): Promise<boolean> {
  return (await readdir(folder)).every((name) => NO_CONTENT.has(name));
}

/** The list of recent folders with `folder` at its head. */
export function withRecent(recent: readonly string[], folder: string): string[] {
  return [folder, ...recent.filter((other) => other !== folder)].slice(0, RECENT_LIMIT);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
