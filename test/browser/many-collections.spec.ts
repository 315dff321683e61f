/** A folder of many collections: the work of the page grows with what is shown. */
import { expect, type Locator, type Page, test } from './plinth.ts';

const COUNT = 65;
const number = (at: number) => String(at + 1).padStart(2, '0');

test.use({
  files: {
    '.schemas/note.json': { id: 'note', properties: { id: { field: 'id' }, title: { field: 'text' } } },
    ...Object.fromEntries(
      Array.from({ length: COUNT }, (_, at) => [
        `part-${number(at)}/.meta.json`,
        { id: `part-${number(at)}`, name: `Part ${number(at)}`, schema: 'note' },
      ]),
    ),
  },
});

test('the palette shows some of many collections and says how many there are', async ({ home: admin }) => {
  const side = admin.getByRole('navigation', { name: 'Main' });
  await expect(side.getByRole('link', { name: 'Part 65' })).toBeAttached();
  await admin.keyboard.press('Control+k');
  const palette = admin.getByRole('dialog', { name: 'Go to' });
  const actions = (name: RegExp) => palette.locator('[data-action]').filter({ hasText: name });
  // The title of a group is drawn by its style.
  const title = (text: string) => palette.locator(`[style*="${text}"]`);
  await expect(title('Collections: 30 of 65')).toHaveCount(1);
  await expect(actions(/^Part \d\d$/)).toHaveCount(30);
  await palette.getByRole('textbox').fill('part 4');
  await expect(actions(/^Part 4\d$/)).toHaveCount(10);
  await expect(title('30 of')).toHaveCount(0);
  await palette.getByRole('textbox').fill('part 43');
  await expect(actions(/^Part 43$/)).toHaveCount(1);
  await admin.keyboard.press('Enter');
  await expect(admin).toHaveURL(/\/c\/part-43$/);
});

test('the side bar draws many collections some at a time, and follows their links itself', async ({
  home: admin,
}) => {
  const side = admin.getByRole('navigation', { name: 'Main' });
  const parts = side.locator('a[href^="/admin/c/part-"]');
  await expect(parts).toHaveCount(COUNT);
  const filter = side.getByRole('textbox', { name: 'Filter collections' });
  await filter.fill('part 01');
  await expect(parts).toHaveCount(1);
  // How many links to collections each change of the page brings; the bar has others, which come when they are needed.
  const brought = await side.evaluateHandle((bar) => {
    const counts: number[] = [];
    const isPart = 'a[href^="/admin/c/part-"]';
    const linksIn = (node: Node) =>
      node instanceof Element ? node.querySelectorAll(isPart).length + Number(node.matches(isPart)) : 0;
    new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
      counts.push(added.reduce((sum, node) => sum + linksIn(node), 0));
    }).observe(bar, { childList: true, subtree: true });
    return counts;
  });
  await filter.fill('');
  await expect(parts).toHaveCount(COUNT);
  const counts = await brought.jsonValue();
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(COUNT - 1);
  expect(Math.max(...counts)).toBeLessThanOrEqual(20);

  await admin.evaluate(() => {
    document.body.dataset.loaded = 'once';
  });
  const last = side.getByRole('link', { name: 'Part 65' });
  await last.focus();
  await admin.keyboard.press('Enter');
  await expect(admin).toHaveURL(/\/c\/part-65$/);
  await expect(side.locator('[aria-current=page]')).toHaveText(/Part 65/);
  await side.getByRole('link', { name: 'Home' }).click();
  await expect(admin).toHaveURL(/\/admin\/?$/);
  await expect(side.locator('[aria-current=page]')).toHaveText('Home');
  await expect(admin.locator('body')).toHaveAttribute('data-loaded', 'once');
  // A link to the page that is shown adds nothing to the history.
  await side.getByRole('link', { name: 'Home' }).click();
  await admin.goBack();
  await expect(last).toHaveAttribute('aria-current', 'page');
  const [tab] = await Promise.all([
    admin.context().waitForEvent('page'),
    last.click({ modifiers: ['ControlOrMeta'] }),
  ]);
  await tab.close();
});

test('the page Transfer shows some of many collections and finds the others', async ({ admin, site }) => {
  await admin.goto(`${site.url}/admin/transfer`);
  const rows = admin.getByRole('main').getByRole('row', { name: /^Part/ });
  await expect(rows).toHaveCount(50);
  await admin.getByRole('button', { name: 'Show more (15 left)' }).click();
  await expect(rows).toHaveCount(COUNT);
  const filter = admin.getByRole('main').getByRole('textbox', { name: 'Filter collections' });
  await filter.fill('part 64');
  await expect(rows).toHaveCount(1);
  await admin.getByRole('button', { name: 'Export Part 64' }).click();
  await expect(admin.getByRole('dialog', { name: /Part 64/ })).toBeVisible();
  await admin.keyboard.press('Escape');
  await filter.fill('nothing');
  await expect(admin.getByText('No matching collections').last()).toBeVisible();
});

test('the page of a schema shows some of many collections that use it', async ({ admin, site }) => {
  await admin.goto(`${site.url}/admin/schemas/note`);
  const links = admin.getByRole('main').getByRole('link', { name: /^Part \d\d$/ });
  await expect(links).toHaveCount(50);
  await admin.getByRole('button', { name: 'Show more (15 left)' }).click();
  await expect(links).toHaveCount(COUNT);
});

for (const [name, path, item] of [
  ['Schemas', 'schemas', 'a[href^="/admin/schemas/kind-"]'],
  ['API', 'api', 'h3'],
] as const)
  test(`the page ${name} draws many some at a time`, async ({ admin, site }) => {
    const schemas = Array.from({ length: COUNT }, (_, at) => `kind-${number(at)}`);
    await site.write(
      Object.fromEntries(
        schemas.map((id) => [`.schemas/${id}.json`, { id, properties: { id: { field: 'id' } } }]),
      ),
    );
    // How many each change of the page brings.
    await admin.addInitScript((wanted) => {
      const brought: number[] = [];
      Object.assign(window, { brought });
      const found = (node: Node) =>
        node instanceof Element ? node.querySelectorAll(wanted).length + Number(node.matches(wanted)) : 0;
      new MutationObserver((changes) => {
        const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
        brought.push(added.reduce((sum, node) => sum + found(node), 0));
      }).observe(document, { childList: true, subtree: true });
    }, item);
    await admin.goto(`${site.url}/admin/${path}`);
    const items = admin.getByRole('main').locator(item);
    await expect.poll(() => items.count()).toBeGreaterThanOrEqual(COUNT);
    const counts = await admin.evaluate(() => Reflect.get(window, 'brought') as number[]);
    expect(Math.max(...counts)).toBeGreaterThan(0);
    // Two lists of slices of 20 begin at the same time.
    expect(Math.max(...counts)).toBeLessThanOrEqual(40);
  });

/** How many options of the lists of a page are drawn, opened or not. */
const drawn = (page: Page) => page.locator('[data-combobox-option]').count();

test('a choice of one collection lists some of many and finds the others', async ({ home: admin, site }) => {
  const options = admin.getByRole('option');
  const choice = admin.getByRole('main').getByRole('combobox', { name: 'Collection' });
  await expect(choice).toHaveValue('Part 01');
  expect(await drawn(admin)).toBe(51);
  await choice.click();
  await choice.fill('part 6');
  await expect(options).toHaveText(['Part 60', 'Part 61', 'Part 62', 'Part 63', 'Part 64', 'Part 65']);
  await options.filter({ hasText: 'Part 64' }).click();
  await expect(choice).toHaveValue('Part 64');
  await expect(admin.getByRole('tabpanel').getByRole('region').first()).toContainText('/part-64');
  // One that is not among the first is shown before them while it is chosen.
  await choice.click();
  await expect(options.first()).toHaveText('Part 64');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await expect(options.last()).toHaveText('15 more. Type to search.');
  await admin.keyboard.press('Escape');

  await admin.goto(`${site.url}/admin/search`);
  const within = admin.getByRole('main').getByRole('combobox', { name: 'Collection' });
  await within.click();
  await expect(options.last()).toHaveText('15 more. Type to search.');
  // A line to read: neither the mouse nor the keyboard chooses it.
  await expect(options.last()).toBeDisabled();
  await admin.keyboard.press('ArrowUp');
  await admin.keyboard.press('Enter');
  await expect(admin).toHaveURL(/collection=part-50/);
  // The page follows its address later, and then writes the name of what is chosen over what was typed before.
  const chosen = (name: string) => admin.getByRole('main').locator(`input[type=hidden][value="${name}"]`);
  await expect(chosen('part-50')).toBeAttached();
  await within.fill('part 65');
  await options.filter({ hasText: 'Part 65' }).click();
  await expect(admin).toHaveURL(/collection=part-65/);
  await expect(chosen('part-65')).toBeAttached();
  await within.fill('nothing');
  await expect(admin.getByText('No matching collections').last()).toBeVisible();
});

test('choices of several collections, of paths and of targets list some of many and find the others', async ({
  admin,
  site,
}) => {
  const more = admin.getByRole('option', { name: /^\d+ more\. Type to search\.$/ });
  const part = admin.getByRole('option', { name: 'Part 64' });
  const of = (name: string) => admin.getByRole('combobox', { name });
  const finds = async (choice: Locator, left: number, typed: string, found: Locator) => {
    await choice.click();
    await expect(more).toHaveText(`${left} more. Type to search.`);
    // With the line; other choices of the page have few.
    expect(await drawn(admin)).toBeLessThan(COUNT);
    await choice.fill(typed);
    await found.click();
    await admin.keyboard.press('Escape');
  };
  await admin.goto(`${site.url}/admin/activity`);
  await finds(of('Collection'), 15, 'part 64', part);
  await expect(admin).toHaveURL(/collection=part-64/);

  await admin.goto(`${site.url}/admin/utils/api-keys`);
  await admin.getByRole('button', { name: 'New key' }).click();
  const dialog = admin.getByRole('dialog', { name: 'New API key' });
  await finds(dialog.getByRole('combobox', { name: 'Collections' }), 15, 'part 64', part);
  await expect(dialog.getByText('Part 64')).toBeVisible();

  await admin.goto(`${site.url}/admin/c/automations`);
  await admin.getByRole('button', { name: 'New automation' }).click();
  await admin.getByRole('radio', { name: 'Limited access' }).click();
  await finds(of('Access to'), 18, 'part 64', part);

  await admin.goto(`${site.url}/admin/api?q=imports%20csv`);
  const main = admin.getByRole('main');
  await main.getByRole('button', { name: /^POST \/import\/collections\/\{collection\}\/csv/ }).click();
  await main.getByRole('tab', { name: 'Try it' }).click();
  const named = admin.getByRole('option', { name: 'part-64' });
  await finds(main.getByRole('combobox', { name: 'collection', exact: true }), 16, 'part-64', named);
  await expect(main.getByRole('region', { name: /curl/ })).toContainText('/import/collections/part-64/csv');
});

test.describe('of which many publish', () => {
  const draft = (id: string) => ({ id, title: id, draft: true });
  test.use({
    files: {
      '.schemas/note.json': {
        id: 'note',
        properties: { id: { field: 'id' }, title: { field: 'text' }, draft: { field: 'toggle' } },
      },
      ...Object.fromEntries(
        Array.from({ length: COUNT }, (_, at) => [
          `part-${number(at)}/.meta.json`,
          { id: `part-${number(at)}`, name: `Part ${number(at)}`, schema: 'note' },
        ]),
      ),
      ...Object.fromEntries(
        Array.from({ length: 30 }, (_, at) => [`part-07/draft-${at}.json`, draft(`draft-${at}`)]),
      ),
    },
  });

  test('home links to all drafts of the collections whose drafts it lists', async ({ home: admin }) => {
    await admin.getByText('Writing', { exact: true }).click();
    const drafts = admin.getByRole('region', { name: 'Drafts' });
    await expect(drafts.getByRole('link', { name: /^All drafts in/ })).toHaveText(['All drafts in Part 07']);
  });
});
