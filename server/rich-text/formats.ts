/** Rich text in the formats of AI clients and mirrors: stored as HTML, read and written as Markdown, HTML or plain text. */

import type { Marked } from 'marked';
import type TurndownService from 'turndown';
import type { TextTask } from '../helpers/text-thread.js';
import { onDemand } from '../on-demand.js';
import { paragraphs } from '../properties/markup/plain.js';
import { plainText } from '../query/plain-text.js';
import { jsxOf } from './jsx.js';

/** Which elements HTML holds, to tell what a conversion would lose. */

/** An opening tag: its name, then attributes with or without a value. */
const OPENING = /<([a-z][a-z0-9-]*)((?:\s+[^\s=<>"'/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+))?)*)\s*\/?>/gi;
const ATTRIBUTE = /([^\s=<>"'/]+)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+))?/g;

const SAME: Readonly<Record<string, string>> = { b: 'strong', i: 'em' };

/** How often each element occurs, by its name and the names of its attributes: `<a href title>`. */
function elementCounts(html: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [, name = '', attributes = ''] of html.matchAll(OPENING)) {
    const tag = name.toLowerCase();
    const names = [...attributes.matchAll(ATTRIBUTE)].map(([, attribute = '']) => attribute.toLowerCase());
    const element = `<${[SAME[tag] ?? tag, ...names.toSorted()].join(' ')}>`;
    counts.set(element, (counts.get(element) ?? 0) + 1);
  }
  return counts;
}

/** The elements that occur less often in `after` than in `before`; with `counted` false, those it lacks. */
function missingElements(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  counted = true,
): string[] {
  return [...before]
    .filter(([element, count]) => (after.get(element) ?? 0) < (counted ? count : 1))
    .map(([element]) => element);
}

export const FORMATS = ['markdown', 'html', 'text'] as const;
export type Format = (typeof FORMATS)[number];

const turndown = onDemand<typeof TurndownService>('turndown');
const markdownParser = onDemand<{ Marked: typeof Marked }>('marked');

/** Longer HTML is returned as plain text: converting it builds a DOM. */
const MAX_CONVERTED = 500_000;

/** Elements with a Markdown notation, and the attributes that notation supports. */
const NATIVE: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    ['p', 'br', 'hr', 'strong', 'b', 'em', 'i', 'pre', 'blockquote', 'ul', 'li'].map((tag) => [tag, []]),
  ),
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, []])),
  code: ['class'],
  ol: ['start'],
  a: ['href', 'title'],
  img: ['src', 'alt', 'title'],
};

/** The DOM interface of Turndown; the server compiles without DOM types. */
interface HtmlElement {
  readonly nodeName: string;
  readonly outerHTML: string;
  readonly textContent: string | null;
  readonly firstElementChild: HtmlElement | null;
  readonly children: ArrayLike<HtmlElement>;
  /** Set by Turndown. */
  readonly isBlock?: boolean;
  getAttributeNames(): string[];
}

/** The text of HTML. */
export const collapsed = (html: string): string => plainText(html).replace(/\s+/g, ' ').trim();

/** Whether an element is kept as HTML in Markdown: it has no notation, or one that drops an attribute. */
function needsHtml(node: HtmlElement): boolean {
  const tag = node.nodeName.toLowerCase();
  const attributes = NATIVE[tag];
  if (!attributes || node.getAttributeNames().some((name) => !attributes.includes(name))) return true;
  // Markdown writes a fence for code only, and takes a line that is one HTML element as a block without a paragraph.
  if (tag === 'pre') return node.firstElementChild?.nodeName !== 'CODE';
  return tag === 'p' && node.textContent?.trim() === '' && Array.from(node.children).some(needsHtml);
}

function asHtml({ isBlock, outerHTML }: HtmlElement, jsx: boolean): string {
  const markup = jsx ? jsxOf(outerHTML) : outerHTML;
  return isBlock === true ? `\n\n${markup}\n\n` : markup;
}

/** HTML as Markdown; elements without a notation are kept as HTML, or as JSX, as MDX needs it. */
function toMarkdown(html: string, { jsx = false } = {}): string {
  const kept = (node: HtmlElement) => asHtml(node, jsx);
  const service = new (turndown())({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    blankReplacement: (_content, node: HtmlElement) => (needsHtml(node) ? kept(node) : ''),
  });
  service.addRule('html', {
    filter: (node: HtmlElement) => needsHtml(node),
    replacement: (_content, node: HtmlElement) => kept(node),
  });
  const escaped = service.escape.bind(service);
  // Turndown leaves `<` and `&` alone, and Markdown would read text such as "&lt;b&gt;" as an element.
  service.escape = (text) =>
    escaped(text)
      .replaceAll('<', '\\<')
      .replace(jsx ? /[{}]/g : /(?!)/g, '\\$&')
      .replace(/&(?=#?\w+;)/g, '\\&');
  return service.turndown(html);
}

function toHtml(markdown: string): string {
  const { Marked: Parser } = markdownParser();
  // A URL in plain text stays text; GFM would turn it into a link.
  const parser = new Parser({ tokenizer: { url: () => undefined } });
  return parser.parse(markdown, { async: false }).trim();
}

/** Stored HTML in the given format; text without markup stays as it is. */
export function rendered(html: string, format: Format): string {
  if (format === 'html' || !/[<&]/.test(html)) return html;
  if (format === 'text' || html.length > MAX_CONVERTED) return collapsed(html);
  return toMarkdown(html);
}

/**
 * Stored HTML as Markdown or MDX for a site; as HTML where Markdown would lose something or the text is too long. MDX
 * then has one element with the HTML as it is.
 */
function siteMarkdown(html: string, as: 'markdown' | 'mdx'): string {
  const isFaithful = html.length <= MAX_CONVERTED && lostBy('markdown', html).length === 0;
  if (as === 'markdown') return isFaithful ? toMarkdown(html) : html;
  return isFaithful ? toMarkdown(html, { jsx: true }) : jsxOf(html);
}

/** Elements of stored HTML that are lost when read in a format and written back in it. */
function lostBy(format: Format, stored: string): string[] {
  const elements = elementCounts(stored);
  if (format === 'text' || stored.length > MAX_CONVERTED)
    return missingElements(elements, elementCounts('<p><br>'), false);
  const back = toHtml(toMarkdown(stored));
  const lost = missingElements(elements, elementCounts(back));
  return lost.length > 0 || collapsed(back) === collapsed(stored) ? lost : ['text'];
}

/** Why rich text cannot be stored as sent, as a sentence about the value. */
export class MarkupWarnings extends Error {}

/** The result of converting a sent text: HTML to store, no change, or lost elements. */
export type Taken = { html: string } | { same: true } | { lost: string[] };

function taken(sent: string, format: Format, stored: string): Taken {
  // Text that comes back unchanged keeps the stored HTML, whatever the format loses.
  if (sent === rendered(stored, format)) return { same: true };
  const lost = format === 'html' || stored === '' ? [] : lostBy(format, stored);
  if (lost.length > 0) return { lost };
  return { html: format === 'markdown' ? toHtml(sent) : format === 'text' ? paragraphs(sent) : sent };
}

const removedFrom = (html: string, cleaned: string): string[] =>
  missingElements(elementCounts(html), elementCounts(cleaned));

/** A conversion: stored HTML to a format, a sent text to HTML, or the elements that sanitizing removes. */
export type ConversionJob =
  | { html: string; format: Format }
  | { html: string; as: 'markdown' | 'mdx' }
  | { sent: string; format: Format; stored: string }
  | { html: string; cleaned: string };

export type ConversionAnswer =
  | { text: string }
  | { taken: Taken }
  | { removed: string[] }
  /** The nesting is too deep for the converter. */
  | { failed: true };

function answer(job: ConversionJob): ConversionAnswer {
  try {
    if ('sent' in job) return { taken: taken(job.sent, job.format, job.stored) };
    if ('cleaned' in job) return { removed: removedFrom(job.html, job.cleaned) };
    if ('as' in job) return { text: siteMarkdown(job.html, job.as) };
    return { text: rendered(job.html, job.format) };
  } catch (error) {
    if (error instanceof RangeError) return { failed: true };
    throw error;
  }
}

export const CONVERT_TEXTS: TextTask<ConversionJob, ConversionAnswer> = {
  name: 'convert',
  answer,
  deadlineMs: 10_000,
};
