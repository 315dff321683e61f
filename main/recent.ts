import { basename } from 'node:path';
import { app, type JumpListCategory, Menu } from 'electron';
import { t } from './texts.js';

/** Offers the recent folders where the system lists those of an app: its recent documents, the Dock, the taskbar. */
export function showRecent(recent: readonly string[], open: (folder: string) => void): void {
  if (process.platform === 'darwin') {
    app.dock?.setMenu(
      Menu.buildFromTemplate(
        recent.map((folder) => ({ label: basename(folder) || folder, click: () => open(folder) })),
      ),
    );
  }
  if (process.platform === 'win32') app.setJumpList(jumpList(recent, process.execPath));
}

/** The jump list of Windows. A list of documents would show only files of a type that the app has registered. */
export function jumpList(recent: readonly string[], program: string): JumpListCategory[] {
  return [
    {
      type: 'custom',
      name: t('Recent Folders'),
      items: recent.map((folder) => ({
        type: 'task',
        program,
        args: quoted(folder),
        title: basename(folder) || folder,
        description: folder.slice(0, 259),
        iconPath: program,
        iconIndex: 0,
      })),
    },
  ];
}

/** One argument of a command line of Windows, where a backslash before a quote escapes it. */
const quoted = (text: string): string => `"${text.replace(/(?<!\\)(\\*)$/, '$1$1')}"`;
