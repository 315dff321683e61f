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
