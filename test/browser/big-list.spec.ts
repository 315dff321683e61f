import { blog } from './content.ts';
import { expect, test } from './plinth.ts';

test.use({ files: blog(10_000) });

test('scrolls through ten thousand objects with a few dozen rows in the page, and ticks all of them', async ({
  home: admin,
}) => {
  const pages = new Set<string>();
  admin.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/collections/blog') pages.add(searchParams.get('offset') ?? '');
  });
  await admin.getByRole('link', { name: 'Blog' }).first().click();
  const grid = admin.getByRole('grid', { name: 'Blog' });
  await expect(grid).toHaveAttribute('aria-rowcount', '10001');

  // Row 9,000 counted from 1, newest first; rows are 38 pixels high.
  await grid.evaluate((table) => table.parentElement?.scrollTo({ top: 8_999 * 38 }));
  const row = grid.locator('[aria-rowindex="9001"]');
  await expect(row).toContainText('Post number 1000');
  await expect(row).toBeInViewport();
  expect(await grid.locator('tbody tr').count()).toBeLessThan(80);
  // The pages on the way are passed by.
  expect(pages.size).toBeLessThan(20);

  await admin.keyboard.press('Home');
  await expect(grid.locator('[aria-rowindex="2"]')).toContainText('Post number 9999');
  await admin.keyboard.press('End');
  await expect(grid.locator('[aria-rowindex="10001"]')).toContainText('Post number 0');

  await admin.getByRole('checkbox', { name: 'Select all' }).click();
  await expect(admin.getByRole('region', { name: 'Selected rows' })).toContainText('10,000 posts selected');
});

test('draws after a jump the rows in view first, and those beside them some at a time', async ({
  home: admin,
}) => {
  await admin.getByRole('link', { name: 'Blog' }).first().click();
  const grid = admin.getByRole('grid', { name: 'Blog' });
  await expect(grid.getByRole('row', { name: /Post number 9999/ })).toBeVisible();
  // How many loaded rows each change of the page brings.
  const brought = await grid.evaluateHandle((table) => {
    const counts: number[] = [];
    new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
      const rows = added.filter((node) => node instanceof Element && node.matches('[aria-selected]'));
      counts.push(rows.length);
    }).observe(table, { childList: true, subtree: true });
    return counts;
  });
  await grid.evaluate((table) => table.parentElement?.scrollTo({ top: 5_000 * 38 }));
  const rows = grid.locator('[aria-selected]');
  await expect(grid.locator('[aria-rowindex="5002"]')).toContainText('Post number 4999');
  // Twelve above and below those in view.
  await expect(grid.locator('[aria-rowindex="4990"][aria-selected]')).toBeAttached();
  const inView = await grid.evaluate((table) => Math.ceil((table.parentElement?.clientHeight ?? 0) / 38));
  await expect.poll(() => rows.count()).toBeGreaterThan(inView + 20);
  const counts = await brought.jsonValue();
  expect(Math.max(...counts)).toBeLessThanOrEqual(inView + 1);
});
