/**
 * The text of a post: block comments are taken out, paragraphs are added where WordPress adds them, captions and galleries
 * become figures, other shortcodes stay.
 */
import { Parser } from 'htmlparser2';

/** `<!-- wp:image {"id":1} -->`, `<!-- /wp:image -->`, `<!-- wp:more /-->`. */
const BLOCK_COMMENT = /<!--\s*(\/?)wp:([\w/-]+)(?:\s[^<>]*?)?(\/?)-->\s?\n?/g;
const MORE = /<!--\s*(more|nextpage|noteaser)\b[^<>]*?-->/g;

/** Blocks that hold the text of the classic editor. */
const CLASSIC: ReadonlySet<string> = new Set(['freeform', 'core/freeform', 'shortcode', 'core/shortcode']);
/** Blocks without text that say nothing. */
const SILENT: ReadonlySet<string> = new Set(['more', 'nextpage', 'spacer', 'separator']);

/** Elements that WordPress puts no paragraph around. */
const BLOCK_ELEMENT =
  /^<\/?(?:address|article|aside|audio|blockquote|details|div|dl|dd|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|iframe|li|main|nav|ol|p|pre|script|section|style|table|tbody|td|tfoot|th|thead|tr|ul|video)\b/i;

/** Where a paragraph ends, although no empty line says so. */
const BLOCK_START = /<(?:blockquote|div|dl|figure|h[1-6]|hr|ol|table|ul)\b/gi;
const BLOCK_END = /<\/(?:blockquote|div|dl|figure|h[1-6]|ol|table|ul)>|<hr[^<>]*>/gi;

/** The text with elements that stay as they are in parts of their own. */
function partsOf(html: string): { text: string; isWhole: boolean }[] {
  const parts: { text: string; isWhole: boolean }[] = [];
  const lower = html.toLowerCase();
  const unclosed = new Set<string>();
  let at = 0;
  for (const { 0: open, 1: name = '', index } of lower.matchAll(/<(pre|p)(?=[\s>])/g)) {
    if (index < at || unclosed.has(name)) continue;
    const close = lower.indexOf(`</${name}>`, index + open.length);
    if (close < 0) {
      unclosed.add(name);
      continue;
    }
    parts.push({ text: html.slice(at, index), isWhole: false });
    at = close + name.length + 3;
    parts.push({ text: html.slice(index, at), isWhole: true });
  }
  return [...parts, { text: html.slice(at), isWhole: false }];
}

/** Texts between empty lines become paragraphs, single line breaks stay line breaks. */
function withParagraphs(html: string): string {
  return partsOf(html)
    .map(({ text, isWhole }) =>
      isWhole
        ? text
        : text
            .replace(BLOCK_START, '\n\n$&')
            .replace(BLOCK_END, '$&\n\n')
            .split(/\n\s*\n/)
            .map((block) => block.trim())
            .filter((block) => block !== '')
            .map((block) => (BLOCK_ELEMENT.test(block) ? block : `<p>${block.replace(/\n/g, '<br>\n')}</p>`))
            .join('\n'),
    )
    .filter((part) => part !== '')
    .join('\n');
}

/** What is between blocks was written in the classic editor. */
function withoutBlocks(text: string): string {
  const parts: string[] = [];
  const open: string[] = [];
  let at = 0;
  const take = (end: number) => {
    const part = text.slice(at, end);
    const isClassic = open.length === 0 || CLASSIC.has(open.at(-1) ?? '');
    parts.push(isClassic && part.trim() !== '' ? withParagraphs(part) : part);
  };
  for (const { 0: comment, 1: closes, 2: name = '', 3: isEmpty, index } of text.matchAll(BLOCK_COMMENT)) {
    take(index);
    at = index + comment.length;
    if (closes) open.pop();
    else if (!isEmpty) open.push(name);
  }
  take(text.length);
  return parts.join('');
}

/** An image of the media library. */
export interface LibraryImage {
  url: string;
  alt: string;
  caption: string;
}

/** Finds images by their ids, or those that were added to a post. */
export type Library = (ids: readonly string[] | undefined) => LibraryImage[];

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const CAPTION = /\[(?:wp_)?caption\b([^\][]*)\]((?:(?!\[(?:wp_)?caption\b)[\s\S])*?)\[\/(?:wp_)?caption\]/g;
const CAPTIONED = /^\s*((?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?)([\s\S]*)$/i;
const GALLERY = /\[gallery\b([^\][]*)\]/g;

const attributeOf = (attributes: string, name: string): string | undefined =>
  new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"']+))`)
    .exec(attributes)
    ?.slice(1)
    .find(Boolean);

const idsOf = (attributes: string): string[] | undefined =>
  (attributeOf(attributes, 'ids') ?? attributeOf(attributes, 'include'))?.split(',').map((id) => id.trim());

/** The images that the galleries of a text show, found one by one; undefined for those that were added to the post. */
export function* galleriesIn(content: string): Generator<readonly string[] | undefined> {
  for (const [, attributes = ''] of content.matchAll(GALLERY)) yield idsOf(attributes);
}

/** Images with captions, and galleries whose images are known, as figures. */
function withFigures(text: string, library: Library): string {
  return text
    .replace(CAPTION, (whole, attributes: string, inside: string) => {
      const [, image, below = ''] = CAPTIONED.exec(inside) ?? [];
      if (image === undefined) return whole;
      const caption = below.trim() || attributeOf(attributes, 'caption') || '';
      return `\n\n<figure>${image}${caption === '' ? '' : `<figcaption>${caption}</figcaption>`}</figure>\n\n`;
    })
    .replace(GALLERY, (whole, attributes: string) => {
      const wanted = idsOf(attributes);
      const images = library(wanted);
      if (images.length === 0 || (wanted && images.length < wanted.length)) return whole;
      const figures = images.map(
        ({ url, alt, caption }) =>
          `<figure><img src="${escaped(url)}" alt="${escaped(alt)}">${caption === '' ? '' : `<figcaption>${caption}</figcaption>`}</figure>`,
      );
      return `\n\n${figures.join('\n')}\n\n`;
    });
}

/** HTML as the site shows it, without the comments of the block editor. */
export function htmlOf(content: string, library: Library = () => []): string {
  const text = withFigures(content.replaceAll('\r\n', '\n').replace(/\0/g, ''), library).replace(MORE, '');
  return withoutBlocks(text).trim();
}

/** Not every word in brackets is a shortcode: they are names in lower case, alone or with attributes. */
const SHORTCODE = /\[(?:\/)?([a-z][a-z0-9_-]{2,40})(?:\s+[a-z_-]+=[^[\]]*|\s*\/?)\]/g;

/** Names of the shortcodes in a text, each once. */
export function shortcodesIn(content: string): string[] {
  return [...new Set([...content.matchAll(SHORTCODE)].map(([, name = '']) => `[${name}]`))];
}

/** Marks and blocks of a text that rich text has nothing for, each once. */
export function skippedIn(content: string): string[] {
  const marks = [...content.matchAll(MORE)].map(([, name = '']) => `<!--${name}-->`);
  const blocks = [...content.matchAll(BLOCK_COMMENT)].flatMap(([, , name = '', isEmpty]) =>
    isEmpty && !SILENT.has(name) ? [`the block "${name}"`] : [],
  );
  return [...new Set([...marks, ...blocks])];
}

/** The words of a title, and the elements it has. */
export function plainTitle(html: string): { text: string; elements: string[] } {
  let text = '';
  const elements = new Set<string>();
  const parser = new Parser(
    {
      ontext: (part) => {
        text += part;
      },
      onopentagname: (name) => void elements.add(`<${name}>`),
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return { text: text.trim(), elements: [...elements] };
}
