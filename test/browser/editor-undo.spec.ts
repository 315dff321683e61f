/** Undo and redo over the whole form. */
import { fileOf, formOf, shortWalks } from './editor-content.ts';
import { expect, type Page, test } from './plinth.ts';

test.use({ files: shortWalks(['styledtext', 'checkbox', 'phone']) });

const field = (page: Page, name: string) => page.locator(`#field-${name}`);
const state = (page: Page) => page.getByTestId('save-state');

test.beforeEach(async ({ admin, site }) => {
  await admin.goto(site.url + formOf('river-walk'));
  await expect(field(admin, 'title')).toHaveValue('River walk');
});

test('takes back fields one after the other, and shows the field that changes', async ({ admin }) => {
  await field(admin, 'title').fill('Sea walk');
  await admin.getByRole('checkbox', { name: /Draft/ }).check();
  await field(admin, 'phone').fill('+44 1');
  await expect(state(admin)).toHaveText('3 unsaved changes');
  await admin.keyboard.press('ControlOrMeta+z');
  await expect(field(admin, 'phone')).toHaveValue('+44 20 1234 5678');
  await admin.keyboard.press('ControlOrMeta+z');
  await expect(admin.getByRole('checkbox', { name: /Draft/ })).not.toBeChecked();
  await expect(admin.getByRole('checkbox', { name: /Draft/ })).toBeFocused();
  await admin.keyboard.press('ControlOrMeta+z');
  await expect(field(admin, 'title')).toHaveValue('River walk');
  await expect(field(admin, 'title')).toBeInViewport();
  await expect(state(admin)).toHaveText('No changes');
  for (let n = 0; n < 3; n += 1) await admin.keyboard.press('ControlOrMeta+Shift+z');
  await expect(field(admin, 'title')).toHaveValue('Sea walk');
  await expect(field(admin, 'phone')).toHaveValue('+44 1');
  await expect(state(admin)).toHaveText('3 unsaved changes');
});

test('undoes steps of rich text in the text first, then those before it', async ({ admin }) => {
  await field(admin, 'title').fill('Sea walk');
  const body = field(admin, 'styledtext');
  await body.click();
  await admin.keyboard.press('ControlOrMeta+End');
  await admin.keyboard.type(' And more.');
  await expect(body).toHaveText('Bring boots. And more.');
  await admin.keyboard.press('ControlOrMeta+z');
  await expect(body).toHaveText('Bring boots.');
  await expect(field(admin, 'title')).toHaveValue('Sea walk');
  await admin.keyboard.press('ControlOrMeta+z');
  await expect(field(admin, 'title')).toHaveValue('River walk');
  await expect(state(admin)).toHaveText('No changes');
});

test('is in the command palette, with the undo of the last saved change', async ({ admin, site }) => {
  const choose = async (name: string) => {
    await admin.getByRole('button', { name: 'Search and commands' }).click();
    await admin.getByPlaceholder('Go to a collection, an object, an action…').fill(name);
    await admin.keyboard.press('Enter');
  };
  await field(admin, 'title').fill('Sea walk');
  await choose('Undo the last edit in this form');
  await expect(field(admin, 'title')).toHaveValue('River walk');
  await choose('Redo the last edit in this form');
  await expect(field(admin, 'title')).toHaveValue('Sea walk');
  await admin.keyboard.press('ControlOrMeta+s');
  await expect(state(admin)).toHaveText(/^Saved \d/);
  await choose('Undo my last change…');
  await admin.getByRole('dialog').getByRole('button', { name: 'Undo 1 change' }).click();
  await expect(admin.getByText('Changes undone')).toBeVisible();
  await expect.poll(async () => (await site.read(fileOf('river-walk')))?.title).toBe('River walk');
});

test('works after a save, with the buttons', async ({ admin, site }) => {
  await field(admin, 'title').fill('Sea walk');
  await admin.keyboard.press('ControlOrMeta+s');
  await expect(state(admin)).toHaveText(/^Saved \d/);
  await admin.getByRole('button', { name: 'Undo change' }).click();
  await expect(field(admin, 'title')).toHaveValue('River walk');
  await expect(state(admin)).toHaveText('1 unsaved change');
  await admin.keyboard.press('ControlOrMeta+s');
  await expect(state(admin)).toHaveText(/^Saved \d/);
  expect((await site.read(fileOf('river-walk')))?.title).toBe('River walk');
  await expect(admin.getByRole('button', { name: 'Undo change' })).toHaveAttribute('aria-disabled', 'true');
  await expect(admin.getByRole('button', { name: 'Redo change' })).toHaveAttribute('aria-disabled', 'false');
});
