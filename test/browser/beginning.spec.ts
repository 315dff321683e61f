import { problems } from './axe.ts';
import { events } from './events-content.ts';
import { expect, test } from './plinth.ts';

const files = events(0);
const HELP =
  'The name of the event as it stands on posters and in the calendar. Keep it short: what does not fit on two lines is cut on phones.';
files['.schemas/event.json'] = {
  id: 'event',
  properties: {
    id: { field: 'id' },
    title: { field: 'text', label: 'Title', settings: { help: HELP } },
    state: { field: 'select', label: 'State', options: ['idea', 'live'], settings: { help: 'Short.' } },
  },
  required: ['id'],
  index: ['id', 'title', 'state'],
};
test.use({ files });

test('an empty collection shows what will be there, and long help opens where it is without moving the form', async ({
  admin,
  site,
}) => {
  await admin.setViewportSize({ width: 700, height: 800 });
  const outline = (shape: string) => admin.locator(`[aria-hidden] > [data-shape="${shape}"]`);
  // However tall the outline is, the words are in view.
  await admin.goto(`${site.url}/admin/media`);
  await expect(outline('tiles')).toBeVisible();
  await expect(admin.getByText('No files yet')).toBeInViewport();
  await admin.goto(`${site.url}/admin/c/events?layout=board&by=state`);
  await expect(outline('board')).toBeVisible();
  await admin.goto(`${site.url}/admin/c/events`);
  await expect(outline('rows')).toBeVisible();
  expect(await problems(admin)).toEqual([]);
  await admin.getByRole('link', { name: 'Create your first event' }).click();

  const state = admin.getByLabel('State');
  const title = admin.getByLabel('Title', { exact: true });
  await title.fill('Quay');
  const more = admin.getByRole('button', { name: 'All of the help for Title' });
  await expect(more).toBeVisible();
  await expect(admin.getByRole('button', { name: 'All of the help for State' })).toHaveCount(0);
  const before = await state.boundingBox();
  await more.focus();
  await admin.keyboard.press('Enter');
  const whole = admin.getByRole('dialog').getByText('cut on phones');
  await expect(whole).toBeInViewport();
  expect(await state.boundingBox()).toEqual(before);
  expect(await problems(admin)).toEqual([]);
  await admin.keyboard.press('Escape');
  await expect(whole).toHaveCount(0);
  await expect(more).toBeFocused();
  await expect(title).toHaveValue('Quay');
});
