/**
 * Vite plugin: beside the build's text files, the same compressed, which the server sends to browsers that take it.
 * Scripts and styles that are there compressed lie as they are in `.plain`: packages omit it, and `.encoded/gzip`,
 * for the server can make both from Brotli. The build fails when the first screen needs more JavaScript than its
 * budget.
 */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

const TEXT = new Set(['.css', '.html', '.js', '.json', '.md', '.svg', '.txt']);

/** Shorter files fit into a packet or two as they are. */
const SMALLEST = 1024;

/** What every visit loads is compressed as far as it goes; for the rest that would save 7 % and take ten times as long. */
const QUALITY = { first: 11, other: 9 };

/** Bytes of JavaScript that the first screen may need over the wire. */
const BUDGET = 200_000;

const brotliBytes = promisify(brotliCompress);
const gzipBytes = promisify(gzip);

/** By the name in `Content-Encoding`. */
const ENCODERS = {
  br: (bytes: Buffer, quality: number): Promise<Buffer> =>
    brotliBytes(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  gzip: (bytes: Buffer): Promise<Buffer> => gzipBytes(bytes, { level: 9 }),
};

/** Writes a file below `.encoded/<encoding>/` in every encoding that makes it shorter; the answer is its bytes as Brotli. */
async function writeEncoded(folder: string, name: string, bytes: Buffer, quality: number): Promise<number> {
  let brotli = bytes.length;
  for (const [encoding, encode] of Object.entries(ENCODERS)) {
    const encoded = await encode(bytes, quality);
    if (encoded.length >= bytes.length) continue;
    if (encoding === 'br') brotli = encoded.length;
    const path = join(folder, '.encoded', encoding, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, encoded);
  }
  return brotli;
}

/** Moves a file to where packages do not take it from. */
async function setAside(folder: string, name: string): Promise<void> {
  const path = join(folder, '.plain', name);
  await mkdir(dirname(path), { recursive: true });
  await rename(join(folder, name), path);
}

/** Names of the chunks that are loaded before anything is drawn. */
function firstChunks(bundle: Rolldown.OutputBundle): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (name: string): void => {
    const file = bundle[name];
    if (file?.type !== 'chunk' || names.has(name)) return;
    names.add(name);
    for (const imported of file.imports) add(imported);
  };
  for (const file of Object.values(bundle)) if (file.type === 'chunk' && file.isEntry) add(file.fileName);
  return names;
}

export function encodedFiles(): Plugin {
  return {
    name: 'encoded-files',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const first = firstChunks(bundle);
      let total = 0;
      await Promise.all(
        Object.values(bundle).map(async (file) => {
          const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source);
          if (!TEXT.has(extname(file.fileName)) || bytes.length < SMALLEST) return;
          const isFirst = first.has(file.fileName);
          const quality = isFirst ? QUALITY.first : QUALITY.other;
          const brotli = await writeEncoded(dir, file.fileName, bytes, quality);
          if (isFirst) total += brotli;
          if (file.fileName.startsWith('assets/') && brotli < bytes.length)
            await setAside(dir, file.fileName);
        }),
      );
      if (total > BUDGET) {
        this.error(
          `The first screen needs ${total} bytes of JavaScript, more than ${BUDGET}. ` +
            'Load what is not drawn at first with import().',
        );
      }
    },
  };
}
