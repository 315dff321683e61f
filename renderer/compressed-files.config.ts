/**
 * Vite plugin: the text files of the build compressed as well, which the server sends to browsers that take Brotli: all
 * over HTTPS and on the same machine. The build fails when the first screen needs more JavaScript than its budget.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

const TEXT = new Set(['.css', '.html', '.js', '.json', '.md', '.svg', '.txt']);

/** Shorter files fit into a packet or two as they are. */
const SMALLEST = 1024;

/** What every visit loads is compressed as far as it goes; for the rest that would save 7 % and take ten times as long. */
const QUALITY = { first: 11, other: 9 };

/** Bytes of JavaScript that the first screen may need over the wire. */
const BUDGET = 230_000;

const compressed = promisify(brotliCompress);

/** Names of the scripts that the English page loads before anything is drawn: its texts, and chunks with their imports. */
function firstScripts(bundle: Rolldown.OutputBundle): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (name: string): void => {
    if (names.has(name)) return;
    names.add(name);
    const file = bundle[name];
    if (file?.type === 'chunk') file.imports.forEach(add);
  };
  const page = bundle['index.html'];
  const html = page?.type === 'asset' ? String(page.source) : '';
  for (const [name] of html.matchAll(/(?<= src="\/admin\/)[^"]+\.js/g)) add(name);
  return names;
}

export function compressedFiles(): Plugin {
  return {
    name: 'compressed-files',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const first = firstScripts(bundle);
      let total = 0;
      await Promise.all(
        Object.values(bundle).map(async (file) => {
          const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source);
          if (!TEXT.has(extname(file.fileName)) || bytes.length < SMALLEST) return;
          const isFirst = first.has(file.fileName);
          const quality = isFirst || /\/texts-/.test(file.fileName) ? QUALITY.first : QUALITY.other;
          const brotli = await compressed(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
          if (isFirst) total += brotli.length;
          if (brotli.length >= bytes.length) return;
          const path = join(dir, '.brotli', file.fileName);
          await mkdir(dirname(path), { recursive: true });
          await writeFile(path, brotli);
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
