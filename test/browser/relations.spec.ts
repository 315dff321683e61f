/** References between objects: labels, missing ones, what refers to an object; and finding objects as one types. */
import { allProblemsOver } from './axe.ts';
import { expect, type Files, test } from './plinth.ts';
import { paste } from './rich-text-content.ts';

/** A picture of one dot. */
const DOT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const relation = (field: string, label: string) => ({
  field,
  label,
  settings: { relationalOptions: { collection: 'authors', label: 'name' } },
});

const files: Files = {
  '.schemas/author.json': {
    id: 'author',
    properties: {
      id: { field: 'id' },
      name: { field: 'text', type: 'string', label: 'Name' },
      photo: { field: 'image', label: 'Photo' },
    },
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
  'authors/ines-calloway.json': {
    id: 'ines-calloway',
    name: 'Ines Calloway',
    photo: { name: 'ines.png', mime: 'image/png', size: 1 },
  },
  'authors/ines-calloway/photo/ines.png': Buffer.from(DOT, 'base64'),
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
files['.schemas/page.json'] = {
  id: 'page',
  properties: {
    id: { field: 'id' },
    title: { field: 'text', type: 'string', label: 'Title' },
    body: { field: 'styledtext', label: 'Body' },
  },
  required: ['id', 'title'],
  index: ['id', 'title'],
};
files['pages/.meta.json'] = { id: 'pages', schema: 'page', name: 'Pages' };
files['pages/team.json'] = {
  id: 'team',
  title: 'The team',
  body: '<p>With <a href="/authors/tom-ashdown">Tom</a> and <a href="/authors/nobody">x</a>, a walk along the harbour.</p>',
};
files['.schemas/guide.json'] = {
  id: 'guide',
  properties: {
    id: { field: 'id' },
    name: { field: 'text', type: 'string', label: 'Name' },
    draft: { field: 'toggle', label: 'Draft' },
    starts: { field: 'date', label: 'Starts' },
    phone: { field: 'text', label: 'Phone' },
  },
  required: ['id', 'phone'],
  index: ['id', 'name', 'draft', 'starts'],
};
files['guides/.meta.json'] = { id: 'guides', schema: 'guide', name: 'Guides', published: { from: 'starts' } };
for (const [id, values] of Object.entries({
  live: {},
  hidden: { draft: true },
  soon: { starts: '2099-01-01' },
  faulty: { phone: undefined },
}))
  files[`guides/${id}.json`] = { id, name: `Guide ${id}`, phone: '1', ...values };
files['.schemas/walk.json'] = {
  id: 'walk',
  properties: {
    id: { field: 'id' },
    title: { field: 'text', type: 'string', label: 'Title' },
    guides: {
      field: 'multiselect',
      type: 'array',
      label: 'Guides',
      settings: { relationalOptions: { collection: 'guides', label: 'name' } },
    },
  },
  required: ['id'],
  index: ['id', 'title', 'guides'],
};
files['walks/.meta.json'] = { id: 'walks', schema: 'walk', name: 'Walks' };
files['walks/quay.json'] = {
  id: 'quay',
  title: 'Along the quay',
  guides: ['live', 'hidden', 'soon', 'faulty', 'gone'],
};
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

test('related objects say where they stand, in lists and in forms, and a change elsewhere is shown', async ({
  admin,
  site,
}) => {
  const asked: string[] = [];
  admin.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await admin.goto(`${site.url}/admin/c/walks`);
  const cell = admin.getByRole('grid').getByRole('row', { name: /Along the quay/ });
  await expect(cell).toContainText(
    'Guide live, Guide hidden Draft, Guide soon Scheduled, Guide faulty Has errors, gone is missing',
  );
  expect(asked.filter((path) => path.endsWith('/labels/guides'))).toHaveLength(1);
  await cell.getByRole('link', { name: 'Along the quay' }).click();
  const link = (name: string) => admin.getByRole('link', { name: `Guide ${name}` }).locator('..');
  await expect(link('hidden')).toContainText('Draft');
  await expect(link('soon')).toContainText('Scheduled');
  await expect(link('faulty')).toContainText('Has errors');
  await expect(link('live')).toHaveText(/^Guide live\s*$/);
  await expect(admin.getByText('“gone” is missing')).toBeVisible();
  await site.write({ 'guides/hidden.json': { id: 'hidden', name: 'Guide hidden', phone: '1' } });
  await expect(link('hidden')).not.toContainText('Draft');
});

test('many related objects are asked about in requests that an address has room for', async ({
  admin,
  site,
}) => {
  const idOf = (n: number) => `an-author-with-a-rather-long-name-${String(n).padStart(3, '0')}`;
  const many: Files = {};
  for (let n = 0; n < 150; n += 1) {
    many[`authors/${idOf(n)}.json`] = { id: idOf(n), name: `Author ${n}` };
    const helpers = Array.from({ length: n === 0 ? 130 : 20 }, (_, at) => idOf((n + 7 * at) % 150));
    many[`exhibits/x${n}.json`] = { id: `x${n}`, title: `A ${n}`, curator: idOf(n), helpers };
  }
  await site.write(many);
  const asked: { path: string; status: number }[] = [];
  admin.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.includes('/labels/')) asked.push({ path: pathname, status: response.status() });
  });
  await admin.goto(`${site.url}/admin/c/exhibits`);
  const row = admin.getByRole('grid').getByRole('row', { name: /A 0/ });
  await expect(row).toContainText(/Author 0, .*, 110 more/);
  const helpers = asked.filter(({ path }) => path.endsWith('/labels/helpers'));
  expect(new Set(helpers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(helpers.length).toBeLessThanOrEqual(4);
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

test('the palette finds objects of all collections, fields, settings and help', async ({
  home: admin,
  site,
}) => {
  const palette = admin.getByRole('dialog', { name: 'Go to' });
  const input = palette.getByPlaceholder('Go to a collection, an object, an action…');
  await admin.keyboard.press('Control+k');
  await input.fill('Exhibit 11');
  await expect(palette.getByText('Exhibit 11 about rivers')).toBeVisible();
  await input.fill('caloway');
  await expect(palette.getByText('Ines Calloway')).toBeVisible();
  await expect(palette.locator('img')).toHaveAttribute('src', /ines-calloway\/photo/);
  await admin.keyboard.press('Enter');
  await expect(admin).toHaveURL(/\/c\/authors\/ines-calloway$/);

  await expect(admin.getByRole('textbox', { name: 'Name' })).toBeVisible();
  await admin.keyboard.press('Control+k');
  await input.fill('name');
  await palette.getByRole('button', { name: 'Name', exact: true }).click();
  await expect(admin.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await admin.keyboard.press('Control+k');
  await input.fill('time zone');
  await palette.getByRole('button', { name: /^Time zone/ }).click();
  await expect(admin).toHaveURL(/\/settings\/general$/);
  await admin.keyboard.press('Control+k');
  await input.fill('deploying');
  await expect(palette.getByRole('button', { name: 'Deploying', exact: true })).toBeVisible();
  await input.fill('rivers unknownword');
  await palette.getByRole('button', { name: 'Search all texts for “rivers unknownword”' }).click();
  await expect(admin).toHaveURL(`${site.url}/admin/search?q=rivers%20unknownword`);
});

test('results that arrive while the mouse is pressed in the palette do not move it away', async ({
  home: admin,
}) => {
  let answer = () => {};
  const pressed = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await admin.route(/\/api\/search\/titles/, async (route) => {
    await pressed;
    await route.continue();
  });
  const palette = admin.getByRole('dialog', { name: 'Go to' });
  await admin.keyboard.press('Control+k');
  await palette.getByPlaceholder('Go to a collection, an object, an action…').fill('ex');
  const action = palette.getByRole('button', { name: 'Exhibits', exact: true });
  await action.hover();
  await admin.mouse.down();
  const arrived = admin.waitForResponse(/\/api\/search\/titles/);
  answer();
  await (await arrived).finished();
  await admin.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await admin.mouse.up();
  await expect(admin).toHaveURL(/\/c\/exhibits$/);
});

test('the search page finds words in all texts, with the keyboard alone', async ({ admin, site }) => {
  await admin.goto(`${site.url}/admin/search`);
  const field = admin.getByRole('searchbox', { name: 'Search all texts' });
  await expect(field).toBeFocused();
  await expect(admin.getByText('Search in all collections')).toBeVisible();
  expect(await allProblemsOver(admin)).toEqual([]);
  await field.fill('about rivr');
  await expect(
    admin.getByRole('status').filter({ hasText: 'Showing results for “about rivers”' }),
  ).toBeVisible();
  await expect(admin.getByRole('listitem')).toHaveCount(12);
  await field.fill('walk along the har');
  const result = admin.getByRole('listitem').filter({ hasText: 'The team' });
  await expect(result).toContainText('Pages');
  await expect(result.locator('mark')).toHaveText(['walk', 'along', 'the', 'harbour']);
  expect(await allProblemsOver(admin)).toEqual([]);
  await expect(admin).toHaveURL(/\/search\?q=walk\+along\+the\+har$/);
  await admin.keyboard.press('ArrowDown');
  await expect(result.getByRole('link', { name: 'The team' })).toBeFocused();
  await admin.keyboard.press('ArrowUp');
  await expect(field).toBeFocused();
  await admin.keyboard.press('ArrowDown');
  await admin.keyboard.press('Enter');
  await expect(admin).toHaveURL(/\/c\/pages\/team$/);
  await admin.goBack();
  await expect(field).toHaveValue('walk along the har');
  await admin.getByRole('combobox', { name: 'Collection' }).click();
  await admin.getByRole('option', { name: 'Authors' }).click();
  await expect(admin.getByText('Nothing found')).toBeVisible();
  await expect(admin).toHaveURL(/collection=authors/);
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
  await expect(admin.getByRole('dialog')).toContainText('8 objects reference it');
  await admin.getByRole('button', { name: 'Cancel' }).click();
  expect(await site.read('authors/tom-ashdown.json')).toBeDefined();
});

test('an object says where it is used; a new ID and a removal take the references along', async ({
  admin,
  site,
}) => {
  const stored = async (path: string) => Object(await site.read(path));
  await admin.goto(`${site.url}/admin/c/authors/tom-ashdown`);
  await admin.getByRole('button', { name: 'Used in 8' }).press('Enter');
  const used = admin.getByRole('dialog', { name: 'Where “Tom Ashdown” is used' });
  await expect(used.getByRole('listitem')).toHaveCount(8);
  await expect(used.getByRole('listitem').filter({ hasText: 'The team' })).toContainText('Pages: Body');
  expect(await allProblemsOver(admin)).toEqual([]);
  await used.getByRole('link', { name: 'The team' }).press('Enter');
  await expect(admin).toHaveURL(/\/c\/pages\/team$/);
  await expect(admin.getByText('A link leads to an object or file that does not exist')).toBeVisible();
  await expect(admin.getByRole('listitem').filter({ hasText: '/authors/nobody' })).toBeVisible();
  const body = admin.getByRole('textbox', { name: 'Body' });
  const broken = body.locator('[role=mark]');
  await expect(broken).toHaveText(['x']);
  await expect(broken).toHaveAttribute('title', 'This link leads to an object or file that does not exist');
  // Also in what is not saved yet.
  await body.press('Control+Home');
  await paste(
    body,
    '<p>See <a href="/pages/none">this</a> and <a href="/pages/team">that</a>, <a href="/download/upload/pages/team/body/no.pdf">plan</a>.</p>',
  );
  await expect(broken).toHaveText(['this', 'plan', 'x']);
  await admin.getByRole('button', { name: '3 broken links' }).press('Enter');
  await expect(body).toBeFocused();
  expect(await admin.evaluate(() => String(getSelection()))).toBe('x');
  expect(await allProblemsOver(admin)).toEqual([]);
  await body.press('Control+z');
  await expect(admin.getByRole('button', { name: '1 broken link' })).toBeVisible();

  // Unsaved words are saved on the way.
  await admin.goto(`${site.url}/admin/c/authors/tom-ashdown`);
  await admin.getByRole('textbox', { name: 'Name' }).fill('Thomas Ashdown');
  await admin.getByRole('button', { name: 'More actions' }).click();
  await admin.getByRole('menuitem', { name: 'Change ID…' }).click();
  const rename = admin.getByRole('dialog', { name: 'Change the ID' });
  await expect(rename.getByRole('checkbox', { name: 'Update the references in 8 objects' })).toBeChecked();
  expect(await allProblemsOver(admin)).toEqual([]);
  const field = rename.getByRole('textbox', { name: 'New ID' });
  await field.fill('ines-calloway');
  await field.press('Enter');
  await expect(rename.getByText('already taken')).toBeVisible();
  await field.fill('Thomas');
  await field.press('Enter');
  await expect(admin).toHaveURL(/\/c\/authors\/thomas$/);
  await expect(admin.getByRole('button', { name: 'Used in 8' })).toBeVisible();
  expect(await stored('authors/thomas.json')).toMatchObject({ name: 'Thomas Ashdown' });
  expect(await stored('exhibits/e2.json')).toMatchObject({ curator: 'thomas' });
  expect((await stored('pages/team.json')).body).toContain('/authors/thomas');
  expect(await stored('authors/.meta.json')).toMatchObject({ redirects: { 'tom-ashdown': 'thomas' } });

  await admin.getByRole('button', { name: 'More actions' }).click();
  await admin.getByRole('menuitem', { name: 'Move to trash' }).click();
  const question = admin.getByRole('dialog', { name: 'Move “Thomas Ashdown” to the trash?' });
  await question.getByRole('checkbox', { name: 'Remove the references, too' }).check();
  expect(await allProblemsOver(admin)).toEqual([]);
  await question.getByRole('button', { name: 'Move to trash' }).click();
  const message = admin.getByRole('alert').filter({ hasText: 'References removed from 8 objects.' });
  await expect(message).toBeVisible();
  expect((await stored('exhibits/e2.json')).curator ?? '').toBe('');
  expect((await stored('pages/team.json')).body).toContain('With Tom and');
  await message.getByRole('button', { name: 'Undo' }).click();
  await expect(admin.getByText(/^Undone: 9 objects/)).toBeVisible();
  expect(await stored('exhibits/e2.json')).toMatchObject({ curator: 'thomas' });
  expect(await stored('authors/thomas.json')).toMatchObject({ name: 'Thomas Ashdown' });
});
