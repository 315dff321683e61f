/** The words of a rich text with their formatting, by block, for comparing two texts. */

import { t } from '../../t';
import { piecesOf, type Token } from '../differences/words';
import { parseHtml } from './canonical';

/** What a block is called. */
const BLOCKS: Readonly<Record<string, string>> = {
  p: t('Paragraph'),
  h1: t('Heading 1'),
  h2: t('Heading 2'),
  h3: t('Heading 3'),
  h4: t('Heading 4'),
  h5: t('Heading 5'),
  h6: t('Heading 6'),
  li: t('List item'),
  blockquote: t('Quote'),
  pre: t('Code'),
  tr: t('Table row'),
  dt: t('Term'),
  dd: t('Description'),
  figcaption: t('Caption'),
  summary: t('Summary'),
  hr: t('Divider'),
};

/** Elements whose start or end ends the block before. */
const ENDS = new Set([
  'div',
  'section',
  'article',
  'aside',
  'ul',
  'ol',
  'table',
  'figure',
  'details',
  'address',
  'dl',
]);

/** Formatting by element; other spellings of the same first. */
const MARKS: Readonly<Record<string, string>> = {
  b: 'strong',
  i: 'em',
  strike: 's',
  del: 's',
  ins: 'u',
  strong: 'strong',
  em: 'em',
  s: 's',
  u: 'u',
  code: 'code',
  sub: 'sub',
  sup: 'sup',
  mark: 'mark',
  a: 'a',
};

/** Contents that are not text. */
const SOURCE = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'svg',
  'math',
  'iframe',
  'video',
  'audio',
]);

/** Begins the mark of an image; its address follows. */
export const IMAGE = 'img ';
/** The mark of the address of a link, which is only shown where it has changed. */
export const TARGET = 'target';

class Reader {
  readonly groups: Token[][] = [];
  #group: Token[] | undefined;
  #block: string = t('Paragraph');

  begin(block: string): void {
    this.#block = block;
    this.#group = undefined;
  }

  add(tokens: readonly Token[]): void {
    if (this.#group === undefined) {
      this.#group = [{ text: '', block: this.#block }];
      this.groups.push(this.#group);
    }
    this.#group.push(...tokens);
  }

  /** Whether the next text begins a block. */
  get isAtStart(): boolean {
    return this.#group === undefined;
  }
}

const withMark = (text: string, marks: readonly string[]): Token =>
  marks.length === 0 ? { text } : { text, mark: [...marks].sort().join(' ') };

function readText(reader: Reader, data: string, marks: readonly string[], exact: boolean): void {
  const text = exact ? data : data.replace(/[ \t\r\n\f]+/g, ' ');
  const shown = reader.isAtStart && !exact ? text.trimStart() : text;
  if (shown !== '') reader.add(piecesOf(shown).map((piece) => withMark(piece, marks)));
}

/** An element that is one piece of the text; undefined for one that is read further. */
function pieceOf(element: Element, marks: readonly string[]): Token | undefined {
  const name = element.localName;
  const src = element.getAttribute('src') ?? '';
  if (name === 'img') return { text: element.getAttribute('alt') ?? '', mark: `${IMAGE}${src}` };
  if (name === 'br') return withMark('\n', marks);
  if (SOURCE.has(name)) return withMark(`[${src === '' ? name : `${name}: ${src}`}]`, marks);
  return undefined;
}

function readElement(reader: Reader, element: Element, marks: readonly string[], exact: boolean): void {
  const name = element.localName;
  const piece = pieceOf(element, marks);
  if (piece !== undefined) {
    reader.add([piece]);
    return;
  }
  const block = BLOCKS[name];
  // The paragraph of a list item or of a quote is the item itself.
  const isOwn =
    block !== undefined && !(name === 'p' && element.parentElement?.closest('li, blockquote, tr'));
  if (isOwn) reader.begin(block);
  if (name === 'hr') reader.add([{ text: '―' }]);
  if ((name === 'td' || name === 'th') && !reader.isAtStart) reader.add([{ text: ' | ' }]);
  const mark = MARKS[name];
  const inside = mark === undefined ? marks : [...new Set([...marks, mark])];
  for (const child of element.childNodes) readNode(reader, child, inside, exact || name === 'pre');
  if (name === 'a') reader.add([{ text: ` (${element.getAttribute('href') ?? ''})`, mark: TARGET }]);
  if (isOwn || ENDS.has(name)) reader.begin(t('Paragraph'));
}

function readNode(reader: Reader, node: Node, marks: readonly string[], exact: boolean): void {
  if (node instanceof Text) readText(reader, node.data, marks, exact);
  else if (node instanceof Element) {
    if (ENDS.has(node.localName)) reader.begin(t('Paragraph'));
    readElement(reader, node, marks, exact);
  }
}

/** Parses without running or loading anything. */
export function richTokens(html: string): Token[][] {
  const reader = new Reader();
  for (const child of parseHtml(html).childNodes) readNode(reader, child, [], false);
  return reader.groups;
}
