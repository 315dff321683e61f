/** Which bytes the files of an object had, by what is known of former bytes and of the files in their places. */
import { type KeptFile, UNKNOWN } from '../../store/types/file-history.js';
import type { Stamp } from '../../store/types/stamp.js';
import type { Base } from '../core/base.js';

/** In its place since, or kept; `lost`: it was there or had other bytes, and those are not known. */
export type FileState =
  | { source: 'folder'; size: number }
  | { source: 'kept'; size: number; file: KeptFile }
  | { source: 'lost' };

/** Former bytes that can be brought back, unless they are damaged. */
export function bytesOf(state: FileState): KeptFile | undefined {
  const file = state.source === 'kept' ? state.file : undefined;
  return file?.revision === UNKNOWN || file?.source === undefined ? undefined : file;
}

/** A period in ms since 1970: what was there when it began counts, else what came in it. */
export interface Period {
  from: number;
  /** Not included. */
  to: number;
}

/** The state of one file in a period. `former`: its former bytes, by the time they ended. Pure. */
function stateIn(
  former: readonly KeptFile[],
  stamp: Pick<Stamp, 'mtimeMs' | 'size'> | undefined,
  { from, to }: Period,
): FileState {
  let came = Number.NEGATIVE_INFINITY;
  let later: FileState | undefined;
  for (const file of former) {
    const { since, until, size } = file;
    // It came back from the trash.
    if (!file.source && stamp?.size === size && Math.floor(stamp.mtimeMs) === since) continue;
    const begin = Math.max(since, came);
    came = until;
    if (until <= from) continue;
    if (begin <= from) return { source: 'kept', size, file };
    if (begin < to) later ??= { source: 'kept', size, file };
  }
  if (stamp) {
    const begin = Math.max(Math.floor(stamp.mtimeMs), came);
    if (begin <= from) return { source: 'folder', size: stamp.size };
    if (begin < to) later ??= { source: 'folder', size: stamp.size };
  }
  return later ?? { source: 'lost' };
}

/** The files of one object through time; all paths are below its folder. */
export async function fileStates(base: Base, collection: string, id: string) {
  const { fileHistory, files } = base.store;
  const former = new Map<string, KeptFile[]>();
  for (const one of await fileHistory.of(collection, id)) {
    const path = one.path.split('/').slice(2).join('/');
    former.set(path, [...(former.get(path) ?? []), one]);
  }
  const stamp = (path: string) => files.stamp(collection, id, path);
  const revisionNow = (path: string) => fileHistory.revisionOf(`${collection}/${id}/${path}`);
  return {
    /** Of files with former bytes. */
    paths: [...former.keys()],
    in: (path: string, period: Period) => stateIn(former.get(path) ?? [], stamp(path), period),
    isInFolder: (path: string) => stamp(path) !== undefined,
    /** The revision of the file in its place; undefined where there is none, or where it is very large. */
    revisionNow,
    /** The revision of a state: of a file in its place what it holds now. */
    async revisionOf(path: string, state: FileState): Promise<string | undefined> {
      if (state.source === 'lost') return undefined;
      return state.source === 'folder' ? revisionNow(path) : state.file.revision || undefined;
    },
  };
}
