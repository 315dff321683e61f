/** Searches while texts are being indexed (spec/queries.md#while-texts-are-indexed): what is there, how far it is, and then all. */
import { expect, follow, type Site, test } from './plinth.ts';

const schema = {
  id: 'note',
  properties: { id: { field: 'id' }, title: { field: 'text' }, body: { field: 'textarea' } },
  required: ['id'],
  index: ['title'],
};

test.use({
  files: {
    '.schemas/note.json': schema,
    'boats/.meta.json': { id: 'boats', name: 'Boats', schema: 'note' },
    'boats/one.json': { id: 'one', title: 'Lantern', body: 'Heather on deck' },
    'piers/.meta.json': { id: 'piers', name: 'Piers', schema: 'note' },
    'piers/two.json': { id: 'two', title: 'Long pier', body: 'Heather at its end' },
    'piers/three.json': { id: 'three', title: 'Heather pier', body: 'Stone' },
  },
});

/** Has the words of one collection be made until that is ended. */
function holdPiers({ opened: { queries } }: Site): () => void {
  const { words } = queries;
  const within = words.within.bind(words);
  words.within = async (_ms, collections) => new Set(collections.filter((name) => name === 'piers'));
  return () => {
    words.within = within;
  };
}

test('the search page shows what is indexed and how far it is, and all once it is', async ({
  home,
  site,
}) => {
  const release = holdPiers(site);
  await follow(home, '/admin/search?q=heather');
  const results = home.locator('[data-result]');
  await expect(results).toHaveText(['Heather pier', 'Lantern']);
  await expect(home.getByText('Searching… 1 of 2 collections.')).toBeVisible();
  // Read out is the number of all, once.
  await expect(home.getByRole('status').filter({ hasText: 'object' })).toHaveCount(0);
  await home.getByRole('searchbox').fill('stone');
  await expect(results).toHaveCount(0);
  await expect(home.getByText('Searching…')).toBeVisible();
  await expect(home.getByText('Nothing found')).toHaveCount(0);
  release();
  await expect(results).toHaveText(['Heather pier']);
  await expect(home.getByRole('status').filter({ hasText: '1 object' })).toBeVisible();
  await expect(home.getByText('Searching…')).toHaveCount(0);
});

test('Enter in the palette opens what has the typed words, before the server has found it', async ({
  home,
}) => {
  await home.keyboard.press('Control+k');
  const palette = home.getByRole('dialog', { name: 'Go to' });
  const found = palette.locator('[data-action]');
  await palette.getByRole('textbox').fill('l');
  await expect(found.first()).toContainText('Lantern');
  await expect(palette.getByText('Long pier')).toBeVisible();
  let answer = () => {};
  const gate = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await home.route(/\/api\/search.*pier/, async (route) => {
    await gate;
    await route.continue();
  });
  await palette.getByRole('textbox').fill('pier long');
  await home.keyboard.press('Enter');
  await expect(home.getByRole('heading', { level: 1, name: 'Long pier' })).toBeVisible();
  answer();
});

test('the palette says beside its search how far it is', async ({ home, site }) => {
  const release = holdPiers(site);
  await home.keyboard.press('Control+k');
  const palette = home.getByRole('dialog', { name: 'Go to' });
  await palette.getByRole('textbox').fill('heather');
  const all = palette.locator('[data-action]').filter({ hasText: 'Search all texts for' });
  await expect(all).toContainText('Searching… 1 of 2 collections');
  await expect(palette.getByText('Lantern')).toBeVisible();
  await expect(palette.getByText('Long pier')).toHaveCount(0);
  release();
  await expect(palette.getByText('Long pier')).toBeVisible();
  await expect(all).not.toContainText('Searching…');
});

test('a list shows titles first, and what its texts have once they are indexed', async ({ home, site }) => {
  const release = holdPiers(site);
  await follow(home, '/admin/c/piers?q=heather');
  await expect(home.getByText('Searching… 0 of 2 objects.')).toBeVisible();
  const rows = home.getByRole('row').filter({ hasText: 'pier' });
  await expect(rows).toHaveCount(1);
  await home.getByRole('searchbox').fill('end');
  await expect(rows).toHaveCount(0);
  await expect(home.getByText('Searching…')).toBeVisible();
  await expect(home.getByText('No objects found')).toHaveCount(0);
  release();
  await expect(rows).toHaveText([/Long pier/]);
  await expect(home.getByText('Searching…')).toHaveCount(0);
});

test('all objects are selected by a search that a list shows a part of', async ({ home, site }) => {
  const release = holdPiers(site);
  await follow(home, '/admin/c/piers?q=heather');
  await expect(home.getByRole('row').filter({ hasText: 'pier' })).toHaveCount(1);
  await home.getByRole('checkbox', { name: 'Select all' }).click();
  await expect(home.getByRole('region', { name: 'Selected rows' })).toContainText('2 objects selected');
  release();
  const boxes = home.getByRole('row').filter({ hasText: 'pier' }).getByRole('checkbox');
  await expect(boxes).toHaveCount(2);
  for (const box of await boxes.all()) await expect(box).toBeChecked();
});
