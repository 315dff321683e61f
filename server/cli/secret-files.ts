/**
 * Files of a folder that belong into no repository, and those that are in one. Git ignores them and Syncthing does
 * not: that copies between the machines of a team, where they are meant to go.
 */
import spawn from 'cross-spawn';

/** Records with secrets or hashes of them: API keys, users with passwords, connected apps, and the key of protected links. */
export const SECRET_RECORDS = ['apikeys', 'link-key', 'oauth-clients', 'users'] as const;

const PATHS = SECRET_RECORDS.map((name) => `.system/${name}.json`);

/** Lines of `.gitignore` for them. */
export const SECRET_LINES: readonly string[] = PATHS.map((path) => `/${path}`);

/** Those of them that the next commit would hold or an earlier one holds; none outside of a repository. */
export function committedSecrets(folder: string): string[] {
  const { status, stdout } = spawn.sync('git', ['ls-files', '-z', '--', ...PATHS], { cwd: folder });
  return status === 0 ? String(stdout).split('\0').filter(Boolean) : [];
}
