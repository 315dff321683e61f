/**
 * Contents that were written and are not in a pack yet, by file. They stay in memory since another program may write
 * into the file in place.
 */

/** Size of all together, in bytes; beyond that the files themselves have to do. */
const MAX_BYTES = 16 * 1024 * 1024;

export class WrittenContents {
  #contents = new Map<string, Uint8Array[]>();
  #bytes = 0;

  add(path: string, bytes: Uint8Array): void {
    if (this.#bytes + bytes.length > MAX_BYTES) return;
    this.#bytes += bytes.length;
    const known = this.#contents.get(path);
    if (known) known.push(bytes);
    else this.#contents.set(path, [bytes]);
  }

  /** All of them; afterwards there are none. */
  takeAll(): Map<string, Uint8Array[]> {
    const all = this.#contents;
    this.#contents = new Map();
    this.#bytes = 0;
    return all;
  }
}
