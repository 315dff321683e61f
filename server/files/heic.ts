/** HEIC to JPEG (interface 4.4), off the main thread: the decoder is WebAssembly and takes a second for a photo. */
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { sharpNow } from './sharp.js';

/** A photo takes about two seconds; what takes so long will never end. */
const PATIENCE_MS = 60_000;

/** Of the decoder's JavaScript; pixels and WebAssembly lie outside it. */
const HEAP_MB = 128;

const QUALITY = 92;

const decoderPath = () => createRequire(import.meta.url).resolve('heic-decode');

// As text, so that it runs the same from the sources and from one packed file.
const DECODER = `
const { parentPort, workerData } = require('node:worker_threads');
require(workerData.decoder)({ buffer: workerData.bytes }).then(
  ({ width, height, data }) => parentPort.postMessage({ width, height, data }, [data.buffer]),
  (error) => parentPort.postMessage({ error: String(error && error.message) }),
);`;

interface Pixels {
  width: number;
  height: number;
  /** RGBA. */
  data: Uint8Array;
}

function decode(bytes: Buffer, decoder: string): Promise<Pixels> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(DECODER, {
      eval: true,
      workerData: { bytes, decoder },
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    const timer = setTimeout(() => {
      reject(new Error('The image took too long to decode'));
      void worker.terminate();
    }, PATIENCE_MS);
    worker.once('message', (answer: Pixels | { error: string }) => {
      if ('error' in answer) reject(new Error(answer.error));
      else resolve(answer);
      void worker.terminate();
    });
    worker.once('error', reject);
    worker.once('exit', () => {
      clearTimeout(timer);
      reject(new Error('The decoder ended early'));
    });
  });
}

/** Whether a HEIF file says itself how its pixels are to be turned, in which case the decoder has turned them. */
function turnsItself(bytes: Buffer): boolean {
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

/** EXIF as JPEG has it. Pixels that have been turned need no orientation any more. */
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

/**
 * A JPEG of the same picture with its EXIF. Throws an `Error` with the decoder's reason, or that it has died.
 * `decoder`: the file of the decoder's module.
 */
export async function heicToJpeg(bytes: Buffer, decoder = decoderPath()): Promise<Buffer> {
  const sharp = sharpNow();
  const { exif } = await sharp(bytes).metadata();
  const { width, height, data } = await decode(bytes, decoder);
  const pixels = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const jpeg = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: QUALITY, mozjpeg: false })
    .toBuffer();
  return withExif(jpeg, exif, turnsItself(bytes));
}
