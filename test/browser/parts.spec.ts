/** Cards, decks, texts by language and relations in the object form: what is done there reaches the disk. */
import { problems } from './axe.ts';
import { manyStops, tours } from './parts-content.ts';
import { expect, type Locator, type Page, test } from './plinth.ts';

const FORM = '/admin/c/tours/harbour';
const FILE = 'tours/harbour.json';

/** A control by its path from the object. */
const field = (page: Page, path: string) => page.locator(`[id="field-${path}"]`);
/** The line of a deck's item. */
const line = (page: Page, id: string) => field(page, `stops.${id}`);
const frame = (page: Page, id: string) => page.locator(`[id="field-stops.${id}-field"]`);
const state = (page: Page) => page.getByTestId('save-state');
const announced = (page: Page) => page.getByTestId('announcer');

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(state(page)).toHaveText(/^Saved \d/);
}

async function choose(page: Page, item: Locator, command: string): Promise<void> {
  await item.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: command }).click();
}

test.describe('a tour', () => {
  test.use({ files: tours });

  test('people, texts, cards and items are changed in one form', async ({ admin, site }) => {
    await admin.goto(site.url + FORM);

    await test.step('related people are found, chosen and opened, and one that is gone is kept', async () => {
      await expect(field(admin, 'guide')).toHaveValue('Ada Lovelace');
      await field(admin, 'guide').click();
      await admin.keyboard.press('ControlOrMeta+a');
      await admin.keyboard.type('anning');
      await admin.getByRole('option', { name: 'Mary Anning' }).click();
      await expect(admin.getByRole('link', { name: /^Mary Anning/ })).toHaveAttribute(
        'href',
        '/admin/c/people/mary',
      );
      await field(admin, 'helpers').click();
      await admin.keyboard.type('ada');
      await admin.getByRole('option', { name: 'Ada Lovelace' }).click();
      await admin.keyboard.press('Escape');
      await field(admin, 'title').click();
      await save(admin);
      expect(await site.read(FILE)).toMatchObject({ guide: 'mary', helpers: ['grace', 'gone-away', 'ada'] });
    });

    await test.step('a text has one value for each language', async () => {
      await expect(field(admin, 'claim-en')).toHaveValue('By the water');
      await admin.getByRole('button', { name: 'German, no text yet' }).click();
      await admin.getByRole('button', { name: 'Copy text from another language' }).click();
      await admin.getByRole('menuitem', { name: 'Copy from English' }).click();
      await expect(field(admin, 'claim-de')).toHaveValue('By the water');
      await field(admin, 'claim-de').fill('Am Wasser');
      await save(admin);
      expect((await site.read(FILE))?.claim).toEqual({ en: 'By the water', de: 'Am Wasser' });
    });

    await test.step('a card is edited in its own form and watches its neighbours', async () => {
      await field(admin, 'venue.street').fill('2 Quay Street');
      await expect(field(admin, 'venue.room')).toHaveCount(0);
      await field(admin, 'venue.indoors').focus();
      await admin.keyboard.press('Space');
      await field(admin, 'venue.room').fill('Hall');
      await expect(state(admin)).toHaveText('1 unsaved change');
      await save(admin);
      expect((await site.read(FILE))?.venue).toEqual({
        id: 'venue',
        street: '2 Quay Street',
        town: 'Bergen',
        indoors: true,
        room: 'Hall',
      });

      await field(admin, 'venue.street').fill('3 Quay Street that is much longer than streets are');
      await admin.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(field(admin, 'venue.street')).toBeFocused();
      await expect(admin.locator('[id="field-venue.street-error"]')).toHaveText(/at most 30 characters/);
      await field(admin, 'venue.street').fill('3 Quay Street');
      await save(admin);
      expect(await site.read(FILE)).toMatchObject({ venue: { street: '3 Quay Street', room: 'Hall' } });
    });

    await test.step('what is rejected inside an item stands at its field, and the summary leads into folded ones', async () => {
      await line(admin, 'pier').click();
      await field(admin, 'stops.pier.place.street').fill('A street that is much longer than streets are');
      await line(admin, 'pier').click();
      await admin.getByRole('button', { name: 'Save', exact: true }).click();
      const street = field(admin, 'stops.pier.place.street');
      await expect(street).toBeFocused();
      await expect(admin.locator('[id="field-stops.pier.place.street-error"]')).toHaveText(
        /at most 30 characters/,
      );
      await line(admin, 'pier').click();
      await expect(street).toHaveCount(0);
      await expect(line(admin, 'pier')).toContainText('1 message');
      await admin.locator('#error-summary').getByRole('link').click();
      await expect(street).toBeFocused();
      await street.fill('Short street');
      await save(admin);
      expect(await site.read(FILE)).toMatchObject({ stops: { pier: { place: { street: 'Short street' } } } });
    });
  });

  test('a deck is built, sorted by keyboard and by drag, and keeps its order on the disk', async ({
    admin,
    site,
  }) => {
    await admin.goto(site.url + FORM);
    await line(admin, 'crane').focus();
    await admin.keyboard.press('Alt+ArrowUp');
    await expect(announced(admin)).toHaveText('The old crane is now 1 of 3');
    await expect(line(admin, 'crane')).toBeFocused();

    const grip = frame(admin, 'market').getByRole('button', { name: /^Move/ });
    await grip.hover();
    await admin.mouse.down();
    const top = await frame(admin, 'crane').boundingBox();
    await admin.mouse.move(top?.x ?? 0, (top?.y ?? 0) + 30, { steps: 8 });
    await admin.mouse.move((top?.x ?? 0) + 10, (top?.y ?? 0) + 4, { steps: 8 });
    await admin.mouse.up();
    await expect(announced(admin)).toHaveText('The fish market is now 1 of 3');
    // Not by a click: for 50 ms after a drag dnd-kit drops clicks, which belong to the drag.
    await admin.keyboard.press('ControlOrMeta+s');
    await expect(state(admin)).toHaveText(/^Saved \d/);
    const stops = async () => Object.entries((await site.read(FILE))?.stops ?? {});
    expect((await stops()).map(([id]) => id)).toEqual(['market', 'crane', 'pier']);

    await choose(admin, frame(admin, 'pier'), 'Duplicate');
    await admin.keyboard.press('ControlOrMeta+a');
    await admin.keyboard.type('The second pier');
    await admin.getByRole('button', { name: 'Add stop' }).click();
    await expect(admin.getByRole('textbox', { name: 'Title' }).last()).toBeFocused();
    await admin.keyboard.type('The end');
    await expect(admin.getByRole('button', { name: 'Add stop' })).toBeDisabled();
    await choose(admin, frame(admin, 'crane'), 'Remove');
    await expect(line(admin, 'pier')).toBeFocused();
    await admin.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(line(admin, 'crane')).toBeVisible();
    await choose(admin, frame(admin, 'market'), 'Remove');
    await save(admin);
    expect((await stops()).map(([, item]) => item)).toEqual([
      { id: 'crane', title: 'The old crane', minutes: 20 },
      expect.objectContaining({ id: 'pier', title: 'The pier' }),
      expect.objectContaining({ title: 'The second pier', minutes: 10 }),
      expect.objectContaining({ title: 'The end', minutes: 15 }),
    ]);
    expect((await stops())[2]?.[1]).toMatchObject({ place: { street: '2 Pier Road' } });
  });

  test('a deck as a table opens its items in a dialog, where a rejected save leads back to', async ({
    admin,
    site,
  }) => {
    const document = (await site.read('.schemas/tour.json')) ?? {};
    const properties = Object(document.properties);
    const stops = {
      ...properties.stops,
      field: 'deckTable',
      settings: { columns: 'title,minutes', modalSize: 'small' },
    };
    await site.write({ '.schemas/tour.json': { ...document, properties: { ...properties, stops } } });
    await admin.goto(site.url + FORM);
    const table = admin.getByRole('table', { name: 'Stops' });
    await expect(table.getByRole('columnheader')).toHaveText(['Move', 'Title', 'Minutes', 'Actions']);
    await line(admin, 'crane').focus();
    await admin.keyboard.press('Alt+ArrowUp');
    await expect(table.getByRole('row').nth(1)).toContainText('The old crane');
    await admin.keyboard.press('Enter');
    const dialog = admin.getByRole('dialog');
    await expect(field(admin, 'stops.crane.title')).toBeFocused();
    await dialog.getByRole('button', { name: 'Next item' }).click();
    await expect(field(admin, 'stops.pier.title')).toBeFocused();
    expect(await problems(admin)).toEqual([]);
    await admin.keyboard.type('A title that is much longer than titles of stops are');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(line(admin, 'pier')).toBeFocused();
    await admin.keyboard.press('ControlOrMeta+s');
    await expect(field(admin, 'stops.pier.title')).toBeFocused();
    await expect(admin.locator('[id="field-stops.pier.title-error"]')).toHaveText(/at most 40 characters/);
    await field(admin, 'stops.pier.title').fill('The new pier');
    await admin.keyboard.press('ControlOrMeta+s');
    await expect(state(admin)).toHaveText(/^Saved \d/);
    expect(Object.entries(Object((await site.read(FILE))?.stops)).slice(0, 2)).toMatchObject([
      ['crane', {}],
      ['pier', { title: 'The new pier', minutes: 10 }],
    ]);
  });
});

test.describe('a long tour', () => {
  test.use({ files: manyStops(200) });

  test('two hundred items are lines until one is opened, and are saved with the others', async ({
    admin,
    site,
  }) => {
    await admin.goto(`${site.url}/admin/c/tours/long`);
    await expect(line(admin, 's199x')).toBeVisible();
    await expect(admin.getByRole('textbox', { name: 'Title' })).toHaveCount(1);
    await line(admin, 's150x').click();
    await field(admin, 'stops.s150x.title').fill('The one in between');
    await expect(admin.getByRole('textbox', { name: 'Title' })).toHaveCount(2);
    await expect(state(admin)).toHaveText('1 unsaved change');
    await save(admin);
    expect(await site.read('tours/long.json')).toMatchObject({
      stops: { s150x: { title: 'The one in between' } },
    });
  });
});
