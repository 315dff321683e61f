/** The library of files: choosing what is there, keyboard only, and what becomes of it in the folder. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { jpeg, png } from '../fixtures/pictures.ts';
import { problems, problemsInBothThemes } from './axe.ts';
import { expect, type Page, test } from './plinth.ts';

const type = (field: string, more: Record<string, unknown> = {}) => ({ type: field, field, ...more });

const item = (name: string, alt: string, more: object = {}) => ({ name, alt, mime: 'image/jpeg', ...more });

test.use({
  files: {
    '.schemas/page.json': {
      id: 'page',
      properties: {
        id: { field: 'id', settings: { autogen: `\${title}` } },
        title: { field: 'text', type: 'string' },
        cover: type('image'),
        photos: type('gallery'),
        paper: type('file'),
        box: type('depot'),
        body: { field: 'styledtext', type: 'string' },
      },
      required: ['id', 'title'],
      index: ['id', 'title', 'cover'],
    },
    'shots/.meta.json': { id: 'shots', schema: 'page', name: 'Shots' },
    'shots/quay.json': {
      id: 'quay',
      title: 'At the quay',
      cover: item('quay.jpg', 'Boats at the quay', { focalpoint: { x: 20, y: 70 }, tags: ['sea'] }),
    },
    'shots/hill.json': {
      id: 'hill',
      title: 'Hill',
      cover: item('hill.jpg', 'A hill'),
      paper: { name: 'a.txt', mime: 'text/plain' },
    },
    'shots/hill/paper/a.txt': 'A text',
    'pages/.meta.json': { id: 'pages', schema: 'page', name: 'Pages' },
    'pages/one.json': { id: 'one', title: 'One' },
  },
});

test.beforeEach(async ({ site }) => {
  await site.write({
    'shots/quay/cover/quay.jpg': await jpeg(120, 90),
    'shots/hill/cover/hill.jpg': await jpeg(90, 120),
    'shots/hill/photos/unused.png': await png(20, 20),
  });
});

async function choose(admin: Page, name: string, option: string) {
  await admin.getByRole('combobox', { name }).click();
  await admin.getByRole('option', { name: option }).click();
}

const field = (admin: Page, name: string) => admin.locator(`[data-property="${name}"]`);

test('files of the folder are chosen by keyboard for every field and for a text, as copies', async ({
  admin,
  site,
}) => {
  await admin.goto(`${site.url}/admin/c/pages/one`);
  const cover = field(admin, 'cover');
  await cover.getByRole('button', { name: 'From Media…' }).press('Enter');
  const dialog = admin.getByRole('dialog', { name: 'Choose from Media' });
  await expect(dialog.getByRole('option')).toHaveCount(2);
  expect(await problems(admin)).toEqual([]);
  await admin.keyboard.type('boats');
  await expect(dialog.getByRole('option')).toHaveCount(1);
  await admin.keyboard.press('Tab');
  await expect(dialog.getByRole('option', { name: /^Boats at the quay quay\.jpg/ })).toBeFocused();
  await admin.keyboard.press('Enter');
  await expect(cover.getByLabel('Alternative text')).toHaveValue('Boats at the quay');
  await expect(cover.getByRole('button', { name: /Focal point: 20% from the left, 70%/ })).toBeVisible();

  await field(admin, 'photos').getByRole('button', { name: 'From Media…' }).click();
  await expect(dialog.getByRole('option')).toHaveCount(3);
  await admin.keyboard.press('Tab');
  for (const key of ['Enter', 'ArrowRight', 'Space']) await admin.keyboard.press(key);
  await dialog.getByRole('button', { name: 'Add 2 files' }).press('Enter');
  await expect(field(admin, 'photos').getByText('2 images')).toBeVisible();

  await field(admin, 'paper').getByRole('button', { name: 'From Media…' }).click();
  await dialog.getByRole('combobox', { name: 'Type' }).click();
  await admin.getByRole('option', { name: 'Documents' }).click();
  await dialog.getByRole('option', { name: /a\.txt.*Hill/ }).click();
  await expect(field(admin, 'paper').getByText('a.txt', { exact: true })).toBeVisible();

  const body = field(admin, 'body');
  await body.getByRole('textbox').first().click();
  await body.getByRole('button', { name: 'Image or file' }).click();
  // Other fields have a button of this name, too.
  const picture = admin.getByRole('dialog').filter({ hasText: 'You can also drop or paste images' });
  await picture.getByRole('button', { name: 'From Media…' }).click();
  await dialog
    .getByRole('option', { name: /hill\.jpg/ })
    .first()
    .click();
  await expect(body.getByRole('img', { name: 'A hill' })).toBeVisible();
  await admin.keyboard.press('ControlOrMeta+s');
  const stored = () => site.read('pages/one.json');
  await expect.poll(async () => String((await stored())?.body)).toContain('upload/pages/one/body/hill.jpg');
  expect(await stored()).toMatchObject({
    cover: { name: 'quay.jpg', alt: 'Boats at the quay', focalpoint: { x: 20, y: 70 } },
    paper: { name: 'a.txt' },
  });
  const bytes = (path: string) => readFile(join(site.data, path));
  expect(await bytes('pages/one/cover/quay.jpg')).toEqual(await bytes('shots/quay/cover/quay.jpg'));
});

test('files dropped on the page become objects where they belong, are undone, and found by place and tag', async ({
  admin,
  site,
}) => {
  await admin.goto(`${site.url}/admin/media`);
  const files = [
    { name: 'old-harbor_2.jpg', mimeType: 'image/jpeg', buffer: await jpeg(60, 40) },
    { name: 'quay.jpg', mimeType: 'image/jpeg', buffer: await jpeg(40, 60) },
    { name: 'torn.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no image') },
  ];
  const chooser = admin.waitForEvent('filechooser');
  await admin.getByRole('button', { name: 'Add files…' }).click();
  await (await chooser).setFiles(files);
  const dialog = admin.getByRole('dialog', { name: 'Add 3 files' });
  await dialog.getByRole('combobox', { name: 'Collection and field' }).click();
  await admin.getByRole('option', { name: 'Shots: Cover' }).click();
  expect(await problems(admin)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  // They go on while another page is open.
  await admin.getByRole('link', { name: 'Home', exact: true }).first().click();
  const uploads = admin.getByRole('region', { name: 'Uploads' });
  await expect(uploads.getByText('2 files added to Shots: Cover')).toBeVisible();
  await expect(uploads.getByText('1 file could not be added')).toBeVisible();
  expect(await problemsInBothThemes(admin)).toEqual([]);
  await uploads.getByRole('button', { name: 'Show' }).click();
  const failures = admin.getByRole('dialog', { name: '1 file could not be added' });
  await expect(failures.getByRole('listitem')).toContainText('torn.jpg');
  await failures.getByRole('button', { name: 'Try again' }).click();
  await expect(uploads.getByText('1 file could not be added')).toBeVisible();
  expect(await site.read('shots/old-harbor-2.json')).toMatchObject({
    title: 'Old harbor 2',
    cover: { name: 'old-harbor_2.jpg', width: 60 },
  });
  // The id of the other quay is taken, and what was not taken has left no object.
  expect(await site.read('shots/quay-2.json')).toMatchObject({ cover: { name: 'quay.jpg' } });
  expect(await site.read('shots/torn.json')).toBeUndefined();
  await uploads.getByRole('button', { name: 'Undo' }).click();
  await expect(uploads).toHaveCount(0);
  await admin.goto(`${site.url}/admin/media`);
  await expect(admin.getByText('3 files,', { exact: false })).toBeVisible();
  expect(await site.read('shots/quay-2.json')).toBeUndefined();

  await expect.poll(() => site.read('shots/old-harbor-2.json')).toBeUndefined();

  // Places and tags beside the list lead to their files, and are in the address.
  const places = admin.getByRole('navigation', { name: 'Places and tags' });
  const current = places.locator('[aria-current]');
  const cards = admin.getByRole('list', { name: 'Files' }).getByRole('listitem');
  const search = admin.getByRole('textbox', { name: 'Search files' });
  await expect(places.getByRole('link')).toHaveText([
    /^All files3/,
    /^Shots3/,
    /^Cover2/,
    /^Paper1/,
    'All tags',
    /^sea1/,
  ]);
  await places.getByRole('link', { name: 'Cover 2 files' }).click();
  await expect(admin).toHaveURL(/collection=shots&property=cover$/);
  await expect(cards).toHaveCount(2);
  await expect(current).toHaveText([/^Cover/, 'All tags']);
  await search.fill('boats');
  await expect(cards).toHaveCount(1);
  await expect(places.getByRole('link', { name: 'Cover 1 file' })).toBeVisible();
  await expect(admin).toHaveURL(/collection=shots&property=cover&q=boats$/);
  await admin.goBack();
  await expect(cards).toHaveCount(2);
  await expect(search).toHaveValue('');
  await places.getByRole('link', { name: 'sea 1 file' }).press('Enter');
  await expect(cards).toHaveCount(1);
  await choose(admin, 'Order', 'By name');
  await admin.reload();
  await expect(cards).toHaveCount(1);
  await expect(current).toHaveText([/^Cover/, /^sea/]);
  await expect(admin.getByRole('combobox', { name: 'Order' })).toHaveValue('By name');
  const alt = admin.getByLabel('Alternative text of quay.jpg');
  await expect(alt).toHaveAttribute('dir', 'auto');
  await expect(alt).toHaveAttribute('lang', '');
  expect(await problemsInBothThemes(admin)).toEqual([]);

  // In a narrow window they are behind a button that says what is chosen.
  await admin.setViewportSize({ width: 390, height: 844 });
  const menu = admin.getByRole('button', { name: 'Places and tags: Shots · Cover · sea' });
  await menu.press('Enter');
  const dropped = admin.getByRole('dialog', { name: 'Places and tags' });
  expect(await problems(admin)).toEqual([]);
  await dropped.getByRole('link', { name: 'All files 1 file' }).press('Enter');
  await expect(dropped).toBeHidden();
  await expect(admin.getByRole('button', { name: 'Places and tags: sea' })).toBeFocused();
  await expect(admin).toHaveURL(/\/media\?tag=sea&sort=name$/);
});

test('a file that is used in many places shows some of them and how many are left', async ({
  admin,
  site,
}) => {
  const picture = await jpeg(60, 40);
  for (let n = 0; n < 25; n += 1)
    await site.write({
      [`pages/p${n}.json`]: { id: `p${n}`, title: `Page ${n}`, cover: item('same.jpg', 'The same') },
      [`pages/p${n}/cover/same.jpg`]: picture,
    });
  await admin.goto(`${site.url}/admin/media`);
  await admin
    .getByRole('button', { name: /same\.jpg/ })
    .or(admin.getByRole('link', { name: /same\.jpg/ }))
    .first()
    .click();
  const drawer = admin.getByRole('dialog');
  await expect(drawer.getByText('The same file in 25 places')).toBeVisible();
  const places = drawer.getByRole('link', { name: /^Page \d+$/ });
  await expect(places).toHaveCount(20);
  await drawer.getByRole('button', { name: 'Show more (5 left)' }).click();
  await expect(places).toHaveCount(25);
});

test('a file is described in its drawer, and replaced everywhere with one undo', async ({ admin, site }) => {
  const logo = await png(40, 30);
  await site.write({
    'shots/quay/photos/logo.png': logo,
    'shots/quay.json': {
      id: 'quay',
      title: 'At the quay',
      photos: [{ name: 'logo.png', mime: 'image/png' }],
    },
    'pages/one/box/logo.png': logo,
    'pages/one/body/logo.png': logo,
    'pages/one.json': {
      id: 'one',
      title: 'One',
      box: { files: [{ name: 'logo.png', mime: 'image/png' }] },
      body: '<p><img src="/imageworks/upload/pages/one/body/logo.png" alt="Our mark"></p>',
    },
  });
  await admin.goto(`${site.url}/admin/media`);
  await admin.getByRole('switch', { name: 'Duplicates' }).click();
  const cards = admin.getByRole('list', { name: 'Files' }).getByRole('listitem');
  await expect(cards).toHaveCount(3);
  // The image of a text is described there.
  await admin.getByRole('button', { name: 'Details of logo.png' }).last().press('Enter');
  const ofText = admin.getByRole('dialog', { name: 'logo.png' });
  await expect(ofText.getByText('written in the text', { exact: false })).toBeVisible();
  await expect(ofText.getByText('pages · body')).toBeVisible();
  await expect(ofText.getByLabel('Alternative text')).toHaveCount(0);
  expect(await problems(admin)).toEqual([]);
  await admin.keyboard.press('Escape');
  await expect(ofText).toBeHidden();
  await admin.getByRole('button', { name: 'Details of logo.png' }).first().focus();
  await admin.keyboard.press('ArrowRight');
  await expect(admin.getByRole('button', { name: 'Details of logo.png' }).nth(1)).toBeFocused();
  await admin.keyboard.press('ArrowLeft');
  await admin.keyboard.press('Enter');
  const drawer = admin.getByRole('dialog', { name: 'logo.png' });
  await expect(drawer.getByText('The same file in 3 places')).toBeVisible();
  // The image of a depot, too, has a size.
  await expect(drawer.getByText('40 × 30 pixels')).toBeVisible();
  expect(await problems(admin)).toEqual([]);
  await drawer.getByLabel('Alternative text').fill('Our logo');
  await drawer.getByLabel('Tags').fill('brand');
  await drawer.getByLabel('Tags').press('Enter');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(drawer.getByRole('button', { name: 'Save' })).toBeDisabled();

  const chooser = admin.waitForEvent('filechooser');
  await drawer.getByRole('button', { name: 'Replace everywhere…' }).press('Enter');
  await (await chooser).setFiles({ name: 'new.jpg', mimeType: 'image/jpeg', buffer: await jpeg(80, 60) });
  const question = admin.getByRole('dialog', { name: 'Replace 3 files?' });
  await expect(question.getByRole('listitem')).toHaveCount(3);
  await question.getByRole('radio', { name: /^Only here: One/ }).check();
  await expect(admin.getByRole('dialog', { name: 'Replace 1 file?' }).getByRole('listitem')).toHaveCount(1);
  await admin.getByRole('radio', { name: 'Everywhere: 3 files' }).check();
  expect(await problems(admin)).toEqual([]);
  await question.getByRole('button', { name: 'Replace', exact: true }).click();
  await expect(admin.getByText('3 files replaced.').first()).toBeVisible();
  expect(await site.read('shots/quay.json')).toMatchObject({ photos: [{ name: 'logo.jpg', width: 80 }] });
  expect(await site.read('pages/one.json')).toMatchObject({
    box: { files: [{ name: 'logo.jpg' }] },
    body: expect.stringContaining('/imageworks/upload/pages/one/body/logo.jpg'),
  });
  await admin.getByRole('button', { name: 'Undo' }).click();
  await expect(cards.first().getByText('logo.png')).toBeVisible();
  await expect
    .poll(() => readFile(join(site.data, 'shots/quay/photos/logo.png')).catch(() => null))
    .toEqual(logo);
  expect(await site.read('pages/one.json')).toMatchObject({
    box: { files: [{ name: 'logo.png' }] },
    body: expect.stringContaining('/body/logo.png'),
  });

  // A size that is not in the metadata is that of the image that is shown.
  await admin.getByRole('switch', { name: 'Duplicates' }).click();
  await admin.getByRole('button', { name: 'Details of hill.jpg' }).press('Enter');
  const hill = admin.getByRole('dialog', { name: 'hill.jpg', exact: true });
  // The file is in the address, and a change that is taken back is none.
  await expect(hill.getByLabel('Alternative text')).toHaveValue('A hill');
  await admin.reload();
  const save = hill.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  await hill.getByLabel('Alternative text').fill('A hill in May');
  await expect(save).toBeEnabled();
  await hill.getByLabel('Alternative text').fill('A hill');
  await expect(save).toBeDisabled();
  await hill.getByRole('button', { name: 'Crop and rotate hill.jpg' }).press('Enter');
  const crop = admin.getByRole('dialog', { name: 'Crop and rotate hill.jpg' });
  await expect(crop.getByRole('group', { name: 'Selection', exact: true })).toBeVisible();
  await crop.getByRole('button', { name: 'Rotate right' }).press('Enter');
  await expect(crop.getByRole('textbox', { name: 'Width', exact: true })).toHaveValue('120');
  await crop.getByRole('combobox', { name: 'Aspect ratio' }).click();
  await admin.getByRole('option', { name: '1:1' }).click();
  await expect(crop.getByRole('textbox', { name: 'Width', exact: true })).toHaveValue('90');
  await crop.getByRole('button', { name: 'Apply' }).press('Enter');
  await hill.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(async () => (await site.read('shots/hill.json'))?.cover)
    .toMatchObject({ alt: 'A hill', edit: { rotate: 90, crop: { x: 12.5, y: 0, width: 75, height: 100 } } });
  // What is shown can be downloaded, and the file as it is.
  const bytesOf = async (label: string) => {
    const begun = admin.waitForEvent('download');
    await hill.getByRole('link', { name: label, exact: true }).click();
    const download = await begun;
    expect(download.suggestedFilename()).toBe('hill.jpg');
    return readFile(await download.path());
  };
  const size = async (label: string) => {
    const { width, height } = await sharp(await bytesOf(label)).metadata();
    return [width, height];
  };
  await expect(hill.getByRole('link', { name: 'Download whole file' })).toBeVisible();
  expect(await size('Download')).toEqual([90, 90]);
  expect(await size('Download whole file')).toEqual([90, 120]);
  await admin.goBack();
  await expect(hill).toBeHidden();
  await expect(cards).toHaveCount(5);
  await admin.goto(`${site.url}/admin/media?type=image&file=shots/hill/cover/hill.jpg`);
  await expect(hill).toBeVisible();
  await admin.keyboard.press('Escape');
  await expect(hill).toBeHidden();
  expect(new URL(admin.url()).search).toBe('?type=image');
});
