/** A form as a page: a heading, a text, and the other fields beside it. */
import { problemsInBothThemes } from './axe.ts';
import { expect, test } from './plinth.ts';

test.use({
  files: {
    '.schemas/article.json': {
      id: 'article',
      properties: {
        id: { type: 'slug', field: 'id', label: 'ID' },
        title: { type: 'string', field: 'text', label: 'Title' },
        lead: { type: 'string', field: 'textarea', label: 'Summary' },
        seats: { type: 'number', field: 'number', label: 'Seats', settings: { max: 10 } },
      },
      required: ['id'],
      index: ['id', 'title'],
      formgrid: '@title title\n@body lead\ntitle id\nlead lead\n--- Rooms\nseats seats',
    },
    '.schemas/room.json': {
      id: 'room',
      properties: {
        id: { type: 'slug', field: 'id', label: 'ID' },
        name: {
          type: 'localizedtext',
          field: 'localizedtext',
          label: 'Name',
          settings: { locales: 'en,de,ar' },
        },
        text: { type: 'localizedtextarea', field: 'localizedtextarea', label: 'Text' },
      },
      required: ['id'],
      index: ['id'],
    },
    '.schemas/note.json': {
      id: 'note',
      properties: {
        id: { type: 'slug', field: 'id', label: 'ID' },
        title: { type: 'string', field: 'text', label: 'Title' },
        seats: { type: 'number', field: 'number', label: 'Seats' },
        text: { type: 'string', field: 'styledtext', label: 'Text' },
      },
      required: ['id'],
      index: ['id', 'title'],
      formgrid: '@title title\n@body text\nid seats',
    },
    'notes/.meta.json': { id: 'notes', schema: 'note', labelSingular: 'Note' },
    'notes/one.json': { id: 'one', title: 'One', text: '<p>words.</p>' },
    'rooms/.meta.json': { id: 'rooms', schema: 'room', labelSingular: 'Room' },
    'rooms/east.json': {
      id: 'east',
      name: { en: 'East wing', de: 'Ostflügel' },
      text: { en: 'Open daily.' },
    },
    'articles/.meta.json': { id: 'articles', schema: 'article', labelSingular: 'Article' },
    'articles/one.json': { id: 'one', title: 'One', lead: 'A beginning.', seats: 4 },
  },
});

test('shows fields beside the text, folds them away in a narrow window and opens them for a message', async ({
  admin,
  site,
}) => {
  await admin.goto(`${site.url}/admin/c/articles/one`);
  const title = admin.getByRole('textbox', { name: 'Title' });
  const seats = admin.getByRole('textbox', { name: 'Seats' });
  const details = admin.getByRole('button', { name: 'Show details' });

  // The heading takes as many lines as it needs, and Enter makes none.
  await title.fill(
    'A heading that is long enough for a second line of the page, and for a third one perhaps',
  );
  await title.press('Enter');
  const lines = await title.evaluate(
    (area: HTMLTextAreaElement) => area.scrollHeight <= area.clientHeight + 1,
  );
  expect(lines).toBe(true);
  await expect(admin.getByRole('textbox', { name: 'Summary' })).toBeFocused();
  const boxes = async () => ({ text: await title.boundingBox(), side: await seats.boundingBox() });
  const wide = await boxes();
  expect(wide.side?.x).toBeGreaterThan((wide.text?.x ?? 0) + (wide.text?.width ?? 0));
  await expect(details).toBeHidden();
  expect(await problemsInBothThemes(admin)).toEqual([]);

  await admin.setViewportSize({ width: 390, height: 800 });
  await expect(seats).toBeHidden();
  await details.click();
  await seats.fill('40');
  await admin.getByRole('button', { name: 'Hide details' }).click();
  await expect(admin.getByText('must be at most 10')).toBeVisible();
  await seats.fill('5');
  await expect(admin.getByText('must be at most 10')).toHaveCount(0);
  await expect(seats).toBeFocused();
  expect(await problemsInBothThemes(admin)).toEqual([]);
  await admin.getByRole('button', { name: 'Hide details' }).click();
  await expect(seats).toBeHidden();
  await admin.keyboard.press('ControlOrMeta+s');
  await expect.poll(async () => (await site.read('articles/one.json'))?.seats).toBe(5);
  const stored = await site.read('articles/one.json');
  expect(stored?.title).toMatch(/^A heading that is long enough .* perhaps$/);
});

test('Enter in the heading goes on to the beginning of the text, or to the next field that is not the id', async ({
  admin,
  site,
}) => {
  await admin.goto(`${site.url}/admin/c/notes/one`);
  const text = admin.locator('#field-text[contenteditable=true]');
  await expect(text).toBeVisible();
  await admin.getByRole('textbox', { name: 'Title' }).press('Enter');
  await expect(text).toBeFocused();
  await admin.keyboard.type('First ');
  await expect(text).toHaveText('First words.');

  const schema = await site.read('.schemas/note.json');
  await site.write({ '.schemas/note.json': { ...schema, formgrid: '@title title\nid seats' } });
  await site.restart();
  await admin.goto(site.link);
  await admin.goto(`${site.url}/admin/c/notes/one`);
  await admin.getByRole('textbox', { name: 'Title' }).press('Enter');
  await expect(admin.getByRole('textbox', { name: 'Seats' })).toBeFocused();
});

test('switches the language of the whole page, counts missing texts and shows another language beside', async ({
  admin,
  site,
}) => {
  await admin.goto(`${site.url}/admin/c/rooms/east`);
  const languages = admin.getByRole('group', { name: 'Language of the page' });
  const text = admin.getByRole('textbox', { name: /^Text, / });
  await expect(languages.getByRole('button', { name: /^English/ })).toHaveAccessibleName(
    /^English ?, complete$/,
  );
  await languages.getByRole('button', { name: /^German ?, 1 of 2 texts missing$/ }).click();
  await expect(admin.getByRole('textbox', { name: 'Name, German' })).toHaveValue('Ostflügel');
  await expect(text).toHaveValue('');
  await languages.getByRole('button', { name: 'Show another language beside it' }).click();
  await admin.getByRole('menuitemradio', { name: 'English' }).click();
  await expect(admin.getByRole('blockquote', { name: 'Text, English' })).toHaveText('Open daily.');
  await text.fill('Täglich geöffnet.');
  await expect(languages.getByRole('button', { name: /^German ?, complete$/ })).toBeVisible();
  expect(await problemsInBothThemes(admin)).toEqual([]);

  await languages.getByRole('button', { name: /^Arabic ?, 2 of 2 texts missing$/ }).click();
  await expect(admin.getByRole('textbox', { name: 'Name, Arabic' })).toHaveCSS('direction', 'rtl');
  await admin.reload();
  await expect(admin.getByRole('textbox', { name: 'Name, Arabic' })).toBeVisible();
  await expect(admin.getByRole('blockquote', { name: 'Name, English' })).toHaveText('East wing');
});
