/** Buffers that files are read into on their way to a client, used again by the next. */

/** Large enough that calls cost nothing beside the copying. */
const LARGE = 1024 * 1024;
/** What is given once many are in use: hundreds of slow clients must not hold hundreds of megabytes. */
const SMALL = 64 * 1024;
const MAX_LARGE = 32;
/** Max pooled buffers. */
const SPARE = 8;

export class ReadBuffers {
  readonly #spare: Buffer[] = [];
  #large = 0;

  /** A buffer to read into; return it with `release` or `discard`. */
  take(): Buffer {
    if (this.#large >= MAX_LARGE) return Buffer.allocUnsafeSlow(SMALL);
    this.#large += 1;
    return this.#spare.pop() ?? Buffer.allocUnsafeSlow(LARGE);
  }

  /** Takes a buffer that is no longer read. */
  release(buffer: Buffer): void {
    this.discard(buffer);
    if (buffer.length === LARGE && this.#spare.length < SPARE) this.#spare.push(buffer);
  }

  /** Drops a buffer whose bytes may still be in use; it is not used again. */
  discard(buffer: Buffer): void {
    if (buffer.length === LARGE) this.#large -= 1;
  }
}
