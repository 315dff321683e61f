/** The top-level blocks of a markup text. Joined again they are the text itself, whatever the markup. */

/** Elements without an end tag. */
const VOID = new Set(['area', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'source', 'track', 'wbr']);

/** Elements that are part of a line of text; one that is not inside a block begins no new one. */
const INLINE = new Set([
  ...['a', 'abbr', 'b', 'bdi', 'bdo', 'br', 'cite', 'code', 'data', 'del', 'dfn', 'em', 'i', 'img', 'input'],
  ...['ins', 'kbd', 'label', 'mark', 'q', 's', 'samp', 'small', 'span', 'strike', 'strong', 'sub', 'sup'],
  ...['time', 'u', 'var', 'wbr'],
]);

interface Tag {
  name: string;
  start: number;
  end: number;
  kind: 'opens' | 'closes' | 'empty';
}

/** Where a tag or comment ends that begins at `start`; -1 where it does not end. Quotes hide a ">". */
function endOfTag(html: string, start: number): number {
  if (html.startsWith('<!--', start)) {
    const end = html.indexOf('-->', start + 4);
    return end < 0 ? -1 : end + 3;
  }
  let quote = '';
  for (let at = start + 1; at < html.length; at += 1) {
    const char = html.charAt(at);
    if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === '>') return at + 1;
  }
  return -1;
}

const NAME = /<\/?([a-z][a-z0-9-]*)/iy;

/** Every tag, in one pass. */
function* tagsIn(html: string): Generator<Tag> {
  let start = html.indexOf('<');
  while (start >= 0) {
    const end = endOfTag(html, start);
    if (end < 0) return;
    NAME.lastIndex = start;
    const name = NAME.exec(html)?.[1]?.toLowerCase();
    if (name !== undefined) {
      const isEmpty = VOID.has(name) || html.charAt(end - 2) === '/';
      const kind = html.charAt(start + 1) === '/' ? 'closes' : isEmpty ? 'empty' : 'opens';
      yield { name, start, end, kind };
    }
    start = html.indexOf('<', end);
  }
}

/** Where top-level blocks begin and end, as rising offsets; undefined where elements are not nested properly. */
function edges(html: string): number[] | undefined {
  const open: string[] = [];
  const found: number[] = [];
  for (const { name, start, end, kind } of tagsIn(html)) {
    const isTop = !INLINE.has(name);
    if (kind === 'closes') {
      if (open.pop() !== name) return undefined;
      if (open.length === 0 && isTop) found.push(end);
      continue;
    }
    if (open.length === 0 && isTop) {
      found.push(start);
      if (kind === 'empty') found.push(end);
    }
    if (kind === 'opens') open.push(name);
  }
  return open.length === 0 ? found : undefined;
}

/** Cells of the rows of a table are counted, one table in another included. */
class Rows {
  readonly #tables: { before?: number; now: number }[] = [];

  /** Whether a row that ends has as many cells as the one before it. */
  take({ name, kind }: Tag): boolean {
    const table = this.#tables.at(-1);
    if (name === 'table' && kind === 'opens') this.#tables.push({ now: 0 });
    if (name === 'table' && kind === 'closes') this.#tables.pop();
    if (table === undefined || kind === 'empty') return true;
    if ((name === 'td' || name === 'th') && kind === 'opens') table.now += 1;
    if (name !== 'tr' || kind !== 'closes') return true;
    const isEven = table.before === undefined || table.before === table.now;
    table.before = table.now;
    table.now = 0;
    return isEven;
  }
}

/**
 * Whether words of a text can be changed on their own: elements are nested properly, none for a line of text is in
 * another of its name, as a link in a link, all rows of a table have as many cells, and there are no numbered notes.
 */
export function isSound(html: string): boolean {
  const open: string[] = [];
  const rows = new Rows();
  for (const tag of tagsIn(html)) {
    const { name, kind, start, end } = tag;
    if (kind === 'closes' && open.pop() !== name) return false;
    if (kind === 'opens' && INLINE.has(name) && open.includes(name)) return false;
    if (!rows.take(tag) || html.slice(start, end).includes('doc-endnotes')) return false;
    if (kind === 'opens') open.push(name);
  }
  return open.length === 0;
}

/** Text and inline elements between blocks are a block, too; white space belongs to the block before it. */
export function blocksOf(html: string): string[] {
  const found = edges(html);
  if (!found) return [html];
  const blocks: string[] = [];
  let at = 0;
  for (const edge of [...found, html.length]) {
    const block = html.slice(at, edge);
    at = edge;
    if (block === '') continue;
    if (blocks.length > 0 && block.trim() === '') blocks.push((blocks.pop() ?? '') + block);
    else blocks.push(block);
  }
  return blocks;
}
