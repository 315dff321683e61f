/** Validates the entries of a zip archive before anything is unpacked: valid archives never violate these rules. */
import { posix } from 'node:path';
import type { Entry, ZipFile } from 'yauzl';
import { Yielder } from '../async/yielder.js';
import { filePathProblem } from '../contract/file-names.js';
import { message } from '../contract/messages/message.js';
import { isLegalId } from '../contract/names.js';
import { invalid, PlinthError } from '../errors.js';

const MB = 1024 * 1024;

/** Limits (spec/limits.md#archives): entries, one document, one file, total, and compression ratio. */
const MAX_ENTRIES = 200_000;
const MAX_DOCUMENT_BYTES = 20 * MB;
export const MAX_FILE_BYTES = 500 * MB;
const MAX_ARCHIVE_BYTES = 5 * 1024 * MB;
/** JSON compresses to a tenth or a twentieth; a zip bomb to a thousandth. */
const MAX_GROWTH = 200;
const ALWAYS_ALLOWED = 64 * MB;

/** Maximum length of a name, in characters: that of a file path. */
const MAX_NAME_LENGTH = 4096;

const FILE_TYPE = 0o170000;
const LINK = 0o120000;

/** Metadata files of file managers. */
const IGNORED_NAMES = /(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini)$|^__MACOSX\//;

export interface ArchivedFile {
  /** Path below the object, beginning with the property. */
  path: string;
  entry: Entry;
}

/** One object of an archive: its document and its files. */
export interface ArchivedObject {
  id: string;
  entry: Entry;
  files: ArchivedFile[];
}

export interface Archive {
  zip: ZipFile;
  objects: ArchivedObject[];
  /** Paths that do not belong to a valid object. */
  unknownFiles: string[];
}

const refuse = (reason: string) => invalid(message('archiveRejected', { reason }));

/** Throws for a dangerous entry. */
function checkEntry(entry: Entry): void {
  const name = entry.fileName.slice(0, 200);
  if (entry.fileName.length > MAX_NAME_LENGTH) throw refuse(`the name "${name}…" is too long`);
  if (((entry.externalFileAttributes >>> 16) & FILE_TYPE) === LINK) throw refuse(`"${name}" is a link`);
  if (entry.isEncrypted()) throw refuse(`"${name}" is encrypted`);
  if (!entry.canDecodeFileData()) throw refuse(`"${name}" uses an unsupported compression method`);
  if (entry.uncompressedSize > MAX_FILE_BYTES) throw tooLarge(`"${name}" is`);
}

const tooLarge = (what: string) => new PlinthError('tooLarge', message('archiveTooLarge', { what }));

/** All files of an archive by their paths. Throws `invalid`, `tooLarge`. */
async function filesIn(zip: ZipFile): Promise<Map<string, Entry>> {
  const found = new Map<string, Entry>();
  let size = 0;
  if (zip.entryCount > MAX_ENTRIES) throw tooLarge('the number of its files is');
  for await (const entry of zip.eachEntry()) {
    const { fileName } = entry;
    if (fileName.endsWith('/') || IGNORED_NAMES.test(fileName)) continue;
    checkEntry(entry);
    size += entry.uncompressedSize;
    if (size > MAX_ARCHIVE_BYTES) throw tooLarge('its content is');
    if (size > ALWAYS_ALLOWED && size > zip.fileSize * MAX_GROWTH) throw tooLarge('its content is far');
    if (found.has(fileName)) throw refuse(`"${fileName.slice(0, 200)}" occurs twice`);
    found.set(fileName, entry);
  }
  return found;
}

/** The common root folder, as in the archive of a collection; "" where objects are at the top level. */
function topFolder(paths: readonly string[]): string {
  const tops = new Set(paths.map((path) => path.split('/', 1)[0]));
  const [top = ''] = tops;
  return tops.size === 1 && paths.every((path) => path.includes('/')) ? `${top}/` : '';
}

/** Sorts paths into objects and their files. Settings of the collection are skipped. */
async function sorted(files: ReadonlyMap<string, Entry>): Promise<Omit<Archive, 'zip'>> {
  const yielder = new Yielder();
  const top = topFolder([...files.keys()]);
  const objects = new Map<string, ArchivedObject>();
  const others: [string, Entry][] = [];
  const unknownFiles: string[] = [];
  for (const [name, entry] of files) {
    if (yielder.exhausted) await yielder.yieldToEventLoop();
    const path = name.slice(top.length);
    const id = posix.basename(path, '.json');
    if (path === '.meta.json') continue;
    if (path.includes('/')) others.push([path, entry]);
    else if (path.endsWith('.json') && isLegalId(id)) objects.set(id, { id, entry, files: [] });
    else unknownFiles.push(path);
  }
  for (const [path, entry] of others) {
    if (yielder.exhausted) await yielder.yieldToEventLoop();
    const [id = '', ...rest] = path.split('/');
    const below = rest.join('/');
    const owner = objects.get(id);
    // Derivatives and other hidden files can be generated again.
    if (rest.some((part) => part.startsWith('.'))) continue;
    if (owner && rest.length > 1 && filePathProblem(below) === undefined)
      owner.files.push({ path: below, entry });
    else unknownFiles.push(path);
  }
  return { objects: [...objects.values()], unknownFiles };
}

/** Maps errors of yauzl and zlib about damaged or dangerous archives. Other errors are unchanged. */
export function asRefusal(error: unknown): unknown {
  if (error instanceof PlinthError || !(error instanceof Error)) return error;
  const foreign = 'code' in error && !String(error.code).startsWith('Z_');
  return foreign ? error : refuse(error.message);
}

/** All files of the archive at a path, which the caller closes, and the folder they share. Throws `invalid`, `tooLarge`. */
export async function filesOfArchive(
  path: string,
): Promise<{ zip: ZipFile; files: ReadonlyMap<string, Entry>; top: string }> {
  const { openPromise } = await import('yauzl');
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(path, { strictFileNames: true, validateEntrySizes: true, autoClose: false });
    const files = await filesIn(zip);
    return { zip, files, top: topFolder([...files.keys()]) };
  } catch (error) {
    zip?.close();
    throw asRefusal(error);
  }
}

/** Opens the archive at a path and validates it. The caller closes `zip`. Throws `invalid`, `tooLarge`. */
export async function openArchive(path: string): Promise<Archive> {
  const { zip, files } = await filesOfArchive(path);
  try {
    return { zip, ...(await sorted(files)) };
  } catch (error) {
    zip.close();
    throw asRefusal(error);
  }
}

/** The bytes of a small entry. Throws `invalid`, `tooLarge`. */
export async function bytesOf(zip: ZipFile, entry: Entry): Promise<Buffer> {
  if (entry.uncompressedSize > MAX_DOCUMENT_BYTES) throw tooLarge(`"${entry.fileName}" is`);
  try {
    const parts: Buffer[] = [];
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part);
    return Buffer.concat(parts);
  } catch (error) {
    throw asRefusal(error);
  }
}
