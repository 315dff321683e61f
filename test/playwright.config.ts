/** Browser and desktop tests, against the built product. */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'playwright/test';
import { findChromium } from './tools/chromium.mjs';
import './tools/temporary.mjs';

const chromium = await findChromium();

export default defineConfig({
  testDir: fileURLToPath(new URL('.', import.meta.url)),
  testMatch: ['browser/**/*.spec.ts', 'desktop/**/*.spec.ts'],
  outputDir: fileURLToPath(new URL('../test-results', import.meta.url)),
  // Against tests that hang: those of many steps take forty seconds beside the unit tests.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // `npm test` runs the unit tests at the same time.
  workers: availableParallelism(),
  fullyParallel: false,
  forbidOnly: true,
  reporter: 'line',
  use: {
    browserName: 'chromium',
    // An action that hangs is named, before its whole test times out.
    actionTimeout: 60_000,
    launchOptions: chromium,
    viewport: { width: 1280, height: 800 },
    // Stills are easier to compare and to wait for.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-GB',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
  },
});
