/** Between HTML and the editor's document. */
import {
  type Attrs,
  DOMSerializer,
  type Node as DocumentNode,
  DOMParser as DocumentParser,
  type Schema,
  type TagParseRule,
} from '@tiptap/pm/model';
import { addBacklinks } from './blocks/footnotes';
import { isInline, isMark, parseHtml, sameWords, tighten, wordsOfHtml } from './canonical';
import { dropEmptyCaptions } from './figure';
import { BLOCK, HTML, INLINE } from './html-elements';
import { KEY, KEYED } from './marks';
import { dropMissing } from './missing-images';
import { PerBlock } from './per-block';
import { balanced, readPieces } from './source-pieces';
import { groupRows, isUneven } from './table';

/** The HTML of one block that is not in another, made in a document that is never shown, so that nothing in it loads. */
function htmlOfBlock(block: DocumentNode, inert: Document): string {
  const root = inert.createElement('div');
  root.append(DOMSerializer.fromSchema(block.type.schema).serializeNode(block, { document: inert }));
  const kept: string[] = [];
  const key = Math.random().toString(36).slice(2);
  for (const opaque of root.querySelectorAll(`${BLOCK}, ${INLINE}`)) {
    kept.push(opaque.getAttribute(HTML) ?? '');
    opaque.replaceWith(inert.createComment(key));
  }
  tighten(root);
  groupRows(root);
  dropMissing(root);
  dropEmptyCaptions(root);
  addBacklinks(root);
  const [start = '', ...rest] = root.innerHTML.split(`<!--${key}-->`);
  return rest.reduce((html, part, at) => html + (kept[at] ?? '') + part, start);
}

/** Writes the HTML of a document as people write it; nothing for an empty document. */
export class HtmlWriter {
  readonly #blocks: PerBlock<string>;

  constructor() {
    const inert = parseHtml('').ownerDocument;
    this.#blocks = new PerBlock((block) => htmlOfBlock(block, inert));
  }

  /** The HTML of each block. */
  blocks(document: DocumentNode): string[] {
    return this.#blocks.of(document);
  }

  write(document: DocumentNode): string {
    const html = this.blocks(document).join('');
    return html === '<p></p>' ? '' : html;
  }

  /** Prepares what `write` would do, as long as there is time; true when all is ready. */
  ahead(document: DocumentNode, hasTime: () => boolean): boolean {
    return this.#blocks.ahead(document, hasTime);
  }
}

/** What a rule reads from an element; nodes and marks with nothing to read share what holds for all of their type. */
const attributesOf =
  (getAttrs: NonNullable<TagParseRule['getAttrs']>) =>
  (element: HTMLElement): Attrs | false | null => {
    const read = getAttrs(element);
    return read && Object.keys(read).length === 0 ? null : read;
  };

/** Looks do not make marks here, as they do in pasted text: a `span` in bold letters is kept as one. */
const rulesOf = (schema: Schema): TagParseRule[] =>
  DocumentParser.fromSchema(schema)
    .rules.filter((rule) => rule.tag !== undefined)
    .map((rule) => (rule.getAttrs ? { ...rule, getAttrs: attributesOf(rule.getAttrs) } : rule));

/** With fewer elements, choosing among the rules takes longer than trying each. */
const MANY = 500;

/** The elements a rule is about; undefined where its selector names none. */
const namedIn = ({ tag }: TagParseRule): string | undefined => /^[a-z][a-z\d-]*(?!.*,)/.exec(tag)?.[0];

/** Elements whose content can be looked at piece by piece when not all of it is known. */
const OPENED = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol li blockquote table thead tbody tfoot tr td th figure figcaption'.split(' '),
);
/** Elements that are nothing without the one around them, which is kept whole instead. */
const PARTS: Readonly<Record<string, string>> = {
  li: 'ul',
  td: 'tr',
  th: 'tr',
  tr: 'tbody',
  thead: 'table',
  tbody: 'table',
  tfoot: 'table',
  figcaption: 'figure',
  caption: 'table',
  colgroup: 'table',
};
const INLINE_PARENT = /^(?:p|h[1-6]|figcaption)$/;

/** Whether the line goes on before or after a node: with text, marks, or what is in a line already. */
function goesOn(node: Node, way: 'previousSibling' | 'nextSibling'): boolean {
  let next = node[way];
  while ((next instanceof Text && next.data.trim() === '') || next instanceof Comment) next = next[way];
  if (!(next instanceof Element)) return next instanceof Text;
  return isMark(next) || /^(?:br|img)$/.test(next.localName) || next.localName === INLINE;
}

/** Reads a text so that nothing of it is lost: what no node or mark can hold is kept as HTML. */
class Reader {
  readonly #schema: Schema;
  readonly #rules: TagParseRule[];
  readonly #parser: DocumentParser;
  readonly #writer: HtmlWriter;

  constructor(schema: Schema, writer: HtmlWriter) {
    this.#schema = schema;
    this.#rules = rulesOf(schema);
    this.#parser = new DocumentParser(schema, this.#rules);
    this.#writer = writer;
  }

  read(html: string): DocumentNode {
    const plain = this.#parse(parseHtml(html));
    // Most texts were written by this editor.
    if (this.#writer.write(plain) === html && !isUneven(plain)) return plain;
    if (this.#keeps(parseHtml(html), plain)) return plain;
    const { root, sourceOf } = readPieces(html);
    for (const child of [...root.childNodes]) this.#guard(child, sourceOf);
    const guarded = this.#parse(root);
    if (this.#keeps(parseHtml(html), guarded)) return guarded;
    const whole = root.ownerDocument.createElement(BLOCK);
    whole.setAttribute(HTML, balanced(html));
    root.replaceChildren(whole);
    return this.#parse(root);
  }

  /** Marks that look alike are numbered, so that each stays one of its own. */
  #parse(root: HTMLElement): DocumentNode {
    for (const [at, element] of root.querySelectorAll(KEYED).entries()) element.setAttribute(KEY, String(at));
    return this.#parserFor(root).parse(root);
  }

  /** In a long text, rules about elements it does not have are not tried at each of those it has. */
  #parserFor(root: HTMLElement): DocumentParser {
    const elements = root.getElementsByTagName('*');
    if (elements.length < MANY) return this.#parser;
    const names = new Set(Array.from(elements, ({ localName }) => localName));
    const rules = this.#rules.filter((rule) => {
      const name = namedIn(rule);
      return name === undefined || names.has(name);
    });
    return new DocumentParser(this.#schema, rules);
  }

  #keeps(source: HTMLElement, read: DocumentNode): boolean {
    const before = wordsOfHtml(source);
    // The editor shows no text as an empty paragraph.
    if (before.length === 0 || before.join('') === '<p></p>') return true;
    return !isUneven(read) && sameWords(before, wordsOfHtml(parseHtml(this.#writer.write(read))));
  }

  /** Whether an element comes back as it is. A part is tried in the element it belongs to. */
  #isKnown(element: Element): boolean {
    const { ownerDocument } = element;
    let tried = element.cloneNode(true) as Element;
    for (let outer = PARTS[tried.localName]; outer !== undefined; outer = PARTS[outer]) {
      const around = ownerDocument.createElement(outer);
      if (outer === 'figure') {
        const image = ownerDocument.createElement('img');
        image.setAttribute('src', '/');
        around.append(image);
      }
      around.append(tried);
      tried = around;
    }
    const root = ownerDocument.createElement('div');
    root.append(tried);
    return this.#keeps(unfolded(root.cloneNode(true) as HTMLElement), this.#parse(root));
  }

  #guard(node: ChildNode, sourceOf: (element: Element) => string): void {
    if (node instanceof Comment) this.#keep(node, `<!--${node.data}-->`);
    if (!(node instanceof Element) || this.#isKnown(node)) return;
    if (OPENED.has(node.localName) || isMark(node)) {
      const original = node.cloneNode(true);
      for (const child of [...node.childNodes]) this.#guard(child, sourceOf);
      if (this.#isKnown(node)) return;
      if (PARTS[node.localName] === undefined) node.replaceChildren(...original.childNodes);
    }
    if (PARTS[node.localName] === undefined) this.#keep(node, sourceOf(node));
  }

  /** Puts an element of ours in the place of a node. */
  #keep(node: ChildNode, html: string): void {
    const parent = node.parentElement;
    const inline =
      (parent !== null && (INLINE_PARENT.test(parent.localName) || isMark(parent))) ||
      (isInline(node) && (goesOn(node, 'previousSibling') || goesOn(node, 'nextSibling')));
    const kept = (parent ?? document.body).ownerDocument.createElement(inline ? INLINE : BLOCK);
    kept.setAttribute(HTML, html);
    node.replaceWith(kept);
  }
}

/** The HTML that elements of ours stand for, in their places. */
function unfolded(root: HTMLElement): HTMLElement {
  for (const kept of root.querySelectorAll(`${BLOCK}, ${INLINE}`)) {
    const { childNodes } = parseHtml(kept.getAttribute(HTML) ?? '');
    kept.replaceWith(...childNodes);
  }
  return root;
}

/** The document of a stored text, which the writer gives back with the same words. */
export const readHtml = (html: string, schema: Schema, writer = new HtmlWriter()): DocumentNode =>
  new Reader(schema, writer).read(html);

/** Words of a text as a word processor counts them. */
export function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
}
