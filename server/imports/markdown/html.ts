/** Markdown as HTML, with the syntax of GitHub, footnotes, highlights and callouts as the editor of rich text has them. */
import type { Marked, MarkedExtension, Tokens } from 'marked';
import { onDemand } from '../../on-demand.js';

const library = onDemand<{ Marked: typeof Marked }>('marked');

/** Kinds of callouts of the editor, by their names in other programs (GitHub, Obsidian, Docusaurus). */
const CALLOUTS: Readonly<Record<string, string>> = {
  ...{ note: 'note', info: 'note', abstract: 'note', summary: 'note', example: 'note', quote: 'note' },
  ...{ tip: 'tip', hint: 'tip', success: 'tip', check: 'tip', done: 'tip' },
  ...{ warning: 'warning', caution: 'danger', attention: 'warning', important: 'warning', question: 'note' },
  ...{ danger: 'danger', error: 'danger', bug: 'danger', failure: 'danger' },
};

const kindOf = (type: string): string | undefined =>
  Object.hasOwn(CALLOUTS, type.toLowerCase()) ? CALLOUTS[type.toLowerCase()] : undefined;

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();

/** The text up to the next empty line: each paragraph asks where it is interrupted, and a text may have thousands. */
function paragraphAt(text: string): string {
  const end = text.indexOf('\n\n');
  return end < 0 ? text : text.slice(0, end);
}

/** The lines of a quote that begins with `[!NOTE]`, or a block between `:::` with a title behind its type. */
const QUOTE = /^ {0,3}> ?\[!(\w+)\][+-]?[ \t]*([^\n]*)\n?((?: {0,3}>[^\n]*(?:\n|$))*)/;
const CONTAINER = /^:::+ *(\w+)\b([^\n]*)\n([\s\S]*?)\n:::+[ \t]*(?:\n|$)/;
/** A title, with brackets around it or without. */
const TITLE = /^\[?([^\]]*)\]?$/;

const callouts: MarkedExtension = {
  extensions: [
    {
      name: 'callout',
      level: 'block',
      start: (text) => /^(?: {0,3}> ?\[!|:::)/m.exec(paragraphAt(text))?.index,
      tokenizer(text) {
        const quote = QUOTE.exec(text);
        const [raw = '', type = '', named = '', inside = ''] = quote ?? CONTAINER.exec(text) ?? [];
        const kind = kindOf(type);
        const written = quote ? named : TITLE.exec(named.trim())?.[1];
        if (kind === undefined || written === undefined) return undefined;
        const title = written.trim() || (type.toLowerCase() === kind ? '' : capitalized(type));
        const body = quote ? inside.replace(/^ {0,3}> ?/gm, '') : inside;
        const whole = title === '' ? body : `**${title}**\n\n${body}`;
        return { type: 'callout', raw, kind, tokens: this.lexer.blockTokens(whole, []) };
      },
      renderer({ kind, tokens = [] }) {
        return `<aside class="callout callout-${kind}">\n${this.parser.parse(tokens)}</aside>\n`;
      },
    },
  ],
};

/** `==words==`; a comparison as in `a==b` is none. */
const HIGHLIGHT = /^==(?=[^\s=])([^\n]*?[^\s=])==(?![\w=])/;

const highlights: MarkedExtension = {
  extensions: [
    {
      name: 'highlight',
      level: 'inline',
      start: (text) => /(?<![\w=])==(?=[^\s=])/.exec(text)?.index,
      tokenizer(text) {
        const [raw, words = ''] = HIGHLIGHT.exec(text) ?? [];
        if (raw === undefined) return undefined;
        return { type: 'highlight', raw, tokens: this.lexer.inlineTokens(words) };
      },
      renderer({ tokens = [] }) {
        return `<mark>${this.parser.parseInline(tokens)}</mark>`;
      },
    },
  ],
};

/** A note with the indented lines and paragraphs that belong to it. */
const NOTE = /^\[\^([^\]\n]+)\]:[ \t]?([^\n]*(?:\n(?!\[\^[^\]\n]+\]:)[^\n]+)*(?:\n+(?: {2,}|\t)[^\n]+)*)/;
const NUMBER = /^\[\^([^\]\n]+)\]/;

interface Note {
  name: string;
  tokens: Tokens.Generic[];
  /** Place among the notes in the order of the text, from 1; 0 while no number leads to it. */
  number: number;
}

/** Footnotes of one text. `section`: the notes, for the end of the text. */
function footnotes(): MarkedExtension & { section(parse: (tokens: Tokens.Generic[]) => string): string } {
  const notes = new Map<string, Note>();
  const used: Note[] = [];
  return {
    extensions: [
      {
        name: 'footnote',
        level: 'block',
        start: (text) => /^\[\^[^\]\n\r\u2028\u2029]+\]:/m.exec(paragraphAt(text))?.index,
        tokenizer(text) {
          const [raw, label = '', words = ''] = NOTE.exec(text) ?? [];
          if (raw === undefined || notes.has(label)) return undefined;
          const plain = label.replace(/[^\w-]+/g, '-');
          const isTaken = [...notes.values()].some(({ name }) => name === plain);
          const tokens = this.lexer.blockTokens(words.replace(/^(?: {2,4}|\t)/gm, ''), []);
          const note = { name: isTaken ? `${plain}-${notes.size + 1}` : plain, tokens, number: 0 };
          notes.set(label, note);
          return { type: 'footnote', raw, note, label, tokens };
        },
        renderer({ note, label, tokens = [] }) {
          // A note that no number leads to is text.
          return note.number > 0 ? '' : `<p>[^${escaped(label)}]:</p>\n${this.parser.parse(tokens)}`;
        },
      },
      {
        name: 'footnoteNumber',
        level: 'inline',
        start: (text) => {
          const at = text.indexOf('[^');
          return at < 0 ? undefined : at;
        },
        tokenizer(text) {
          const [raw, label = ''] = NUMBER.exec(text) ?? [];
          const note = notes.get(label);
          if (raw === undefined || !note) return undefined;
          if (note.number === 0) note.number = used.push(note);
          return { type: 'footnoteNumber', raw, note };
        },
        renderer({ note: { name, number } }) {
          return `<a href="#fn-${name}" id="fnref-${name}" role="doc-noteref"><sup>${number}</sup></a>`;
        },
      },
    ],
    section(parse) {
      const items = used.map(
        ({ name, tokens }) =>
          `<li id="fn-${name}">${parse(tokens).trim()} <a href="#fnref-${name}" role="doc-backlink">↩</a></li>`,
      );
      if (items.length === 0) return '';
      return `\n<section class="footnotes" role="doc-endnotes"><ol>${items.join('\n')}</ol></section>`;
    },
  };
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

export function htmlOfMarkdown(text: string): string {
  const { Marked: Parser } = library();
  const { section, ...notes } = footnotes();
  const parser = new Parser({ gfm: true }, callouts, highlights, notes);
  // Which notes have a number is known once all of the text is read.
  const tokens = parser.lexer(text);
  const html = parser.parser(tokens).trim();
  return html + section((inside) => parser.parser(inside));
}
