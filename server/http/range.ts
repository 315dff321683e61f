/** Conditional and range requests for files (RFC 9110, 13 and 14; spec/files.md#stream). */
import parseRange from 'range-parser';

/** The whole file, an inclusive range of it, or an unsatisfiable range. */
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

/** A time in the format of headers, to the second. */
const inSeconds = (time: Date | undefined): number =>
  Math.floor((time?.getTime() ?? Number.NaN) / 1000) * 1000;

/**
 * Whether the client has this version: `If-None-Match` decides, `If-Modified-Since` only without it. Node's `fetch`
 * sends `Cache-Control: no-cache` with both, so that header is ignored.
 */
export function isCurrent(
  headers: { 'if-none-match'?: string | undefined; 'if-modified-since'?: string | undefined },
  { etag, modified }: Validators,
): boolean {
  const { 'if-none-match': tags, 'if-modified-since': since } = headers;
  if (tags !== undefined) return matchesNone(tags, etag);
  return since !== undefined && Date.parse(since) >= inSeconds(modified);
}

/** Whether an `If-Range` matches this version; a weak tag never does. */
function stillSame(header: string, { etag, modified }: Validators): boolean {
  if (header.includes('"')) return header === etag;
  return Date.parse(header) === inSeconds(modified);
}

/**
 * The response to a request for a file of `size` bytes. One range is supported; several, malformed ones, other units
 * and those of another version get the whole file.
 */
export function servedRange(
  headers: { range?: string | undefined; 'if-range'?: string | undefined },
  size: number,
  validators: Validators,
): Served {
  const whole = { start: 0, end: size - 1, partial: false };
  const { range, 'if-range': ifRange } = headers;
  if (range === undefined || (ifRange !== undefined && !stillSame(ifRange, validators))) return whole;
  const header = range.trim();
  // A suffix longer than the file means all of it, which the parser reports as unsatisfiable.
  const suffix = /^bytes=\s*-(\d+)$/i.exec(header)?.[1];
  if (suffix !== undefined && Number(suffix) >= size && size > 0) return { ...whole, partial: true };
  const ranges = parseRange(size, header);
  if (ranges === -1) return 'unsatisfiable';
  if (ranges === -2 || ranges.type.toLowerCase() !== 'bytes' || ranges.length !== 1) return whole;
  const [one] = ranges;
  return one ? { start: one.start, end: one.end, partial: true } : whole;
}
