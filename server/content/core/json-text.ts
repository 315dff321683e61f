/** Large texts, of JSON first of all, made in slices: `JSON.stringify` of 16 MB holds the event loop for some 100 ms. */
import { Yielder } from '../../async/yielder.js';
import { isJsonObject, type JsonValue } from '../../contract/values.js';

/** Values further down are small enough to be written at once. */
const DEPTH = 6;
/** Text is encoded in pieces of about so many characters. */
const PIECE = 256 * 1024;

/** Gives the pieces of what `JSON.stringify` makes of a value, with other work in between. */
async function writeParts(value: JsonValue, take: (part: string) => void): Promise<void> {
  const yielder = new Yielder();
  const write = async (one: JsonValue, depth: number): Promise<void> => {
    if (yielder.exhausted) await yielder.yieldToEventLoop();
    const isList = Array.isArray(one);
    if (depth === 0 || !(isList || isJsonObject(one))) return take(JSON.stringify(one));
    const entries = isList ? one.entries() : Object.entries(one).filter(([, part]) => part !== undefined);
    take(isList ? '[' : '{');
    let separator = '';
    for (const [name, part] of entries) {
      take(isList ? separator : `${separator}${JSON.stringify(name)}:`);
      separator = ',';
      // Scalars without a promise each.
      if (typeof part === 'object' && part !== null) await write(part, depth - 1);
      else take(JSON.stringify(part));
    }
    take(isList ? ']' : '}');
  };
  await write(value, DEPTH);
}

/** The length of a JSON text. */
export async function jsonLength(value: JsonValue): Promise<number> {
  let length = 0;
  await writeParts(value, (part) => {
    length += part.length;
  });
  return length;
}

/** Text in UTF-8, encoded while its parts come; a part does not end within a character. */
class Encoder {
  readonly #pieces: Buffer[] = [];
  #parts: string[] = [];
  #length = 0;

  add(part: string): void {
    this.#parts.push(part);
    this.#length += part.length;
    if (this.#length > PIECE) this.#encode();
  }

  bytes(): Buffer {
    this.#encode();
    return Buffer.concat(this.#pieces);
  }

  #encode(): void {
    this.#pieces.push(Buffer.from(this.#parts.join('')));
    [this.#parts, this.#length] = [[], 0];
  }
}

/** A JSON text in UTF-8. */
export async function jsonBytes(value: JsonValue): Promise<Buffer> {
  const encoder = new Encoder();
  await writeParts(value, (part) => encoder.add(part));
  return encoder.bytes();
}

/** A text in UTF-8 from its parts, which are made in slices. */
export async function textBytes(parts: Iterable<string>): Promise<Buffer> {
  const yielder = new Yielder();
  const encoder = new Encoder();
  for (const part of parts) {
    encoder.add(part);
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  return encoder.bytes();
}
