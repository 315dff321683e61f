/** Replaces byte strings in what is passed on, also where one is cut between two chunks. */
import { Transform, type TransformCallback } from 'node:stream';

export class ReplaceBytes extends Transform {
  readonly #pairs: readonly (readonly [Buffer, Buffer])[];
  readonly #longest: number;
  #held: Buffer = Buffer.alloc(0);

  /** Of two that match at one place the first one counts. */
  constructor(pairs: readonly (readonly [from: string, to: string])[]) {
    super();
    this.#pairs = pairs.map(([from, to]) => [Buffer.from(from), Buffer.from(to)]);
    this.#longest = Math.max(...this.#pairs.map(([from]) => from.length));
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const bytes = Buffer.concat([this.#held, chunk]);
    this.#replace(bytes, this.#certainIn(bytes));
    done();
  }

  override _flush(done: TransformCallback): void {
    this.#replace(this.#held, this.#held.length);
    done();
  }

  /** Up to where nothing goes on in the next chunk. */
  #certainIn(bytes: Buffer): number {
    let at = Math.max(0, bytes.length - this.#longest + 1);
    const goesOn = ([from]: readonly [Buffer, Buffer]) => {
      const rest = bytes.subarray(at);
      return rest.length < from.length && from.subarray(0, rest.length).equals(rest);
    };
    while (at < bytes.length && !this.#pairs.some(goesOn)) at += 1;
    return at;
  }

  /** Passes all that begins before a place, and holds the rest. */
  #replace(bytes: Buffer, until: number): void {
    const next = this.#pairs.map(([from]) => bytes.indexOf(from));
    let at = 0;
    for (;;) {
      for (const [index, [from]] of this.#pairs.entries()) {
        const place = next[index] ?? -1;
        if (place >= 0 && place < at) next[index] = bytes.indexOf(from, at);
      }
      const found = next.filter((place) => place >= 0);
      const place = found.length > 0 ? Math.min(...found) : until;
      const pair = place < until ? this.#pairs[next.indexOf(place)] : undefined;
      if (!pair) break;
      this.push(Buffer.concat([bytes.subarray(at, place), pair[1]]));
      at = place + pair[0].length;
    }
    const end = Math.max(at, until);
    if (end > at) this.push(bytes.subarray(at, end));
    this.#held = bytes.subarray(end);
  }
}
