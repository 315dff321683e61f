/**
 * Memory for joined lists, reused once a list has been sent (spec/performance.md#lists). A page of 125 KB was memory
 * from the system each time, with a page fault for every 4 KB of it.
 */

/** Enough for a page of a hundred posts; larger buffers are not pooled. */
const LARGE = 512 * 1024;
/** Below this size a new buffer costs less than a pooled one. */
const SMALL = 16 * 1024;
/** Max pooled buffers. */
const SPARE = 8;

const COMMA = 0x2c;

/** A list's body. */
export interface Joined {
  readonly bytes: Buffer;
  /** Call it when the bytes are no longer read; without the call the memory is not reused. */
  readonly release: () => void;
}

export class BufferPool {
  readonly #spare: Buffer[] = [];

  /** JSON texts as one body: `head`, the texts with commas between them, `tail`. */
  join(head: string, texts: readonly Buffer[], tail: string): Joined {
    const [before, after] = [Buffer.from(head), Buffer.from(tail)];
    let length = before.length + after.length + Math.max(0, texts.length - 1);
    for (const text of texts) length += text.length;
    const buffer = this.#take(length);
    buffer.set(before);
    let at = before.length;
    let first = true;
    for (const text of texts) {
      if (!first) buffer[at++] = COMMA;
      first = false;
      buffer.set(text, at);
      at += text.length;
    }
    buffer.set(after, at);
    let held = true;
    return {
      bytes: buffer.subarray(0, length),
      release: () => {
        if (held && buffer.length === LARGE && this.#spare.length < SPARE) this.#spare.push(buffer);
        held = false;
      },
    };
  }

  #take(length: number): Buffer {
    if (length < SMALL || length > LARGE) return Buffer.allocUnsafe(length);
    return this.#spare.pop() ?? Buffer.allocUnsafeSlow(LARGE);
  }
}
