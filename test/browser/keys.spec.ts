import { problems } from './axe.ts';
import { blog } from './content.ts';
import { expect, openManaged, test } from './plinth.ts';

test.use({ files: { ...blog(3), '.system/settings.json': { edition: 'pro', smtp: { host: 'kept' } } } });

test('a key is made, shown once, works as far as it says, and ends when it is revoked', async ({
  home: admin,
  site,
}) => {
  const status = async (path: string, key: string) =>
    (await fetch(site.url + path, { headers: { 'x-api-key': key } })).status;
  await openManaged(admin, 'API keys');
  await expect(admin).toHaveURL(/\/admin\/utils\/api-keys$/);
  await expect(admin.getByText('No API keys yet')).toBeVisible();
  await admin.getByRole('button', { name: 'New key' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Website build');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByText('Select what the key can access.')).toBeVisible();

  await dialog.getByLabel('Other paths').first().fill('nonsense');
  await admin.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByText(/"nonsense" is not a valid path/)).toBeVisible();
  await dialog.getByLabel('Other paths').first().press('Backspace');
  await dialog.getByLabel('Collections', { exact: true }).first().click();
  await admin.getByRole('option', { name: 'Blog' }).click();
  expect(await problems(admin)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create key' }).click();

  await expect(dialog.getByText('You won’t see it again')).toBeVisible();
  const key = (await dialog.getByRole('region', { name: 'API key' }).innerText()).trim();
  expect(key).toMatch(/^plinth_[0-9a-f]{64}$/);
  const desktop = admin.viewportSize() ?? { width: 1280, height: 720 };
  await admin.setViewportSize({ width: 390, height: 844 });
  const shown = dialog.getByRole('region', { name: 'API key' });
  expect(await shown.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  for (const name of ['API key', 'A request']) {
    const code = await dialog.getByRole('region', { name }).boundingBox();
    const copy = await dialog.getByRole('button', { name: `Copy ${name}` }).boundingBox();
    expect((code?.x ?? 0) + (code?.width ?? 0)).toBeLessThanOrEqual(copy?.x ?? 0);
  }
  await admin.setViewportSize(desktop);
  await admin.keyboard.press('Escape');
  await expect(
    dialog.getByText(`curl -H "X-API-Key: ${key}" ${site.url}/api/collections/blog`),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await admin.content()).not.toContain(key);
  expect(await status('/api/collections/blog', key)).toBe(200);
  expect(await status('/api/schemas', key)).toBe(403);

  const row = admin.getByRole('row', { name: /Website build/ });
  await expect(row).toContainText(key.slice(-4));
  await expect(row).toContainText('Read-only');
  expect(await problems(admin)).toEqual([]);
  await admin.setViewportSize({ width: 400, height: 800 });
  const overflow = () => admin.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);

  await row.getByRole('button', { name: 'Revoke Website build' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  expect(await status('/api/collections/blog', key)).toBe(200);
  await row.getByRole('button', { name: 'Revoke Website build' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(admin.getByText('No API keys yet')).toBeVisible();
  expect(await status('/api/collections/blog', key)).toBe(401);
});

test('settings are changed together, rejected with the reason, and hold at once', async ({
  home: admin,
  site,
}) => {
  await openManaged(admin, 'Settings');
  const title = admin.getByRole('textbox', { name: 'Title' });
  await title.fill('Harbour Studio');
  expect(await problems(admin)).toEqual([]);

  await admin.getByRole('tab', { name: 'Access' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
  await admin.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(admin.getByText('Settings saved.').first()).toBeVisible();
  await expect(admin.getByRole('banner').getByText('Harbour Studio')).toBeVisible();
  expect(await site.read('.system/settings.json')).toEqual({
    edition: 'pro',
    smtp: { host: 'kept' },
    dashboard: { title: 'Harbour Studio' },
  });

  await admin.getByRole('tab', { name: 'Access' }).click();
  await expect(admin).toHaveURL(/\/settings\/access$/);
  const origins = admin.getByLabel('Allowed origins').first();
  await origins.fill('www.example.com');
  await admin.keyboard.press('Enter');
  await admin.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(admin.getByText(/"www.example.com" must be an origin/)).toBeVisible();
  await admin.getByRole('button', { name: 'Discard' }).click();
  await expect(admin.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
  expect(await problems(admin)).toEqual([]);

  await admin.getByRole('tab', { name: 'General' }).click();
  await admin.getByRole('button', { name: 'Use the default for Title' }).click();
  await expect(title).toBeFocused();
  await admin.getByRole('combobox', { name: 'Edition' }).click();
  await admin.getByRole('option', { name: 'Standard' }).click();
  await admin.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(admin.getByRole('banner').getByText('harbour-studio')).toBeVisible();
  await openManaged(admin, 'API keys');
  await expect(admin.getByText('API keys require the Pro edition')).toBeVisible();
  await admin.getByRole('link', { name: 'Open settings' }).click();
  await expect(title).toBeVisible();
});
