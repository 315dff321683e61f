/**
 * Cleans pasted HTML: structure, links and pictures stay, looks from elsewhere go. What the editor cannot hold is
 * dropped and named, and what was around it stays in blocks of its own.
 */
import { embeddedBy } from './blocks/embed-address';
import { WORDS } from './blocks/notes-in-order';
import { isInline, isMark, parseHtml } from './canonical';
import { BLOCK, HTML, INLINE } from './html-elements';
import { ELSEWHERE, markMissing } from './missing-images';
import { cleanBlocks, fitHeadings } from './paste-blocks';
import { takeFootnotes } from './paste-footnotes';
import { convertWordLists, joinSplitLists, nestLists } from './paste-lists';
import { isHighlight, targetOf } from './paste-looks';
import { keepCallouts, keepTasks } from './paste-notes';
import { cleanFigures, cleanTables } from './paste-tables';

export interface Pasted {
  html: string;
  /** What was dropped, by the name of its element, and how many. */
  dropped: ReadonlyMap<string, number>;
  /** How many images have a place in it and no bytes. */
  missing: number;
}

const KEPT: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title'],
  aside: ['class'],
  img: ['src', 'alt', 'title', 'width', 'height'],
  ol: ['start', 'type', 'reversed'],
  li: ['value'],
  code: ['class'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
  abbr: ['title'],
  time: ['datetime'],
};

/** Never visible to a reader, so their removal is not reported. */
const LEFTOVERS = 'style, script, meta, link, title, xml, template, noscript, o\\:p, base, wbr, .EOP';

/** What the editor cannot hold: each is dropped and counted. */
const UNKNOWN =
  'iframe, video, audio, object, embed, canvas, svg, math, map, input, select, textarea, button, progress, meter, dialog';

/** What keeps its text, but not what it was. */
const FLATTENED = 'dl, details, ruby';

/** Marks that are kept; any other is taken off its words. */
const MARKS =
  /^(?:a|abbr|b|code|strong|em|i|u|s|strike|del|ins|sub|sup|mark|small|kbd|cite|q|samp|var|dfn|time)$/;

/** Word processors say bold with styles; as elements it survives the cleaning. */
function meaningOf(element: HTMLElement): string[] {
  const { fontWeight, fontStyle, textDecorationLine, textDecoration, verticalAlign } = element.style;
  const { localName } = element;
  const marks: string[] = [];
  if (fontWeight === 'bold' || Number(fontWeight) >= 600) marks.push('strong');
  if (fontStyle === 'italic') marks.push('em');
  const line = textDecorationLine || textDecoration;
  // Links are underlined anyway.
  if (/underline/.test(line) && element.closest('a') === null) marks.push('u');
  if (/line-through/.test(line)) marks.push('s');
  if (verticalAlign === 'super') marks.push('sup');
  if (verticalAlign === 'sub') marks.push('sub');
  if (isHighlight(element)) marks.push('mark');
  return marks.filter((mark) => mark !== localName);
}

/** Google Docs wraps everything in a `<b style="font-weight:normal">` that means nothing. */
function isIdleBold(element: HTMLElement): boolean {
  return /^(b|strong)$/.test(element.localName) && /^(normal|400)$/.test(element.style.fontWeight);
}

const unwrap = (element: Element) => element.replaceWith(...element.childNodes);

/** Where something stood between words, they stay apart. */
function leaveGap(element: Element): void {
  const { ownerDocument } = element;
  const inText = element.closest('p, h1, h2, h3, h4, h5, h6, li, td, th, figcaption, pre') !== null;
  const small = /^(?:svg|math|img|input|select|button|progress|meter|canvas)$/.test(element.localName);
  const inline = inText || small || (element.parentElement !== null && isMark(element.parentElement));
  element.replaceWith(inline ? ownerDocument.createTextNode(' ') : ownerDocument.createElement('div'));
}

/** Addresses that mean something on another computer. */
const LOADABLE = /^(?:https?:|data:image\/|\/)/i;
const LINKABLE = /^(?:https?:|mailto:|tel:|sms:|[/#?]|[^:]*$)/i;

/** A picture of one pixel counts readers, and shows nothing. */
const isPixel = (image: Element) =>
  ['width', 'height'].every((name) => /^[01](?:px)?$/.test(image.getAttribute(name) ?? ''));

function cleanLink(link: HTMLElement): void {
  const href = link.getAttribute('href');
  if (href === null || !LINKABLE.test(href.trim())) {
    unwrap(link);
    return;
  }
  link.removeAttribute('id');
  link.setAttribute('href', targetOf(href));
}

function cleanElement(element: HTMLElement): void {
  const { localName } = element;
  if (localName === BLOCK || localName === INLINE) return;
  if (isIdleBold(element)) {
    unwrap(element);
    return;
  }
  const marks = isInline(element) && localName !== 'img' ? meaningOf(element) : [];
  const align = alignmentOf(element);
  const kept = KEPT[localName] ?? [];
  for (const { name } of [...element.attributes]) {
    if (!kept.includes(name)) element.removeAttribute(name);
  }
  if (element.title === '') element.removeAttribute('title');
  if (align !== undefined) element.setAttribute('style', `text-align: ${align}`);
  for (const mark of marks) {
    const wrapper = element.ownerDocument.createElement(mark);
    wrapper.append(...element.childNodes);
    element.append(wrapper);
  }
  if (isMark(element) && !MARKS.test(localName)) unwrap(element);
}

/** Centred, right or justified; the start of the line is where text is anyway. */
function alignmentOf(element: HTMLElement): string | undefined {
  if (!/^(?:p|h[1-6]|td|th)$/.test(element.localName)) return undefined;
  const align = (element.style.textAlign || element.getAttribute('align') || '').toLowerCase();
  return /^(?:center|right|justify)$/.test(align) ? align : undefined;
}

function dropComments(root: HTMLElement): void {
  const comments = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_COMMENT);
  const found: Node[] = [];
  while (comments.nextNode()) found.push(comments.currentNode);
  for (const comment of found) comment.parentNode?.removeChild(comment);
}

/** Takes out what runs, wherever the text comes from. */
function disarm(root: HTMLElement): void {
  for (const element of root.querySelectorAll('script, object, embed, base, meta, link, style'))
    element.remove();
  for (const element of root.querySelectorAll('*')) {
    for (const { name, value } of [...element.attributes]) {
      const address = /^(?:href|src|action|formaction|xlink:href|poster|data)$/.test(name);
      const runs = /^on|^srcdoc$/i.test(name) || (address && /^\s*(?:javascript|vbscript):/i.test(value));
      if (runs) element.removeAttribute(name);
      if (name === HTML || name === WORDS) {
        const inside = parseHtml(value);
        disarm(inside);
        element.setAttribute(name, inside.innerHTML);
      }
    }
  }
}

/** Puts an element of ours, which holds the HTML, in the place of what the editor does not know. */
function keepAsHtml(element: Element): void {
  const { ownerDocument } = element;
  const inline = element.closest('p, h1, h2, h3, h4, h5, h6, figcaption') !== null;
  const kept = ownerDocument.createElement(inline ? INLINE : BLOCK);
  const alone = ownerDocument.createElement('div');
  element.replaceWith(kept);
  alone.append(element);
  disarm(alone);
  if (alone.childNodes.length === 0) kept.remove();
  else kept.setAttribute(HTML, alone.innerHTML);
}

interface Options {
  /** Keeps as HTML, without what runs, what else is dropped. */
  keep?: boolean;
  /** Notes have no notes of their own. */
  inNote?: boolean;
  /** Images without their bytes keep a place, where they can be chosen. */
  places?: boolean;
  /** Hosts whose players are kept. */
  embedHosts: readonly string[];
  /** Levels of headings that the text offers. */
  levels?: readonly number[];
}

/** HTML fit to be inserted. What was copied in an editor like this one comes as it was. */
export function cleanPaste(
  html: string,
  { keep = false, inNote = false, places = false, embedHosts, levels = [] }: Options,
): Pasted {
  const root = parseHtml(html);
  const dropped = new Map<string, number>();
  let missing = 0;
  const count = (name: string, times = 1) => dropped.set(name, (dropped.get(name) ?? 0) + times);
  const drop = (element: Element) => {
    if (!root.contains(element)) return;
    if (embeddedBy(element, embedHosts) !== undefined) {
      keepAsHtml(element);
      return;
    }
    count(element.localName);
    if (keep) keepAsHtml(element);
    else if (element.matches(UNKNOWN)) leaveGap(element);
  };
  if (root.querySelector('[data-pm-slice]') !== null) {
    disarm(root);
    return { html: root.innerHTML, dropped, missing };
  }
  for (const leftover of root.querySelectorAll(LEFTOVERS)) leftover.remove();
  keepTasks(root);
  keepCallouts(root);
  const footnotes = inNote
    ? undefined
    : takeFootnotes(root, (words) => {
        const note = cleanPaste(words, { keep, inNote: true, embedHosts });
        for (const [name, times] of note.dropped) count(name, times);
        return note.html;
      });
  if (footnotes && footnotes.lost > 0) count('footnote', footnotes.lost);
  for (const picture of root.querySelectorAll('picture')) {
    const image = picture.querySelector('img');
    picture.replaceWith(...(image ? [image] : []));
  }
  for (const element of root.querySelectorAll(UNKNOWN)) drop(element);
  for (const image of root.querySelectorAll('img')) {
    const src = image.getAttribute('src')?.trim() ?? '';
    if (LOADABLE.test(src) && !isPixel(image)) continue;
    if (places && !isPixel(image) && ELSEWHERE.test(src)) {
      missing += 1;
      markMissing(image);
      continue;
    }
    if (!isPixel(image)) count('img');
    leaveGap(image);
  }
  for (const element of root.querySelectorAll(FLATTENED)) drop(element);
  convertWordLists(root);
  dropComments(root);
  joinSplitLists(root);
  nestLists(root);
  cleanTables(root);
  cleanFigures(root, drop);
  for (const link of root.querySelectorAll<HTMLElement>('a')) cleanLink(link);
  for (const element of root.querySelectorAll<HTMLElement>('*')) cleanElement(element);
  cleanBlocks(root);
  fitHeadings(root, levels);
  footnotes?.restore(root);
  return { html: root.innerHTML, dropped, missing };
}
