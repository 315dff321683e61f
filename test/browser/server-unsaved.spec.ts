/** Unsaved changes on the server: other browsers find them, and a server or browser that is killed costs no text. */
import { problems } from './axe.ts';
import { change } from './change.ts';
import { fileOf, formOf, shortWalks, walk } from './editor-content.ts';
import { leaveAdmin } from './kept-page.ts';
import { expect, type Page, test } from './plinth.ts';

test.use({ files: shortWalks(['phone'], [walk, { ...walk, id: 'hill-walk', title: 'Hill walk' }]) });

const field = (page: Page, name: string) => page.locator(`#field-${name}`);
const state = (page: Page) => page.getByTestId('save-state');

/** The unsaved changes the server keeps, with their values. */
const unsavedOf = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const { unsaved } = await (await fetch('/api/unsaved')).json();
    const read = async ({ id }: { id: string }) => (await fetch(`/api/unsaved/${id}`)).json();
    return JSON.stringify(await Promise.all(unsaved.map(read)));
  });

/** Gives another browser the session of a page. */
async function giveSession(page: Page, other: Page): Promise<void> {
  await other.context().addCookies(await page.context().cookies());
}

test.beforeEach(async ({ admin, site }) => {
  await admin.goto(site.url + formOf('river-walk'));
  await expect(field(admin, 'title')).toHaveValue('River walk');
});

test('another browser shows the text that is being typed, and takes a copy', async ({
  admin,
  site,
  other: page,
}) => {
  await giveSession(admin, page);
  await field(admin, 'title').fill('Typed in the first browser');
  await expect.poll(() => unsavedOf(admin)).toContain('first browser');
  await page.goto(site.url + formOf('river-walk'));
  await expect(page.getByText('You are editing this object in another window')).toBeVisible();
  await expect(page.getByText(/You have this open in another window/)).toBeVisible();
  await page.getByRole('button', { name: /^Copy changes here/ }).click();
  await expect(field(page, 'title')).toHaveValue('Typed in the first browser');

  // Both go on typing, and neither replaces the text of the other.
  await field(page, 'title').fill('Second browser');
  await field(admin, 'title').fill('First browser, still');
  await expect.poll(() => unsavedOf(admin)).toMatch(/Second browser.*still|still.*Second browser/);
  await expect(field(page, 'title')).toHaveValue('Second browser');
  await expect(field(admin, 'title')).toHaveValue('First browser, still');
});

test('a list shows who has an object open, as it changes', async ({ admin, site, other: page }) => {
  await giveSession(admin, page);
  await page.goto(`${site.url}/admin/c/walks`);
  const row = (title: string) => page.getByRole('row', { name: new RegExp(title) });
  const mark = (title: string) => row(title).getByRole('img', { name: /another window/ });
  await expect(mark('River walk')).toBeVisible();
  await expect(mark('Hill walk')).toHaveCount(0);
  await admin.goto(`${site.url}${formOf('hill-walk')}`);
  await expect(mark('Hill walk')).toBeVisible();
  await expect(mark('River walk')).toHaveCount(0);
  expect(await problems(page)).toEqual([]);
});

test('a browser that is gone leaves its text to another one', async ({ admin, site, other: page }) => {
  await field(admin, 'title').fill('Left behind');
  await expect.poll(() => unsavedOf(admin)).toContain('Left behind');
  await giveSession(admin, page);
  await leaveAdmin(admin);
  await page.goto(site.url + formOf('river-walk'));
  await page.getByRole('button', { name: /^Restore/ }).click();
  await expect(field(page, 'title')).toHaveValue('Left behind');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(state(page)).toHaveText(/^Saved \d/);
  await expect.poll(() => unsavedOf(page)).toBe('[]');
});

test('a browser whose last messages are lost leaves its text to another one at once', async ({
  admin,
  site,
  other: page,
}) => {
  await field(admin, 'title').fill('Cut off');
  await expect.poll(() => unsavedOf(admin)).toContain('Cut off');
  await giveSession(admin, page);
  await page.goto(site.url + formOf('river-walk'));
  await expect(page.getByRole('button', { name: /^Copy changes here/ })).toBeVisible();
  await admin.route('**/api/presence/*', (route) => route.abort());
  await leaveAdmin(admin);
  await page.getByRole('button', { name: /^Restore/ }).click();
  await expect(field(page, 'title')).toHaveValue('Cut off');
});

test('unsaved changes of a deleted object are copied from Home to a new object, and another restored with its object', async ({
  admin,
  site,
}) => {
  const row = (title: string) => admin.getByRole('listitem').filter({ hasText: title });
  for (const id of ['river-walk', 'hill-walk']) {
    await admin.goto(site.url + formOf(id));
    await field(admin, 'title').fill(`Half of ${id}`);
    await expect.poll(() => unsavedOf(admin)).toContain(`Half of ${id}`);
    await leaveAdmin(admin);
  }
  await admin.goto(`${site.url}/admin/`);
  await expect(admin.getByRole('region', { name: 'Continue writing' }).getByRole('listitem')).toHaveCount(2);
  expect(await problems(admin)).toEqual([]);
  for (const id of ['river-walk', 'hill-walk']) {
    await change(admin, site.url, 'DELETE', `/collections/walks/${id}`);
  }
  await admin.reload();
  await expect(row('Half of river-walk')).toContainText('The object was deleted');
  await row('Half of river-walk')
    .getByRole('button', { name: /^Copy to new object/ })
    .click();
  await expect(admin).toHaveURL(/walks\/new$/);
  await expect(field(admin, 'title')).toHaveValue('Half of river-walk');
  await admin.keyboard.press('ControlOrMeta+s');
  await expect(state(admin)).toHaveText(/^Saved \d/);
  await admin.goto(`${site.url}/admin/`);
  await expect(row('Half of river-walk')).toHaveCount(0);
  await row('Half of hill-walk')
    .getByRole('button', { name: /^Restore object/ })
    .click();
  await expect(field(admin, 'title')).toHaveValue('Hill walk');
  await admin.getByRole('button', { name: /^Restore/ }).click();
  await expect(field(admin, 'title')).toHaveValue('Half of hill-walk');
  await admin.keyboard.press('ControlOrMeta+s');
  await expect.poll(async () => (await site.read(fileOf('hill-walk')))?.title).toBe('Half of hill-walk');
  await expect.poll(() => unsavedOf(admin)).toBe('[]');
});

const OTHER_FORMS = [
  {
    form: 'a schema',
    path: '/admin/schemas/walk/edit',
    type: async (page: Page, text: string) => {
      await page.getByRole('radiogroup', { name: 'Editor view' }).getByText('JSON').click();
      await page
        .getByRole('textbox', { name: 'Schema document' })
        .fill(`{ "id": "walk", "description": "${text}`);
    },
    shown: async (page: Page, text: string) => {
      await page.getByRole('radiogroup', { name: 'Editor view' }).getByText('JSON').click();
      await expect(page.getByRole('textbox', { name: 'Schema document' })).toContainText(text);
    },
  },
  {
    form: 'settings of a collection',
    path: '/admin/c/walks',
    open: async (page: Page) => {
      await page.getByRole('button', { name: 'Collection', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Collection settings…' }).click();
    },
    type: (page: Page, text: string) =>
      page.getByRole('textbox', { name: 'Description', exact: true }).first().fill(text),
    shown: (page: Page, text: string) =>
      expect(page.getByRole('textbox', { name: 'Description', exact: true }).first()).toHaveValue(text),
  },
  {
    form: 'settings of the folder',
    path: '/admin/settings',
    type: (page: Page, text: string) => page.getByRole('textbox', { name: 'Title' }).fill(text),
    shown: (page: Page, text: string) =>
      expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(text),
  },
];

for (const { form, path, open, type, shown } of OTHER_FORMS) {
  test(`${form}: another browser finds what was typed, in the form and on Home`, async ({
    admin,
    site,
    other: page,
  }) => {
    await giveSession(admin, page);
    await admin.goto(site.url + path);
    await open?.(admin);
    await type(admin, 'Half a thought');
    await expect.poll(() => unsavedOf(admin)).toContain('Half a thought');
    await page.goto(site.url + path);
    await open?.(page);
    await expect(page.getByRole('button', { name: /^Copy changes here/ })).toBeVisible();
    await leaveAdmin(admin);
    await page.getByRole('button', { name: /^Restore/ }).click();
    await shown(page, 'Half a thought');
    await expect(page.getByRole('button', { name: /^(Restore|Discard:)/ })).toHaveCount(0);
    await leaveAdmin(page);
    await page.goto(`${site.url}/admin/`);
    // A page that is left at once sends nothing more of what it has taken up.
    let isLeft = true;
    await page.route(
      (url) => url.pathname.startsWith('/api/unsaved/'),
      (route) => (isLeft && route.request().method() === 'DELETE' ? route.abort() : route.continue()),
    );
    await page.getByRole('region', { name: 'Continue writing' }).getByRole('link').click();
    await shown(page, 'Half a thought');
    await page.goto(`${site.url}/admin/`);
    isLeft = false;
    const discard = page.getByRole('button', { name: /^Discard unsaved changes/ });
    await expect(discard).toHaveCount(1);
    await discard.click();
    await expect.poll(() => unsavedOf(page)).toBe('[]');
    await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => unsavedOf(page)).toContain('Half a thought');
  });
}

test('typing without a pause is kept while it goes on', async ({ admin }) => {
  await field(admin, 'title').fill('');
  const typing = field(admin, 'title').pressSequentially('word '.repeat(10), { delay: 60 });
  let kept = '';
  await expect
    .poll(async () => {
      kept = await unsavedOf(admin);
      return kept;
    })
    .toContain('word word');
  await typing;
  expect(kept).not.toContain('word '.repeat(10));
  await expect.poll(() => unsavedOf(admin)).toContain('word '.repeat(10).trim());
});

test('what is typed while the server does not answer stays in the browser, and is sent when it does', async ({
  admin,
}) => {
  test.slow();
  await admin.route('**/api/unsaved/*', (route) => route.abort());
  await field(admin, 'title').fill('Typed offline');
  await expect.poll(() => admin.evaluate(() => JSON.stringify(localStorage))).toContain('Typed offline');
  await admin.unroute('**/api/unsaved/*');
  // On a busy machine several tries have failed by now, and the pause before the next one is as long as 30 seconds.
  await expect.poll(() => unsavedOf(admin), { timeout: 60_000 }).toContain('Typed offline');
  await expect.poll(() => admin.evaluate(() => JSON.stringify(localStorage))).not.toContain('Typed offline');
});

test('what only the browser has kept is offered on return, and sent to the server', async ({
  admin,
  site,
}) => {
  await admin.route('**/api/unsaved/*', (route) => route.abort());
  await field(admin, 'title').fill('Typed offline');
  await expect.poll(() => admin.evaluate(() => JSON.stringify(localStorage))).toContain('Typed offline');
  await leaveAdmin(admin);
  await admin.unroute('**/api/unsaved/*');
  await admin.goto(site.url + formOf('river-walk'));
  await expect(admin.getByRole('button', { name: /^Restore/ })).toBeVisible();
  expect(await unsavedOf(admin)).toContain('Typed offline');
});

test('a full disk is reported, and typing and saving go on', async ({ admin, site }) => {
  await admin.route('**/api/unsaved/*', (route) =>
    route.fulfill({ status: 507, json: { error: { code: 507, message: 'The disk is full' } } }),
  );
  await field(admin, 'title').fill('No room');
  await expect(admin.getByText('Your unsaved changes are only kept in this browser')).toBeVisible();
  await expect(admin.getByText('The disk is full')).toBeVisible();
  expect(await admin.evaluate(() => JSON.stringify(localStorage))).toContain('No room');
  await admin.unroute('**/api/unsaved/*');
  await field(admin, 'title').fill('No room, more');
  await expect(admin.getByText('only kept in this browser')).toHaveCount(0);
  await admin.keyboard.press('ControlOrMeta+s');
  await expect(state(admin)).toHaveText(/^Saved \d/);
  expect((await site.read(fileOf('river-walk')))?.title).toBe('No room, more');
});

test('a server that starts again has the unsaved changes', async ({ admin, site }) => {
  await field(admin, 'title').fill('Before the restart');
  await field(admin, 'phone').fill('+44 5');
  await expect.poll(() => unsavedOf(admin)).toContain('+44 5');
  await leaveAdmin(admin);
  await site.restart();
  await admin.goto(site.link);
  await admin.goto(site.url + formOf('river-walk'));
  await admin.getByRole('button', { name: /^Restore/ }).click();
  await expect(field(admin, 'title')).toHaveValue('Before the restart');
  await expect(field(admin, 'phone')).toHaveValue('+44 5');
});

test('what was saved from elsewhere is discarded without a question', async ({ admin, site }) => {
  await field(admin, 'title').fill('The same words');
  await expect.poll(() => unsavedOf(admin)).toContain('The same words');
  await leaveAdmin(admin);
  await site.write({ [fileOf('river-walk')]: { ...walk, title: 'The same words' } });
  await admin.goto(site.url + formOf('river-walk'));
  await expect(field(admin, 'title')).toHaveValue('The same words');
  await expect.poll(() => unsavedOf(admin)).toBe('[]');
  await expect(admin.getByRole('button', { name: /^Restore/ })).toHaveCount(0);
});
