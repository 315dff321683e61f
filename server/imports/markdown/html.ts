/** Markdown as HTML, with the tables and footnote-free syntax of GitHub. */
import type { Marked } from 'marked';
import { onDemand } from '../../on-demand.js';

const library = onDemand<{ Marked: typeof Marked }>('marked');

export function htmlOfMarkdown(text: string): string {
  const { Marked: Parser } = library();
  const html = new Parser({ gfm: true }).parse(text, { async: false });
  return typeof html === 'string' ? html.trim() : '';
}
