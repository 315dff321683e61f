/** Rich text for pages outside of Plinth: addresses of files, responsive images. */
import { behind } from './image.js';

export interface RichTextOptions {
  /** Address that paths of Plinth are put behind; the client's `richText` takes its server. */
  base?: string;
  /** Widths in pixels of images; none keeps the images as they are. */
  widths?: readonly number[];
  format?: 'webp' | 'avif' | 'jpg' | 'png';
  /** The attribute `sizes` of images. */
  sizes?: string;
}

const WIDTHS = [480, 960, 1440];
const TAG = /<(img|a|source|video|audio)\b((?:"[^"]*"|'[^']*'|[^'"<>])*)>/gi;
const ATTRIBUTE = /([^\s"'=<>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;
const PLINTH = /^\/(?:imageworks|download|stream)\//;
const IMAGE = /^\/imageworks\//;

const unescaped = (text: string) => text.replace(/&amp;|&#38;/g, '&');
const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;');

/** `srcset` of an image at a path, whose other parameters stay. A width in the path is the largest that is offered. */
function srcsetOf(path: string, { base = '', widths = WIDTHS, format = 'webp' }: RichTextOptions) {
  const [place = '', given] = path.split('?');
  const query = new URLSearchParams(given);
  const own = Number(query.get('w')) || 0;
  const high = Number(query.get('h')) || 0;
  const steps = widths.filter((width) => own === 0 || width < own);
  const all = own > 0 ? [...steps, own] : steps;
  const address = (width: number) => {
    const sized = new URLSearchParams(query);
    sized.set('w', `${width}`);
    if (own > 0 && high > 0) sized.set('h', `${Math.round((high * width) / own)}`);
    if (!sized.has('format') && !sized.has('fm')) sized.set('format', format);
    return `${behind(base, place)}?${sized}`;
  };
  return {
    src: address(all.at(-1) ?? 960),
    srcset: all.map((width) => `${address(width)} ${width}w`).join(', '),
    largest: all.at(-1),
  };
}

/** HTML of a rich text with addresses that work elsewhere, and images in several widths. */
export function richText(html: string | null | undefined, options: RichTextOptions = {}): string {
  const { base = '', widths = WIDTHS } = options;
  return (html ?? '').replace(TAG, (whole, name: string, rest: string) => {
    const attributes = new Map<string, string | undefined>();
    for (const [, key = '', double, single, bare] of rest.matchAll(ATTRIBUTE)) {
      if (!attributes.has(key.toLowerCase())) attributes.set(key.toLowerCase(), double ?? single ?? bare);
    }
    let changed = false;
    const set = (key: string, value: string) => {
      changed = true;
      attributes.set(key, escaped(value));
    };
    for (const key of ['href', 'src', 'poster']) {
      const value = unescaped(attributes.get(key) ?? '');
      if (!PLINTH.test(value)) continue;
      const responsive = name.toLowerCase() === 'img' && IMAGE.test(value) && !attributes.has('srcset');
      if (!responsive || widths.length === 0) {
        set(key, behind(base, value));
        continue;
      }
      const { src, srcset, largest } = srcsetOf(value, options);
      set('src', src);
      if (srcset.includes(', ')) {
        set('srcset', srcset);
        const all = `(min-width: ${largest}px) ${largest}px, 100vw`;
        if (!attributes.has('sizes')) set('sizes', options.sizes ?? all);
      }
      if (!attributes.has('loading')) set('loading', 'lazy');
    }
    if (!changed) return whole;
    const texts = [...attributes].map(([key, value]) =>
      value === undefined ? key : `${key}="${value.replace(/"/g, '&quot;')}"`,
    );
    return `<${name} ${texts.join(' ')}${/\/\s*$/.test(rest) ? ' /' : ''}>`;
  });
}
