/** How the history shows files and parts: images side by side, decks item by item. */
import { jpeg } from '../fixtures/pictures.ts';
import { problemsInBothThemes } from './axe.ts';
import { change } from './change.ts';
import { expect, type Page, test } from './plinth.ts';

const type = (field: string, more: Record<string, unknown> = {}) => ({ type: field, field, ...more });

test.use({
  files: {
    '.schemas/part.json': {
      id: 'part',
      properties: { id: { field: 'id' }, name: { field: 'text', label: 'Name' }, pin: { field: 'secret' } },
      required: ['id'],
      index: ['id'],
    },
    '.schemas/page.json': {
      id: 'page',
      properties: {
        id: { field: 'id' },
        title: { field: 'text', type: 'string' },
        cover: type('image', { label: 'Cover' }),
        body: { field: 'styledtext', type: 'string', label: 'Body' },
        team: { type: 'deck', field: 'deck', schemaref: 'part', label: 'Team' },
        intro: { field: 'localizedtext', label: 'Intro' },
      },
      required: ['id', 'title'],
      index: ['id', 'title'],
    },
    'pages/.meta.json': { id: 'pages', schema: 'page', name: 'Pages' },
    'pages/one.json': {
      id: 'one',
      title: 'One',
      body: '<p>A plain word.</p><p>Same.</p>',
      intro: { en: 'Hello', de: 'Hallo' },
      team: { ann: { id: 'ann', name: 'Ann', pin: '1111' }, bob: { id: 'bob', name: 'Bob' } },
    },
  },
});

const PAGE = '/collections/pages/one';
const panel = (page: Page) => page.getByRole('dialog', { name: 'History of One' });
const field = (page: Page, label: string) => panel(page).getByRole('region', { name: label, exact: true });

async function upload(page: Page, name: string) {
  const file = { name, mimeType: 'image/jpeg', buffer: await jpeg(120, 90) };
  await page.locator('[data-property="cover"] input[type=file]').first().setInputFiles([file]);
  await expect(page.locator('[data-property="cover"]')).toContainText(`${name} · 120 × 90`);
}

test('images are shown side by side with the bytes they had, and one that was replaced comes back', async ({
  admin,
  site,
}) => {
  await admin.goto(`${site.url}/admin/c/pages/one`);
  await upload(admin, 'first.jpg');
  const edit = { rotate: 90, crop: { x: 0, y: 0, width: 50, height: 50 } };
  await change(admin, site.url, 'PATCH', `${PAGE}/cover/first.jpg`, { edit });
  await admin.goto(`${site.url}/admin/c/pages/one`);
  await upload(admin, 'second.jpg');
  await admin.getByRole('button', { name: 'History' }).click();
  await panel(admin).getByRole('listitem').nth(1).getByRole('button').click();
  const sides = field(admin, 'Cover').getByRole('figure');
  await expect(sides).toHaveCount(2);
  await expect(sides.nth(0)).toContainText('first.jpg · 45 × 60');
  // As it was cropped then, though its file is kept whole.
  const canvas = sides.nth(0).locator('canvas');
  const drawn = () =>
    canvas.evaluate((one: HTMLCanvasElement) => [
      one.width,
      one.height,
      one.getContext('2d')?.getImageData(20, 20, 1, 1).data[3],
    ]);
  await expect.poll(drawn).toEqual([45, 60, 255]);
  const image = sides.nth(1).locator('img');
  await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
  await panel(admin).getByRole('button', { name: 'Restore Cover' }).click();
  await expect(admin.getByText('“Cover” restored.')).toBeVisible();
  await expect(panel(admin)).toContainText('This is what the object holds now.');
  await admin.keyboard.press('Escape');
  await expect(admin.locator('[data-property="cover"]')).toContainText('first.jpg · 45 × 60');
});

test('decks are shown item by item, languages one by one, formatting as such, and secrets never', async ({
  admin,
  site,
}) => {
  await change(admin, site.url, 'PATCH', PAGE, {
    body: '<p>A <strong>plain</strong> word.</p><h2>Same.</h2>',
    intro: { en: 'Hello', de: 'Guten Tag' },
    team: {
      bob: { id: 'bob', name: 'Robert' },
      ann: { id: 'ann', name: 'Ann', pin: '2222' },
      cyd: { id: 'cyd', name: 'Cyd' },
    },
  });
  await admin.goto(`${site.url}/admin/c/pages/one?history`);
  await panel(admin).getByRole('listitem').nth(1).getByRole('button').click();
  const team = field(admin, 'Team');
  await expect(team.locator('del').filter({ hasText: /^Bob$/ })).toBeVisible();
  await expect(team.locator('ins').filter({ hasText: /^Robert$/ })).toBeVisible();
  await expect(team).toContainText('Added');
  await expect(team).toContainText('The value is not shown.');
  await expect(team).not.toContainText('1111');
  await expect(team).not.toContainText('2222');
  await expect(team).toContainText('Order');

  await expect(field(admin, 'Body').locator('ins strong')).toHaveText('plain');
  await expect(field(admin, 'Body')).toContainText('Paragraph Heading 2 Same.');
  await expect(field(admin, 'Intro')).toContainText('German');
  await expect(field(admin, 'Intro')).not.toContainText('English');
  expect(await problemsInBothThemes(admin)).toEqual([]);
});

test('no markup of a stored text becomes part of the page', async ({ admin, site }) => {
  const image = '<img src="https://example.org/a.png" onerror="x()">';
  await site.write({
    'pages/two.json': { id: 'two', title: 'One', body: `<p onclick="x()">A plain word.</p>${image}` },
  });
  await expect
    .poll(async () => (await admin.context().request.get(`${site.url}/api/collections/pages/two`)).status())
    .toBe(200);
  await change(admin, site.url, 'PATCH', '/collections/pages/two', { body: '<p>A plain word.</p>' });
  await admin.goto(`${site.url}/admin/c/pages/two?history`);
  await panel(admin).getByRole('navigation').getByRole('listitem').last().getByRole('button').click();
  await expect(field(admin, 'Body')).toContainText('A plain word.');
  await expect(field(admin, 'Body').locator('del')).toContainText('[Image: https://example.org/a.png]');
  expect(await panel(admin).locator('[onclick], [onerror], [src*="example.org"]').count()).toBe(0);
});
