import { problems } from './axe.ts';
import { boats } from './boats-content.ts';
import { expect, type Page, test } from './plinth.ts';

test.use({ files: boats(6) });

const grid = (page: Page) => page.getByRole('grid', { name: 'Boats' });

/** Pastes a text where the focus is, as a spreadsheet puts it into the clipboard. */
const paste = (page: Page, text: string) =>
  grid(page).evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

test('a table from a spreadsheet is shown before it changes rows and columns at once, and taken back at once', async ({
  admin,
  site,
}) => {
  const read = async (n: number) => (await site.read(`boats/boat-${n}.json`)) ?? {};
  await admin.goto(`${site.url}/admin/c/boats?columns=name,berths,state,built,number`);
  await grid(admin)
    .getByRole('row', { name: /Boat 3/ })
    .getByRole('gridcell')
    .nth(2)
    .click();
  await paste(
    admin,
    [
      ['8', 'Afloat', '9.5.2026', 'X', 'more'],
      ['many', 'Afloat', '', 'X'],
      ['5', 'ashore', '1990-05-01', 'X'],
      ['40', 'Sold', '1.1.2020', 'X'],
      ['1', '', '', 'X'],
    ]
      .map((row) => row.join('\t'))
      .join('\r\n'),
  );
  const dialog = admin.getByRole('dialog', { name: 'Paste into the table' });
  await expect(dialog.getByText('1 boat would change, 1 unchanged, 2 rejected')).toBeVisible();
  await expect(dialog.getByText('Rejected: Berths: “many” cannot be read')).toBeVisible();
  await expect(dialog.getByText(/Rejected: .*[Bb]erths must be at most 12/)).toBeVisible();
  await expect(dialog.getByText('Number cannot be changed here. Its values are skipped.')).toBeVisible();
  await expect(dialog.getByText('1 column to the right skipped: the table has no more.')).toBeVisible();
  await expect(dialog.getByText('1 row at the end skipped: the list has no more.')).toBeVisible();
  expect(await problems(admin)).toEqual([]);
  expect((await read(3)).berths).toBe(3);

  // Another field that others change meanwhile is kept.
  await site.write({ 'boats/boat-3.json': { ...(await read(3)), motto: { en: 'Hurry' } } });
  await dialog.getByRole('button', { name: 'Change 1 boat' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(admin.getByText('1 boat changed.')).toBeVisible();
  const changed = { berths: 8, state: 'afloat', built: '2026-05-09', number: 'B 3' };
  expect(await read(3)).toMatchObject({ ...changed, motto: { en: 'Hurry' } });
  expect(await read(6)).toMatchObject({ berths: 6, state: 'ashore' });
  await admin.getByRole('button', { name: 'Undo' }).last().click();
  await expect(admin.getByText('Undone.')).toBeVisible();
  expect(await read(3)).toMatchObject({ berths: 3, state: 'ashore', built: '1990-05-01' });
  await expect(grid(admin)).toHaveAttribute('aria-activedescendant', 'cell-2-1');
});
