/** A page belongs to one folder: what is typed in it is never written into another one. */
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileOf, formOf, shortWalks } from './editor-content.ts';
import { expect, test } from './plinth.ts';

test.use({ files: shortWalks([]) });

test('a tab left open while another folder is served at its address saves nothing', async ({
  admin,
  site,
  context,
}) => {
  // Byte for byte alike, so that no ETag tells them apart.
  const name = `another-studio-${'long'.repeat(20)}`;
  const copy = join(site.data, '..', name);
  await cp(site.data, copy, { recursive: true });
  await admin.goto(site.url + formOf('river-walk'));
  const title = admin.locator('#field-title');
  await expect(title).toHaveValue('River walk');
  await title.fill('Meant for the first folder');

  await site.restart(copy);
  // Signed in at the other folder, in another tab of the same browser.
  const second = await context.newPage();
  await second.goto(site.link);
  await second.getByRole('navigation', { name: 'Main' }).or(second.getByRole('banner')).first().waitFor();
  await second.close();

  await admin.keyboard.press('ControlOrMeta+s');
  const dialog = admin.getByRole('dialog', { name: 'Plinth is now serving another folder' });
  await expect(dialog).toContainText('was opened for the folder “harbour-studio”');
  await expect(dialog).toContainText(`Plinth is now serving “${name}”`);
  await admin.setViewportSize({ width: 400, height: 800 });
  const overflow = () => dialog.evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(await overflow()).toBe(0);
  await admin.setViewportSize({ width: 1280, height: 800 });
  const there = join(copy, fileOf('river-walk'));
  expect(JSON.parse(await readFile(there, 'utf8')).title).toBe('River walk');
  await dialog.getByRole('button', { name: 'Stay on this page' }).click();
  await expect(title).toHaveValue('Meant for the first folder');

  // Back at its own folder what was typed is offered again.
  await site.restart();
  admin.on('dialog', (asked) => void asked.accept());
  await admin.goto(site.link);
  await admin.goto(site.url + formOf('river-walk'));
  await admin.getByRole('button', { name: 'Restore' }).click();
  await expect(title).toHaveValue('Meant for the first folder');
  await admin.keyboard.press('ControlOrMeta+s');
  await expect(admin.getByTestId('save-state')).toHaveText(/^Saved \d/);
  expect((await site.read(fileOf('river-walk')))?.title).toBe('Meant for the first folder');
});
