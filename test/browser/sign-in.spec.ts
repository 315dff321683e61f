import { blog } from './content.ts';
import { expect, test } from './plinth.ts';

test.use({ files: blog(3) });

test('asks for a link without a session, and accepts a pasted one', async ({ page, site }) => {
  await page.goto(`${site.url}/admin/c/blog`);
  await expect(page.getByRole('heading', { name: 'Sign in to Plinth' })).toBeVisible();
  const field = page.getByRole('textbox', { name: 'Sign-in link' });

  await field.fill('hello there');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('This is not a sign-in link.')).toBeVisible();

  await field.fill('0123456789abcdef');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('This link has been used or has expired.')).toBeVisible();

  await field.fill(site.link);
  await page.getByRole('button', { name: 'Sign in' }).click();
  // Where somebody wanted to go is where they arrive.
  await expect(page.getByRole('grid', { name: 'Blog' })).toBeVisible();
});

test('explains a link that was used before', async ({ home: admin, site, other: stranger }) => {
  await expect(admin.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await stranger.goto(site.link);
  await expect(stranger.getByText('This link no longer works')).toBeVisible();
});

test('signs out and shows nothing any more', async ({ home: admin }) => {
  await admin.getByRole('button', { name: 'Session' }).click();
  await admin.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(admin.getByRole('heading', { name: 'Sign in to Plinth' })).toBeVisible();
  await admin.reload();
  await expect(admin.getByRole('heading', { name: 'Sign in to Plinth' })).toBeVisible();
});
