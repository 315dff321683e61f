import type { AppUpdater } from 'electron-updater';
import type { AppLog } from './log.js';

/** Where newer versions come from. What runs behind it is a library that only works in a packed app. */
export interface UpdateSource {
  /** The newer version; undefined where there is none. Rejects when the place of the releases cannot be read. */
  check(): Promise<string | undefined>;
  /** Downloads what `check` has found and checks it. `onProgress` gets what is done of the whole, from 0 to 1. */
  download(onProgress: (part: number) => void): Promise<void>;
  /** Ends the app, installs what was downloaded and starts it. */
  install(onError: (error: Error) => void): void;
}

/** The updater of this system, loaded when it is first needed. */
export async function systemUpdates(log: AppLog): Promise<UpdateSource> {
  const { default: library } = await import('electron-updater');
  return updatesFrom(library.autoUpdater, log);
}

export function updatesFrom(updater: AppUpdater, log: AppLog): UpdateSource {
  updater.autoDownload = false;
  // Once the user has agreed to the download: when the app is quit, and never when the system is shut down.
  updater.autoInstallOnAppQuit = true;
  // Setting a channel would allow it. An older version could not read what a newer one has written.
  updater.allowDowngrade = false;
  updater.allowPrerelease = false;
  updater.logger = {
    info: () => {},
    warn: (message: unknown) => log.info(String(message)),
    error: (message: unknown) => log.error(message),
  };
  // Also told by the promises; an event without a listener would end the app.
  updater.on('error', () => {});
  return {
    async check() {
      const found = await updater.checkForUpdates();
      return found?.isUpdateAvailable ? found.updateInfo.version : undefined;
    },
    async download(onProgress) {
      const hear = ({ percent }: { percent: number }) => onProgress(percent / 100);
      updater.on('download-progress', hear);
      try {
        await updater.downloadUpdate();
      } finally {
        updater.removeListener('download-progress', hear);
      }
    },
    install(onError) {
      updater.once('error', onError);
      // Shows what the installer does, and starts the app afterwards.
      updater.quitAndInstall(false, true);
    },
  };
}
