import { shop } from './content.ts';
import { expect, follow, openManaged, type Page, test } from './plinth.ts';

test.use({ files: shop });

/** Replaces the whole text of the code editor. */
async function replaceDocument(page: Page, text: string): Promise<void> {
  await page.getByRole('radiogroup', { name: 'Editor view' }).getByText('JSON').click();
  await page.getByRole('textbox', { name: 'Schema document' }).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

test('schemas are listed with their use, shown with their properties, and kept while they are used', async ({
  home: admin,
  site,
}) => {
  await test.step('lists own and built-in schemas with their use', async () => {
    const field = { field: 'card', schemaref: 'room', label: 'Room' };
    await site.write({
      '.schemas/room.json': {
        id: 'room',
        properties: { id: { field: 'id' } },
        required: ['id'],
        index: ['id'],
      },
      '.schemas/hall.json': {
        id: 'hall',
        properties: { id: { field: 'id' }, room: field },
        required: ['id'],
        index: ['id'],
      },
    });
    await openManaged(admin, 'Schemas');
    const main = admin.getByRole('main');
    await expect(main.getByRole('link', { name: /^Product/ })).toContainText('Used by 1 collection');
    await expect(main.getByRole('link', { name: /^Blog Posts/ })).toContainText('Built-in');
    await expect(main.getByRole('link', { name: /^Room/ })).toContainText('Nested in hall');
    await expect(main.getByRole('link', { name: /^Hall/ })).toContainText('Unused');
    await admin.getByRole('textbox', { name: 'Filter schemas' }).fill('search engines');
    await expect(main.getByRole('listitem')).toHaveCount(1);
    await follow(admin, '/admin/schemas/room');
    await expect(main.getByText('Nested in')).toBeVisible();
    await expect(main.getByRole('link', { name: 'hall' })).toBeVisible();
  });

  await test.step('shows properties, where they come from and the layout of the form', async () => {
    await follow(admin, '/admin/schemas/product');
    const inherited = admin.getByRole('row', { name: /Meta title/ });
    await expect(inherited.getByRole('link', { name: 'seo' })).toBeVisible();
    await expect(admin.getByRole('row', { name: /^Name/ })).toContainText('required');
    await expect(admin.getByRole('link', { name: 'Products', exact: true })).toHaveCount(1);
  });

  await test.step('says why a schema in use cannot be deleted', async () => {
    await admin.getByRole('button', { name: 'More actions' }).click();
    await admin.getByRole('menuitem', { name: 'Delete schema…' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(admin.getByText(/used by the collections? .*products/)).toBeVisible();
    expect(await site.read('.schemas/product.json')).toBeDefined();
  });
});

test('a schema is written, rejected with every problem, saved, deleted and restored', async ({
  admin,
  site,
}) => {
  await test.step('asks before unsaved changes are left behind', async () => {
    await admin.goto(`${site.url}/admin/schemas/new`);
    await replaceDocument(admin, '{}');
    await admin.getByRole('link', { name: 'Trash' }).click();
    await admin.getByRole('button', { name: 'Keep editing' }).click();
    await expect(admin.getByRole('textbox', { name: 'Schema document' })).toContainText('{}');
    await admin.getByRole('link', { name: 'Trash' }).click();
    await admin.getByRole('button', { name: 'Leave without saving' }).click();
    await expect(admin.getByRole('heading', { name: 'Trash' })).toBeVisible();
  });

  await test.step('names every problem of a rejected schema and saves a sound one', async () => {
    await follow(admin, '/admin/schemas/new');
    await replaceDocument(admin, '{ "id": "Team Member" ');
    await admin.getByRole('button', { name: 'Save' }).click();
    await expect(admin.getByText('Not valid JSON')).toBeVisible();

    await replaceDocument(
      admin,
      JSON.stringify({ id: 'Team Member', properties: { name: { field: 7 } }, required: [], index: [] }),
    );
    await admin.getByRole('button', { name: 'Save' }).click();
    const problems = admin.getByRole('alert');
    await expect(problems).toContainText('try "team-member"');
    await expect(problems).toContainText('Name › field: Must be text');

    const properties = { id: { field: 'id' }, name: { field: 'text', label: 'Name' } };
    await replaceDocument(
      admin,
      JSON.stringify({ id: 'team-member', properties, required: ['name'], index: ['name'] }),
    );
    await admin.keyboard.press('Control+s');
    await expect(admin).toHaveURL(/\/schemas\/team-member$/);
    expect(await site.read('.schemas/team-member.json')).toMatchObject({
      id: 'team-member',
      required: ['id', 'name'],
    });
  });

  await test.step('deletes an unused schema, and restores it', async () => {
    const before = await site.read('.schemas/team-member.json');
    await admin.getByRole('button', { name: 'More actions' }).click();
    await admin.getByRole('menuitem', { name: 'Delete schema…' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(admin).toHaveURL(/\/schemas$/);
    expect(await site.read('.schemas/team-member.json')).toBeUndefined();
    await admin.getByRole('button', { name: 'Undo' }).click();
    await expect(admin.getByRole('main').getByRole('link', { name: /^Team/ })).toBeVisible();
    expect(await site.read('.schemas/team-member.json')).toEqual(before);
  });
});

test('edits a schema without changing what was not edited', async ({ admin, site }) => {
  const before = await site.read('.schemas/product.json');
  // The editor draws only the lines that can be seen.
  await admin.setViewportSize({ width: 1280, height: 1600 });
  await admin.goto(`${site.url}/admin/schemas/product/edit`);
  await admin.getByRole('radiogroup', { name: 'Editor view' }).getByText('JSON').click();
  const text = admin.getByRole('textbox', { name: 'Schema document' });
  await expect(text).toContainText('Things we sell.');
  const shown = (await text.locator('.cm-line').allInnerTexts()).join('\n');
  await replaceDocument(admin, shown.replace('Things we sell.', 'What the shop offers.'));
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(admin).toHaveURL(/\/schemas\/product$/);
  const after = await site.read('.schemas/product.json');
  expect(after?.description).toBe('What the shop offers.');
  expect(after?.inheritFrom).toEqual(['seo']);
  expect(Object.keys(Object(after?.properties))).toEqual(Object.keys(Object(before?.properties)));
});
