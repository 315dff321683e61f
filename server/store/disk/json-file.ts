/** JSON files: what counts as a whole one, and how one is written. */
import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/values.js';
import { PlinthError } from '../../errors.js';
import type { Stamp } from '../types/stamp.js';
import { asStoreError, codeOf, damaged, isAbsent, isBusy } from './fs-errors.js';
import { stampOf, statOf } from './stamp.js';

/** Larger files are listed as damaged instead of read (spec/storage.md#damaged). */
export const MAX_JSON_BYTES = 20 * 1024 * 1024;

/** A link is not followed, and a named pipe does not make the process wait. Absent on Windows. */
const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Why a file is damaged that holds both sides of a merge. */
export const MERGE_CONFLICT = 'The file has an unresolved merge conflict';

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
    if (stats.size > MAX_JSON_BYTES) throw damaged('The file is larger than 20 MB');
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
    throw damaged(`The file cannot be read (${codeOf(error) ?? 'unknown error'})`, error);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** The stamp of a file that has these bytes; undefined where the file differs. Throws as `readBytes`. */
export function stampOfBytes(path: string, bytes: Buffer): Stamp | undefined {
  const file = readBytes(path);
  return file?.bytes.equals(bytes) ? file.stamp : undefined;
}

/** The JSON object of a file's bytes. Throws `damaged` with the reason as a sentence. */
export function parseObject(bytes: Buffer): JsonObject {
  if (bytes.length === 0) throw damaged('The file is empty');
  if (isUtf16(bytes)) throw damaged('The file is UTF-16 text; JSON files are UTF-8');
  if (bytes.every((byte) => byte === 0)) throw damaged('The file contains only NUL bytes');
  if (!isUtf8(bytes)) throw damaged('The file is not UTF-8 text');
  const text = bytes.toString('utf8', hasMark(bytes) ? 3 : 0);
  const value = parse(text);
  if (Array.isArray(value)) throw damaged('The file contains a list instead of an object');
  if (!isJsonObject(value)) throw damaged('The file contains a single value instead of an object');
  if (mayHoldProto(text) && holdsProto(value)) {
    throw damaged('The file has the key "__proto__", which is not allowed');
  }
  return value;
}

/** The object of a file named after its id. Throws `damaged`. */
export function parseDocument(bytes: Buffer, id: string): JsonObject & { id: string } {
  const value = parseObject(bytes);
  if (hasId(value, id)) return value;
  if (value.id === undefined) throw damaged(`The file has no id; its name requires "${id}"`);
  throw damaged(`The file is named "${id}.json" but its id is ${JSON.stringify(value.id)}`);
}

/** A document as it is written: two spaces, LF, a final newline. Throws `tooLarge`. */
export function serialise(document: object): Buffer {
  const bytes = Buffer.from(`${JSON.stringify(document, null, 2)}\n`);
  if (bytes.length > MAX_JSON_BYTES) {
    throw new PlinthError('tooLarge', 'The document is larger than 20 MB');
  }
  return bytes;
}

function hasId(value: JsonObject, id: string): value is JsonObject & { id: string } {
  return value.id === id;
}

function parse(text: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (holdsMarkers(text)) throw damaged(MERGE_CONFLICT, error);
    const detail = error instanceof Error ? error.message : '';
    const truncated = /end of JSON|Unterminated|Expected .* after/.test(detail);
    throw damaged(truncated ? 'The file is truncated' : 'The file is not JSON', error);
  }
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
