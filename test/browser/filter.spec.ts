import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { problemsInBothThemes } from './axe.ts';
import { blog } from './content.ts';
import { expect, type Files, type Page, test } from './plinth.ts';

const cli = fileURLToPath(new URL('../../dist/server/cli/plinth.js', import.meta.url));
const run = promisify(execFile);

const COLOURS = ['red', 'green', 'blue'];

/** Boats with a property of each kind a filter asks differently about. */
function boats(count: number): Files {
  const files: Files = {
    '.schemas/boat.json': {
      id: 'boat',
      properties: {
        id: { type: 'slug', field: 'id', label: 'ID' },
        name: { type: 'string', field: 'text', label: 'Name' },
        hull: { type: 'string', field: 'select', label: 'Hull', options: COLOURS },
        length: { type: 'number', field: 'number', label: 'Length' },
        built: { type: 'date', field: 'date', label: 'Built' },
        afloat: { type: 'boolean', field: 'toggle', label: 'Afloat' },
        notes: { type: 'string', field: 'textarea', label: 'Notes' },
      },
      required: ['id'],
      index: ['id', 'name', 'hull', 'length', 'built', 'afloat'],
    },
    'boats/.meta.json': {
      id: 'boats',
      schema: 'boat',
      name: 'Boats',
      labelPlural: 'Boats',
      labelSingular: 'Boat',
      sortBy: 'name',
    },
  };
  for (let n = 1; n <= count; n += 1) {
    const number = String(n).padStart(2, '0');
    files[`boats/boat-${number}.json`] = {
      id: `boat-${number}`,
      name: `Boat ${number}`,
      hull: COLOURS[n % 3],
      length: n,
      built: `2026-01-${number}`,
      // The ones without a value are not afloat either.
      ...(n % 4 === 0 ? {} : { afloat: n % 2 === 0 }),
      notes: n % 5 === 0 ? 'Needs a new <b>mast</b>, soon' : 'Vegetable barge',
    };
  }
  return files;
}

test.use({ files: { ...blog(10), ...boats(24) } });

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search boats' });
const titles = (page: Page) => page.getByRole('grid').locator('tbody').getByRole('link');
const footCount = (page: Page) => page.locator('footer').getByText(/^\d+( of 24)? boats$/);
const filterButton = (page: Page) => page.getByRole('button', { name: /^Filter/ });
const builder = (page: Page) => page.getByRole('dialog', { name: 'Filter' });
const chips = (page: Page) => page.getByRole('list', { name: 'Active filters' }).getByRole('listitem');

async function open(page: Page, url: string, query = ''): Promise<void> {
  await page.goto(`${url}/admin/c/boats${query}`);
  await expect(search(page)).toBeVisible();
}

/** Fills the last row of the open builder. */
async function condition(page: Page, property: string, question: string, value?: string): Promise<void> {
  const row = builder(page).getByRole('group').last();
  await row.getByRole('combobox', { name: 'Property' }).selectOption(property);
  await row.getByRole('combobox', { name: 'Comparison' }).selectOption(question);
  if (value === undefined) return;
  const control = row.getByLabel('Value', { exact: true });
  if ((await control.evaluate((element) => element.tagName)) === 'SELECT') await control.selectOption(value);
  else await control.fill(value);
}

test('words are searched by keyboard, said how many, cleared, and kept on the way back', async ({
  admin,
  site,
}) => {
  await test.step('finds words by their beginning in all fields, says how many, and clears', async () => {
    await open(admin, site.url);
    await admin.keyboard.press('/');
    await expect(search(admin)).toBeFocused();
    await admin.keyboard.type('mast');
    await expect(footCount(admin)).toHaveText('4 of 24 boats');
    await expect(titles(admin)).toHaveText(['Boat 05', 'Boat 10', 'Boat 15', 'Boat 20']);
    await expect(admin.getByTestId('announcer')).toContainText('4 boats found');
    await expect(admin).toHaveURL(/[?&]q=mast/);
    await expect(search(admin)).toBeFocused();

    await search(admin).fill('table');
    await expect(admin.getByText('No boats found').first()).toBeVisible();
    await expect(admin.getByText('“table”')).toBeVisible();
    await admin.getByRole('main').getByRole('button', { name: 'Clear search' }).last().click();
    await expect(footCount(admin)).toHaveText('24 boats');
    await expect(search(admin)).toHaveValue('');
  });

  await test.step('goes to the search with Ctrl+F, to the rows with the arrow and out of it with Escape', async () => {
    await admin.keyboard.press('Control+f');
    await expect(search(admin)).toBeFocused();
    await admin.keyboard.type('mast');
    await expect(titles(admin)).toHaveCount(4);
    await admin.keyboard.press('ArrowDown');
    await admin.keyboard.press('ArrowDown');
    await admin.keyboard.press('Enter');
    await expect(admin).toHaveURL(/\/c\/boats\/boat-10$/);
    await admin.goBack();
    await expect(search(admin)).toHaveValue('mast');
    await search(admin).press('Escape');
    await expect(search(admin)).toHaveValue('');
    await expect(footCount(admin)).toHaveText('24 boats');

    // A row that is opened before the search went out: on the way back it is there.
    await search(admin).fill('vegetable');
    await titles(admin).nth(2).click();
    await expect(admin).toHaveURL(/\/c\/boats\/boat-03$/);
    await admin.goBack();
    await expect(search(admin)).toHaveValue('vegetable');
    await expect(footCount(admin)).toHaveText('20 of 24 boats');
  });
});

const ASKED: readonly [
  property: string,
  question: string,
  value: string | undefined,
  found: number,
  url: RegExp,
][] = [
  ['Afloat', 'is on', undefined, 6, /include=afloat(:|%3A)true/],
  ['Afloat', 'is off', undefined, 18, /exclude=afloat(:|%3A)true/],
  ['Hull', 'is', 'green', 8, /include=hull(:|%3A)green/],
  ['Hull', 'is not', 'green', 16, /exclude=hull/],
  ['Length', 'is less than', '4', 3, /length(:|%3A)lt(:|%3A)4/],
  ['Length', 'is at least', '20', 5, /gte/],
  ['Built', 'is on', '2026-01-03', 1, /starts/],
  ['Built', 'is after', '2026-01-20', 4, /gt/],
  ['Name', 'contains', 'boat 1', 10, /contains/],
  ['Name', 'starts with', 'boat 2', 5, /starts/],
  ['Notes', 'does not contain', 'mast', 20, /exclude=notes/],
];

test('filters are made and removed by keyboard, and ask of each kind its own questions, not for a comma', async ({
  admin,
  site,
}) => {
  await test.step('makes, changes and removes filters by keyboard alone', async () => {
    await open(admin, site.url);
    await filterButton(admin).focus();
    await admin.keyboard.press('Enter');
    await expect(builder(admin).getByRole('combobox', { name: 'Property' })).toBeFocused();
    await admin.keyboard.press('Tab');
    await admin.keyboard.press('Tab');
    await admin.keyboard.type('boat 1');
    await expect(footCount(admin)).toHaveText('10 of 24 boats');
    await admin.keyboard.press('Escape');
    await expect(builder(admin)).toHaveCount(0);
    await expect(filterButton(admin)).toBeFocused();
    await admin.keyboard.press('Tab');
    await expect(admin.getByRole('button', { name: 'Change filter: Name contains boat 1' })).toBeFocused();
    await admin.keyboard.press('Delete');
    await expect(chips(admin)).toHaveCount(0);
    await expect(footCount(admin)).toHaveText('24 boats');
    await expect(filterButton(admin)).toBeFocused();
  });

  await test.step('says that a comma cannot be asked for and sends nothing', async () => {
    await filterButton(admin).click();
    await condition(admin, 'Notes', 'contains', 'mast, soon');
    await expect(builder(admin).getByRole('alert')).toContainText('A filter value cannot contain a comma');
    await builder(admin).getByRole('button', { name: 'Done' }).click();
    await expect(admin).not.toHaveURL(/include/);
    await expect(footCount(admin)).toHaveText('24 boats');
  });

  await test.step('asks each kind of property its own questions', async () => {
    await filterButton(admin).click();
    for (const [property, question, value, found, url] of ASKED) {
      await condition(admin, property, question, value);
      await expect(admin).toHaveURL(url);
      await expect(footCount(admin)).toHaveText(`${found} of 24 boats`);
    }
  });

  await test.step('asks for one of several', async () => {
    await condition(admin, 'Hull', 'is one of');
    await builder(admin).getByRole('combobox', { name: 'Values' }).click();
    await admin.getByRole('option', { name: 'red' }).click();
    await admin.getByRole('option', { name: 'blue' }).click();
    await expect(footCount(admin)).toHaveText('16 of 24 boats');
    await expect(chips(admin)).toHaveText([/Hull is one of red or blue/]);
  });
});

test('combines filter, search and order, keeps them through a reload and steps back over them', async ({
  admin,
  site,
}) => {
  await open(admin, site.url);
  await search(admin).fill('mast');
  await expect(titles(admin)).toHaveCount(4);
  await filterButton(admin).click();
  await condition(admin, 'Length', 'is more than', '5');
  await builder(admin).getByRole('button', { name: 'Done' }).click();
  await expect(titles(admin)).toHaveText(['Boat 10', 'Boat 15', 'Boat 20']);
  await admin.getByRole('button', { name: 'Length', exact: true }).click();
  await expect(titles(admin)).toHaveText(['Boat 20', 'Boat 15', 'Boat 10']);

  await admin.reload();
  await expect(titles(admin)).toHaveText(['Boat 20', 'Boat 15', 'Boat 10']);
  await expect(search(admin)).toHaveValue('mast');
  await expect(chips(admin)).toHaveCount(1);

  await admin.goBack();
  await expect(chips(admin)).toHaveCount(0);
  await expect(search(admin)).toHaveValue('mast');
  await expect(titles(admin)).toHaveCount(4);
  await admin.goBack();
  await expect(search(admin)).toHaveValue('');
  await expect(footCount(admin)).toHaveText('24 boats');
  await admin.goForward();
  await admin.goForward();
  await expect(chips(admin)).toHaveCount(1);
});

test('what is ticked are rows of the filter', async ({ admin, site }) => {
  await test.step('lets go of ticked rows when another filter hides them', async () => {
    await open(admin, site.url);
    await admin.getByRole('checkbox', { name: 'Select all' }).click();
    await expect(admin.getByRole('region', { name: 'Selected rows' })).toContainText('24 boats');
    await search(admin).fill('mast');
    await expect(titles(admin)).toHaveCount(4);
    await expect(admin.getByRole('region', { name: 'Selected rows' })).toHaveCount(0);
  });

  await test.step('selects and deletes within the filter only', async () => {
    await open(admin, site.url, '?include=hull:green');
    await expect(titles(admin)).toHaveCount(8);
    await admin.getByRole('checkbox', { name: 'Select all' }).click();
    const bar = admin.getByRole('region', { name: 'Selected rows' });
    await expect(bar).toContainText('8 boats selected');
    await bar.getByRole('button', { name: 'Move to trash' }).click();
    await expect(admin.getByText('No boats found').first()).toBeVisible();
    expect(await site.read('boats/boat-01.json')).toBeUndefined();
    expect(await site.read('boats/boat-02.json')).toBeDefined();
    await admin.getByRole('main').getByRole('button', { name: 'Clear filter' }).click();
    await expect(admin.getByRole('grid')).toHaveAttribute('aria-rowcount', '17');
  });
});

test('shows the request the view equals, and its curl command answers the same total', async ({
  admin,
  site,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(admin, site.url, '?q=boat&include=length:gt:5&exclude=hull:in:red|blue');
  const total = 6;
  await expect(footCount(admin)).toHaveText(`${total} of 24 boats`);
  const shown = await admin.getByTestId('list-request').innerText();
  const path = shown.replace('GET ', '');
  await admin.getByRole('button', { name: 'Copy as curl' }).click();
  const curl = await admin.evaluate(() => navigator.clipboard.readText());
  expect(curl).toBe(`curl -H "X-API-Key: $PLINTH_KEY" "${site.url.replace(/\/$/, '')}${path}"`);

  const home = dirname(site.data);
  const places = ['--data', site.data, '--cache', join(home, 'cache'), '--state', join(home, 'state')];
  const made = await run(process.execPath, [cli, 'keys', 'create', '--json', '--name', 'curl', ...places]);
  const { key } = JSON.parse(made.stdout);
  const { stdout } = await run('sh', ['-c', curl.replace('curl ', 'curl -s ')], {
    env: { ...process.env, PLINTH_KEY: key },
  });
  expect(JSON.parse(stdout).pagination.total).toBe(total);
});

test('says what went wrong when a filter is rejected', async ({ admin, site }) => {
  const many = Array.from({ length: 25 }, (_, n) => `length:gt:${n}`).join();
  await open(admin, site.url, `?include=${many}`);
  await expect(admin.getByText('Too many criteria')).toBeVisible();
});

test('passes the rules of axe in light and dark, wide and narrow', async ({ admin, site }) => {
  await open(admin, site.url, '?q=boat&include=afloat,length:gt:5&exclude=hull:in:red|blue');
  await expect(chips(admin)).toHaveCount(3);
  await expect(titles(admin).first()).toBeVisible();
  expect(await problemsInBothThemes(admin)).toEqual([]);
  await filterButton(admin).click();
  await expect(builder(admin)).toBeVisible();
  await condition(admin, 'Notes', 'contains', 'a,b');
  await expect(builder(admin).getByRole('alert')).toBeVisible();
  expect(await problemsInBothThemes(admin)).toEqual([]);
  await admin.keyboard.press('Escape');
  await admin.setViewportSize({ width: 420, height: 800 });
  await filterButton(admin).click();
  await expect(builder(admin)).toBeVisible();
  expect(await problemsInBothThemes(admin)).toEqual([]);
  await open(admin, site.url, '?q=nothing');
  await expect(admin.getByText('No boats found').first()).toBeVisible();
  expect(await problemsInBothThemes(admin)).toEqual([]);
});

test('shows what matches one of several conditions, and keeps what must match beside them', async ({
  admin,
  site,
}) => {
  await open(admin, site.url);
  await filterButton(admin).click();
  await condition(admin, 'hull', 'is', 'red');
  await builder(admin).getByRole('button', { name: 'Add condition' }).click();
  await condition(admin, 'length', 'is less than', '3');
  await expect(footCount(admin)).toHaveText('0 of 24 boats');
  await builder(admin).getByLabel('Show objects that match:').selectOption('At least one condition');
  // 3, 6 … 24 are red, 1 and 2 short.
  await expect(footCount(admin)).toHaveText('10 of 24 boats');
  await expect(admin).toHaveURL(/any=hull%3Ared%2Clength%3Alt%3A3/);
  await expect(admin.getByTestId('list-request')).toContainText('any=hull:red,length:lt:3');
  await builder(admin).getByRole('button', { name: 'Add required condition' }).click();
  await condition(admin, 'afloat', 'is on');
  await expect(builder(admin).getByText('All of these must match as well:')).toBeVisible();
  // Of these 2, 6 and 18 have the switch on.
  await expect(footCount(admin)).toHaveText('3 of 24 boats');
  expect(await problemsInBothThemes(admin)).toEqual([]);
  await builder(admin).getByRole('button', { name: 'Done' }).click();
  await expect(chips(admin).nth(1)).toContainText('Hull is red');
  await expect(chips(admin).nth(2)).toContainText('or');
  await chips(admin)
    .nth(0)
    .getByRole('button', { name: /^Remove filter/ })
    .click();
  await expect(footCount(admin)).toHaveText('10 of 24 boats');

  await admin.getByRole('button', { name: 'Save as view…' }).click();
  await admin.getByRole('dialog').getByLabel('Name').fill('Red or short');
  await admin.keyboard.press('Enter');
  await expect(admin).toHaveURL(/\?view=red-or-short$/);
  await expect(footCount(admin)).toHaveText('10 of 24 boats');
});
