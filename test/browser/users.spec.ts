import { problems } from './axe.ts';
import { blog } from './content.ts';
import { eventId, events } from './events-content.ts';
import { expect, openManaged, type Page, test } from './plinth.ts';

const PASSWORD = 'correct horse battery';
/** The same at the least cost that counts, as other tests have it. */
const hash = '$scrypt$ln=14,r=8,p=1$cGxpbnRoLXRlc3Qtc2FsdA$xm3oOPZho9xSI/XPb9H5bgq+oo+0h8A+v+ZNtfdl43c';
const user = (id: number, name: string, role: string) => ({
  id: `${id}1111111-1111-4111-8111-111111111111`,
  name,
  email: null,
  role,
  hash,
  created: '2026-01-01T10:00:00.000Z',
  lastSignIn: null,
});

async function signIn(page: Page, name: string, password = PASSWORD): Promise<void> {
  await page.getByRole('textbox', { name: 'Name or email address' }).fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

test.use({ files: blog(3) });

test('an admin makes a user, who signs in, loses the session in the middle of a form and goes on', async ({
  page: admin,
  site,
  other: page,
}) => {
  // Two browsers, three sign-ins and four looks of axe are more than a crowded machine does in the usual time.
  test.slow();
  await site.trust();
  await admin.goto(site.link);
  await openManaged(admin, 'Users');
  await expect(admin.getByText('No other users')).toBeVisible();
  await admin.getByRole('button', { name: 'New user' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create user' }).click();
  await expect(dialog.getByText('must have at least 8 characters')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace');
  await dialog.getByRole('textbox', { name: 'Email address' }).fill('ada@example.org');
  await dialog.getByRole('button', { name: 'Generate' }).click();
  const password = dialog.getByRole('textbox', { name: 'Password' });
  await expect(password).toHaveValue(/^\w{5}(-\w{5}){3}$/);
  expect(await problems(admin)).toEqual([]);
  await password.fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Create user' }).click();
  await expect(dialog).toHaveCount(0);
  const row = admin.getByRole('row', { name: /Ada Lovelace/ });
  await expect(row).toContainText('Editor');
  await expect(row).toContainText('Never');

  await page.goto(`${site.url}/admin/c/blog/post-00001`);
  await expect(page.getByRole('heading', { name: 'Sign in to Plinth' })).toBeVisible();
  expect(await problems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Enter your password.')).toBeVisible();
  await signIn(page, 'ada@example.org', 'wrong password');
  await expect(page.getByRole('alert')).toContainText('Incorrect name or password');
  await signIn(page, 'ada@example.org');

  // Where somebody wanted to go is where they arrive, and what is typed outlives the session.
  const title = page.getByRole('textbox', { name: /^Title/ });
  await title.fill('Written by Ada');
  await admin.reload();
  const theirs = admin.getByRole('button', { name: /^End the session of Ada Lovelace/ });
  await theirs.click();
  await expect(theirs).toHaveCount(0);
  // With the changes that are kept meanwhile the dialog may be there already, over the button.
  await page.keyboard.press('Control+s');
  const again = page.getByRole('dialog', { name: 'Please sign in again' });
  await expect(again).toBeVisible();
  expect(await problems(page)).toEqual([]);
  await expect(again.getByRole('textbox', { name: 'Name or email address' })).toHaveValue('Ada Lovelace');
  await again.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(again).toHaveCount(0);
  await expect(title).toHaveValue('Written by Ada');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(async () => (await site.read('blog/post-00001.json'))?.title).toBe('Written by Ada');

  // Somebody else's password is set, one's own is changed.
  await page.getByRole('button', { name: 'Session' }).click();
  await page.getByRole('menuitem', { name: 'Your account' }).click();
  await page.getByLabel(/^Current password/).fill('wrong password');
  await page.getByLabel(/^New password/).fill('a better password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('is not your current password')).toBeVisible();
  await page.getByLabel(/^Current password/).fill(PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed.')).toBeVisible();
  expect(await problems(page)).toEqual([]);
  await page.setViewportSize({ width: 400, height: 800 });
  expect(await overflow(page)).toBeLessThanOrEqual(0);

  // Removed: signed out at once, and the name opens nothing any more.
  await admin.getByRole('button', { name: 'Actions for Ada Lovelace' }).click();
  await admin.getByRole('menuitem', { name: 'Remove user' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Remove user' }).click();
  await expect(admin.getByText('No other users')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in to Plinth' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Sign-in link' })).toBeVisible();
});

test.describe('with users', () => {
  const users = [user(1, 'Vera', 'viewer'), user(2, 'Edda', 'editor')];
  const planned = events(3, () => ({ state: 'idea', day: '2026-11-10' }));
  test.use({ files: { ...blog(3), ...planned, '.system/users.json': { users } } });

  test('read-only access moves nothing on a board or in a calendar, and opens no input in a table', async ({
    site,
    page,
  }) => {
    await site.trust();
    await page.goto(`${site.url}/admin/`);
    await signIn(page, 'Vera');
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    const before = await site.read(`events/${eventId(1)}.json`);
    const entry = page.getByRole('link', { name: 'Event 1', exact: true });

    await page.goto(`${site.url}/admin/c/events?layout=board`);
    await entry.press('Alt+Shift+ArrowRight');
    await expect(page.getByText('Open the object to suggest a change.')).toBeAttached();
    await entry.press('Shift+F10');
    await expect(page.getByRole('menuitem', { name: 'Open', exact: true })).toBeVisible();
    await expect(page.getByRole('menu').getByText('Move to')).toHaveCount(0);
    await expect(page.getByRole('menuitem', { name: /Planned|Delete|Duplicate/ })).toHaveCount(0);

    await page.goto(`${site.url}/admin/c/events?layout=calendar&by=day&month=2026-11`);
    await entry.press('Alt+Shift+ArrowDown');
    await expect(page.getByText('Open the object to suggest a change.')).toBeAttached();
    await entry.hover();
    await page.getByRole('button', { name: 'Actions for Event 1' }).click();
    await expect(page.getByRole('menuitem', { name: 'Open', exact: true })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: /Move to/ })).toHaveCount(0);

    await page.goto(`${site.url}/admin/c/events?columns=title,state`);
    await page.getByRole('grid', { name: 'Events' }).press('F2');
    await expect(page.getByText('Open the object to suggest a change.')).toBeAttached();
    await expect(page.getByLabel('Title of “Event 0”')).toHaveCount(0);
    expect(await site.read(`events/${eventId(1)}.json`)).toEqual(before);
    await page
      .getByRole('row', { name: /Event 1/ })
      .getByText('Idea')
      .dblclick();
    await expect(page).toHaveURL(new RegExp(`/c/events/${eventId(1)}`));
  });

  test('a viewer suggests, an editor edits, and neither is led where the role does not go', async ({
    site,
    page,
  }) => {
    await site.trust();
    await page.goto(`${site.url}/admin/`);
    await signIn(page, 'Vera');
    const menu = page.getByRole('navigation', { name: 'Main' });
    await expect(menu.getByRole('link', { name: 'Blog' })).toBeVisible();
    for (const name of ['Media', 'Import and export', 'Trash', 'Activity', 'API keys', 'Users', 'Settings']) {
      await expect(menu.getByRole('link', { name })).toHaveCount(0);
    }
    await page.keyboard.press('Control+k');
    const actions = page.getByRole('dialog', { name: 'Go to' }).locator('[data-action]');
    await expect(actions.filter({ hasText: /^Schemas$/ })).toHaveCount(1);
    await expect(
      actions.filter({ hasText: /^(New collection|Media|Trash|Import and export|Users|Settings)$/ }),
    ).toHaveCount(0);
    await page.keyboard.press('Escape');
    await menu.getByRole('link', { name: 'Blog' }).click();
    await expect(page.getByRole('grid', { name: 'Blog' })).toBeVisible();
    await page.goto(`${site.url}/admin/c/blog/post-00001`);
    const stored = await site.read('blog/post-00001.json');
    await expect(page.getByText('Your changes are suggestions')).toBeVisible();
    await expect(page.getByRole('button', { name: /^(Save|Publish|History)$/ })).toHaveCount(0);
    await page.getByRole('textbox', { name: /^Title/ }).fill('Suggested by Vera');
    await page.keyboard.press('ControlOrMeta+s');
    await expect(page.getByTestId('save-state')).toContainText('Suggested');
    await page.reload();
    await expect(page.getByRole('textbox', { name: /^Title/ })).toHaveValue('Suggested by Vera');
    await expect(page.getByRole('button', { name: 'Suggest', exact: true })).toBeVisible();
    expect(await site.read('blog/post-00001.json')).toEqual(stored);
    expect(await problems(page)).toEqual([]);
    await test.step('a new object is suggested, listed, and withdrawn', async () => {
      const rows = page.getByRole('grid', { name: 'Blog' }).getByRole('row');
      await menu.getByRole('link', { name: 'Blog' }).click();
      await expect(rows.filter({ hasText: 'Suggested by Vera' })).toContainText('Changed');
      await page.keyboard.press('n');
      await expect(page).toHaveURL(/\/c\/blog\/new$/);
      await page.getByRole('textbox', { name: /^Title/ }).fill('New by Vera');
      await page.getByRole('button', { name: 'Suggest', exact: true }).click();
      await expect(page).toHaveURL(/\/c\/blog\/new-by-vera$/);
      await expect(page.getByText('New, suggested by you')).toBeVisible();
      // A suggestion cannot bring files.
      await expect(page.locator('[data-file-drop] button').first()).toBeDisabled();
      await menu.getByRole('link', { name: 'Blog' }).click();
      await expect(page.locator('footer')).toContainText('4 posts');
      await rows.filter({ hasText: 'New by Vera' }).getByRole('link').first().click();
      expect(await site.read('blog/new-by-vera.json')).toBeUndefined();
      await page.getByRole('button', { name: 'Withdraw suggestion' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Withdraw suggestion' }).click();
      await expect(page.getByText('Suggestion withdrawn.')).toBeVisible();
      await expect(rows.filter({ hasText: 'New by Vera' })).toHaveCount(0);
      await expect(rows.filter({ hasText: 'Suggested by Vera' })).toContainText('Changed');
    });
    for (const path of [
      ...['trash', 'c/automations', 'c/automations/new', 'c/automations/nightly', 'schemas/new'],
      ...['settings/mcp', 'utils/users'],
    ]) {
      await page.goto(`${site.url}/admin/${path}`);
      await expect(page.getByText('You don’t have access to this page')).toBeVisible();
    }
    expect(await problems(page)).toEqual([]);

    await page.getByRole('button', { name: 'Session' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await signIn(page, 'Edda');
    await expect(menu.getByRole('link', { name: 'Trash' })).toBeVisible();
    await expect(menu.getByRole('link', { name: 'Settings' })).toHaveCount(0);
    await expect(menu.getByRole('button', { name: 'Manage' })).toHaveCount(0);
    // Addresses and keys are of use to builders.
    await page.goto(`${site.url}/admin/c/blog`);
    await expect(page.getByRole('grid', { name: 'Blog' })).toBeVisible();
    await expect(page.getByText(/curl|GET \/api|127\.0\.0\.1/)).toHaveCount(0);
    await page.goto(`${site.url}/admin/c/blog/post-00001`);
    await page.getByRole('textbox', { name: /^Title/ }).fill('Written by Edda');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(async () => (await site.read('blog/post-00001.json'))?.title).toBe('Written by Edda');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Move to trash' }).click();
    await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await site.read('blog/post-00001.json'))?.title).toBe('Written by Edda');
  });
});
