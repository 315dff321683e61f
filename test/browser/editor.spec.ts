/** The object form, every kind of field: what is typed reaches the disk, what is refused stands at its field. */
import { everyKind, fileOf, formOf, walk, walks } from './editor-content.ts';
import { expect, type Page, test } from './plinth.ts';

test.use({ files: walks() });

const field = (page: Page, name: string) => page.locator(`#field-${name}`);
const state = (page: Page) => page.getByTestId('save-state');

/** Replaces the text of a code editor. */
async function retype(page: Page, name: string, text: string): Promise<void> {
  await field(page, name).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

test('a change of every kind reaches the disk, and nothing else changes', async ({ admin, site }) => {
  await admin.goto(site.url + formOf('river-walk'));
  await field(admin, 'title').fill('Sea walk');
  await field(admin, 'slug').fill('sea');
  await field(admin, 'textarea').fill('Along the coast.\nAll day.');
  await field(admin, 'styledtext').click();
  await admin.keyboard.press('ControlOrMeta+End');
  await admin.keyboard.type(' And a map.');
  await field(admin, 'number').fill('30');
  await field(admin, 'range').fill('7.5');
  await field(admin, 'price').fill('1234.5');
  await field(admin, 'checkbox').check();
  await field(admin, 'date').fill('2026-06-01');
  await admin.keyboard.press('Tab');
  await field(admin, 'datetime').fill('2 Jun 2026');
  await admin.keyboard.press('Tab');
  await admin.getByLabel('Time', { exact: true }).fill('18:45');
  await field(admin, 'time').fill('19:15');
  await field(admin, 'select').click();
  await admin.getByRole('option', { name: 'talk' }).click();
  await admin.getByRole('radiogroup', { name: 'Size' }).getByLabel('m', { exact: true }).check();
  await field(admin, 'multiselect').click();
  await admin.getByRole('option', { name: 'bus' }).click();
  await admin.keyboard.press('Escape');
  await admin.getByRole('group', { name: 'Needs' }).getByLabel('parking').check();
  await field(admin, 'list').fill('windy');
  await admin.keyboard.press('Enter');
  await field(admin, 'url').fill('https://example.org/sea');
  await field(admin, 'email').fill('sea@example.org');
  await field(admin, 'phone').fill('+44 1');
  await field(admin, 'color').fill('rgb(192 57 43)');
  await retype(admin, 'svg', '<svg viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>');
  await retype(admin, 'code', '<i>y</i>');
  await retype(admin, 'json', '{"hero": "tall", "n": [1, 2]}');
  await admin.getByRole('button', { name: 'Set new password' }).click();
  await field(admin, 'password').fill('correct-Horse7');
  await admin.getByLabel('Repeat password').fill('correct-Horse7');
  await field(admin, 'secret').fill('tok_9999');
  await field(admin, 'venue').fill('Pier');
  const kinds = Object.keys(everyKind).filter((name) => !['id', 'hidden', 'toggle'].includes(name));
  await expect(state(admin)).toHaveText(`${kinds.length} unsaved changes`);

  await admin.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(state(admin)).toHaveText(/^Saved \d/);

  const { password, modified, color, created, ...stored } = (await site.read(fileOf('river-walk'))) ?? {};
  const { modified: before, color: _color, created: born, ...rest } = walk;
  expect(stored).toEqual({
    ...rest,
    title: 'Sea walk',
    slug: 'sea',
    textarea: 'Along the coast.\nAll day.',
    styledtext: '<p>Bring <strong>boots</strong>. And a map.</p>',
    number: 30,
    range: 7.5,
    price: 1234.5,
    checkbox: true,
    date: '2026-06-01',
    datetime: '2026-06-02T18:45:00Z',
    time: '19:15',
    select: 'talk',
    radio: 'm',
    multiselect: ['lunch', 'bus'],
    multicheckbox: ['parking', 'ramp'],
    list: ['river', 'easy', 'windy'],
    url: 'https://example.org/sea',
    email: 'sea@example.org',
    phone: '+44 1',
    svg: '<svg viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>',
    code: '<i>y</i>',
    json: { hero: 'tall', n: [1, 2] },
    secret: 'tok_9999',
    venue: 'Pier',
  });
  expect(color).toMatchObject({ hex: '#c0392b' });
  expect(password).toMatch(/^\$2y\$/);
  expect(new Date(String(created))).toEqual(new Date(born));
  expect(modified).not.toBe(before);
});

test('a form is looked at, reverted, rejected, cleared and saved', async ({ admin, site }) => {
  await test.step('a form that was only looked at is clean, and saving it writes nothing', async () => {
    await admin.goto(site.url + formOf('river-walk'));
    await field(admin, 'styledtext').click();
    await field(admin, 'color').click();
    await field(admin, 'date').click();
    await admin.keyboard.press('Escape');
    await field(admin, 'json').click();
    await expect(state(admin)).toHaveText('No changes');
    await admin.keyboard.press('ControlOrMeta+s');
    await expect(admin.getByTestId('announcer')).toHaveText(/Nothing to save/);
    expect(await site.read(fileOf('river-walk'))).toEqual(walk);
  });

  await test.step('one field is reverted from its menu, all of them from the head', async () => {
    await field(admin, 'title').fill('Changed');
    await field(admin, 'phone').fill('+44 9');
    await admin.locator('[data-property=title]').getByRole('button', { name: 'Actions for Title' }).click();
    await admin.getByRole('menuitem', { name: 'Revert to saved' }).click();
    await expect(field(admin, 'title')).toHaveValue('River walk');
    await expect(state(admin)).toHaveText('1 unsaved change');
    await admin.getByRole('button', { name: 'More actions' }).click();
    await admin.getByRole('menuitem', { name: 'Revert all changes' }).click();
    await expect(field(admin, 'phone')).toHaveValue(walk.phone);
    await expect(state(admin)).toHaveText('No changes');
  });

  await test.step('half-typed JSON, numbers out of bounds and half a password are kept but not sent', async () => {
    await retype(admin, 'json', '{"hero": ');
    await expect(admin.locator('[data-property=json]')).toContainText('Is not valid JSON');
    await field(admin, 'number').fill('500');
    await expect(field(admin, 'number')).toHaveAccessibleDescription(/at most 200/);
    await admin.keyboard.press('ControlOrMeta+s');
    await expect(field(admin, 'number')).toBeFocused();
    expect(await site.read(fileOf('river-walk'))).toEqual(walk);
    await admin.getByRole('button', { name: 'More actions' }).click();
    await admin.getByRole('menuitem', { name: 'Revert all changes' }).click();
    await expect(state(admin)).toHaveText('No changes');
  });

  await test.step('what the server rejects stands at its field, and the first one has the focus', async () => {
    await field(admin, 'title').fill('');
    await field(admin, 'email').fill('nonsense');
    await admin.keyboard.press('ControlOrMeta+s');
    await expect(field(admin, 'title')).toBeFocused();
    await expect(field(admin, 'title')).toHaveAttribute('aria-invalid', 'true');
    await expect(field(admin, 'title')).toHaveAccessibleDescription(/required/i);
    await expect(field(admin, 'email')).toHaveAccessibleDescription(/email/i);

    const summary = admin.getByRole('alert').filter({ hasText: 'Fix 2 problems before saving' });
    await summary.getByRole('link', { name: /email/i }).click();
    await expect(field(admin, 'email')).toBeFocused();
    expect(await site.read(fileOf('river-walk'))).toEqual(walk);

    await field(admin, 'email').fill('sea@example.org');
    await expect(field(admin, 'email')).not.toHaveAttribute('aria-invalid');
    await field(admin, 'title').fill('Sea walk');
    await admin.keyboard.press('ControlOrMeta+s');
    await expect(state(admin)).toHaveText(/^Saved \d/);
    await expect(summary).toHaveCount(0);
  });

  await test.step('a field shows and hides with the one it watches, and keeps its value', async () => {
    await expect(field(admin, 'venue')).toHaveValue('Quay');
    // The box itself is hidden under its drawing: the keyboard reaches it wherever the form has moved to.
    await field(admin, 'toggle').press('Space');
    await expect(field(admin, 'toggle')).not.toBeChecked();
    await expect(field(admin, 'venue')).toHaveCount(0);
    await admin.keyboard.press('ControlOrMeta+s');
    await expect(state(admin)).toHaveText(/^Saved \d/);
    expect(await site.read(fileOf('river-walk'))).toMatchObject({ toggle: false, venue: 'Quay' });
  });

  await test.step('clearing a field empties it on disk, a number goes', async () => {
    await field(admin, 'textarea').fill('');
    await field(admin, 'number').fill('');
    await field(admin, 'select').click();
    await admin.getByRole('option', { name: 'Walk' }).click();
    await admin.getByRole('button', { name: 'Clear selection' }).click();
    await admin.keyboard.press('ControlOrMeta+s');
    await expect(state(admin)).toHaveText(/^Saved \d/);
    const stored = await site.read(fileOf('river-walk'));
    expect([stored?.textarea, stored?.number, stored?.select, stored?.radio]).toEqual([
      '',
      undefined,
      '',
      '',
    ]);
  });
});

test('a new object follows its title with the id, and stays in the same form when created', async ({
  admin,
  site,
}) => {
  await admin.goto(`${site.url}/admin/c/walks/new`);
  await expect(state(admin)).toHaveText('Not created yet');
  await field(admin, 'title').fill('Über den Hügel');
  await expect(field(admin, 'id')).toHaveAttribute('placeholder', 'ueber-den-huegel');
  await admin.keyboard.press('ControlOrMeta+s');
  await expect(admin).toHaveURL(/\/c\/walks\/ueber-den-huegel$/);
  await expect(field(admin, 'title')).toBeFocused();
  await admin.keyboard.type(' hinauf');
  await admin.keyboard.press('ControlOrMeta+s');
  await expect(state(admin)).toHaveText(/^Saved \d/);
  expect((await site.read(fileOf('ueber-den-huegel')))?.title).toBe('Über den Hügel hinauf');
});

test('an id that was typed is kept, and one that is taken is rejected at its field', async ({
  admin,
  site,
}) => {
  await admin.goto(`${site.url}/admin/c/walks/new`);
  await field(admin, 'title').fill('Another');
  await field(admin, 'id').fill('river-walk');
  await admin.keyboard.press('ControlOrMeta+s');
  await expect(field(admin, 'id')).toHaveAttribute('aria-invalid', 'true');
  await field(admin, 'id').fill('Other Walk');
  await expect(admin.locator('[data-property=id]')).toContainText('→ other-walk');
  await admin.keyboard.press('ControlOrMeta+s');
  await expect(admin).toHaveURL(/\/c\/walks\/other-walk$/);
  expect(await site.read(fileOf('river-walk'))).toEqual(walk);
});

test('values that no control can show are shown as JSON and kept', async ({ admin, site }) => {
  await site.write({
    [fileOf('odd')]: { ...walk, id: 'odd', title: { en: 'Odd' }, date: 'next week', number: 'many' },
  });
  await admin.goto(site.url + formOf('odd'));
  await expect(admin.locator('[data-property=title]')).toContainText('"en": "Odd"');
  await expect(admin.locator('[data-property=date]')).toContainText('next week');
  await field(admin, 'phone').fill('+44 2');
  await admin.keyboard.press('ControlOrMeta+s');
  await expect(state(admin)).not.toHaveText('Saving…');
  expect(await site.read(fileOf('odd'))).toMatchObject({
    title: { en: 'Odd' },
    date: 'next week',
    number: 'many',
  });
});

test('duplicate, save as copy and trash with undo do what they say', async ({ admin, site }) => {
  await admin.goto(site.url + formOf('river-walk'));
  await field(admin, 'title').fill('Copied walk');
  await admin.getByRole('button', { name: 'More save options' }).click();
  await admin.getByRole('menuitem', { name: 'Save as copy' }).click();
  await expect(admin).toHaveURL(/river-walk-copy$/);
  await expect(field(admin, 'title')).toHaveValue('Copied walk');
  expect(await site.read(fileOf('river-walk'))).toEqual(walk);
  expect(await site.read(fileOf('river-walk-copy'))).toMatchObject({ title: 'Copied walk', hidden: 'kept' });

  await admin.keyboard.press('ControlOrMeta+d');
  await expect(field(admin, 'id')).toHaveValue('river-walk-copy-copy');
  await admin.getByRole('button', { name: 'More actions' }).click();
  await admin.getByRole('menuitem', { name: 'Move to trash' }).click();
  await expect(admin).toHaveURL(/\/c\/walks$/);
  await expect(admin.getByRole('heading', { name: 'Walks' })).toBeVisible();
  expect(await site.read(fileOf('river-walk-copy-copy'))).toBeUndefined();
  await admin.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
  await expect(admin).toHaveURL(/river-walk-copy-copy$/);
  await expect(field(admin, 'title')).toHaveValue('Copied walk');
});
