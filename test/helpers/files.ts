/** Folders and files of tests. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { onTestFinished } from 'vitest';

/** Files of a data folder by their path: text and bytes as they are, anything else as JSON. */
export type Files = Record<string, unknown>;

/** Registers what is done at the end of a test, or of a file; the last registered is done first. */
export type AtEnd = (end: () => Promise<void>) => void;

/** A folder of its own, removed after the running test. */
export async function temporaryFolder(atEnd: AtEnd = onTestFinished): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-'));
  atEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** Writes files below a folder; at once, since handing each to another thread costs more than the writing. */
export async function writeFiles(folder: string, files: Files): Promise<void> {
  const made = new Set<string>();
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    const parent = dirname(file);
    if (!made.has(parent)) mkdirSync(parent, { recursive: true });
    made.add(parent);
    const plain = typeof content === 'string' || Buffer.isBuffer(content);
    writeFileSync(file, plain ? content : JSON.stringify(content, null, 2));
  }
}

/** All files and folders of a folder with their bytes, by their paths, but for those that `leftOut` matches. */
export function everythingIn(folder: string, leftOut: RegExp): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
    const path = join(entry.parentPath, entry.name);
    return [relative(folder, path), entry.isFile() ? readFileSync(path, 'base64') : ''] as const;
  });
  return Object.fromEntries(entries.filter(([path]) => !leftOut.test(path)).sort());
}
