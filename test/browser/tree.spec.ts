import process from 'node:process';
import { problems } from './axe.ts';
import { expect, type Files, type Page, test } from './plinth.ts';

const page = (id: string, title: string, rest: object = {}) => ({
  [`pages/${id}.json`]: { id, title, ...rest },
});
const files: Files = {
  '.schemas/page.json': {
    id: 'page',
    properties: {
      id: { type: 'slug', field: 'id', label: 'ID' },
      title: { type: 'string', field: 'text', label: 'Title' },
      parent: {
        ...{ type: 'string', field: 'select', label: 'Parent' },
        settings: { relationalOptions: { collection: 'pages', value: 'id', label: 'title' } },
      },
      order: { type: 'number', field: 'number', label: 'Order' },
    },
    index: ['id', 'title', 'parent', 'order'],
  },
  'pages/.meta.json': {
    ...{ id: 'pages', schema: 'page', name: 'Pages', labelPlural: 'Pages', labelSingular: 'Page' },
    ...{ manualOrder: 'order', sortBy: 'order' },
  },
  ...page('home', 'Home', { order: 10 }),
  ...page('about', 'About us', { order: 20 }),
  ...page('jobs', 'Jobs', { order: 10, parent: 'about' }),
  ...page('team', 'Team', { order: 20, parent: 'about' }),
  ...page('cook', 'Cook', { parent: 'jobs' }),
  ...page('contact', 'Contact', { order: 30 }),
  ...page('round', 'Round', { order: 40, parent: 'about-round' }),
  ...page('about-round', 'About round', { order: 50, parent: 'round' }),
  ...page('lost', 'Lost', { order: 60, parent: 'gone' }),
};

test.use({ files });

const tree = (admin: Page) => admin.getByRole('treegrid', { name: 'Pages' });
const row = (admin: Page, title: string) =>
  tree(admin)
    .getByRole('row')
    .filter({ has: admin.getByRole('link', { name: title, exact: true }) });
/** Titles as they are shown, with a dot for each level below the top. */
const shown = (admin: Page) =>
  tree(admin)
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((one) => `${'.'.repeat(Number(one.ariaLevel) - 1)}${one.querySelector('a')?.textContent}`),
    );

test('objects with a parent are a tree: opened, moved, undone and added to by keys, menu and mouse', async ({
  admin,
  site,
}) => {
  const read = async (id: string) => (await site.read(`pages/${id}.json`)) ?? {};
  await admin.goto(`${site.url}/admin/c/pages`);
  await admin.getByRole('button', { name: 'Collection', exact: true }).click();
  await admin.getByRole('menuitem', { name: 'Collection settings…' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Settings of “Pages”' });
  // A dialog that is still opening moves the focus, which closes a list that is open by then.
  const parent = admin.getByRole('option', { name: 'Parent' });
  await expect(async () => {
    await dialog.getByRole('combobox', { name: 'Tree by' }).click();
    await expect(parent).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await parent.click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  expect(await site.read('pages/.meta.json')).toMatchObject({ tree: 'parent' });

  // The top level first; what another program has put in a circle is there as well, and named.
  await expect
    .poll(() => shown(admin))
    .toEqual(['Home', 'About us', 'Contact', 'Round', 'About round', 'Lost']);
  await expect(row(admin, 'Round')).toContainText('It is below itself');
  await expect(row(admin, 'About us')).toHaveAttribute('aria-expanded', 'false');
  await expect(row(admin, 'About us')).toContainText('2 objects below');
  const keys = async (...names: string[]) => {
    for (const name of names) await tree(admin).press(name);
  };
  await keys('Home', 'ArrowDown', 'ArrowRight', 'ArrowRight');
  await expect
    .poll(() => shown(admin))
    .toEqual(['Home', 'About us', '.Jobs', '.Team', 'Contact', 'Round', 'About round', 'Lost']);
  await keys('ArrowRight', 'ArrowRight');
  await expect(row(admin, 'Cook')).toHaveAttribute('aria-level', '3');
  await expect(row(admin, 'Cook')).toHaveAttribute('data-active', 'true');
  expect(await problems(admin)).toEqual([]);
  if (process.env.PLINTH_SHOTS) await admin.screenshot({ path: `${process.env.PLINTH_SHOTS}/tree.png` });
  await keys('ArrowLeft', 'ArrowLeft', 'ArrowDown');
  await expect(row(admin, 'Team')).toHaveAttribute('data-active', 'true');

  // Among its siblings, into the one before, and out of it again; the keyboard stays on the object.
  await keys('Alt+Shift+ArrowUp');
  await expect
    .poll(() => shown(admin))
    .toEqual(['Home', 'About us', '.Team', '.Jobs', 'Contact', 'Round', 'About round', 'Lost']);
  expect(await read('team')).toMatchObject({ parent: 'about', order: 0 });
  await expect(row(admin, 'Team')).toHaveAttribute('data-active', 'true');
  await keys('Alt+Shift+ArrowLeft');
  await expect
    .poll(() => shown(admin))
    .toEqual(['Home', 'About us', '.Jobs', 'Team', 'Contact', 'Round', 'About round', 'Lost']);
  expect((await read('team')).parent ?? '').toBe('');
  expect((await read('team')).order).toBe(25);
  await keys('ControlOrMeta+z');
  await expect
    .poll(() => shown(admin))
    .toEqual(['Home', 'About us', '.Team', '.Jobs', 'Contact', 'Round', 'About round', 'Lost']);
  await row(admin, 'Contact').getByRole('button', { name: 'Actions for Contact' }).click();
  await admin.getByRole('menuitem', { name: 'Move into “About us”' }).click();
  await expect
    .poll(() => shown(admin))
    .toEqual(['Home', 'About us', '.Team', '.Jobs', '.Contact', 'Round', 'About round', 'Lost']);
  await admin.getByRole('alert').getByRole('button', { name: 'Undo' }).last().click();
  await expect
    .poll(() => shown(admin))
    .toEqual(['Home', 'About us', '.Team', '.Jobs', 'Contact', 'Round', 'About round', 'Lost']);
  expect(await read('contact')).toMatchObject({ order: 30 });

  // By mouse into another one; never into itself or below.
  const drag = async (title: string, onto: string) => {
    await row(admin, title).hover();
    await row(admin, title)
      .getByRole('button', { name: `Move ${title}` })
      .hover();
    await admin.mouse.down();
    const box = await row(admin, onto).boundingBox();
    if (box === null) throw new Error('The row is not in view');
    await admin.mouse.move(box.x + 200, box.y + box.height / 2 + 8, { steps: 3 });
    await admin.mouse.move(box.x + 200, box.y + box.height / 2, { steps: 2 });
  };
  await drag('About us', 'Jobs');
  await expect(admin.locator('[data-drop]')).toHaveCount(0);
  await admin.mouse.up();
  await drag('Home', 'Jobs');
  await expect(row(admin, 'Jobs')).toHaveAttribute('data-drop', 'into');
  if (process.env.PLINTH_SHOTS) await admin.screenshot({ path: `${process.env.PLINTH_SHOTS}/tree-drag.png` });
  await admin.mouse.up();
  await expect
    .poll(() => shown(admin))
    .toEqual(['About us', '.Team', '.Jobs', '..Cook', '..Home', 'Contact', 'Round', 'About round', 'Lost']);
  expect((await read('home')).parent).toBe('jobs');

  // By keys at its handle: each row and each gap is a place.
  const says = (text: string) => expect(admin.getByTestId('announcer')).toContainText(text);
  await row(admin, 'Contact').getByRole('button', { name: 'Move Contact' }).focus();
  await admin.keyboard.press('Space');
  await says('“Contact” is picked up.');
  await admin.keyboard.press('ArrowUp');
  await says('After “Home”.');
  await admin.keyboard.press('ArrowUp');
  await says('Into “Home”.');
  await expect(row(admin, 'Home')).toHaveAttribute('data-drop', 'into');
  await admin.keyboard.press('Escape');
  await says('“Contact” stays where it was.');
  await admin.keyboard.press('Space');
  await says('“Contact” is picked up.');
  await admin.keyboard.press('ArrowDown');
  await says('Before “Round”.');
  await admin.keyboard.press('ArrowDown');
  await says('Into “Round”.');
  await admin.keyboard.press('Space');
  await expect.poll(async () => (await read('contact')).parent).toBe('round');
  await admin.keyboard.press('ControlOrMeta+z');
  await expect.poll(async () => (await read('contact')).parent ?? '').toBe('');

  // Another program gives it another parent just before the move: theirs is kept.
  await admin.route('**/api/collections/pages/team/move', async (route) => {
    await site.write({ 'pages/team.json': { ...(await read('team')), parent: 'contact' } });
    await route.continue();
  });
  await row(admin, 'Team').getByRole('button', { name: 'Actions for Team' }).click();
  await admin.getByRole('menuitem', { name: 'Move out of “About us”' }).click();
  await expect(admin.getByText('The tree was changed elsewhere. The list shows it.')).toBeVisible();
  await admin.unroute('**/api/collections/pages/team/move');
  await expect.poll(() => shown(admin)).not.toContain('.Team');
  expect((await read('team')).parent).toBe('contact');

  // At the top one without its parent keeps it in another place: the parent may come back.
  await row(admin, 'Lost').getByRole('button', { name: 'Actions for Lost' }).click();
  await admin.getByRole('menuitem', { name: 'Move up' }).click();
  await expect.poll(async () => (await read('lost')).order).toBe(45);
  expect((await read('lost')).parent).toBe('gone');

  // A new one below: its parent is chosen, and the way to it is above the form.
  await row(admin, 'Jobs').getByRole('button', { name: 'Actions for Jobs' }).click();
  await admin.getByRole('menuitem', { name: 'New object below' }).click();
  const crumbs = admin.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(crumbs.getByRole('link')).toHaveText(['Pages', 'About us', 'Jobs']);
  await admin.getByRole('textbox', { name: 'Title' }).fill('Baker');
  await admin.keyboard.press('ControlOrMeta+s');
  await expect.poll(async () => (await read('baker')).parent).toBe('jobs');
  await crumbs.getByRole('link', { name: 'About us' }).click();
  await expect(admin.getByRole('textbox', { name: 'Title' })).toHaveValue('About us');

  // A parent that is below it is rejected at the field.
  await admin.getByRole('combobox', { name: 'Parent' }).fill('Cook');
  await admin.getByRole('option', { name: 'Cook' }).click();
  await admin.keyboard.press('ControlOrMeta+s');
  await expect(admin.getByText(/must not be below the object itself/).first()).toBeVisible();
  expect((await read('about')).parent ?? '').toBe('');
});
