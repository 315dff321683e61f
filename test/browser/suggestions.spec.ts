/** What others suggest, shown and decided in the form of the object. */
import { expect, type Locator, type Page, type Site, test } from './plinth.ts';

const ADA = { kind: 'user', id: 'ada', name: 'Ada' };
const AT = '2026-01-02T10:00:00.000Z';

/** A suggestion with one change, as its author's saves write it. */
const suggestion = (
  set: string,
  id: string,
  change: Record<string, unknown>,
  author: Record<string, unknown> = ADA,
) => ({
  [`.changes/${set}/set.json`]: {
    kind: 'suggestion',
    title: `Suggestion ${set}`,
    reason: 'Reads better',
    created: AT,
    author,
  },
  [`.changes/${set}/pages/${id}.json`]: { change: 'edit', at: AT, actor: author, ...change },
});

const page = (id: string, title: string) => ({
  [`pages/${id}.json`]: { id, title, intro: 'About the sea.', modified: '2026-01-01T10:00:00.000Z' },
});

test.use({
  files: {
    '.schemas/page.json': {
      id: 'page',
      properties: {
        id: { field: 'id' },
        title: { field: 'text', label: 'Title' },
        intro: { field: 'textarea', label: 'Intro' },
      },
      required: ['id', 'title'],
      index: ['id', 'title'],
    },
    'pages/.meta.json': {
      ...{ id: 'pages', schema: 'page', name: 'Pages', labelSingular: 'Page', labelPlural: 'Pages' },
    },
    ...page('tides', 'Tides'),
    ...page('trains', 'Trains'),
    ...page('storms', 'Storms'),
    ...suggestion('one', 'tides', {
      base: { title: 'Tides', intro: 'About the sea.' },
      values: { title: 'Tides and winds', intro: 'About the sea and the air.' },
    }),
    ...suggestion('two', 'trains', {
      base: { title: 'Trains', intro: 'About the sea.' },
      values: { title: 'Night trains', intro: 'About rails.' },
    }),
    ...suggestion('three', 'storms', {
      change: 'remove',
      base: { title: 'Storms', intro: 'About the sea.' },
      values: { title: null, intro: null },
    }),
  },
});

const live = async (site: Site, path: string) => (await site.read(path)) ?? {};
const banner = (admin: Page) => admin.getByTestId('suggestion');
const field = (admin: Page, name: string) => admin.getByRole('textbox', { name });
/** What is suggested below a field. */
const at = (admin: Page, property: string): Locator =>
  admin.locator(`#field-${property}-field`).getByRole('region', { name: /^Suggested by Ada/ });

test('a field is accepted and another rejected where the text is, and the history names both', async ({
  admin,
  site,
}) => {
  await admin.goto(`${site.url}/admin/c/pages/tides`);
  await expect(banner(admin)).toContainText('Suggested by Ada');
  await expect(banner(admin)).toContainText('Changes: Title, Intro.');
  await expect(banner(admin)).toContainText('“Reads better”');
  await expect(at(admin, 'title').locator('ins')).toHaveText(/and winds/);

  await test.step('accepting keeps what is not saved in other fields', async () => {
    await field(admin, 'Intro').fill('My own words.');
    await at(admin, 'title').getByRole('button', { name: 'Accept' }).click();
    await expect(at(admin, 'title')).toHaveCount(0);
    await expect(field(admin, 'Title')).toHaveValue('Tides and winds');
    await expect(field(admin, 'Title')).toBeFocused();
    await expect(field(admin, 'Intro')).toHaveValue('My own words.');
    expect(await live(site, 'pages/tides.json')).toMatchObject({
      title: 'Tides and winds',
      intro: 'About the sea.',
    });
  });
  await test.step('what was saved over it is a clash, and rejecting it changes nothing', async () => {
    await admin.keyboard.press('ControlOrMeta+s');
    await expect(admin.getByTestId('save-state')).toHaveText(/^Saved /);
    await expect(at(admin, 'intro')).toContainText('Changed in what is live as well');
    await at(admin, 'intro').getByRole('button', { name: 'Keep what is live of Intro' }).click();
    await expect(banner(admin)).toHaveCount(0);
    await expect(at(admin, 'intro')).toHaveCount(0);
    expect(await live(site, 'pages/tides.json')).toMatchObject({ intro: 'My own words.' });
    expect(await site.read('.changes/one/set.json')).toBeUndefined();
  });
  await test.step('the history says who suggested it', async () => {
    await admin.goto(`${site.url}/admin/c/pages/tides?history`);
    const versions = admin.getByRole('navigation', { name: 'Versions' });
    await expect(versions.getByText(/^You · published · suggested by Ada$/)).toBeVisible();
  });
});

test('a suggestion is decided as a whole, from another tab and over unsaved words', async ({
  admin,
  site,
}) => {
  await admin.goto(`${site.url}/admin/c/pages/trains`);
  await field(admin, 'Title').fill('Slow trains');
  await test.step('words in the accepted field are kept until one version is chosen', async () => {
    await at(admin, 'title').getByRole('button', { name: 'Accept' }).click();
    await expect(admin.getByText('This object was changed elsewhere')).toBeVisible();
    await expect(field(admin, 'Title')).toHaveValue('Slow trains');
    expect(await live(site, 'pages/trains.json')).toMatchObject({ title: 'Night trains' });
  });
  await test.step('rejecting the rest can be taken back', async () => {
    await banner(admin).getByRole('button', { name: 'Reject all' }).click();
    await expect(banner(admin)).toHaveCount(0);
    const said = admin.getByRole('alert').filter({ hasText: 'Suggestion rejected.' });
    await said.getByRole('button', { name: 'Undo' }).click();
    await expect(at(admin, 'intro').locator('ins')).toHaveText(/rails/);
  });
  await test.step('one that is decided elsewhere goes', async () => {
    const tab = await admin.context().newPage();
    await tab.goto(`${site.url}/admin/c/pages/trains`);
    await banner(tab).getByRole('button', { name: 'Accept all' }).click();
    await expect.poll(() => live(site, 'pages/trains.json')).toMatchObject({ intro: 'About rails.' });
    await tab.close();
    await expect(banner(admin)).toHaveCount(0);
    await expect(field(admin, 'Title')).toHaveValue('Slow trains');
    await admin.getByRole('button', { name: 'Compare versions' }).click();
    await admin.getByRole('button', { name: 'Keep my changes' }).click();
    await expect
      .poll(() => live(site, 'pages/trains.json'))
      .toMatchObject({ title: 'Slow trains', intro: 'About rails.' });
  });
  await test.step('new ones appear, several at a field', async () => {
    await site.write({
      ...suggestion('four', 'trains', {
        base: { intro: 'About rails.' },
        values: { intro: 'About tracks.' },
      }),
      ...suggestion('five', 'trains', {
        base: { intro: 'About rails.' },
        values: { intro: 'About wheels.' },
      }),
    });
    await expect(at(admin, 'intro')).toHaveCount(2);
  });
});

test('a deletion that is suggested says so', async ({ admin, site }) => {
  await admin.goto(`${site.url}/admin/c/pages/storms`);
  await expect(banner(admin)).toContainText('Publishing it deletes this object.');
  await banner(admin).getByRole('button', { name: 'Delete this object' }).click();
  await expect(admin.getByText('This object was deleted')).toBeVisible();
  await expect.poll(() => site.read('pages/storms.json')).toBeUndefined();
});
