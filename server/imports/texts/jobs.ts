/** What is done with the texts of an import: short ones at once, long ones in a thread. */
import type { ComponentsAs, SourceFormat } from '../../contract/imports.js';
import type { TextTask } from '../../helpers/text-thread.js';
import { looksLikeHtml } from '../mapping/kinds-of-values.js';
import { htmlOfMarkdown } from '../markdown/html.js';
import { itemOf } from '../markdown/item.js';
import { withoutMdx } from '../markdown/mdx.js';
import type { SourceItem } from '../source.js';
import type { LibraryImage } from '../wordpress/content.js';
import type { Part } from '../wordpress/elements.js';
import { postItem } from '../wordpress/post.js';
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

/** A post of an export. */
export interface PostJob {
  post: Part;
  /** Name of the export. */
  file: string;
  /** Those that its galleries name, by their ids, and those that were added to it. */
  images: ReadonlyMap<string, LibraryImage>;
  added: readonly LibraryImage[];
}

/** To read a document or a post, to turn a text into HTML, or to give it other references. */
export type TextJob = DocumentJob | PostJob | HtmlJob | LinksJob;

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

function answer(job: TextJob): TextAnswer {
  if ('bytes' in job) return { item: itemOf(job.path, job.bytes) };
  if ('post' in job) {
    const { post, file, images, added } = job;
    const library = (ids: readonly string[] | undefined) =>
      ids ? ids.flatMap((id) => images.get(id) ?? []) : [...added];
    return { item: postItem(post, file, library) };
  }
  if ('links' in job) return { linked: withReferences(job.html, job.links) };
  const html = htmlOf(job);
  return { html, references: referencesIn(html) };
}

export const IMPORT_TEXTS: TextTask<TextJob, TextAnswer> = { name: 'import', answer, deadlineMs: 20_000 };
