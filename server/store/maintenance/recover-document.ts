/** What is left of a damaged object file. */
import { PlinthError } from '../../errors.js';
import { objectIn, readBytes } from '../disk/json-file.js';
import type { Layout } from '../disk/layout.js';
import type { RecoveredDocument } from '../types/maintenance.js';
import { markedVersions } from './merge-markers.js';

/** The bytes of UTF-16 text as UTF-8; undefined for anything else. */
function asUtf8(bytes: Buffer): Buffer | undefined {
  const [first, second] = bytes;
  const littleEndian = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0);
  const bigEndian = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0);
  if (!littleEndian && !bigEndian) return undefined;
  try {
    const decoder = new TextDecoder(littleEndian ? 'utf-16le' : 'utf-16be', { fatal: true });
    return Buffer.from(decoder.decode(bytes));
  } catch {
    return undefined;
  }
}

/** Looks at the bytes of a damaged file again. Throws `busy`. */
export function recoverDocument(layout: Layout, collection: string, id: string): RecoveredDocument {
  const path = layout.object(collection, id);
  if (layout.linkOn(path)) return { state: 'left' };
  let bytes: Buffer | undefined;
  try {
    bytes = readBytes(path)?.bytes;
  } catch (error) {
    if (error instanceof PlinthError && error.kind === 'damaged') return { state: 'left' };
    throw error;
  }
  if (bytes === undefined) return { state: 'left' };
  const text = asUtf8(bytes) ?? bytes;
  const parsed = objectIn(text);
  if (parsed === undefined) {
    const versions = markedVersions(text);
    const both = versions?.mine.id === id && versions.theirs.id === id;
    return both ? { state: 'markers', versions } : { state: 'left' };
  }
  // Its id is correct and the encoding readable: the problem is another one, or none any more.
  if (parsed.id === id && text === bytes) return { state: 'left' };
  return { state: 'readable', document: { ...parsed, id }, bytes: text };
}
