/** The text of a post: block comments are taken out, paragraphs are added where WordPress adds them, shortcodes stay. */

/** `<!-- wp:image {"id":1} -->`, `<!-- /wp:image -->`, `<!-- wp:more /-->`. */
const BLOCK_COMMENT = /<!--\s*\/?wp:[^>]*?-->\s?\n?/g;
const MORE = /<!--\s*(?:more.*?|nextpage|noteaser)\s*-->/g;

/** Elements that WordPress puts no paragraph around. */
const BLOCK_ELEMENT =
  /^<\/?(?:address|article|aside|audio|blockquote|details|div|dl|dd|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|iframe|li|main|nav|ol|p|pre|script|section|style|table|tbody|td|tfoot|th|thead|tr|ul|video)\b/i;

/** Where a paragraph ends, although no empty line says so. */
const BLOCK_START = /<(?:blockquote|div|dl|figure|h[1-6]|hr|ol|table|ul)\b/gi;
const BLOCK_END = /<\/(?:blockquote|div|dl|figure|h[1-6]|ol|table|ul)>|<hr[^>]*>/gi;

/** Texts between empty lines become paragraphs, single line breaks stay line breaks; `<pre>` stays as it is. */
function withParagraphs(html: string): string {
  return html
    .split(/(<pre\b[\s\S]*?<\/pre>)/i)
    .map((part) =>
      /^<pre\b/i.test(part)
        ? part
        : part
            .replace(BLOCK_START, '\n\n$&')
            .replace(BLOCK_END, '$&\n\n')
            .split(/\n\s*\n/)
            .map((block) => block.trim())
            .filter((block) => block !== '')
            .map((block) => (BLOCK_ELEMENT.test(block) ? block : `<p>${block.replace(/\n/g, '<br>\n')}</p>`))
            .join('\n'),
    )
    .join('\n');
}

/** HTML as the site shows it, without the comments of the block editor. */
export function htmlOf(content: string): string {
  const text = content.replaceAll('\r\n', '\n').replace(/\0/g, '');
  const hasBlocks = /<!--\s*wp:/.test(text);
  const plain = text.replace(BLOCK_COMMENT, '').replace(MORE, '').trim();
  if (hasBlocks || /<p[\s>]/i.test(plain)) return plain;
  return withParagraphs(plain);
}

/** Not every word in brackets is a shortcode: they are names in lower case, alone or with attributes. */
const SHORTCODE = /\[(?:\/)?([a-z][a-z0-9_-]{2,40})(?:\s+[a-z_-]+=[^\]]*)?\s*\/?\]/g;

/** Names of the shortcodes in a text, each once. */
export function shortcodesIn(content: string): string[] {
  return [...new Set([...content.matchAll(SHORTCODE)].map(([, name = '']) => `[${name}]`))];
}
