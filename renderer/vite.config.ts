/** Build and development server of the admin. In development the API comes from `plinth serve` on its usual port. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { screenChunks } from './chunks.config.ts';
import { compressedFiles } from './compressed-files.config.ts';
import { texts } from './texts/plugin.config.ts';

const server = 'http://127.0.0.1:4180';
/** The server checks Host and Origin, so both have to name it. */
const toServer = { target: server, changeOrigin: true, headers: { origin: server } };

/** What pages of the admin ask the server for, and the one-time link, which the server turns into a session. */
const SERVED = [
  '^/admin/\\?token=',
  ...['/api', '/import', '/admin/session', '/healthz', '/imageworks', '/stream', '/download'],
  ...['/automations', '/docs', '/oauth', '/mcp', '/.well-known'],
];

export default defineConfig({
  base: '/admin/',
  plugins: [texts(), react(), compressedFiles()],
  // The build has read the messages: pages need no parser of them.
  resolve: {
    alias: { '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js' },
  },
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    // Fonts and icons stay files: the content security policy allows no data: fonts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
    // The packages in the bundle ask for their notices to go with it.
    license: { fileName: 'licences.md' },
    // What the first screen loads in any case is one file; screens and editors follow when they are opened. What is
    // left of the component library is a second file instead of one for each component that several screens share, and
    // what home, lists and forms need has a file for each set of these.
    rolldownOptions: {
      // Pages need the schemas of the contract for their types only: they are made by calls and spreads without effects.
      treeshake: { manualPureFunctions: ['wire'], propertyReadSideEffects: false },
      output: {
        codeSplitting: {
          groups: [
            { name: 'initial', tags: ['$initial'], priority: 40 },
            { name: 'components', test: /node_modules\/@mantine\/core\//, priority: 30 },
            ...screenChunks(),
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(SERVED.map((path) => [path, toServer])),
  },
});
