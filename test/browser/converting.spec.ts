/** A field that changes its type takes its values along; one that breaks a new rule is marked and locks nothing. */
import { problemsInBothThemes } from './axe.ts';
import { expect, test } from './plinth.ts';

const product = (id: string, cost: string) => ({ id, title: `Product ${id}`, cost });

test.use({
  files: {
    '.schemas/product.json': {
      id: 'product',
      properties: {
        id: { field: 'id', label: 'ID' },
        title: { field: 'text', label: 'Title' },
        cost: { field: 'text', label: 'Cost' },
      },
      required: ['id', 'title'],
      index: ['id', 'title'],
      formgrid: 'title cost',
    },
    'products/.meta.json': { id: 'products', schema: 'product', name: 'Products' },
    'products/a.json': product('a', '3'),
    'products/b.json': product('b', '1.5'),
    'products/c.json': product('c', '1,5'),
  },
});

test('a text becomes a number as one change, and the value that stays is found and locks nothing', async ({
  admin,
  site,
}) => {
  await admin.goto(`${site.url}/admin/schemas/product/edit`);
  await admin.getByRole('button', { name: /^Cost, / }).click();
  const settings = admin.getByRole('complementary', { name: 'Settings' });
  await settings.getByRole('combobox', { name: 'Type' }).click();
  await admin.getByRole('option', { name: 'Number', exact: true }).click();
  await admin.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = admin.getByRole('dialog', { name: 'Review this change' });
  await expect(dialog).toContainText('“Cost” has another type: 2 values can be converted.');
  await expect(dialog).toContainText('1 value of “Cost” cannot be converted without doubt.');
  await expect(dialog).toContainText('c: the value “1,5” – Cost can be read as different numbers');
  expect(await problemsInBothThemes(admin)).toEqual([]);
  await dialog.getByRole('button', { name: 'Convert and save' }).click();
  await expect(admin.getByText('Schema “product” saved. 2 objects were updated.')).toBeVisible();
  expect(await site.read('products/b.json')).toMatchObject({ cost: 1.5 });

  await admin.getByRole('button', { name: 'Show in Health' }).click();
  await admin.getByRole('link', { name: /Product c/ }).click();
  await expect(admin.getByText('1 value breaks a rule of the schema')).toBeVisible();
  await expect(admin.getByRole('main').getByText('Cost must be a number')).toHaveCount(2);
  await expect(admin.getByRole('group', { name: 'Cost' })).toContainText('1,5');
  expect(await problemsInBothThemes(admin)).toEqual([]);
  await admin.getByLabel(/^Title/).fill('Another title');
  await admin.keyboard.press('ControlOrMeta+s');
  await expect
    .poll(() => site.read('products/c.json'))
    .toMatchObject({ title: 'Another title', cost: '1,5' });

  // With each letter it is another value, and the field keeps the focus.
  await admin.getByRole('textbox', { name: 'Cost' }).click();
  await admin.keyboard.type('1.5');
  await expect(admin.getByRole('group', { name: 'Cost' })).toHaveCount(0);
  await admin.keyboard.press('ControlOrMeta+s');
  await expect.poll(() => site.read('products/c.json')).toMatchObject({ cost: 1.5 });
  await expect(admin.getByText('breaks a rule of the schema')).toHaveCount(0);
});

test('a reader in German reads why a value stays in German', async ({ admin, site }) => {
  await admin.context().addCookies([{ name: 'plinth-language', value: 'de', url: site.url }]);
  await admin.goto(`${site.url}/admin/schemas/product/edit`);
  await admin.getByRole('button', { name: /^Cost, / }).click();
  const settings = admin.getByRole('complementary', { name: 'Einstellungen' });
  await settings.getByRole('combobox', { name: 'Typ' }).click();
  await admin.getByRole('option', { name: 'Zahl', exact: true }).click();
  await admin.getByRole('button', { name: 'Speichern', exact: true }).click();
  const dialog = admin.getByRole('dialog');
  await expect(dialog).toContainText('Cost kann als verschiedene Zahlen gelesen werden');
  await expect(dialog).toContainText('Cost muss eine Zahl sein');
  await expect(dialog).not.toContainText(/must|can be/);
  await dialog.getByRole('button', { name: 'Umwandeln und speichern' }).click();
  await expect(admin.getByText(/^Schema „product“ /)).toBeVisible();
  await admin.goto(`${site.url}/admin/health?kind=invalid`);
  await expect(admin.getByRole('main')).toContainText('Cost muss eine Zahl sein');
  await admin.goto(`${site.url}/admin/c/products/c`);
  await expect(admin.getByRole('main').getByText('Cost muss eine Zahl sein')).toHaveCount(2);
});

test('a value of another type can be removed', async ({ admin, site }) => {
  await site.write({
    '.schemas/product.json': {
      id: 'product',
      properties: { id: { field: 'id' }, cost: { field: 'number', label: 'Cost' } },
      required: ['id'],
      index: ['id'],
    },
  });
  await site.restart();
  await admin.goto(site.link);
  await admin.goto(`${site.url}/admin/c/products/c`);
  await admin.getByRole('button', { name: 'Remove value' }).click();
  await expect(admin.getByRole('group', { name: 'Cost' })).toHaveCount(0);
  await admin.keyboard.press('ControlOrMeta+s');
  await expect.poll(() => site.read('products/c.json')).not.toHaveProperty('cost');
});

test('an error of a deck leads to its setting, where its schema is created', async ({ admin, site }) => {
  await admin.setViewportSize({ width: 1280, height: 1200 });
  await admin.goto(`${site.url}/admin/schemas/product/edit`);
  await admin.getByRole('textbox', { name: 'Search field types' }).fill('deck');
  await admin
    .getByRole('region', { name: 'Add field' })
    .getByRole('button', { name: /^Deck / })
    .click();
  const settings = admin.getByRole('complementary', { name: 'Settings' });
  const label = settings.getByRole('textbox', { name: 'Label' });
  await expect(label).toBeFocused();
  await admin.getByRole('button', { name: 'Save', exact: true }).click();
  const problem = admin.getByRole('alert').filter({ hasText: 'Could not save the schema' });
  await expect(problem).toContainText('Must name the schema of the parts of the property');
  await expect(problem).not.toContainText('schemaref');
  await problem.getByRole('button', { name: /^Deck › / }).click();
  const choice = settings.locator('[aria-invalid="true"]').first();
  await expect(choice).toBeFocused();
  // Its list would cover what is below.
  await expect(choice).toHaveAttribute('aria-expanded', 'false');
  await settings.getByRole('button', { name: 'Create a schema for it' }).click();
  await expect(settings.getByRole('link', { name: /^Edit the schema “deck/ })).toBeVisible();
  await admin.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(admin).toHaveURL(/\/schemas\/product$/);
  expect(await site.read('.schemas/product.json')).toMatchObject({
    properties: { deck: { schemaref: expect.stringMatching(/^deck/) } },
  });
});
