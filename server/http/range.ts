/** Which version of a file a client has, and which part of it it asks for (RFC 9110, 13 and 14; spec/files.md#stream). */
import parseRange from 'range-parser';

/** The whole file, a part of it with both ends in it, or nothing that could be sent. */
export type Served = { start: number; end: number; partial: boolean } | 'unsatisfiable';

export interface Validators {
  /** Strong, quoted. */
  etag: string;
  modified?: Date;
}

/** Whether an `If-None-Match` value names this strong ETag (RFC 9110: compared weakly). */
function matchesNone(header: string, etag: string): boolean {
  if (header === etag || header === '*') return true;
  return header.split(',').some((part) => part.trim().replace(/^W\//, '') === etag);
}

/** A time as headers have it, to the second. */
const inSeconds = (time: Date | undefined): number =>
  Math.floor((time?.getTime() ?? Number.NaN) / 1000) * 1000;

/**
 * Whether the client has this version: `If-None-Match` decides, `If-Modified-Since` only without it. `fetch` of Node
 * sends `Cache-Control: no-cache` with both, so that header is no reason to send everything again.
 */
export function isCurrent(
  headers: { 'if-none-match'?: string | undefined; 'if-modified-since'?: string | undefined },
  { etag, modified }: Validators,
): boolean {
  const { 'if-none-match': tags, 'if-modified-since': since } = headers;
  if (tags !== undefined) return matchesNone(tags, etag);
  return since !== undefined && Date.parse(since) >= inSeconds(modified);
}

/** Whether an `If-Range` still names this version; a weak tag never does. */
function stillSame(header: string, { etag, modified }: Validators): boolean {
  if (header.includes('"')) return header === etag;
  return Date.parse(header) === inSeconds(modified);
}

/**
 * What a request for a file of `size` bytes is answered with. One range is honoured; several, malformed ones, other
 * units and those of another version get the whole file.
 */
export function servedRange(
  headers: { range?: string | undefined; 'if-range'?: string | undefined },
  size: number,
  validators: Validators,
): Served {
  const whole = { start: 0, end: size - 1, partial: false };
  const { range, 'if-range': ifRange } = headers;
  if (range === undefined || (ifRange !== undefined && !stillSame(ifRange, validators))) return whole;
  const asked = range.trim();
  // A suffix longer than the file means all of it, which the parser takes for a range before its beginning.
  const suffix = /^bytes=\s*-(\d+)$/i.exec(asked)?.[1];
  if (suffix !== undefined && Number(suffix) >= size && size > 0) return { ...whole, partial: true };
  const ranges = parseRange(size, asked);
  if (ranges === -1) return 'unsatisfiable';
  if (ranges === -2 || ranges.type.toLowerCase() !== 'bytes' || ranges.length !== 1) return whole;
  const [one] = ranges;
  return one ? { start: one.start, end: one.end, partial: true } : whole;
}
