/** What a backup holds (spec/backups.md): the folder, on request its history, and a list of all files at the end. */
import { message } from '../../contract/messages/message.js';
import { isJsonObject } from '../../contract/values.js';
import { invalid } from '../../errors.js';

export const FOLDER = 'folder/';
export const HISTORY = 'history/';
export const LIST = 'backup.json';

/** A file of a backup. */
export interface BackedUpFile {
  size: number;
  mtimeMs: number;
  /** Permission bits. */
  mode: number;
  /** Of its bytes, as hex. */
  sha256: string;
}

export interface BackupList {
  format: 1;
  /** When it was begun, ISO 8601 UTC. */
  createdAt: string;
  /** Name of the data folder. */
  folder: string;
  /** By path in the archive. */
  files: Record<string, BackedUpFile>;
}

const isFile = (value: unknown): value is BackedUpFile & Record<string, unknown> =>
  isJsonObject(value) &&
  Number.isSafeInteger(value.size) &&
  typeof value.mtimeMs === 'number' &&
  Number.isFinite(value.mtimeMs) &&
  Number.isSafeInteger(value.mode) &&
  typeof value.sha256 === 'string';

/** The list of a backup. Throws `invalid`. */
export function parseList(bytes: Buffer): BackupList {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    value = undefined;
  }
  if (!isJsonObject(value) || !isJsonObject(value.files)) throw invalid(message('backupListDamaged'));
  if (value.format !== 1) throw invalid(message('backupNewer'));
  const files: Record<string, BackedUpFile> = Object.create(null);
  for (const [path, file] of Object.entries(value.files)) {
    if (!isFile(file)) throw invalid(message('backupEntryDamaged', { path }));
    files[path] = { size: file.size, mtimeMs: file.mtimeMs, mode: file.mode, sha256: file.sha256 };
  }
  return { format: 1, createdAt: String(value.createdAt), folder: String(value.folder), files };
}
