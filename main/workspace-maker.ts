import { createHash } from 'node:crypto';
import { BrowserWindow, type Session, session } from 'electron';
import type { FoldersOptions } from './folders.js';
import type { AppLanguage } from './language.js';
import { denyPermissions } from './navigation.js';
import { isFree, portFor } from './port.js';
import { createServerProcess } from './server-process.js';
import type { SettingsFile } from './settings.js';
import type { Spelling } from './spelling.js';
import { createWindow, notify } from './window.js';
import { createWorkspace, type Workspace } from './workspace.js';

/** A window that a page has opened for what turns out to be a download has nothing to show: it closes with it. */
function closeEmptyWindows(session: Session): void {
  session.on('will-download', (_event, item, contents) => {
    const window = BrowserWindow.fromWebContents(contents);
    if (!window || !['', 'about:blank'].includes(contents.mainFrame.url)) return;
    // Not before: the dialog that asks for the place of the file belongs to the window.
    item.once('done', () => {
      if (!window.isDestroyed()) window.close();
    });
  });
}

export interface MakerOptions {
  settings: SettingsFile;
  /** Path of the built `server/cli/desktop-server.js`. */
  script: string;
  preload: string;
  devTools: boolean;
  language: Pick<AppLanguage, 'prepare'>;
  spelling: Pick<Spelling, 'prepare'>;
  places: { cache?: string | undefined; state?: string | undefined };
  attempt(action: Promise<unknown>): void;
  onChange(): void;
}

/** Makes the workspace of a folder: its server process, its session, its windows in their place. */
export function workspaceMaker(options: MakerOptions): FoldersOptions['makeWorkspace'] {
  const { settings, preload, devTools, attempt, onChange } = options;
  const { cache, state: stateFolder } = options.places;
  return (folder, { starter, port }, onOpened) => {
    const own = session.fromPartition(partitionOf(folder));
    denyPermissions(own, () => workspace.url);
    closeEmptyWindows(own);
    options.language.prepare(own);
    options.spelling.prepare(own);
    const server = createServerProcess({
      script: options.script,
      onState: (state) => {
        notify(workspace.windows(), state, workspace.url);
        onChange();
      },
      onRecovered: (listening) => attempt(workspace.recovered(listening)),
    });
    const workspace: Workspace = createWorkspace({
      folder,
      server,
      session: own,
      places: {
        ...(cache === undefined ? {} : { cache }),
        ...(stateFolder === undefined ? {} : { state: stateFolder }),
      },
      starter,
      makeWindow: () => folderWindow(folder, own),
      choosePort: async () =>
        port === undefined ? portFor(folder, settings) : { port: (await isFree(port)) ? port : 0 },
      onOpened,
      onChange,
    });
    return workspace;
  };

  function folderWindow(folder: string, own: Session) {
    const { bounds, maximized } = settings.value.folders[folder] ?? settings.value.place;
    return createWindow({
      preload,
      devTools,
      session: own,
      place: { ...(bounds && { bounds }), ...(maximized && { maximized }) },
      onPlace: (place) => {
        settings.keep(settings.changeFolder(folder, place));
        settings.keep(settings.change({ place }));
      },
    });
  }
}

/** Cookies and storage that only the windows of one folder have; kept, for the admin keeps the user's choices there. */
const partitionOf = (folder: string): string =>
  `persist:folder-${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`;
