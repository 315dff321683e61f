/**
 * HEIC to JPEG (spec/files.md#types), in the process where images are decoded: a photo takes some seconds. The
 * library only decodes: its own encoder is three times slower than sharp.
 */
import { createRequire } from 'node:module';
import { sharpNow } from './sharp.js';

type Convert = (input: { buffer: Buffer; format: 'JPEG'; quality: number }) => Promise<Uint8Array>;

const convert: Convert = (input) => createRequire(import.meta.url)('heic-convert')(input);

const QUALITY = 0.92;

/** Whether a HEIF file has its own rotation, in which case the decoder has applied it. */
function hasRotation(bytes: Buffer): boolean {
  const properties = bytes.indexOf('ipco', 0, 'latin1') - 4;
  if (properties < 0) return false;
  const end = Math.min(bytes.length, properties + bytes.readUInt32BE(properties));
  for (let at = properties + 8; at + 8 <= end; ) {
    if (['irot', 'imir'].includes(bytes.toString('latin1', at + 4, at + 8))) return true;
    const size = bytes.readUInt32BE(at);
    if (size < 8) return false;
    at += size;
  }
  return false;
}

/** EXIF as in JPEG. Rotated pixels need no orientation any more. */
function jpegExif(exif: Buffer, turned: boolean): Buffer {
  const copy = Buffer.from(exif);
  const start = copy.indexOf('Exif\0\0', 0, 'latin1') === 0 ? 6 : 0;
  const little = copy.toString('latin1', start, start + 2) === 'II';
  const word = (at: number) => (little ? copy.readUInt16LE(at) : copy.readUInt16BE(at));
  const directory = start + (little ? copy.readUInt32LE(start + 4) : copy.readUInt32BE(start + 4));
  const entries = word(directory);
  for (let n = 0; n < entries; n += 1) {
    const entry = directory + 2 + n * 12;
    if (!turned || word(entry) !== 0x0112) continue;
    if (little) copy.writeUInt16LE(1, entry + 8);
    else copy.writeUInt16BE(1, entry + 8);
  }
  return start === 6 ? copy : Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), copy]);
}

/** A JPEG with an EXIF block right after its beginning; as it is when the block is none, or too long for one. */
function withExif(jpeg: Buffer, exif: Buffer | undefined, turned: boolean): Buffer {
  if (!exif || exif.length > 65_000) return jpeg;
  let block: Buffer;
  try {
    block = jpegExif(exif, turned);
  } catch {
    return jpeg;
  }
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(block.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, block, jpeg.subarray(2)]);
}

/** A JPEG of the same image with its EXIF. Throws an `Error` with the decoder's reason. */
export async function heicToJpeg(bytes: Buffer): Promise<Buffer> {
  const { exif } = await sharpNow()(bytes).metadata();
  const jpeg = await convert({ buffer: bytes, format: 'JPEG', quality: QUALITY });
  return withExif(Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength), exif, hasRotation(bytes));
}
