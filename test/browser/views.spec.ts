import process from 'node:process';
import { blog } from './content.ts';
import { expect, type Page, test } from './plinth.ts';

test.use({ files: blog(30) });

const grid = (page: Page) => page.getByRole('grid', { name: 'Blog' });
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name });
const viewsIn = (meta: Record<string, unknown>): Record<string, unknown>[] =>
  Array.isArray(meta.views) ? meta.views : [];
const shots = process.env.PLINTH_SHOTS;
const shot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png` });
};

test('keeps a view for all users: save, change, reset, update, default, rename, delete, undo', async ({
  admin,
  site,
}) => {
  // The list as it opens by itself is nothing to keep; another order is, also one remembered from before.
  const save = admin.getByRole('button', { name: 'Save as view…' });
  await admin.goto(`${site.url}/admin/c/blog`);
  await expect(grid(admin)).toHaveAttribute('aria-rowcount', '31');
  await expect(save).toHaveCount(0);
  await grid(admin).getByRole('button', { name: 'Title' }).click();
  await expect(save).toBeVisible();
  await admin.goto(`${site.url}/admin/c/blog?include=draft:true`);
  await expect(grid(admin)).toHaveAttribute('aria-rowcount', '11');
  await save.click();
  const dialog = admin.getByRole('dialog', { name: 'Save view' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter a name.')).toBeVisible();
  // Two tabs of one name could not be told apart.
  await dialog.getByLabel('Name').fill('all POSTS');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText(/is reserved for the unfiltered list/)).toBeVisible();
  await dialog.getByLabel('Name').fill('Drafts');
  await shot(admin, 'view-dialog');
  await admin.keyboard.press('Enter');
  await expect(tab(admin, 'Drafts')).toHaveAttribute('aria-current', 'page');
  await expect(admin).toHaveURL(/\?view=drafts$/);
  const stored = async () => (await site.read('blog/.meta.json')) ?? {};
  expect((await stored()).views).toEqual([
    { name: 'Drafts', include: 'draft:true', sort: 'title:asc', id: 'drafts' },
  ]);
  await expect(admin.getByTestId('list-request')).toContainText('include=draft:true&sort=title:asc:natural');

  // A change is marked, in the address, and can be taken back or kept.
  await admin.getByRole('searchbox').fill('number 3');
  await expect(tab(admin, 'Drafts')).toContainText('edited');
  await expect(admin).toHaveURL(/view=drafts&q=/);
  await shot(admin, 'view-edited');
  await admin.getByRole('button', { name: 'Reset' }).click();
  await expect(tab(admin, 'Drafts')).not.toContainText('edited');
  await expect(grid(admin)).toHaveAttribute('aria-rowcount', '11');
  await admin.getByRole('button', { name: 'Columns' }).click();
  await admin.getByRole('checkbox', { name: 'Draft' }).click();
  await admin.getByRole('button', { name: 'Move Draft left' }).click();
  await shot(admin, 'columns');
  await admin.keyboard.press('Escape');
  await admin.getByRole('button', { name: 'Update the view' }).click();
  await expect(tab(admin, 'Drafts')).not.toContainText('edited');
  const { columns } = viewsIn(await stored())[0] ?? {};
  expect(columns).toContain('draft');

  // The list opens with it; everything stays one step away.
  const menu = () => admin.getByRole('button', { name: /^View “/ });
  await menu().click();
  await shot(admin, 'view-menu');
  await admin.getByRole('menuitem', { name: 'Set as default view' }).click();
  await expect(tab(admin, 'Drafts').getByLabel('default')).toBeVisible();
  await admin.goto(`${site.url}/admin/c/blog`);
  await expect(tab(admin, 'Drafts')).toHaveAttribute('aria-current', 'page');
  await expect(grid(admin)).toHaveAttribute('aria-rowcount', '11');
  await tab(admin, 'All posts').focus();
  await admin.keyboard.press('Enter');
  await expect(grid(admin)).toHaveAttribute('aria-rowcount', '31');
  await tab(admin, 'Drafts').click();

  await menu().click();
  await admin.getByRole('menuitem', { name: 'Rename…' }).click();
  await admin.getByRole('dialog').getByLabel('Name').fill('To finish');
  await admin.keyboard.press('Enter');
  await expect(tab(admin, 'To finish')).toHaveAttribute('aria-current', 'page');
  const before = await stored();

  await menu().click();
  await admin.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(tab(admin, 'To finish')).toHaveCount(0);
  await expect(grid(admin)).toHaveAttribute('aria-rowcount', '31');
  await admin.getByRole('button', { name: 'Undo' }).click();
  await expect(tab(admin, 'To finish').getByLabel('default')).toBeVisible();
  expect(await stored()).toEqual({ ...before, views: [expect.objectContaining({ ...viewsIn(before)[0] })] });
});

test('shows a view of properties that are gone, and says so', async ({ admin, site }) => {
  const meta = (await site.read('blog/.meta.json')) ?? {};
  const long = 'A view with quite a long name that nobody would read to its end anyway';
  const views = [
    { id: 'lost', name: 'Lost', include: 'gone:true' },
    ...Array.from({ length: 8 }, (_, n) => ({ id: `v${n}`, name: `${long} ${n}` })),
  ];
  await site.write({ 'blog/.meta.json': { ...meta, views } });
  await admin.goto(`${site.url}/admin/c/blog?view=lost`);
  await expect(admin.getByText('This view uses properties that are not in the schema: gone.')).toBeVisible();
  await shot(admin, 'view-unknown');
  await admin.setViewportSize({ width: 400, height: 800 });
  await shot(admin, 'view-narrow');
  await tab(admin, `${long} 7`).click();
  await expect(grid(admin)).toHaveAttribute('aria-rowcount', '31');
  expect(await admin.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400);
});
