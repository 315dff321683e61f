/** Lists of word processors, which they write as paragraphs or nest where HTML does not allow it. */

interface Level {
  depth: number;
  list: string;
}

/** `mso-list:l0 level2 lfo1`: which list of Word's a paragraph is in, and how deep. */
function levelOf(element: Element): Level | undefined {
  const match = /mso-list:\s*(l\d+)\s+level(\d+)/i.exec(element.getAttribute('style') ?? '');
  return match ? { list: match[1] ?? '', depth: Math.min(9, Math.max(1, Number(match[2]))) } : undefined;
}

/** Takes the bullet or the number out of a paragraph, and gives its text. */
function takeMarker(paragraph: Element): string {
  const ignored = [...paragraph.querySelectorAll('[style]')].filter((element) =>
    /mso-list:\s*ignore/i.test(element.getAttribute('style') ?? ''),
  );
  if (ignored.length > 0) {
    const text = ignored.map((element) => element.textContent).join('');
    for (const element of ignored) element.remove();
    return text;
  }
  const isComment = (node: Node, text: RegExp) => node instanceof Comment && text.test(node.data);
  const children = [...paragraph.childNodes];
  const start = children.findIndex((node) => isComment(node, /if !supportLists/i));
  const end = children.findIndex((node, at) => at > start && isComment(node, /endif/i));
  if (start === -1 || end === -1) return '';
  const marker = children.slice(start, end + 1);
  const text = marker.map((node) => (node instanceof Comment ? '' : (node.textContent ?? ''))).join('');
  for (const node of marker) paragraph.removeChild(node);
  return text;
}

interface Numbering {
  type: string | undefined;
  start: number;
}

/** How a marker counts: `b)` is the second of a list of letters. Undefined for a bullet. */
function numberingOf(marker: string): Numbering | undefined {
  const word = /^\s*\(?(\d{1,4}|[a-z]{1,4})[.)]/i.exec(marker)?.[1];
  if (word === undefined) return undefined;
  if (/^\d/.test(word)) return { type: undefined, start: Number(word) };
  const lower = word.toLowerCase();
  const upper = word !== lower;
  if (/^[ivxlc]+$/.test(lower) && (lower.length > 1 || lower === 'i'))
    return { type: upper ? 'I' : 'i', start: 1 };
  return { type: upper ? 'A' : 'a', start: lower.length === 1 ? lower.charCodeAt(0) - 96 : 1 };
}

function makeList(marker: string, page: Document): HTMLElement {
  const numbering = numberingOf(marker);
  if (numbering === undefined) return page.createElement('ul');
  const list = page.createElement('ol');
  if (numbering.start > 1) list.setAttribute('start', String(numbering.start));
  if (numbering.type !== undefined) list.setAttribute('type', numbering.type);
  return list;
}

/** Makes real lists of Word's list paragraphs. */
export function convertWordLists(root: HTMLElement): void {
  const page = root.ownerDocument;
  /** The lists that are open, outermost first, of the paragraphs seen last. */
  let open: { list: HTMLElement; depth: number; word: string }[] = [];
  let last: Element | undefined;
  for (const paragraph of [...root.querySelectorAll('p')]) {
    const level = levelOf(paragraph);
    if (level === undefined) continue;
    const marker = takeMarker(paragraph);
    if (last === undefined || previousElement(paragraph) !== last) open = [];
    open = open.filter(({ depth }) => depth <= level.depth);
    let inner = open.at(-1);
    const other =
      inner?.depth === level.depth && (inner.list.localName === 'ol') !== (numberingOf(marker) !== undefined);
    if (inner?.depth === level.depth && (other || inner.word !== level.list)) {
      open.pop();
      inner = open.at(-1);
    }
    if (inner?.depth !== level.depth) {
      const list = makeList(marker, page);
      const around = inner?.list.lastElementChild;
      if (around) around.append(list);
      else paragraph.before(list);
      inner = { list, depth: level.depth, word: level.list };
      open.push(inner);
    }
    const item = page.createElement('li');
    item.append(...paragraph.childNodes);
    inner.list.append(item);
    paragraph.remove();
    last = open[0]?.list;
  }
}

/** The element before, unless text stands between. */
function previousElement(element: Element): Element | null {
  let node = element.previousSibling;
  while ((node instanceof Text && node.data.trim() === '') || node instanceof Comment)
    node = node.previousSibling;
  return node instanceof Element ? node : null;
}

/** A list beside the items of another belongs to the item before it. */
export function nestLists(root: HTMLElement): void {
  for (const list of [...root.querySelectorAll(':is(ul, ol) > :is(ul, ol)')]) {
    const before = list.previousElementSibling;
    if (before?.localName === 'li') {
      before.append(list);
      continue;
    }
    const item = root.ownerDocument.createElement('li');
    list.before(item);
    item.append(list);
  }
}

/** Word on the web writes each item as a list of its own, and says how deep it is. */
export function joinSplitLists(root: HTMLElement): void {
  let open: { list: Element; depth: number }[] = [];
  for (const item of [...root.querySelectorAll('li[data-aria-level]')]) {
    const list = item.parentElement;
    const wrapper = list?.closest('.ListContainerWrapper') ?? list;
    if (!list || !wrapper || list.children.length !== 1) continue;
    const depth = Number(item.getAttribute('data-aria-level')) || 1;
    const follows = open[0] !== undefined && previousElement(wrapper) === open[0].list;
    if (!follows) open = [];
    open = open.filter((one) => one.depth <= depth);
    const inner = open.at(-1);
    if (inner !== undefined && inner.depth === depth && inner.list.localName === list.localName) {
      inner.list.append(item);
      wrapper.remove();
      continue;
    }
    if (inner?.depth === depth) open.pop();
    const around = open.at(-1)?.list.lastElementChild;
    if (around) around.append(list);
    else wrapper.before(list);
    if (wrapper !== list) wrapper.remove();
    open.push({ list, depth });
  }
}
