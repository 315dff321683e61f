import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('..'),
  test: {
    include: ['test/{api,server,house,main,renderer,cli}/**/*.test.{ts,tsx}'],
    alias: { electron: here('./electron-stub/electron.cjs') },
    testTimeout: 30_000,
    hookTimeout: 30_000,
    pool: 'forks',
  },
});
