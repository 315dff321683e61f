import { problems } from './axe.ts';
import { events, STATES } from './events-content.ts';
import { expect, type Page, test } from './plinth.ts';

// 90 ideas, 60 planned, 60 live, and 90 without a state; some in each of three months.
const stateOf = (n: number) => [STATES[0], STATES[1], STATES[2], undefined, STATES[0], undefined][n % 6];
const MONTHS = ['2026-03-10', '2026-04-02T10:00:00Z', '2025-12-24'];

/** As many people as a question about titles could never hold, each with a task. */
const PEOPLE = 450;
const numbered = <T>(value: (n: number, id: string) => [string, T]) =>
  Object.fromEntries(Array.from({ length: PEOPLE }, (_, n) => value(n, `p${String(n).padStart(3, '0')}`)));

test.use({
  files: {
    ...events(300, (n) => ({
      ...(stateOf(n) === undefined ? {} : { state: stateOf(n) }),
      day: MONTHS[n % 3],
      draft: n % 2 === 0,
    })),
    '.schemas/person.json': {
      id: 'person',
      properties: { id: { field: 'id' }, title: { field: 'text', label: 'Name' } },
      required: ['id'],
    },
    '.schemas/task.json': {
      id: 'task',
      properties: {
        id: { field: 'id' },
        title: { field: 'text', label: 'Title' },
        who: {
          field: 'select',
          label: 'Who',
          settings: { relationalOptions: { collection: 'people', label: 'title' } },
        },
      },
      required: ['id'],
      index: ['id', 'title', 'who'],
    },
    'people/.meta.json': { id: 'people', schema: 'person', name: 'People' },
    'tasks/.meta.json': { id: 'tasks', schema: 'task', name: 'Tasks' },
    ...numbered((n, id) => [`people/${id}.json`, { id, title: `Person ${n}` }]),
    ...numbered((n, id) => [`tasks/t${n}.json`, { id: `t${n}`, title: `Task ${n}`, who: id }]),
  },
});

const grid = (page: Page) => page.getByRole('grid', { name: 'Events' });
const heading = (page: Page, name: RegExp) => grid(page).getByRole('button', { name });
const choose = async (page: Page, name: string) => {
  await page.getByRole('button', { name: /^Layout:/ }).click();
  await page.getByRole('menuitemradio', { name, exact: true }).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
};
const titles = async (page: Page) => grid(page).locator('tr[id] a').allInnerTexts();

test('a list is grouped by a choice or by months, with counts, closed and opened, in the address and in a view', async ({
  admin,
  site,
}) => {
  await admin.goto(`${site.url}/admin/c/events?columns=title,state,day,draft`);
  await choose(admin, 'State');
  await expect(admin).toHaveURL(/by=state/);
  // In the order of the options; each group has its objects in the order of the list.
  await expect(heading(admin, /State Idea 100/)).toHaveAttribute('aria-expanded', 'true');
  expect((await titles(admin)).slice(0, 3)).toEqual(['Event 0', 'Event 4', 'Event 6']);
  expect(await problems(admin)).toEqual([]);
  await heading(admin, /State Idea/).click();
  await expect(heading(admin, /State Idea/)).toHaveAttribute('aria-expanded', 'false');
  await expect(heading(admin, /State Planned 50/)).toBeInViewport();
  await expect.poll(() => titles(admin)).toContain('Event 1');
  expect(await titles(admin)).not.toContain('Event 0');
  await heading(admin, /State Planned/).press('Enter');
  await expect(heading(admin, /State Live 50/)).toBeInViewport();
  await expect(heading(admin, /State Idea/)).toBeInViewport();

  // Keys lead over closed groups, to the last object of the last group and back to the first that is shown.
  await grid(admin).focus();
  await admin.keyboard.press('End');
  await expect(grid(admin)).toHaveAttribute('aria-activedescendant', 'row-299');
  await expect(grid(admin).getByRole('row', { name: /Event 299/ })).toBeInViewport();
  await admin.keyboard.press('Home');
  await expect(grid(admin)).toHaveAttribute('aria-activedescendant', 'row-150');
  await admin.keyboard.press('ArrowUp');
  await expect(grid(admin)).toHaveAttribute('aria-activedescendant', 'row-150');
  await expect(grid(admin).getByRole('row', { name: /\bEvent 2\b/ })).toBeInViewport();

  // A change of a value takes the object to its other group, and the counts follow.
  await admin.keyboard.press('ArrowRight');
  await admin.keyboard.press('ArrowRight');
  await admin.keyboard.press('Delete');
  // The keyboard goes along.
  await expect(grid(admin)).toHaveAttribute('aria-activedescendant', /199/);
  await admin.keyboard.press('Home');
  await expect(heading(admin, /State Live 49/)).toBeInViewport();
  await expect(heading(admin, /State Idea 100/)).toHaveAttribute('aria-expanded', 'false');
  // What is no option stands after the options.
  await heading(admin, /State Live 49/).click();
  await expect(heading(admin, /State Empty 1$/)).toBeInViewport();
  await admin.getByRole('button', { name: 'Undo' }).last().click();
  await expect(heading(admin, /State Live 50/)).toBeInViewport();
  await heading(admin, /State Live 50/).click();

  // The next object of the form is the next one of the list.
  await grid(admin).getByRole('link', { name: 'Event 2', exact: true }).click();
  await admin.getByRole('button', { name: /^Next object/ }).click();
  await expect(admin.getByRole('heading', { name: 'Event 8', exact: true })).toBeVisible();
  await admin.goBack();
  await admin.goBack();

  await admin.getByRole('button', { name: 'Save as view…' }).click();
  await admin.getByRole('dialog').getByLabel('Name').fill('By month');
  await admin.keyboard.press('Enter');
  await expect(admin).toHaveURL(/\?view=by-month$/);
  await choose(admin, 'Day');
  await expect(heading(admin, /Day April 2026 100/)).toBeInViewport();
  await admin.getByRole('button', { name: 'Update the view' }).first().click();
  await expect
    .poll(async () => (await site.read('events/.meta.json'))?.views)
    .toEqual([expect.objectContaining({ name: 'By month', by: 'day' })]);

  // Cards are grouped alike; a search counts what it finds.
  await choose(admin, 'Cards');
  await expect(heading(admin, /Day April 2026 100/)).toBeInViewport();
  await heading(admin, /Day April 2026/).click();
  await heading(admin, /Day March 2026/).click();
  await expect(heading(admin, /Day December 2025 100/)).toBeInViewport();
  await expect(grid(admin).getByRole('row', { name: /\bEvent 2\b/ })).toBeInViewport();
  expect(await problems(admin)).toEqual([]);
  await admin.getByPlaceholder('Search events').fill('"Event 2"');
  await expect(heading(admin, /Day December 2025 1$/)).toBeVisible();
  await choose(admin, 'No groups');
  await expect(grid(admin).getByRole('button', { name: /^Day / })).toHaveCount(0);
});

test('groups of a relation have the titles of its objects, however many they are', async ({
  admin,
  site,
}) => {
  await admin.goto(`${site.url}/admin/c/tasks?by=who`);
  const tasks = admin.getByRole('grid', { name: 'Tasks' });
  await expect(tasks.getByRole('button', { name: 'Who Person 0 1' })).toBeVisible();
  await tasks.focus();
  await admin.keyboard.press('End');
  await expect(tasks.getByRole('button', { name: `Who Person ${PEOPLE - 1} 1` })).toBeInViewport();
});
