/** Markdown of MDX and of template languages: what is no Markdown is named with its lines, and kept or taken out. */
import type { ComponentsAs } from '../../contract/imports.js';

const FENCE = /^ {0,3}(```+|~~~+)/;

/** What was found, each name once, with its first line. */
export type FoundNames = Map<string, number>;

interface Block {
  /** Of its first line, from 1. */
  line: number;
  lines: string[];
}

/** The blocks of a document: runs of lines between empty ones, fences as a whole. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = [{ line: 1, lines: [] }];
  let fence: string | undefined;
  for (const [at, line] of text.split('\n').entries()) {
    const mark = FENCE.exec(line)?.[1];
    if (fence === undefined && mark !== undefined) fence = mark;
    else if (fence !== undefined && mark !== undefined && mark.length >= fence.length) fence = undefined;
    const block = blocks.at(-1);
    if (line.trim() !== '' || fence !== undefined) block?.lines.push(line);
    else if (block?.lines.length === 0) block.line = at + 2;
    else blocks.push({ line: at + 2, lines: [] });
  }
  return blocks.filter(({ lines }) => lines.length > 0);
}

const isFence = ({ lines: [first = ''] }: Block): boolean => FENCE.test(first);
const isComponent = ({ lines: [first = ''] }: Block): boolean => /^\s*<\/?[A-Z][\w.]*/.test(first);
const isModule = ({ lines: [first = ''] }: Block): boolean =>
  /^(?:import\s+[\w{*'"]|export\s+(?:const|let|default|function|\{))/.test(first);

/** A block of lines that is no Markdown, as code: sanitizing would take out unknown elements. */
const asCode = (lines: readonly string[]): string => ['```mdx', ...lines, '```'].join('\n');

/** Code within a line, or where the tag of a component begins. */
const CODE_OR_TAG = /`[^`\n]*`|<\/?[A-Z]/g;

/**
 * Calls a function for each tag outside of code, with where it begins; the answer is where to go on. Each letter is looked
 * at once, as texts have up to 20 MB: an expression that matches a tag up to its end would read a line of tags without
 * an end once for each of them.
 */
function forEachTag(text: string, endOf: (start: number) => number): void {
  const expression = new RegExp(CODE_OR_TAG);
  for (let found = expression.exec(text); found; found = expression.exec(text)) {
    if (!found[0].startsWith('`')) expression.lastIndex = endOf(found.index);
  }
}

/** Text with tags that end within their line as code. */
function inlineAsCode(text: string): string {
  const parts: string[] = [];
  let at = 0;
  let close = 0;
  let lineEnd = 0;
  forEachTag(text, (start) => {
    if (close <= start) close = indexFrom(text, '>', start);
    if (lineEnd <= start) lineEnd = indexFrom(text, '\n', start);
    if (close > lineEnd || close === text.length) return start + 1;
    parts.push(text.slice(at, start), `\`${text.slice(start, close + 1)}\``);
    at = close + 1;
    return at;
  });
  return [...parts, text.slice(at)].join('');
}

/** The end of the text where it is not found. */
function indexFrom(text: string, wanted: string, start: number): number {
  const found = text.indexOf(wanted, start);
  return found < 0 ? text.length : found;
}

/** Where the tag that begins at a place ends: after its `>`, which strings and expressions may contain, too. */
function endOfTag(text: string, start: number): number {
  let depth = 0;
  let quote: string | undefined;
  for (let at = start + 1; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (quote !== undefined) {
      if (letter === quote) quote = undefined;
    } else if (/["'`]/.test(letter)) quote = letter;
    else if (letter === '{') depth += 1;
    else if (letter === '}') depth -= 1;
    else if (letter === '>' && depth <= 0) return at + 1;
  }
  return text.length;
}

/** The text without the tags of components; what is between them stays. */
function withoutTags(text: string): string {
  const parts: string[] = [];
  let at = 0;
  forEachTag(text, (start) => {
    parts.push(text.slice(at, start));
    at = endOfTag(text, start);
    return at;
  });
  return [...parts, text.slice(at)].join('').replaceAll(/^[ \t]+$/gm, '');
}

/** MDX as Markdown: its imports, exports and components become code, or are taken out. */
export function withoutMdx(text: string, as: ComponentsAs): string {
  const isLeftOut = as === 'content';
  const blocks = blocksOf(text).map((block) => {
    const { lines } = block;
    if (isFence(block)) return lines.join('\n');
    if (isModule(block)) return isLeftOut ? '' : asCode(lines);
    if (isLeftOut) return withoutTags(lines.join('\n')).trim();
    return isComponent(block) ? asCode(lines) : inlineAsCode(lines.join('\n'));
  });
  return blocks.filter((block) => block !== '').join('\n\n');
}

/** The imports, exports and components of MDX. */
export function mdxNames(text: string): FoundNames {
  const names: FoundNames = new Map();
  const add = (name: string, line: number) => void (names.has(name) || names.set(name, line));
  for (const block of blocksOf(text).filter((one) => !isFence(one))) {
    if (isModule(block)) add(block.lines[0]?.startsWith('import') ? 'import' : 'export', block.line);
    else {
      for (const [at, line] of block.lines.entries())
        for (const [, name] of line.replaceAll(/`[^`]*`/g, '').matchAll(/<([A-Z][\w.]*)/g))
          add(`<${name}>`, block.line + at);
    }
  }
  return names;
}

/** Shortcodes (Hugo) and tags (Liquid, Nunjucks) outside of code. */
export function templateTags(text: string): FoundNames {
  const names: FoundNames = new Map();
  const add = (name: string, line: number) => void (names.has(name) || names.set(name, line));
  for (const block of blocksOf(text).filter((one) => !isFence(one))) {
    for (const [at, line] of block.lines.entries()) {
      for (const [, name] of line.matchAll(/\{\{[<%]\s*\/?([\w-]+)/g))
        add(`{{< ${name} >}}`, block.line + at);
      for (const [, name] of line.matchAll(/\{%-?\s*(\w+)/g)) add(`{% ${name} %}`, block.line + at);
    }
  }
  return names;
}
