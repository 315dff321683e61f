/** Every page, and pages of the documentation, in both themes against the rules of axe: WCAG 2.2 A and AA, and what axe itself thinks good. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { allProblems, allProblemsOver, colorProblems, problemsInBothThemes } from './axe.ts';
import { blog, shop } from './content.ts';
import { expect, follow, test } from './plinth.ts';

const damaged = {
  'blog/half-written.json': '{',
  'blog/post-00001 (1).json': { id: 'post-00001' },
};
test.use({ files: { ...blog(30), ...shop, ...damaged } });

const SCREENS = fileURLToPath(new URL('../../renderer/screens.ts', import.meta.url));

const PAGES: readonly [name: string, path: string, ready: string][] = [
  ['home', '', 'Read your content from your site'],
  ['object list', 'c/blog', 'Post number 29'],
  ['list with numbers', 'c/products', 'Lamp'],
  ['schemas', 'schemas', 'Things we sell.'],
  ['schema', 'schemas/product', 'Meta title'],
  ['schema builder', 'schemas/new', 'Schema name'],
  ['import and export', 'transfer', 'Export folder as a template'],
  ['API reference', 'api?op=blog.query', 'Objects that match'],
  ['trash', 'trash', 'The trash is empty'],
  ['damaged files', 'damaged', 'half-written'],
  ['conflicts', 'conflicts', 'post-00001 (1).json'],
  ['unknown page', 'nothing/here', 'Page not found'],
];

test('every page passes in light and dark', async ({ admin, site }) => {
  test.slow();
  const found: string[] = [];
  await admin.goto(`${site.url}/admin/account`);
  await expect(admin.getByRole('heading', { level: 1 })).toBeVisible();
  for (const [name, path, ready] of PAGES) {
    await follow(admin, `/admin/${path}`);
    await expect(admin.getByText(ready).first()).toBeVisible();
    for (const problem of await problemsInBothThemes(admin, allProblems)) found.push(`${name}: ${problem}`);
  }
  expect(found.join('\n\n')).toBe('');
});

test('dialogs, menus and messages pass in light and dark', async ({ admin, site }) => {
  test.slow();
  const found: string[] = [];
  const look = async (name: string) => {
    for (const problem of await problemsInBothThemes(admin, allProblemsOver))
      found.push(`${name}: ${problem}`);
  };
  await admin.goto(`${site.url}/admin/c/blog`);
  const grid = admin.getByRole('grid');
  await expect(grid.getByRole('link').first()).toBeVisible();
  await grid.getByRole('checkbox').nth(2).click();
  await expect(admin.getByRole('region', { name: 'Selected rows' })).toBeVisible();
  await look('selected rows');
  await grid.getByRole('row').nth(4).click({ button: 'right' });
  await expect(admin.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible();
  await look('row menu');
  await admin.getByRole('menuitem', { name: 'Move to trash' }).click();
  await expect(admin.getByRole('button', { name: 'Undo' })).toBeVisible();
  await look('undo');
  await admin.keyboard.press('Control+k');
  await expect(admin.getByRole('dialog')).toBeVisible();
  await look('command palette');
  await admin.keyboard.type('post number 2');
  await expect(admin.getByRole('dialog').getByText('Post number 29')).toBeVisible();
  await look('objects in the command palette');
  await admin.keyboard.press('Escape');
  await expect(admin.getByRole('dialog')).toHaveCount(0);
  await admin.getByRole('button', { name: 'Collection', exact: true }).click();
  await admin.getByRole('menuitem', { name: 'Collection settings…' }).click();
  await expect(admin.getByRole('dialog')).toBeVisible();
  await look('collection settings');
  expect(found.join('\n\n')).toBe('');
});

/** With `PAGES`, a page of every screen whose path has parameters; `oauth-grants` has the title of the row before it. */
const MORE = [
  'c/blog/post-00001',
  'c/blog/new',
  'search?q=post',
  'c/automations',
  'schemas/product/edit',
  'utils/oauth-grants',
  'change-sets/draft',
];

/** What is wrong with the page at 400 % zoom in forced colors: too wide, hidden by bars, states that cannot be seen. */
function problemsWhenSmall(): string[] {
  const found: string[] = [];
  const named = (element: Element) => `<${element.tagName.toLowerCase()} class="${element.className}">`;
  const main = document.querySelector('main') ?? document.body;
  const scrolls = (element: Element) => /auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX);
  if (Math.max(document.documentElement.scrollWidth, main.scrollWidth) > innerWidth + 1) {
    const wide = [...main.querySelectorAll('*')].find((element) => {
      if (element.getBoundingClientRect().right <= innerWidth + 1) return false;
      for (let up = element.parentElement; up && up !== main; up = up.parentElement)
        if (scrolls(up)) return false;
      return true;
    });
    found.push(`scrolls sideways by ${wide ? named(wide) : 'something'}`);
  }
  main.scrollTo(0, main.scrollHeight / 2);
  const bars = new Set<string>();
  let covered = 0;
  for (let y = 2; y < innerHeight; y += 4) {
    let bar = document.elementFromPoint(innerWidth / 2, y);
    while (bar && bar !== main && !/sticky|fixed/.test(getComputedStyle(bar).position))
      bar = bar.parentElement;
    if (bar === main) continue;
    covered += 4;
    if (bar) bars.add(named(bar));
  }
  if (covered > innerHeight / 2)
    found.push(`${covered} pixels of the height are bars: ${[...bars].join(' ')}`);
  const lines = (element: Element) => getComputedStyle(element).outlineStyle !== 'none';
  const chosen = '[aria-current]:not([aria-current="false"]), [aria-pressed="true"], [aria-selected="true"]';
  for (const element of document.querySelectorAll(chosen))
    if (element.checkVisibility() && !lines(element)) found.push(`is chosen unseen: ${named(element)}`);
  for (const track of document.querySelectorAll('input[role="switch"] + *'))
    if (getComputedStyle(track).borderTopWidth === '0px') found.push('a switch that cannot be seen');
  const input = main.querySelector<HTMLElement>(
    'input[type="text"]:enabled, input:not([type]):enabled, textarea',
  );
  input?.focus();
  if (input?.matches(':focus') && !lines(input)) found.push(`has the focus unseen: ${named(input)}`);
  return found;
}

test('every screen is usable at 400 % zoom and in forced colors', async ({ admin, site }) => {
  test.slow();
  // 1280 by 1024 pixels at 400 %.
  await admin.setViewportSize({ width: 320, height: 256 });
  await admin.emulateMedia({ forcedColors: 'active' });
  const found: string[] = [];
  // The page to authorize an app is shown with a request of one.
  const registered = [...(await readFile(SCREENS, 'utf8')).matchAll(/path: '\/?([^']*)'/g)]
    .map(([, path = '']) => path.replace(/\/:\w+\?$/, ''))
    .filter((path) => path !== '*' && !path.startsWith('oauth/consent'));
  expect(registered.length).toBeGreaterThan(25);
  const shows = (path: string, screen: string) =>
    new RegExp(`^${screen.replace(/:\w+/g, '[^/]+')}(?:\\?.*)?$`).test(path);
  const paths = [...PAGES.map(([, path]) => path), ...MORE];
  for (const screen of registered)
    if (!screen.includes(':') && !paths.some((path) => shows(path, screen))) paths.push(screen);
  await admin.goto(`${site.url}/admin/conflicts`);
  const conflict = await admin.locator('main a[href*="/conflicts/"]').first().getAttribute('href');
  paths.push(conflict?.replace('/admin/', '') ?? 'conflicts/none');
  for (const path of paths) {
    // It shows what waits as long as it is shown.
    if (path === 'components') await admin.goto(`${site.url}/admin/${path}`);
    else await follow(admin, `/admin/${path}`);
    await expect(admin.getByRole('heading', { level: 1 }).first(), path).toBeVisible();
    for (const problem of await admin.evaluate(problemsWhenSmall))
      found.push(`${path || 'home'}: ${problem}`);
  }
  expect(found.join('\n')).toBe('');
  const missing = registered.filter((screen) => !paths.some((path) => shows(path, screen)));
  expect(missing).toEqual([]);
});

test('the sign-in page passes in light and dark', async ({ page, site }) => {
  await page.goto(`${site.url}/admin/?link=expired`);
  await expect(page.getByText('This link no longer works')).toBeVisible();
  expect((await problemsInBothThemes(page)).join('\n\n')).toBe('');
});

/** One of each sort: text, a table of links, screenshots and code, wide tables, long lists. */
const DOCS = [
  'index',
  'first-five-minutes',
  'where-is-my-text',
  'field-types',
  'starter-magazine',
  'events',
  'limits',
];

test('pages of the documentation pass in light and dark, and fit a narrow window', async ({ page, site }) => {
  test.slow();
  const found: string[] = [];
  for (const name of DOCS) {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${site.url}/docs/${name}.html`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > 390) found.push(`${name}: is ${width} pixels wide in a window of 390`);
    await page.setViewportSize({ width: 1280, height: 800 });
    for (const problem of await allProblems(page)) found.push(`${name}: ${problem}`);
    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = await colorProblems(page, ['color-contrast', 'link-in-text-block']);
    for (const problem of dark) found.push(`${name} in dark: ${problem}`);
  }
  expect(found.join('\n\n')).toBe('');
});
