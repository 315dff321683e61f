/**
 * The parts of a WordPress export as small trees, read from a stream: items, authors, categories, tags, terms. The file
 * may be larger than memory; entities it declares are not expanded, since a document type is refused.
 */
import { Parser } from 'htmlparser2';
import { message } from '../../contract/messages/message.js';
import { invalid } from '../../errors.js';

/** An element of a part: its text, attributes, and children down to the elements of `wp:postmeta`. */
export interface Element {
  name: string;
  attributes: Readonly<Record<string, string>>;
  text: string;
  children: Element[];
}

export interface Part extends Element {
  /** Line of the file where it begins. */
  line: number;
}

/** Children of the channel that are parts; of other children only the text counts. */
const PARTS: ReadonlySet<string> = new Set(['item', 'wp:author', 'wp:category', 'wp:tag', 'wp:term']);

/** Longest text of one part, in characters, and its most elements. */
const MAX_PART = 20_000_000;
const MAX_ELEMENTS = 100_000;
/** Nothing is read of what is further inside. */
const LEVELS = 2;

class Reader {
  readonly parser: Parser;
  readonly name: string;
  /** Parts that are complete. */
  parts: Part[] = [];
  /** Of the beginning of the current piece, and where that is in the text. */
  line = 1;
  offset = 0;
  piece = '';
  #depth = 0;
  /** Elements that are open inside the current part. */
  #open: Element[] = [];
  #part: Part | undefined;
  #size = 0;
  #elements = 0;
  /** The text outside of parts. */
  #channel: Element | undefined;
  isFeed = false;
  isWhole = false;

  constructor(name: string) {
    this.name = name;
    this.parser = new Parser(
      {
        onopentag: (tag, attributes) => this.#opened(tag, attributes),
        ontext: (text) => this.#text(text),
        onclosetag: (tag) => this.#closed(tag),
        onprocessinginstruction: (tag) => {
          if (/^!doctype/i.test(tag)) throw invalid(message('sourceHasDocumentType', { name }));
        },
      },
      { xmlMode: true, decodeEntities: true },
    );
  }

  /** Throws `invalid` for a part that is too large to be one post. */
  grow(size: number): void {
    this.#size += size;
    if (this.#size <= MAX_PART) return;
    throw invalid(
      message('sourceElementTooLong', {
        name: this.name,
        line: this.#part?.line ?? this.line,
        limit: MAX_PART,
      }),
    );
  }

  #opened(name: string, attributes: Record<string, string>): void {
    this.#depth += 1;
    if (this.#depth === 1) {
      if (name !== 'rss') throw invalid(message('sourceOtherElement', { name: this.name, element: name }));
      this.isFeed = true;
    }
    const element = { name, attributes, text: '', children: [] };
    const parent = this.#open.at(-1);
    if (parent) {
      this.#elements += 1;
      if (this.#elements > MAX_ELEMENTS)
        throw invalid(
          message('sourceElementsLimit', { name: this.name, line: this.line, limit: MAX_ELEMENTS }),
        );
      if (this.#open.length <= LEVELS) parent.children.push(element);
      this.#open.push(element);
    } else if (this.#depth === 3 && PARTS.has(name)) {
      const before = this.piece.slice(0, Math.max(0, this.parser.startIndex - this.offset));
      this.#part = { ...element, line: this.line + newlinesIn(before) };
      this.#open.push(this.#part);
    } else if (this.#depth === 3) this.#channel = element;
  }

  #text(text: string): void {
    const element = this.#open.at(-1) ?? this.#channel;
    if (element) element.text += text;
  }

  #closed(name: string): void {
    if (this.#depth === 1 && name === 'rss') this.isWhole = true;
    this.#depth -= 1;
    if (this.#open.length === 0) {
      const channel = this.#depth === 2 ? this.#channel : undefined;
      this.#channel = undefined;
      if (channel) this.parts.push({ ...channel, line: this.line });
      this.#size = 0;
      return;
    }
    this.#open.pop();
    if (this.#open.length > 0 || !this.#part) return;
    this.parts.push(this.#part);
    this.#part = undefined;
    this.#size = 0;
    this.#elements = 0;
  }
}

/** Characters given to the parser at once, so that lines are known and nothing else waits long. */
const PIECE = 16 * 1024;

const newlinesIn = (text: string): number => {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
};

/** The parts of an export, and the texts of its channel such as `wp:base_blog_url`. Throws `invalid`. */
export async function* partsOf(pieces: AsyncIterable<string>, name: string): AsyncGenerator<Part> {
  const reader = new Reader(name);
  for await (const text of pieces) {
    for (let at = 0; at < text.length; at += PIECE) {
      const piece = text.slice(at, at + PIECE);
      reader.grow(piece.length);
      reader.piece = piece;
      reader.parser.write(piece);
      reader.line += newlinesIn(piece);
      reader.offset += piece.length;
      yield* reader.parts.splice(0);
    }
  }
  // The parser closes what is open at the end, which would hide that the file is cut off.
  const isWhole = reader.isWhole;
  if (!reader.isFeed) throw invalid(message('sourceWithoutRss', { name }));
  if (!isWhole) throw invalid(message('sourceIncomplete', { name }));
}

export const childText = (element: Element, name: string): string =>
  element.children.find((child) => child.name === name)?.text ?? '';

export const childrenOf = (element: Element, name: string): Element[] =>
  element.children.filter((child) => child.name === name);
