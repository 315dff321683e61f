/** Files for tests. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { settingsFrom } from '../../../server/content/model/collection-settings.js';
import type { CollectionSettings } from '../../../server/contract/objects.js';

/** Puts files into a folder by their paths; objects as JSON the way Plinth writes it. */
export function put(folder: string, files: Record<string, string | Buffer | object>): void {
  for (const [path, content] of Object.entries(files)) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    const plain = typeof content === 'string' || Buffer.isBuffer(content);
    writeFileSync(target, plain ? content : `${JSON.stringify(content, null, 2)}\n`);
  }
}

/** Whole settings of a collection. */
export const settingsOf = (id: string, name = ''): CollectionSettings =>
  settingsFrom(id, { schema: 'blog', name });
