/** Schemas and settings that another program or tab changes while they are edited: nothing is overwritten unseen. */
import { expect, type Page, test } from './plinth.ts';

const SCHEMA = {
  id: 'person',
  description: 'Who works here.',
  properties: {
    id: { field: 'id', label: 'ID' },
    name: { field: 'text', label: 'Name' },
  },
  required: ['id'],
  index: ['id', 'name'],
};
const META = { id: 'people', schema: 'person', name: 'People', description: 'Old' };

test.use({ files: { '.schemas/person.json': SCHEMA, 'people/.meta.json': META } });

const withRole = { ...SCHEMA, properties: { ...SCHEMA.properties, role: { field: 'text', label: 'Role' } } };
const dialog = (page: Page, what: string) =>
  page.getByRole('dialog', { name: `Conflicting changes to ${what}` });
const json = (page: Page) => page.getByRole('textbox', { name: 'Schema document' });
const showJson = (page: Page) =>
  page.getByRole('radiogroup', { name: 'Editor view' }).getByText('JSON').click();

async function retitle(page: Page, url: string) {
  await page.goto(`${url}/admin/schemas/person/edit`);
  await showJson(page);
  await json(page).fill(JSON.stringify({ ...SCHEMA, description: 'Mine' }));
}

test('a schema changed outside is kept: taken over, or replaced and found in the trash', async ({
  admin,
  site,
}) => {
  await retitle(admin, site.url);
  await site.write({ '.schemas/person.json': withRole });
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(dialog(admin, 'this schema')).toContainText('“role”');
  // Nothing is chosen by a key pressed before the dialog was read.
  await admin.keyboard.press('Enter');
  await expect(dialog(admin, 'this schema')).toBeVisible();
  expect(await site.read('.schemas/person.json')).toMatchObject(withRole);

  await dialog(admin, 'this schema').getByRole('button', { name: 'Use the other version' }).click();
  await showJson(admin);
  await expect(json(admin)).toContainText('"role"');
  await expect(json(admin)).not.toContainText('Mine');

  await json(admin).fill(JSON.stringify({ ...SCHEMA, description: 'Mine again' }));
  await site.write({ '.schemas/person.json': { ...withRole, description: 'Theirs' } });
  await admin.getByRole('button', { name: 'Save' }).click();
  await dialog(admin, 'this schema').getByRole('button', { name: 'Keep my changes' }).click();
  await expect(admin).toHaveURL(/\/schemas\/person$/);
  expect(await site.read('.schemas/person.json')).toMatchObject({ description: 'Mine again' });
  await admin.goto(`${site.url}/admin/trash`);
  await expect(admin.getByRole('row', { name: /person/ })).toBeVisible();
});

test('a schema saved in another tab is not overwritten by this one', async ({ admin, site, context }) => {
  await retitle(admin, site.url);
  const second = await context.newPage();
  await second.goto(`${site.url}/admin/schemas/person/edit`);
  await showJson(second);
  await json(second).fill(JSON.stringify(withRole));
  await second.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(second).toHaveURL(/\/schemas\/person$/);
  await admin.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog(admin, 'this schema')).toContainText('“role”');
  expect((await site.read('.schemas/person.json'))?.properties).toHaveProperty('role');
});

test('settings of a collection changed outside are not overwritten', async ({ admin, site }) => {
  await admin.goto(`${site.url}/admin/c/people`);
  await admin.getByRole('button', { name: 'Collection', exact: true }).click();
  await admin.getByRole('menuitem', { name: 'Collection settings…' }).click();
  const form = admin.getByRole('dialog', { name: 'Settings of “People”' });
  await form.getByRole('textbox', { name: 'Description', exact: true }).fill('Mine');
  await site.write({ 'people/.meta.json': { ...META, description: 'Theirs', category: 'Staff' } });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(dialog(admin, 'these settings')).toContainText('“description”, “category”');
  await dialog(admin, 'these settings').getByRole('button', { name: 'Use the other version' }).click();
  await expect(form.getByRole('textbox', { name: 'Description', exact: true })).toHaveValue('Theirs');
  await form.getByRole('textbox', { name: 'Description', exact: true }).fill('Both');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  expect(await site.read('people/.meta.json')).toMatchObject({ description: 'Both', category: 'Staff' });
});

test('settings of the folder changed in another tab are not overwritten', async ({
  admin,
  site,
  context,
}) => {
  const title = (page: Page) => page.getByRole('textbox', { name: 'Title' });
  await admin.goto(`${site.url}/admin/settings`);
  await title(admin).fill('Mine');
  const second = await context.newPage();
  await second.goto(`${site.url}/admin/settings`);
  await title(second).fill('Theirs');
  await second.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(second.getByText('Settings saved.').first()).toBeVisible();
  await admin.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog(admin, 'these settings')).toContainText('“dashboard.title”');
  await dialog(admin, 'these settings').getByRole('button', { name: 'Keep my changes' }).click();
  await expect(admin.getByText('Settings saved.').first()).toBeVisible();
  expect(await site.read('.system/settings.json')).toMatchObject({ dashboard: { title: 'Mine' } });
});
