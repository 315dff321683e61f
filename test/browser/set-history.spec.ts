/** Versions of a draft in the history of the form that shows it. */
import { drafted, draftsContent, live } from './drafts-content.ts';
import { expect, type Page, test } from './plinth.ts';

test.use({ files: draftsContent });

const saved = (admin: Page) => expect(admin.getByTestId('save-state')).toHaveText(/^Saved /);
const panel = (admin: Page) => admin.getByRole('dialog', { name: /^History of/ });
const versions = (admin: Page) =>
  panel(admin).getByRole('navigation', { name: 'Versions' }).getByRole('button');

async function save(admin: Page, title: string): Promise<void> {
  await admin.getByLabel('Title').fill(title);
  await admin.keyboard.press('ControlOrMeta+s');
  await saved(admin);
}

test('a former draft is compared and restored into the draft, and undone', async ({ admin, site }) => {
  await admin.goto(`${site.url}/admin/c/pages/tides`);
  await save(admin, 'Tides and winds');
  await save(admin, 'Waves');
  await admin.keyboard.press('Alt+h');
  await expect(versions(admin)).toHaveCount(3);
  await expect(versions(admin).nth(0)).toContainText('Draft');
  await expect(versions(admin).nth(0)).toContainText('Current');
  await expect(versions(admin).nth(1)).toContainText('You');
  await expect(versions(admin).nth(2)).not.toContainText('Draft');

  await versions(admin).nth(1).click();
  await expect(panel(admin)).toContainText('Tides and winds');
  await panel(admin).getByRole('button', { name: 'Restore into the draft' }).click();
  await expect(admin.getByText('Version restored.')).toBeVisible();
  await expect(versions(admin)).toHaveCount(4);
  await expect(versions(admin).nth(0)).toContainText('restored');
  expect(await live(site, 'pages/tides.json')).toMatchObject({ title: 'Tides' });
  expect(await drafted(site, 'pages/tides.json')).toMatchObject({ values: { title: 'Tides and winds' } });
  await admin.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect.poll(() => drafted(site, 'pages/tides.json')).toMatchObject({ values: { title: 'Waves' } });
  await expect(versions(admin).nth(0)).toContainText('undo');

  // A version that is live goes into the draft as well.
  await versions(admin).last().click();
  await panel(admin).getByRole('button', { name: 'Restore Title' }).click();
  await expect(admin.getByRole('textbox', { name: 'Title', includeHidden: true })).toHaveValue('Tides');
  await expect.poll(() => drafted(site, 'pages/tides.json')).toEqual({});
});

test('what was published or discarded says so, and is brought back', async ({ admin, site }) => {
  await admin.goto(`${site.url}/admin/c/pages/tides`);
  await save(admin, 'Waves');
  await admin.getByTestId('draft').getByRole('button', { name: 'Discard draft' }).click();
  await expect(admin.getByLabel('Title')).toHaveValue('Tides');
  await admin.keyboard.press('Alt+h');
  await expect(versions(admin).nth(0)).toContainText('No longer changed');
  await expect(versions(admin).nth(2)).toContainText('Current');
  await versions(admin).nth(0).click();
  await expect(panel(admin)).toContainText('published, moved or discarded');
  await expect(panel(admin).getByRole('button', { name: /^Restore/ })).toHaveCount(0);
  await versions(admin).nth(1).click();
  await panel(admin).getByRole('button', { name: 'Restore into the draft' }).click();
  await expect.poll(() => drafted(site, 'pages/tides.json')).toMatchObject({ values: { title: 'Waves' } });
  await expect(versions(admin).nth(0)).toContainText('Current');
});
