/** Unsaved changes: nothing typed is lost, nothing of others overwritten unseen. */
import { fileOf, formOf, shortWalks, walk, walks } from './editor-content.ts';
import { leaveAdmin } from './kept-page.ts';
import { expect, type Page, test } from './plinth.ts';

const other = { ...walk, id: 'sea-walk', title: 'Sea walk' };
test.use({ files: shortWalks(['textarea', 'hidden', 'styledtext', 'url', 'phone'], [walk, other]) });

const field = (page: Page, name: string) => page.locator(`#field-${name}`);
const state = (page: Page) => page.getByTestId('save-state');
/** The unsaved changes the server keeps, with their values. */
const unsavedOf = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const { unsaved } = await (await fetch('/api/unsaved')).json();
    const read = async ({ id }: { id: string }) => (await fetch(`/api/unsaved/${id}`)).json();
    return JSON.stringify(await Promise.all(unsaved.map(read)));
  });

const changed = (changes: Record<string, unknown>) => ({ [fileOf('river-walk')]: { ...walk, ...changes } });

test.beforeEach(async ({ admin, site }) => {
  await admin.goto(site.url + formOf('river-walk'));
  await expect(field(admin, 'title')).toHaveValue('River walk');
});

test.describe('with all kinds of fields', () => {
  test.use({ files: walks([walk, other]) });

  test('unsaved changes are offered after a reload, and restored with one click', async ({ admin, site }) => {
    await field(admin, 'title').fill('Half-finished');
    await field(admin, 'secret').fill('tok_secret');
    await expect.poll(() => unsavedOf(admin)).toContain('Half-finished');
    expect(await unsavedOf(admin)).not.toContain('tok_secret');

    admin.on('dialog', (dialog) => void dialog.accept());
    await admin.reload();
    await expect(field(admin, 'title')).toHaveValue('River walk');
    await admin.getByRole('button', { name: /^Restore/ }).click();
    await expect(field(admin, 'title')).toHaveValue('Half-finished');
    await expect(state(admin)).toHaveText('1 unsaved change');
    await admin.keyboard.press('ControlOrMeta+s');
    await expect(state(admin)).toHaveText(/^Saved \d/);
    expect((await site.read(fileOf('river-walk')))?.title).toBe('Half-finished');

    await admin.reload();
    await expect(field(admin, 'title')).toHaveValue('Half-finished');
    await expect(admin.getByRole('button', { name: /^Restore/ })).toHaveCount(0);
  });
});

test('what is restored over a newer version meets the same question as one that stayed open', async ({
  admin,
  site,
}) => {
  await field(admin, 'title').fill('Mine');
  await field(admin, 'url').fill('https://example.org/mine');
  await expect.poll(() => unsavedOf(admin)).toContain('/mine');
  await leaveAdmin(admin);
  await site.write(changed({ title: 'Theirs', phone: '+44 9' }));

  await admin.goto(site.url + formOf('river-walk'));
  await expect(field(admin, 'title')).toHaveValue('Theirs');
  await expect(admin.getByText('has been saved since then')).toBeVisible();
  await admin.getByRole('button', { name: /^Restore/ }).click();
  const dialog = admin.getByRole('dialog', { name: 'This object was changed elsewhere' });
  await expect(dialog.getByRole('row', { name: /Title/ })).toContainText(/Mine.*Theirs/);
  await expect(dialog.getByRole('row', { name: /Website/ })).toContainText('Only yours');

  // Put off, it is asked again by the save, also after the form has read the object again.
  await admin.keyboard.press('Escape');
  await site.write(changed({ title: 'Theirs again', phone: '+44 9' }));
  await admin.keyboard.press('ControlOrMeta+s');
  await expect(dialog.getByRole('row', { name: /Title/ })).toContainText('Theirs');
  expect((await site.read(fileOf('river-walk')))?.title).toBe('Theirs again');
  await admin.getByRole('radio', { name: 'Title: other version' }).check();
  await admin.getByRole('button', { name: 'Save selection' }).click();
  await expect(state(admin)).toHaveText(/^Saved \d/);
  expect(await site.read(fileOf('river-walk'))).toMatchObject({
    title: 'Theirs again',
    url: 'https://example.org/mine',
    phone: '+44 9',
  });
});

test('two tabs: each keeps its own changes, and neither overwrites what the other saved', async ({
  admin,
  site,
}) => {
  const second = await admin.context().newPage();
  await second.goto(site.url + formOf('river-walk'));
  await field(second, 'title').fill('Second tab');
  await field(second, 'phone').fill('+44 2');
  await field(admin, 'title').fill('First tab');
  await expect.poll(() => unsavedOf(admin)).toContain('First tab');
  await expect.poll(() => unsavedOf(admin)).toContain('Second tab');
  // What is open in another tab is not offered here, only shown.
  await expect(admin.getByText(/Unsaved changes/)).toHaveCount(0);
  await expect(admin.getByText('You are editing this object in another window')).toBeVisible();

  await second.keyboard.press('ControlOrMeta+s');
  await expect(state(second)).toHaveText(/^Saved \d/);
  await second.close();
  await admin.close();
  const again = await admin.context().newPage();
  await again.goto(site.url + formOf('river-walk'));
  await again.getByRole('button', { name: /^Restore/ }).click();
  await again.keyboard.press('ControlOrMeta+s');
  const dialog = again.getByRole('dialog', { name: 'This object was changed elsewhere' });
  await expect(dialog.getByRole('row', { name: /Title/ })).toContainText(/First tab.*Second tab/);
  expect((await site.read(fileOf('river-walk')))?.title).toBe('Second tab');
  await dialog.getByRole('button', { name: 'Keep my changes' }).click();
  await expect(state(again)).toHaveText(/^Saved \d/);
  expect(await site.read(fileOf('river-walk'))).toMatchObject({ title: 'First tab', phone: '+44 2' });
});

test('two new objects are kept apart, and both are offered on return', async ({ admin, site }) => {
  const second = await admin.context().newPage();
  for (const [page, title] of [
    [admin, 'First new walk'],
    [second, 'Second new walk'],
  ] as const) {
    await page.goto(`${site.url}/admin/c/walks/new`);
    await field(page, 'title').fill(title);
    await expect.poll(() => unsavedOf(page)).toContain(title);
  }
  await expect(second.getByText(/unsaved new/i)).toHaveCount(0);
  const context = admin.context();
  await second.close();
  await admin.close();

  const again = await context.newPage();
  await again.goto(`${site.url}/admin/c/walks`);
  await expect(again.getByText('2 unsaved new walks')).toBeVisible();
  await again.getByRole('button', { name: /^Restore: “First new walk”/ }).click();
  await expect(field(again, 'title')).toHaveValue('First new walk');
  await expect(again.getByText('Unsaved new walk')).toBeVisible();
  await field(again, 'phone').fill('+44 3');
  await expect.poll(() => unsavedOf(again)).toContain('+44 3');

  // The other one gets a form of its own; this one stays kept.
  await again.getByRole('button', { name: /^Restore: “Second new walk”/ }).click();
  await expect(field(again, 'title')).toHaveValue('Second new walk');
  await again.keyboard.press('ControlOrMeta+s');
  await expect(state(again)).toHaveText(/^Saved \d/);
  expect((await site.read(fileOf('second-new-walk')))?.title).toBe('Second new walk');
  await again.goto(`${site.url}/admin/c/walks`);
  // A reload at once could come before the request.
  const discarded = again.waitForResponse((answer) => answer.request().method() === 'DELETE');
  await again.getByRole('button', { name: /^Discard: “First new walk”/ }).click();
  await discarded;
  await again.reload();
  await expect(again.getByRole('link', { name: 'Second new walk' })).toBeVisible();
  await expect(again.getByText(/unsaved new/i)).toHaveCount(0);
});

test('unsaved changes that are discarded are not offered again', async ({ admin }) => {
  await field(admin, 'title').fill('Half-finished');
  await expect.poll(() => unsavedOf(admin)).toContain('Half-finished');
  admin.on('dialog', (dialog) => void dialog.accept());
  await admin.reload();
  await admin.getByRole('button', { name: /^Discard/ }).click();
  await admin.reload();
  await expect(field(admin, 'title')).toHaveValue('River walk');
  await expect(admin.getByText(/Unsaved changes from/)).toHaveCount(0);
});

test('a clean form follows changes made outside', async ({ admin, site }) => {
  await site.write(changed({ title: 'Renamed outside', styledtext: '<p>Other words.</p>' }));
  await expect(field(admin, 'title')).toHaveValue('Renamed outside');
  await expect(field(admin, 'styledtext')).toHaveText('Other words.');
  await expect(state(admin)).toHaveText('No changes');
});

test('a form with edits says that the object changed outside, and keeps the edits', async ({
  admin,
  site,
}) => {
  await field(admin, 'title').fill('Mine');
  await site.write(changed({ title: 'Theirs' }));
  await expect(admin.getByText('This object was changed elsewhere')).toBeVisible();
  await expect(field(admin, 'title')).toHaveValue('Mine');
});

test('keeping my changes puts them on top of the newer version', async ({ admin, site }) => {
  await field(admin, 'title').fill('Mine');
  await site.write(changed({ title: 'Theirs', phone: '+44 7' }));
  await admin.keyboard.press('ControlOrMeta+s');
  const dialog = admin.getByRole('dialog', { name: 'This object was changed elsewhere' });
  await expect(dialog).toContainText('Both versions changed “Title”');
  // Both values are there at once, and the keys that confirm a dialog overwrite nothing.
  await expect(dialog.getByRole('row', { name: /Title/ })).toContainText(/Mine.*Theirs/);
  await admin.keyboard.press('Enter');
  await admin.keyboard.press(' ');
  await expect(dialog.getByRole('button', { name: 'Save selection' })).toBeDisabled();
  expect((await site.read(fileOf('river-walk')))?.title).toBe('Theirs');
  await dialog.getByRole('button', { name: 'Keep my changes' }).click();
  await expect(state(admin)).toHaveText(/^Saved \d/);
  expect(await site.read(fileOf('river-walk'))).toMatchObject({ title: 'Mine', phone: '+44 7' });
  await expect(field(admin, 'phone')).toHaveValue('+44 7');
});

test('changes made elsewhere are merged into the form, told in one line, and taken back with one click', async ({
  admin,
  site,
}) => {
  await site.write(changed({ styledtext: '<p>One.</p><p>Two.</p>' }));
  await expect(field(admin, 'styledtext')).toHaveText('One.Two.');
  await field(admin, 'title').fill('Mine');
  await field(admin, 'styledtext').locator('p').first().click();
  await admin.keyboard.press('End');
  await admin.keyboard.type(' Mine.');
  await site.write(changed({ styledtext: '<p>One.</p><p>Two. Theirs.</p>', phone: '+44 7' }));
  await expect(admin.getByText('Changes made elsewhere were merged into this form')).toBeVisible();
  await expect(field(admin, 'styledtext')).toHaveText('One. Mine.Two. Theirs.');
  await expect(field(admin, 'phone')).toHaveValue('+44 7');
  await admin.getByRole('button', { name: 'Undo merge' }).click();
  await expect(field(admin, 'phone')).toHaveValue(walk.phone);
  await expect(field(admin, 'styledtext')).toHaveText('One. Mine.Two.');
  await admin.getByRole('button', { name: 'Undo change' }).click();
  await expect(field(admin, 'phone')).toHaveValue('+44 7');
  await admin.keyboard.press('ControlOrMeta+s');
  await expect(state(admin)).toHaveText(/^Saved \d/);
  expect(await site.read(fileOf('river-walk'))).toMatchObject({
    title: 'Mine',
    styledtext: '<p>One. Mine.</p><p>Two. Theirs.</p>',
    phone: '+44 7',
  });
});

test('both texts can be kept where a paragraph was changed at one place on both sides', async ({
  admin,
  site,
}) => {
  await field(admin, 'styledtext').click();
  await admin.keyboard.press('ControlOrMeta+End');
  await admin.keyboard.type(' And gloves.');
  await site.write(changed({ styledtext: '<p>Bring <strong>boots</strong>. And a hat.</p>' }));
  await admin.keyboard.press('ControlOrMeta+s');
  const dialog = admin.getByRole('dialog', { name: 'This object was changed elsewhere' });
  await expect(dialog.getByRole('row', { name: /Body/ })).toContainText(/gloves.*a hat/);
  await dialog.getByRole('radio', { name: 'Body: Keep both texts' }).check();
  // Changed once more while the dialog is open: the save finds it and merges it.
  await site.write(
    changed({ styledtext: '<p>Bring <strong>boots</strong>. And a hat.</p>', phone: '+44 9' }),
  );
  await dialog.getByRole('button', { name: 'Save selection' }).click();
  await expect(state(admin)).toHaveText(/^Saved \d/);
  const stored = await site.read(fileOf('river-walk'));
  expect(stored?.styledtext).toBe('<p>Bring <strong>boots</strong>. And a hat. And gloves.</p>');
  expect(stored?.phone).toBe('+44 9');
});

test('taking what is on disk drops my changes', async ({ admin, site }) => {
  await field(admin, 'title').fill('Mine');
  await site.write(changed({ title: 'Theirs' }));
  await admin.keyboard.press('ControlOrMeta+s');
  await admin.getByRole('button', { name: 'Use the other version' }).click();
  await expect(field(admin, 'title')).toHaveValue('Theirs');
  await expect(state(admin)).toHaveText('No changes');
  expect((await site.read(fileOf('river-walk')))?.title).toBe('Theirs');
});

test('differences are decided side by side, field by field', async ({ admin, site }) => {
  await field(admin, 'title').fill('Mine');
  await field(admin, 'phone').fill('+44 1');
  await site.write(changed({ title: 'Theirs', phone: '+44 2', textarea: 'Their summary' }));
  await admin.keyboard.press('ControlOrMeta+s');
  await expect(admin.getByRole('row', { name: /Summary/ })).toContainText('Only the other version');
  await admin.getByRole('radio', { name: 'Title: other version' }).check();
  await expect(admin.getByRole('button', { name: 'Save selection' })).toBeDisabled();
  await admin.getByRole('radio', { name: 'Phone: yours' }).check();
  await admin.getByRole('button', { name: 'Save selection' }).click();
  await expect(state(admin)).toHaveText(/^Saved \d/);
  expect(await site.read(fileOf('river-walk'))).toMatchObject({
    title: 'Theirs',
    phone: '+44 1',
    textarea: 'Their summary',
  });
});

test('what is typed while a save is under way stays, and is saved next', async ({ admin, site }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await admin.route('**/api/collections/walks/river-walk', async (route) => {
    if (route.request().method() === 'PATCH') await held;
    await route.continue();
  });
  await field(admin, 'title').fill('First');
  await admin.keyboard.press('ControlOrMeta+s');
  await expect(state(admin)).toHaveText('Saving…');
  await field(admin, 'title').fill('First and second');
  release();
  await expect(state(admin)).toHaveText('1 unsaved change');
  await expect(field(admin, 'title')).toHaveValue('First and second');
  expect((await site.read(fileOf('river-walk')))?.title).toBe('First');
  await admin.keyboard.press('ControlOrMeta+s');
  await expect(state(admin)).toHaveText(/^Saved \d/);
  expect((await site.read(fileOf('river-walk')))?.title).toBe('First and second');
});

test('a save without an answer keeps the edits and can be tried again', async ({ admin, site }) => {
  let broken = true;
  await admin.route('**/api/collections/walks/river-walk', (route) =>
    broken && route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await field(admin, 'title').fill('Mine');
  await admin.keyboard.press('ControlOrMeta+s');
  await expect(state(admin)).toHaveText('Not saved, 1 unsaved change');
  broken = false;
  await admin.getByRole('button', { name: 'Try again' }).first().click();
  await expect(state(admin)).toHaveText(/^Saved \d/);
  expect((await site.read(fileOf('river-walk')))?.title).toBe('Mine');
});

test('an object deleted meanwhile is created again with everything in the form', async ({ admin, site }) => {
  await field(admin, 'title').fill('Mine');
  await admin.evaluate(async () => {
    const { csrfToken } = await (await fetch('/admin/session')).json();
    await fetch('/api/collections/walks/river-walk', {
      method: 'DELETE',
      headers: { 'x-csrf-token': csrfToken, 'if-match': '*' },
    });
  });
  await expect(admin.getByText('This object was deleted')).toBeVisible();
  expect(await site.read(fileOf('river-walk'))).toBeUndefined();
  await admin.getByRole('button', { name: 'Create again' }).click();
  await expect(state(admin)).toHaveText(/^Saved \d/);
  expect(await site.read(fileOf('river-walk'))).toMatchObject({
    title: 'Mine',
    phone: walk.phone,
    hidden: 'kept',
  });
});

test('leaving with unsaved changes asks: stay, discard, or save and leave', async ({ admin, site }) => {
  const crumb = admin.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Walks' });
  await field(admin, 'title').fill('Mine');
  await crumb.click();
  await admin.getByRole('button', { name: 'Keep editing' }).click();
  await expect(field(admin, 'title')).toHaveValue('Mine');

  await crumb.click();
  await admin.getByRole('button', { name: 'Save and leave' }).click();
  await expect(admin).toHaveURL(/\/c\/walks$/);
  expect((await site.read(fileOf('river-walk')))?.title).toBe('Mine');

  await admin.getByRole('link', { name: 'Mine' }).click();
  await field(admin, 'title').fill('Not this');
  await crumb.click();
  await admin.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(admin).toHaveURL(/\/c\/walks$/);
  expect((await site.read(fileOf('river-walk')))?.title).toBe('Mine');
});

test('save and new opens an empty form; next and previous keep the filter and order of the list', async ({
  admin,
  site,
}) => {
  await field(admin, 'title').fill('Mine');
  await admin.getByRole('button', { name: 'More save options' }).click();
  await admin.getByRole('menuitem', { name: 'Save and new' }).click();
  await expect(admin).toHaveURL(/\/c\/walks\/new$/);
  await expect(field(admin, 'title')).toHaveValue('');
  expect((await site.read(fileOf('river-walk')))?.title).toBe('Mine');

  for (const [n, title] of ['C walk', 'A walk', 'B walk', 'D tour'].entries())
    await site.write({ [fileOf(`w${n}`)]: { ...walk, id: `w${n}`, title } });
  await admin.goto(`${site.url}/admin/c/walks?q=walk&sort=title&order=asc`);
  await admin.getByRole('link', { name: 'B walk' }).click();
  const crumbs = admin.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(crumbs).toContainText('2 of ');
  await admin.keyboard.press('Alt+ArrowUp');
  await expect(field(admin, 'title')).toHaveValue('A walk');
  await expect(admin.getByRole('button', { name: 'Previous object' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );

  // Saved, it stands elsewhere in the list; what was next is next all the same, also after a reload.
  await field(admin, 'title').fill('X tour');
  await admin.keyboard.press('ControlOrMeta+Enter');
  await expect(field(admin, 'title')).toHaveValue('B walk');
  expect((await site.read(fileOf('w1')))?.title).toBe('X tour');
  await admin.reload();
  await expect(crumbs).toContainText('1 of ');
  await admin.keyboard.press('Alt+ArrowDown');
  await expect(field(admin, 'title')).toHaveValue('C walk');
  await crumbs.getByRole('link').click();
  await expect(admin).toHaveURL(/\?q=walk&sort=title&order=asc$/);
});
