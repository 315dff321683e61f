/**
 * What HTML says, as a list of words that two spellings of the same thing share. The editor only takes what it gives
 * back with the same words; anything else is kept as HTML, so that nothing is lost unseen.
 */

const MARKS: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var'.split(
    ' ',
  ),
);
const SAME: Readonly<Record<string, string>> = { b: 'strong', i: 'em', strike: 's' };
const SPACE = /[ \t\r\n\f]+/g;

/** Elements of a line of text that no mark can stand for. */
const IN_LINE =
  /^(?:audio|br|button|canvas|embed|iframe|img|input|map|math|meter|object|output|picture|progress|ruby|select|svg|textarea|video|wbr)$/;

/** Whether an element belongs in a line of text, with words of its own or without. */
export const isInline = (node: Node): boolean =>
  node instanceof Text ||
  node instanceof Comment ||
  (node instanceof Element && (isMark(node) || IN_LINE.test(tagOf(node))));

const tagOf = (element: Element): string => element.localName;

/** Whether an element is only a mark of the words in it. */
export const isMark = (element: Element): boolean => MARKS.has(tagOf(element));

/** `strong`, `a[href=/x]`: the name and all attributes, sorted; spelling of styles evened out. */
function nameOf(element: Element): string {
  const name = SAME[tagOf(element)] ?? tagOf(element);
  if (!element.hasAttributes()) return name;
  const attributes = [...element.attributes]
    .map(({ name: key, value }) => `[${key}=${key === 'style' ? value.replace(/\s+|;\s*$/g, '') : value}]`)
    .sort();
  return name + attributes.join('');
}

/** Parses without running or loading anything. */
export function parseHtml(html: string): HTMLElement {
  // All of it is content of the body: comments first or last would be outside, and a frameset would replace it.
  const inside = html.replace(/<\/(?:body|html)\s*>/gi, '');
  const { body } = new DOMParser().parseFromString(`<!doctype html><body><hr>${inside}`, 'text/html');
  body.firstChild?.remove();
  return body;
}

/**
 * A paragraph that only wraps the text of a list item or of a cell says nothing of its own: `<li><p>x</p></li>` is
 * `<li>x</li>`.
 */
export function tighten(root: ParentNode): void {
  for (const cell of root.querySelectorAll('td, th')) {
    const parts = [...cell.childNodes].filter((node) => !(node instanceof Text && node.data.trim() === ''));
    const [only] = parts;
    const wraps = only instanceof Element && only.localName === 'p' && only.attributes.length === 0;
    if (wraps && parts.length === 1) only.replaceWith(...only.childNodes);
  }
  for (const item of root.querySelectorAll('li')) {
    const [first, second] = item.children;
    if (first?.localName !== 'p' || first.attributes.length > 0 || second?.localName === 'p') continue;
    first.replaceWith(...first.childNodes);
  }
}

/** Wraps runs of bare text in paragraphs, as every editor does. */
export function wrapBareText(container: Element): void {
  let run: ChildNode[] = [];
  const flush = () => {
    if (run.some((node) => node instanceof Element || (node instanceof Text && node.data.trim() !== ''))) {
      const paragraph = container.ownerDocument.createElement('p');
      run[0]?.before(paragraph);
      paragraph.append(...run);
    }
    run = [];
  };
  for (const node of [...container.childNodes]) {
    if (isInline(node)) run.push(node);
    else flush();
  }
  flush();
}

/** Whether a node is in a line of text, where white space beside it counts. */
const isInLine = ({ parentElement: parent }: Node): boolean =>
  parent !== null &&
  (isMark(parent) || /^(?:p|h[1-6]|li|td|th|figcaption|caption|dt|dd|summary)$/.test(parent.localName));

/** Text under marks, or a word: an edge of a block, at which white space is no text, or a leaf inside it. */
type Item = { text: string; marks: string } | { word: string; edge: boolean };

function collect(node: Node, marks: readonly string[], exact: boolean, items: Item[]): void {
  if (node instanceof Text) {
    const last = items.at(-1);
    const under = marks.join('');
    if (exact) items.push({ word: `"${node.data}"${under}`, edge: false });
    else if (last !== undefined && 'text' in last && last.marks === under) last.text += node.data;
    else items.push({ text: node.data, marks: under });
    return;
  }
  if (node instanceof Comment) items.push({ word: `<!--${node.data}-->`, edge: !isInLine(node) });
  if (!(node instanceof Element)) return;
  const name = nameOf(node);
  const tag = tagOf(node);
  if (isMark(node)) {
    const inside = [...new Set([...marks, `{${name}}`])].sort();
    if (node.childNodes.length === 0) items.push({ word: `<${name}>${marks.join('')}`, edge: false });
    for (const child of node.childNodes) collect(child, inside, exact, items);
  } else if (/^(br|img|hr|wbr)$/.test(tag)) {
    items.push({ word: `<${name}>${marks.join('')}`, edge: tag !== 'img' });
  } else {
    items.push({ word: `<${name}>`, edge: true });
    for (const child of node.childNodes) collect(child, marks, exact || tag === 'pre', items);
    items.push({ word: `</${tag}>`, edge: true });
  }
}

/** The words of an HTML fragment: white space evened out as a browser shows it. */
export function wordsOfHtml(root: HTMLElement): string[] {
  const copy = root.cloneNode(true) as HTMLElement;
  tighten(copy);
  for (const container of [copy, ...copy.querySelectorAll('blockquote, td, th')]) wrapBareText(container);
  const items: Item[] = [];
  for (const child of copy.childNodes) collect(child, [], false, items);

  const words: string[] = [];
  let afterSpace = true;
  items.forEach((item, at) => {
    if ('word' in item) {
      words.push(item.word);
      afterSpace = item.edge;
      return;
    }
    const next = items[at + 1];
    let text = item.text.replace(SPACE, ' ');
    if (afterSpace) text = text.replace(/^ /, '');
    if (next === undefined || ('edge' in next && next.edge)) text = text.replace(/ $/, '');
    if (text === '') return;
    words.push(`"${text}"${item.marks}`);
    afterSpace = text.endsWith(' ');
  });
  return words;
}

/** Whether two texts say the same. */
export const sameWords = (before: readonly string[], after: readonly string[]): boolean =>
  before.length === after.length && before.every((word, at) => word === after[at]);
