/** The library of files: choosing what is there, keyboard only, and what becomes of it in the folder. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jpeg, png } from '../fixtures/pictures.ts';
import { problems } from './axe.ts';
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
      cover: item('quay.jpg', 'Boats at the quay', { focalpoint: { x: 20, y: 70 } }),
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
  await admin.getByRole('button', { name: 'From Media…' }).last().click();
  await dialog
    .getByRole('option', { name: /hill\.jpg/ })
    .first()
    .click();
  await expect(body.getByRole('img', { name: 'A hill' })).toBeVisible();
  await admin.keyboard.press('ControlOrMeta+s');
  await expect(admin.getByText('Saved', { exact: false }).first()).toBeVisible();

  const stored = await site.read('pages/one.json');
  expect(stored).toMatchObject({
    cover: { name: 'quay.jpg', alt: 'Boats at the quay', focalpoint: { x: 20, y: 70 } },
    paper: { name: 'a.txt' },
    body: expect.stringContaining('/imageworks/upload/pages/one/body/hill.jpg'),
  });
  const bytes = (path: string) => readFile(join(site.data, path));
  expect(await bytes('pages/one/cover/quay.jpg')).toEqual(await bytes('shots/quay/cover/quay.jpg'));
});
