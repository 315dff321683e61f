/** Conflict copies and merge markers in the admin: marked in the list and the form, compared, resolved. */
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { jpeg } from '../fixtures/pictures.ts';
import { allProblems, problemsInBothThemes } from './axe.ts';
import { blog } from './content.ts';
import { expect, type Site, test } from './plinth.ts';

/** An object with an image. */
const KIT = {
  '.schemas/kit.json': {
    id: 'kit',
    properties: {
      id: { field: 'id' },
      title: { field: 'text', type: 'string' },
      cover: { type: 'image', field: 'image', label: 'Cover' },
    },
    required: ['id'],
    index: ['id', 'title'],
  },
  'kits/.meta.json': { id: 'kits', schema: 'kit', name: 'Kits' },
  'kits/one.json': { id: 'one', title: 'One', cover: { name: 'photo.jpg', mime: 'image/jpeg' } },
};

test.use({ files: { ...blog(4), ...KIT } });

const COPY = "blog/post-00002 (Ada's conflicted copy 2026-11-22).json";
const LONG = 'A sentence that goes on for a while, as sentences in posts do. '.repeat(12);
const shots = process.env.PLINTH_SHOTS;

async function shot(page: Page, name: string): Promise<void> {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
}

/** A post that was changed here, and a copy of what another computer made of the version before. */
async function diverge(admin: Page, site: Site, there: Record<string, unknown>): Promise<void> {
  await admin.goto(`${site.url}/admin/c/blog/post-00002`);
  const before = await site.read('blog/post-00002.json');
  await admin.getByRole('textbox', { name: 'Title' }).fill('Written here');
  await admin.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(async () => (await site.read('blog/post-00002.json'))?.title).toBe('Written here');
  await site.write({ [COPY]: { ...before, ...there, modified: new Date().toISOString() } });
}

const open = (admin: Page) => admin.getByRole('link', { name: 'Written here' }).click();

test('marks copies of sync tools in the navigation, the list and the form until they are gone', async ({
  home: admin,
  site,
}) => {
  const navigation = admin.getByRole('navigation', { name: 'Main' });
  await admin.goto(`${site.url}/admin/c/blog`);
  const marked = admin.getByRole('row', { name: /Post number 2/ }).getByRole('img', { name: /conflict/ });
  await expect(admin.getByRole('row', { name: /Post number 2/ })).toBeVisible();
  await expect(marked).toHaveCount(0);
  await site.write({
    [COPY]: { id: 'post-00002', title: 'Written on the other computer' },
    'blog/clash.json': '<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> branch\n',
  });
  await expect(marked).toBeVisible();
  await expect(navigation.getByRole('link', { name: /Conflicts/ })).toContainText('2');
  await admin.getByRole('link', { name: 'Post number 2' }).click();
  await expect(admin.getByText('This object has a sync conflict')).toBeVisible();
  await admin.getByRole('link', { name: 'Resolve' }).click();
  await expect(admin.getByRole('heading', { level: 1, name: 'Post number 2' })).toBeVisible();
  await navigation.getByRole('link', { name: /Conflicts/ }).click();
  await expect(admin.getByText(COPY)).toBeVisible();
  await expect(admin.getByText('Merge markers')).toBeVisible();
  await shot(admin, 'conflicts-list');
  await rm(join(site.data, COPY));
  await rm(join(site.data, 'blog/clash.json'));
  await expect(admin.getByText('No conflicts')).toBeVisible();
  await expect(navigation.getByRole('link', { name: /Conflicts/ })).toHaveCount(0);
});

test('merges with one click what does not clash', async ({ home: admin, site }) => {
  await diverge(admin, site, { summary: LONG });
  await admin.goto(`${site.url}/admin/conflicts`);
  await open(admin);
  await expect(admin.getByText('No value needs a choice')).toBeVisible();
  await shot(admin, 'conflict-mergeable');
  await admin.getByRole('button', { name: 'Merge' }).click();
  await expect(admin.getByText('Conflict resolved. The copy is in the trash.')).toBeVisible();
  await expect(admin.getByText('No conflicts')).toBeVisible();
  expect(await site.read('blog/post-00002.json')).toMatchObject({
    title: 'Written here',
    summary: LONG.trim(),
  });
  expect(await site.read(COPY)).toBeUndefined();
});

test('asks for each value that both have changed, at every width and in both themes', async ({
  home: admin,
  site,
}) => {
  const content = '<h2>Elsewhere</h2><p>Written <strong>on the train</strong>.</p>';
  await diverge(admin, site, { title: 'Written on the other computer', summary: LONG, content });
  await admin.goto(`${site.url}/admin/conflicts`);
  await open(admin);
  await expect(
    admin
      .getByRole('group', { name: /Content/ })
      .getByText('on the train')
      .first(),
  ).toBeVisible();
  await expect(admin.getByText(/<strong>|<p>/)).toHaveCount(0);
  await expect(admin.getByText('One value needs a choice.')).toBeVisible();
  await expect(admin.getByRole('button', { name: 'Merge' })).toBeDisabled();
  const title = admin.getByRole('group', { name: /Title/ });
  await expect(title.getByText('Written here')).toBeVisible();
  await expect(title.getByText('Written on the other computer')).toBeVisible();
  await expect(title.getByText('Post number 2').last()).toBeVisible();
  expect(await problemsInBothThemes(admin, allProblems)).toEqual([]);
  await shot(admin, 'conflict-clash');
  const { width = 1280, height = 800 } = admin.viewportSize() ?? {};
  await admin.setViewportSize({ width: 390, height: 800 });
  expect(await admin.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await shot(admin, 'conflict-clash-narrow');
  await admin.setViewportSize({ width, height });
  await admin.emulateMedia({ colorScheme: 'dark' });
  await shot(admin, 'conflict-clash-dark');
  await admin.emulateMedia({ colorScheme: 'light' });
  await title.getByRole('radio', { name: 'Title: Conflict copy' }).check();
  await admin.getByRole('button', { name: 'Merge' }).click();
  await expect(admin.getByText('No conflicts')).toBeVisible();
  expect(await site.read('blog/post-00002.json')).toMatchObject({ title: 'Written on the other computer' });
});

test('says when a file has changed or the conflict was resolved elsewhere', async ({ home: admin, site }) => {
  await diverge(admin, site, { summary: 'First' });
  await admin.goto(`${site.url}/admin/conflicts`);
  await open(admin);
  const merge = admin.getByRole('button', { name: 'Merge' });
  await expect(merge).toBeEnabled();
  const copy = await site.read(COPY);
  await site.write({ [COPY]: { ...copy, summary: 'Second' } });
  await merge.click();
  await expect(admin.getByText('One of the files has changed since this page was opened.')).toBeVisible();
  await shot(admin, 'conflict-stale');
  await admin.getByRole('button', { name: 'Show current versions' }).click();
  await expect(admin.getByText('Second')).toBeVisible();
  await rm(join(site.data, COPY));
  await merge.click();
  await admin.getByRole('button', { name: 'Show current versions' }).click();
  await expect(admin.getByText('This conflict no longer exists')).toBeVisible();
  await shot(admin, 'conflict-gone');
});

test('keeps both versions as objects', async ({ home: admin, site }) => {
  await diverge(admin, site, { title: 'Written on the other computer' });
  await admin.goto(`${site.url}/admin/conflicts`);
  await open(admin);
  await admin.getByRole('button', { name: 'Keep both…' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByLabel('ID of the new object').fill('post-00003');
  await dialog.getByRole('button', { name: 'Create object' }).click();
  await expect(dialog.getByText('already taken')).toBeVisible();
  await shot(admin, 'conflict-keep-both');
  await dialog.getByLabel('ID of the new object').fill('post-elsewhere');
  await dialog.getByRole('button', { name: 'Create object' }).click();
  await expect(admin.getByRole('textbox', { name: 'Title' })).toHaveValue('Written on the other computer');
  expect(await site.read('blog/post-00002.json')).toMatchObject({ title: 'Written here' });
  expect(await site.read(COPY)).toBeUndefined();
});

test('shows both images where a file was changed twice, and uses the copy', async ({ home: admin, site }) => {
  const folder = join(site.data, 'kits/one/cover');
  const copy = join(folder, "photo (Ada's conflicted copy 2026-11-22).jpg");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'photo.jpg'), await jpeg(120, 90));
  await writeFile(copy, await jpeg(90, 120));
  const theirs = join(site.data, '..', 'theirs.jpg');
  await copyFile(copy, theirs);
  await admin.goto(`${site.url}/admin/c/kits/one`);
  await expect(admin.getByText('This object has a sync conflict')).toBeVisible();
  await admin.getByRole('link', { name: 'Resolve' }).click();
  await expect(admin.getByRole('heading', { level: 1, name: 'photo.jpg of One' })).toBeVisible();
  const sides = admin.getByRole('figure');
  for (const [at, width] of [120, 90].entries()) {
    const image = sides.nth(at).getByRole('img');
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(width);
  }
  expect(await problemsInBothThemes(admin, allProblems)).toEqual([]);
  await shot(admin, 'conflict-file');
  const { width = 1280, height = 800 } = admin.viewportSize() ?? {};
  await admin.setViewportSize({ width: 390, height: 800 });
  expect(await admin.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await shot(admin, 'conflict-file-narrow');
  await admin.setViewportSize({ width, height });
  await expect(admin.getByRole('button', { name: 'Keep both files' })).toHaveCount(0);
  await admin.getByRole('button', { name: 'Use this copy' }).click();
  await expect(admin.getByText('Conflict resolved. The copy is in the trash.')).toBeVisible();
  await expect(admin.getByText('No conflicts')).toBeVisible();
  expect((await readFile(join(folder, 'photo.jpg'))).equals(await readFile(theirs))).toBe(true);
});
