/** Decks of blocks: items of several schemas, chosen from a palette, shown in outline, copied between objects. */
import { allProblems, allProblemsOver } from './axe.ts';
import { expect, type Files, test } from './plinth.ts';

/** A picture of one dot. */
const DOT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const schema = (id: string, description: string, properties: Record<string, unknown>) => ({
  id,
  description,
  properties: { id: { field: 'id' }, ...properties },
  required: ['id'],
  index: ['id'],
});

const files: Files = {
  '.schemas/hero.json': schema('hero', 'A large image with a title.', {
    title: { field: 'text', label: 'Title' },
    image: { field: 'image', label: 'Image' },
    lead: { field: 'textarea', label: 'Lead' },
  }),
  '.schemas/quote.json': schema('quote', 'What somebody said.', {
    text: { field: 'textarea', label: 'Text' },
    by: { field: 'text', label: 'By' },
    pin: { field: 'secret', label: 'Pin' },
  }),
  '.schemas/page.json': schema('page', '', {
    title: { field: 'text', label: 'Title' },
    sections: { field: 'deck', label: 'Sections', schemaref: ['hero', 'quote'] },
  }),
  'pages/.meta.json': { id: 'pages', schema: 'page', name: 'Pages', labelSingular: 'Page' },
  'pages/home.json': {
    id: 'home',
    title: 'Home',
    sections: {
      top: {
        ...{ id: 'top', schema: 'hero', title: 'By the river', lead: 'A walk along the harbor' },
        image: { name: 'dot.png', mime: 'image/png', size: 70, width: 1, height: 1 },
      },
      gone: { id: 'gone', schema: 'banner', kept: 'as it is' },
    },
  },
  'pages/home/sections/top/image/dot.png': Buffer.from(DOT, 'base64'),
  'pages/about.json': { id: 'about', title: 'About', sections: {} },
};
test.use({ files });

test('blocks are chosen from a palette, written, moved and copied to another object', async ({
  admin,
  site,
}) => {
  await admin.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await admin.goto(`${site.url}/admin/c/pages/home`);
  const deck = admin.getByRole('group', { name: 'Sections' });
  const items = deck.getByRole('listitem');
  const top = items.first().getByRole('button', { expanded: false });
  await expect(top.first()).toContainText('HeroBy the riverA walk along the harbor');
  await expect(top.first().locator('img')).toHaveAttribute('src', /imageworks\/pages\/home\/sections\/top/);
  await admin.locator('[id="field-sections.gone"]').click();
  await expect(items.nth(1)).toContainText('Items of the schema “banner” are not part of this field.');
  expect(await allProblems(admin)).toEqual([]);

  // The palette, by keyboard alone.
  await deck.getByRole('button', { name: 'Add block…' }).press('Enter');
  const palette = admin.getByRole('dialog', { name: 'Add a block' });
  await expect(palette.getByRole('listitem')).toHaveCount(2);
  expect(await allProblemsOver(admin)).toEqual([]);
  const search = palette.getByRole('textbox', { name: 'Search blocks' });
  await search.fill('somebody');
  await expect(palette.getByRole('listitem')).toHaveText([/Quote.*What somebody said/]);
  await search.press('Enter');
  const text = deck.getByRole('textbox', { name: 'Text' });
  await expect(text).toBeFocused();
  await text.fill('Rivers know\nthe way');
  await deck.getByLabel('Pin').first().fill('1234');
  const quote = deck.getByRole('button', { name: /^Quote/, expanded: true });
  await quote.press('Alt+ArrowUp');
  await expect(items.nth(1)).toContainText('Rivers know');
  await admin.keyboard.press('Control+s');
  await expect(admin.getByText(/^Saved \d/)).toBeVisible();
  const stored = Object(await site.read('pages/home.json')).sections;
  expect(Object.values(stored)).toMatchObject([
    { schema: 'hero' },
    { schema: 'quote', text: 'Rivers know\nthe way', pin: '1234' },
    { schema: 'banner', kept: 'as it is' },
  ]);

  // To another object: secrets, and what lies beside its own object, stay behind and are named.
  await quote.focus();
  const copied = await admin.evaluate(() => {
    // A browser without windows has no keys of the system; they end in this event.
    const clipboardData = new DataTransfer();
    document.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }));
    return clipboardData.getData('text/plain');
  });
  await expect(admin.getByRole('alert').filter({ hasText: 'Omitted: Pin.' })).toBeVisible();
  await admin.goto(`${site.url}/admin/c/pages/about`);
  await admin.evaluate((clipboard) => navigator.clipboard.writeText(clipboard), copied);
  await deck.getByRole('button', { name: 'Paste' }).click();
  await expect(text).toHaveValue('Rivers know\nthe way');
  await expect(deck.getByLabel('Pin').first()).toHaveValue('');
  for (const [clip, says] of [
    ['Just words', 'does not hold items'],
    ['{"plinth-items":1,"items":[{"schema":"secretive","values":{}}]}', '“secretive” do not fit'],
    ['{"plinth-items":2,"items":[]}', 'newer version'],
  ] as const) {
    await admin.evaluate((clipboard) => navigator.clipboard.writeText(clipboard), clip);
    await deck.getByRole('button', { name: 'Paste' }).click();
    await expect(admin.getByRole('alert').filter({ hasText: says })).toBeVisible();
  }
  await expect(items).toHaveCount(1);
  await admin.getByRole('button', { name: /^Undo/ }).first().click();
  await expect(items).toHaveCount(0);
});

test('the builder makes a deck of one schema one of several, in the order they are chosen', async ({
  admin,
  site,
}) => {
  const settings = admin.getByRole('complementary', { name: 'Settings' });
  const cell = (name: RegExp) => admin.getByRole('button', { name });
  const stored = async () => Object(await site.read('.schemas/landing.json')).properties?.deck?.schemaref;
  await admin.setViewportSize({ width: 1280, height: 1200 });
  await admin.goto(`${site.url}/admin/schemas/new`);
  await settings.getByLabel('Schema name').fill('Landing');
  await admin.getByRole('textbox', { name: 'Search field types' }).fill('deck');
  await admin
    .getByRole('region', { name: 'Add field' })
    .getByRole('button', { name: /^Deck / })
    .click();
  const schemas = settings.getByRole('combobox', { name: 'Item schemas' });
  const choose = async (name: string) => {
    await schemas.fill(name);
    await admin.getByRole('option', { name: new RegExp(name, 'i') }).waitFor();
    await schemas.press('ArrowDown');
    await schemas.press('Enter');
    await schemas.press('Escape');
  };
  await choose('quote');
  await admin.keyboard.press('ControlOrMeta+s');
  await expect(admin).toHaveURL(/\/schemas\/landing$/);
  expect(await stored()).toBe('quote');

  await admin.goto(`${site.url}/admin/schemas/landing/edit`);
  await cell(/^Deck, /).click();
  await choose('hero');
  expect(await allProblems(admin)).toEqual([]);
  await admin.keyboard.press('ControlOrMeta+s');
  await expect(admin).toHaveURL(/\/schemas\/landing$/);
  await expect.poll(stored).toEqual(['quote', 'hero']);
  // A list of one stays blocks.
  await admin.goto(`${site.url}/admin/schemas/landing/edit`);
  await cell(/^Deck, /).click();
  await schemas.press('Backspace');
  await admin.keyboard.press('ControlOrMeta+s');
  await expect(admin).toHaveURL(/\/schemas\/landing$/);
  await expect.poll(stored).toEqual(['quote']);
  await admin.goto(`${site.url}/admin/schemas/landing/edit`);
  await cell(/^Deck, /).click();
  await choose('hero');
  await admin.keyboard.press('ControlOrMeta+s');
  await expect(admin).toHaveURL(/\/schemas\/landing$/);

  await site.write({ 'landings/.meta.json': { id: 'landings', schema: 'landing', name: 'Landings' } });
  await expect(async () => {
    await admin.goto(`${site.url}/admin/c/landings/new`);
    await expect(admin.getByRole('button', { name: 'Add block…' })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await admin.getByRole('button', { name: 'Add block…' }).click();
  const palette = admin.getByRole('dialog', { name: 'Add a block' });
  await expect(palette.getByRole('listitem')).toHaveText([/Quote/, /Hero/]);
});
