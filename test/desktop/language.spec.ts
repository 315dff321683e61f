/** The menus, dialogs and pages of the app itself speak the reader's language. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ElectronApplication, expect, test } from 'playwright/test';
import { closeApp, freshHome, type Home, launch, root, windowShowing } from './launch.ts';

let home: Home;
let app: ElectronApplication;
test.beforeEach(async () => {
  home = await freshHome();
});
test.afterEach(async () => {
  await closeApp(app);
  await home.remove();
});

/** What the menu says, all levels of it; names of folders and separators are left out. */
const menuLabels = (of: ElectronApplication) =>
  of.evaluate(({ Menu }) => {
    const labels = (menu: Electron.Menu | null | undefined): string[] =>
      (menu?.items ?? []).flatMap((item) => [
        ...(item.label && !item.id?.startsWith('recent-') ? [item.label] : []),
        ...(item.role && !item.label ? [`role ${item.role}`] : []),
        ...labels(item.submenu),
      ]);
    return labels(Menu.getApplicationMenu());
  });

async function folderNamed(name: string): Promise<string> {
  const folder = join(home.folder, name);
  await mkdir(folder, { recursive: true });
  return folder;
}

test('the app begins in the language of the system and follows the one that is chosen in the admin', async () => {
  app = await launch(home, ['--lang=de']);
  const welcome = await windowShowing(app, /^data:/);
  await expect(welcome.getByRole('heading', { name: 'Willkommen bei Plinth' })).toBeVisible();
  await expect(welcome.locator('html')).toHaveAttribute('lang', 'de');
  expect(await menuLabels(app)).toEqual(
    expect.arrayContaining(['&Datei', 'Neues Objekt', 'Rückgängig machen']),
  );
  await app.close();

  app = await launch(home, ['--data', await folderNamed('blog')]);
  const window = await windowShowing(app, /\/admin\//);
  await window.getByRole('button', { name: 'Appearance and language' }).click();
  expect(await menuLabels(app)).toContain('New Object');
  await window.getByRole('menuitem', { name: 'Deutsch' }).click();
  await expect.poll(() => menuLabels(app)).toContain('Neues Objekt');
  await app.close();

  // Another folder has no choice of its own yet.
  app = await launch(home, ['--data', await folderNamed('shop')]);
  const shop = await windowShowing(app, /\/admin\//);
  await expect(shop.locator('html')).toHaveAttribute('lang', 'de');
  expect(await menuLabels(app)).toContain('Ordner öffnen…');
});

test('no text of the app is left out of the catalogs', async () => {
  const pseudo = await readFile(join(root, 'dist/main/catalogs/en-XA.json')).catch(() => undefined);
  test.skip(
    pseudo === undefined,
    'the build has no pseudo-locale: PLINTH_PSEUDO_LOCALE=1 npm run build:node',
  );
  await mkdir(dirname(home.settings), { recursive: true });
  await writeFile(home.settings, JSON.stringify({ language: 'en-XA' }));
  app = await launch(home);
  const welcome = await windowShowing(app, /^data:/);
  const texts = await welcome.locator('main :is(h1, h2, p, strong, span)').allInnerTexts();
  const labels = await menuLabels(app);
  expect([texts.length > 8, labels.length > 40]).toEqual([true, true]);
  expect([...texts, ...labels].filter((text) => /[a-z]{2}/.test(text.replace(/⟦.*?⟧/gs, '')))).toEqual([]);
});
