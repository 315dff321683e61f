/** What is done with the texts of an import: short ones at once, long ones in a thread. */
import type { ComponentsAs, SourceFormat } from '../../contract/imports.js';
import { looksLikeHtml } from '../mapping/kinds-of-values.js';
import { htmlOfMarkdown } from '../markdown/html.js';
import { itemOf } from '../markdown/item.js';
import { withoutMdx } from '../markdown/mdx.js';
import type { SourceItem } from '../source.js';
import { referencesIn, withReferences } from './references.js';

/** A rich text of an item, and the references in it, each once. */
export interface ItemText {
  html: string;
  references: string[];
}

/** How a text is written. */
export interface Written {
  format: SourceFormat;
  isMdx: boolean;
  components: ComponentsAs;
}

export interface DocumentJob {
  path: string;
  bytes: Uint8Array;
}

export interface HtmlJob extends Written {
  text: string;
}

export interface LinksJob {
  html: string;
  links: ReadonlyMap<string, string>;
}

/** To read a document, to turn a text into HTML, or to give it other references. */
export type TextJob = DocumentJob | HtmlJob | LinksJob;

export type TextAnswer = { item: SourceItem } | ItemText | { linked: string };

/** Boxes of task lists: rich text has no element for them. */
const INPUT = /<input\b[^<>]*>/gi;
const IS_BOX = /\btype\s*=\s*["']?checkbox\b/i;

const withBoxes = (html: string): string =>
  html.replace(INPUT, (tag) => {
    if (!IS_BOX.test(tag)) return tag;
    return /\schecked\b/i.test(tag) ? '☑' : '☐';
  });

/** Other formats than Markdown and WordPress may hold either. */
const isHtml = (text: string, format: SourceFormat): boolean =>
  format === 'wordpress' || (format !== 'markdown' && looksLikeHtml(text));

function htmlOf({ text, format, isMdx, components }: HtmlJob): string {
  if (isHtml(text, format)) return withBoxes(text);
  return withBoxes(htmlOfMarkdown(isMdx ? withoutMdx(text, components) : text));
}

export function answerTo(job: TextJob): TextAnswer {
  if ('bytes' in job) return { item: itemOf(job.path, job.bytes) };
  if ('links' in job) return { linked: withReferences(job.html, job.links) };
  const html = htmlOf(job);
  return { html, references: referencesIn(html) };
}
