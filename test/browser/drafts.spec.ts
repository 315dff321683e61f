/** Drafts of published texts: saved, compared, dropped and published from the form, and marked in the list. */

import { plainPng } from '../helpers/made-files.ts';
import { change, drafted, draftsContent, live, row } from './drafts-content.ts';
import { expect, type Locator, type Page, test } from './plinth.ts';

test.use({ files: draftsContent });

const banner = (admin: Page) => admin.getByTestId('draft');
const saved = (admin: Page) => expect(admin.getByTestId('save-state')).toHaveText(/^Saved /);

test('a live text is changed in the draft, dropped, and published from the keyboard', async ({
  admin,
  site,
}) => {
  await admin.goto(`${site.url}/admin/c/pages/tides`);
  await expect(admin.getByRole('button', { name: 'Publish' })).toHaveAttribute('aria-disabled', 'true');
  await admin.getByLabel('Title').fill('Tides and winds');
  await admin.keyboard.press('ControlOrMeta+s');
  await saved(admin);
  await expect(banner(admin)).toContainText('Draft, not live yet');
  await expect(banner(admin)).toContainText('by you');
  expect(await live(site, 'pages/tides.json')).toMatchObject({ title: 'Tides' });
  expect(await drafted(site, 'pages/tides.json')).toMatchObject({ values: { title: 'Tides and winds' } });

  // A later visit goes on with the draft.
  await admin.reload();
  await expect(admin.getByLabel('Title')).toHaveValue('Tides and winds');
  await admin.getByLabel('Intro').fill('About the sea and the air.');
  await admin.keyboard.press('ControlOrMeta+Shift+s');
  await expect(admin.getByText('“Tides and winds” published.')).toBeVisible();
  await expect(banner(admin)).toBeHidden();
  expect(await live(site, 'pages/tides.json')).toMatchObject({
    title: 'Tides and winds',
    intro: 'About the sea and the air.',
  });
  expect(await drafted(site, 'pages/tides.json')).toEqual({});
  // Undone, it is a draft again.
  await admin.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect(banner(admin)).toContainText('Draft, not live yet');
  await expect(admin.getByLabel('Title')).toHaveValue('Tides and winds');
  expect(await live(site, 'pages/tides.json')).toMatchObject({ title: 'Tides' });
  expect(await drafted(site, 'pages/tides.json')).toMatchObject({ values: { title: 'Tides and winds' } });

  // Dropping it shows what is live, and can be taken back.
  await admin.getByLabel('Title').fill('Waves');
  await admin.keyboard.press('ControlOrMeta+s');
  await banner(admin).getByRole('button', { name: 'Discard draft' }).click();
  await expect(admin.getByLabel('Title')).toHaveValue('Tides');
  const message = admin.getByRole('alert').filter({ hasText: 'Changes of “Waves” dropped.' });
  await message.getByRole('button', { name: 'Undo' }).click();
  await expect(admin.getByLabel('Title')).toHaveValue('Waves');
});

test('the head of a form shows a long title, and has in its menu what there is no room for', async ({
  admin,
  site,
}) => {
  const long = 'The tides of the northern sea and what the winds make of them';
  await admin.goto(`${site.url}/admin/c/pages/tides`);
  const title = admin.getByRole('heading', { level: 1 });
  const isWhole = () => title.evaluate((one) => one.scrollHeight <= one.clientHeight + 1);
  await expect(admin.getByRole('button', { name: 'History' })).toBeVisible();
  await admin.getByRole('textbox', { name: 'Title' }).fill(long);
  await expect(title).toHaveText(long);
  await expect(admin.getByRole('button', { name: 'History' })).toHaveCount(0);
  for (const width of [1280, 1024, 390]) {
    await admin.setViewportSize({ width, height: 720 });
    await expect.poll(isWhole).toBe(true);
    await expect(admin.getByRole('button', { name: 'Publish', exact: true })).toBeInViewport({ ratio: 1 });
  }
  await admin.getByRole('button', { name: 'More actions' }).click();
  await expect(admin.getByRole('menuitem', { name: 'History' })).toBeVisible();
  await admin.getByRole('menuitem', { name: 'Undo change' }).click();
  await expect(title).toHaveText('Tides');
});

test('a draft is compared with what is live, and decided where both were changed', async ({
  admin,
  site,
}) => {
  await admin.goto(`${site.url}/admin/c/pages/tides`);
  await admin.getByLabel('Title').fill('Tides of the north');
  await admin.getByLabel('Intro').fill('About the northern sea.');
  await admin.keyboard.press('ControlOrMeta+s');
  await banner(admin).getByRole('button', { name: 'Compare with live' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Changes of Tides of the north' });
  await expect(dialog.getByRole('region', { name: 'Title' }).locator('ins')).toHaveText(/of the north/);
  await dialog.getByRole('button', { name: 'Drop the change of Intro' }).click();
  await expect(dialog.getByRole('region', { name: 'Intro' })).toBeHidden();
  await admin.keyboard.press('Escape');
  await expect(admin.getByLabel('Intro')).toHaveValue('About the sea.');

  await site.write({ 'pages/tides.json': { id: 'tides', title: 'Tides of the south' } });
  await admin.keyboard.press('ControlOrMeta+Shift+s');
  const clash = dialog.getByRole('region', { name: 'Title' });
  await expect(clash).toContainText('Changed in what is live as well');
  expect(await live(site, 'pages/tides.json')).toMatchObject({ title: 'Tides of the south' });
  await clash.getByRole('button', { name: 'Keep this change of Title' }).click();
  await expect(clash).not.toContainText('Changed in what is live as well');
  await admin.keyboard.press('Escape');
  await admin.keyboard.press('ControlOrMeta+Shift+s');
  await expect.poll(() => live(site, 'pages/tides.json')).toMatchObject({ title: 'Tides of the north' });
});

/** How wide an image is in itself; 0 until it is loaded, and where it is not shown. */
const widthOf = (image: Locator) =>
  image.evaluate((one: HTMLImageElement) => (one.complete ? one.naturalWidth : 0));
const expectShown = (image: Locator) => expect.poll(() => widthOf(image)).toBeGreaterThan(0);

test('files of a draft are shown where the draft is, and live with it', async ({ admin, site }) => {
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer });
  const cover = admin.locator('#field-cover-field');
  const chosen = cover.locator('input[type=file]').first();
  const text = admin.locator('#field-text-field [contenteditable=true]');

  await test.step('in the form, the list and the text of an object that only the draft has', async () => {
    await admin.goto(`${site.url}/admin/c/pages/new`);
    await admin.getByLabel('Title').fill('Storms');
    await admin.keyboard.press('ControlOrMeta+s');
    await expect(banner(admin)).toContainText('New, not live yet');
    await chosen.setInputFiles(file('sea.png', await plainPng()));
    await expectShown(cover.locator('img').first());
    const bytes = (await plainPng()).toString('base64');
    await text.evaluate((element, data) => {
      const clipboardData = new DataTransfer();
      const content = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
      clipboardData.items.add(new File([content], 'waves.png', { type: 'image/png' }));
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, bytes);
    await expectShown(text.locator('img[src]'));
    await admin.keyboard.press('ControlOrMeta+s');
    await saved(admin);
    // The text names the file as pages will, without the draft.
    expect(await drafted(site, 'pages/storms.json')).toMatchObject({
      values: { text: expect.not.stringContaining('perspective') },
    });
    await admin.goto(`${site.url}/admin/c/pages?layout=cards`);
    await expectShown(admin.getByRole('grid').locator('img').first());
    await admin.goto(`${site.url}/admin/c/pages/storms`);
    await expectShown(cover.locator('img').first());
    await expectShown(text.locator('img[src]'));
    expect(await site.read('pages/storms.json')).toBeUndefined();
  });
  await test.step('in what is live, once it is published', async () => {
    await admin.getByRole('button', { name: 'Publish' }).click();
    await expect(banner(admin)).toBeHidden();
    expect(await live(site, 'pages/storms.json')).toMatchObject({ cover: { name: 'sea.png' } });
    await expectShown(cover.locator('img').first());
    await expectShown(text.locator('img[src]'));
  });
  await test.step('beside what is live', async () => {
    await chosen.setInputFiles(file('other.png', await plainPng(40, 40)));
    await banner(admin).getByRole('button', { name: 'Compare with live' }).click();
    const images = admin.getByRole('dialog').getByRole('region', { name: 'Cover' }).locator('img');
    await expect(images).toHaveCount(2);
    for (const image of await images.all()) await expectShown(image);
    const [before, after] = [await widthOf(images.first()), await widthOf(images.last())];
    expect(before).not.toBe(after);
  });
});

test('where Save writes what is live, a draft is a choice that its form goes on with', async ({
  admin,
  site,
}) => {
  await admin.goto(`${site.url}/admin/c/notes/tides`);
  await expect(admin.getByRole('button', { name: 'Publish' })).toHaveCount(0);
  await admin.getByLabel('Title').fill('Tides, again');
  await admin.getByRole('button', { name: 'More save options' }).click();
  await admin.getByRole('menuitem', { name: 'Save as draft' }).click();
  await saved(admin);
  await expect(banner(admin)).toContainText('Draft, not live yet');
  expect(await live(site, 'notes/tides.json')).toMatchObject({ title: 'Tides' });
  await admin.reload();
  await expect(admin.getByLabel('Title')).toHaveValue('Tides, again');
  await admin.getByRole('button', { name: 'Publish' }).click();
  await expect(admin.getByRole('button', { name: 'Publish' })).toHaveCount(0);
  expect(await live(site, 'notes/tides.json')).toMatchObject({ title: 'Tides, again' });
  await admin.getByLabel('Title').fill('Live at once');
  await admin.keyboard.press('ControlOrMeta+s');
  await expect.poll(async () => (await live(site, 'notes/tides.json')).title).toBe('Live at once');
});

test('new and deleted objects wait for their publication', async ({ admin, site }) => {
  await admin.goto(`${site.url}/admin/c/pages/new`);
  await admin.getByLabel('Title').fill('Storms');
  await admin.keyboard.press('ControlOrMeta+s');
  await expect(banner(admin)).toContainText('New, not live yet');
  await expect(admin).toHaveURL(/\/c\/pages\/storms$/);
  expect(await site.read('pages/storms.json')).toBeUndefined();
  await admin.getByRole('button', { name: 'Publish' }).click();
  await expect(banner(admin)).toBeHidden();
  await expect.poll(() => live(site, 'pages/storms.json')).toMatchObject({ title: 'Storms' });

  await admin.goto(`${site.url}/admin/c/pages/trains`);
  await admin.getByRole('button', { name: 'More actions' }).click();
  await admin.getByRole('menuitem', { name: 'Delete when published' }).click();
  await expect(admin).toHaveURL(/\/c\/pages$/);
  await admin.goto(`${site.url}/admin/c/pages/trains`);
  await expect(banner(admin)).toContainText('Will be deleted when it is published');
  await banner(admin).getByRole('button', { name: 'Keep it' }).click();
  await expect(banner(admin)).toBeHidden();
  await expect(admin.getByLabel('Title')).toHaveValue('Trains');
  expect(await live(site, 'pages/trains.json')).toMatchObject({ title: 'Trains' });
});

test('a list of what is live says what the draft and other sets change', async ({ admin, site }) => {
  const long = `Storms ${'and more storms '.repeat(12)}`.trim();
  await site.write({
    '.changes/draft/notes/tides.json': change('edit', { title: 'Waves' }, { title: 'Tides' }),
    '.changes/draft/notes/storms.json': change('new', { id: 'storms', title: long }),
    '.changes/autumn/set.json': { kind: 'release', title: 'Autumn issue' },
    '.changes/autumn/notes/trains.json': change('edit', { title: 'Trams' }, { title: 'Trains' }),
  });
  await admin.goto(`${site.url}/admin/c/notes`);
  await expect(row(admin, 'Tides')).toContainText('Changed');
  await expect(
    row(admin, 'Trains').getByRole('img', { name: 'Also changed in: Autumn issue' }),
  ).toBeVisible();
  await expect(row(admin, 'Trains')).not.toContainText('Changed');
  await expect(row(admin, 'Storms')).toHaveCount(0);
  const unlisted = admin.getByTestId('unlisted');
  await expect(unlisted).toHaveText(`Not published yet: ${long}`);

  // Others change the draft meanwhile.
  const values = { id: 'trains', title: 'Trains' };
  await site.write({
    '.changes/draft/notes/trains.json': { ...change('remove', {}, values) },
    ...Object.fromEntries(
      Array.from({ length: 6 }, (_, n) => [
        `.changes/draft/notes/wind-${n}.json`,
        { ...change('new', { id: `wind-${n}`, title: `Wind ${n}` }), at: `2026-01-0${n + 1}T10:00:00.000Z` },
      ]),
    ),
  });
  await expect(row(admin, 'Trains')).toContainText('To be deleted');
  await expect(unlisted).toContainText('Wind 5, Wind 4, Wind 3, Wind 2 and 2 more');
  await unlisted.getByRole('link', { name: 'Wind 5' }).click();
  await expect(banner(admin)).toContainText('New, not live yet');
});

test('a list marks what it shows also where there are more drafts than are listed', async ({
  admin,
  site,
}) => {
  await site.write({
    '.changes/draft/pages/tides.json': change('edit', { title: 'Waves' }, { title: 'Tides' }),
    ...Object.fromEntries(
      Array.from({ length: 1_050 }, (_, n) => [
        `.changes/draft/pages/wind-${n}.json`,
        { ...change('new', { id: `wind-${n}`, title: `Wind ${n}` }), at: '2026-03-01T10:00:00.000Z' },
      ]),
    ),
  });
  const asked: string[] = [];
  admin.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/change-sets' && searchParams.has('id')) asked.push(searchParams.get('id') ?? '');
  });
  await admin.goto(`${site.url}/admin/c/pages`);
  await expect(admin.getByRole('link', { name: 'Changed 1,051' })).toBeVisible();
  await expect(admin.locator('footer')).toContainText('1,052 pages');
  await expect(row(admin, 'Wind').first()).toContainText('New');
  asked.splice(0);
  await admin.getByRole('searchbox').fill('waves');
  await expect(row(admin, 'Waves')).toContainText('Changed');
  expect(asked).toEqual(['tides']);
  await row(admin, 'Waves').getByRole('checkbox').click();
  const bar = admin.getByRole('region', { name: 'Selected rows' });
  await bar.getByRole('button', { name: 'Publish 1' }).click();
  await expect(row(admin, 'Waves')).not.toContainText('Changed');
  expect(await live(site, 'pages/tides.json')).toMatchObject({ title: 'Waves' });

  // Of many selected ones it is found out which have a draft once that is asked for.
  await admin.getByRole('searchbox').fill('');
  await expect(row(admin, 'Wind').first()).toBeVisible();
  await admin.getByRole('checkbox', { name: 'Select all' }).click();
  await expect(bar).toContainText('1,052 pages selected');
  await bar.getByRole('button', { name: 'Publish drafts' }).click();
  await expect(admin.getByText('1,050 pages published.')).toBeVisible({ timeout: 60_000 });
});

test('the list of a collection that saves drafts shows the draft and writes it', async ({ admin, site }) => {
  await site.write({
    '.changes/draft/pages/tides.json': change('edit', { title: 'Waves' }, { title: 'Tides' }),
    '.changes/draft/pages/storms.json': change('new', { id: 'storms', title: 'Storms' }),
  });
  await admin.goto(`${site.url}/admin/c/pages`);
  await expect(row(admin, 'Waves')).toContainText('Changed');
  await expect(row(admin, 'Storms')).toContainText('New');
  await expect(row(admin, 'Trains')).not.toContainText('Changed');
  const count = admin.locator('footer');
  await expect(count).toContainText('3 pages');
  await admin.getByRole('searchbox').fill('waves');
  await expect(count).toContainText('1 of 3 pages');
  await admin.getByRole('searchbox').fill('');

  // What a cell, fields of several objects or a deletion have saved is undone from its message.
  const undoLast = () => admin.getByRole('alert').getByRole('button', { name: 'Undo' }).last().click();
  await row(admin, 'Trains').locator('[data-cell=rating]').dblclick();
  await admin.getByLabel('Rating of “Trains”').fill('3');
  await admin.keyboard.press('Enter');
  await expect(row(admin, 'Trains')).toContainText('Changed');
  await undoLast();
  await expect(row(admin, 'Trains')).not.toContainText('Changed');
  expect(await drafted(site, 'pages/trains.json')).toEqual({});

  // A cell, fields of several objects and a copy.
  await row(admin, 'Trains').locator('[data-cell=rating]').dblclick();
  await admin.getByLabel('Rating of “Trains”').fill('4');
  await admin.keyboard.press('Enter');
  await expect(row(admin, 'Trains')).toContainText('Changed');
  expect(await drafted(site, 'pages/trains.json')).toMatchObject({ change: 'edit', values: { rating: 4 } });
  await row(admin, 'Waves').getByRole('checkbox').check();
  await row(admin, 'Storms').getByRole('checkbox').check();
  await admin.getByRole('button', { name: 'Edit fields…' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Field 1', exact: true }).click();
  await admin.getByRole('option', { name: 'Rating', exact: true }).click();
  await dialog.getByLabel('Value for Rating').fill('5');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByRole('button', { name: /^Change/ }).click();
  await expect(dialog).toBeHidden();
  expect(await drafted(site, 'pages/tides.json')).toMatchObject({ values: { title: 'Waves', rating: 5 } });
  expect(await drafted(site, 'pages/storms.json')).toMatchObject({ values: { rating: 5 } });
  await admin.getByRole('button', { name: 'Actions for Trains' }).click();
  await admin.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(row(admin, 'Trains')).toHaveCount(2);
  expect(await drafted(site, 'pages/trains-copy.json')).toMatchObject({ change: 'new' });
  const copied = admin.getByRole('alert').filter({ hasText: 'Duplicated as “trains-copy”.' });
  await copied.getByRole('button', { name: 'Undo' }).click();
  await expect(row(admin, 'Trains')).toHaveCount(1);
  expect(await drafted(site, 'pages/trains-copy.json')).toEqual({});
  await admin.getByRole('button', { name: 'Actions for Trains' }).click();
  await admin.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(row(admin, 'Trains')).toHaveCount(2);

  // An export has what the list shows, or what is live.
  await admin.evaluate(() => Reflect.set(window, 'showSaveFilePicker', undefined));
  await admin.getByRole('button', { name: 'Collection', exact: true }).click();
  await admin.getByRole('menuitem', { name: 'Export…' }).click();
  const exported = async (content: string) => {
    await dialog.getByRole('radio', { name: content }).check();
    const answer = admin.waitForResponse(/\/export\/collections\/pages\/json/);
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    await expect(dialog.getByText(/collection-pages\.json saved/)).toBeVisible();
    const objects: { title: string }[] = await (await answer).json();
    return objects.map(({ title }) => title).sort();
  };
  await expect(dialog.getByRole('radio', { name: 'As in the draft' })).toBeChecked();
  expect(await exported('As in the draft')).toEqual(['Storms', 'Trains', 'Trains', 'Waves']);
  expect(await exported('What is live')).toEqual(['Tides', 'Trains']);
  await dialog.getByRole('radio', { name: 'Template' }).check();
  await expect(dialog).toContainText('It has what is live');
  await admin.keyboard.press('Escape');

  // What is live is deleted with the publication, what is new at once.
  await admin.getByRole('button', { name: 'Actions for Waves' }).click();
  await admin.getByRole('menuitem', { name: 'Delete when published' }).click();
  await expect(dialog).toContainText('Delete “Waves” when published?');
  await dialog.getByRole('button', { name: 'Delete when published' }).click();
  await expect(row(admin, 'Waves')).toHaveCount(0);
  await expect(admin.getByTestId('unlisted')).toHaveText('Will be deleted when published: Tides');
  const later = admin.getByRole('alert').filter({ hasText: '“Waves” will be deleted when it is published.' });
  await later.getByRole('button', { name: 'Undo' }).click();
  await expect(row(admin, 'Waves')).toContainText('Changed');
  expect(await drafted(site, 'pages/tides.json')).toMatchObject({ values: { title: 'Waves', rating: 5 } });
  await admin.getByRole('button', { name: 'Actions for Waves' }).click();
  await admin.getByRole('menuitem', { name: 'Delete when published' }).click();
  await dialog.getByRole('button', { name: 'Delete when published' }).click();
  await expect(row(admin, 'Waves')).toHaveCount(0);
  await admin.getByRole('button', { name: 'Actions for Storms' }).click();
  await admin.getByRole('menuitem', { name: 'Move to trash' }).click();
  await expect(row(admin, 'Storms')).toHaveCount(0);
  const message = admin.getByRole('alert').filter({ hasText: '“Storms” moved to the trash.' });
  await message.getByRole('button', { name: 'Undo' }).click();
  await expect(row(admin, 'Storms')).toContainText('New');

  // Nothing of it is live.
  expect(await live(site, 'pages/tides.json')).toMatchObject({ title: 'Tides' });
  expect(await live(site, 'pages/trains.json')).not.toHaveProperty('rating');
  for (const id of ['storms', 'trains-copy']) expect(await site.read(`pages/${id}.json`)).toBeUndefined();

  // Publishing is for all that are selected, or none of them: one was changed live meanwhile.
  await expect(admin.getByRole('link', { name: 'Changed 4' })).toHaveAttribute('href', /change-sets\/draft$/);
  const trains = await live(site, 'pages/trains.json');
  await site.write({ 'pages/trains.json': { ...trains, rating: 1 } });
  await row(admin, 'Storms').getByRole('checkbox').check();
  await admin
    .getByRole('row', { name: /Trains Changed/ })
    .getByRole('checkbox')
    .check();
  await admin.getByRole('button', { name: 'Publish 2' }).click();
  await expect(admin.getByRole('alert').filter({ hasText: 'Not published' })).toContainText(
    '“trains” (rating)',
  );
  expect(await site.read('pages/storms.json')).toBeUndefined();
  await admin.getByRole('button', { name: 'Discard draft' }).click();
  await expect(row(admin, 'Storms')).toHaveCount(0);
  const dropped = admin.getByRole('alert').filter({ hasText: 'Drafts of 2 pages discarded.' });
  await dropped.getByRole('button', { name: 'Undo' }).click();
  await row(admin, 'Storms').getByRole('checkbox').check();
  await admin.getByRole('button', { name: 'Publish 1' }).click();
  await expect(row(admin, 'Storms')).not.toContainText('New');
  expect(await live(site, 'pages/storms.json')).toMatchObject({ title: 'Storms', rating: 5 });

  // No set can hold an import.
  await admin.getByRole('button', { name: 'Collection', exact: true }).click();
  await admin.getByRole('menuitem', { name: 'Import…' }).click();
  await expect(dialog).toContainText('What is imported is live at once.');
});

test('drafts of many objects are discarded in parts, which say how far they are and can be stopped', async ({
  admin,
  site,
}) => {
  const drafts = Array.from({ length: 450 }, (_, n) => {
    const id = `new-${String(n).padStart(3, '0')}`;
    return [`.changes/draft/pages/${id}.json`, change('new', { id, title: `New ${n}` })] as const;
  });
  await site.write(Object.fromEntries(drafts));
  await admin.goto(`${site.url}/admin/c/pages`);
  await expect(admin.locator('footer')).toContainText('452 pages');
  await admin.getByRole('checkbox', { name: 'Select all' }).click();
  const bar = admin.getByRole('region', { name: 'Selected rows' });
  await expect(bar).toContainText('452 pages selected');

  // The second part waits until Stop was pressed: it is whole, and nothing follows.
  let requests = 0;
  let go = () => {};
  const stopped = new Promise<void>((resolve) => {
    go = resolve;
  });
  await admin.route('**/change-sets/draft/discard', async (route) => {
    requests += 1;
    if (requests === 2) await stopped;
    await route.continue();
  });
  await bar.getByRole('button', { name: 'Discard draft' }).click();
  const progress = admin.getByRole('alert').filter({ hasText: 'Discarding 200 of 450' });
  await progress.getByRole('button', { name: 'Stop' }).click();
  go();
  const discarded = admin.getByRole('alert').filter({ hasText: 'Drafts of 400 pages discarded.' });
  await expect(discarded).toBeVisible();
  await expect(admin.locator('footer')).toContainText('52 pages');
  expect(requests).toBe(2);
  // What is left is still selected.
  await expect(bar.getByRole('button', { name: 'Publish 50' })).toBeVisible();
  await discarded.getByRole('button', { name: 'Undo' }).click();
  await expect(admin.getByRole('alert').filter({ hasText: 'Drafts of 400 pages restored.' })).toBeVisible();
  await expect(admin.locator('footer')).toContainText('452 pages');
});
