/** Every page in both themes against the rules of axe (WCAG 2.2 A and AA). */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { blog, shop } from './content.ts';
import { expect, type Page, test } from './plinth.ts';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const damaged = { 'blog/half-written.json': '{' };
test.use({ files: { ...blog(30), ...shop, ...damaged } });

/** What axe finds on the page, a line per kind of problem. */
async function problems(page: Page): Promise<string[]> {
  // Evaluated by the debugger, which the page's content security policy does not stop.
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
    const { violations } = await Reflect.get(window, 'axe').run(document, { runOnly: tags });
    return violations.map(
      (violation: { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }) =>
        `${violation.id}: ${violation.help}\n${violation.nodes
          .map((node) => `${node.html.slice(0, 200)} ${node.failureSummary?.slice(0, 300)}`)
          .slice(0, 4)
          .join('\n')}`,
    );
  });
}

const PAGES: readonly [name: string, path: string, ready: string][] = [
  ['start page', '', 'Read it from your site'],
  ['object list', 'c/blog', 'Post number 29'],
  ['list with numbers', 'c/products', 'Lamp'],
  ['schemas', 'schemas', 'Things we sell.'],
  ['schema', 'schemas/product', 'Meta title'],
  ['schema editor', 'schemas/new', 'Schema document'],
  ['trash', 'trash', 'The trash is empty'],
  ['damaged files', 'damaged', 'half-written'],
  ['unknown page', 'nothing/here', 'There is nothing here'],
];

for (const scheme of ['light', 'dark'] as const) {
  test(`every page passes in ${scheme}`, async ({ admin, site }) => {
    test.slow();
    await admin.emulateMedia({ colorScheme: scheme });
    const found: string[] = [];
    for (const [name, path, ready] of PAGES) {
      await admin.goto(`${site.url}/admin/${path}`);
      await expect(admin.getByText(ready).first()).toBeVisible();
      for (const problem of await problems(admin)) found.push(`${name}: ${problem}`);
    }
    expect(found.join('\n\n')).toBe('');
  });

  test(`dialogs, menus and messages pass in ${scheme}`, async ({ admin, site }) => {
    test.slow();
    await admin.emulateMedia({ colorScheme: scheme });
    const found: string[] = [];
    const look = async (name: string) => {
      for (const problem of await problems(admin)) found.push(`${name}: ${problem}`);
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
    await admin.getByRole('menuitem', { name: 'Move to the trash' }).click();
    await expect(admin.getByRole('button', { name: 'Undo' })).toBeVisible();
    await look('undo');
    await admin.keyboard.press('Control+k');
    await expect(admin.getByRole('dialog')).toBeVisible();
    await look('command palette');
    await admin.keyboard.press('Escape');
    await expect(admin.getByRole('dialog')).toHaveCount(0);
    await admin.getByRole('button', { name: 'Collection', exact: true }).click();
    await admin.getByRole('menuitem', { name: 'Collection settings…' }).click();
    await expect(admin.getByRole('dialog')).toBeVisible();
    await look('collection settings');
    expect(found.join('\n\n')).toBe('');
  });

  test(`the sign-in page passes in ${scheme}`, async ({ page, site }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto(`${site.url}/admin/?link=expired`);
    await expect(page.getByText('That link no longer works')).toBeVisible();
    expect((await problems(page)).join('\n\n')).toBe('');
  });
}
