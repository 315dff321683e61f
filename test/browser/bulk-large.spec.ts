/** More objects than one request takes: edits, deletions and their undo, their progress and their ends. */
import process from 'node:process';
import type { Route } from 'playwright/test';
import { change } from './change.ts';
import { blog } from './content.ts';
import { expect, type Page, test } from './plinth.ts';

const COUNT = 2_100;

test.use({ files: blog(COUNT) });
test.slow();

const shots = process.env.PLINTH_SHOTS;
const shot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png` });
};

test('previews, changes, deletes and brings back two thousand objects in a few requests, each of which can be stopped', async ({
  home: admin,
  site,
}) => {
  const sent: string[] = [];
  admin.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\/(?:objects\.ndjson|index|batch|restore|blog\/post-\d+)$/.test(pathname)) {
      sent.push(`${request.method()} ${pathname}`);
    }
  });
  const requests = () => {
    const counts: Record<string, number> = {};
    for (const request of sent.splice(0)) counts[request] = (counts[request] ?? 0) + 1;
    return counts;
  };
  /** Holds the request after `skipped` others, until the answer is called. */
  const held = async (address: string, skipped: number) => {
    let seen = 0;
    let caught: (route: Route) => void;
    const route = new Promise<Route>((resolve) => {
      caught = resolve;
    });
    await admin.route(address, (one) => {
      seen += 1;
      if (seen === skipped + 1) caught(one);
      else void one.continue();
    });
    return async (meanwhile: () => Promise<unknown>) => {
      const one = await route;
      await meanwhile();
      await admin.unroute(address);
      await one.continue().catch(() => undefined);
    };
  };

  await admin.getByRole('link', { name: 'Blog' }).first().click();
  await admin.getByRole('checkbox', { name: 'Select all' }).click();
  const bar = admin.getByRole('region', { name: 'Selected rows' });
  await expect(bar).toContainText('2,100 posts selected');
  expect(requests()).toEqual({ 'GET /api/collections/blog/index': 1 });

  await bar.getByRole('button', { name: 'Edit fields…' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Edit fields of 2,100 posts' });
  await dialog.getByRole('combobox', { name: 'Field 1', exact: true }).click();
  await admin.getByRole('option', { name: 'Draft', exact: true }).click();
  await dialog.getByRole('combobox', { name: 'Action for Draft', exact: true }).click();
  await admin.getByRole('option', { name: 'Set to', exact: true }).click();
  await dialog.getByRole('checkbox', { name: 'Value for Draft' }).check();

  // Called off while it is read: nothing more is asked for.
  const reading = await held('**/api/objects.ndjson*', 1);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await reading(async () => {
    await expect(dialog.getByText(/^Reading \d+ of 2,100$/)).toBeVisible();
    await shot(admin, 'bulk-reading');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog.getByRole('button', { name: 'Preview' })).toBeEnabled();
  });
  expect(requests()).toEqual({ 'GET /api/objects.ndjson': 2 });

  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText('1,400 posts would change, 700 unchanged')).toBeVisible();
  expect(requests()).toEqual({ 'GET /api/objects.ndjson': 6, 'POST /api/batch': 2 });

  // Stopped while the first part is written: that part is whole, the rest is as it was.
  const writing = await held('**/api/batch', 0);
  await dialog.getByRole('button', { name: 'Change 1,400 posts' }).click();
  await writing(async () => {
    await shot(admin, 'bulk-writing');
    await dialog.getByRole('button', { name: 'Stop' }).click();
    await expect(dialog.getByRole('button', { name: 'Stop' })).toBeDisabled();
  });
  await expect(dialog.getByRole('alert')).toHaveText('Stopped: 1,000 posts changed, the others not.');
  await shot(admin, 'bulk-stopped');
  expect(requests()).toEqual({ 'POST /api/batch': 1 });
  await dialog.getByRole('button', { name: 'Change 400 posts' }).click();
  await expect(dialog).toHaveCount(0);
  for (const n of ['00000', '00001', '02099']) {
    expect(await site.read(`blog/post-${n}.json`)).toMatchObject({ draft: true });
  }

  // To the trash and back, and stopped on the way back.
  requests();
  await admin.getByRole('checkbox', { name: 'Select all' }).click();
  await expect(bar).toContainText('2,100 posts selected');
  await bar.getByRole('button', { name: 'Move to trash' }).click();
  const deleting = await held('**/api/batch', 1);
  await admin.getByRole('dialog').getByRole('button', { name: 'Move to trash' }).click();
  await deleting(async () => {
    const progress = admin.getByRole('alert').filter({ hasText: 'Deleting 1,000 of 2,100' });
    await expect(progress).toBeVisible();
    // It lies above the bar.
    const distance = async () => {
      const [message, below] = [await progress.boundingBox(), await bar.boundingBox()];
      return message && below ? below.y - message.y - message.height : undefined;
    };
    await expect.poll(distance).toBeGreaterThan(0);
    await shot(admin, 'bulk-deleting');
  });
  const trashed = admin.getByRole('alert').filter({ hasText: '2,100 posts moved to the trash.' });
  await expect(trashed).toBeVisible();
  expect(requests()).toEqual({
    'GET /api/collections/blog/index': 1,
    'GET /api/objects.ndjson': 6,
    'POST /api/batch': 3,
  });
  const restoring = await held('**/api/trash/restore', 2);
  await trashed.getByRole('button', { name: 'Undo' }).click();
  await restoring(async () => {
    const progress = admin.getByRole('alert').filter({ hasText: 'Restoring 400 of 2,100' });
    await shot(admin, 'bulk-restoring');
    await progress.getByRole('button', { name: 'Stop' }).click();
  });
  await expect(admin.getByText('600 posts restored.')).toBeVisible();
  await expect(admin.getByRole('grid', { name: 'Blog' })).toHaveAttribute('aria-rowcount', '601');
  expect(requests()).toEqual({ 'POST /api/trash/restore': 3 });

  // What is left in the trash is counted there, and shown page by page.
  const trash = admin.getByRole('navigation').getByRole('link', { name: 'Trash' });
  await expect(trash).toContainText('1,500');
  await trash.click();
  const rows = admin.getByRole('button', { name: /^Restore Post number/ });
  await expect(rows).toHaveCount(100);
  await admin.getByRole('button', { name: 'Show more (1,400 left)' }).click();
  await expect(rows).toHaveCount(200);
  await shot(admin, 'trash-large');

  // From the page of all changes: a dry run that can be given up, and an undo that goes on in a message.
  const operations = Array.from({ length: 300 }, (_, at) => {
    return { operation: 'create', collection: 'blog', id: `new-${at}`, data: { title: `New ${at}` } };
  });
  await change(admin, site.url, 'POST', '/batch', { operations });
  await admin.getByRole('navigation').getByRole('link', { name: 'Activity' }).click();
  // Its changes do not fit on a page.
  await expect(admin.getByText('at least 60 changes')).toBeVisible();
  const undo = admin.getByRole('main').getByRole('button', { name: 'Undo' }).first();
  const looking = await held('**/undo?dryRun=true', 0);
  const given = admin.waitForEvent('requestfailed', (request) => request.url().includes('dryRun'));
  await undo.click();
  await looking(async () => {
    await admin.keyboard.press('Escape');
    await given;
  });
  await undo.click();
  const asked = admin.getByRole('dialog', { name: 'Undo these changes?' });
  await shot(admin, 'undo-large');
  await asked.getByRole('button', { name: 'Undo 300 changes' }).click();
  await expect(asked).toHaveCount(0);
  await expect(admin.getByText('Undone: 300 objects.')).toBeVisible();
});
