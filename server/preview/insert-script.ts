/**
 * Inserts a tag at the beginning of the head of a page while it is passed on: before what the page says in its head
 * about scripts, and before its first one. All other bytes stay as they are.
 */
import { Transform, type TransformCallback } from 'node:stream';

/** So much is held back until the head is found, in bytes. */
const MAX_HELD = 64 * 1024;

const OPENING = /^<(!doctype|html|head)(?=[\s/>])/i;
const LONGEST_OPENING = 10;
const SPACE = /\s/;
const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf';

/** Behind the end of the tag at a place; -1 where it has none yet. */
function endOfTag(text: string, from: number): number {
  let quote = '';
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '>') return at + 1;
  }
  return -1;
}

/** Where the tag belongs in the beginning of a page; `isCertain`: whatever follows. */
function placeIn(text: string): { place: number; isCertain: boolean } {
  if (BYTE_ORDER_MARK.startsWith(text)) return { place: 0, isCertain: false };
  let place = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  let at = place;
  while (at < text.length) {
    if (SPACE.test(text[at] ?? '')) {
      at += 1;
      continue;
    }
    const isComment = text.startsWith('<!--', at);
    const name = OPENING.exec(text.slice(at, at + LONGEST_OPENING + 1))?.[1]?.toLowerCase();
    if (!isComment && name === undefined) {
      return { place, isCertain: text[at] !== '<' || text.length - at > LONGEST_OPENING };
    }
    const end = isComment ? text.indexOf('-->', at + 4) : endOfTag(text, at);
    if (end < 0) break;
    at = isComment ? end + 3 : end;
    if (!isComment) place = at;
    if (name === 'head') return { place, isCertain: true };
  }
  return { place, isCertain: false };
}

export class InsertScript extends Transform {
  readonly #tag: string;
  #held: Buffer | undefined = Buffer.alloc(0);

  constructor(tag: string) {
    super();
    this.#tag = tag;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    if (this.#held === undefined) {
      done(null, chunk);
      return;
    }
    this.#held = Buffer.concat([this.#held, chunk]);
    if (this.#held.length >= MAX_HELD || placeIn(this.#held.toString('latin1')).isCertain) this.#insert();
    done();
  }

  override _flush(done: TransformCallback): void {
    this.#insert();
    done();
  }

  #insert(): void {
    const held = this.#held;
    if (held === undefined) return;
    this.#held = undefined;
    // UTF-16 is left alone: the tag would be other signs in it.
    const isUtf16 = /^(?:\u00fe\u00ff|\u00ff\u00fe)/.test(held.toString('latin1', 0, 2));
    const { place } = placeIn(held.toString('latin1', 0, MAX_HELD));
    if (isUtf16) this.push(held);
    else this.push(Buffer.concat([held.subarray(0, place), Buffer.from(this.#tag), held.subarray(place)]));
  }
}
