/** Automations in the admin: written and run, failing and mended, approved when they came with the folder. */
import { problems, problemsInBothThemes } from './axe.ts';
import { blog } from './content.ts';
import { expect, openManaged, type Page, test } from './plinth.ts';

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Run', exact: true });
const state = (page: Page) => page.getByTestId('save-state');

/** Replaces the handler by what somebody types. */
async function write(page: Page, code: string): Promise<void> {
  const handler = page.locator('#field-handler');
  await handler.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(code);
}

async function save(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+s');
  await expect(state(page)).toHaveText(/^Saved/);
}

/** Runs what is open with these arguments; the run's details lie open then. */
async function runNow(page: Page, args: string): Promise<void> {
  await page.getByRole('button', { name: 'Run now' }).click();
  const dialog = page.getByRole('dialog', { name: /^Run “/ });
  await dialog.getByRole('textbox', { name: 'Arguments' }).fill(args);
  await dialog.getByRole('button', { name: /^(Run|Save and run)$/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect(drawer(page)).toBeVisible();
}

test.describe('written here', () => {
  test.use({ files: blog(3) });

  test('an automation is written, run with arguments, and its log and result are seen', async ({
    home: admin,
    site,
  }) => {
    test.setTimeout(90_000);
    await openManaged(admin, 'Automations');
    await expect(admin.getByRole('heading', { name: 'Start from an example' })).toBeVisible();
    expect(await problems(admin)).toEqual([]);
    await admin.getByRole('button', { name: 'New automation' }).click();
    await admin.locator('#field-name').fill('Count posts');

    await admin.getByRole('button', { name: 'Add automation trigger' }).click();
    await admin.getByRole('combobox', { name: /^Starts/ }).click();
    await admin.getByRole('option', { name: 'At set times' }).click();
    const schedule = admin.getByRole('textbox', { name: /^Schedule/ });
    await schedule.fill('0 25 * * *');
    await expect(admin.getByText('The hour cannot be “25”: 0 to 23.')).toBeVisible();
    await admin.getByRole('button', { name: 'Weekdays at 09:00' }).click();
    await expect(schedule).toHaveValue('0 9 * * 1-5');
    await expect(admin.getByText('At 09:00, Monday through Friday').first()).toBeVisible();
    await expect(admin.getByRole('list', { name: /^Next runs/ }).getByRole('listitem')).toHaveCount(5);

    await write(admin, "export default async (ctx) => {\n  ctx.objects.get('blog', 'x');\n};");
    await expect(admin.getByText(/Line 2: ctx\.objects\.get is not awaited/)).toBeVisible();
    await write(admin, 'export default async (ctx) => {\n  const { total } = await ctx.objects.');
    await admin.keyboard.type('li');
    // By the mouse: a key within the first moments of a suggestion still belongs to the text.
    await admin.getByRole('option', { name: /^list/ }).click();
    await admin.keyboard.insertText(
      "('blog');\n  ctx.log.warn('Counted', ctx.args.why);\n  return { total };\n};",
    );
    await save(admin);

    await runNow(admin, '{"why": "a test"}');
    const run = drawer(admin);
    await expect(run.getByText('Succeeded')).toBeVisible();
    await expect(run.getByRole('list', { name: 'Log output' })).toContainText('Counted a test');
    await expect(run.getByRole('textbox', { name: 'Result' })).toContainText('"total": 3');
    await expect(run.getByRole('textbox', { name: 'Arguments' })).toContainText('"why": "a test"');
    expect(await problems(admin)).toEqual([]);
    await admin.keyboard.press('Escape');
    await expect(run).toHaveCount(0);
    await expect(admin.getByRole('region', { name: 'Runs' }).getByRole('row')).toHaveCount(2);
    expect(await problems(admin)).toEqual([]);

    await openManaged(admin, 'Automations');
    const row = admin.getByRole('row', { name: /Count posts/ });
    await expect(row).toContainText('At 09:00, Monday through Friday');
    await expect(row.getByRole('link', { name: 'Succeeded' })).toBeVisible();
    await row.getByRole('switch', { name: 'Enable Count posts' }).press('Space');
    await expect(row).toContainText('next');
    await expect.poll(() => site.read('automations/count-posts.json')).toMatchObject({ enabled: true });
    expect(await problemsInBothThemes(admin)).toEqual([]);
  });

  test('one that fails says why, and runs again with the same arguments once it is fixed', async ({
    admin,
    site,
  }) => {
    test.setTimeout(90_000);
    await admin.goto(`${site.url}/admin/automations`);
    await admin.getByRole('button', { name: 'Use this example: Receive form submissions' }).click();
    const panel = admin.getByRole('region', { name: 'Triggers and runs' });
    await expect(panel).toContainText('Webhook with an API key');
    await expect(panel).toContainText(`POST ${site.url}/automations/receive-form-submissions`);

    await runNow(admin, '{"title": ["no", "text"]}');
    await expect(drawer(admin).getByText('Failed', { exact: true })).toBeVisible();
    await expect(drawer(admin).getByRole('alert')).toContainText(/title/i);
    expect(await problems(admin)).toEqual([]);
    const failed = admin.url();
    await admin.keyboard.press('Escape');
    await expect(drawer(admin)).toHaveCount(0);

    await write(
      admin,
      "export default async (ctx) => {\n  const { id } = await ctx.objects.create('blog', { title: ctx.args.title.join(' ') });\n  return id;\n};",
    );
    await save(admin);
    await admin.goto(failed);
    await drawer(admin).getByRole('button', { name: 'Run again' }).click();
    await expect(drawer(admin).getByText('Succeeded')).toBeVisible();
    await expect(drawer(admin).getByRole('textbox', { name: 'Result' })).toContainText('"no-text"');
    await expect(drawer(admin).getByRole('definition').first()).toHaveText('Run again');
    expect(await site.read('blog/no-text.json')).toMatchObject({ title: 'no text' });
    await admin.keyboard.press('Escape');
    await expect(
      admin.getByRole('region', { name: 'Runs' }).getByRole('link', { name: 'Failed' }),
    ).toBeVisible();

    await admin.getByRole('button', { name: 'Handler reference' }).click();
    await expect(admin.getByText('ctx.objects.get(collection, id): object')).toBeVisible();
    expect(await problems(admin)).toEqual([]);
  });
});

const sent = (word: string) => `export default async () => '${word}';\n`;
const automation = (id: string, name: string) => ({
  [`automations/${id}.json`]: { id, name, enabled: true, triggers: {} },
  [`automations/${id}/handler.mjs`]: sent(id),
});

test.describe('come with the folder', () => {
  test.use({
    files: {
      ...blog(1),
      'automations/.meta.json': { id: 'automations', schema: 'automations', name: 'Automations' },
      ...automation('first', 'First of all'),
      ...automation('second', 'Second to none'),
    },
  });

  test('handlers do not run before they are approved', async ({ admin, site }) => {
    test.setTimeout(90_000);
    await admin.goto(`${site.url}/admin/automations`);
    const banner = admin.getByText('Review what came with this folder');
    await expect(banner).toBeVisible();
    const first = admin.getByRole('row', { name: /First of all/ });
    const second = admin.getByRole('row', { name: /Second to none/ });
    await expect(first.getByText('Needs approval')).toBeVisible();
    await expect(second.getByText('Needs approval')).toBeVisible();
    await expect(first.getByRole('button', { name: 'Run First of all now' })).toBeDisabled();

    await admin.setViewportSize({ width: 400, height: 800 });
    await admin.getByRole('button', { name: 'Review' }).click();
    const dialog = admin.getByRole('dialog', { name: 'Review this folder' });
    await expect(dialog.getByRole('textbox', { name: 'Code of First of all' })).toContainText("'first'");
    expect(await problems(admin)).toEqual([]);
    await dialog.getByRole('button', { name: 'Not now' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(first.getByText('Needs approval')).toBeVisible();

    await admin.setViewportSize({ width: 1280, height: 800 });
    await admin.getByRole('button', { name: 'Review' }).click();
    await dialog.getByRole('checkbox', { name: 'First of all' }).press('Space');
    await site.write({ 'automations/first/handler.mjs': sent('changed meanwhile') });
    await expect(dialog.getByRole('textbox', { name: 'Code of First of all' })).toContainText(
      'changed meanwhile',
    );
    await expect(dialog.getByRole('checkbox', { name: 'First of all' })).not.toBeChecked();
    await dialog.getByRole('checkbox', { name: 'First of all' }).press('Space');
    await dialog.getByRole('button', { name: 'Approve 1 item' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(first.getByText('Needs approval')).toHaveCount(0);
    await expect(second.getByText('Needs approval')).toBeVisible();

    await first.getByRole('button', { name: 'Run First of all now' }).click();
    await expect(drawer(admin).getByRole('textbox', { name: 'Result' })).toContainText('changed meanwhile');
    await admin.keyboard.press('Escape');
    await expect(drawer(admin)).toHaveCount(0);

    // Changed again behind Plinth's back, it waits again, also in its own form.
    await site.write({ 'automations/first/handler.mjs': sent('changed again') });
    await expect(admin.getByText('Review changes made outside Plinth')).toBeVisible();
    await expect(admin.getByRole('button', { name: 'Run now' })).toBeDisabled();
  });
});
