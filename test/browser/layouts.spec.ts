import { problems } from './axe.ts';
import { eventId, events, STATES } from './events-content.ts';
import { expect, type Page, test } from './plinth.ts';

const grid = (page: Page) => page.getByRole('grid', { name: 'Events' });
const choose = async (page: Page, name: string) => {
  await page.getByRole('button', { name: /^Layout:/ }).click();
  await page.getByRole('menuitemradio', { name }).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
};

test.describe('cards', () => {
  test.use({ files: events(300, (n) => ({ state: STATES[n % 3], draft: n % 2 === 0 })) });

  test('show images, titles and values, follow the keys, and are kept in the address and in a view', async ({
    admin,
    site,
  }) => {
    await admin.goto(`${site.url}/admin/c/events`);
    await expect(grid(admin)).toHaveAttribute('aria-rowcount', '301');
    await choose(admin, 'Cards');
    await expect(admin).toHaveURL(/layout=cards/);
    const card = (n: number) => grid(admin).getByRole('row', { name: new RegExp(`\\bEvent ${n}\\b`) });
    const image = card(0).getByRole('img', { name: 'A dot' });
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    await expect(card(0)).toContainText('Draft');
    await expect(card(1)).toContainText('Planned');
    await expect(card(1)).not.toContainText('Draft');
    // Only those in view exist.
    await expect(grid(admin)).toHaveAttribute('aria-rowcount', '300');
    expect(await grid(admin).getByRole('row').count()).toBeLessThan(150);

    // A line down, one to the right, selected and opened by keys; the way back leads to the cards.
    await grid(admin).press('ArrowDown');
    await grid(admin).press('ArrowRight');
    const across = await grid(admin).locator('tbody').first().getByRole('row').count();
    await expect(grid(admin)).toHaveAttribute('aria-activedescendant', `row-${across + 1}`);
    await grid(admin).press('Space');
    await expect(card(across + 1)).toHaveAttribute('aria-selected', 'true');
    expect(await problems(admin)).toEqual([]);
    await admin.keyboard.press('End');
    await expect(card(299)).toBeInViewport();
    await admin.keyboard.press('Enter');
    await expect(admin).toHaveURL(new RegExp(`/c/events/${eventId(299)}`));
    await admin.goBack();
    await expect(card(299)).toBeInViewport();

    await admin.getByRole('button', { name: 'Save as view…' }).click();
    await admin.getByRole('dialog').getByLabel('Name').fill('Wall');
    await admin.keyboard.press('Enter');
    await expect(admin).toHaveURL(/\?view=wall$/);
    expect((await site.read('events/.meta.json'))?.views).toEqual([
      expect.objectContaining({ name: 'Wall', layout: 'cards' }),
    ]);
    // Another layout of a saved view is a change of it, and rows are closer together for this reader.
    await choose(admin, 'Table');
    await expect(admin.getByRole('link', { name: /Wall/ })).toContainText('edited');
    await expect(admin.getByRole('columnheader', { name: 'State' })).toBeVisible();
    const height = async () => (await grid(admin).getByRole('row').nth(1).boundingBox())?.height;
    const before = (await height()) ?? 0;
    await choose(admin, 'Compact');
    await expect.poll(height).toBeLessThan(before);
    await admin.getByRole('button', { name: 'Reset' }).click();
    await expect(grid(admin)).toHaveAttribute('aria-rowcount', '300');
  });
});
