/** Plain text as markup, and markup without formatting as plain text. */

const escapedText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Plain text as HTML: a paragraph for each block of lines. */
export const paragraphs = (text: string): string =>
  text
    .trim()
    .split(/\n\s*\n/)
    .filter((block) => block !== '')
    .map((block) => `<p>${escapedText(block).replaceAll('\n', '<br />')}</p>`)
    .join('\n');

/** Whether a text is HTML as editors write it: it begins with a block. */
export const isMarkup = (text: string): boolean =>
  /^\s*<(?:p|h[1-6]|ul|ol|blockquote|pre|table|figure|div|hr)\b[^>]*>/i.test(text);

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
  ['&nbsp;', '\u00a0'],
]);

/** HTML as plain text, a block of lines for each paragraph; undefined where it has more than paragraphs and lines. */
export function plainOf(html: string): string | undefined {
  const lines = html
    .replace(/(?<!\s)\s*\n\s*/g, ' ')
    .replace(/<\/p>\s*/gi, '\n\n')
    .replace(/<p>\s*/gi, '')
    .replace(/<br\s*\/?>\s*/gi, '\n')
    .trim();
  if (/<[/!?a-z]/i.test(lines)) return undefined;
  const entity = /&(?:[a-z]\w*|#\d+|#x[\da-f]+);/gi;
  if (lines.match(entity)?.some((one) => !ENTITIES.has(one))) return undefined;
  return lines.replace(entity, (one) => ENTITIES.get(one) ?? one);
}
