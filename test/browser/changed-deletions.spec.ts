/** What has changed since it was shown is deleted, or its files changed, only after a question that says so. */
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { blog } from './content.ts';
import { expect, type Page, type Site, test } from './plinth.ts';

const SCHEMA = {
  id: 'paper',
  description: 'Papers.',
  properties: {
    id: { field: 'id' },
    title: { type: 'string', field: 'text', label: 'Title' },
    box: { type: 'array', field: 'depot', label: 'Downloads' },
  },
  required: ['id'],
  index: ['id', 'title'],
};

test.use({
  files: {
    ...blog(3),
    '.schemas/paper.json': SCHEMA,
    '.schemas/spare.json': { ...SCHEMA, id: 'spare' },
    'papers/.meta.json': { id: 'papers', schema: 'paper', name: 'Papers' },
    'papers/one.json': { id: 'one', title: 'One', box: { files: [{ name: 'a.txt', mime: 'text/plain' }] } },
    'papers/one/box/a.txt': 'A',
  },
});

const shots = process.env.PLINTH_SHOTS;
const shot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png` });
};

/** A page that hears of no change, as in a computer that slept. */
async function deaf(admin: Page) {
  await admin.route('**/api/events*', (route) => route.abort());
}

/** Puts a changed file in a file's place, as an editor does. */
async function change(site: Site, path: string, values: Record<string, unknown>) {
  const beside = join(site.data, `${path}.new`);
  await writeFile(beside, JSON.stringify({ ...(await site.read(path)), ...values }));
  await rename(beside, join(site.data, path));
}

const question = (admin: Page, name: string) => admin.getByRole('dialog', { name });
const answer = (admin: Page, name: string, button: string) =>
  question(admin, name).getByRole('button', { name: button }).click();

test('an object of a list, with what has changed in it', async ({ admin, site }) => {
  await deaf(admin);
  await admin.goto(`${site.url}/admin/c/blog`);
  await expect(admin.getByRole('grid')).toBeVisible();
  await change(site, 'blog/post-00002.json', { title: 'Another title', author: 'Somebody' });
  const asked = 'Delete “Post number 2” anyway?';
  await admin.keyboard.press('Delete');
  await expect(question(admin, asked)).toContainText('“title”, “author”');
  await shot(admin, 'changed-deletion');
  await answer(admin, asked, 'Cancel');
  expect(await site.read('blog/post-00002.json')).toMatchObject({ title: 'Another title' });
  // The list shows it by now, so that the next deletion is of what was seen.
  await expect(admin.getByRole('row', { name: 'Another title' })).toBeVisible();
  await admin.keyboard.press('Delete');
  await expect(admin.getByText('“Another title” moved to the trash.')).toBeVisible();
  expect(await site.read('blog/post-00002.json')).toBeUndefined();
});

test('many objects: what has not changed goes, the others only after the question', async ({
  admin,
  site,
}) => {
  await deaf(admin);
  await admin.goto(`${site.url}/admin/c/blog`);
  await admin.getByRole('checkbox', { name: 'Select all' }).check();
  await change(site, 'blog/post-00001.json', { title: 'Another title' });
  await admin
    .getByRole('region', { name: 'Selected rows' })
    .getByRole('button', { name: 'Move to trash' })
    .click();
  const asked = 'Delete 1 post anyway?';
  await expect(question(admin, asked)).toContainText('“post-00001”');
  await answer(admin, asked, 'Cancel');
  await expect(admin.getByText('2 posts moved to the trash.')).toBeVisible();
  expect(await site.read('blog/post-00001.json')).toMatchObject({ title: 'Another title' });
  expect(await site.read('blog/post-00000.json')).toBeUndefined();
});

test('the object of a form', async ({ admin, site }) => {
  await deaf(admin);
  await admin.goto(`${site.url}/admin/c/papers/one`);
  await expect(admin.locator('#field-title')).toHaveValue('One');
  await change(site, 'papers/one.json', { title: 'Another' });
  await admin.getByRole('button', { name: 'More actions' }).click();
  await admin.getByRole('menuitem', { name: 'Move to trash' }).click();
  const asked = 'Delete “One” anyway?';
  await expect(question(admin, asked)).toContainText('“title”');
  await answer(admin, asked, 'Delete');
  await expect(admin.getByText('“One” moved to the trash.')).toBeVisible();
  expect(await site.read('papers/one.json')).toBeUndefined();
});

test('a collection whose settings have changed', async ({ admin, site }) => {
  await deaf(admin);
  await admin.goto(`${site.url}/admin/c/blog`);
  await admin.getByRole('button', { name: 'Collection', exact: true }).click();
  await admin.getByRole('menuitem', { name: 'Delete collection…' }).click();
  await change(site, 'blog/.meta.json', { description: 'Still needed' });
  await answer(admin, 'Delete “Blog”?', 'Delete');
  const asked = 'Delete “Blog” anyway?';
  await expect(question(admin, asked)).toContainText('“description”');
  await answer(admin, asked, 'Cancel');
  await expect(admin).toHaveURL(/\/c\/blog$/);
  expect(await site.read('blog/.meta.json')).toMatchObject({ description: 'Still needed' });
});

test('a schema', async ({ admin, site }) => {
  await deaf(admin);
  await admin.goto(`${site.url}/admin/schemas/spare`);
  await admin.getByRole('button', { name: 'More actions' }).click();
  await admin.getByRole('menuitem', { name: 'Delete schema…' }).click();
  await change(site, '.schemas/spare.json', { description: 'Still needed' });
  await answer(admin, 'Delete the schema “Spare”?', 'Delete');
  const asked = 'Delete “Spare” anyway?';
  await expect(question(admin, asked)).toContainText('“description”');
  await answer(admin, asked, 'Delete');
  await expect(admin).toHaveURL(/\/schemas$/);
  expect(await site.read('.schemas/spare.json')).toBeUndefined();
});

test('files others have changed stay until they were seen; those of other changes are changed', async ({
  admin,
  site,
}) => {
  await deaf(admin);
  await admin.goto(`${site.url}/admin/c/papers/one`);
  const box = admin.locator('[data-property="box"]');
  const remove = async () => {
    await box.getByRole('button', { name: 'Actions for a.txt' }).click();
    await admin.getByRole('menuitem', { name: 'Move to trash' }).click();
  };
  await expect(box.getByRole('button', { name: 'Actions for a.txt' })).toBeVisible();
  await change(site, 'papers/one.json', {
    box: { files: [{ name: 'a.txt', mime: 'text/plain', comments: 'Keep this' }] },
  });
  await remove();
  await expect(admin.getByText('These files were changed elsewhere.')).toBeVisible();
  await shot(admin, 'changed-files');
  expect((await site.read('papers/one.json'))?.box).toMatchObject({ files: [{ comments: 'Keep this' }] });

  await change(site, 'papers/one.json', { title: 'Another' });
  await remove();
  await expect(box.getByRole('button', { name: 'Actions for a.txt' })).toHaveCount(0);
  expect(await site.read('papers/one.json')).toMatchObject({ title: 'Another' });
});
