import { basename, join } from 'node:path';
import { Menu, type MenuItemConstructorOptions, Tray } from 'electron';
import type { Folders } from './folders.js';
import { plural, t } from './texts.js';
import { whenChanged } from './when-changed.js';

/** The icon beside the clock while folders are served without windows. */
export interface TrayIcon {
  /** Shows the folders that are served now; without any, or when the user does not want it, there is no icon. */
  update(): void;
}

export interface TrayOptions {
  folders: Folders;
  /** The folder with the images. */
  icons: string;
  isWanted(): boolean;
  /** Shows all folders. */
  showAll(): void;
  show(folder: string): void;
  stop(folder: string): void;
  quit(): void;
}

/**
 * Of a template image macOS takes the alpha only, in the color of its menu bar, and finds the finer one beside it. An .ico
 * has the sizes of all scales of Windows.
 */
const IMAGES: Partial<Record<NodeJS.Platform, string>> = { darwin: 'trayTemplate.png', win32: 'tray.ico' };

export function createTray(options: TrayOptions): TrayIcon {
  let tray: Tray | undefined;
  let draw = whenChanged();
  return {
    update() {
      const served = options.folders.all().filter(({ state }) => state.state === 'running');
      if (!options.isWanted() || served.length === 0) {
        tray?.destroy();
        tray = undefined;
        draw = whenChanged();
        return;
      }
      const shown = tray ?? makeTray(options);
      tray = shown;
      const tip = plural(served.length, 'Plinth serves one folder', 'Plinth serves # folders');
      const items = trayItems(options, served);
      draw([tip, items], () => {
        shown.setToolTip(tip);
        shown.setContextMenu(Menu.buildFromTemplate(items));
      });
    },
  };
}

function makeTray({ icons, showAll }: TrayOptions): Tray {
  const tray = new Tray(join(icons, IMAGES[process.platform] ?? 'tray.png'));
  // macOS opens the menu by either button. Windows and most desktops of Linux do by the right one, and expect the program
  // by the left one.
  if (process.platform !== 'darwin') tray.on('click', showAll);
  return tray;
}

function trayItems(
  { show, stop, quit }: TrayOptions,
  served: ReturnType<Folders['all']>,
): MenuItemConstructorOptions[] {
  return [
    ...served.map(({ folder, url }, index) => ({
      id: `tray-${index}`,
      label: basename(folder) || folder,
      submenu: [
        { label: url ?? '', enabled: false },
        { id: `tray-show-${index}`, label: t('Show'), click: () => show(folder) },
        { id: `tray-stop-${index}`, label: t('Stop Serving'), click: () => stop(folder) },
      ],
    })),
    { type: 'separator' },
    { id: 'tray-quit', label: t('Quit Plinth'), click: () => quit() },
  ];
}
