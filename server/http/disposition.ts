/** Whether a browser shows or saves a file, and under which name. */
import { create } from 'content-disposition';

/** Types that are shown inline and cannot run scripts on this origin; SVG is not one of them. */
const SHOWN = /^(?:image\/(?!svg)[\w.+-]+|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf)$/i;

const TYPE = /^[\w.+-]+\/[\w.+-]+$/;

/** Types a browser runs as a script when a page of this origin loads the URL. */
const SCRIPT = /^(?:text|application)\/(?:x-)?(?:java|ecma|live|j)script(?:1\.\d)?$/i;

/** The media type to send; scripts and unsafe types are sent as bytes. */
export function safeType(mime: unknown): string {
  const known = typeof mime === 'string' && TYPE.test(mime) && !SCRIPT.test(mime);
  return known ? mime.toLowerCase() : 'application/octet-stream';
}

/**
 * `Content-Disposition` (RFC 6266): `inline` only for safe types. Characters that are invalid in a header are dropped.
 */
export function fileDisposition(wanted: 'attachment' | 'inline', name: string, type: string): string {
  const shown = wanted === 'inline' && SHOWN.test(type);
  const plain = name.replace(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, '').slice(0, 255) || 'file';
  return create(plain, { type: shown ? 'inline' : 'attachment' });
}

/** The CSP of a shown file: nothing may run. A PDF viewer does not start in a sandbox. */
export function fileContentPolicy(type: string): string {
  const sandbox = type === 'application/pdf' ? '' : '; sandbox';
  return `default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; img-src 'self'; frame-ancestors 'self'${sandbox}`;
}
