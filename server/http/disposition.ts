/** Under which name, and whether at all, a browser shows a file instead of saving it. */
import { create } from 'content-disposition';

/** Types that show something and run nothing on this origin; SVG is not one of them. */
const SHOWN = /^(?:image\/(?!svg)[\w.+-]+|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf)$/i;

const TYPE = /^[\w.+-]+\/[\w.+-]+$/;

/** Types a browser runs as a script when a page of this origin names the address. */
const SCRIPT = /^(?:text|application)\/(?:x-)?(?:java|ecma|live|j)script(?:1\.\d)?$/i;

/** A stored media type as it can be sent; scripts and anything else are bytes. */
export function safeType(mime: unknown): string {
  const known = typeof mime === 'string' && TYPE.test(mime) && !SCRIPT.test(mime);
  return known ? mime.toLowerCase() : 'application/octet-stream';
}

/** `Content-Disposition` (RFC 6266): `inline` only for what is safe to show. Characters no header can carry are left out. */
export function fileDisposition(wanted: 'attachment' | 'inline', name: string, type: string): string {
  const shown = wanted === 'inline' && SHOWN.test(type);
  const plain = name.replace(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, '').slice(0, 255) || 'file';
  return create(plain, { type: shown ? 'inline' : 'attachment' });
}

/** What may happen inside a shown file: nothing. A PDF's viewer does not start in a sandbox. */
export function fileContentPolicy(type: string): string {
  const sandbox = type === 'application/pdf' ? '' : '; sandbox';
  return `default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; img-src 'self'; frame-ancestors 'self'${sandbox}`;
}
