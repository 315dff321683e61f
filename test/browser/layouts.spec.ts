import { problems } from './axe.ts';
import { eventId, events, STATES } from './events-content.ts';
import { expect, type Locator, type Page, test } from './plinth.ts';

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

/** Drags with the mouse, in steps as a hand does. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error('Nothing to drag');
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + start.width / 2 + 12, start.y + start.height / 2 + 12, { steps: 3 });
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 6 });
  // What is dropped goes to the place that was drawn last.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.mouse.up();
}

const undo = (page: Page) => page.getByRole('button', { name: 'Undo' }).last().click();

test.describe('a board', () => {
  test.use({ files: events(30, (n) => (n < 24 ? { state: STATES[n % 3] } : {})) });

  test('has a column for each option with its count, and cards are moved by mouse, keys and menu, with an undo', async ({
    admin,
    site,
  }) => {
    await admin.goto(`${site.url}/admin/c/events`);
    await choose(admin, 'Board');
    await expect(admin).toHaveURL(/layout=board/);
    const column = (name: string) => admin.getByRole('region', { name: new RegExp(`^${name} \\d`) });
    const card = (name: string, n: number) =>
      column(name).getByRole('link', { name: `Event ${n}`, exact: true });
    const state = async (n: number) => (await site.read(`events/${eventId(n)}.json`))?.state;
    for (const [name, count] of [
      ['Idea', 8],
      ['Planned', 8],
      ['Live', 8],
      ['No value', 6],
    ] as const)
      await expect(column(name).getByRole('heading')).toHaveText(`${name}${count}`);
    expect(await problems(admin)).toEqual([]);

    await drag(admin, card('Idea', 0), column('Planned'));
    await expect(card('Planned', 0)).toBeVisible();
    await expect(column('Idea').getByRole('heading')).toHaveText('Idea7');
    expect(await state(0)).toBe('planned');
    await undo(admin);
    await expect(card('Idea', 0)).toBeVisible();
    expect(await state(0)).toBe('idea');

    // Keys go from card to card and beside, and take a card along; it keeps the focus.
    await card('Idea', 0).press('ArrowDown');
    await expect(card('Idea', 3)).toBeFocused();
    await card('Idea', 3).press('ArrowRight');
    await expect(card('Planned', 4)).toBeFocused();
    await card('Planned', 4).press('Alt+Shift+ArrowRight');
    await expect(card('Live', 4)).toBeFocused();
    expect(await state(4)).toBe('live');

    await card('No value', 29).press('Shift+F10');
    await admin.getByRole('menuitem', { name: 'Live' }).click();
    await expect(card('Live', 29)).toBeVisible();
    expect(await state(29)).toBe('live');
    await card('Live', 29).press('Alt+Shift+ArrowRight');
    await expect(card('No value', 29)).toBeFocused();
    expect(await site.read(`events/${eventId(29)}.json`)).not.toHaveProperty('state');

    // Search narrows all columns; another property makes others.
    await admin.getByRole('searchbox').fill('29');
    await expect(column('Idea').getByRole('heading')).toHaveText('Idea0');
    await choose(admin, 'Draft');
    await expect(admin).toHaveURL(/by=draft/);
    await expect(column('Off').getByRole('heading')).toHaveText('Off1');
  });
});

test.describe('a calendar', () => {
  const days = ['2026-11-10', '2026-11-10', '2026-11-12', '2026-12-24'];
  test.use({ files: events(6, (n) => (days[n] ? { day: days[n] } : {})) });

  test('shows objects on their days, moves them by mouse, keys and dialog, and makes new ones on a day', async ({
    admin,
    site,
  }) => {
    await admin.goto(`${site.url}/admin/c/events?layout=calendar&by=day&month=2026-11`);
    const cell = (day: string) => admin.locator(`[data-day="${day}"]`);
    const entry = (where: Locator, n: number) => where.getByRole('link', { name: `Event ${n}`, exact: true });
    const stored = async (n: number) => (await site.read(`events/${eventId(n)}.json`))?.day;
    await expect(admin.getByRole('heading', { name: 'November 2026' })).toBeVisible();
    await expect(entry(cell('2026-11-10'), 1)).toBeVisible();
    await expect(entry(cell('2026-11-12'), 2)).toBeVisible();
    const undated = admin.getByRole('region', { name: 'No date' });
    await expect(undated.getByRole('link')).toHaveCount(2);
    expect(await problems(admin)).toEqual([]);

    await drag(admin, entry(cell('2026-11-10'), 0), cell('2026-11-18'));
    await expect(entry(cell('2026-11-18'), 0)).toBeVisible();
    expect(await stored(0)).toBe('2026-11-18');
    await undo(admin);
    await expect(entry(cell('2026-11-10'), 0)).toBeVisible();
    expect(await stored(0)).toBe('2026-11-10');

    // A week on by a key, from an entry that the arrow keys and Tab lead to.
    await cell('2026-11-11').locator('[data-number]').press('ArrowLeft');
    await admin.keyboard.press('Tab');
    await expect(entry(cell('2026-11-10'), 0)).toBeFocused();
    await admin.keyboard.press('Alt+Shift+ArrowDown');
    await expect(entry(cell('2026-11-17'), 0)).toBeFocused();
    expect(await stored(0)).toBe('2026-11-17');
    await drag(admin, entry(undated, 4), cell('2026-11-20'));
    await expect(entry(cell('2026-11-20'), 4)).toBeVisible();
    expect(await stored(4)).toBe('2026-11-20');

    // On a phone the days are a list, and the menu moves.
    await admin.setViewportSize({ width: 390, height: 800 });
    const agenda = admin.getByRole('heading', { name: /Friday,? 20 November/ });
    await expect(agenda).toBeVisible();
    expect(await admin.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await entry(admin.locator('body'), 4).press('Shift+F10');
    await expect(admin.getByRole('menuitem', { name: 'Move to another day…' })).toBeVisible();
    await admin.keyboard.press('Escape');
    await entry(admin.locator('body'), 4).hover();
    await admin.getByRole('button', { name: 'Actions for Event 4' }).click();
    await admin.getByRole('menuitem', { name: 'Move to another day…' }).click();
    await admin.getByRole('dialog').getByLabel('Day').fill('2026-12-01');
    await admin.getByRole('button', { name: 'Move', exact: true }).click();
    await expect(agenda).toHaveCount(0);
    expect(await stored(4)).toBe('2026-12-01');
    await admin.getByRole('button', { name: 'Month after' }).click();
    await expect(admin).toHaveURL(/month=2026-12/);
    await expect(entry(admin.locator('body'), 3)).toBeVisible();
    await admin.setViewportSize({ width: 1280, height: 800 });

    const day = cell('2026-12-09').locator('[data-number]');
    await day.click();
    await expect(admin).toHaveURL(/\/c\/events\/new/);
    await expect(admin.getByLabel('Title', { exact: true })).toBeVisible();
    // The day alone is nothing to keep or to ask about.
    await admin.goBack();
    await day.click();
    await expect(admin).toHaveURL(/\/c\/events\/new/);
    await admin.getByLabel('Title', { exact: true }).fill('Made in the calendar');
    await admin
      .getByRole('button', { name: /^(?:Create|Save)/ })
      .first()
      .click();
    await expect
      .poll(() => site.read('events/made-in-the-calendar.json'))
      .toMatchObject({ day: '2026-12-09' });
  });
});
