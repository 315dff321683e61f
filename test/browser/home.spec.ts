import { blog } from './content.ts';
import { expect, test } from './plinth.ts';

test.describe('an empty folder', () => {
  test('is filled by a starter', async ({ home: admin, site }) => {
    await expect(admin.getByText('harbour-studio is empty.')).toBeVisible();
    await expect(admin.locator('img[src$=".webp"]')).toHaveCount(3);
    for (const preview of await admin.locator('img[src$=".webp"]').all()) {
      await expect(preview).toHaveJSProperty('naturalWidth', 640);
    }
    await admin.getByRole('button', { name: 'Use starter: Magazine' }).click();
    await expect(admin.getByText(/^Folder set up: \d+ collections?, \d+ objects?\.$/)).toBeVisible();
    await expect(admin.getByRole('heading', { name: 'Read your content from your site' })).toBeVisible();
    expect(await site.read('blog/.meta.json')).toBeDefined();
  });

  test('gets a first collection, whose id follows the name', async ({ home: admin, site }) => {
    await admin.getByRole('button', { name: 'Create collection' }).click();
    const dialog = admin.getByRole('dialog', { name: 'New collection' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Über uns');
    await expect(dialog.getByRole('textbox', { name: 'ID' })).toHaveValue('ueber-uns');
    await dialog.getByRole('textbox', { name: 'ID' }).fill('about');
    await dialog.getByLabel('Schema').first().click();
    await admin.getByRole('option', { name: 'Text', exact: true }).click();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(admin).toHaveURL(/\/c\/about$/);
    await expect(admin.getByRole('heading', { name: 'Über uns' })).toBeVisible();
    expect(await site.read('about/.meta.json')).toMatchObject({
      id: 'about',
      name: 'Über uns',
      schema: 'text',
    });
  });
});

test.describe('a folder with content', () => {
  test.use({ files: blog(3) });

  test('shows its collections and how to read one, with the real address', async ({ home: admin, site }) => {
    await expect(admin.getByText('harbour-studio contains 1 collection with 3 objects.')).toBeVisible();
    const lines = admin.getByRole('region', { name: /^curl/ });
    await expect(lines).toBeVisible();
    const loaded = await admin.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .flatMap(({ name }) => (/\.(js|css)$/.test(name) ? [name] : [])),
    );
    // What Home shows is asked for right after what the first screen itself needs.
    const parts = loaded.findIndex((name) => name.includes('/home-'));
    expect(parts, loaded.join('\n')).toBeGreaterThan(0);
    expect(parts, loaded.join('\n')).toBeLessThan(10);
    await expect(lines).toContainText(`${site.url}/api/collections/blog/query?published=1&limit=10`);
    await expect(lines).toContainText('X-API-Key');
    await admin.getByRole('tab', { name: 'Eleventy' }).click();
    await expect(admin.getByRole('region', { name: /^Eleventy: eleventy/ })).toContainText(
      'eleventy.addPlugin(plinth, { collections: { blog: {} } });',
    );
    await expect(admin.getByRole('region', { name: /^Eleventy: blog/ })).toContainText('{{ item.title }}');
    const link = admin.getByRole('link', { name: 'Documentation: Eleventy' });
    expect(
      (await admin.request.get(new URL((await link.getAttribute('href')) ?? '', site.url).href)).status(),
    ).toBe(200);
  });

  test('a collection is made, deleted, brought back and set', async ({ home: admin, site }) => {
    await test.step('rejects an id that is taken, beside the field', async () => {
      await admin.getByRole('button', { name: 'New collection' }).click();
      const dialog = admin.getByRole('dialog', { name: 'New collection' });
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Blog');
      await dialog.getByLabel('Schema').first().click();
      await admin.getByRole('option', { name: 'Text', exact: true }).click();
      await dialog.getByRole('button', { name: 'Create' }).click();
      await expect(dialog.getByRole('textbox', { name: 'ID' })).toHaveAttribute('aria-invalid', 'true');
      await admin.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    });

    await test.step('deletes a collection with its objects and brings it back', async () => {
      await admin.getByRole('link', { name: 'Blog' }).first().click();
      await admin.getByRole('button', { name: 'Collection', exact: true }).click();
      await admin.getByRole('menuitem', { name: 'Delete collection…' }).click();
      await admin.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await expect(admin.getByText('“Blog” moved to the trash.')).toBeVisible();
      expect(await site.read('blog/.meta.json')).toBeUndefined();
      await admin.getByRole('button', { name: 'Undo' }).click();
      await expect(admin.getByRole('navigation').getByRole('link', { name: 'Blog' })).toContainText('3');
      expect(await site.read('blog/post-00001.json')).toBeDefined();
    });

    await test.step('changes the settings of a collection, and needs no key once it is public', async () => {
      await admin.getByRole('link', { name: 'Blog' }).first().click();
      await admin.getByRole('button', { name: 'Collection', exact: true }).click();
      await admin.getByRole('menuitem', { name: 'Collection settings…' }).click();
      const dialog = admin.getByRole('dialog', { name: 'Settings of “Blog”' });
      await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Journal');
      await dialog.getByRole('checkbox', { name: 'Read' }).check();
      // By keyboard: the choices are radio buttons.
      await dialog.getByRole('radio', { name: 'No color' }).focus();
      await admin.keyboard.press('ArrowRight');
      await expect(dialog.getByRole('radio', { name: 'Amber' })).toBeChecked();
      await dialog.getByRole('radio', { name: 'Book' }).check();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(admin.getByRole('heading', { name: 'Journal', exact: true })).toBeVisible();
      expect(await site.read('blog/.meta.json')).toMatchObject({
        name: 'Journal',
        publicOperations: ['read'],
        icon: 'book',
        color: 'amber',
      });
      const line = admin.getByRole('navigation').getByRole('link', { name: 'Journal' });
      await expect(line.locator('use')).toHaveAttribute('href', /#book$/);
      await expect(line.locator('svg')).toHaveCSS('color', 'rgb(125, 82, 0)');
      await admin.getByRole('link', { name: 'Home', exact: true }).click();
      await expect(admin.getByRole('region', { name: /^curl/ })).not.toContainText('X-API-Key');
    });
  });
});
