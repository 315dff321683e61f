/** What others suggest, shown and decided in the form of the object. */
import { change, draftsContent, live, suggestion } from './drafts-content.ts';
import { expect, type Locator, type Page, test } from './plinth.ts';

test.use({
  files: {
    ...draftsContent,
    ...suggestion(
      'one',
      'notes/tides',
      change(
        'edit',
        { title: 'Tides and winds', intro: 'About the sea and the air.' },
        { title: 'Tides', intro: 'About the sea.' },
      ),
    ),
    ...suggestion(
      'two',
      'notes/trains',
      change(
        'edit',
        { title: 'Night trains', intro: 'About tracks.' },
        { title: 'Trains', intro: 'About rails.' },
      ),
    ),
  },
});

const banner = (admin: Page) => admin.getByTestId('suggestion');
const field = (admin: Page, name: string) => admin.getByRole('textbox', { name });
/** What is suggested below a field. */
const at = (admin: Page, property: string): Locator =>
  admin.locator(`#field-${property}-field`).getByRole('region', { name: /^Suggested by Ada/ });

test('a field is accepted and another rejected where the text is, and the history names both', async ({
  admin,
  site,
}) => {
  await admin.goto(`${site.url}/admin/c/notes/tides`);
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
    expect(await live(site, 'notes/tides.json')).toMatchObject({
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
    expect(await live(site, 'notes/tides.json')).toMatchObject({ intro: 'My own words.' });
    expect(await site.read('.changes/one/set.json')).toBeUndefined();
  });
  await test.step('the history says who suggested it', async () => {
    await admin.goto(`${site.url}/admin/c/notes/tides?history`);
    const versions = admin.getByRole('navigation', { name: 'Versions' });
    await expect(versions.getByText(/^You · published · suggested by Ada$/)).toBeVisible();
  });
});

test('a suggestion is decided as a whole, from another tab and over unsaved words', async ({
  admin,
  site,
}) => {
  await admin.goto(`${site.url}/admin/c/notes/trains`);
  await field(admin, 'Title').fill('Slow trains');
  await test.step('words in the accepted field are kept until one version is chosen', async () => {
    await at(admin, 'title').getByRole('button', { name: 'Accept' }).click();
    await expect(admin.getByText('This object was changed elsewhere')).toBeVisible();
    await expect(field(admin, 'Title')).toHaveValue('Slow trains');
    expect(await live(site, 'notes/trains.json')).toMatchObject({ title: 'Night trains' });
  });
  await test.step('rejecting the rest can be taken back', async () => {
    await banner(admin).getByRole('button', { name: 'Reject all' }).click();
    await expect(banner(admin)).toHaveCount(0);
    const said = admin.getByRole('alert').filter({ hasText: 'Suggestion rejected.' });
    await said.getByRole('button', { name: 'Undo' }).click();
    await expect(at(admin, 'intro').locator('ins')).toHaveText(/tracks/);
  });
  await test.step('one that is decided elsewhere goes', async () => {
    const tab = await admin.context().newPage();
    await tab.goto(`${site.url}/admin/c/notes/trains`);
    await banner(tab).getByRole('button', { name: 'Accept all' }).click();
    await expect.poll(() => live(site, 'notes/trains.json')).toMatchObject({ intro: 'About tracks.' });
    await tab.close();
    await expect(banner(admin)).toHaveCount(0);
    await expect(field(admin, 'Title')).toHaveValue('Slow trains');
    await admin.getByRole('button', { name: 'Compare versions' }).click();
    await admin.getByRole('button', { name: 'Keep my changes' }).click();
    await expect
      .poll(() => live(site, 'notes/trains.json'))
      .toMatchObject({ title: 'Slow trains', intro: 'About tracks.' });
  });
  await test.step('new ones appear, several at a field', async () => {
    await site.write({
      ...suggestion(
        'four',
        'notes/trains',
        change('edit', { intro: 'By rail.' }, { intro: 'About tracks.' }),
      ),
      ...suggestion(
        'five',
        'notes/trains',
        change('edit', { intro: 'By road.' }, { intro: 'About tracks.' }),
      ),
    });
    await expect(at(admin, 'intro')).toHaveCount(2);
  });
});

test('what a form of a draft shows is what suggestions are compared with and accepted into', async ({
  admin,
  site,
}) => {
  await site.write({
    '.changes/draft/pages/tides.json': change('edit', { title: 'Waves' }, { title: 'Tides' }),
    ...suggestion(
      'words',
      'pages/tides',
      change(
        'edit',
        { title: 'Tides and winds', intro: 'About the sea and the air.' },
        { title: 'Tides', intro: 'About the sea.' },
      ),
    ),
    ...suggestion('rates', 'pages/trains', change('edit', { rating: 4 })),
    ...suggestion(
      'ends',
      'notes/tides',
      change('remove', { title: null, intro: null }, { title: 'Tides', intro: 'About the sea.' }),
      { kind: 'user', id: 'ben', name: 'Ben' },
    ),
  });
  await admin.goto(`${site.url}/admin/c/pages/tides`);
  await at(admin, 'intro').getByRole('button', { name: 'Accept the change of Intro into the draft' }).click();
  await expect(admin.getByText('Accepted into the draft.')).toBeVisible();
  await expect(field(admin, 'Intro')).toHaveValue('About the sea and the air.');
  await admin.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
  await expect(field(admin, 'Intro')).toHaveValue('About the sea.');
  await at(admin, 'intro').getByRole('button', { name: 'Accept the change of Intro into the draft' }).click();
  await expect(field(admin, 'Intro')).toHaveValue('About the sea and the air.');
  expect(await live(site, 'pages/tides.json')).toMatchObject({ intro: 'About the sea.' });

  await test.step('where both changed a field, one is chosen', async () => {
    const clash = at(admin, 'title');
    await expect(clash).toContainText('Changed in the form’s draft or release as well');
    await expect(clash.getByRole('button', { name: 'Keep what the form has of Title' })).toBeVisible();
    await clash.getByRole('button', { name: 'Accept the change of Title into the draft' }).click();
    await expect(field(admin, 'Title')).toHaveValue('Tides and winds');
    await expect(banner(admin)).toHaveCount(0);
    expect(await live(site, 'pages/tides.json')).toMatchObject({ title: 'Tides' });
  });
  await test.step('a draft is made of what is accepted, and its history names who suggested it', async () => {
    await admin.goto(`${site.url}/admin/c/pages/trains`);
    await banner(admin).getByRole('button', { name: 'Accept all into draft' }).click();
    await expect(admin.getByTestId('draft')).toContainText('by you');
    await expect(admin.getByLabel('Rating')).toHaveValue('4');
    await site.write({
      '.changes/draft/pages/storms.json': change('new', { id: 'storms', title: 'Storms' }),
    });
    await admin.goto(`${site.url}/admin/change-sets/draft`);
    await admin.getByRole('button', { name: 'Publish…' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await expect.poll(() => live(site, 'pages/trains.json')).toMatchObject({ rating: 4 });
    await admin.goto(`${site.url}/admin/activity`);
    const published = admin.getByRole('listitem').filter({ hasText: 'You · published' });
    const rows = published.first().getByRole('listitem');
    await expect(rows.filter({ hasText: 'suggested by Ada' })).toHaveCount(2);
    await expect(rows.filter({ hasText: 'Storms' })).not.toContainText('suggested');
  });
  await test.step('a deletion says that it is one', async () => {
    await admin.goto(`${site.url}/admin/c/notes/tides`);
    const end = banner(admin).filter({ hasText: 'Ben' });
    await expect(end).toContainText('Publishing it deletes this object.');
    await end.getByRole('button', { name: 'Delete this object' }).click();
    await expect(admin.getByText('This object was deleted')).toBeVisible();
    await expect.poll(() => site.read('notes/tides.json')).toBeUndefined();
  });
});
