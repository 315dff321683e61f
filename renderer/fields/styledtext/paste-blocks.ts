/** Blocks of pasted HTML: what only lays out a page gives way to its paragraphs, each of which stays one. */
import { isInline, isMark, wrapBareText } from './canonical';
import { BLOCK, INLINE } from './html-elements';
import { CALLOUT } from './paste-notes';

const KNOWN: ReadonlySet<string> = new Set([
  ...'p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre hr figure figcaption'.split(' '),
  ...'table caption thead tbody tfoot tr td th'.split(' '),
  BLOCK,
  INLINE,
]);

/** Shown in a line of its own by browsers. */
const BLOCKS =
  /^(?:address|article|aside|center|dd|details|dialog|dir|div|dl|dt|fieldset|footer|form|header|hgroup|legend|main|menu|nav|optgroup|option|search|section|summary|colgroup|tr|td|th)$/;

const hasText = (node: Node | null): boolean =>
  node !== null && isInline(node) && !(node instanceof Text && node.data.trim() === '');

const unwrap = (element: Element) => element.replaceWith(...element.childNodes);

/** Empty lines between blocks, which Google Docs writes as bare `br`. */
function dropBareBreaks(root: HTMLElement): void {
  for (const br of [...root.querySelectorAll('br')]) {
    const inBlock = br.parentElement?.closest('p, h1, h2, h3, h4, h5, h6, li, td, th, pre, figcaption');
    if (!inBlock && !hasText(br.previousSibling) && !hasText(br.nextSibling)) br.remove();
  }
}

const LINE = /^(?:p|h[1-6]|figcaption|caption|pre)$/;

/** Takes the frame off a block; what stood in it and beside it stays apart. */
function dissolve(block: Element): void {
  const { parentElement: parent } = block;
  if (parent !== null && (isMark(parent) || LINE.test(parent.localName))) {
    block.before(' ');
    block.after(' ');
  } else {
    wrapBareText(block);
    if (parent !== null) wrapBareText(parent);
  }
  unwrap(block);
}

/** Innermost first, so that a block within a line ends it. */
function flatten(root: HTMLElement): void {
  for (const element of [...root.querySelectorAll('*')].reverse()) {
    const isKnown = KNOWN.has(element.localName) || element.matches(CALLOUT);
    if (isKnown || isMark(element) || /^(?:br|img)$/.test(element.localName)) continue;
    const holdsBlocks = [...element.children].some((child) => !isInline(child));
    if (BLOCKS.test(element.localName) || holdsBlocks) dissolve(element);
    else unwrap(element);
  }
  if ([...root.children].some((child) => !isInline(child))) wrapBareText(root);
  for (const callout of root.querySelectorAll(CALLOUT)) wrapBareText(callout);
}

/** Blank lines, and what is left of a paragraph whose picture was on another computer. */
function dropEmptyParagraphs(root: HTMLElement): void {
  for (const paragraph of [...root.querySelectorAll('p')]) {
    const empty =
      (paragraph.textContent ?? '').trim() === '' &&
      paragraph.querySelector('img, br, plinth-inline') === null;
    if (empty) paragraph.remove();
  }
}

/** Code without its element is code all the same. */
function wrapCode(root: HTMLElement): void {
  for (const pre of root.querySelectorAll('pre')) {
    if (pre.firstElementChild?.localName === 'code' && pre.childNodes.length === 1) continue;
    const code = root.ownerDocument.createElement('code');
    code.textContent = pre.textContent;
    pre.replaceChildren(code);
  }
}

/** Marks of nothing. */
function dropEmptyMarks(root: HTMLElement): void {
  for (const element of [...root.querySelectorAll('*')].reverse())
    if (isMark(element) && element.childNodes.length === 0) element.remove();
}

/** Moves all headings down together, so that none is above the highest one that the text offers. */
export function fitHeadings(root: HTMLElement, levels: readonly number[]): void {
  const headings = [...root.querySelectorAll('h1, h2, h3, h4, h5, h6')];
  const levelOf = ({ localName }: Element) => Number(localName.slice(1));
  const down = Math.min(...levels) - Math.min(...headings.map(levelOf));
  // Without levels or headings it is no number.
  if (!(down > 0 && down < 6)) return;
  for (const heading of headings) {
    const moved = root.ownerDocument.createElement(`h${Math.min(6, levelOf(heading) + down)}`);
    for (const { name, value } of heading.attributes) moved.setAttribute(name, value);
    moved.append(...heading.childNodes);
    heading.replaceWith(moved);
  }
}

export function cleanBlocks(root: HTMLElement): void {
  dropEmptyMarks(root);
  dropBareBreaks(root);
  wrapCode(root);
  flatten(root);
  dropEmptyParagraphs(root);
}
