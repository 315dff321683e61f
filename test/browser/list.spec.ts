import type { Route } from 'playwright/test';
import { blog, postId } from './content.ts';
import { expect, type Page, test } from './plinth.ts';

test.use({ files: blog(60) });

const grid = (page: Page) => page.getByRole('grid', { name: 'Blog' });
/** A row by the title in it. */
const row = (page: Page, n: number) =>
  grid(page).getByRole('row', { name: `Post number ${n}`, exact: false });
/** The titles in view, from the top. */
const titles = (page: Page) => grid(page).locator('tbody').getByRole('link');

async function openList(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Blog' }).first().click();
  await expect(titles(page).first()).toBeVisible();
}

test('a list is read, ordered and gone through, and keeps order and columns', async ({ home: admin }) => {
  await test.step('shows the objects with what was changed last on top, and how many there are', async () => {
    await openList(admin);
    await expect(grid(admin)).toHaveAttribute('aria-rowcount', '61');
    await expect(titles(admin).first()).toHaveText('Post number 59');
    await expect(admin.getByText('60 posts', { exact: true })).toBeVisible();
  });

  await test.step('opens the row the keyboard is on with Enter', async () => {
    await admin.keyboard.press('ArrowDown');
    await admin.keyboard.press('j');
    await admin.keyboard.press('k');
    await admin.keyboard.press('Enter');
    await expect(admin).toHaveURL(new RegExp(`/c/blog/${postId(58)}$`));
  });

  await test.step('opens the form of a new object with N, its first field ready', async () => {
    await openList(admin);
    await admin.keyboard.press('n');
    await expect(admin).toHaveURL(/\/c\/blog\/new$/);
    await expect(admin.locator('#field-title')).toBeFocused();
  });

  await test.step('sorts on the server by a click on a header, keeps the order in the address, and order and place on the way back', async () => {
    await openList(admin);
    await admin.getByRole('button', { name: 'Title', exact: true }).click();
    await expect(titles(admin).first()).toHaveText('Post number 0');
    await expect(admin).toHaveURL(/sort=title&order=asc/);
    await expect(admin.getByTestId('announcer')).toContainText('Sorted by Title, ascending');
    await admin.keyboard.press('End');
    await expect(grid(admin).locator('[aria-rowindex="61"]')).toBeInViewport();
    const last = await titles(admin).last().innerText();
    await titles(admin).last().click();
    await expect(admin).toHaveURL(/\/c\/blog\/post-/);
    await admin.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blog' }).click();
    await expect(grid(admin).getByRole('link', { name: last, exact: true })).toBeInViewport();
    await expect(admin.getByRole('columnheader', { name: 'Title' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    await admin.getByRole('button', { name: 'Title', exact: true }).click();
    await expect(admin).toHaveURL(/order=desc/);
    await expect(titles(admin).first()).not.toHaveText('Post number 0');
  });

  await test.step('remembers which columns are shown', async () => {
    await expect(admin.getByRole('columnheader', { name: 'Author' })).toBeVisible();
    await admin.getByRole('button', { name: 'Columns' }).click();
    await admin.getByRole('checkbox', { name: 'Author' }).click();
    await expect(admin.getByRole('columnheader', { name: 'Author' })).toHaveCount(0);
    await admin.reload();
    await expect(admin.getByRole('columnheader', { name: 'Title' })).toBeVisible();
    await expect(admin.getByRole('columnheader', { name: 'Author' })).toHaveCount(0);
  });

  await test.step('says what went wrong and tries again on request', async () => {
    const failure = { error: { code: 500, message: 'Internal server error', requestId: 'abc-123' } };
    await admin.route('**/api/collections/blog?*', (route) => route.fulfill({ status: 500, json: failure }));
    await admin.reload();
    await expect(admin.getByText('Request ID: abc-123')).toBeVisible();
    await admin.unroute('**/api/collections/blog?*');
    await admin.getByRole('button', { name: 'Try again' }).click();
    await expect(titles(admin).first()).toHaveText(/^Post number/);
  });
});

test('outlines the rows while they load, where they will be', async ({ admin, site }) => {
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await admin.route(/\/collections\/blog\?/, async (route) => {
    await held;
    await route.continue();
  });
  await admin.goto(`${site.url}/admin/c/blog`);
  const outline = admin.getByRole('status', { name: 'Loading' });
  await expect(outline).toHaveAttribute('data-shape', 'rows');
  await expect(outline.locator('i').first()).toBeVisible();
  const lines = await outline.locator(':scope > *').nth(1).boundingBox();

  // A large folder that is still being read says how far it is.
  let read = 12_000;
  let collections = { read: 0, of: 1 };
  await admin.route('**/api/status', async (route) => {
    const status = await (await route.fetch()).json();
    const reading = read < 100_000 ? { reading: { read, of: 100_000, collections } } : {};
    await route.fulfill({ json: { ...status, ...reading } });
  });
  await expect(admin.getByText('Reading the folder: 12,000 of 100,000 objects')).toBeVisible();
  await expect(admin.getByRole('progressbar', { name: 'Reading the folder' })).toHaveAttribute(
    'value',
    '12000',
  );
  collections = { read: 37, of: 500 };
  const both = 'Reading the folder: 12,000 of 100,000 objects · 37 of 500 collections';
  await expect(admin.getByText(both)).toBeVisible();
  await expect(admin.getByRole('progressbar', { name: 'Reading the folder' })).toHaveAttribute(
    'value',
    '37.12',
  );
  read = 100_000;
  await expect(admin.getByText(/^Reading the folder/)).toHaveCount(0);
  answer();
  await expect(row(admin, 59)).toBeVisible();
  await expect(outline).toHaveCount(0);
  const first = await grid(admin).getByRole('row').nth(1).boundingBox();
  expect([lines?.y, lines?.height]).toEqual([first?.y, first?.height]);
});

test('objects go to the trash and come back, one and several, and are duplicated', async ({
  home: admin,
  site,
}) => {
  await test.step('moves an object to the trash and brings it back with undo', async () => {
    await openList(admin);
    await admin.keyboard.press('Delete');
    await expect(row(admin, 59)).toHaveCount(0);
    await expect(grid(admin)).toHaveAttribute('aria-rowcount', '60');
    expect(await site.read(`blog/${postId(59)}.json`)).toBeUndefined();
    // The message lies above the foot of the list, which stays readable.
    const undo = admin.getByRole('button', { name: 'Undo' });
    const message = await admin.getByRole('alert').filter({ has: undo }).boundingBox();
    const foot = await admin.getByTestId('list-request').boundingBox();
    expect((message?.y ?? 0) + (message?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0);
    await undo.click();
    await expect(row(admin, 59)).toBeVisible();
    expect(await site.read(`blog/${postId(59)}.json`)).toMatchObject({ title: 'Post number 59' });
  });

  await test.step('moves several ticked objects to the trash at once and brings all back', async () => {
    await row(admin, 58).getByRole('checkbox').click();
    await row(admin, 55)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] });
    await expect(admin.getByRole('region', { name: 'Selected rows' })).toContainText('4 posts selected');
    await admin.getByRole('button', { name: 'Move to trash' }).click();
    await expect(grid(admin)).toHaveAttribute('aria-rowcount', '57');
    expect(await site.read(`blog/${postId(56)}.json`)).toBeUndefined();
    await admin.getByRole('button', { name: 'Undo' }).click();
    await expect(grid(admin)).toHaveAttribute('aria-rowcount', '61');
    expect(await site.read(`blog/${postId(56)}.json`)).toBeDefined();
  });

  await test.step('duplicates an object under the next free id', async () => {
    for (const [at, copy] of ['-copy', '-copy-2'].entries()) {
      // Near the top, where the copy appears: rows far above the one that was clicked are not drawn.
      await expect(row(admin, 55)).toHaveCount(at + 1);
      await row(admin, 55).last().click({ button: 'right' });
      await admin.getByRole('menuitem', { name: 'Duplicate' }).click();
      await expect(admin.getByText(`Duplicated as “${postId(55)}${copy}”.`)).toBeVisible();
      expect(await site.read(`blog/${postId(55)}${copy}.json`)).toMatchObject({ title: 'Post number 55' });
    }
  });
});

test('takes the next object with the next Delete, however late the list answers', async ({
  home: admin,
  site,
}) => {
  await openList(admin);
  await expect(row(admin, 58)).toBeVisible();
  // From here on no list answers at all, and the first deletion waits until the key has been pressed twice.
  await admin.route(/\/collections\/blog\?/, () => undefined);
  const held: Route[] = [];
  await admin.route('**/api/batch', (route) =>
    route.request().postData()?.includes('post-00059') ? void held.push(route) : route.continue(),
  );
  await admin.keyboard.press('Delete');
  await admin.keyboard.press('Delete');
  await expect.poll(() => held.length).toBe(1);
  await held[0]?.continue();
  await expect(row(admin, 59)).toHaveCount(0);
  await admin.keyboard.press('Delete');
  await expect(admin.getByText('“Post number 58” moved to the trash.')).toBeVisible();
  await expect(row(admin, 58)).toHaveCount(0);
  await expect(admin.getByText('Could not delete')).toHaveCount(0);
  expect(await site.read(`blog/${postId(57)}.json`)).toBeDefined();
});

test('what is published of a collection is set by its fields, and mistakes are said at the field', async ({
  home: admin,
  site,
}) => {
  await openList(admin);
  await admin.getByRole('button', { name: 'Collection', exact: true }).click();
  await admin.getByRole('menuitem', { name: 'Collection settings…' }).click();
  const dialog = admin.getByRole('dialog');
  const choose = async (field: string, option: string) => {
    await dialog.getByRole('combobox', { name: field }).click();
    await admin.getByRole('option', { name: option, exact: true }).click();
  };
  await expect(dialog.getByRole('combobox', { name: 'Hidden while this is on' })).toHaveValue('Draft');
  await choose('Published from', 'Date');
  await choose('State', 'Author');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('values must be a list of 1 to 50 texts').last()).toBeVisible();
  await dialog.getByLabel('Published values').fill('ada');
  await admin.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  expect((await site.read('blog/.meta.json'))?.published).toEqual({
    from: 'date',
    state: { property: 'author', values: ['ada'] },
  });
});
