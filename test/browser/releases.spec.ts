/** Releases: made, filled, planned, published together and taken back; what is in their way is named. */
import { expect, type Page, type Site, test } from './plinth.ts';

const settings = (id: string, name: string) => ({
  [`${id}/.meta.json`]: { id, schema: 'page', name, labelSingular: 'Page', labelPlural: name },
});

test.use({
  files: {
    '.schemas/page.json': {
      id: 'page',
      properties: { id: { field: 'id' }, title: { field: 'text', label: 'Title' } },
      required: ['id', 'title'],
      index: ['id', 'title'],
    },
    ...settings('pages', 'Pages'),
    'pages/tides.json': { id: 'tides', title: 'Tides' },
    'pages/trains.json': { id: 'trains', title: 'Trains' },
    'pages/lanes.json': { id: 'lanes', title: 'Lanes' },
  },
});

const live = async (site: Site, id: string) => (await site.read(`pages/${id}.json`))?.title;

/** Saves another title into a release. */
async function saveTo(admin: Page, site: Site, id: string, title: string, release: string) {
  await admin.goto(`${site.url}/admin/c/pages/${id}`);
  await admin.getByLabel('Title').fill(title);
  await admin.getByRole('button', { name: 'More save options' }).click();
  await admin.getByRole('menuitem', { name: `Save to “${release}”` }).click();
  await expect(admin.getByTestId('draft')).toContainText(`Change in “${release}”, not live yet`);
}

test('a release of several objects goes live together, and is one undo', async ({ admin, site }) => {
  await admin.goto(`${site.url}/admin/`);
  await admin.getByRole('link', { name: 'Releases' }).click();
  await expect(admin.getByText('No releases yet')).toBeVisible();
  await admin.getByRole('button', { name: 'New release' }).click();
  await admin.getByLabel('Title').fill('Autumn issue');
  await admin.getByRole('button', { name: 'Create release' }).click();
  await expect(admin.getByRole('heading', { name: 'Autumn issue' })).toBeVisible();
  await expect(admin.getByText('Nothing in it yet')).toBeVisible();

  await saveTo(admin, site, 'tides', 'Autumn tides', 'Autumn issue');
  await saveTo(admin, site, 'trains', 'Autumn trains', 'Autumn issue');
  // Another draft of the same object says where else it is changed.
  await admin.goto(`${site.url}/admin/c/pages/tides`);
  await expect(admin.getByLabel('Title')).toHaveValue('Tides');
  await admin.getByRole('link', { name: 'Autumn issue' }).click();

  const rows = admin.getByRole('table').getByRole('row');
  await expect(rows.filter({ hasText: 'Autumn tides' })).toContainText('Changed: Title');
  await rows.filter({ hasText: 'Autumn trains' }).getByRole('link').click();
  await expect(admin).toHaveURL(/\/c\/pages\/trains\?set=autumn-issue$/);
  await expect(admin.getByLabel('Title')).toHaveValue('Autumn trains');
  await admin.goBack();

  await admin.getByRole('button', { name: 'Publish…' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Publish “Autumn issue”?' });
  await expect(dialog).toContainText('2 objects: 2 changed');
  expect(await live(site, 'tides')).toBe('Tides');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(admin.getByText(/^Published on /)).toBeVisible();
  expect([await live(site, 'tides'), await live(site, 'trains')]).toEqual(['Autumn tides', 'Autumn trains']);
  await admin.getByRole('main').getByRole('button', { name: 'Undo' }).click();
  const both = async () => [await live(site, 'tides'), await live(site, 'trains')];
  await expect.poll(both).toEqual(['Tides', 'Trains']);
});

test('what is in the way of a release is named, and nothing of it is live', async ({ admin, site }) => {
  await site.write({
    '.changes/winter/set.json': {
      kind: 'release',
      title: 'Winter issue with a title that is as long as titles get',
    },
    ...Object.fromEntries(
      ['tides', 'lanes'].map((id) => [
        `.changes/winter/pages/${id}.json`,
        {
          change: 'edit',
          base: { title: id === 'tides' ? 'Tides' : 'Lanes' },
          values: { title: `Winter ${id}` },
          at: '2026-01-01T10:00:00.000Z',
          actor: { kind: 'user', id: 'anna', name: 'Anna' },
        },
      ]),
    ),
    'pages/tides.json': { id: 'tides', title: 'Tides of the south' },
  });
  await admin.goto(`${site.url}/admin/change-sets/winter`);
  const row = admin.getByRole('row').filter({ hasText: 'Winter tides' });
  await expect(row).toContainText('Changed elsewhere');
  await expect(row).toContainText('Anna');
  await admin.getByRole('button', { name: 'Publish…' }).click();
  const dialog = admin.getByRole('dialog');
  await expect(dialog).toContainText('It cannot be published yet');
  await expect(dialog).toContainText('pages/tides.title');
  await admin.keyboard.press('Escape');

  await admin.getByRole('button', { name: 'Compare Winter tides with live' }).click();
  await admin.getByRole('button', { name: 'Keep this change of Title' }).click();
  await admin.keyboard.press('Escape');
  await expect(row).not.toContainText('Changed elsewhere');
  await admin.getByRole('button', { name: 'More actions for Winter lanes' }).click();
  await admin.getByRole('menuitem', { name: 'Move to “Shared draft”' }).click();
  await expect(admin.getByRole('row').filter({ hasText: 'Winter lanes' })).toBeHidden();
  await admin.getByRole('button', { name: 'Publish…' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect.poll(() => live(site, 'tides')).toBe('Winter tides');
  expect(await live(site, 'lanes')).toBe('Lanes');
});

test('a release is planned, renamed, and comes back from the trash', async ({ admin, site }) => {
  await admin.goto(`${site.url}/admin/change-sets`);
  await admin.getByRole('button', { name: 'New release' }).click();
  await admin.getByLabel('Title').fill('Spring');
  await admin.getByLabel('Publish at').fill('2001-01-01T09:00');
  await admin.getByRole('button', { name: 'Create release' }).click();
  await expect(admin.getByText('The time of publication must be in the future')).toBeVisible();
  await admin.getByLabel('Publish at').fill('2097-04-01T09:00');
  await admin.getByRole('button', { name: 'Create release' }).click();
  await expect(admin.getByText(/^Planned .*2097/)).toBeVisible();
  await admin.getByRole('button', { name: 'More actions' }).click();
  await admin.getByRole('menuitem', { name: 'Edit title and time' }).click();
  await admin.getByRole('textbox', { name: 'Title' }).fill('Spring issue');
  await admin.getByLabel('Publish at').fill('');
  await admin.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(admin.getByRole('heading', { name: 'Spring issue' })).toBeVisible();
  await expect(admin.getByText(/^Planned/)).toBeHidden();
  await admin.getByRole('button', { name: 'More actions' }).click();
  await admin.getByRole('menuitem', { name: 'Move to trash' }).click();
  await expect(admin.getByText('No releases yet')).toBeVisible();
  await admin.getByRole('button', { name: 'Undo' }).click();
  await expect(admin.getByRole('link', { name: 'Spring issue' })).toBeVisible();
});
