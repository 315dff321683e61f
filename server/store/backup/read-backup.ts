/** Opens a backup and checks it before anything is written from it. */
import type { Entry, ZipFile } from 'yauzl';
import { message } from '../../contract/messages/message.js';
import { invalid, PlinthError } from '../../errors.js';
import { type BackupList, FOLDER, HISTORY, LIST, parseList } from './format.js';

const MB = 1024 * 1024;
const MAX_ENTRIES = 5_000_000;
const MAX_LIST_BYTES = 1024 * MB;
/** Content this many times as large as the archive is a bomb, unless it is small. */
const MAX_GROWTH = 500;
const ALWAYS_ALLOWED = 256 * MB;
const MAX_NAME = 4096;

const FILE_TYPE = 0o170000;
const ORDINARY = 0o100000;

export interface OpenBackup {
  zip: ZipFile;
  list: BackupList;
  /** By path, without the list. */
  entries: Map<string, Entry>;
}

const refuse = (reason: string) => invalid(message('backupRejected', { reason }));

const shown = (path: string) => JSON.stringify(path.slice(0, 200));

/** The caller closes `zip`. Throws `invalid`, `missing`. */
export async function openBackup(file: string): Promise<OpenBackup> {
  const { openPromise } = await import('yauzl');
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(file, { strictFileNames: true, validateEntrySizes: true, autoClose: false });
    const { entries, listEntry } = await entriesIn(zip);
    const list = parseList(await contentOf(zip, listEntry));
    checkAgainst(list, entries);
    return { zip, list, entries };
  } catch (error) {
    zip?.close();
    throw asRefusal(error);
  }
}

/** Errors of yauzl and zlib about damaged or dangerous archives. Those of the system stay as they are. */
export function asRefusal(error: unknown): unknown {
  if (error instanceof PlinthError || !(error instanceof Error)) return error;
  return 'code' in error && !String(error.code).startsWith('Z_') ? error : refuse(error.message);
}

async function entriesIn(zip: ZipFile): Promise<{ entries: Map<string, Entry>; listEntry: Entry }> {
  if (zip.entryCount > MAX_ENTRIES) throw refuse('it has too many files');
  const entries = new Map<string, Entry>();
  const names = new Set<string>();
  let size = 0;
  for await (const entry of zip.eachEntry()) {
    checkEntry(entry);
    size += entry.uncompressedSize;
    if (size > ALWAYS_ALLOWED && size > zip.fileSize * MAX_GROWTH) throw refuse('its content is too large');
    if (entries.has(entry.fileName)) throw refuse(`${shown(entry.fileName)} occurs twice`);
    entries.set(entry.fileName, entry);
    names.add(entry.fileName);
  }
  checkFolders(names);
  const listEntry = entries.get(LIST);
  if (!listEntry) throw refuse(`it has no ${LIST}, so it is not a backup of Plinth`);
  if (listEntry.uncompressedSize > MAX_LIST_BYTES) throw refuse('its list of files is too large');
  entries.delete(LIST);
  return { entries, listEntry };
}

function checkEntry(entry: Entry): void {
  const { fileName: path } = entry;
  if (path.length > MAX_NAME) throw refuse(`the name ${shown(path)} is too long`);
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE;
  if (type !== 0 && type !== ORDINARY) throw refuse(`${shown(path)} is not an ordinary file`);
  if (entry.isEncrypted()) throw refuse(`${shown(path)} is encrypted`);
  if (!entry.canDecodeFileData()) throw refuse(`${shown(path)} uses an unsupported compression method`);
  if (path === LIST) return;
  if (!path.startsWith(FOLDER) && !path.startsWith(HISTORY))
    throw refuse(`${shown(path)} is not part of a backup`);
  const unfit = path.split('/').some((part) => part === '' || part === '.' || part === '..');
  // A colon names a stream or a drive on Windows.
  if (unfit || /[\\\0]/.test(path) || (process.platform === 'win32' && path.includes(':'))) {
    throw refuse(`${shown(path)} is not a valid path`);
  }
}

/** A path cannot be a file and a folder. */
function checkFolders(names: ReadonlySet<string>): void {
  for (const path of names) {
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
      if (names.has(path.slice(0, at))) throw refuse(`${shown(path.slice(0, at))} is a file and a folder`);
    }
  }
}

function checkAgainst(list: BackupList, entries: ReadonlyMap<string, Entry>): void {
  for (const [path, entry] of entries) {
    if (list.files[path]?.size !== entry.uncompressedSize)
      throw refuse(`${shown(path)} differs from its list`);
  }
  for (const path of Object.keys(list.files)) {
    if (!entries.has(path)) throw refuse(`${shown(path)} is missing`);
  }
}

async function contentOf(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part);
  return Buffer.concat(parts);
}
