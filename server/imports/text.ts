/** Text of files of unknown encoding: UTF-8, or UTF-16 with a byte order mark. Anything else is an error. */
import type { Readable } from 'node:stream';
import { Yielder } from '../async/yielder.js';
import { message } from '../contract/messages/message.js';
import { invalid } from '../errors.js';

function encodingOf(head: Uint8Array): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}

const notText = (name: string, near: number) => invalid(message('sourceNotText', { name, byte: near }));

/** Throws `invalid`. */
export function decode(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch {
    throw notText(name, 0);
  }
}

/** The pieces of a stream as text. Throws `invalid`. */
export async function* decoded(stream: Readable, name: string): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let read = 0;
  const yielder = new Yielder();
  const decodePiece = (piece?: Uint8Array): string => {
    try {
      return decoder?.decode(piece, { stream: piece !== undefined }) ?? '';
    } catch {
      throw notText(name, read);
    }
  };
  for await (const piece of stream) {
    const bytes: Uint8Array = piece;
    decoder ??= new TextDecoder(encodingOf(bytes), { fatal: true });
    yield decodePiece(bytes);
    read += bytes.length;
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  yield decodePiece();
}

/** Longest line, in characters. */
const MAX_LINE = 20_000_000;

/** The lines of a text, with their numbers from 1. Throws `invalid` for a line of more than 20 million characters. */
export async function* linesOf(
  pieces: AsyncIterable<string>,
  name: string,
): AsyncGenerator<{ line: string; number: number }> {
  let parts: string[] = [];
  let length = 0;
  let number = 1;
  for await (const piece of pieces) {
    let from = 0;
    for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', from)) {
      parts.push(piece.slice(from, end));
      yield { line: parts.join(''), number };
      parts = [];
      length = 0;
      number += 1;
      from = end + 1;
    }
    parts.push(piece.slice(from));
    length += piece.length - from;
    if (length > MAX_LINE)
      throw invalid(message('sourceLineTooLong', { name, line: number, limit: MAX_LINE }));
  }
  const last = parts.join('');
  if (last !== '') yield { line: last, number };
}
