/** The files of a version of an object (spec/history.md#files). */
import type { FileItem } from '../../contract/files.js';
import { message } from '../../contract/messages/message.js';
import type { ObjectDocument } from '../../contract/objects.js';
import { missing } from '../../errors.js';
import { filesOfDocument } from '../../schemas/file-values.js';
import type { OpenFile } from '../../store/types/files.js';
import type { HistoryEntry } from '../../store/types/history.js';
import type { Base } from '../core/base.js';
import type { FormerFile } from '../files/former-files.js';
import { bytesOf, fileStates, type Period } from './file-states.js';

/** A file of a version, as answers show it. */
export interface VersionFile {
  /** Below the object's folder. */
  path: string;
  /** The property it belongs to. */
  property: string;
  name: string;
  /** As the version has it: its type, and what tells uploads of one name apart. */
  mime?: string;
  hash?: string;
  uploadDate?: string;
  /** Names its bytes; absent where they are not known, or very large. */
  revision?: string;
  size?: number;
  /** Whether its bytes can be read and restored. */
  kept: boolean;
}

/** When a version was the newest one. `entries`: those of its object, the earliest first. */
export function periodOf(entries: readonly HistoryEntry[], entry: HistoryEntry): Period {
  const next = entries[entries.lastIndexOf(entry) + 1];
  if (!next) return { from: entry.at, to: Number.POSITIVE_INFINITY };
  // Files that came with the next change were written after its transaction had begun.
  const to = next.change ? Date.parse(next.change.transaction.at) : next.at;
  // Where the clock was put back in between, only what was there when the next change began is known.
  return { from: next.at < entry.at ? to - 1 : entry.at, to };
}

export interface FilesAsked {
  collection: string;
  id: string;
  document: ObjectDocument;
  period: Period;
}

/** The files that a version names. */
export async function filesOfVersion(
  base: Base,
  { collection, id, document, period }: FilesAsked,
): Promise<VersionFile[]> {
  const { schema } = base.collections.get(collection);
  const named = filesOfDocument(schema, document);
  if (named.length === 0) return [];
  const states = await fileStates(base, collection, id);
  const files: VersionFile[] = [];
  for (const { path, keys, item } of named) {
    const state = states.in(path, period);
    const revision = await states.revisionOf(path, state);
    const kept =
      state.source === 'folder' ||
      (state.source === 'kept' && (await base.store.fileHistory.intact(state.file)) !== undefined);
    files.push({
      path,
      property: keys.join('.'),
      name: item.name,
      ...textsIn(item),
      ...(revision !== undefined && { revision }),
      ...(state.source !== 'lost' && { size: state.size }),
      kept,
    });
  }
  return files;
}

function textsIn({ mime, hash, uploadDate }: FileItem): Pick<VersionFile, 'mime' | 'hash' | 'uploadDate'> {
  return {
    ...(typeof mime === 'string' && { mime }),
    ...(typeof hash === 'string' && { hash }),
    ...(typeof uploadDate === 'string' && { uploadDate }),
  };
}

/** The bytes of a file of a version. Throws `missing` where the version has no such file or they are not kept. */
export async function openFileOfVersion(
  base: Base,
  asked: FilesAsked,
  path: string,
): Promise<{ item: FileItem; file: OpenFile }> {
  const { collection, id, document, period } = asked;
  const named = filesOfDocument(base.collections.get(collection).schema, document);
  const found = named.find((one) => one.path === path);
  if (!found) throw missing(message('versionFileMissing', { path }));
  const { item } = found;
  const state = (await fileStates(base, collection, id)).in(path, period);
  const { files, fileHistory } = base.store;
  if (state.source === 'folder') return { item, file: await files.open(collection, id, path) };
  const file = state.source === 'kept' ? await fileHistory.open(state.file) : undefined;
  if (!file) throw missing(message('versionBytesGone', { path }));
  return { item, file };
}

/** What has to come back so that the files of an object are those of a version. */
export interface WantedFiles {
  files: FormerFile[];
  /** Files whose bytes are known not to be kept. */
  lost: string[];
}

/** `properties`: only files of these. Files of rich texts come back where they are missing. */
export async function filesWantedBack(
  base: Base,
  { collection, id, document, period }: FilesAsked,
  properties?: readonly string[],
): Promise<WantedFiles> {
  const { schema } = base.collections.get(collection);
  const states = await fileStates(base, collection, id);
  const isWanted = (name: string | undefined) => properties === undefined || properties.includes(name ?? '');
  const wanted: WantedFiles = { files: [], lost: [] };
  const named = new Set(filesOfDocument(schema, document).map(({ path }) => path));
  const linked = states.paths.filter((path) => !named.has(path) && isLinked(document, path));
  for (const path of [...named, ...linked]) {
    if (!isWanted(path.split('/')[0])) continue;
    const state = states.in(path, period);
    if (state.source === 'folder' || (linked.includes(path) && states.isInFolder(path))) continue;
    const former = bytesOf(state);
    if (!former) {
      const mayBeInTrash = state.source === 'lost' || state.file.source !== undefined;
      if (states.isInFolder(path) || !mayBeInTrash) wanted.lost.push(path);
    } else if (!states.isInFolder(path) || (await states.revisionNow(path)) !== former.revision) {
      wanted.files.push({ path, former });
    }
  }
  return wanted;
}

/** Whether the markup of a rich text links a file. */
function isLinked(document: ObjectDocument, path: string): boolean {
  const [property = '', ...rest] = path.split('/');
  const name = rest.at(-1);
  const text = Object.hasOwn(document, property) ? document[property] : undefined;
  return typeof text === 'string' && name !== undefined && text.includes(encodeURIComponent(name));
}
