/** Objects that name others: labels, missing ones, what refers to an object; and finding objects as one types. */
import { expect, type Files, test } from './plinth.ts';

const relation = (field: string, label: string) => ({
  field,
  label,
  settings: { relationalOptions: { collection: 'authors', label: 'name' } },
});

const files: Files = {
  '.schemas/author.json': {
    id: 'author',
    properties: { id: { field: 'id' }, name: { field: 'text', type: 'string', label: 'Name' } },
    required: ['id', 'name'],
    index: ['id', 'name'],
  },
  '.schemas/exhibit.json': {
    id: 'exhibit',
    properties: {
      id: { field: 'id' },
      title: { field: 'text', type: 'string', label: 'Title' },
      curator: relation('select', 'Curator'),
      helpers: relation('multiselect', 'Helpers'),
    },
    required: ['id', 'title'],
    index: ['id', 'title', 'curator', 'helpers'],
  },
  'authors/.meta.json': {
    id: 'authors',
    schema: 'author',
    name: 'Authors',
    labelPlural: 'Authors',
    labelSingular: 'Author',
  },
  'authors/ines-calloway.json': { id: 'ines-calloway', name: 'Ines Calloway' },
  'authors/tom-ashdown.json': { id: 'tom-ashdown', name: 'Tom Ashdown' },
  'exhibits/.meta.json': {
    id: 'exhibits',
    schema: 'exhibit',
    name: 'Exhibits',
    labelPlural: 'Exhibits',
    labelSingular: 'Exhibit',
    sortBy: 'title',
  },
};
for (let n = 1; n <= 12; n += 1) {
  const curator = n % 2 === 0 ? 'tom-ashdown' : 'ines-calloway';
  files[`exhibits/e${n}.json`] = {
    id: `e${n}`,
    title: `Exhibit ${n} about rivers`,
    curator,
    ...(n === 1 && { helpers: ['tom-ashdown', 'gone'] }),
  };
}
test.use({ files });

test('lists show what related objects are called, in natural order, and filters offer them', async ({
  admin,
  site,
}) => {
  await admin.goto(`${site.url}/admin/c/exhibits`);
  const rows = admin.getByRole('grid').getByRole('row');
  await expect(rows.nth(1)).toContainText('Exhibit 1 about rivers');
  await expect(rows.nth(2)).toContainText('Exhibit 2 about rivers');
  await expect(rows.nth(12)).toContainText('Exhibit 12 about rivers');
  await expect(rows.nth(1)).toContainText('Ines Calloway');
  await expect(rows.nth(1)).toContainText('Tom Ashdown, gone is missing');
  await expect(admin.getByText('ines-calloway')).toHaveCount(0);

  await admin.goto(`${site.url}/admin/c/exhibits?include=curator:tom-ashdown`);
  await expect(admin.getByRole('button', { name: /Curator is Tom Ashdown/ }).first()).toBeVisible();
  await admin
    .getByRole('button', { name: /Curator is Tom Ashdown/ })
    .first()
    .click();
  await admin.getByRole('combobox', { name: 'Value' }).selectOption({ label: 'Ines Calloway' });
  await expect(admin).toHaveURL(/curator:ines-calloway|curator%3Aines-calloway/);
});

test('the search of a list finds words by their beginning, and stays where it is', async ({
  admin,
  site,
}) => {
  await admin.goto(`${site.url}/admin/c/exhibits`);
  const search = admin.getByRole('searchbox', { name: 'Search exhibits' });
  const rows = admin.getByRole('grid').getByRole('row');
  await expect(rows.nth(1)).toContainText('Exhibit 1 ');
  const before = await search.boundingBox();
  for (const [typed, count] of [
    ['riv', '12 of 12'],
    ['exhibit 1', '4 of 12'],
    ['about rivers', '12 of 12'],
  ] as const) {
    await search.fill(typed);
    await expect(admin.getByText(count, { exact: true })).toBeVisible();
  }
  expect((await search.boundingBox())?.y).toBe(before?.y);
  await search.fill('ivers');
  await expect(admin.getByText('No exhibits found')).toBeVisible();
});

test('the palette finds objects of all collections', async ({ home: admin }) => {
  await admin.keyboard.press('Control+k');
  const palette = admin.getByRole('dialog', { name: 'Go to' });
  const input = palette.getByPlaceholder('Go to a collection, an object, an action…');
  await input.fill('Exhibit 11');
  await expect(palette.getByText('Exhibit 11 about rivers')).toBeVisible();
  await input.fill('calloway');
  await expect(palette.getByText('Ines Calloway')).toBeVisible();
  await admin.keyboard.press('Enter');
  await expect(admin).toHaveURL(/\/c\/authors\/ines-calloway$/);
});

test('deleting says what refers to an object first, and what is missing is marked afterwards', async ({
  admin,
  site,
}) => {
  await admin.goto(`${site.url}/admin/c/authors/ines-calloway`);
  const remove = async () => {
    await admin.getByRole('button', { name: 'More actions' }).click();
    await admin.getByRole('menuitem', { name: 'Move to trash' }).click();
  };
  await remove();
  const dialog = admin.getByRole('dialog', { name: 'Move “Ines Calloway” to the trash?' });
  await expect(dialog).toContainText('6 objects reference it');
  await expect(dialog.getByRole('listitem').first()).toContainText('Exhibit 1 about rivers');
  await admin.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  expect(await site.read('authors/ines-calloway.json')).toBeDefined();
  await remove();
  await dialog.getByRole('button', { name: 'Move to trash' }).click();
  await expect(admin).toHaveURL(/\/c\/authors$/);
  expect(await site.read('authors/ines-calloway.json')).toBeUndefined();

  await admin.goto(`${site.url}/admin/c/exhibits/e3`);
  await expect(admin.getByText('“ines-calloway” is missing')).toBeVisible();
  await expect(admin.getByRole('link', { name: /ines-calloway/ })).toHaveCount(0);
  await admin.goto(`${site.url}/admin/c/exhibits`);
  await expect(admin.getByRole('row', { name: /Exhibit 3 / })).toContainText('ines-calloway is missing');

  // An object nothing refers to goes at once, several together are asked about together.
  await admin.getByRole('row', { name: /Exhibit 3 / }).click({ button: 'right' });
  await admin.getByRole('menuitem', { name: 'Move to trash' }).click();
  await expect(admin.getByText('“Exhibit 3 about rivers” moved to the trash.')).toBeVisible();
  await admin.goto(`${site.url}/admin/c/authors`);
  await admin.getByRole('row', { name: /Tom Ashdown/ }).click({ button: 'right' });
  await admin.getByRole('menuitem', { name: 'Move to trash' }).click();
  await expect(admin.getByRole('dialog')).toContainText('7 objects reference it');
  await admin.getByRole('button', { name: 'Cancel' }).click();
  expect(await site.read('authors/tom-ashdown.json')).toBeDefined();
});
