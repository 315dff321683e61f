import process from 'node:process';
import { problems } from './axe.ts';
import { boats } from './boats-content.ts';
import { expect, type Page, test } from './plinth.ts';

test.use({ files: boats(6) });

const COLUMNS = 'name,berths,state,built,hired,motto,number';
const grid = (page: Page) => page.getByRole('grid', { name: 'Boats' });
const row = (page: Page, n: number) => grid(page).getByRole('row', { name: new RegExp(`\\bBoat ${n}\\b`) });
const cell = (page: Page, n: number, column: number) => row(page, n).getByRole('gridcell').nth(column);
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

test('a value is changed in its cell by mouse and keys, checked, merged, taken back, and never overwritten unseen', async ({
  admin,
  site,
}) => {
  const read = async (n: number) => (await site.read(`boats/boat-${n}.json`)) ?? {};
  await admin.goto(`${site.url}/admin/c/boats?columns=${COLUMNS}`);

  // A click chooses the cell, two open its input; what the rule forbids is said at the cell and not written.
  await cell(admin, 2, 2).dblclick();
  const berths = admin.getByLabel('Berths of “Boat 2”');
  await expect(berths).toBeFocused();
  await berths.fill('40');
  await press(admin, 'Enter');
  await expect(admin.getByRole('alert')).toHaveText(/Berths must be at most 12|Berths .*12/);
  expect(await problems(admin)).toEqual([]);
  expect((await read(2)).berths).toBe(2);
  await berths.fill('7');
  await press(admin, 'Enter');
  await expect(admin.getByText('Berths of “Boat 2” changed.')).toBeVisible();
  expect((await read(2)).berths).toBe(7);

  // Enter went on to the cell below; Escape leaves a value as it was, Tab saves and goes to the next cell.
  await expect(grid(admin)).toBeFocused();
  await expect(grid(admin)).toHaveAttribute('aria-activedescendant', 'cell-2-1');
  await press(admin, 'Enter');
  await admin.getByLabel('Berths of “Boat 3”').fill('9');
  await press(admin, 'Escape');
  await expect(grid(admin)).toBeFocused();
  await press(admin, 'F2');
  await expect(admin.getByLabel('Berths of “Boat 3”')).toHaveValue('3');
  await admin.getByLabel('Berths of “Boat 3”').fill('4');
  await press(admin, 'Tab');
  await expect(cell(admin, 3, 2)).toHaveText('4');
  await expect(grid(admin)).toHaveAttribute('aria-activedescendant', 'cell-2-2');
  await press(admin, 'Enter');
  const state = admin.getByRole('combobox', { name: 'State of “Boat 3”' });
  await expect(state).toBeFocused();
  // Keys that come before the list has its options begin at its end.
  await expect(async () => {
    await press(admin, 'ArrowUp');
    await expect(admin.locator('[data-combobox-selected]')).toHaveText('AFLOAT', { timeout: 500 });
  }).toPass();
  await press(admin, 'Enter');
  await expect(state).toHaveValue('AFLOAT');
  await press(admin, 'Tab');
  await expect(cell(admin, 3, 3)).toHaveText('AFLOAT');
  expect(await read(3)).toMatchObject({ berths: 4, state: 'afloat' });

  // A switch turns round at once, Delete clears a value, and both are taken back.
  await expect(grid(admin)).toBeFocused();
  await expect(grid(admin)).toHaveAttribute('aria-activedescendant', 'cell-2-3');
  await press(admin, 'Delete');
  await expect(cell(admin, 3, 4)).toHaveText('');
  await press(admin, 'ArrowRight', 'Enter');
  await expect(cell(admin, 3, 5)).toHaveText('Hired');
  expect(await read(3)).toMatchObject({ hired: true });
  const toast = admin.getByRole('alert').filter({ hasText: 'Hired of “Boat 3” changed.' });
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(cell(admin, 3, 5)).toHaveText('');
  expect(await read(3)).toMatchObject({ hired: false });

  // The language that fields show, and the others are kept.
  await admin.evaluate(() => localStorage.setItem('plinth:locale', JSON.stringify('de')));
  await admin.reload();
  await cell(admin, 4, 6).dblclick();
  await admin.getByLabel('Motto of “Boat 4”').fill('Ahoi');
  await admin.getByRole('columnheader', { name: 'Number' }).hover();
  await cell(admin, 5, 1).click({ position: { x: 4, y: 4 } });
  await expect(admin.getByText('Motto of “Boat 4” changed.')).toBeVisible();
  expect((await read(4)).motto).toEqual({ en: 'Sail 4', de: 'Ahoi' });
});

test('what others change meanwhile is merged or said, and what cannot be changed stays', async ({
  admin,
  site,
}) => {
  await admin.goto(`${site.url}/admin/c/boats?columns=${COLUMNS}`);
  await cell(admin, 1, 2).dblclick();
  const berths = admin.getByLabel('Berths of “Boat 1”');
  await berths.fill('5');
  const boat = (await site.read('boats/boat-1.json')) ?? {};
  await site.write({ 'boats/boat-1.json': { ...boat, berths: 8, state: 'sold' } });
  await press(admin, 'Enter');
  await expect(admin.getByRole('alert')).toContainText('Berths has another value by now: 8');
  expect((await site.read('boats/boat-1.json'))?.berths).toBe(8);
  await press(admin, 'Enter');
  await expect(admin.getByText('Berths of “Boat 1” changed.')).toBeVisible();
  expect(await site.read('boats/boat-1.json')).toMatchObject({ berths: 5, state: 'sold' });

  // A field that is read-only has no input, and a press on it opens the object as before.
  await grid(admin).focus();
  await press(admin, 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight');
  await press(admin, 'F2');
  await expect(admin.getByText('Number cannot be changed here.')).toBeAttached();
  await expect(admin.getByLabel(/^Number of/)).toHaveCount(0);
  if (process.env.PLINTH_SHOTS) await admin.screenshot({ path: `${process.env.PLINTH_SHOTS}/cell.png` });
  await press(admin, 'Escape', 'Enter');
  await expect(admin).toHaveURL(/\/c\/boats\/boat-2$/);
});

test('a value of another type is marked in its cell and corrected in the form, at its field', async ({
  admin,
  site,
}) => {
  const boat = (await site.read('boats/boat-6.json')) ?? {};
  const old = { ...boat, berths: 'six, or 7', hired: 'perhaps' };
  await site.write({ 'boats/boat-6.json': old });
  await admin.goto(`${site.url}/admin/c/boats?columns=${COLUMNS}`);
  const mark = (column: number) =>
    cell(admin, 6, column).getByRole('img', { name: 'The stored value does not fit this field.' });
  await expect(cell(admin, 6, 2)).toContainText('six, or 7');
  await expect(mark(2)).toBeVisible();
  await expect(cell(admin, 6, 5)).toContainText('perhaps');
  await expect(mark(5)).toBeVisible();
  await expect(mark(3)).toHaveCount(0);
  expect(await problems(admin)).toEqual([]);

  // A switch would turn into one of two values at once.
  await cell(admin, 6, 5).dblclick();
  await expect(admin).toHaveURL(/\/c\/boats\/boat-6$/);
  await expect(admin.getByRole('switch', { name: 'Hired' })).toBeFocused();
  await admin.goBack();
  await cell(admin, 6, 2).click();
  await press(admin, 'Enter');
  const berths = admin.locator('[data-property=berths]');
  await expect(berths.getByRole('textbox')).toBeFocused();
  await expect(berths).toContainText('six, or 7');
  expect(await site.read('boats/boat-6.json')).toEqual(old);
  await admin.keyboard.type('7');
  await press(admin, 'ControlOrMeta+s');
  await expect.poll(async () => (await site.read('boats/boat-6.json'))?.berths).toBe(7);
  // The file is there before the form has the answer, without which it asks before it is left.
  await expect(admin.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await admin.goBack();
  await expect(cell(admin, 6, 2)).toHaveText('7');
});
