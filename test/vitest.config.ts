import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './sequencer.ts';
import './tools/temporary.mjs';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('..'),
  test: {
    alias: { electron: here('./electron-stub/electron.cjs') },
    globalSetup: here('./vitest.build.ts'),
    // `npm test` runs the browser tests at the same time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    pool: 'forks',
    // Both cores are busy: collecting on more threads, and more often than needed, takes a tenth of the processor time.
    execArgv: ['--max-semi-space-size=64', '--min-semi-space-size=64', '--single-threaded-gc'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['test/{api,hostile,server,house,renderer,cli,sync,sites}/**/*.test.{ts,tsx}'],
          // No module keeps state, so that files can share the loaded ones; it halves the processor time.
          isolate: false,
        },
      },
      // The stand-in for Electron is one app, as Electron is: each file gets its own.
      { extends: true, test: { name: 'main', include: ['test/main/**/*.test.ts'] } },
    ],
  },
});
