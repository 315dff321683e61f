/**
 * Contents that were written and are not in a pack yet, by file. They stay in memory since another program may write
 * into the file in place.
 */

/** Size of all together, in bytes; beyond that the files themselves have to do. */
const MAX_BYTES = 16 * 1024 * 1024;

export interface Written {
  readonly revision: string;
  readonly bytes: Uint8Array;
}

export class WrittenContents {
  #contents = new Map<string, Written[]>();
  #bytes = 0;

  add(path: string, written: Written): void {
    const { length } = written.bytes;
    if (this.#bytes + length > MAX_BYTES) return;
    this.#bytes += length;
    const known = this.#contents.get(path);
    if (known) known.push(written);
    else this.#contents.set(path, [written]);
  }

  /** All of them; afterwards there are none. */
  takeAll(): Map<string, Written[]> {
    const all = this.#contents;
    this.#contents = new Map();
    this.#bytes = 0;
    return all;
  }
}
