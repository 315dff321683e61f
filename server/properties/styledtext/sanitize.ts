/** HTML as editors write it, without what could run or phone home (spec/field-kinds.md#rich-text). */
import type { Attributes, IOptions } from 'sanitize-html';
import { embedHostsOf } from '../../contract/embeds.js';
import { onDemand } from '../../on-demand.js';
import { MAX_TAGS, tagLimits } from '../markup/limits.js';

const sanitizeHtml = onDemand<typeof import('sanitize-html')>('sanitize-html');

const SIZE = /^\d+(\.\d+)?(px|%|em|rem|vw)$|^auto$/;
const COLOR =
  /^(#[0-9a-f]{3,8}|[a-z]{3,30}|(rgb|rgba|hsl|hsla|oklch|oklab)\([\d.,%/\s-]{1,60}(deg)?[\d.,%/\s-]{0,60}\))$/i;

const STYLES: Record<string, RegExp[]> = {
  'text-align': [/^(left|right|center|justify|start|end)$/],
  color: [COLOR],
  'background-color': [COLOR],
  width: [SIZE],
  height: [SIZE],
  'max-width': [SIZE],
  'min-width': [SIZE],
  float: [/^(left|right|none)$/],
  'vertical-align': [/^(top|middle|bottom|baseline|sub|super)$/],
  'font-weight': [/^(normal|bold|[1-9]00)$/],
  'font-style': [/^(normal|italic)$/],
  'text-decoration': [/^(none|underline|line-through)$/],
  'list-style-type': [/^[a-z-]{1,30}$/],
  'aspect-ratio': [/^[\d.]+\s*\/\s*[\d.]+$/],
};

/** A link that opens a new tab must not hand that tab its opener. */
function guardNewTab(tagName: string, attribs: Attributes) {
  return attribs.target === '_blank' && !attribs.rel
    ? { tagName, attribs: { ...attribs, rel: 'noopener' } }
    : { tagName, attribs };
}

/** The typings lack one option the library has. */
export type SanitizeOptions = IOptions & { allowedEmptyAttributes: string[] };

const TAGS = (
  'h1 h2 h3 h4 h5 h6 p div span br hr wbr blockquote pre address article aside section header ' +
  'footer hgroup main nav details summary ul ol li dl dt dd a abbr b bdi bdo cite code data del ' +
  'dfn em i ins kbd mark q rp rt ruby s samp small strike strong sub sup time u var figure ' +
  'figcaption img picture source video audio track iframe table caption colgroup col thead tbody ' +
  'tfoot tr th td'
).split(' ');

const options: Omit<SanitizeOptions, 'allowedIframeHostnames'> = {
  allowedTags: TAGS,
  allowedAttributes: {
    '*': [
      'class',
      'id',
      'title',
      'lang',
      'dir',
      'style',
      'role',
      'aria-label',
      'aria-hidden',
      'aria-describedby',
    ],
    a: ['href', 'target', 'rel', 'download', 'hreflang', 'name'],
    img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading', 'decoding'],
    source: ['src', 'srcset', 'sizes', 'type', 'media'],
    video: [
      'src',
      'poster',
      'controls',
      'width',
      'height',
      'loop',
      'muted',
      'autoplay',
      'playsinline',
      'preload',
    ],
    audio: ['src', 'controls', 'loop', 'muted', 'preload'],
    track: ['src', 'kind', 'srclang', 'label', 'default'],
    iframe: [
      'src',
      'width',
      'height',
      'allow',
      'allowfullscreen',
      'loading',
      'referrerpolicy',
      'frameborder',
    ],
    ol: ['start', 'type', 'reversed'],
    li: ['value'],
    th: ['colspan', 'rowspan', 'scope', 'abbr', 'align'],
    td: ['colspan', 'rowspan', 'align'],
    col: ['span'],
    colgroup: ['span'],
    blockquote: ['cite'],
    q: ['cite'],
    del: ['cite', 'datetime'],
    ins: ['cite', 'datetime'],
    time: ['datetime'],
    data: ['value'],
    details: ['open'],
  },
  allowedEmptyAttributes: [
    'alt',
    'controls',
    'loop',
    'muted',
    'autoplay',
    'playsinline',
    'allowfullscreen',
    'open',
  ],
  allowedSchemes: ['http', 'https', 'mailto', 'tel', 'sms'],
  // Pictures pasted into the text arrive as data; in an img nothing of them can run.
  allowedSchemesByTag: { img: ['http', 'https', 'data'] },
  allowedSchemesAppliedToAttributes: ['href', 'src', 'cite', 'poster', 'srcset'],
  allowProtocolRelative: true,
  allowedStyles: { '*': STYLES },
  nonTextTags: [
    'style',
    'script',
    'textarea',
    'option',
    'noscript',
    'template',
    'object',
    'svg',
    'math',
    'title',
  ],
  nestingLimit: 100,
  transformTags: { a: guardNewTab },
  // An iframe whose address was refused would stay behind as an empty box.
  exclusiveFilter: (frame) => frame.tag === 'iframe' && !frame.attribs.src,
};

/** `\s` knows the no-break space an editor puts into an empty paragraph. */
const EMPTY_PARAGRAPH = '<p(?:\\s[^<>]*)?>(?:\\s|&nbsp;|<br\\s*/?>)*</p>';
const LEADING = new RegExp(`\\s*${EMPTY_PARAGRAPH}`, 'y');
const WHOLE = new RegExp(`^${EMPTY_PARAGRAPH}$`);

/** Cuts empty paragraphs off both ends, as editors leave them behind. Walks each end once, however many there are. */
export function trimEmptyParagraphs(html: string): string {
  const leading = new RegExp(LEADING);
  let start = 0;
  while (leading.test(html)) start = leading.lastIndex;
  let rest = html.slice(start).trimEnd();
  while (rest.endsWith('</p>')) {
    const open = rest.lastIndexOf('<p');
    if (open === -1 || !WHOLE.test(rest.slice(open))) break;
    rest = rest.slice(0, open).trimEnd();
  }
  return rest.length === html.length ? html : rest.trim();
}

/** Characters that stand for themselves wherever they stand. */
const WORDS = '[^<>&\\0]*';
/**
 * Most paragraphs and headings are like these, and sanitising gives them back as they are. No tag can stand where a
 * browser would move it, none has an attribute, and every character is looked at once.
 */
const HARMLESS_PARTS = new RegExp(
  `^(?:\\s*<(p|h[1-6])>${WORDS}(?:<(em|strong|b|i|u|s|code|sub|sup)>${WORDS}</\\2>${WORDS})*</\\1>)*\\s*$`,
);

/** `<p></p>` and `<b></b>`: a text of no more of them is within the limit. Much longer ones exhaust the expression's stack. */
const SHORTEST = 7;

const isHarmless = (html: string): boolean => html.length <= SHORTEST * MAX_TAGS && HARMLESS_PARTS.test(html);

/**
 * Keeps headings, lists, links, pictures, figures, tables, media and embeds from known hosts; drops scripts, event
 * handlers, `javascript:` addresses, forms, comments and `data-*`. What it gives back it would give back again.
 * Throws `Refusal` for markup beyond the limits. `hosts`: those of embeds.
 */
export function sanitizeRichText(html: string, hosts: readonly string[] = embedHostsOf(undefined)): string {
  return trimEmptyParagraphs(
    isHarmless(html)
      ? html
      : sanitizeHtml()(html, { ...options, ...tagLimits(), allowedIframeHostnames: [...hosts] }),
  );
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
  ['&nbsp;', ' '],
]);

/** The words of HTML: tags become spaces, the common entities their characters. For search and sorting, not for display. */
export function plainText(html: string): string {
  if (!html.includes('<') && !html.includes('&')) return html;
  return html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES.get(entity) ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
}
