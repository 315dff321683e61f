/** The tags of documents, by number, without a string for each. */
import { TAG_BYTES } from './word-file.js';

export class DocumentTags {
  #bytes: Uint8Array<ArrayBuffer>;
  #size: number;

  /** `bytes`: those of a file. */
  constructor(bytes = new Uint8Array(0)) {
    this.#bytes = bytes;
    this.#size = bytes.length / TAG_BYTES;
  }

  get size(): number {
    return this.#size;
  }

  /** A copy of all. */
  all(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#size * TAG_BYTES);
  }

  /** Whether a document has a tag (a quoted SHA-1, or '' for no answer). */
  is(document: number, tag: string): boolean {
    return Buffer.from(this.#bytes.buffer, this.#bytes.byteOffset + document * TAG_BYTES, TAG_BYTES).equals(
      packed(tag),
    );
  }

  add(tag: string): void {
    const at = this.#size * TAG_BYTES;
    if (at === this.#bytes.length) {
      const larger = new Uint8Array(Math.max(256 * TAG_BYTES, 2 * at));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(packed(tag), at);
    this.#size += 1;
  }
}

function packed(tag: string): Buffer {
  const bytes = Buffer.alloc(TAG_BYTES);
  bytes.write(tag.slice(1, -1), 'base64url');
  return bytes;
}
