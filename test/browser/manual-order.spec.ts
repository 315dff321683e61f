import process from 'node:process';
import { problems } from './axe.ts';
import { expect, type Files, type Page, test } from './plinth.ts';

/** Stops of a walk by their numbers; 250 of them, so that the last ones are two pages below the first. */
const NUMBERED = 240;
const files: Files = {
  '.schemas/stop.json': {
    id: 'stop',
    properties: {
      id: { type: 'slug', field: 'id', label: 'ID' },
      name: { type: 'string', field: 'text', label: 'Name' },
      place: { type: 'number', field: 'number', label: 'Place', minimum: 0 },
    },
    index: ['id', 'name', 'place'],
  },
  'stops/.meta.json': {
    ...{ id: 'stops', schema: 'stop', name: 'Stops', labelPlural: 'Stops', labelSingular: 'Stop' },
    ...{ sortBy: 'name' },
  },
};
for (let n = 1; n <= 250; n += 1) {
  const id = `stop-${String(n).padStart(3, '0')}`;
  files[`stops/${id}.json`] = { id, name: `Stop ${n}`, ...(n <= NUMBERED && { place: n * 10 }) };
}

test.use({ files });

const grid = (page: Page) => page.getByRole('grid', { name: 'Stops' });
const row = (page: Page, n: number) => grid(page).getByRole('row', { name: new RegExp(`\\bStop ${n}\\b`) });
/** Rows from the first one on, as screen readers count them. */
const shown = (page: Page, count: number) =>
  grid(page)
    .getByRole('row')
    .evaluateAll(
      (rows, last) =>
        rows
          .map((one) => [Number(one.getAttribute('aria-rowindex')), one.querySelector('a')?.textContent])
          .filter(([index]) => Number(index) > 1 && Number(index) <= last)
          .sort(([a], [b]) => Number(a) - Number(b))
          .map(([, name]) => Number(String(name).replace('Stop ', ''))),
      count + 1,
    );
const menu = async (page: Page, n: number, item: string) => {
  await row(page, n)
    .getByRole('button', { name: `Actions for Stop ${n}` })
    .click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};

test('objects are put in an order by menu, keys and mouse, undone, and never moved against a change of others', async ({
  admin,
  site,
}) => {
  const read = async (n: number) => (await site.read(`stops/stop-${String(n).padStart(3, '0')}.json`)) ?? {};
  const write = async (n: number, place: number) =>
    site.write({ [`stops/stop-${String(n).padStart(3, '0')}.json`]: { ...(await read(n)), place } });
  await admin.goto(`${site.url}/admin/c/stops`);

  // The settings name the number, and the list is sorted by it from then on.
  await admin.getByRole('button', { name: 'Collection', exact: true }).click();
  await admin.getByRole('menuitem', { name: 'Collection settings…' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Settings of “Stops”' });
  await dialog.getByRole('combobox', { name: 'Manual order by' }).click();
  await admin.getByRole('option', { name: 'Place' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  expect(await site.read('stops/.meta.json')).toMatchObject({ manualOrder: 'place', sortBy: 'place' });
  await expect.poll(() => shown(admin, 4)).toEqual([1, 2, 3, 4]);
  await expect(row(admin, 1).getByRole('button', { name: 'Move Stop 1' })).toHaveCount(1);

  // Only the moved object gets another number.
  await menu(admin, 3, 'Move up');
  await expect.poll(() => shown(admin, 4)).toEqual([1, 3, 2, 4]);
  expect([(await read(1)).place, (await read(3)).place, (await read(2)).place]).toEqual([10, 15, 20]);
  await expect(admin.getByTestId('announcer')).toContainText('“Stop 3” is number 2 of 250.');
  await admin
    .getByRole('alert')
    .filter({ hasText: '“Stop 3” moved.' })
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect.poll(() => shown(admin, 4)).toEqual([1, 2, 3, 4]);
  expect((await read(3)).place).toBe(30);

  // Keys move the object the keyboard is on, one press after the other, and the marker goes with it.
  await grid(admin).focus();
  // It was on the one that was moved, and stayed on it as the move was undone.
  await expect(grid(admin)).toHaveAttribute('aria-activedescendant', 'row-2');
  await admin.keyboard.press('ArrowUp');
  await expect(grid(admin)).toHaveAttribute('aria-activedescendant', 'row-1');
  await admin.keyboard.press('Alt+Shift+ArrowDown');
  await admin.keyboard.press('Alt+Shift+ArrowDown');
  await expect.poll(() => shown(admin, 5)).toEqual([1, 3, 4, 2, 5]);
  await expect(grid(admin)).toHaveAttribute('aria-activedescendant', 'row-3');
  expect((await read(2)).place).toBe(45);

  // To the end, behind those without a number, which get one with it, all undone as one.
  await admin.keyboard.press('Alt+Shift+End');
  await expect(admin.getByText('“Stop 2” moved. 10 other objects have a new number.')).toBeVisible();
  await expect(admin.getByTestId('announcer')).toContainText('“Stop 2” is number 250 of 250.');
  expect([(await read(240)).place, (await read(241)).place, (await read(2)).place]).toEqual([
    2400, 2410, 2510,
  ]);
  await admin
    .getByRole('alert')
    .filter({ hasText: '10 other' })
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(admin.getByText('Undone: 11 objects.')).toBeVisible();
  expect([(await read(241)).place, (await read(2)).place]).toEqual([undefined, 45]);
  await grid(admin).focus();
  await admin.keyboard.press('Home');
  await expect.poll(() => shown(admin, 5)).toEqual([1, 3, 4, 2, 5]);

  // Each of several moves can be undone, by keys or from the message, the last one first.
  const orders = [await shown(admin, 4)];
  await grid(admin).press('Alt+Shift+ArrowDown');
  await expect.poll(() => shown(admin, 4)).toEqual([3, 1, 4, 2]);
  await menu(admin, 4, 'Move to top');
  await expect.poll(() => shown(admin, 4)).toEqual([4, 3, 1, 2]);
  await expect(
    admin.getByText(/“Stop 4” moved\. \d moves can be undone, the last one first\./),
  ).toBeVisible();
  await grid(admin).press('ControlOrMeta+z');
  await expect.poll(() => shown(admin, 4)).toEqual([3, 1, 4, 2]);
  await admin
    .getByRole('alert')
    .filter({ hasText: 'can be undone' })
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect.poll(() => shown(admin, 4)).toEqual(orders[0]);
  await grid(admin).focus();

  // By mouse, with a line where it goes; between two moves another program has moved a neighbor.
  const drag = async (n: number, beside: number) => {
    await row(admin, n).hover();
    await row(admin, n)
      .getByRole('button', { name: `Move Stop ${n}` })
      .hover();
    await admin.mouse.down();
    const box = await row(admin, beside).boundingBox();
    if (box === null) throw new Error('The row is not in view');
    await admin.mouse.move(box.x + 40, box.y + box.height / 2, { steps: 4 });
    await admin.mouse.move(box.x + 40, box.y + 3, { steps: 2 });
    await expect(admin.locator('[data-drop-line]')).toBeVisible();
  };
  await drag(5, 3);
  if (process.env.PLINTH_SHOTS) await admin.screenshot({ path: `${process.env.PLINTH_SHOTS}/order.png` });
  await admin.mouse.up();
  await expect.poll(() => shown(admin, 5)).toEqual([1, 5, 3, 4, 2]);
  expect((await read(5)).place).toBe(20);
  await write(3, 12);
  await expect.poll(() => shown(admin, 5)).toEqual([1, 3, 5, 4, 2]);
  await menu(admin, 4, 'Move up');
  await expect.poll(() => shown(admin, 5)).toEqual([1, 3, 4, 5, 2]);
  expect([(await read(3)).place, (await read(4)).place, (await read(5)).place]).toEqual([12, 16, 20]);
  expect(await problems(admin)).toEqual([]);

  // By keys at the handle, which says the places; Escape leaves it.
  const grip = row(admin, 6).getByRole('button', { name: 'Move Stop 6' });
  const says = (text: string) => expect(admin.getByTestId('announcer')).toContainText(text);
  await grip.focus();
  await admin.keyboard.press('Space');
  await says('“Stop 6” is picked up.');
  await admin.keyboard.press('ArrowUp');
  await says('Number 5 of 250.');
  await admin.keyboard.press('Escape');
  await says('“Stop 6” stays where it was.');
  await admin.keyboard.press('Space');
  await says('“Stop 6” is picked up.');
  await admin.keyboard.press('ArrowUp');
  await says('Number 5 of 250.');
  await admin.keyboard.press('ArrowUp');
  await expect(admin.locator('[data-drop-line]')).toBeVisible();
  await says('Number 4 of 250.');
  await admin.keyboard.press('Space');
  await expect.poll(() => shown(admin, 6)).toEqual([1, 3, 4, 6, 5, 2]);
  await expect(grid(admin)).toBeFocused();
  await expect(grid(admin)).toHaveAttribute('aria-activedescendant', 'row-3');
  await admin.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => shown(admin, 6)).toEqual([1, 3, 4, 5, 2, 6]);

  // At its edge the list scrolls on, also when the row itself is out of view.
  await drag(1, 4);
  const view = await grid(admin).locator('..').boundingBox();
  if (view === null) throw new Error('The list is not in view');
  await admin.mouse.move(view.x + 60, view.y + view.height - 8, { steps: 3 });
  await expect(row(admin, 1)).toHaveCount(0);
  await admin.keyboard.press('Escape');
  await admin.mouse.up();
  await expect(admin.locator('[data-drop-line]')).toHaveCount(0);
  await grid(admin).press('Home');
  expect((await read(1)).place).toBe(10);

  // While it is dragged, others move the same object: theirs is kept.
  await drag(2, 1);
  await write(2, 11);
  await expect.poll(() => shown(admin, 5)).toEqual([1, 2, 3, 4, 5]);
  await admin.mouse.up();
  await expect(admin.getByText('The order was changed elsewhere. The list shows it.')).toBeVisible();
  expect((await read(2)).place).toBe(11);

  // Cards are moved in the same way: to the right, a line down, and by the handle.
  await admin.goto(`${site.url}/admin/c/stops?layout=cards`);
  const cards = () =>
    grid(admin)
      .getByRole('row')
      .evaluateAll((all) =>
        all
          .map((one) => [Number(one.getAttribute('aria-rowindex')), one.querySelector('a')?.textContent])
          .sort(([a], [b]) => Number(a) - Number(b))
          .slice(0, 12)
          .map(([, name]) => Number(String(name).replace('Stop ', ''))),
      );
  await expect.poll(cards).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  const across = await grid(admin).locator('tbody').first().getByRole('row').count();
  expect(across).toBeGreaterThan(1);
  await grid(admin).press('Home');
  await grid(admin).press('Alt+Shift+ArrowRight');
  await expect.poll(cards).toEqual([2, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  await grid(admin).press('Alt+Shift+ArrowDown');
  await expect.poll(async () => (await cards()).indexOf(1)).toBe(1 + across);
  await expect(grid(admin)).toHaveAttribute('aria-activedescendant', `row-${1 + across}`);
  await menu(admin, 1, 'Move to start');
  await expect.poll(cards).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  await row(admin, 1).hover();
  await row(admin, 1).getByRole('button', { name: 'Move Stop 1' }).hover();
  await admin.mouse.down();
  const [second, third] = [await row(admin, 2).boundingBox(), await row(admin, 3).boundingBox()];
  if (second === null || third === null) throw new Error('The cards are not in view');
  await admin.mouse.move(second.x + second.width / 2, second.y + 30, { steps: 3 });
  await admin.mouse.move(third.x + 10, third.y + 30, { steps: 3 });
  await expect(admin.locator('[data-drop-line]')).toBeVisible();
  if (process.env.PLINTH_SHOTS)
    await admin.screenshot({ path: `${process.env.PLINTH_SHOTS}/order-cards.png` });
  await admin.mouse.up();
  await expect.poll(cards).toEqual([2, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  expect(await problems(admin)).toEqual([]);

  // In another order, or in a part of the list, nothing is moved, and the keys say why.
  await admin.goto(`${site.url}/admin/c/stops?q=stop`);
  await expect(grid(admin)).toBeVisible();
  await expect(admin.getByRole('button', { name: /^Move Stop/ })).toHaveCount(0);
  await grid(admin).focus();
  await admin.keyboard.press('Alt+Shift+ArrowDown');
  await expect(admin.getByTestId('announcer')).toContainText('Objects are moved in the whole list');
});

test('rows that others move go to their new places, unless motion is not wanted', async ({ admin, site }) => {
  const put = (n: number, place: number) =>
    site.write({
      [`stops/stop-${String(n).padStart(3, '0')}.json`]: {
        ...{ id: `stop-${String(n).padStart(3, '0')}`, name: `Stop ${n}`, place },
      },
    });
  await admin.emulateMedia({ reducedMotion: 'no-preference' });
  await admin.goto(`${site.url}/admin/c/stops?sort=place:asc`);
  await expect.poll(() => shown(admin, 3)).toEqual([1, 2, 3]);
  await admin.evaluate(() => {
    const { animate } = Element.prototype;
    Element.prototype.animate = function moved(...given) {
      if (this.id.startsWith('row-')) {
        this.setAttribute('data-moves', String(Number(this.getAttribute('data-moves') ?? 0) + 1));
      }
      return animate.apply(this, given);
    };
  });
  const moved = () => grid(admin).locator('[data-moves]').count();
  await put(3, 5);
  await expect.poll(() => shown(admin, 3)).toEqual([3, 1, 2]);
  expect(await moved()).toBe(3);
  // Another order is another list: nothing goes anywhere.
  await grid(admin).getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await expect.poll(() => shown(admin, 3)).toEqual([1, 2, 3]);
  expect(await moved()).toBe(3);
  await admin.emulateMedia({ reducedMotion: 'reduce' });
  await admin.goto(`${site.url}/admin/c/stops?sort=place:asc`);
  await expect.poll(() => shown(admin, 3)).toEqual([3, 1, 2]);
  await put(3, 30);
  await expect.poll(() => shown(admin, 3)).toEqual([1, 2, 3]);
  expect(
    await grid(admin)
      .locator('tr')
      .evaluateAll((rows) => rows.flatMap((row) => row.getAnimations()).length),
  ).toBe(0);
});
