/**
 * Build of the server: the programs and what they share, in a few files. Five hundred modules one by one would take
 * half of a start. Types are checked by `tsc -b`, which writes none of these files.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const PROGRAMS = [
  // Its own chunk, so that it is evaluated before what the programs import after it.
  'http/tick-object',
  'cli/plinth',
  'cli/launch',
  'cli/desktop-server',
  'automations/sandbox/child',
  'derivatives/image-child',
  'text-worker',
  'content/text-index/index-worker',
  'start',
];

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  build: {
    ssr: true,
    target: 'node20',
    outDir: '../dist/server',
    emptyOutDir: true,
    minify: false,
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      input: Object.fromEntries(PROGRAMS.map((name) => [name, `${name}.ts`])),
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
