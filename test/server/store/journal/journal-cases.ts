/** Three objects that are changed together: what stands before, and what may stand afterwards. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsOf } from '../files.js';

export const BEFORE: Record<string, object | string> = {
  'blog/.meta.json': settingsOf('blog'),
  'notes/.meta.json': settingsOf('notes'),
  'blog/a.json': { id: 'a', version: 1 },
  'blog/c.json': { id: 'c', version: 1 },
  'blog/c/photo/bank.jpg': 'jpeg',
};

/** `old` and `new` for a folder in which all or nothing was done; else what is wrong. */
export function stateOf(folder: string): string {
  const versionAt = (path: string): number => {
    const file = join(folder, path);
    return existsSync(file) ? Number(JSON.parse(readFileSync(file, 'utf8')).version) : 0;
  };
  const versions = ['blog/a.json', 'notes/b.json', 'blog/c.json'].map(versionAt);
  const trash = join(folder, '.system/trash');
  const entries = existsSync(trash) ? readdirSync(trash) : [];
  const inTrash = entries.filter((entry) => existsSync(join(trash, entry, 'document.json'))).length;
  if (`${versions}` === '1,0,1' && inTrash === 0) return 'old';
  if (`${versions}` === '2,2,0' && inTrash === 1) return 'new';
  return `neither old nor new: ${versions}, ${inTrash} in the trash`;
}
