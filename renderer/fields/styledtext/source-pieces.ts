/** Which part of an HTML text an element was read from, so that it can be written as it was. */
import { parseHtml } from './canonical';

const TOKEN = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-zA-Z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>/g;
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/;
/** Their content is text, whatever it looks like. */
const RAW = /^(?:script|style|textarea|title|iframe|noembed|noframes|xmp)$/;

interface Open {
  tag: string;
  key: number;
}

/**
 * Reads a text; `sourceOf` gives the part of it that an element of the result was written as, or the browser's
 * spelling where the two cannot be matched, as in text with tags that are not closed.
 */
export function readPieces(source: string): { root: HTMLElement; sourceOf(element: Element): string } {
  let mark = 'data-plinth-at';
  while (source.includes(mark)) mark += 'x';
  const starts: number[] = [];
  const ends: number[] = [];
  const open: Open[] = [];
  const token = new RegExp(TOKEN);
  let marked = '';
  let copied = 0;
  for (let match = token.exec(source); match !== null; match = token.exec(source)) {
    const [whole, slash, name] = match;
    if (name === undefined) continue;
    const tag = name.toLowerCase();
    const end = match.index + whole.length;
    if (slash === '/') {
      const at = open.findLastIndex((one) => one.tag === tag);
      for (const { key } of at === -1 ? [] : open.splice(at)) ends[key] = end;
      continue;
    }
    const key = starts.length;
    const afterName = match.index + 1 + name.length;
    marked += `${source.slice(copied, afterName)} ${mark}="${key}"`;
    copied = afterName;
    starts.push(match.index);
    ends.push(end);
    if (VOID.test(tag)) continue;
    open.push({ tag, key });
    if (!RAW.test(tag)) continue;
    const close = source.slice(end).search(new RegExp(`</${tag}[\\s/>]`, 'i'));
    token.lastIndex = close === -1 ? source.length : end + close;
  }
  const root = parseHtml(marked + source.slice(copied));
  const keys = new Map<Element, number>();
  for (const element of root.querySelectorAll(`[${mark}]`)) {
    keys.set(element, Number(element.getAttribute(mark)));
    element.removeAttribute(mark);
  }
  return {
    root,
    sourceOf(element) {
      const key = keys.get(element);
      const piece = key === undefined ? '' : source.slice(starts[key], ends[key]);
      return isWhole(piece, element.outerHTML) ? piece : element.outerHTML;
    },
  };
}

/** Whether a text is read as exactly this element, and what follows it is not drawn in. */
function isWhole(piece: string, outerHtml: string): boolean {
  if (piece === outerHtml) return true;
  const { firstElementChild: first, childNodes } = parseHtml(`${piece}<p></p>`);
  return first?.outerHTML === outerHtml && childNodes.length === 2;
}

/** HTML that keeps to itself wherever it is put: with tags that are not closed, as the browser completes them. */
export function balanced(html: string): string {
  const inner = parseHtml(html).innerHTML;
  return parseHtml(`<p></p>${html}<p></p>`).innerHTML === `<p></p>${inner}<p></p>` ? html : inner;
}
