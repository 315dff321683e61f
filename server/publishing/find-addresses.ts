/**
 * Addresses of images and files of Plinth in the text of a built file. Texts are read as Latin-1, so that positions are
 * those of bytes and every other byte stays as it is, whatever the encoding.
 */
import { type Edit, withLengths } from './flight.js';

export interface FoundAddress {
  /** Positions in the text, without a fragment. */
  start: number;
  end: number;
  /** Path and query, decoded. */
  address: string;
  /** Whether it names the host. */
  isAbsolute: boolean;
}

/** How a text quotes: values of attributes and styles, scripts with string literals, or XML with text between tags. */
export type TextKind = 'value' | 'style' | 'script' | 'xml';

/** A slash as it is, in JSON and JavaScript, and as a reference. */
const SLASH = String.raw`(?:(?<!\\)(?:\\*\/|\\+u002[fF]|\\+x2[fF])|&(?:amp;)*(?:#0*47|#[xX]0*2[fF]|sol);)`;

/** Characters of an address: none that ends it in some context, and the escapes of `/`, `&`, `=` and `?`. */
const TAIL =
  /(?:[A-Za-z0-9\-._~!$*+,;=:@%/?()'[\]#\x80-\xff]|&(?!(?:amp;)*(?:quot|apos|lt|gt|lpar|rpar|#0*(?:3[49]|4[01]|6[02])|#x0*(?:2[2789]|3[ce]));)|\\+\/|\\+u00(?:26|2f|3d|3f)|\\+x(?:26|2f|3d|3f))+/iy;

/** A quote in front of an address, as a reference or an escape. */
const QUOTE_BEFORE = /(?:&(?:amp;)*(?:quot|apos|#0*3[49]|#x0*2[27]);|\\+u002[27]|\\+x2[27])$/i;

/** An earlier candidate of a `srcset`. */
const CANDIDATE_BEFORE = /[\d.][wx]\s*,\s*$/;

const ENTITY = /&(?:amp;)*(?:amp|sol|num|quest|equals|#0*(\d{1,5})|#x0*([\da-f]{1,4}));/gi;
const NAMED: Readonly<Record<string, string>> = { amp: '&', sol: '/', num: '#', quest: '?', equals: '=' };

/** Longest text in front of an address that decides what quotes it. */
const LOOK_BACK = 40;

/** Finds addresses; `hosts`: the hosts with ports under which the folder was served during the build. */
export class AddressFinder {
  readonly #head: RegExp;

  constructor(hosts: readonly string[]) {
    const host = hosts.map((name) => name.replace(/[.[\]]/g, '\\$&')).join('|') || '(?!)';
    const way = '(?:imageworks|stream|download)';
    // That of a development server (spec/access.md#addresses-with-a-token).
    const token = `${SLASH}preview-files${SLASH}[0-9a-f]{64}`;
    const server = `(?:https?:)?${SLASH}${SLASH}(?:${host})(?:${token})?`;
    this.#head = new RegExp(`(${server})?${SLASH}${way}(?=${SLASH})`, 'gi');
  }

  /** The addresses in a part of a text. */
  in(text: string, kind: TextKind, from = 0, to = text.length): FoundAddress[] {
    const found: FoundAddress[] = [];
    this.#head.lastIndex = from;
    for (let match = this.#head.exec(text); match && match.index < to; match = this.#head.exec(text)) {
      const start = match.index;
      const isAbsolute = match[1] !== undefined;
      const opener = openerOf(text, { start, from, kind, isAbsolute });
      if (opener === undefined) continue;
      TAIL.lastIndex = start + match[0].length;
      const tail = TAIL.exec(text);
      if (!tail) continue;
      const end = endOf(text, opener, start, Math.min(TAIL.lastIndex, to));
      const address = addressOf(text.slice(start, end), match[1]?.length ?? 0);
      if (address === undefined || isTemplate(text[end])) continue;
      found.push({ start, end: start + address.length, address: address.decoded, isAbsolute });
      this.#head.lastIndex = end;
    }
    return found;
  }
}

type Opener = 'edge' | '"' | "'" | '(' | 'text';

/** What stands in front of an address; undefined where it is part of something else. */
function openerOf(
  text: string,
  { start, from, kind, isAbsolute }: { start: number; from: number; kind: TextKind; isAbsolute: boolean },
): Opener | undefined {
  if (start === from) return kind === 'value' ? 'edge' : 'text';
  const before = text.slice(Math.max(from, start - LOOK_BACK), start);
  const last = before.at(-1) ?? '';
  if (last === '"' || last === '`') return '"';
  if (last === "'" || last === '(') return last;
  if (QUOTE_BEFORE.test(before)) return '"';
  const trimmed = before.trimEnd();
  if (trimmed === '' && kind === 'value') return 'text';
  if (CANDIDATE_BEFORE.test(before)) return 'text';
  if (kind === 'style' && trimmed.endsWith('(')) return '(';
  if (kind === 'xml' && (trimmed.endsWith('>') || before.endsWith('<![CDATA['))) return 'text';
  return isAbsolute && /[\s>;[]$/.test(before) ? 'text' : undefined;
}

/** Where an address ends that was opened in a certain way. */
function endOf(text: string, opener: Opener, start: number, end: number): number {
  let last = end;
  const cutAt = (index: number) => {
    if (index >= 0) last = Math.min(last, start + index);
  };
  const token = text.slice(start, end);
  if (opener === "'" || opener === 'text') cutAt(token.indexOf("'"));
  if (opener === '(' || opener === 'text') cutAt(unbalanced(token));
  if (opener === 'text') cutAt(token.search(/[[\]]/));
  // A list of candidates has a comma after each; the address itself ends with none.
  while (last > start && (opener === 'text' ? /[,.;:!?]/ : /,/).test(text[last - 1] ?? '')) {
    if (opener === 'text' && /&[\w#]+;$/.test(text.slice(start, last))) break;
    last -= 1;
  }
  return last;
}

/** The first closing parenthesis without an opening one; -1 without one. */
function unbalanced(token: string): number {
  let depth = 0;
  for (let at = 0; at < token.length; at += 1) {
    if (token[at] === '(') depth += 1;
    if (token[at] === ')') depth -= 1;
    if (depth < 0) return at;
  }
  return -1;
}

/** A placeholder of a template literal or a template follows. */
const isTemplate = (next: string | undefined): boolean => next !== undefined && /[{}|^]/.test(next);

/** An address without its host and fragment: its length in the text, and decoded; undefined for a part of one. */
function addressOf(token: string, host: number): { length: number; decoded: string } | undefined {
  const fragment = token.search(/#(?<!&(?:amp;)*#)(?!\d+;|x[\da-f]+;)/i);
  const raw = fragment < 0 ? token : token.slice(0, fragment);
  const decoded = Buffer.from(unescaped(raw.slice(host)), 'latin1').toString('utf8');
  const path = decoded.split('?', 1)[0] ?? '';
  // What ends with a slash is put together by a program.
  if (/\/$|\/\/|[$%]$/.test(path) || !/^\/[a-z]+\/[^/]/.test(path)) return undefined;
  return { length: raw.length, decoded };
}

const unescaped = (text: string): string =>
  text
    .replace(/(?<!\\)\\+(?:u00|x)([\da-f]{2})/gi, (_all, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replace(/(?<!\\)\\+\//g, '/')
    .replace(ENTITY, (all, decimal?: string, hex?: string) => {
      if (decimal !== undefined) return String.fromCharCode(Number(decimal));
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      return (
        NAMED[
          all
            .slice(all.lastIndexOf('&') + 1, -1)
            .split(';')
            .at(-1)
            ?.toLowerCase() ?? ''
        ] ?? all
      );
    });

/** A text with other addresses; those without a replacement stay. */
export function replaceAddresses<T extends FoundAddress>(
  text: string,
  found: readonly T[],
  replacement: (one: T) => string | undefined,
): string {
  const edits = found.flatMap((one): Edit[] => {
    const address = replacement(one);
    return address === undefined ? [] : [{ start: one.start, end: one.end, text: address }];
  });
  let replaced = '';
  let at = 0;
  for (const edit of withLengths(text, edits)) {
    replaced += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return replaced + text.slice(at);
}
