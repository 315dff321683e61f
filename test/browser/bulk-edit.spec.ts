import process from 'node:process';
import { problems } from './axe.ts';
import { expect, type Files, type Page, test } from './plinth.ts';

const COUNT = 12;

/** Boats, three of which are afloat already and one of which has no room for another. */
function boats(): Files {
  const files: Files = {
    '.schemas/boat.json': {
      id: 'boat',
      properties: {
        id: { type: 'slug', field: 'id', label: 'ID' },
        name: { type: 'string', field: 'text', label: 'Name' },
        afloat: { type: 'boolean', field: 'toggle', label: 'Afloat' },
        crew: { type: 'list', field: 'list', label: 'Crew', maxItems: 2 },
        length: { type: 'number', field: 'number', label: 'Length' },
      },
      required: ['id'],
      index: ['id', 'name', 'afloat', 'crew', 'length'],
    },
    'boats/.meta.json': {
      ...{ id: 'boats', schema: 'boat', name: 'Boats', labelPlural: 'Boats', labelSingular: 'Boat' },
      sortBy: 'name',
    },
  };
  for (let n = 1; n <= COUNT; n += 1) {
    const number = String(n).padStart(2, '0');
    files[`boats/boat-${number}.json`] = {
      id: `boat-${number}`,
      name: `Boat ${number}`,
      afloat: n <= 3,
      crew: n <= 3 ? ['Ada', 'Bo'] : n === 9 ? ['Bo', 'Cy'] : ['Bo'],
      length: n,
    };
  }
  return files;
}

test.use({ files: boats() });

const shots = process.env.PLINTH_SHOTS;
const shot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png` });
};

test('shows what an edit of many would change, writes it at once, and takes it back', async ({
  admin,
  site,
}) => {
  const read = async (n: string) => {
    const { afloat, crew } = (await site.read(`boats/boat-${n}.json`)) ?? {};
    return { afloat, crew };
  };
  await admin.goto(`${site.url}/admin/c/boats`);
  await admin.getByRole('checkbox', { name: 'Select all' }).check();
  await shot(admin, 'bulk-bar');
  await admin.getByRole('button', { name: 'Edit fields…' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Edit fields of 12 boats' });

  // A change without a value is refused at its field.
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText('Enter a value or choose another action.')).toBeVisible();
  await shot(admin, 'bulk-error');
  const choose = async (name: string, option: string) => {
    await dialog.getByRole('combobox', { name, exact: true }).click();
    await admin.getByRole('option', { name: option, exact: true }).click();
  };
  await choose('Field 1', 'Afloat');
  await choose('Action for Afloat', 'Toggle');
  await dialog.getByRole('button', { name: 'Add field' }).click();
  await choose('Field 2', 'Crew');
  await dialog.getByLabel('Value for Crew').first().fill('Ada');
  await admin.keyboard.press('Enter');
  await choose('Action for Afloat', 'Set to');
  await dialog.getByRole('switch', { name: 'Value for Afloat' }).press('Space');
  await shot(admin, 'bulk-edit');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText('8 boats would change, 3 unchanged, 1 rejected')).toBeVisible();
  await expect(dialog.getByText('Rejected: Crew must have at most 2 entries')).toBeVisible();
  await shot(admin, 'bulk-preview');
  expect(await problems(admin)).toEqual([]);
  expect(await read('05')).toEqual({ afloat: false, crew: ['Bo'] });

  // Others save some of them meanwhile: other fields are merged, and the same one is named with both values.
  const boat = (await site.read('boats/boat-07.json')) ?? {};
  await site.write({ 'boats/boat-07.json': { ...boat, name: 'Boat 07, renamed' } });
  const other = (await site.read('boats/boat-08.json')) ?? {};
  await site.write({ 'boats/boat-08.json': { ...other, crew: 'Cy, who wrote a text where a list was' } });
  await dialog.getByRole('button', { name: 'Change 8 boats' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Not written');
  await expect(
    dialog.getByText(
      'Changed by others since the preview. Crew is now: Cy, who wrote a text where a list was',
    ),
  ).toBeVisible();
  await shot(admin, 'bulk-clash');
  expect(await problems(admin)).toEqual([]);
  expect(await read('05')).toEqual({ afloat: false, crew: ['Bo'] });
  await dialog.getByRole('button', { name: 'Change 7 boats' }).click();

  await expect(dialog).toHaveCount(0);
  await expect(admin.getByText('7 boats changed.')).toBeVisible();
  await shot(admin, 'bulk-done');
  for (const n of ['04', '07', '12']) expect(await read(n)).toEqual({ afloat: true, crew: ['Bo', 'Ada'] });
  expect(await site.read('boats/boat-07.json')).toMatchObject({ name: 'Boat 07, renamed' });
  expect(await read('09')).toEqual({ afloat: false, crew: ['Bo', 'Cy'] });
  await admin.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(admin.getByText('Undone: 7 objects.')).toBeVisible();
  for (const n of ['04', '07', '12']) expect(await read(n)).toEqual({ afloat: false, crew: ['Bo'] });
  expect(await site.read('boats/boat-07.json')).toMatchObject({ name: 'Boat 07, renamed' });
  expect(await read('01')).toEqual({ afloat: true, crew: ['Ada', 'Bo'] });
});
