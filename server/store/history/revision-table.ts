/**
 * Where each revision is stored: hash tables in Buffers, 24 bytes a slot, one for each first byte of a revision, so that
 * none is so large that it holds the event loop while it grows. A Map with strings takes four times as much memory for a
 * million revisions.
 */
import { REVISION_BYTES } from './revision.js';

/** Revision, then pack number (2 bytes) and offset in it (6 bytes). */
const SLOT_BYTES = REVISION_BYTES + 8;
const FIRST_CAPACITY = 8;
/** Share of slots in use at which the table grows. */
const MAX_LOAD = 0.7;

export interface Place {
  pack: number;
  /** Position of the record in the pack, in bytes. */
  offset: number;
}

/** Those with the same first byte. */
class Part {
  #slots = Buffer.alloc(FIRST_CAPACITY * SLOT_BYTES);
  #used = Buffer.alloc(FIRST_CAPACITY);
  #size = 0;

  get(revision: Buffer): Place | undefined {
    const at = this.#find(revision);
    if (this.#used[at] === 0) return undefined;
    const from = at * SLOT_BYTES + REVISION_BYTES;
    return { pack: this.#slots.readUInt16LE(from), offset: this.#slots.readUIntLE(from + 2, 6) };
  }

  set(revision: Buffer, place: Place): void {
    if (this.#size >= this.#used.length * MAX_LOAD) this.#grow();
    const at = this.#find(revision);
    if (this.#used[at] === 0) this.#size += 1;
    this.#used[at] = 1;
    revision.copy(this.#slots, at * SLOT_BYTES);
    this.#slots.writeUInt16LE(place.pack, at * SLOT_BYTES + REVISION_BYTES);
    this.#slots.writeUIntLE(place.offset, at * SLOT_BYTES + REVISION_BYTES + 2, 6);
  }

  /**
   * The slot of a revision, or the free one it belongs in. Revisions are hashes, so their own bytes spread them; the
   * first one is that of the part.
   */
  #find(revision: Buffer): number {
    const capacity = this.#used.length;
    for (let at = revision.readUInt32LE(1) % capacity; ; at = (at + 1) % capacity) {
      if (this.#used[at] === 0) return at;
      if (revision.compare(this.#slots, at * SLOT_BYTES, at * SLOT_BYTES + REVISION_BYTES) === 0) return at;
    }
  }

  #grow(): void {
    const slots = this.#slots;
    const used = this.#used;
    this.#slots = Buffer.alloc(slots.length * 2);
    this.#used = Buffer.alloc(used.length * 2);
    for (let at = 0; at < used.length; at += 1) {
      if (used[at] === 0) continue;
      const slot = slots.subarray(at * SLOT_BYTES, (at + 1) * SLOT_BYTES);
      const to = this.#find(slot.subarray(0, REVISION_BYTES));
      this.#used[to] = 1;
      slot.copy(this.#slots, to * SLOT_BYTES);
    }
  }
}

export class RevisionTable {
  readonly #parts: (Part | undefined)[] = [];

  get(revision: Buffer): Place | undefined {
    return this.#parts[revision.readUInt8(0)]?.get(revision);
  }

  set(revision: Buffer, place: Place): void {
    const at = revision.readUInt8(0);
    const part = this.#parts[at] ?? new Part();
    this.#parts[at] = part;
    part.set(revision, place);
  }

  clear(): void {
    this.#parts.length = 0;
  }
}
