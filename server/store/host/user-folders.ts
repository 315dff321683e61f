/** Where a program keeps what is not the user's content: the directories each system has for it. */
import { homedir } from 'node:os';
import { join } from 'node:path';

export interface UserFolders {
  /** Can be deleted at any time. */
  cache: string;
  /** Belongs to this user on this machine. */
  state: string;
}

/** The directories of Plinth by the customs of the system; `--cache` and `--state` override them. */
export function defaultUserFolders(
  system: { platform: string; env: NodeJS.ProcessEnv; home: string } = {
    platform: process.platform,
    env: process.env,
    home: homedir(),
  },
): UserFolders {
  const { platform, env, home } = system;
  if (platform === 'darwin') {
    const library = join(home, 'Library');
    return {
      cache: join(library, 'Caches', 'plinth'),
      state: join(library, 'Application Support', 'plinth'),
    };
  }
  if (platform === 'win32') {
    const local = env.LOCALAPPDATA || join(home, 'AppData', 'Local');
    return { cache: join(local, 'plinth', 'Cache'), state: join(local, 'plinth', 'State') };
  }
  // The XDG rules: a relative path in these variables is invalid and ignored.
  const absolute = (path: string | undefined) => (path?.startsWith('/') ? path : undefined);
  return {
    cache: join(absolute(env.XDG_CACHE_HOME) ?? join(home, '.cache'), 'plinth'),
    state: join(absolute(env.XDG_STATE_HOME) ?? join(home, '.local', 'state'), 'plinth'),
  };
}
