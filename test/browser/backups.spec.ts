/** Backups in the settings: when and where, now, and what went wrong. */
import { readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'playwright/test';
import { problems } from './axe.js';
import { blog } from './content.js';
import { test } from './plinth.js';

test.describe('backups', () => {
  test.use({ files: blog(2) });

  test('are set up, made now, and tell why one failed', async ({ home: admin, site }) => {
    const to = join(dirname(site.data), 'a place for backups');
    await admin.goto(`${site.url}/admin/settings`);
    const section = admin.getByRole('region', { name: 'Backups' });
    await expect(section.getByText('No backup has been made yet.')).toBeVisible();
    await expect(section.getByRole('button', { name: 'Back up now' })).toBeDisabled();
    await section.getByLabel('Folder for backups').fill(site.data);
    await section.getByRole('button', { name: 'Save backup settings' }).click();
    await expect(section.getByText('must be outside the data folder')).toBeVisible();
    await section.getByLabel('Folder for backups').fill(to);
    await section.getByRole('combobox', { name: 'Back up' }).click();
    await admin.getByRole('option', { name: 'Every day' }).click();
    await section.getByRole('button', { name: 'Save backup settings' }).click();
    await expect(section.getByRole('button', { name: 'Save backup settings' })).toBeDisabled();
    await section.getByRole('button', { name: 'Back up now' }).click();
    await expect(section.getByText('Last backup:')).toBeVisible();
    expect(await readdir(to)).toEqual([expect.stringMatching(/\.zip$/)]);
    expect(await problems(admin)).toEqual([]);

    await rm(to, { recursive: true });
    await writeFile(to, '');
    await section.getByRole('button', { name: 'Back up now' }).click();
    await expect(section.getByRole('alert')).toContainText('The backup failed');
    await expect(section.getByText('Last successful backup:')).toBeVisible();
    await admin.reload();
    await expect(section.getByRole('alert')).toBeVisible();
  });
});
