/** The history of an object: its versions, their differences, restoring. */
import { change } from './change.ts';
import { formOf, shortWalks, walk } from './editor-content.ts';
import { expect, type Page, test } from './plinth.ts';

test.use({
  files: shortWalks(['textarea', 'styledtext', 'price', 'toggle', 'list', 'json', 'secret', 'venue']),
});

const WALK = '/collections/walks/river-walk';
const panel = (page: Page) => page.getByRole('dialog', { name: 'History of River' });
const versions = (page: Page) =>
  panel(page).getByRole('navigation', { name: 'Versions' }).getByRole('listitem');
const field = (page: Page, label: string) => panel(page).getByRole('region', { name: label, exact: true });

async function open(page: Page, url: string) {
  await page.goto(`${url}/admin${'/c/walks/river-walk'}`);
  await page.getByRole('button', { name: 'History' }).click();
  await expect(versions(page).first()).toBeVisible();
}

test('lists who changed which fields, and shows what changed by kinds of fields', async ({ admin, site }) => {
  await change(admin, site.url, 'PATCH', WALK, {
    textarea: 'Along the quiet water.',
    styledtext: '<p>Bring <em>warm</em> boots.</p><h2>Food</h2><p>There is none.</p><script>x()</script>',
    toggle: false,
    list: ['river', 'long'],
    price: 15,
    json: { hero: 'tall' },
    secret: 'tok_9999',
  });
  await site.write({
    'walks/river-walk.json': { ...walk, title: 'River walk', textarea: 'By another app.' },
  });
  await open(admin, site.url);
  await expect(versions(admin)).toHaveCount(3);
  await expect(versions(admin).nth(0)).toContainText('Outside Plinth');
  await expect(versions(admin).nth(0)).toContainText('Current');
  await expect(versions(admin).nth(1)).toContainText('You');
  await expect(versions(admin).nth(1)).toContainText('Summary, Body, Fee, 4 more');
  await expect(versions(admin).nth(2)).toContainText('First version found');

  await versions(admin).nth(1).getByRole('button').click();
  await panel(admin).getByText('Version before').click();
  await expect(field(admin, 'Summary').locator('ins')).toHaveText('quiet ');
  await expect(field(admin, 'Body').locator('del').first()).toHaveText('boots');
  await expect(field(admin, 'Body').locator('em')).toHaveText('warm');
  await expect(field(admin, 'Body')).toContainText('There is none.');
  await expect(field(admin, 'Fee')).toContainText(/12\.50.*15/);
  await expect(field(admin, 'Open').locator('ins')).toHaveText('No');
  await expect(field(admin, 'Tags').locator('del')).toHaveText('easy');
  await expect(field(admin, 'Tags').locator('ins')).toHaveText('long');
  await expect(field(admin, 'Data').locator('ins')).toContainText('"tall"');
  await expect(field(admin, 'Token')).toContainText('The value is not shown.');
  await expect(panel(admin)).not.toContainText('tok_9999');
  await expect(admin.locator('script', { hasText: 'x()' })).toHaveCount(0);

  await versions(admin).nth(2).getByRole('button').click();
  await expect(panel(admin)).toContainText('There is no version before it.');
  await expect(field(admin, 'Summary')).toContainText('Along the water.');
});

test('restores one field, keeps what is not saved in others, and can be undone', async ({ admin, site }) => {
  await change(admin, site.url, 'PATCH', WALK, { textarea: 'Second summary', venue: 'Pier' });
  await admin.goto(site.url + formOf('river-walk'));
  await admin.getByRole('textbox', { name: 'Venue' }).fill('Typed, not saved');
  await admin.keyboard.press('Alt+h');
  await versions(admin).nth(1).getByRole('button').click();
  await panel(admin).getByRole('button', { name: 'Restore Summary' }).click();
  await expect(admin.getByText('“Summary” restored.')).toBeVisible();
  expect(await site.read('walks/river-walk.json')).toMatchObject({
    textarea: 'Along the water.',
    venue: 'Pier',
  });
  await expect(versions(admin)).toHaveCount(3);
  await admin.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
  await expect(admin.getByText('Undone.')).toBeVisible();
  expect(await site.read('walks/river-walk.json')).toMatchObject({ textarea: 'Second summary' });
  await admin.keyboard.press('Escape');
  await expect(panel(admin)).toHaveCount(0);
  await expect(admin.getByRole('textbox', { name: 'Summary' })).toHaveValue('Second summary');
  await expect(admin.getByRole('textbox', { name: 'Venue' })).toHaveValue('Typed, not saved');
});

test('restores a whole version over unsaved changes only after a question', async ({ admin, site }) => {
  await change(admin, site.url, 'PATCH', WALK, { textarea: 'Second summary', venue: 'Pier' });
  await open(admin, site.url);
  await admin.keyboard.press('Escape');
  await admin.getByRole('textbox', { name: 'Venue' }).fill('Typed');
  await admin.keyboard.press('Alt+h');
  await versions(admin).nth(1).getByRole('button').click();
  const question = admin.getByRole('dialog', { name: 'Restore over unsaved changes?' });
  const restore = panel(admin).getByRole('button', { name: 'Restore this version' });

  await restore.click();
  await expect(question).toContainText('“Venue”');
  await admin.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  expect(await site.read('walks/river-walk.json')).toMatchObject({ textarea: 'Second summary' });

  await restore.click();
  await question.getByRole('button', { name: 'Restore and keep changes' }).click();
  await expect(admin.getByText('Version restored.')).toBeVisible();
  expect(await site.read('walks/river-walk.json')).toMatchObject({
    textarea: 'Along the water.',
    venue: 'Quay',
  });
  await admin.keyboard.press('Escape');
  await expect(admin.getByRole('textbox', { name: 'Venue' })).toHaveValue('Typed');
  await expect(admin.getByRole('textbox', { name: 'Summary' })).toHaveValue('Along the water.');

  await admin.keyboard.press('Alt+h');
  await expect(versions(admin)).toHaveCount(3);
  await versions(admin).nth(2).getByRole('button').click();
  await expect(panel(admin)).toContainText('This is what the object holds now.');
  await expect(restore).toHaveCount(0);
  await versions(admin).nth(1).getByRole('button').click();
  await restore.click();
  await question.getByRole('button', { name: 'Restore and discard changes' }).click();
  await expect.poll(() => site.read('walks/river-walk.json')).toMatchObject({ venue: 'Pier' });
  await admin.keyboard.press('Escape');
  await expect(admin.getByRole('textbox', { name: 'Venue' })).toHaveValue('Pier');
});

test('does not restore over what another window saved, and shows it first', async ({ admin, site }) => {
  await change(admin, site.url, 'PATCH', WALK, { textarea: 'Second summary' });
  await open(admin, site.url);
  await versions(admin).nth(1).getByRole('button').click();
  await expect(field(admin, 'Summary')).toBeVisible();
  await admin.route('**/restore', async (route) => {
    await change(admin, site.url, 'PATCH', WALK, { textarea: 'Saved elsewhere' });
    await route.continue();
  });
  await panel(admin).getByRole('button', { name: 'Restore Summary' }).click();
  await expect(admin.getByText('The object was changed elsewhere.')).toBeVisible();
  expect(await site.read('walks/river-walk.json')).toMatchObject({ textarea: 'Saved elsewhere' });
  await expect(field(admin, 'Summary').locator('ins')).toContainText('Saved elsewhere');
  await admin.unroute('**/restore');
  await panel(admin).getByRole('button', { name: 'Restore Summary' }).click();
  await expect(admin.getByText('“Summary” restored.')).toBeVisible();
  expect(await site.read('walks/river-walk.json')).toMatchObject({ textarea: 'Along the water.' });
});

test('a deleted object has its versions, and is created again from one', async ({ admin, site }) => {
  await change(admin, site.url, 'PATCH', WALK, { textarea: 'Second summary' });
  await change(admin, site.url, 'DELETE', WALK);
  await admin.goto(`${site.url}/admin/trash`);
  await admin.getByRole('link', { name: 'History of River walk' }).click();
  const dialog = admin.getByRole('dialog', { name: 'History of river-walk' });
  const list = dialog.getByRole('navigation', { name: 'Versions' }).getByRole('listitem');
  await expect(list.nth(0)).toContainText('Deleted');
  await list.nth(1).getByRole('button').click();
  await expect(dialog.getByRole('region', { name: 'Summary' })).toContainText('Second summary');
  await dialog.getByRole('button', { name: 'Restore this version' }).click();
  await expect(admin.getByText('Version restored.')).toBeVisible();
  expect(await site.read('walks/river-walk.json')).toMatchObject({ textarea: 'Second summary' });
  await admin.keyboard.press('Escape');
  await expect(admin.getByRole('textbox', { name: 'Summary' })).toHaveValue('Second summary');
});

test('says so when a version is no longer kept, or the server is away', async ({ admin, site }) => {
  await change(admin, site.url, 'PATCH', WALK, { textarea: 'Second summary' });
  const differences = '**/history/*/differences*';
  await admin.route(differences, (route) =>
    route.fulfill({ status: 404, json: { error: { message: 'The content is no longer kept' } } }),
  );
  await open(admin, site.url);
  await versions(admin).nth(1).getByRole('button').click();
  await expect(panel(admin)).toContainText('This version is no longer kept.');
  await admin.unroute(differences);
  await admin.route('**/history/*', (route) => route.abort());
  await admin.route(differences, (route) => route.abort());
  await versions(admin).nth(0).getByRole('button').click();
  await expect(panel(admin)).toContainText('Could not reach Plinth');
});

test('is read page by page, however long it is', async ({ admin, site }) => {
  for (let n = 1; n <= 40; n += 1) await change(admin, site.url, 'PATCH', WALK, { textarea: `Summary ${n}` });
  await open(admin, site.url);
  await expect(versions(admin)).toHaveCount(30);
  await panel(admin).getByRole('button', { name: 'Show older versions (11)' }).click();
  await expect(versions(admin)).toHaveCount(41);
  await versions(admin).nth(39).getByRole('button').click();
  await expect(field(admin, 'Summary').locator('del')).toContainText('1');
  // The address leads to the same version again.
  await admin.reload();
  await expect(field(admin, 'Summary').locator('ins')).toContainText('40');
  await expect(versions(admin)).toHaveCount(41);
});
