import { problemsInBothThemes } from './axe.ts';
import { blog, shop } from './content.ts';
import { expect, openManaged, test } from './plinth.ts';

test.use({ files: { ...blog(5), ...shop } });

test('collections and objects are reached from the side bar and the palette, and the frame keeps what was chosen', async ({
  home: admin,
}) => {
  await test.step('goes to a collection through the command palette', async () => {
    await admin.keyboard.press('Control+k');
    await admin.getByPlaceholder('Go to a collection, an object, an action…').fill('prod');
    await admin.keyboard.press('Enter');
    await expect(admin).toHaveURL(/\/c\/products$/);
  });

  await test.step('leads from a singleton straight to its object', async () => {
    await admin.getByRole('link', { name: 'Imprint' }).first().click();
    await expect(admin).toHaveURL(/\/c\/imprint\/imprint$/);
  });

  await test.step('shows the shortcuts, and lets those of one letter be switched off', async () => {
    await admin.getByRole('link', { name: 'Blog' }).first().click();
    await expect(admin.getByRole('grid')).toBeVisible();
    await admin.keyboard.press('Shift+?');
    await admin.getByRole('switch', { name: 'Single-key shortcuts' }).uncheck();
    await admin.keyboard.press('Escape');
    await expect(admin.getByRole('dialog')).toHaveCount(0);
    await admin.keyboard.press('n');
    await expect(admin).toHaveURL(/\/c\/blog$/);
  });

  await test.step('turns the side bar into a drawer in a narrow window', async () => {
    await admin.getByRole('link', { name: 'Imprint' }).first().click();
    await admin.setViewportSize({ width: 420, height: 800 });
    await expect(admin.getByRole('navigation', { name: 'Main' })).toBeHidden();
    await admin.getByRole('button', { name: 'Open navigation' }).click();
    await admin.getByRole('dialog').getByRole('link', { name: 'Blog' }).click();
    await expect(admin.getByRole('dialog')).toHaveCount(0);
    await expect(admin.getByRole('grid', { name: 'Blog' })).toBeVisible();
    const width = await admin.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(420);
    await admin.setViewportSize({ width: 1280, height: 800 });
    await admin.getByRole('link', { name: 'Post number 3' }).click();
    await expect(admin.getByRole('heading', { name: 'Post number 3' })).toBeVisible();
  });

  await test.step('groups collections by category, folds a category and filters many', async () => {
    const nav = admin.getByRole('navigation', { name: 'Main' });
    await expect(nav.getByRole('link', { name: 'Products' })).toContainText('1');
    await nav.getByRole('button', { name: 'Shop' }).click();
    await expect(nav.getByRole('link', { name: 'Products' })).toBeHidden();
  });

  await test.step('follows the system in light and dark until the user chooses', async () => {
    const scheme = () => admin.locator('html').getAttribute('data-mantine-color-scheme');
    await admin.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(scheme).toBe('dark');
    await admin.getByRole('button', { name: 'Appearance' }).click();
    await admin.getByRole('menuitem', { name: 'Light' }).click();
    await expect.poll(scheme).toBe('light');
    await admin.reload();
    await expect(admin.getByRole('navigation', { name: 'Main' })).toBeVisible();
    expect(await scheme()).toBe('light');
    const nav = admin.getByRole('navigation', { name: 'Main' });
    await expect(nav.getByRole('link', { name: 'Blog' })).toBeVisible();
    await expect(nav.getByRole('link', { name: 'Products' })).toBeHidden();
  });

  await test.step('offers recently opened objects in the command palette', async () => {
    await admin.getByRole('button', { name: 'Search and commands' }).click();
    await expect(admin.getByRole('dialog').getByText('Post number 3')).toBeVisible();
  });
});

test('the navigation and the palette lead to the same screens, each with its title', async ({
  home: admin,
}) => {
  const navigation = admin.getByRole('navigation', { name: 'Main' });
  const link = (title: string) => navigation.getByRole('link', { name: title, exact: true });
  const tools = ['Media', 'Trash', 'Activity'];
  const managed = [
    ...['Automations', 'Schemas', 'Import and export', 'API'],
    ...['API keys', 'Connected apps', 'Users', 'Settings'],
  ];
  const titles = [...tools, ...managed];
  const open = (title: string) => (tools.includes(title) ? link(title).click() : openManaged(admin, title));
  await expect(link('Media')).toBeVisible();
  await expect(link('Settings')).toBeHidden();
  for (const title of titles) {
    await open(title);
    await expect(admin.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    await expect(admin).toHaveTitle(`${title} – Plinth`);
    await expect(link(title)).toHaveAttribute('aria-current', 'page');
  }
  await admin.keyboard.press('Control+k');
  const actions = admin.getByRole('dialog', { name: 'Go to' }).locator('[data-action]');
  await expect(actions.filter({ hasText: /^Home$/ })).toHaveCount(1);
  for (const title of titles)
    await expect(
      actions.filter({ hasText: title === 'API' ? /^API reference$/ : new RegExp(`^${title}$`) }),
    ).toHaveCount(1);
  await admin.getByPlaceholder('Go to a collection, an object, an action…').fill('preferences');
  await admin.keyboard.press('Enter');
  await expect(admin).toHaveURL(/\/settings$/);
});

test('says so when the address leads nowhere', async ({ admin, site }) => {
  await admin.goto(`${site.url}/admin/c/nothing`);
  await expect(admin.getByText('Collection “nothing” not found')).toBeVisible();
  await admin.goto(`${site.url}/admin/no/such/page`);
  await expect(admin.getByText('Page not found')).toBeVisible();
});

test('waits for a stopped server, asks to sign in again and keeps what was typed', async ({
  admin,
  site,
}) => {
  // It waits up to forty seconds for the message, which is most of the usual time of a test.
  test.slow();
  await admin.goto(`${site.url}/admin/schemas/new`);
  await admin.getByRole('radiogroup', { name: 'Editor view' }).getByText('JSON').click();
  const text = admin.getByRole('textbox', { name: 'Schema document' });
  await text.click();
  await admin.keyboard.press('Control+Home');
  await admin.keyboard.type('not saved yet ');
  await site.stop();
  const search = admin.getByRole('button', { name: 'Search and commands' });
  await search.click();
  await admin.keyboard.press('Escape');
  await expect(admin.getByText('Could not reach Plinth. Your changes are kept on this page')).toBeVisible({
    timeout: 40_000,
  });
  // The message covers nothing.
  await search.click({ trial: true, timeout: 5_000 });
  await site.start(Number(new URL(site.url).port));
  await expect(admin.getByText('Reconnected to Plinth.')).toBeVisible();
  const dialog = admin.getByRole('dialog', { name: 'Please sign in again' });
  await dialog.getByRole('textbox', { name: 'Sign-in link' }).fill(site.link);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(text).toContainText('not saved yet');
});

test.describe('in the window of the desktop app', () => {
  test.use({ ownContext: true });

  test('says that the server of the desktop app has stopped, why, and how to start it again', async ({
    page,
    site,
  }) => {
    await page.addInitScript(() => {
      const listeners = new Set<(state: unknown) => void>();
      const told = {
        restarts: 0,
        tell: (state: unknown) => [...listeners].map((listener) => listener(state)),
      };
      Object.assign(window, {
        told,
        plinth: {
          version: async () => '0',
          onCommand: () => () => undefined,
          restartServer: async () => {
            told.restarts += 1;
          },
          onServerState(listener: (state: unknown) => void) {
            listeners.add(listener);
            return () => listeners.delete(listener);
          },
        },
      });
    });
    const tell = (state: Record<string, unknown>) =>
      page.evaluate(
        (said) => (window as unknown as { told: { tell(state: unknown): void } }).told.tell(said),
        state,
      );
    await page.goto(site.link);
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();

    // While the app tries by itself, nothing is asked of the user.
    await tell({ state: 'stopped', reason: 'It crashed.', retrying: true });
    await expect(page.getByText('The server has stopped')).toHaveCount(0);
    const reason = `The server ended with code 1. ${'path/'.repeat(60)}`;
    await tell({ state: 'stopped', reason, retrying: false });
    const banner = page.getByRole('alert').filter({ hasText: 'The server has stopped' });
    await expect(banner).toContainText('ended with code 1');
    await expect(page.getByText('Retrying')).toHaveCount(0);
    expect(await problemsInBothThemes(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 700 });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
    await banner.getByRole('button', { name: 'Restart' }).click();
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { told: { restarts: number } }).told.restarts))
      .toBe(1);
    await tell({ state: 'running', url: site.url });
    await expect(page.getByText('The server has stopped')).toHaveCount(0);
  });
});

test('the palette and the sheet of shortcuts open the documentation, which needs nothing from elsewhere', async ({
  home: admin,
  site,
}) => {
  const asked: string[] = [];
  await admin.context().route('**/*', (route) => {
    asked.push(route.request().url());
    return route.continue();
  });
  const opened = async (open: () => Promise<void>) => {
    const page = admin.context().waitForEvent('page');
    await open();
    const docs = await page;
    // Keys do nothing before its scripts have run.
    await docs.waitForLoadState();
    await expect(docs).toHaveURL(`${site.url}/docs/`);
    await expect(docs.getByRole('heading', { level: 1, name: 'Plinth documentation' })).toBeVisible();
    return docs;
  };
  const first = await opened(async () => {
    await admin.keyboard.press('Shift+?');
    await admin.getByRole('dialog').getByRole('link', { name: 'Documentation' }).click();
  });
  await first.close();
  await admin.keyboard.press('Escape');
  await expect(admin.getByRole('dialog')).toHaveCount(0);
  const docs = await opened(async () => {
    await admin.keyboard.press('Control+k');
    await admin.getByPlaceholder('Go to a collection, an object, an action…').fill('manual');
    await admin.getByRole('dialog', { name: 'Go to' }).getByText('Documentation', { exact: true }).click();
  });
  await docs.keyboard.press('/');
  await docs.keyboard.type('focal point');
  await docs.getByRole('region', { name: 'Search results' }).getByRole('link').first().click();
  await expect(docs).toHaveURL(/\/docs\/[\w-]+\.html#/);
  await docs.goto(`${site.url}/docs/field-types.html`);
  const image = docs.getByRole('img', { name: 'Color in the form' });
  await image.scrollIntoViewIfNeeded();
  await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
  expect(asked.filter((url) => !url.startsWith(site.url))).toEqual([]);
  expect(asked.filter((url) => url.startsWith(`${site.url}/docs/`)).length).toBeGreaterThan(10);
});
