import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { app } from 'electron';

/** The program as other programs start it: an AppImage is mounted at another path each time. */
export const programPath = (): string => process.env.APPIMAGE ?? process.execPath;

/**
 * `--user-data-dir` names the profile of an app that runs from its sources, so that tests have one of their own on each
 * system. Otherwise gives Chromium's profile a folder of its own on macOS: by default it would share one with the state of the server,
 * and deleting it to reset the app would take run history and trust decisions along. The settings move with it.
 */
export function placeUserData(): void {
  const named = app.isPackaged ? '' : app.commandLine.getSwitchValue('user-data-dir');
  if (named !== '') {
    app.setPath('userData', resolve(named));
    return;
  }
  if (process.platform !== 'darwin') {
    app.setPath('userData', join(app.getPath('appData'), 'plinth'));
    return;
  }
  const folder = join(app.getPath('appData'), 'Plinth App');
  const before = join(app.getPath('appData'), 'plinth', 'settings.json');
  if (!existsSync(folder) && existsSync(before)) {
    mkdirSync(folder, { recursive: true });
    copyFileSync(before, join(folder, 'settings.json'));
  }
  app.setPath('userData', folder);
}
