/** Problems of the content in the admin: counted, listed, solved in place or by a link, and followed as they change. */
import type { Page } from 'playwright/test';
import { jpeg } from '../fixtures/pictures.ts';
import { allProblems, problemsInBothThemes } from './axe.ts';
import { expect, type Files, test } from './plinth.ts';

const picture = await jpeg();
const LONG = 'The-old-lighthouse-above-the-harbour-in-the-evening-after-the-storm';

const files: Files = {
  '.schemas/walk.json': {
    id: 'walk',
    properties: {
      id: { field: 'id' },
      title: { field: 'text', type: 'string', label: 'Title', maxLength: 80 },
      near: {
        field: 'select',
        label: 'Near',
        settings: { relationalOptions: { collection: 'walks', label: 'title' } },
      },
      photo: { field: 'image', label: 'Photo' },
      body: { field: 'styledtext', label: 'Text' },
    },
    required: ['id', 'title'],
    index: ['id', 'title', 'near'],
  },
  'walks/.meta.json': { id: 'walks', schema: 'walk', name: 'Walks' },
  'walks/bridge.json': { id: 'bridge', title: 'Bridge', near: 'gone' },
  'walks/lake.json': { id: 'lake', title: 'Lake', photo: { name: 'lake.jpg', mime: 'image/jpeg', size: 70 } },
  'walks/lake/photo/lake.jpg': picture,
  'walks/lake/photo/old.jpg': picture,
  'walks/light.json': {
    id: 'light',
    title: LONG,
    photo: { name: `${LONG}.jpg`, mime: 'image/jpeg', size: 7_000_000, width: 6400, height: 4800 },
  },
  [`walks/light/photo/${LONG}.jpg`]: picture,
  'walks/pier.json': {
    id: 'pier',
    title: 'Pier',
    body: '<p>Out to sea <img src="https://example.org/pier.jpg"></p>',
  },
  'walks/untitled.json': { id: 'untitled', title: '' },
  'walks/torn.json': '{"id":"to',
  "walks/bridge (Ada's conflicted copy 2026-11-22).json": { id: 'bridge', title: 'Another bridge' },
};
for (let n = 1; n <= 55; n += 1) {
  files[`walks/lost-${n}.json`] = { id: `lost-${n}`, title: `Lost ${n}`, near: 'nowhere' };
}
test.use({ files });

const shots = process.env.PLINTH_SHOTS;
async function shot(page: Page, name: string): Promise<void> {
  if (!shots) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${shots}/health-${name}-${colorScheme}.png`, fullPage: true });
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: `${shots}/health-${name}-narrow.png`, fullPage: true });
  await page.setViewportSize({ width: 1280, height: 800 });
}

test('problems are counted and listed by kind, and a list is solved with the keyboard', async ({
  home: admin,
  site,
}) => {
  test.slow();
  await admin.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Health' }).click();
  const kinds = admin.getByRole('navigation', { name: 'Kinds of problems' });
  const main = admin.getByRole('main');
  for (const name of ['Damaged files 1', 'Conflicts 1', 'Invalid objects 1', 'Broken links 56']) {
    await expect(kinds.getByRole('link', { name })).toBeVisible();
  }
  await expect(main.getByRole('heading', { name: 'Damaged files' })).toBeVisible();
  const found: string[] = [];
  for (const name of ['Damaged files', 'Conflicts', 'Invalid objects', 'Broken links', 'Very large images']) {
    await kinds.getByRole('link', { name }).click();
    await expect(main.getByRole('heading', { name })).toBeVisible();
    await expect(main.getByRole('listitem').last()).toBeVisible();
    for (const problem of await problemsInBothThemes(admin, allProblems)) found.push(`${name}: ${problem}`);
    await shot(admin, name.replaceAll(' ', '-').toLowerCase());
  }
  await kinds.getByRole('link', { name: 'Broken links' }).click();
  await expect(main.getByText('Near: “gone” does not exist in Walks.')).toBeVisible();
  await expect(main.getByText('Near: “nowhere” does not exist in Walks.')).toHaveCount(49);
  await main.getByRole('button', { name: 'Show more (6 left)' }).click();
  await expect(main.getByText('Near: “nowhere” does not exist in Walks.')).toHaveCount(55);

  await kinds.getByRole('link', { name: 'Missing alternative text 3' }).click();
  const first = main.getByRole('textbox', { name: 'Alternative text of lake.jpg' });
  await first.fill('A lake');
  for (const problem of await problemsInBothThemes(admin, allProblems)) found.push(`alt: ${problem}`);
  await shot(admin, 'alt');
  await first.press('Enter');
  const second = main.getByRole('textbox', { name: `Alternative text of ${LONG}.jpg` });
  await expect(second).toBeFocused();
  await expect(first).toHaveCount(0);
  await expect(second).toBeFocused();
  await second.fill('A lighthouse');
  await second.press('Enter');
  // The image of a text is described there, or called decorative.
  await expect(second).toHaveCount(0);
  await expect(main.getByText('Text: 1 image without alternative text')).toBeVisible();
  await main.getByRole('link', { name: 'Pier' }).click();
  await main.getByRole('button', { name: '1 image without alternative text' }).press('Enter');
  const decorative = admin.getByRole('checkbox', { name: /^Decorative/ });
  await expect(decorative).not.toBeChecked();
  await decorative.press('Space');
  await expect(admin.getByRole('dialog').getByLabel('Alternative text')).toBeDisabled();
  for (const problem of await problemsInBothThemes(admin, allProblems)) found.push(`text: ${problem}`);
  await admin.getByRole('button', { name: 'Apply' }).press('Enter');
  await expect(main.getByRole('button', { name: /without alternative text/ })).toHaveCount(0);
  await admin.keyboard.press('ControlOrMeta+s');
  await expect.poll(async () => (await site.read('walks/pier.json'))?.body).toContain('alt=""');
  await admin.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Health' }).click();
  await kinds.getByRole('link', { name: 'Missing alternative text none' }).click();
  await expect(main.getByText('All images have alternative text')).toBeVisible();
  await expect(kinds.getByRole('link', { name: 'Missing alternative text none' })).toBeVisible();
  expect((await site.read('walks/lake.json'))?.photo).toMatchObject({ alt: 'A lake' });
  expect(found.join('\n\n')).toBe('');
});

test('unused files are moved to the trash, and brought back', async ({ home: admin, site }) => {
  await admin.goto(`${site.url}/admin/health?kind=unused`);
  const main = admin.getByRole('main');
  await main.getByRole('checkbox', { name: 'Select old.jpg' }).check();
  await shot(admin, 'unused');
  expect((await problemsInBothThemes(admin, allProblems)).join('\n\n')).toBe('');
  await main.getByRole('button', { name: 'Move 1 file to trash' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Move to trash' }).click();
  await expect(main.getByText('No unused files')).toBeVisible();
  await admin.getByRole('button', { name: 'Undo' }).click();
  await expect(main.getByRole('checkbox', { name: 'Select old.jpg' })).toBeVisible();
});

test('lists follow changes by other programs, and lead to what solves a problem', async ({
  home: admin,
  site,
}) => {
  await admin.goto(`${site.url}/admin/health?kind=invalid`);
  const main = admin.getByRole('main');
  await expect(main.getByRole('link', { name: 'untitled' })).toBeVisible();
  await site.write({ 'walks/untitled.json': { id: 'untitled', title: 'Titled' } });
  await expect(main.getByText('No invalid objects')).toBeVisible();
  await site.write({ 'walks/second.json': { id: 'second', title: '' } });
  await main.getByRole('link', { name: 'second', exact: true }).click();
  await expect(admin.getByRole('textbox', { name: 'Title' })).toBeVisible();
  await admin.goto(`${site.url}/admin/health?kind=conflicts`);
  await main.getByRole('link', { name: 'Compare versions' }).click();
  await expect(admin.getByText('Another bridge').first()).toBeVisible();
});

test('kinds are shown while others are looked for, with how far that is, until the page is left', async ({
  home: admin,
  site,
}) => {
  const { health, store } = site.opened;
  const signals: (AbortSignal | undefined)[] = [];
  const problems = health.problems.bind(health);
  health.problems = (kind, looking) => {
    if (kind === 'unused') signals.push(looking?.signal);
    return problems(kind, looking);
  };
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const list = store.files.list.bind(store.files);
  let looked = 0;
  store.files.list = async (...given) => {
    looked += 1;
    // The first object takes so long that others have their turn, the second one waits.
    const end = performance.now() + 10;
    while (looked === 1 && performance.now() < end);
    if (looked > 1) await gate;
    return list(...given);
  };
  await admin.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Health' }).click();
  const kinds = admin.getByRole('navigation', { name: 'Kinds of problems' });
  const main = admin.getByRole('main');
  await expect(kinds.getByRole('link', { name: 'Broken links 56' })).toBeVisible();
  await expect(kinds.getByRole('link', { name: 'Unused files', exact: true })).toBeVisible();
  await expect(main.getByText(/^Reading the folders of objects: \d of 60$/)).toBeVisible();
  await expect(main.getByRole('progressbar', { name: 'Reading the folders of objects' })).toBeVisible();
  await expect(main.getByRole('heading', { name: 'Damaged files' })).toBeVisible();
  expect((await problemsInBothThemes(admin, allProblems)).join('\n\n')).toBe('');
  await shot(admin, 'counting');
  await admin.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Walks' }).click();
  await expect.poll(() => signals.at(-1)?.aborted).toBe(true);
  const before = looked;
  letGo();
  await admin.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Health' }).click();
  await expect(kinds.getByRole('link', { name: 'Unused files 1' })).toBeVisible();
  await expect(main.getByRole('progressbar')).toHaveCount(0);
  // All were looked at once more: the look that was left had ended.
  expect(looked).toBe(before + 60);
});
