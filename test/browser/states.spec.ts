import { expect, type Locator, test } from './plinth.ts';

const post = (id: string, title: string, values: Record<string, unknown>) => ({
  [`posts/${id}.json`]: { id, title, ...values, modified: '2026-01-01T10:00:00.000Z' },
});

test.use({
  files: {
    '.schemas/post.json': {
      id: 'post',
      properties: {
        id: { field: 'id' },
        title: { field: 'text' },
        draft: { field: 'toggle', label: 'Draft' },
        date: { field: 'datetime', label: 'Date' },
      },
      required: ['id', 'title'],
      index: ['id', 'title', 'date'],
    },
    'posts/.meta.json': {
      ...{ id: 'posts', schema: 'post', name: 'Posts', labelSingular: 'Post', labelPlural: 'Posts' },
      published: { from: 'date' },
    },
    ...post('tides', 'Tides', {}),
    ...post('trains', 'Trains', { date: '2097-03-01T08:00:00Z' }),
    ...post('lanes', 'Lanes', { draft: true }),
  },
});

const stateOf = (place: Locator) => place.getByText(/^(Draft|Scheduled|Published|Archived)$/);

test('shows by word and color what is a draft, scheduled and published, and lists each', async ({
  admin,
  site,
}) => {
  await admin.goto(`${site.url}/admin/c/posts`);
  const grid = admin.getByRole('grid', { name: 'Posts' });
  const row = (title: string) => grid.getByRole('row').filter({ hasText: title });
  await expect(stateOf(row('Tides'))).toHaveText('Published');
  await expect(stateOf(row('Lanes'))).toHaveText('Draft');
  const scheduled = stateOf(row('Trains'));
  await expect(scheduled).toHaveText('Scheduled');
  await expect(scheduled.locator('..')).toHaveCSS('color', 'rgb(29, 95, 168)');
  await expect(scheduled.locator('..')).toHaveAttribute('title', /^Will be published on .*2097/);

  const states = admin.getByRole('group', { name: 'State' });
  await expect(states.getByRole('button')).toHaveText(['All', 'Drafts1', 'Scheduled1', 'Published1']);
  await states.getByRole('button', { name: 'Drafts' }).click();
  await expect(grid).toHaveAttribute('aria-rowcount', '2');
  await expect(row('Lanes')).toBeVisible();
  await expect(admin).toHaveURL(/\?state=draft$/);
  await expect(admin.getByTestId('list-request')).toContainText('/posts/query?state=draft');

  // Kept as a view, and the way through the list stays in the state.
  await admin.getByRole('button', { name: 'Save as view…' }).click();
  await admin.getByLabel('Name').fill('To finish');
  await admin.keyboard.press('Enter');
  await expect(admin).toHaveURL(/\?view=to-finish$/);
  expect(await site.read('posts/.meta.json')).toMatchObject({ views: [{ state: 'draft' }] });
  await expect(states.getByRole('button', { name: 'Drafts' })).toHaveAttribute('aria-pressed', 'true');

  // Publishing it: form, then list and counts.
  await row('Lanes').getByRole('link').click();
  const header = admin.getByRole('main').getByRole('navigation', { name: 'Breadcrumb' });
  await expect(stateOf(header)).toHaveText('Draft');
  await admin.getByRole('switch', { name: 'Draft' }).uncheck();
  await admin.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(stateOf(header)).toHaveText('Published');
  await header.getByRole('link', { name: 'Posts' }).click();
  await expect(admin.getByText('There are no drafts.')).toBeVisible();
  await admin.getByRole('button', { name: 'Show all states' }).click();
  await expect(grid).toHaveAttribute('aria-rowcount', '4');
  await expect(stateOf(row('Lanes'))).toHaveText('Published');

  await admin.keyboard.press('ControlOrMeta+k');
  await admin.getByPlaceholder('Go to a collection, an object, an action…').fill('trains');
  await expect(
    stateOf(admin.getByRole('dialog').getByRole('button').filter({ hasText: 'Trains' })),
  ).toHaveText('Scheduled');
});

test('home shows those who write what they changed, drafts and what is due, once they choose it', async ({
  home,
  site,
}) => {
  const part = (name: string) => home.getByRole('region', { name });
  await expect(home.getByRole('heading', { name: 'Commands for your site' })).toBeVisible();
  await home.getByRole('button', { name: 'Writing' }).click();
  await expect(part('Recently changed').getByRole('link')).toHaveCount(3);
  await expect(part('Drafts').getByRole('link')).toHaveText([/Lanes.*Draft/]);
  await expect(part('What is due').getByRole('link')).toHaveText([
    /Trains.*Will be published on .*2097.*Scheduled/,
  ]);
  await expect(home.getByText('curl')).toHaveCount(0);

  // What others do shows by itself, and the choice is kept.
  await site.write({ 'posts/rivers.json': { id: 'rivers', title: 'Rivers', draft: true } });
  await expect(part('Drafts').getByRole('link').filter({ hasText: 'Rivers' })).toBeVisible();
  await home.reload();
  await part('Drafts').getByRole('link').filter({ hasText: 'Lanes' }).click();
  await expect(home).toHaveURL(/\/c\/posts\/lanes$/);
  await home.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(home.getByRole('link', { name: 'New post' })).toHaveAttribute('href', '/admin/c/posts/new');
  await home.getByRole('button', { name: 'Building' }).click();
  await expect(home.getByRole('heading', { name: 'Read your content from your site' })).toBeVisible();
});
