/** Import of content of other systems on its screen: a dropped zip, its mapping, a trial, the import, its undo. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ZipFile } from 'yazl';
import { problemsInBothThemes } from './axe.ts';
import { expect, type Page, test } from './plinth.ts';
import { boats } from './transfer-content.ts';

test.use({ files: boats(3) });

const fixtures = fileURLToPath(new URL('../fixtures/imports', import.meta.url));

async function zipped(folder: string): Promise<Buffer> {
  const zip = new ZipFile();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) zip.addFile(path, path.slice(folder.length + 1));
  }
  zip.end();
  const parts: Buffer[] = [];
  for await (const part of zip.outputStream) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a folder of Markdown is mapped, tried, imported and taken back', async ({ admin, site }) => {
  await admin.goto(`${site.url}/admin/transfer`);
  await admin.getByRole('link', { name: 'Import from another system…' }).click();
  await expect(admin.getByLabel('Address of the former site')).toBeVisible();
  await choose(admin, 'kitchen.zip', await zipped(join(fixtures, 'jekyll')));
  await expect(admin.getByText('kitchen.zip: 4 items')).toBeVisible();
  const posts = admin.getByRole('region', { name: 'posts', exact: true });
  await expect(posts.getByText('/assets/loaf.jpg', { exact: true })).toBeVisible();
  await expect(posts.getByLabel('What becomes of “image”')).toHaveValue('image');
  expect(await problemsInBothThemes(admin)).toEqual([]);

  await posts.getByLabel('What becomes of “excerpt”').selectOption('Rich text');
  await expect(posts.getByRole('combobox', { name: 'Collection' })).toHaveValue('New collection…');
  await posts.getByLabel('ID of the new collection').fill('entries');
  await admin.getByRole('checkbox', { name: 'Import “recipes”' }).uncheck();
  await button(admin, 'Try without writing').click();
  await expect(admin.getByRole('status', { name: 'Trial: nothing was written' })).toContainText(
    '3 to create',
  );

  await button(admin, 'Import').click();
  const done = admin.getByRole('status', { name: 'Import complete' });
  await expect(done).toContainText('3 created');
  await expect(done).toContainText('2 files');
  await admin.getByRole('button', { name: 'Items', exact: true }).click();
  await expect(admin.getByRole('link', { name: 'entries/sourdough-at-night' })).toBeVisible();
  expect(await problemsInBothThemes(admin)).toEqual([]);
  expect(await site.read('entries/sourdough-at-night.json')).toMatchObject({ excerpt: '<p>Slow dough.</p>' });

  await button(admin, 'Undo import').click();
  await expect(admin.getByText(/^Undone: \d+ objects\.$/)).toBeVisible();
  await expect(button(admin, 'Choose a file…')).toBeVisible();
});

test('a file that cannot be imported and a mapping that does not fit are explained', async ({
  admin,
  site,
}) => {
  await admin.goto(`${site.url}/admin/import`);
  await expect(admin.getByLabel('Address of the former site')).toBeVisible();
  await choose(admin, 'export.xml', Buffer.from('<rss><channel>'));
  await expect(admin.getByRole('alert')).toContainText('the export is incomplete');
  await choose(admin, 'prices.csv', Buffer.from('name,price\nNet,3\nRope,4\n'));
  const prices = admin.getByRole('region', { name: 'prices', exact: true });
  await expect(prices.getByLabel('What becomes of “price”')).toHaveValue('number');
  await prices.getByLabel('ID of the new collection').fill('Not an ID');
  await button(admin, 'Import').click();
  await expect(admin.getByRole('alert')).toContainText('groups.0.collection');
  await prices.getByLabel('ID of the new collection').fill('boats');
  await expect(prices.getByText('There is a collection with this ID.')).toBeVisible();
  await expect(button(admin, 'Import')).toBeDisabled();
  await expect(button(admin, 'Try without writing')).toBeDisabled();

  // A collection that is there: its properties, with those of the same name chosen.
  const collection = prices.getByRole('combobox', { name: 'Collection' });
  const option = (name: string) => admin.getByRole('option', { name, exact: true });
  await collection.click();
  await option('Boats (boats)').click();
  await expect(prices.getByLabel('ID of the new collection')).toBeHidden();
  await expect(button(admin, 'Import')).toBeEnabled();
  await expect(prices.getByLabel('What becomes of “name”')).toHaveValue('name');
  await expect(prices.getByLabel('What becomes of “price”')).toHaveValue('');
  await collection.click();
  await option('New collection…').click();
  await expect(prices.getByLabel('What becomes of “price”')).toHaveValue('number');
});
