/**
 * Payloads of React's server components, as Next writes them into pages and beside them: rows, of which those of text
 * carry their length in bytes. Texts are Latin-1, so that positions are those of bytes.
 */

/** A change of a file: the text between two positions is replaced. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** A part of the payload in the script of a page, as a JSON string. */
const CHUNK = /self\.__next_f\.push\(\[1,"((?:[^"\\]|\\.)*)"\]\)/g;
const TOKEN = /\\u([\da-f]{4})|\\.|[^\\]/gis;

/** Whether a text file is a payload. */
export const isPayload = (text: string): boolean => /^[\da-f]*:(?:HL|I|T[\da-f]+,)?["[{]/.test(text);

/** The bytes of a payload, and where each begins in the file. */
interface Payload {
  bytes: string;
  at: number[];
}

/** Bytes that an escaped character takes in UTF-8; the halves of a pair take two each. */
const sizeOf = (code: number) =>
  code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 2 : 3;

function payloadOf(text: string): Payload {
  if (isPayload(text)) return { bytes: text, at: Array.from(text, (_character, at) => at) };
  let bytes = '';
  const at: number[] = [];
  for (const chunk of text.matchAll(CHUNK)) {
    const [whole, content = ''] = chunk;
    const from = chunk.index + whole.indexOf(content, whole.indexOf('"') + 1);
    for (const token of content.matchAll(TOKEN)) {
      const code = token[1] === undefined ? undefined : Number.parseInt(token[1], 16);
      const size = code === undefined ? 1 : sizeOf(code);
      const plain = token[0].length === 1 ? token[0] : token[0] === '\\n' ? '\n' : '?';
      bytes += code !== undefined && code < 0x80 ? String.fromCharCode(code) : plain.repeat(size);
      for (let byte = 0; byte < size; byte += 1) at.push(from + token.index);
    }
  }
  return { bytes, at };
}

interface TextRow {
  /** Positions of the digits of the length, and of the text, in the payload. */
  digits: number;
  start: number;
  end: number;
}

function textRows(bytes: string): TextRow[] {
  const rows: TextRow[] = [];
  for (let from = 0; from < bytes.length; ) {
    const [head, length] = /^[\da-f]*:(?:T([\da-f]+),)?/.exec(bytes.slice(from, from + 32)) ?? [];
    if (head === undefined) return rows;
    const start = from + head.length;
    if (length === undefined) {
      const end = bytes.indexOf('\n', start);
      if (end < 0) return rows;
      from = end + 1;
      continue;
    }
    from = start + Number.parseInt(length, 16);
    rows.push({ digits: start - 1 - length.length, start, end: from });
  }
  return rows;
}

/** The first byte at or after a position of the file. */
function byteAt(at: readonly number[], position: number): number {
  let [low, high] = [0, at.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((at[middle] ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The edits of a file, and those of the lengths of the texts that they change, in order. */
export function withLengths(text: string, edits: readonly Edit[]): Edit[] {
  if (edits.length === 0 || !(isPayload(text) || text.includes('__next_f'))) return [...edits];
  const { bytes, at } = payloadOf(text);
  const spans = edits.map((edit) => ({
    from: byteAt(at, edit.start),
    size: byteAt(at, edit.end) - byteAt(at, edit.start),
    edit,
  }));
  const lengths = textRows(bytes).flatMap(({ digits, start, end }): Edit[] => {
    const inside = spans.filter(({ from, size }) => size > 0 && from >= start && from < end);
    if (inside.length === 0) return [];
    const added = inside.reduce((sum, { edit, size }) => sum + edit.text.length - size, 0);
    const length = (end - start + added).toString(16);
    // The digits may be in two scripts: the first takes the whole number.
    return at
      .slice(digits, start - 1)
      .map((place, index) => ({ start: place, end: place + 1, text: index === 0 ? length : '' }));
  });
  return [...edits, ...lengths].sort((a, b) => a.start - b.start);
}
