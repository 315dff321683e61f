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

/** The files of one object through time. */
export class FileStates {
  readonly #base: Base;
  readonly #collection: string;
  readonly #id: string;
  readonly #former = new Map<string, KeptFile[]>();

  private constructor(base: Base, collection: string, id: string, former: readonly KeptFile[]) {
    this.#base = base;
    this.#collection = collection;
    this.#id = id;
    const start = `${collection}/${id}/`;
    for (const one of former) {
      const path = one.path.slice(start.length);
      const known = this.#former.get(path);
      if (known) known.push(one);
      else this.#former.set(path, [one]);
    }
  }

  static async of(base: Base, collection: string, id: string): Promise<FileStates> {
    return new FileStates(base, collection, id, await base.store.fileHistory.of(collection, id));
  }

  /** Paths of files with former bytes, below the object's folder. */
  get paths(): Iterable<string> {
    return this.#former.keys();
  }

  /** The state of a file; `path` below the object's folder. */
  in(path: string, period: Period): FileState {
    return stateIn(this.#former.get(path) ?? [], this.#stamp(path), period);
  }

  isInFolder(path: string): boolean {
    return this.#stamp(path) !== undefined;
  }

  /** The revision of the file in its place; undefined where there is none, or where it is very large. */
  revisionNow(path: string): Promise<string | undefined> {
    return this.#base.store.fileHistory.revisionOf(`${this.#collection}/${this.#id}/${path}`);
  }

  /** The revision of a state: of a file in its place what it holds now. */
  async revisionOf(path: string, state: FileState): Promise<string | undefined> {
    if (state.source === 'lost') return undefined;
    if (state.source === 'kept') return state.file.revision === UNKNOWN ? undefined : state.file.revision;
    return this.revisionNow(path);
  }

  #stamp(path: string): Stamp | undefined {
    return this.#base.store.files.stamp(this.#collection, this.#id, path);
  }
}
