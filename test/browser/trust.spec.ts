/** What waits in a folder: the banner, the dialog, and the yes to each of it. */
import { expect } from 'playwright/test';
import { problems } from './axe.js';
import { blog } from './content.js';
import { openManaged, test } from './plinth.js';

const HASH = '$scrypt$ln=14,r=8,p=1$cGxpbnRoLXRlc3Qtc2FsdA$xm3oOPZho9xSI/XPb9H5bgq+oo+0h8A+v+ZNtfdl43c';
const user = {
  id: '11111111-1111-4111-8111-111111111111',
  name: 'Somebody with a name that is long enough to be broken into two lines',
  email: null,
  role: 'admin',
  hash: HASH,
  created: '2026-01-01T10:00:00.000Z',
};
const key = {
  id: 'their-key',
  name: 'Their site',
  hash: `sha256:${'0'.repeat(64)}`,
  scopes: { methods: ['GET', 'POST'], paths: ['*'] },
};
const settings = {
  hosts: ['a-rather-long-name-of-a-host.somewhere-else.example:4180', 'evil.example'],
  limits: { anonymous: 1_000_000 },
};

test.describe('a folder from elsewhere', () => {
  test.use({
    files: {
      ...blog(2),
      'blog/.meta.json': { id: 'blog', schema: 'blog', name: 'Blog', publicOperations: ['create', 'delete'] },
      '.system/users.json': { users: [user] },
      '.system/apikeys.json': { apikeys: [key] },
      '.system/settings.json': settings,
    },
  });

  test('shows what waits, takes a yes to some of it, and shows again what changes', async ({
    home: admin,
    site,
  }) => {
    const banner = admin.getByText('Review what came with this folder');
    await expect(banner).toBeVisible();
    await expect(admin.getByText('1 user, 1 API key, 2 settings and 1 public collection need')).toBeVisible();
    await admin.getByRole('button', { name: 'Review' }).click();
    const dialog = admin.getByRole('dialog', { name: 'Review this folder' });
    await expect(dialog.getByText('GET, POST on *')).toBeVisible();
    await expect(dialog.getByText('create, delete')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Approve' })).toBeDisabled();
    await expect(dialog.getByRole('button', { name: 'Not now' })).toBeFocused();
    expect(await problems(admin)).toEqual([]);

    await dialog.getByRole('checkbox', { name: 'Their site' }).press('Space');
    await dialog.getByRole('checkbox', { name: 'Host names' }).press('Space');
    await expect(dialog.getByRole('checkbox', { name: 'Select all' })).not.toBeChecked();
    // One of them changes while the dialog is open: the yes is refused, and what is there now is shown.
    await site.write({ '.system/settings.json': { ...settings, hosts: ['other.example'] } });
    await dialog.getByRole('button', { name: 'Approve 2 items' }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await expect(dialog.getByText('other.example')).toBeVisible();
    await expect(dialog.getByRole('checkbox', { name: 'Host names' })).not.toBeChecked();
    await dialog.getByRole('button', { name: 'Approve 1 item' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(admin.getByText('1 user, 2 settings and 1 public collection need')).toBeVisible();

    await openManaged(admin, 'API keys');
    await expect(admin.getByRole('row', { name: /Their site/ })).not.toContainText('Needs approval');
    await openManaged(admin, 'Users');
    await expect(admin.getByRole('row', { name: /Somebody/ })).toContainText('Needs approval');
    await admin.goto(`${site.url}/admin/settings/access`);
    await expect(admin.getByText('needs your approval').first()).toBeVisible();

    await admin.setViewportSize({ width: 400, height: 800 });
    await admin.getByRole('button', { name: 'Review' }).click();
    expect(await admin.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    expect(await problems(admin)).toEqual([]);
    await dialog.getByRole('checkbox', { name: 'Select all' }).press('Space');
    await dialog.getByRole('button', { name: 'Approve 4 items' }).click();
    await expect(banner).toHaveCount(0);
  });
});
