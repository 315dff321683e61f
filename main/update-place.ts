import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { app } from 'electron';

/**
 * Who brings newer versions of this copy of the app: the app itself, the packages of the system, or the user by hand,
 * where the app was unpacked, is portable, or has no signature that an update could be checked against.
 */
export type UpdatedBy = 'app' | 'packages' | 'hand';

/** What is known of the copy that runs. */
export interface RunningCopy {
  platform: NodeJS.Platform;
  isPackaged: boolean;
  env: Readonly<Record<string, string | undefined>>;
  /** Path of the program. */
  program: string;
  /** The folder with what electron-builder writes beside the archive. */
  resources: string;
  /** Bought or installed from the store of the system. */
  fromStore: boolean;
  /** Signed with a certificate, as `signed` in the package says. */
  signed: boolean;
}

export const runningCopy = (): RunningCopy => ({
  platform: process.platform,
  isPackaged: app.isPackaged,
  env: process.env,
  program: process.execPath,
  resources: process.resourcesPath,
  fromStore: process.mas === true || process.windowsStore === true,
  signed: JSON.parse(readFileSync(join(app.getAppPath(), 'package.json'), 'utf8')).signed === true,
});

export function updatedBy(copy: RunningCopy): UpdatedBy {
  const { platform, isPackaged, env, program, resources, fromStore, signed } = copy;
  if (!isPackaged) return 'hand';
  if (fromStore || env.FLATPAK_ID !== undefined || env.SNAP !== undefined) return 'packages';
  if (platform === 'linux' && env.APPIMAGE === undefined) {
    return existsSync(join(resources, 'package-type')) ? 'packages' : 'hand';
  }
  // Without the address of the releases there is nothing to ask.
  if (!existsSync(join(resources, 'app-update.yml'))) return 'hand';
  return canReplaceItself({ platform, env, program, signed }) ? 'app' : 'hand';
}

function canReplaceItself({
  platform,
  env,
  program,
  signed,
}: Pick<RunningCopy, 'platform' | 'env' | 'program' | 'signed'>): boolean {
  // The new AppImage is put in the place of the old one.
  if (platform === 'linux') return isWritable(env.APPIMAGE ?? '') && isWritable(dirname(env.APPIMAGE ?? ''));
  // An installer has left its counterpart; a portable program or an unpacked archive has none.
  if (platform === 'win32') {
    return (
      env.PORTABLE_EXECUTABLE_DIR === undefined && existsSync(join(dirname(program), 'Uninstall Plinth.exe'))
    );
  }
  // macOS replaces an app only by one with the same signature.
  return platform === 'darwin' && signed;
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
