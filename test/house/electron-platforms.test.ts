/** What Electron has on some systems only is used there and nowhere else. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlatforms } from './electron-platforms.ts';

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const config = path('main/tsconfig.json');
const hasTypes = existsSync(path('node_modules/electron/electron.d.ts'));

/** Listeners for what happens on some systems only; the others have nothing like it, or another way. */
const ALLOWED: Readonly<Record<string, string>> = {
  'history.ts: BrowserWindow.on(app-command)': 'the buttons of a mouse; macOS has gestures instead',
  'history.ts: BrowserWindow.on(swipe)': 'a gesture of macOS; the others have buttons',
  'main.ts: App.on(activate)': 'a click in the Dock; elsewhere a second start',
  'requests.ts: App.on(open-file)': 'macOS; elsewhere files are words of a second start',
  'requests.ts: App.on(open-url)': 'macOS; elsewhere links are words of a second start',
  'session-end.ts: BrowserWindow.on(query-session-end)': 'Windows; elsewhere `shutdown` and signals',
  'session-end.ts: BrowserWindow.on(session-end)': 'Windows; elsewhere `shutdown` and signals',
  'session-end.ts: PowerMonitor.on(shutdown)': 'Linux and macOS; Windows has `session-end`',
};

describe.skipIf(!hasTypes)("the desktop app uses Electron's members", () => {
  let platforms: ReturnType<typeof openPlatforms>;
  beforeAll(() => {
    platforms = openPlatforms(config);
  });
  afterAll(() => platforms.close());

  const idle = (changed?: Record<string, string>) =>
    platforms
      .limitedUses(changed)
      .filter((use) => use.idle.length > 0)
      .map(({ name }) => name);

  it('only on the systems that have them, or is known not to', { timeout: 60_000 }, () => {
    expect(idle().sort()).toEqual(Object.keys(ALLOWED).sort());
  });

  it('under a condition that lets no other system through', { timeout: 60_000 }, () => {
    const file = path('main/recent.ts');
    const text = readFileSync(file, 'utf8');
    const calls = (condition: string) =>
      text.replace("if (process.platform === 'win32') app.setJumpList", `${condition} app.setJumpList`);
    const use = 'recent.ts: App.setJumpList';
    for (const condition of ['', "if (process.platform !== 'linux')", 'if (recent.length > 0)'])
      expect(idle({ [file]: calls(condition) }), condition).toContain(use);
    for (const condition of [
      "if (recent.length > 0 && process.platform === 'win32')",
      "if (process.platform !== 'win32') return;",
    ])
      expect(idle({ [file]: calls(condition) }), condition).not.toContain(use);
  });
});

it.runIf(!hasTypes)(
  'Left out: the package electron is not installed, and with it the types of its members',
  () => {},
);
