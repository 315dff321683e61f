/** The schema builder: fields by click, drag and keyboard, what a change means, and names that take values along. */
import { problemsInBothThemes } from './axe.ts';
import { expect, type Page, test } from './plinth.ts';

const person = (id: string, more: Record<string, unknown>) => ({
  id,
  ...more,
  created: '2026-01-05T09:00:00Z',
  modified: '2026-01-05T09:00:00Z',
});

test.use({
  files: {
    '.schemas/person.json': {
      id: 'person',
      description: 'Who works here.',
      'x-own': 'kept',
      properties: {
        id: { field: 'id', label: 'ID', settings: { autogen: `\${name}` } },
        name: { field: 'text', label: 'Name' },
        role: { field: 'text', label: 'Role' },
      },
      required: ['id', 'name'],
      index: ['id', 'name'],
      formgrid: 'name role',
    },
    'people/.meta.json': { id: 'people', schema: 'person', name: 'People', labelSingular: 'Person' },
    'people/ann.json': person('ann', { name: 'Ann', role: 'Editor' }),
    'people/bo.json': person('bo', { name: 'Bo' }),
  },
});

const cell = (page: Page, label: string) => page.getByRole('button', { name: new RegExp(`^${label}, `) });
const settings = (page: Page) => page.getByRole('complementary', { name: 'Settings' });
const kind = (page: Page, label: string) =>
  page.getByRole('region', { name: 'Add field' }).getByRole('button', { name: new RegExp(`^${label} `) });
const show = (page: Page, view: 'Form' | 'JSON') =>
  page.getByRole('radiogroup', { name: 'Editor view' }).getByText(view).click();
const builderOf = (url: string, id: string) => `${url}/admin/schemas/${id}/edit`;

test('a schema is built from nothing, and its form makes an object', async ({ admin, site }) => {
  await admin.setViewportSize({ width: 1280, height: 1400 });
  await admin.goto(`${site.url}/admin/schemas/new`);
  const cut = await admin
    .getByRole('region', { name: 'Add field' })
    .evaluate((palette) =>
      [...palette.querySelectorAll('span')]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    );
  expect(cut).toEqual([]);
  await settings(admin).getByLabel('Schema name').fill('Walk');
  await settings(admin).getByLabel('Description').fill('Walks with a guide.');

  await admin.getByRole('textbox', { name: 'Search field types' }).fill('dropdown');
  await kind(admin, 'Select').click();
  await settings(admin).getByLabel('Label').fill('Level');
  await settings(admin).getByLabel('Name', { exact: true }).fill('level');
  await settings(admin).getByLabel('Name', { exact: true }).press('Enter');
  await settings(admin).getByRole('textbox', { name: 'Options' }).fill('easy\nhard | Very hard');
  await settings(admin)
    .getByRole('switch', { name: /^Indexed/ })
    .press('Space');

  await admin.getByRole('textbox', { name: 'Search field types' }).fill('');
  await kind(admin, 'Switch').click();
  await expect(cell(admin, 'Switch')).toHaveAttribute('aria-pressed', 'true');

  // By keyboard: beside the title, wider, and one step back.
  await cell(admin, 'Level').focus();
  await admin.keyboard.press('Alt+ArrowUp');
  await expect(cell(admin, 'Level')).toBeFocused();
  await admin.getByRole('button', { name: 'Undo' }).click();
  // By drag: to the right of the title.
  const title = await cell(admin, 'Title').boundingBox();
  const level = await cell(admin, 'Level').boundingBox();
  if (title === null || level === null) throw new Error('The fields are not drawn');
  await admin.mouse.move(level.x + 30, level.y + 20);
  await admin.mouse.down();
  await admin.mouse.move(title.x + title.width - 60, title.y + 30, { steps: 4 });
  await admin.mouse.move(title.x + title.width - 12, title.y + 20, { steps: 4 });
  await admin.mouse.up();

  await show(admin, 'JSON');
  const json = admin.getByRole('textbox', { name: 'Schema document' });
  await expect(json).toContainText('"formgrid": "title level\\nid id\\nswitch switch"');
  await show(admin, 'Form');
  await admin.keyboard.press('ControlOrMeta+s');
  await expect(admin).toHaveURL(/\/schemas\/walk$/);
  expect(await site.read('.schemas/walk.json')).toMatchObject({
    description: 'Walks with a guide.',
    properties: {
      level: { field: 'select', label: 'Level', options: ['easy', { value: 'hard', label: 'Very hard' }] },
      switch: { field: 'toggle' },
    },
    index: ['id', 'title', 'level'],
    formgrid: 'title level\nid id\nswitch switch',
  });

  await site.write({ 'walks/.meta.json': { id: 'walks', schema: 'walk', name: 'Walks' } });
  await expect(async () => {
    await admin.goto(`${site.url}/admin/c/walks/new`);
    await expect(admin.getByLabel(/^Title/)).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await admin.getByLabel(/^Title/).fill('River');
  await admin.getByLabel('Level').click();
  await admin.getByRole('option', { name: 'Very hard' }).click();
  await admin.keyboard.press('ControlOrMeta+s');
  await expect(admin).toHaveURL(/\/c\/walks\/river$/);
  expect(await site.read('walks/river.json')).toMatchObject({ title: 'River', level: 'hard' });
});

test('says what a change means before it is saved, and keeps what no form shows', async ({ admin, site }) => {
  await admin.goto(builderOf(site.url, 'person'));
  await cell(admin, 'Role').click();
  await settings(admin).getByRole('switch', { name: 'Required' }).press('Space');
  await admin.getByRole('button', { name: 'Save' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Review this change' });
  await expect(dialog).toContainText('1 of 2 objects in “people” do not meet the new rules.');
  await expect(dialog.getByRole('listitem')).toContainText('bo: Role');
  expect((await site.read('.schemas/person.json'))?.required).toEqual(['id', 'name']);
  await dialog.getByRole('button', { name: 'Save anyway' }).click();
  await expect(admin).toHaveURL(/\/schemas\/person$/);
  expect(await site.read('.schemas/person.json')).toMatchObject({
    'x-own': 'kept',
    required: ['id', 'name', 'role'],
  });
  expect(await site.read('people/bo.json')).toEqual(person('bo', { name: 'Bo' }));
});

test('names the hosts of embeds and the language of a text', async ({ admin, site }) => {
  await admin.goto(builderOf(site.url, 'person'));
  await cell(admin, 'Role').click();
  const language = settings(admin).getByRole('combobox', { name: 'Language of the text' });
  await language.fill('de_AT');
  await admin.getByRole('option', { name: /\(de_AT\)$/ }).click();
  await kind(admin, 'Rich text').click();
  await expect(cell(admin, 'Rich text')).toHaveAttribute('aria-pressed', 'true');
  const embeds = settings(admin).getByRole('combobox', { name: 'Embeds' });
  await expect(embeds).toHaveValue('From well-known sites');
  await embeds.click();
  await admin.getByRole('option', { name: 'From sites in a list' }).click();
  const hosts = settings(admin).getByRole('textbox', { name: 'Embeds: one per line' });
  await expect(hosts).toHaveValue(/^www\.youtube\.com\n/);
  await hosts.fill('player.vimeo.com\n*.example.org');
  await expect(settings(admin)).toContainText('“*.example.org” is not the name of a host.');
  await hosts.fill('player.vimeo.com\nhttps://Video.Example.org/embed/1?a=b');
  await expect(settings(admin)).not.toContainText('is not the name of a host');
  await language.fill('he');
  await admin.getByRole('option', { name: 'Hebrew (he)' }).click();
  await admin.keyboard.press('ControlOrMeta+s');
  await expect(admin).toHaveURL(/\/schemas\/person$/);
  const saved = async () => (await site.read('.schemas/person.json'))?.properties;
  expect(await saved()).toMatchObject({
    role: { settings: { lang: 'de_AT' } },
    richText: { settings: { embedHosts: ['player.vimeo.com', 'video.example.org'], lang: 'he' } },
  });

  // No host at all is a choice of its own, and the usual ones have no list.
  await admin.goto(builderOf(site.url, 'person'));
  await cell(admin, 'Rich text').click();
  await embeds.click();
  await admin.getByRole('option', { name: 'None' }).click();
  await expect(hosts).toBeHidden();
  await admin.keyboard.press('ControlOrMeta+s');
  await expect.poll(saved).toMatchObject({ richText: { settings: { embedHosts: [], lang: 'he' } } });
});

test('carries values along to a property’s new name', async ({ admin, site }) => {
  await admin.goto(builderOf(site.url, 'person'));
  await cell(admin, 'Role').click();
  const name = settings(admin).getByLabel('Name', { exact: true });
  await name.fill('name');
  await expect(settings(admin)).toContainText('A property “name” already exists.');
  await name.fill('position');
  await name.press('Enter');
  await expect(settings(admin)).toContainText('Values of “role” are moved to the new name');
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(admin).toHaveURL(/\/schemas\/person$/);
  await expect(admin.getByText('1 object was updated.')).toBeVisible();
  expect(await site.read('people/ann.json')).toMatchObject({ name: 'Ann', position: 'Editor' });
  expect(await site.read('people/ann.json')).not.toHaveProperty('role');
  expect(await site.read('.schemas/person.json')).toMatchObject({ formgrid: 'name position' });
  await admin.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => site.read('people/ann.json')).toMatchObject({ name: 'Ann', role: 'Editor' });
  expect(await site.read('.schemas/person.json')).toMatchObject({ formgrid: 'name role' });
});

test('leads a rejection to the property it is about', async ({ admin, site }) => {
  await admin.goto(builderOf(site.url, 'person'));
  await cell(admin, 'Role').click();
  await settings(admin).getByLabel('Pattern').fill('([');
  await admin.keyboard.press('ControlOrMeta+s');
  await expect(admin.getByRole('alert')).toContainText('Role › Pattern: Is not a valid regular expression');
  await expect(cell(admin, 'Role')).toHaveAttribute('aria-pressed', 'true');
});

test('passes the rules of axe in light and dark, wide and narrow', async ({ admin, site }) => {
  await admin.goto(builderOf(site.url, 'person'));
  await cell(admin, 'Role').click();
  expect(await problemsInBothThemes(admin)).toEqual([]);
  await admin.setViewportSize({ width: 400, height: 800 });
  await admin.getByRole('radiogroup', { name: 'Builder panel' }).getByText('Settings').click();
  await expect(settings(admin).getByLabel('Label')).toHaveValue('Role');
  expect(await problemsInBothThemes(admin)).toEqual([]);
});
