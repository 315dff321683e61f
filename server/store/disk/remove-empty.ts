/** Folders that hold nothing any more. */
import { rmdir } from 'node:fs';
import { dirname, sep } from 'node:path';
import { promisify } from 'node:util';

const removeFolder = promisify(rmdir);

/** Removes a folder and those above it while they hold nothing, up to but not including `top`. */
export async function removeEmpty(folder: string, top: string): Promise<void> {
  for (let at = folder; at.startsWith(`${top}${sep}`); at = dirname(at)) {
    const gone = await removeFolder(at).then(
      () => true,
      () => false,
    );
    if (!gone) return;
  }
}
