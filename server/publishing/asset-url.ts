/** Where the files of a built site are, for its pages. */
import { message } from '../contract/messages/message.js';
import { invalid } from '../errors.js';

export interface AssetUrl {
  /** Folder below the site's folder: the last segment of the URL. */
  folder: string;
  /** The address of a file of the folder, for a page by its path below the site's folder. */
  of(page: string, name: string): string;
  /** Whether addresses depend on the page. */
  isRelative: boolean;
  /** The full address of a file, as feeds need it; absent where the site's address is not known. */
  full: ((name: string) => string) | undefined;
}

const SITE = /^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?(?:\/[\w.~-]+)*\/?$/i;
const FULL = /^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?(?:\/[\w.~-]+)+\/?$/i;
const PATH = /^(?:\/[\w.~-]+)+\/?$/;
const RELATIVE = /^\.\/[\w~-][\w.~-]*\/?$/;

/** Reads `--site-url`, the address of a site. Throws `invalid`. */
export function siteUrl(text: string): URL {
  if (!SITE.test(text) || !URL.canParse(text)) throw invalid(message('siteUrlInvalid'));
  return new URL(text.replace(/\/?$/, '/'));
}

/**
 * Reads `--assets-url`: a URL, a path, or `./NAME` for addresses relative to each page. `site`: the address of the site,
 * with a slash at the end. Throws `invalid`.
 */
export function assetUrl(text: string, site?: URL): AssetUrl {
  const isFull = FULL.test(text);
  const isRelative = RELATIVE.test(text);
  const folder = text.replace(/\/$/, '').split('/').at(-1) ?? '';
  const names = text.split('/').slice(isRelative ? 1 : 0);
  if (
    (!isFull && !isRelative && !PATH.test(text)) ||
    names.includes('..') ||
    names.includes('.') ||
    folder.startsWith('.')
  ) {
    throw invalid(message('assetsUrlInvalid'));
  }
  const start = text.replace(/\/$/, '');
  const of = (page: string, name: string) =>
    isRelative ? `${'../'.repeat(page.split('/').length - 1)}${folder}/${name}` : `${start}/${name}`;
  const base = isFull ? start : site && new URL(start, site).href;
  const full = base === undefined ? undefined : (name: string) => `${base}/${name}`;
  return { folder, of, isRelative, full };
}
