/** JSON files: what counts as a whole one, and how one is written. */
import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { MESSAGES, message } from '../../contract/messages/message.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/values.js';
import { PlinthError } from '../../errors.js';
import type { ReadFile } from '../types/documents.js';
import type { Stamp } from '../types/stamp.js';
import { asStoreError, codeOf, damaged, isAbsent, isBusy, stale } from './fs-errors.js';
import { keepsValues, printed, textOfDocument } from './kept-text.js';
import { stampOf, statOf } from './stamp.js';

/** Larger files are listed as damaged instead of read (spec/storage.md#damaged). */
export const MAX_JSON_BYTES = 20 * 1024 * 1024;

/** A link is not followed, and a named pipe does not make the process wait. Absent on Windows. */
const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Why a file is damaged that holds both sides of a merge. */
export const MERGE_CONFLICT = MESSAGES.fileHoldsConflict;

export interface FileBytes {
  bytes: Buffer;
  stamp: Stamp;
  /** When the system last changed anything about the file, its times included. */
  changed: number;
}

/**
 * Reads a regular file whole; undefined when there is none (a link counts as none).
 * Small files are read into `scratch` where one is given: their bytes are good until its next use.
 * Throws `busy` without descriptors, `damaged` with the reason for everything else that cannot be read.
 */
export function readBytes(path: string, scratch?: Buffer): FileBytes | undefined {
  let descriptor: number | undefined;
  try {
    if (constants.O_NOFOLLOW === undefined && statOf(path)?.isSymbolicLink()) return undefined;
    descriptor = openSync(path, READ_FLAGS);
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return undefined;
    if (stats.size > MAX_JSON_BYTES) throw damaged(message('fileLarge'));
    // Not from the shared pool: the buffer is released soon, and would keep the pool's memory.
    const fits = scratch !== undefined && stats.size <= scratch.length;
    const bytes = fits ? scratch : Buffer.allocUnsafeSlow(stats.size);
    let read = 0;
    while (read < stats.size) {
      const step = readSync(descriptor, bytes, read, stats.size - read, read);
      if (step === 0) break;
      read += step;
    }
    return { bytes: bytes.subarray(0, read), stamp: stampOf(stats), changed: stats.ctimeMs };
  } catch (error) {
    if (error instanceof PlinthError) throw error;
    // ELOOP: a symbolic link met O_NOFOLLOW; ENXIO: a socket.
    if (isAbsent(error) || codeOf(error) === 'ELOOP' || codeOf(error) === 'ENXIO') return undefined;
    if (isBusy(error)) throw asStoreError(error);
    throw damaged(message('fileUnread', { code: codeOf(error) ?? 'unknown error' }), error);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** The stamp of a file that has these bytes; undefined where the file differs. Throws as `readBytes`. */
export function stampOfBytes(path: string, bytes: Buffer): Stamp | undefined {
  const file = readBytes(path);
  return file?.bytes.equals(bytes) ? file.stamp : undefined;
}

/** The file at a path, to be replaced; undefined where it is damaged. Throws `stale` where there is none. */
export function fileToReplace(path: string, parse: (bytes: Buffer) => JsonObject): ReadFile | undefined {
  try {
    const file = readBytes(path);
    if (!file) throw stale();
    return { bytes: file.bytes, document: parse(file.bytes) };
  } catch (error) {
    if (error instanceof PlinthError && error.kind === 'damaged') return undefined;
    throw error;
  }
}

/** The JSON object of a file's bytes. Throws `damaged` with the reason as a sentence. */
export function parseObject(bytes: Buffer): JsonObject {
  if (bytes.length === 0) throw damaged(message('fileEmpty'));
  if (isUtf16(bytes)) throw damaged(message('fileUtf16'));
  if (bytes.every((byte) => byte === 0)) throw damaged(message('fileOnlyNul'));
  if (!isUtf8(bytes)) throw damaged(message('fileNotUtf8At', { place: placeOfOtherByte(bytes) }));
  const text = bytes.toString('utf8', hasMark(bytes) ? 3 : 0);
  const value = parse(text);
  if (Array.isArray(value)) throw damaged(message('fileHoldsList'));
  if (!isJsonObject(value)) throw damaged(message('fileHoldsValue'));
  if (mayHoldProto(text) && holdsProto(value)) {
    throw damaged(message('fileHoldsProto'));
  }
  return value;
}

/** As `parseObject`; undefined for a damaged file. */
export function objectIn(bytes: Buffer): JsonObject | undefined {
  try {
    return parseObject(bytes);
  } catch (error) {
    if (error instanceof PlinthError && error.kind === 'damaged') return undefined;
    throw error;
  }
}

/** Whether a file can be written from what is read of it: no number and no repeated key would change. */
export function isReadWhole(bytes: Buffer): boolean {
  const document = objectIn(bytes);
  return document === undefined || keepsValues({ bytes, document });
}

/** The object of a file named after its id. Throws `damaged`. */
export function parseDocument(bytes: Buffer, id: string): JsonObject & { id: string } {
  const value = parseObject(bytes);
  if (hasId(value, id)) return value;
  if (value.id === undefined) throw damaged(message('fileWithoutId', { id }));
  throw damaged(message('fileWithOtherId', { id, other: JSON.stringify(value.id) }));
}

/**
 * A document as it is written: two spaces, LF, a final newline. `read`: files its values were read from, whose numbers
 * and repeated keys are kept as they are written there. Throws `tooLarge`.
 */
export function serialise(document: object, read: readonly ReadFile[] = []): Buffer {
  const bytes = Buffer.from(textOf(document, read));
  if (bytes.length > MAX_JSON_BYTES) {
    throw new PlinthError('tooLarge', message('documentTooLarge'));
  }
  return bytes;
}

function textOf(document: object, read: readonly ReadFile[]): string {
  try {
    return read.length > 0 ? textOfDocument(document, read) : printed(document);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw damaged(message('fileTooDeep'), error);
  }
}

function hasId(value: JsonObject, id: string): value is JsonObject & { id: string } {
  return value.id === id;
}

function parse(text: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (holdsMarkers(text)) throw damaged(message('fileHoldsConflict'), error);
    const found = placeOfError(text, messageOf(error));
    if (found === undefined) throw damaged(message('fileUnparsable'), error);
    const end = text.trimEnd().length;
    const at = Math.min(found, end);
    const key = at < end ? 'fileUnparsableAt' : 'fileTruncatedAt';
    throw damaged(message(key, { place: placeIn(text, at) }), error);
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');

/** Longer texts, in characters, are not parsed again and again. */
const MAX_SEARCHED = 1024 * 1024;

/** Where the parser stopped. Node 20 does not tell for an unexpected token: it ends the longest text without it. */
function placeOfError(text: string, detail: string): number | undefined {
  const position = /at position (\d+)/.exec(detail)?.[1];
  if (position !== undefined) return Number(position);
  if (/end of JSON/.test(detail)) return text.length;
  if (text.length > MAX_SEARCHED) return undefined;
  let [without, end] = [0, text.length];
  while (end - without > 1) {
    const middle = Math.floor((without + end) / 2);
    if (holdsToken(text.slice(0, middle))) end = middle;
    else without = middle;
  }
  return without;
}

function holdsToken(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    return /^Unexpected token/.test(messageOf(error));
  }
}

const placeIn = (text: string, at: number): string => {
  const before = text.slice(0, at).split('\n');
  return `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
};

/** The first byte that is not part of UTF-8 text. */
function placeOfOtherByte(bytes: Buffer): string {
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    const end = bytes.indexOf(0x0a, start);
    const part = bytes.subarray(start, end < 0 ? bytes.length : end);
    if (!isUtf8(part)) return `line ${line}, column ${part.toString('utf8').indexOf('\uFFFD') + 1}`;
    start += part.length + 1;
  }
  return `line ${line}`;
}

/** What git and others write between the two sides of a merge they could not make. */
const holdsMarkers = (text: string): boolean =>
  /^<{7}(?: |\r?$)/m.test(text) && /^>{7}(?: |\r?$)/m.test(text);

function hasMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

function isUtf16(bytes: Buffer): boolean {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  // Without a mark: JSON starts with an ASCII character, whose other half is NUL.
  return bytes.length > 1 && (first === 0) !== (second === 0);
}

/** JSON escapes can spell the key too, so any `\u` requires a full check. */
function mayHoldProto(text: string): boolean {
  return text.includes('__proto__') || text.includes('\\u');
}

function holdsProto(root: JsonValue): boolean {
  const waiting: JsonValue[] = [root];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    if (Object.hasOwn(value, '__proto__')) return true;
    for (const child of Object.values(value)) waiting.push(child);
  }
  return false;
}
