/** Pages follow the folder while they are looked at: nothing is reloaded and nothing has to get the focus. */
import { change } from './change.ts';
import { expect, openManaged, test } from './plinth.ts';

test.use({
  files: {
    'blog/.meta.json': { id: 'blog', schema: 'blog', name: 'Blog' },
    'blog/first-post.json': { id: 'first-post', title: 'First post', created: '2026-01-01T10:00:00Z' },
  },
});

test('what other programs and other people change is shown at once', async ({ home: admin, site }) => {
  await admin.getByRole('link', { name: /Blog/ }).first().click();
  await expect(admin.getByRole('row', { name: /First post/ })).toBeVisible();

  await site.write({ 'blog/by-hand.json': { id: 'by-hand', title: 'Written by hand' } });
  await expect(admin.getByRole('row', { name: /Written by hand/ })).toBeVisible();

  await admin
    .getByRole('row', { name: /Written by hand/ })
    .getByRole('link')
    .first()
    .click();
  const title = admin.getByRole('textbox', { name: 'Title' });
  await expect(title).toHaveValue('Written by hand');
  // Whoever is told does not ask: until the next change nothing looks at the object again.
  await site.write({ 'blog/by-hand.json': { id: 'by-hand', title: 'Written again' } });
  await expect(title).toHaveValue('Written again');

  await title.fill('Mine');
  await site.write({ 'blog/by-hand.json': { id: 'by-hand', title: 'Theirs' } });
  await expect(admin.getByText('This object was changed elsewhere')).toBeVisible();
});

for (const layout of ['table', 'cards'])
  test(`a click that began on one object of a list is not one on another: ${layout}`, async ({
    admin,
    site,
  }) => {
    await admin.goto(`${site.url}/admin/c/blog?layout=${layout}`);
    const tick = admin.getByRole('checkbox', { name: /First post/ });
    await tick.hover();
    await admin.mouse.down();
    await site.write({ 'blog/by-hand.json': { id: 'by-hand', title: 'Written by hand' } });
    // The list is sorted by time: the new object is where the pointer is.
    const other = admin.getByRole('checkbox', { name: /Written by hand/ });
    const isBefore = async () => {
      const [one, two] = [await other.boundingBox(), await tick.boundingBox()];
      return one !== null && two !== null && one.x + one.y < two.x + two.y;
    };
    await expect.poll(isBefore).toBe(true);
    await admin.mouse.up();
    await other.hover();
    await expect(other).not.toBeChecked();
    await expect(tick).not.toBeChecked();
    // The keyboard stays on the object it is on.
    await tick.focus();
    await site.write({ 'blog/third.json': { id: 'third', title: 'The third' } });
    await expect(admin.getByRole('checkbox', { name: /The third/ })).toBeAttached();
    await expect(tick).toBeFocused();
  });

for (const layout of ['table', 'cards'])
  test(`the keyboard stays on its object when others come before it: ${layout}`, async ({ admin, site }) => {
    await admin.goto(`${site.url}/admin/c/blog?layout=${layout}`);
    const grid = admin.getByRole('grid', { name: 'Blog' });
    await expect(grid.getByRole('checkbox', { name: /First post/ })).toBeVisible();
    const marked = grid.locator('[id^=row-][data-active]');
    await expect(marked).toContainText('First post');
    // Until a key or a click has marked a row the first one leads.
    if (layout === 'cards') await grid.press('Home');
    else
      await grid
        .getByRole('row', { name: /First post/ })
        .getByRole('gridcell')
        .nth(2)
        .click();
    await site.write({ 'blog/by-hand.json': { id: 'by-hand', title: 'Written by hand' } });
    await expect(grid.getByRole('checkbox', { name: /Written by hand/ })).toBeVisible();
    await expect(marked).toContainText('First post');
    // From the cell back to its row.
    await grid.press('Escape');
    await grid.press('Delete');
    await expect(admin.getByText('“First post” moved to the trash.')).toBeVisible();
    // Without the object the place stays, and another order has nothing to do with it.
    await expect(marked).toContainText('Written by hand');
    await site.write({ 'blog/zebra.json': { id: 'zebra', title: 'Zebra', created: '2026-02-01T10:00:00Z' } });
    await expect(grid.getByRole('checkbox', { name: /Zebra/ })).toBeVisible();
    await expect(marked).toContainText('Written by hand');
    if (layout === 'cards') return;
    const byTitle = grid.getByRole('button', { name: 'Title' });
    await byTitle.click();
    await expect(marked).toContainText('Written by hand');
    await byTitle.click();
    await expect(marked).toContainText('Zebra');
  });

test('what changes before the stream of a page is open is shown when it is', async ({ admin, site }) => {
  let open: (() => Promise<void>) | undefined;
  await admin.route(/\/api\/events\?/, (route) => {
    open = () => route.continue();
  });
  await admin.goto(`${site.url}/admin/c/blog/first-post`);
  const title = admin.getByRole('textbox', { name: 'Title' });
  await expect(title).toHaveValue('First post');
  await expect.poll(() => open).toBeDefined();
  await change(admin, site.url, 'PATCH', '/collections/blog/first-post', { title: 'Changed meanwhile' });
  await open?.();
  await expect(title).toHaveValue('Changed meanwhile');
});

test('pages follow the folder again after the server was away', async ({ home: admin, site }) => {
  await admin.getByRole('link', { name: /Blog/ }).first().click();
  await expect(admin.getByRole('row', { name: /First post/ })).toBeVisible();
  await site.restart();
  // The next request of the page finds that its session has ended.
  await openManaged(admin, 'Schemas');
  const dialog = admin.getByRole('dialog', { name: 'Please sign in again' });
  await dialog.getByRole('textbox', { name: 'Sign-in link' }).fill(site.link);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(dialog).toHaveCount(0);
  await admin.getByRole('link', { name: /Blog/ }).first().click();
  await expect(admin.getByRole('row', { name: /First post/ })).toBeVisible();
  await site.write({ 'blog/later.json': { id: 'later', title: 'Written later' } });
  await expect(admin.getByRole('row', { name: /Written later/ })).toBeVisible();
});
