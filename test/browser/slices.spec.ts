/** What is drawn in slices, between which the page answers: how much one change of the page brings. */
import { blog } from './content.ts';
import { expect, type Files, follow, type Page, test } from './plinth.ts';

const POSTS = 240;
const COLLECTIONS = 30;

const notes = Object.fromEntries(
  Array.from({ length: COLLECTIONS }, (_, at) => [
    `notes-${at}/.meta.json`,
    { id: `notes-${at}`, name: `Notes ${at}`, schema: 'note' },
  ]),
);
const NOTE = { id: 'note', properties: { id: { field: 'id' }, title: { field: 'text' } } };
/** Another collection of the same schema, whose list needs no code that the first one has not loaded. */
const news: Files = {
  'news/.meta.json': { id: 'news', schema: 'blog', name: 'News' },
  'news/first.json': { id: 'first', title: 'First' },
};
const files: Files = { ...blog(POSTS), ...news, '.schemas/note.json': NOTE, ...notes };

const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test.use({ files });

/** Counts what matches a selector that each change of the page brings. */
const brought = (page: Page, selector: string) =>
  page.evaluateHandle((asked) => {
    const counts: number[] = [];
    const inside = (node: Node) =>
      node instanceof Element ? node.querySelectorAll(asked).length + Number(node.matches(asked)) : 0;
    new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
      counts.push(added.reduce((sum, node) => sum + inside(node), 0));
    }).observe(document.body, { childList: true, subtree: true });
    return counts;
  }, selector);

/** How many there are in all, and the most that came at once. */
const sums = (counts: readonly number[]) => ({
  all: counts.reduce((sum, count) => sum + count, 0),
  most: Math.max(...counts),
});

test('draws a dialog before its fields, and what many objects would become 25 rows at a time', async ({
  home: admin,
}) => {
  await admin.getByRole('link', { name: 'Blog' }).first().click();
  await admin.getByRole('checkbox', { name: 'Select all' }).click();
  const bar = admin.getByRole('region', { name: 'Selected rows' });
  await expect(bar).toContainText('240 posts selected');
  const opened = await brought(admin, '[role=dialog], [role=dialog] input');
  await bar.getByRole('button', { name: 'Edit fields…' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Edit fields of 240 posts' });
  await dialog.getByRole('combobox', { name: 'Field 1', exact: true }).click();
  // The dialog alone; a lock of the page behind it would have all styles made again.
  expect((await opened.jsonValue()).find((count) => count > 0)).toBe(1);
  await expect(admin.locator('body[data-scroll-locked]')).toHaveCount(0);
  await admin.getByRole('option', { name: 'Featured', exact: true }).click();
  await dialog.getByRole('combobox', { name: 'Action for Featured', exact: true }).click();
  await admin.getByRole('option', { name: 'Toggle', exact: true }).click();
  const rows = await brought(admin, '[role=dialog] tbody tr');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.locator('tbody tr')).toHaveCount(200);
  expect(sums(await rows.jsonValue())).toEqual({ all: 200, most: 25 });
});

test('draws the cards of Home some at a time, and what is below the first of them later', async ({
  home: admin,
}) => {
  const cards = admin.getByRole('main').locator('a.card-link');
  await expect(cards).toHaveCount(COLLECTIONS + 2);
  await follow(admin, '/admin/c/blog');
  const counts = await brought(admin, 'main a.card-link');
  const parts = await brought(admin, 'main h2');
  await follow(admin, '/admin/');
  await expect(cards).toHaveCount(COLLECTIONS + 2);
  await expect(admin.getByRole('heading', { name: 'Commands for your site' })).toBeAttached();
  expect(sums(await counts.jsonValue())).toEqual({ all: COLLECTIONS + 2, most: 12 });
  expect(sums(await parts.jsonValue()).most).toBeLessThan(3);
});

test('draws the places and tags of Media 20 at a time, and says which are chosen', async ({
  home: admin,
  site,
}) => {
  const photo = { name: 'dot.png', mime: 'image/png', size: DOT.length };
  const picture = (at: number): Files => ({
    [`walls-${at}/.meta.json`]: { id: `walls-${at}`, name: `Wall ${at}`, schema: 'picture' },
    [`walls-${at}/a.json`]: { id: 'a', title: `A ${at}`, photo: { ...photo, tags: [`Tag ${at}`] } },
    [`walls-${at}/a/photo/dot.png`]: DOT,
  });
  await site.write({
    '.schemas/picture.json': { id: 'picture', properties: { photo: { field: 'image', label: 'Photo' } } },
    ...Object.assign({}, ...Array.from({ length: 50 }, (_, at) => picture(at))),
  });
  const places = admin.getByRole('navigation', { name: 'Places and tags' });
  const counts = await brought(admin, 'nav a[title="Photo"], nav a[title^="Tag "]');
  await follow(admin, '/admin/media');
  await expect(places.getByRole('link', { name: /^(Photo|Tag \d+) / })).toHaveCount(100);
  expect(sums(await counts.jsonValue())).toEqual({ all: 100, most: 40 });
  const chosen = places.locator('[aria-current=true]');
  await places.getByRole('link', { name: /^Wall 45 / }).click();
  await expect(chosen).toHaveText([/^Wall 45/, /^All tags/]);
  await places.getByRole('link', { name: /^Tag 45 / }).click();
  await expect(chosen).toHaveText([/^Wall 45/, /^Tag 45/]);
  await expect(admin).toHaveURL(/collection=walls-45&tag=Tag\+45$/);
});

test('draws the rows of a list after its frame, and shows no outline of what comes at once', async ({
  home: admin,
}) => {
  await admin.getByRole('link', { name: 'Blog' }).first().click();
  await expect(admin.getByRole('grid')).toBeVisible();
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await admin.route(/\/collections\/news\?/, async (route) => {
    await held;
    await route.continue();
  });
  const seen = await admin.evaluateHandle(() => {
    const outlines: string[] = [];
    /** Whether there are rows, for each change of the page that shows how many objects there are. */
    const rows: boolean[] = [];
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(node instanceof Element)) continue;
        for (const outline of [node, ...node.querySelectorAll('*')])
          if (outline.matches('[aria-busy=true]')) outlines.push(getComputedStyle(outline).visibility);
      }
      const heading = document.querySelector('main h1');
      if (heading?.textContent === 'News' && heading.nextElementSibling)
        rows.push(document.querySelector('main [role=grid]') !== null);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
    return { outlines, rows };
  });
  await admin.getByRole('navigation').getByRole('link', { name: 'News' }).click();
  await expect(admin.getByRole('heading', { name: 'News', level: 1 })).toBeVisible();
  await expect(admin.getByRole('status', { name: 'Loading' })).toHaveAttribute('data-shape', 'rows');
  answer();
  await expect(admin.getByRole('grid')).toBeVisible();
  const { outlines, rows } = await seen.jsonValue();
  expect(rows[0]).toBe(false);
  expect(new Set(outlines)).toEqual(new Set(['hidden']));
});
