/** Vite plugin: beside the build's text files, the same compressed, which the server sends to browsers that take it. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = new Set(['.css', '.html', '.js', '.json', '.md', '.svg', '.txt']);

/** Shorter files fit into a packet or two as they are. */
const SMALLEST = 1024;

/** Quality 11 would save another 7 % and take ten times as long. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

const brotliBytes = promisify(brotliCompress);
const gzipBytes = promisify(gzip);

/** By the name in `Content-Encoding`. */
const ENCODERS: Readonly<Record<string, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => brotliBytes(bytes, BROTLI) as Promise<Buffer>,
  gzip: (bytes) => gzipBytes(bytes, { level: 9 }) as Promise<Buffer>,
};

/** Writes a file below `.encoded/<encoding>/` in every encoding that makes it shorter. */
async function writeEncoded(folder: string, name: string, bytes: Buffer): Promise<void> {
  for (const [encoding, encode] of Object.entries(ENCODERS)) {
    const encoded = await encode(bytes);
    if (encoded.length >= bytes.length) continue;
    const path = join(folder, '.encoded', encoding, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, encoded);
  }
}

export function encodedFiles(): Plugin {
  return {
    name: 'encoded-files',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      await Promise.all(
        Object.values(bundle).map(async (file) => {
          const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source);
          const wanted = TEXT.has(extname(file.fileName)) && bytes.length >= SMALLEST;
          if (wanted) await writeEncoded(dir, file.fileName, bytes);
        }),
      );
    },
  };
}
