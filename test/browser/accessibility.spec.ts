/** Every page, and pages of the documentation, in both themes against the rules of axe: WCAG 2.2 A and AA, and what axe itself thinks good. */
import { allProblems, allProblemsOver, problems, problemsInBothThemes } from './axe.ts';
import { blog, shop } from './content.ts';
import { expect, test } from './plinth.ts';

const damaged = {
  'blog/half-written.json': '{',
  'blog/post-00001 (1).json': { id: 'post-00001' },
};
test.use({ files: { ...blog(30), ...shop, ...damaged } });

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
  for (const [name, path, ready] of PAGES) {
    await admin.goto(`${site.url}/admin/${path}`);
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
    for (const problem of await problems(page)) found.push(`${name} in dark: ${problem}`);
  }
  expect(found.join('\n\n')).toBe('');
});
