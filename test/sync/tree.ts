/** What is in a folder, to compare those of two machines. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Hash of every file by path, without what belongs to one machine. */
export async function treeOf(folder: string): Promise<string> {
  const lines: string[] = [];
  const visit = async (path: string): Promise<void> => {
    for (const item of await readdir(path, { withFileTypes: true })) {
      const file = join(path, item.name);
      const below = relative(folder, file);
      if (/^(?:\.git|\.st|\.system\/(?:tmp|trash))|\.syncthing\./.test(below)) continue;
      if (item.isDirectory()) await visit(file);
      else
        lines.push(
          `${below} ${createHash('sha256')
            .update(await readFile(file))
            .digest('hex')}`,
        );
    }
  };
  await visit(folder);
  return lines.sort().join('\n');
}
