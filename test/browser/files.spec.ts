import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jpeg, png } from '../fixtures/pictures.ts';
import { problems, problemsInBothThemes } from './axe.ts';
import { expect, type Page, test } from './plinth.ts';

const type = (field: string, more: Record<string, unknown> = {}) => ({ type: field, field, ...more });

test.use({
  files: {
    '.schemas/part.json': {
      id: 'part',
      properties: { id: { field: 'id' }, name: { field: 'text' }, photo: type('image') },
      required: ['id'],
      index: ['id'],
    },
    '.schemas/page.json': {
      id: 'page',
      properties: {
        id: { field: 'id', settings: { autogen: `\${title}` } },
        title: { field: 'text', type: 'string' },
        cover: type('image', { settings: { rules: { width: { min: 20 } } } }),
        photos: type('gallery'),
        paper: type('file'),
        box: type('depot', { label: 'Downloads' }),
        body: { field: 'styledtext', type: 'string' },
        team: { type: 'deck', field: 'deck', schemaref: 'part' },
      },
      required: ['id', 'title'],
      index: ['id', 'title', 'cover'],
    },
    'pages/.meta.json': { id: 'pages', schema: 'page', name: 'Pages' },
    'pages/one.json': { id: 'one', title: 'One', team: { ann: { id: 'ann', name: 'Ann' } } },
  },
});

const field = (admin: Page, name: string) => admin.locator(`[data-property="${name}"]`);

const image = async (name: string, bytes?: Buffer) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: bytes ?? (await jpeg(120, 90)),
});

async function choose(admin: Page, name: string, files: Awaited<ReturnType<typeof image>>[]) {
  await field(admin, name).locator('input[type=file]').first().setInputFiles(files);
}

async function open(admin: Page, url: string) {
  await admin.goto(`${url}/admin/c/pages/one`);
  await expect(field(admin, 'cover')).toBeVisible();
}

const save = async (admin: Page) => {
  await admin.keyboard.press('ControlOrMeta+s');
  await expect(admin.getByText('Saved', { exact: false }).first()).toBeVisible();
};

test('an image is dropped in, described, put in focus by keyboard, replaced and removed', async ({
  admin,
  site,
}) => {
  await open(admin, site.url);
  await admin.getByLabel('Title').fill('Typed before');
  await choose(admin, 'cover', [await image('Hafen Größe.jpg')]);
  const cover = field(admin, 'cover');
  await expect(cover.getByText('Hafen_Groesse.jpg', { exact: false })).toBeVisible();
  expect(await site.read('pages/one.json')).toMatchObject({
    title: 'One',
    cover: { name: 'Hafen_Groesse.jpg' },
  });

  await cover.getByLabel('Alternative text').fill('A harbour');
  const point = cover.getByRole('button', { name: /Focal point: 50% from the left/ });
  await point.focus();
  for (const key of ['ArrowLeft', 'Shift+ArrowUp']) await admin.keyboard.press(key);
  await expect(
    cover.getByRole('button', {
      name: 'Focal point: 49% from the left, 40% from the top. Use the arrow keys to move it.',
    }),
  ).toBeFocused();
  await save(admin);
  await expect
    .poll(async () => (await site.read('pages/one.json'))?.cover)
    .toMatchObject({ alt: 'A harbour', focalpoint: { x: 49, y: 40 } });
  expect(await site.read('pages/one.json')).toMatchObject({ title: 'Typed before' });

  await choose(admin, 'cover', [await image('tiny.jpg', await jpeg(12, 12))]);
  await expect(cover.getByText('Cover must have a width of at least 20 pixels')).toBeVisible();
  await cover.getByRole('button', { name: 'Cancel tiny.jpg' }).click();
  await choose(admin, 'cover', [await image('second.png', await png())]);
  await expect(cover.getByText('second.png · 40 × 30', { exact: false })).toBeVisible();
  await expect(cover.getByLabel('Alternative text')).toHaveValue('A harbour');

  await cover.getByRole('button', { name: 'Remove' }).click();
  await expect(cover.getByRole('button', { name: /Drop an image here/ })).toBeVisible();
  await save(admin);
  await expect
    .poll(async () => await readdir(join(site.data, 'pages/one/cover')).catch(() => []))
    .toEqual([]);
  await admin.getByRole('navigation').getByRole('link', { name: 'Trash' }).click();
  await admin.getByRole('button', { name: 'Restore second.png' }).click();
  await expect
    .poll(async () => (await site.read('pages/one.json'))?.cover)
    .toMatchObject({ name: 'second.png', alt: 'A harbour' });
});

test('an image is cropped, rotated and mirrored by keyboard, and the original comes back', async ({
  admin,
  site,
}) => {
  await open(admin, site.url);
  await choose(admin, 'cover', [await image('quay.jpg', await jpeg(200, 100))]);
  const cover = field(admin, 'cover');
  await expect(cover.getByText('quay.jpg · 200 × 100', { exact: false })).toBeVisible();
  const opener = cover.getByRole('button', { name: 'Crop and rotate quay.jpg' });
  await opener.focus();
  await admin.keyboard.press('Enter');
  const dialog = admin.getByRole('dialog', { name: 'Crop and rotate quay.jpg' });
  const numbers = () =>
    Promise.all(
      ['Left', 'Top', 'Width', 'Height'].map(async (name) =>
        Number(await dialog.getByRole('textbox', { name, exact: true }).inputValue()),
      ),
    );
  const selection = dialog.getByRole('group', { name: 'Selection', exact: true });
  await expect(selection).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Width', exact: true }).fill('100');
  await dialog.getByRole('textbox', { name: 'Width', exact: true }).press('Tab');
  expect(await numbers()).toEqual([0, 0, 100, 100]);
  await selection.focus();
  for (let step = 0; step < 3; step += 1) await admin.keyboard.press('Shift+ArrowRight');
  const [moved = 0] = await numbers();
  expect(moved).toBeGreaterThan(0);
  await dialog.getByRole('button', { name: 'Bottom edge' }).focus();
  await admin.keyboard.press('Shift+ArrowUp');
  const [, , , lower = 0] = await numbers();
  expect(lower).toBeLessThan(100);
  expect(await problemsInBothThemes(admin)).toEqual([]);

  // A quarter turn takes the selection along.
  await dialog.getByRole('button', { name: 'Rotate right' }).press('Enter');
  await expect(selection).toBeVisible();
  expect(await numbers()).toEqual([100 - lower, moved, lower, 100]);
  await dialog.getByRole('button', { name: 'Mirror horizontally' }).press('Enter');
  await expect(selection).toBeVisible();
  expect(await numbers()).toEqual([0, moved, lower, 100]);
  await dialog.getByRole('button', { name: 'Apply' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await expect(cover.getByText(`quay.jpg · ${lower} × 100`, { exact: false })).toBeVisible();
  const shown = cover.locator('img').first();
  const natural = () =>
    shown.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
  await expect.poll(natural, 'before it is saved').toEqual([lower, 100]);
  await save(admin);
  await expect
    .poll(async () => (await site.read('pages/one.json'))?.cover)
    .toMatchObject({ width: lower, height: 100, edit: { rotate: 270, flip: true } });

  await opener.press('Enter');
  await dialog.getByRole('button', { name: 'Reset' }).press('Enter');
  await expect(selection).toBeVisible();
  expect(await numbers()).toEqual([0, 0, 200, 100]);
  await dialog.getByRole('button', { name: 'Apply' }).press('Enter');
  await expect.poll(natural).toEqual([200, 100]);
  await save(admin);
  await expect
    .poll(async () => Object.keys(Object((await site.read('pages/one.json'))?.cover)))
    .not.toContain('edit');
});

test('a new object is saved when its first file comes, and a file waits while it cannot be', async ({
  admin,
  site,
}) => {
  await admin.goto(`${site.url}/admin/c/pages/new`);
  await choose(admin, 'cover', [await image('early.jpg')]);
  await expect(field(admin, 'cover').getByText('Waiting for the form to be saved.')).toBeVisible();
  await admin.getByLabel('Title').fill('Born with a picture');
  await save(admin);
  await expect(field(admin, 'cover').getByRole('button', { name: 'Details…' })).toBeVisible();
  await expect(admin).toHaveURL(/\/c\/pages\/born-with-a-picture$/);
  await expect
    .poll(async () => await site.read('pages/born-with-a-picture.json'))
    .toMatchObject({ title: 'Born with a picture', cover: { name: 'early.jpg' } });
});

test('a gallery is filled, sorted by keyboard and menu, and told in words all at once', async ({
  admin,
  site,
}) => {
  await open(admin, site.url);
  const photos = field(admin, 'photos');
  await choose(admin, 'photos', [await image('a.jpg'), await image('b.jpg'), await image('c.jpg')]);
  await expect(photos.getByText('3 images, 3 without alternative text')).toBeVisible();
  await photos.getByRole('button', { name: 'Actions for c.jpg' }).click();
  await admin.getByRole('menuitem', { name: 'Move to start' }).click();
  await photos.getByRole('button', { name: 'Details of a.jpg' }).focus();
  await admin.keyboard.press('Alt+ArrowRight');
  await expect(photos.getByRole('listitem')).toHaveText([/c\.jpg/, /b\.jpg/, /a\.jpg/]);
  await photos.getByRole('button', { name: 'Edit alternative text…' }).click();
  for (const name of ['a', 'b', 'c'])
    await admin.getByLabel(`${name}.jpg`, { exact: true }).fill(`Picture ${name}`);
  await admin.getByRole('button', { name: 'Done' }).click();
  await photos.getByRole('button', { name: 'Actions for b.jpg' }).click();
  await admin.getByRole('menuitem', { name: 'Remove' }).click();
  await save(admin);
  await expect
    .poll(async () => (await site.read('pages/one.json'))?.photos)
    .toMatchObject([
      { name: 'c.jpg', alt: 'Picture c' },
      { name: 'a.jpg', alt: 'Picture a' },
    ]);
});

test('files are kept in folders, moved, and brought back from the trash', async ({ admin, site }) => {
  await open(admin, site.url);
  const box = field(admin, 'box');
  const text = { name: 'Größe.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') };
  await choose(admin, 'box', [text, { ...text, name: 'b.txt' }]);
  await expect(box.getByRole('button', { name: 'Actions for b.txt' })).toBeVisible();
  await box.getByRole('button', { name: 'New folder…' }).click();
  await admin.getByLabel('Folder name').fill('Archive');
  await admin.keyboard.press('Enter');
  await box.getByRole('button', { name: 'Actions for Groesse.txt' }).click();
  await admin.getByRole('menuitem', { name: 'Move to…' }).click();
  await admin.getByRole('radio', { name: 'Archive' }).check();
  await admin.getByRole('button', { name: 'Move', exact: true }).click();
  await box.getByRole('button', { name: /^Archive/ }).click();
  await expect(box.getByText('Größe.txt')).toBeVisible();
  expect(await readdir(join(site.data, 'pages/one/box/Archive'))).toEqual(['Groesse.txt']);

  await box.getByRole('button', { name: 'All files' }).click();
  await box.getByRole('button', { name: 'Actions for Archive' }).click();
  await admin.getByRole('menuitem', { name: 'Move to trash' }).click();
  await expect(box.getByRole('button', { name: 'Actions for Archive' })).toHaveCount(0);
  await admin.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
  await expect(box.getByRole('button', { name: 'Actions for Archive' })).toBeVisible();

  await choose(admin, 'paper', [
    { name: 'Tarif.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n') },
  ]);
  await expect(field(admin, 'paper').getByRole('link', { name: 'Download' })).toHaveAttribute(
    'href',
    '/download/pages/one/paper',
  );
});

test('an item of a deck has its own image, and axe finds nothing in light, dark, wide and narrow', async ({
  admin,
  site,
}) => {
  await open(admin, site.url);
  await admin.getByRole('button', { name: /^Ann/ }).click();
  await choose(admin, 'team.ann.photo', [await image('ann.jpg')]);
  await expect(field(admin, 'team.ann.photo').getByRole('button', { name: 'Details…' })).toBeVisible();
  expect(await readdir(join(site.data, 'pages/one/team/ann/photo'))).toEqual(['ann.jpg']);
  await admin.getByRole('button', { name: 'Actions for Ann' }).click();
  await admin.getByRole('menuitem', { name: 'Duplicate' }).click();
  await save(admin);
  const team = async () => Object.values((await site.read('pages/one.json'))?.team ?? {});
  await expect.poll(async () => (await team()).length).toBe(2);
  expect((await team())[1], 'the picture is the first one’s').not.toHaveProperty('photo');
  await admin.getByRole('button', { name: 'Actions for Ann' }).first().click();
  await admin.getByRole('menuitem', { name: 'Remove' }).click();
  await admin.keyboard.press('ControlOrMeta+s');
  await expect.poll(async () => (await team()).length).toBe(1);
  await expect.poll(() => readdir(join(site.data, 'pages/one/team/ann')).catch(() => [])).toEqual([]);
  await admin.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
  await admin.keyboard.press('ControlOrMeta+s');
  await expect.poll(async () => (await team()).length).toBe(2);
  expect(await readdir(join(site.data, 'pages/one/team/ann/photo')), 'and its file').toEqual(['ann.jpg']);
  await choose(admin, 'cover', [await image('broken.jpg', Buffer.from('no'))]);
  await expect(field(admin, 'cover').getByText('Cover must be an image', { exact: false })).toBeVisible();
  await choose(admin, 'photos', [await image('a.jpg')]);
  await expect(field(admin, 'photos').getByText('1 image', { exact: false })).toBeVisible();
  for (const width of [1280, 400]) {
    await admin.setViewportSize({ width, height: 900 });
    // From the top: what scrolls under the head of the page is covered for a moment.
    await admin.getByLabel('Title').scrollIntoViewIfNeeded();
    expect(await problemsInBothThemes(admin), `${width} pixels wide`).toEqual([]);
  }
  await admin.setViewportSize({ width: 1280, height: 900 });
  await field(admin, 'photos').getByRole('button', { name: 'Details of a.jpg' }).click();
  await expect(admin.getByRole('dialog')).toBeVisible();
  // The address for a page: asked for, looked at, copied.
  const builder = admin.getByRole('region', { name: 'Image URL' });
  await builder.getByLabel('Width, pixels').fill('40');
  await builder.getByLabel('Height, pixels').fill('20');
  await builder.getByLabel('Fit').fill('crop');
  await builder.getByRole('button', { name: /^More/ }).click();
  await builder.getByLabel('Grayscale').check();
  await builder.getByLabel('Blur').fill('400');
  await expect(builder.getByText('Must be a whole number from 1 to 100.')).toBeVisible();
  await builder.getByLabel('Blur').fill('');
  await expect(
    builder.getByText(/40 × 20 · .*\.webp\?w=40&h=20&fit=crop&grayscale=true&hash=/),
  ).toBeVisible();
  await admin.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await builder.getByRole('button', { name: 'Copy as <img>' }).click();
  const copied = await admin.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^<img src="http:\/\/127\.0\.0\.1:\d+\/imageworks\/.*" width="40" height="20">$/);
  expect(await problems(admin)).toEqual([]);
});

test('images and files are put into a text by button, by paste and by drop', async ({ admin, site }) => {
  await open(admin, site.url);
  const body = field(admin, 'body');
  const text = body.getByRole('textbox', { name: 'Body' });
  await text.fill('Before ');
  await body.getByRole('button', { name: 'Image or file' }).click();
  const popover = admin.getByRole('dialog');
  await popover.getByLabel('Alternative text').fill('A quay');
  await popover
    .locator('input[type=file]')
    .first()
    .setInputFiles(await image('quay.jpg'));
  const picture = text.getByRole('img', { name: 'A quay' });
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(120);

  const bytes = [...(await png())];
  await text.evaluate((element, data) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([new Uint8Array(data)], 'shot.png', { type: 'image/png' }));
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, bytes);
  // The editor adds images of its own where a cursor needs room.
  await expect(text.locator('img:not(.ProseMirror-separator)')).toHaveCount(2);
  await text.evaluate((element) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['%PDF-1.4'], 'Tariff.pdf', { type: 'application/pdf' }));
    const { left, top } = element.getBoundingClientRect();
    const place = { clientX: left + 20, clientY: top + 20 };
    element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true, ...place }));
  });
  await expect(text.getByRole('link', { name: 'Tariff.pdf' })).toBeVisible();
  await save(admin);
  await expect
    .poll(async () => String((await site.read('pages/one.json'))?.body))
    .toContain('src="/imageworks/upload/pages/one/body/quay.jpg"');
  const stored = String((await site.read('pages/one.json'))?.body);
  expect(stored).toContain('alt="A quay"');
  expect(stored).toContain('href="/download/upload/pages/one/body/Tariff.pdf"');
  expect((await readdir(join(site.data, 'pages/one/body'))).sort()).toEqual([
    'Tariff.pdf',
    'quay.jpg',
    'shot.png',
  ]);
});

const recorded = async (name: string, mimeType: string) => ({
  name,
  mimeType,
  buffer: await readFile(new URL(`../fixtures/files/${name}`, import.meta.url)),
});

test('film and sound play and seek in the preview, and a HEIC photo is seen as a JPEG', async ({
  admin,
  site,
}) => {
  await open(admin, site.url);
  const paper = field(admin, 'paper');
  const answers: string[] = [];
  admin.on('response', (response) => {
    const url = response.url();
    if (url.includes('/stream/pages/one/paper')) {
      answers.push(`${response.status()} ${response.headers()['content-type']}`);
    }
  });
  for (const [tag, name, mime] of [
    ['video', 'clip.mp4', 'video/mp4'],
    ['audio', 'tone.mp3', 'audio/mpeg'],
  ] as const) {
    await choose(admin, 'paper', [await recorded(name, mime)]);
    await expect(paper.getByText(mime, { exact: false })).toBeVisible();
    if (tag === 'video') await paper.getByRole('button', { name: 'Preview' }).click();
    const player = paper.locator(tag);
    const place = await player.evaluate(async (media: HTMLMediaElement) => {
      const happened = (event: string) =>
        new Promise((resolve, reject) => {
          media.addEventListener(event, resolve, { once: true });
          media.addEventListener('error', () => reject(new Error(media.error?.message)), { once: true });
        });
      if (media.readyState < HTMLMediaElement.HAVE_METADATA) await happened('loadedmetadata');
      const seeked = happened('seeked');
      media.currentTime = media.duration * 0.6;
      await seeked;
      const sought = media.currentTime / media.duration;
      media.muted = true;
      await media.play();
      while (media.currentTime / media.duration <= sought) await happened('timeupdate');
      media.pause();
      return { sought, wide: media instanceof HTMLVideoElement ? media.videoWidth : 0 };
    });
    expect(answers).toContain(`206 ${mime}`);
    expect(place.sought, tag).toBeCloseTo(0.6, 1);
    expect(place.wide > 0, tag).toBe(tag === 'video');
  }

  await choose(admin, 'cover', [await recorded('photo.heic', 'image/heic')]);
  const cover = field(admin, 'cover');
  await expect(cover.getByText('photo.jpg · 600 × 800', { exact: false })).toBeVisible();
  const shown = cover.locator('img').first();
  await expect
    .poll(() =>
      shown.evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => naturalHeight > naturalWidth),
    )
    .toBe(true);
});

/** A file dragged over an element, and let go there with `drop`. */
const drag = (admin: Page, over: string, name: string, mime: string, event: 'dragover' | 'drop') =>
  admin.locator(over).evaluate(
    (element, [bytes, name, type, event]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(bytes)], name, { type }));
      element.dispatchEvent(new DragEvent(event, { dataTransfer, bubbles: true, cancelable: true }));
    },
    [[...Buffer.from('%PDF-1.4\n')], name, mime, event] as const,
  );

test('a file dropped beside the fields goes into the one that is named, or the one that is chosen', async ({
  admin,
  site,
}) => {
  await open(admin, site.url);
  const pdf = ['Plan.pdf', 'application/pdf'] as const;
  await drag(admin, 'h1', ...pdf, 'dragover');
  await expect(admin.getByTestId('window-drop')).toHaveText('Drop on a field, or anywhere to choose a field');
  await drag(admin, '#field-box-label', ...pdf, 'dragover');
  await expect(admin.getByTestId('window-drop')).toHaveText('Drop into “Downloads”');
  await drag(admin, '#field-box-label', ...pdf, 'drop');
  await expect(field(admin, 'box').getByRole('button', { name: 'Actions for Plan.pdf' })).toBeVisible();
  await expect(admin.getByTestId('window-drop')).toHaveCount(0);

  await drag(admin, 'h1', ...pdf, 'drop');
  const asked = admin.getByRole('dialog', { name: 'Add Plan.pdf to which field?' });
  await expect(asked.getByRole('button')).toHaveText([
    '',
    'PaperEmpty',
    'DownloadsAdds to the existing files',
  ]);
  expect(await problems(admin)).toEqual([]);
  await asked.getByRole('button', { name: 'Paper' }).press('Enter');
  await expect(field(admin, 'paper').getByRole('link', { name: 'Download' })).toBeVisible();
  await expect.poll(async () => await readdir(join(site.data, 'pages/one/paper'))).toEqual(['Plan.pdf']);
});

test('the media page shows every file, reports missing metadata and edits it in place', async ({
  admin,
  site,
}) => {
  await open(admin, site.url);
  await choose(admin, 'photos', [await image('a.jpg'), await image('b.jpg')]);
  await expect(field(admin, 'photos').getByText('2 images', { exact: false })).toBeVisible();
  await admin.getByRole('navigation').getByRole('link', { name: 'Media' }).click();
  await expect(admin.getByText('2 files,', { exact: false })).toBeVisible();
  await admin.getByLabel('Alternative text of a.jpg').fill('Picture a');
  await admin.keyboard.press('Enter');
  await expect
    .poll(async () => (await site.read('pages/one.json'))?.photos)
    .toMatchObject([{ name: 'a.jpg', alt: 'Picture a' }, { name: 'b.jpg' }]);

  // A picture in a folder of a depot is a picture as well.
  await site.write({
    'pages/two.json': {
      id: 'two',
      title: 'Two',
      box: { files: [{ name: 'old', mime: 'folder', files: [{ name: 'boat.jpg', mime: 'image/jpeg' }] }] },
    },
    'pages/two/box/old/boat.jpg': '',
  });
  await writeFile(join(site.data, 'pages/two/box/old/boat.jpg'), await jpeg(120, 90));
  await admin.getByLabel('Alternative text of boat.jpg').fill('A boat');
  await admin.keyboard.press('Enter');
  await expect
    .poll(async () => (await site.read('pages/two.json'))?.box)
    .toMatchObject({ files: [{ files: [{ name: 'boat.jpg', alt: 'A boat' }] }] });
  const boat = admin.getByRole('img', { name: 'A boat' });
  await expect.poll(() => boat.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0);
  await rm(join(site.data, 'pages/two.json'));
  await expect(admin.getByText('boat.jpg')).toHaveCount(0);
  await rm(join(site.data, 'pages/two'), { recursive: true });
  await admin.getByRole('switch', { name: 'Without alternative text' }).press('Space');
  await expect(admin.getByRole('listitem').filter({ hasText: 'b.jpg' })).toBeVisible();
  await expect(admin.getByRole('listitem').filter({ hasText: 'a.jpg' })).toHaveCount(0);
  expect(await problems(admin)).toEqual([]);
  await admin.getByRole('button', { name: 'Add alternative text…' }).click();
  await admin.getByLabel('b.jpg, One').fill('Picture b');
  expect(await problems(admin)).toEqual([]);
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByText('No matching files')).toBeVisible();
  expect((await site.read('pages/one.json'))?.photos).toMatchObject([
    {},
    { name: 'b.jpg', alt: 'Picture b' },
  ]);

  await site.write({ 'pages/one/photos/left.txt': 'left', 'pages/one/body/old.txt': 'old' });
  await copyFile(join(site.data, 'pages/one/photos/a.jpg'), join(site.data, 'pages/one/body/seen.jpg'));
  await admin.getByRole('radio', { name: 'Not in use' }).press('Space');
  const seen = admin.getByRole('listitem').filter({ hasText: 'seen.jpg' }).locator('img');
  await expect.poll(() => seen.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(120);
  await admin.getByRole('checkbox', { name: 'Select left.txt' }).press('Space');
  expect(await problems(admin)).toEqual([]);
  await admin.getByRole('button', { name: 'Move 1 file to trash' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Move to trash' }).click();
  await expect(admin.getByText('left.txt')).toHaveCount(0);
  expect(await readdir(join(site.data, 'pages/one/photos'))).toEqual(['a.jpg', 'b.jpg']);
  await admin.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
  await expect(admin.getByText('left.txt')).toBeVisible();
  expect(await readdir(join(site.data, 'pages/one/photos'))).toEqual(['a.jpg', 'b.jpg', 'left.txt']);
  await admin
    .getByRole('listitem')
    .filter({ hasText: 'left.txt' })
    .getByRole('link', { name: 'One' })
    .click();
  await expect(admin).toHaveURL(/\/c\/pages\/one$/);
});
