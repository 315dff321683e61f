/**
 * Footnotes of other programs: a number that links to a note, which links back. Word, LibreOffice, Google Docs and most
 * web pages write them so, under names of their own.
 */
import { NOTE, NUMBER, WORDS } from './blocks/notes-in-order';
import { parseHtml, wrapBareText } from './canonical';
import { INLINE } from './html-elements';

/** What stands in the place of a number while the text around it is cleaned. */
const PLACE = 'data-plinth-note';

/** What a number may look like: `1`, `[1]`, `iv`, `*`, `[note 1]`. */
const SIGN = /^[[(\s]*(?:note\s*)?(?:[\divxlcdm]{1,6}|[a-z]|[*†‡§¶]{1,3})[\])\s,]*$/i;

/** Names that programs give to the two ends of a footnote. */
const OF_A_PROGRAM = /^(?:_ftn|_edn|sdfootnote|sdendnote|ftnt|fn:|cite_note)/;

interface Note {
  name: string;
  /** What holds the words of the note. */
  body: Element;
}

export interface Footnotes {
  /** Puts numbers of the editor into the cleaned text. */
  restore(root: HTMLElement): void;
  /** Numbers whose note was not copied with them. */
  lost: number;
}

/** The place in the page that a link leads to. */
function fragmentOf(link: Element): string | undefined {
  const fragment = /#([^#]+)$/.exec(link.getAttribute('href') ?? '')?.[1];
  if (fragment === undefined) return undefined;
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

const linksIn = (element: Element): Element[] =>
  element.localName === 'a' ? [element] : [...element.querySelectorAll('a[href]')];

/** Names by which a link back may call a number: its own, and those of the marks around it. */
function namesOf(link: Element): Set<string> {
  const names = new Set<string>();
  for (
    let element: Element | null = link;
    element && /^(?:a|sup|span)$/.test(element.localName);
    element = element.parentElement
  ) {
    for (const name of [element.id, element.getAttribute('name') ?? '']) if (name !== '') names.add(name);
  }
  return names;
}

/** All that belongs to a note: frames around it that hold neither a number nor another note. */
function bodyOf(end: Element, isForeign: (element: Element) => boolean): Element {
  let body = end.closest('li, p, dd, td, div') ?? end;
  for (
    let parent = body.parentElement;
    parent && /^(?:div|aside|section)$/.test(parent.localName);
    parent = body.parentElement
  ) {
    const isList = /footnote-list|endnote-list/.test(parent.getAttribute('style') ?? '');
    if (isList || isForeign(parent)) break;
    body = parent;
  }
  return body;
}

/** Frames that held nothing but notes go with them. */
function removeFrames(from: Element | null): void {
  for (let frame = from; frame; ) {
    const isEmpty = (frame.textContent ?? '').trim() === '' && frame.querySelector('img, table') === null;
    if (!isEmpty || !/^(?:div|ol|ul|aside|section)$/.test(frame.localName)) return;
    const { parentElement } = frame;
    frame.remove();
    frame = parentElement;
  }
}

/** The line that Word and Google Docs draw above the first note, inside the frame of all notes or before it. */
function lineAbove(body: Element): Element | undefined {
  const before = body.previousElementSibling ?? body.parentElement?.previousElementSibling;
  return before?.localName === 'hr' ? before : undefined;
}

/** Only paragraphs can be in a note: each block becomes one. */
function asParagraphs(html: string): HTMLElement {
  const root = parseHtml(html);
  for (const block of [...root.querySelectorAll('h1, h2, h3, h4, h5, h6, li, td, th, pre, figcaption')]) {
    const paragraph = root.ownerDocument.createElement('p');
    paragraph.append(...block.childNodes);
    block.replaceWith(paragraph);
  }
  for (const frame of [...root.querySelectorAll('*')].reverse()) {
    if (frame.querySelector('p') === null) continue;
    wrapBareText(frame);
    frame.replaceWith(...frame.childNodes);
  }
  wrapBareText(root);
  for (const child of [...root.children]) if (child.localName !== 'p') child.remove();
  return root;
}

const newName = () => Math.random().toString(36).slice(2, 8);

/**
 * Takes the footnotes out of pasted HTML.
 * @param clean cleans the words of a note like any pasted text
 */
export function takeFootnotes(root: HTMLElement, clean: (html: string) => string): Footnotes {
  const places = new Map<string, Element>();
  for (const element of root.querySelectorAll('[id], a[name]')) {
    for (const name of [element.getAttribute('name') ?? '', element.id])
      if (name !== '' && !places.has(name)) places.set(name, element);
  }
  const numbers: { link: Element; end: Element }[] = [];
  let lost = 0;
  for (const link of root.querySelectorAll('a[href]')) {
    const fragment = fragmentOf(link);
    if (fragment === undefined || !SIGN.test(link.textContent ?? '')) continue;
    const end = places.get(fragment);
    if (end === undefined) {
      // A link to a note that was not copied leads nowhere; its number stays.
      if (!OF_A_PROGRAM.test(fragment) || !/^#/.test(link.getAttribute('href') ?? '')) continue;
      link.replaceWith(...link.childNodes);
      lost += 1;
      continue;
    }
    const names = namesOf(link);
    const leadsBack = linksIn(end).some((back) => back !== link && names.has(fragmentOf(back) ?? ''));
    const isBehind = Boolean(link.compareDocumentPosition(end) & Node.DOCUMENT_POSITION_FOLLOWING);
    const isKnown = numbers.some((one) => one.end === end);
    if (isBehind && (leadsBack || isKnown)) numbers.push({ link, end });
  }

  const ends = new Set(numbers.map(({ end }) => end));
  const notes = new Map<Element, Note>();
  for (const end of ends) {
    const isForeign = (element: Element) =>
      element === root ||
      numbers.some(({ link }) => element.contains(link)) ||
      [...ends].some((other) => other !== end && element.contains(other));
    const body = bodyOf(end, isForeign);
    const hasWords = end.localName !== 'a' || body.textContent !== end.textContent;
    if (!isForeign(body) && hasWords) notes.set(end, { name: newName(), body });
  }
  const allNames = new Set(numbers.flatMap(({ link }) => [...namesOf(link)]));
  for (const { link, end } of numbers.filter(({ end }) => notes.has(end))) {
    const place = root.ownerDocument.createElement(INLINE);
    place.setAttribute(PLACE, notes.get(end)?.name ?? '');
    let outer = link;
    const isAlone = ({ parentElement: parent }: Element) =>
      parent !== null &&
      /^(?:sup|span)$/.test(parent.localName) &&
      parent.textContent === outer.textContent &&
      parent.children.length === 1;
    while (isAlone(outer) && outer.parentElement) outer = outer.parentElement;
    outer.replaceWith(place);
  }
  const words = new Map<string, string>();
  for (const [end, { name, body }] of notes) {
    for (const back of linksIn(body)) if (allNames.has(fragmentOf(back) ?? '')) removeWithMarks(back, body);
    trimStart(body);
    // LibreOffice draws none: a line there is one of the text.
    if (words.size === 0 && !/^sd/.test(end.getAttribute('name') ?? end.id)) lineAbove(body)?.remove();
    const { parentElement } = body;
    body.remove();
    words.set(name, asParagraphs(clean(body.innerHTML)).innerHTML);
    removeFrames(parentElement);
  }

  return { lost, restore: (cleaned) => writeNumbers(cleaned, words) };
}

/** Takes away the space between the number of a note and its words. */
function trimStart(body: Element): void {
  const texts = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    text.data = text.data.replace(/^\s+/, '');
    if (text.data !== '') return;
  }
}

/** Takes out a link back with the marks that hold nothing else. */
function removeWithMarks(link: Element, body: Element): void {
  let outer = link;
  while (
    outer.parentElement &&
    outer.parentElement !== body &&
    /^(?:sup|span|b|strong)$/.test(outer.parentElement.localName) &&
    outer.parentElement.textContent === outer.textContent
  )
    outer = outer.parentElement;
  outer.remove();
}

/** Puts each number in its place, with the words of its note, which the editor puts at the end of the text. */
function writeNumbers(root: HTMLElement, notes: ReadonlyMap<string, string>): void {
  const page = root.ownerDocument;
  for (const place of root.querySelectorAll(`${INLINE}[${PLACE}]`)) {
    const name = place.getAttribute(PLACE) ?? '';
    const number = page.createElement('a');
    number.setAttribute('href', `#${NOTE}${name}`);
    number.id = `${NUMBER}${name}`;
    number.setAttribute('role', 'doc-noteref');
    number.setAttribute(WORDS, notes.get(name) ?? '');
    place.replaceWith(number);
  }
}
