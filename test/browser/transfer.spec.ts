import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { problems } from './axe.ts';
import { expect, type Page, test } from './plinth.ts';
import { boats, catchFiles, failNext, savedFiles } from './transfer-content.ts';

test.use({ files: boats(30), ownContext: true });

const dialog = (page: Page) => page.getByRole('dialog');

/** Opens a dialog from the menu of the list. */
async function choose(page: Page, item: 'Export…' | 'Report…' | 'Import…'): Promise<void> {
  await page.getByRole('button', { name: 'Collection', exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
  await expect(dialog(page)).toBeVisible();
}

async function openList(page: Page, url: string, query = ''): Promise<void> {
  await page.goto(`${url}/admin/c/boats${query}`);
  await expect(page.getByRole('grid').getByRole('link').first()).toBeVisible();
}

/** The body of an address, asked for with the session of the page. */
const bodyOf = (page: Page, address: string): Promise<string> =>
  page.evaluate(async (path) => (await fetch(path)).text(), address);

test('exports what the list shows and what is ticked, and leaves no part behind', async ({ admin, site }) => {
  await catchFiles(admin);
  await openList(admin, site.url, '?q=mast');
  await choose(admin, 'Export…');
  await expect(dialog(admin).getByRole('radio', { name: 'The 14 boats shown in the list' })).toBeChecked();
  expect(await problems(admin)).toEqual([]);
  const save = dialog(admin).getByRole('button', { name: 'Export', exact: true });
  await save.click();
  await expect(dialog(admin).getByText(/collection-boats\.json saved/)).toBeVisible();
  await expect(admin.getByTestId('announcer')).toContainText('collection-boats.json saved');
  const shown = await bodyOf(admin, '/export/collections/boats/json?search=mast&sort=name:asc:natural');
  expect(JSON.parse(shown)).toHaveLength(14);
  const numbers = JSON.parse(shown).map(({ length }: { length: number }) => length);
  expect(numbers).toEqual(numbers.toSorted((a: number, b: number) => a - b));
  expect((await savedFiles(admin))['collection-boats.json']).toBe(shown);

  await failNext(admin, 'broken');
  await save.click();
  await expect(dialog(admin).getByRole('alert')).toContainText('The download was interrupted');
  await failNext(admin, 'endless');
  await save.click();
  await expect(dialog(admin).getByText('1 of 30 objects')).toBeVisible();
  await dialog(admin).getByRole('button', { name: 'Cancel download' }).click();
  await expect(dialog(admin).getByText('Cancelled. Nothing was saved.')).toBeVisible();
  expect(await savedFiles(admin)).toEqual({});
  await admin.keyboard.press('Escape');
  await expect(dialog(admin)).toBeHidden();

  const rows = admin.getByRole('grid').getByRole('checkbox');
  await rows.nth(1).click();
  await rows.nth(2).click();
  await choose(admin, 'Export…');
  await dialog(admin).getByRole('radio', { name: 'CSV' }).click();
  await expect(dialog(admin).getByRole('radio', { name: 'The 2 boats selected' })).toBeChecked();
  await dialog(admin).getByRole('switch', { name: 'Select columns' }).click();
  await dialog(admin).getByRole('button', { name: 'None' }).click();
  await dialog(admin).getByRole('checkbox', { name: 'Name' }).click();
  await save.click();
  await expect(dialog(admin).getByText(/collection-boats\.csv saved/)).toBeVisible();
  expect((await savedFiles(admin))['collection-boats.csv']).toBe('id,name\nboat-03,Boat 3\nboat-05,Boat 5\n');
});

test('saves without a picker as well, archives and the folder as a template among them', async ({
  admin,
  site,
}) => {
  await admin.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await admin.goto(`${site.url}/admin/transfer`);
  await admin.getByRole('button', { name: 'Export Boats' }).click();
  await dialog(admin).getByRole('radio', { name: 'Archive' }).click();
  const [archive] = await Promise.all([
    admin.waitForEvent('download'),
    dialog(admin).getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  expect(archive.suggestedFilename()).toBe('collection-boats.zip');
  await dialog(admin).getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog(admin)).toBeHidden();

  await admin.getByRole('textbox', { name: 'Name' }).fill('My harbour');
  const [template] = await Promise.all([
    admin.waitForEvent('download'),
    admin.getByRole('button', { name: 'Export folder' }).click(),
  ]);
  expect(template.suggestedFilename()).toBe('template-my-harbour.json');
  const chunks: Buffer[] = [];
  for await (const chunk of await template.createReadStream()) chunks.push(chunk);
  const document = JSON.parse(Buffer.concat(chunks).toString());
  expect([document.name, document.objects.length]).toEqual(['My harbour', 30]);

  const pick = admin.locator('main input[type=file]');
  await pick.setInputFiles({ name: 'list.json', mimeType: 'application/json', buffer: Buffer.from('[]') });
  await expect(admin.getByRole('alert')).toContainText('This file is not a template');
  const other = {
    ...document,
    name: 'Copy',
    collections: { custom: [{ id: 'rafts', schema: 'boat', name: 'Rafts' }] },
  };
  const objects = [
    { collection: 'rafts', id: 'one', data: { name: 'One' } },
    { collection: 'nowhere', id: 'two', data: {} },
  ];
  const unsound = Buffer.from(JSON.stringify({ ...other, objects }));
  await pick.setInputFiles({ name: 'unsound.json', mimeType: 'application/json', buffer: unsound });
  const leftOut = admin.getByRole('note').filter({ hasText: 'Some items would be skipped' });
  await expect(leftOut).toContainText('Would import "Copy": 1 object in 1 new collection');
  await expect(leftOut).toContainText('objects[1].collection: there is no collection "nowhere"');
  await expect(admin.getByRole('button', { name: 'Import template' })).toBeEnabled();
  expect(await problems(admin)).toEqual([]);
  await admin.getByRole('button', { name: 'Choose another file' }).click();

  const buffer = Buffer.from(JSON.stringify({ ...other, objects: objects.slice(0, 1) }));
  await pick.setInputFiles({ name: 'copy.json', mimeType: 'application/json', buffer });
  await expect(admin.getByText('“Copy” holds 2 schemas, 1 collection, 1 object.')).toBeVisible();
  await expect(admin.getByText('Schemas that will be replaced: part, boat')).toBeVisible();
  await expect(admin.getByText(/^Would import "Copy": 1 object in 1 new collection/)).toBeVisible();
  await admin.getByRole('button', { name: 'Import template' }).click();
  await expect(admin.getByText(/^Imported "Copy": 1 object in 1 new collection/).first()).toBeVisible();
  await expect(
    admin.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Rafts/ }),
  ).toBeVisible();
  expect(await site.read('rafts/one.json')).toMatchObject({ id: 'one', name: 'One' });
  await admin.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => site.read('rafts/.meta.json')).toBeUndefined();
  expect(await site.read('rafts/one.json')).toBeUndefined();
});

test('shows a report with the rows of a deck, filters it and saves what it shows', async ({
  admin,
  site,
}) => {
  await catchFiles(admin);
  await openList(admin, site.url, '?include=hull:red');
  await choose(admin, 'Report…');
  const table = dialog(admin).getByRole('region', { name: 'Preview' }).getByRole('row');
  await expect(dialog(admin).getByText('The first 10 of 15 boats')).toBeVisible();
  expect(await problems(admin)).toEqual([]);

  await dialog(admin).getByRole('button', { name: 'None' }).click();
  await expect(dialog(admin).getByText('Select at least one field.')).toBeVisible();
  await dialog(admin).getByRole('checkbox', { name: 'Name' }).click();
  await dialog(admin).getByRole('checkbox', { name: 'Label' }).click();
  await dialog(admin).getByRole('textbox', { name: 'Search' }).fill('mast');
  await dialog(admin).getByRole('combobox', { name: 'Order' }).selectOption('Descending');
  await expect(table.nth(1).getByRole('cell')).toHaveText(['Boat 27', 'Mast 27']);
  await expect(table.nth(2).getByRole('cell')).toHaveText(['Boat 27', 'Sail 27']);

  await dialog(admin)
    .getByRole('button', { name: /^Filter/ })
    .click();
  await dialog(admin).getByRole('button', { name: 'Clear all' }).click();
  await expect(dialog(admin).getByText('The first 10 of 14 boats')).toBeVisible();
  const command = await dialog(admin).getByRole('region', { name: /curl/ }).innerText();
  const address = new URL(/'(http[^']+)'/.exec(command)?.[1] ?? '');
  expect(address.searchParams.get('fields')).toBe('name,parts.label');
  const csv = await bodyOf(admin, address.pathname + address.search);
  const save = dialog(admin).getByRole('button', { name: 'Download' });
  await save.click();
  await expect(dialog(admin).getByText(/report-boats\.csv saved/)).toBeVisible();
  expect((await savedFiles(admin))['report-boats.csv']).toBe(csv);
  expect(csv).toContain('Boat 9,Sail 9');

  await dialog(admin).getByRole('combobox', { name: 'Separator' }).selectOption('Semicolon');
  await save.click();
  await expect(dialog(admin).getByText(/report-boats\.csv saved/)).toBeVisible();
  expect((await savedFiles(admin))['report-boats.csv']).toBe(csv.replaceAll(',', ';'));

  await dialog(admin).getByText('HTML', { exact: true }).click();
  await expect(dialog(admin).getByRole('combobox', { name: 'Separator' })).toBeHidden();
  await save.click();
  await expect(dialog(admin).getByText(/report-boats\.html saved/)).toBeVisible();
  const page = (await savedFiles(admin))['report-boats.html'] ?? '';
  expect(page).toContain('<tr><td>Boat 9</td><td>Sail 9</td></tr>');
  expect(page.match(/<tr>/g)?.length).toBe(csv.trim().split('\n').length);
});

test('checks a file before anything is written, imports the sound rows and takes them back', async ({
  admin,
  site,
}) => {
  test.slow();
  await openList(admin, site.url);
  await choose(admin, 'Import…');
  const pick = dialog(admin).locator('input[type=file]');
  const give = (name: string, content: string | Buffer) =>
    pick.setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
  for (const [name, content, message] of [
    ['picture.csv', Buffer.from([0x89, 0x50, 0, 0]), 'Unsupported file'],
    ['open.csv', '"id,name\nx', 'not CSV'],
    ['template.json', '{"version":"1.0.0"}', 'template'],
  ] as const) {
    await give(name, content);
    await expect(dialog(admin).getByRole('alert')).toContainText(message);
  }
  await give('latin.csv', Buffer.from('Na\xefve\nx', 'latin1'));
  await expect(dialog(admin).getByText('Naïve')).toBeVisible();
  await dialog(admin).getByRole('button', { name: 'Choose another file' }).click();
  await give('broken.json', '[{"id":"x"},');
  await dialog(admin).getByRole('button', { name: 'Check file' }).click();
  await expect(dialog(admin).getByRole('alert')).toContainText('not JSON');
  await dialog(admin).getByRole('button', { name: 'Choose another file' }).click();

  const rows = [
    'Number;NAME;Length over all;Captain',
    'new-1;First;5;Ann',
    'new-2;;7;Bob',
    'boat-01;Old;;',
    'new-3;Third;long;',
  ];
  await give('new.csv', rows.join('\r\n'));
  const column = (name: string) =>
    dialog(admin).getByRole('combobox', { name: `Property for the column “${name}”` });
  await expect(column('NAME')).toHaveValue('name');
  await expect(column('Length over all')).toHaveValue('length');
  await expect(column('Captain')).toHaveValue('');
  await column('Number').selectOption('id');
  await column('Captain').selectOption('notes');
  expect(await problems(admin)).toEqual([]);
  await dialog(admin).getByRole('button', { name: 'Check file' }).click();
  const refused = dialog(admin).getByRole('region', { name: 'Rejected rows' }).getByRole('row');
  await expect(refused).toHaveCount(3);
  await expect(refused.nth(1).getByRole('cell').first()).toHaveText('3');
  await expect(refused.nth(1)).toContainText('name: Name is required');
  await expect(refused.nth(2)).toContainText('length:');
  expect(await site.read('boats/new-1.json')).toBeUndefined();
  expect(await problems(admin)).toEqual([]);

  const apply = dialog(admin).getByRole('button', { name: 'Import 1 boat' });
  await expect(apply).toBeDisabled();
  await dialog(admin).getByRole('checkbox', { name: 'Import 1 boat and skip 2 rejected rows' }).click();
  await apply.click();
  const undo = dialog(admin).getByRole('button', { name: 'Undo: move 1 boat to trash' });
  await expect(undo).toBeVisible();
  expect(await site.read('boats/new-1.json')).toMatchObject({ name: 'First', length: 5, notes: 'Ann' });
  expect(await site.read('boats/boat-01.json')).toMatchObject({ name: 'Boat 1' });
  await dialog(admin).getByRole('button', { name: 'All rows' }).click();
  await expect(dialog(admin).getByRole('link', { name: 'new-1' })).toBeVisible();
  await undo.click();
  await expect(dialog(admin).getByText('The created objects were moved to the trash.')).toBeVisible();
  expect(await site.read('boats/new-1.json')).toBeUndefined();

  // A running import is cancelled: what it has written by then is taken back.
  await dialog(admin).getByRole('button', { name: 'Import another file' }).click();
  const many = Array.from({ length: 3000 }, (_, n) => `many-${n},Many ${n}`);
  await give('many.csv', ['id,name', ...many].join('\n'));
  await dialog(admin).getByRole('button', { name: 'Check file' }).click();
  await dialog(admin).getByRole('button', { name: 'Import 3,000 boats' }).click();
  await expect(dialog(admin).getByText(/^[1-9][\d,]* of 3,000 created$/)).toBeVisible();
  await dialog(admin).getByRole('button', { name: 'Cancel' }).click();
  // Thousands of files are taken back one by one, and looked for once more.
  await expect(dialog(admin).getByText('Import cancelled. Nothing was imported.')).toBeVisible({
    timeout: 60_000,
  });
  await expect(dialog(admin).getByRole('button', { name: 'Import 3,000 boats' })).toBeEnabled();
  expect(await site.read('boats/many-0.json')).toBeUndefined();
  await dialog(admin).getByRole('button', { name: 'Back' }).click();

  await dialog(admin).getByRole('button', { name: 'Choose another file' }).click();
  await give(
    'changes.json',
    JSON.stringify([
      { id: 'boat-01', name: 'A renamed boat' },
      { id: 'boat-02', name: 'Boat 2' },
      { id: 'unheard' },
    ]),
  );
  await dialog(admin).getByRole('radio', { name: 'Update existing boats' }).click();
  await dialog(admin).getByRole('button', { name: 'Check file' }).click();
  await dialog(admin).getByRole('button', { name: 'Import 1 boat' }).click();
  await expect(dialog(admin).getByText('Changes to existing objects can be undone')).toBeVisible();
  expect(await site.read('boats/boat-01.json')).toMatchObject({
    name: 'A renamed boat',
    notes: '=1+1, "quoted"',
  });
  await dialog(admin).getByRole('button', { name: 'Close' }).last().click();
  await expect(admin.getByRole('grid').getByRole('link', { name: 'A renamed boat' })).toBeVisible();
  const message = admin.getByRole('alert').filter({ hasText: '1 object updated by the import.' });
  await message.getByRole('button', { name: 'Undo' }).click();
  await expect(admin.getByText('Undone.')).toBeVisible();
  expect(await site.read('boats/boat-01.json')).toMatchObject({ name: 'Boat 1' });
});

test('reports an interrupted import until a user dismisses it', async ({ admin, site }) => {
  const record = '.system/journal/0123456789abcdef-1-0123456789ab.import';
  const head = {
    name: 'Autumn',
    digest: 'a'.repeat(64),
    begun: '2026-05-01T10:00:00Z',
    seed: 1,
    total: 1500,
  };
  const lines = [head, ['schemas/boat', 'absent'], ['objects/boats/boat-01'], ['objects/boats/boat-02']];
  await site.write({ [record]: `${lines.map((line) => JSON.stringify(line)).join('\n')}\n["objec` });
  const longAgo = new Date(Date.now() - 3 * 86_400_000);
  await utimes(join(site.data, record), longAgo, longAgo);

  await admin.goto(`${site.url}/admin/transfer`);
  const note = admin.getByRole('note').filter({ hasText: 'The import of “Autumn” was interrupted' });
  await expect(note).toContainText('created 3 of 1,500 items');
  await expect(note).toContainText('Import the same file again');
  expect(await problems(admin)).toEqual([]);
  await note.getByRole('button', { name: 'Keep imported items and dismiss' }).click();
  await expect(note).toBeHidden();
  expect(await site.read('boats/boat-01.json')).toBeDefined();
  await admin.reload();
  await expect(admin.getByRole('heading', { name: 'Import a template' })).toBeVisible();
  await expect(note).toBeHidden();
});
