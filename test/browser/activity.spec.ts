/** The activity of the folder, undoing transactions, and what others changed since the last visit. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { problemsInBothThemes } from './axe.ts';
import { change } from './change.ts';
import { blog, postId } from './content.ts';
import { expect, failUntilClick, type Page, test } from './plinth.ts';

test.use({ files: blog(4) });

const groups = (page: Page) => page.getByRole('main').locator('ol > li:has(> ul)');
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Undo these changes?' });
const postPath = (n: number) => `/collections/blog/${postId(n)}`;

async function open(page: Page, url: string, query = '') {
  await page.goto(`${url}/admin/activity${query}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible();
}

const batch = (page: Page, url: string) =>
  change(page, url, 'POST', '/batch', {
    operations: [
      { operation: 'create', collection: 'blog', id: 'fresh', data: { id: 'fresh', title: 'Fresh' } },
      { operation: 'patch', collection: 'blog', id: postId(0), data: { title: 'Batched', author: 'Batch' } },
      { operation: 'delete', collection: 'blog', id: postId(1) },
    ],
  });

test('shows changes that were made together as one, as they happen, and undoes them after a look', async ({
  admin,
  site,
}) => {
  await open(admin, site.url);
  await expect(admin.getByText('No changes yet')).toBeVisible();
  await batch(admin, site.url);
  await expect(groups(admin)).toHaveCount(1);
  await expect(groups(admin).first()).toContainText('3 changes');
  await expect(groups(admin).first()).toContainText('Deleted');
  await change(admin, site.url, 'PATCH', postPath(0), { author: 'Later' });
  await expect(groups(admin)).toHaveCount(2);

  await groups(admin).nth(1).getByRole('button', { name: 'Undo' }).click();
  await expect(dialog(admin).getByRole('listitem').filter({ hasText: 'fresh' })).toContainText(
    'to the trash',
  );
  const clash = dialog(admin)
    .getByRole('listitem')
    .filter({ hasText: postId(0) });
  await expect(clash).toContainText('Changed again since: author');
  // Nothing is undone before it is confirmed, and Enter cancels.
  await admin.keyboard.press('Enter');
  await expect(dialog(admin)).toHaveCount(0);
  expect(await site.read('blog/fresh.json')).toMatchObject({ title: 'Fresh' });

  await groups(admin).nth(1).getByRole('button', { name: 'Undo' }).click();
  await dialog(admin).getByRole('button', { name: 'Undo 2 changes' }).click();
  await expect(dialog(admin)).toContainText('Changes undone');
  await expect(dialog(admin)).toContainText('Left as it is');
  expect(await site.read('blog/fresh.json')).toBeUndefined();
  expect(await site.read(`blog/${postId(1)}.json`)).toMatchObject({ title: 'Post number 1' });
  expect(await site.read(`blog/${postId(0)}.json`)).toMatchObject({ title: 'Batched', author: 'Later' });

  await dialog(admin).getByRole('button', { name: 'Redo' }).click();
  await expect(admin.getByText('Undone: 2 objects.')).toBeVisible();
  expect(await site.read('blog/fresh.json')).toMatchObject({ title: 'Fresh' });
  expect(await site.read(`blog/${postId(1)}.json`)).toBeUndefined();
});

test('is narrowed by collection, actor and time, in an address that can be kept', async ({ admin, site }) => {
  await change(admin, site.url, 'PATCH', postPath(0), { title: 'Mine' });
  await change(admin, site.url, 'PATCH', postPath(2), { title: 'Mine as well' });
  await site.write({ [`blog/${postId(2)}.json`]: { id: postId(2), title: 'Written by hand' } });
  await open(admin, site.url);
  await expect(groups(admin)).toHaveCount(3);
  await admin.getByRole('combobox', { name: 'By' }).click();
  await admin.getByRole('option', { name: 'Outside Plinth' }).click();
  await expect(groups(admin)).toHaveCount(1);
  await expect(groups(admin).first()).toContainText('Written by hand');
  await expect(admin).toHaveURL(/actor=external/);
  await admin.reload();
  await expect(groups(admin)).toHaveCount(1);
  await admin.getByRole('combobox', { name: 'Time' }).click();
  await admin.getByRole('option', { name: 'Last 24 hours' }).click();
  await expect(groups(admin)).toHaveCount(1);
  await open(admin, site.url, '?collection=automations');
  await expect(admin.getByText('No changes match')).toBeVisible();
  await admin.getByRole('button', { name: 'Clear filters' }).click();
  await expect(groups(admin)).toHaveCount(3);
  // A change leads to the history of its object.
  await admin.getByRole('link', { name: 'Mine' }).click();
  await expect(admin.getByRole('dialog', { name: 'History of Mine' })).toContainText('Title');
});

test('is read page by page', async ({ admin, site }) => {
  for (let n = 0; n < 70; n += 1)
    await change(admin, site.url, 'PATCH', postPath(0), { title: `Title ${n}` });
  await open(admin, site.url);
  await expect(groups(admin)).toHaveCount(60);
  await admin.getByRole('button', { name: 'Show older changes' }).click();
  await expect(groups(admin)).toHaveCount(70);
  await expect(admin.getByRole('button', { name: 'Show older changes' })).toHaveCount(0);
});

test('says what is wrong where it cannot be read or undone', async ({ admin, site }) => {
  await change(admin, site.url, 'PATCH', postPath(0), { title: 'Mine' });
  const click = await failUntilClick(admin, '**/api/activity?*');
  await open(admin, site.url);
  await expect(admin.getByRole('main')).toContainText('Could not reach Plinth');
  await click(admin.getByRole('button', { name: 'Try again' }));
  await expect(groups(admin)).toHaveCount(1);
  await admin.route('**/undo', (route) =>
    route.fulfill({ status: 403, json: { error: { message: 'Access denied' } } }),
  );
  await groups(admin).first().getByRole('button', { name: 'Undo' }).click();
  await dialog(admin).getByRole('button', { name: 'Undo 1 change' }).click();
  await expect(dialog(admin)).toContainText('Access denied');
  expect(await site.read(`blog/${postId(0)}.json`)).toMatchObject({ title: 'Mine' });
});

test('is accessible in both themes, with its dialog', async ({ admin, site }) => {
  await batch(admin, site.url);
  await open(admin, site.url);
  await expect(groups(admin)).toHaveCount(1);
  expect(await problemsInBothThemes(admin)).toEqual([]);
  await groups(admin).first().getByRole('button', { name: 'Undo' }).click();
  await expect(dialog(admin).getByRole('button', { name: 'Undo 3 changes' })).toBeVisible();
  expect(await problemsInBothThemes(admin)).toEqual([]);
});

test('home shows what others changed since the last visit, until it is marked as seen', async ({
  home,
  site,
}) => {
  const since = home.getByRole('region', { name: 'Changed by others' });
  // There was no last visit to speak of.
  await expect(home.getByRole('heading', { name: 'Read your content from your site' })).toBeVisible();
  await expect(home.getByText(/since your last visit/)).toHaveCount(0);
  await change(home, site.url, 'PATCH', postPath(0), { title: 'Changed by me' });
  for (const n of [2, 3]) await change(home, site.url, 'PATCH', postPath(n), { author: 'Me' });
  await site.write({ [`blog/${postId(2)}.json`]: { id: postId(2), title: 'Written by hand' } });
  await expect(since.getByRole('link', { name: 'Written by hand' })).toBeVisible();
  await expect(since).not.toContainText('Changed by me');
  await since.getByRole('link', { name: 'Written by hand' }).click();
  await expect(home.getByRole('dialog', { name: 'History of Written by hand' })).toBeVisible();

  await home.goto(`${site.url}/admin/`);
  await since.getByRole('button', { name: 'Mark as seen' }).click();
  await expect(since).toHaveCount(0);
  await home.reload();
  await expect(since).toHaveCount(0);
  await rm(join(site.data, `blog/${postId(3)}.json`));
  await expect(since.getByRole('link', { name: postId(3) })).toBeVisible();
});

test('settings show the room that the history takes', async ({ admin, site }) => {
  await change(admin, site.url, 'PATCH', postPath(0), { title: 'Mine' });
  await admin.goto(`${site.url}/admin/settings`);
  const room = admin.getByRole('region', { name: 'Room taken by the history' });
  await expect(room).toContainText(/\d+(?:\.\d)? (?:B|KB) of 2 GB, \d+ versions/);
  await admin.route('**/api/history', (route) => route.abort());
  await admin.reload();
  await expect(admin.getByText('Could not read how much room the history takes.')).toBeVisible();
});
