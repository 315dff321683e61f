/** Rich text as AI clients read it: Markdown by default, HTML or plain text on request. */
import type TurndownService from 'turndown';
import { onDemand } from '../on-demand.js';
import { plainText } from '../query/plain-text.js';

export const FORMATS = ['markdown', 'html', 'text'] as const;
export type Format = (typeof FORMATS)[number];

const turndown = onDemand<typeof TurndownService>('turndown');

/** Markup longer than this is given as plain text: its conversion takes a tree of it. */
const LONGEST = 500_000;

const spaced = (text: string): string => plainText(text).replace(/\s+/g, ' ').trim();

/** Markup in another form; text without any stays as it is. */
export function rendered(html: string, format: Format): string {
  if (format === 'html' || !html.includes('<')) return html;
  if (format === 'text' || html.length > LONGEST) return spaced(html);
  const service = new (turndown())({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' });
  // Markdown has no tables of its own; their markup is better than their words in a row.
  service.keep(['table', 'iframe', 'video', 'audio']);
  return service.turndown(html);
}
