/** The form for everybody: by keyboard alone, with a screen reader, narrow, in both themes. */
import { allProblems, problemsInBothThemes } from './axe.ts';
import { everyKind, fileOf, formOf, walks } from './editor-content.ts';
import { expect, type Page, test } from './plinth.ts';

test.use({ files: walks() });

const field = (page: Page, name: string) => page.locator(`#field-${name}`);
const state = (page: Page) => page.getByTestId('save-state');

/** Waits for the parts that load late. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('.ProseMirror')).toBeVisible();
  await expect(page.locator('.cm-content')).toHaveCount(3);
}

test('axe finds nothing wrong with the form in light and dark, with and without messages', async ({
  admin,
  site,
}) => {
  test.slow();
  await admin.goto(site.url + formOf('river-walk'));
  await settled(admin);
  expect(await problemsInBothThemes(admin, allProblems)).toEqual([]);
  await field(admin, 'title').fill('');
  await field(admin, 'email').fill('nonsense');
  await admin.keyboard.press('ControlOrMeta+s');
  await expect(admin.getByRole('alert')).toBeVisible();
  expect(await problemsInBothThemes(admin, allProblems)).toEqual([]);
});

test('every visible field has its label as accessible name', async ({ admin, site }) => {
  await admin.goto(site.url + formOf('river-walk'));
  await settled(admin);
  for (const [name, { label }] of Object.entries(everyKind)) {
    if (name === 'hidden') continue;
    const control = field(admin, name).or(
      admin.locator(`[data-property=${name}]`).locator('[role=radiogroup], [role=group]'),
    );
    await expect(control.first(), name).toHaveAccessibleName(new RegExp(`^${label}`));
  }
});

test('an object is made, corrected and left by keyboard alone', async ({ admin, site }) => {
  await admin.goto(`${site.url}/admin/c/walks/new`);
  await field(admin, 'title').focus();
  await admin.keyboard.type('Night walk');
  await admin.keyboard.press('Tab');
  await expect(field(admin, 'id')).toBeFocused();
  await admin.keyboard.press('Tab');
  await expect(field(admin, 'textarea')).toBeFocused();
  await admin.keyboard.type('By lamp light');

  await field(admin, 'toggle').focus();
  await admin.keyboard.press('Space');
  await admin.keyboard.press('Tab');
  await expect(field(admin, 'checkbox')).toBeFocused();
  await admin.keyboard.press('Space');

  await field(admin, 'date').focus();
  await admin.keyboard.type('9 May 2026');
  await admin.keyboard.press('Escape');
  await field(admin, 'select').focus();
  const option = admin.getByRole('option', { name: 'Walk' });
  await expect(async () => {
    await admin.keyboard.press('ArrowDown');
    await expect(option).toHaveAttribute('data-combobox-selected', 'true', { timeout: 500 });
  }).toPass();
  await admin.keyboard.press('Enter');
  await expect(field(admin, 'select')).toHaveValue('Walk');
  await admin.getByRole('radio', { name: 'Small' }).focus();
  await admin.keyboard.press('Space');
  await field(admin, 'list').focus();
  await admin.keyboard.type('dark');
  await admin.keyboard.press('Enter');
  await admin.keyboard.type('quiet,');
  // A code editor takes Tab for itself; Escape first lets it go.
  await field(admin, 'code').focus();
  await admin.keyboard.type('hi');
  await admin.keyboard.press('Escape');
  await admin.keyboard.press('Tab');
  await expect(field(admin, 'code')).not.toBeFocused();

  await admin.keyboard.press('ControlOrMeta+s');
  await expect(admin).toHaveURL(/night-walk$/);
  await expect(admin.getByTestId('announcer')).toHaveText(/Saved/);
  const stored = await site.read(fileOf('night-walk'));
  expect(stored).toMatchObject({
    title: 'Night walk',
    textarea: 'By lamp light',
    toggle: true,
    checkbox: true,
    date: '2026-05-09',
    select: 'walk',
    radio: 's',
    list: ['dark', 'quiet'],
  });
});

test('in a narrow window fields stand below each other and nothing is interrupted', async ({
  admin,
  site,
}) => {
  await admin.setViewportSize({ width: 360, height: 740 });
  await admin.goto(site.url + formOf('river-walk'));
  await settled(admin);
  const boxes = await admin.locator('[data-property]').evaluateAll((fields) =>
    fields.map((element) => {
      const { left, right, top } = element.getBoundingClientRect();
      return { left, right, top };
    }),
  );
  expect(boxes.every(({ left, right }) => left >= 0 && right <= 360)).toBe(true);
  expect(boxes.map(({ top }) => top)).toEqual(boxes.map(({ top }) => top).toSorted((a, b) => a - b));
  const overflow = await admin.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
  await field(admin, 'phone').fill('+44 3');
  await admin.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(state(admin)).toHaveText(/^Saved \d/);
  expect((await site.read(fileOf('river-walk')))?.phone).toBe('+44 3');
});

test('typing in one field does not render other fields', async ({ admin, site }) => {
  await admin.goto(site.url + formOf('river-walk'));
  await settled(admin);
  // A field that is drawn anew writes its attributes or text anew; only the title's field may.
  const touched = await admin.evaluate(async () => {
    const names = new Set<string>();
    const observer = new MutationObserver((records) => {
      for (const { target } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        names.add(element?.closest<HTMLElement>('[data-property]')?.dataset.property ?? 'outside');
      }
    });
    for (const frame of document.querySelectorAll('[data-property]')) {
      observer.observe(frame, { subtree: true, childList: true, attributes: true, characterData: true });
    }
    const title = document.querySelector<HTMLInputElement>('#field-title');
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    for (const text of ['a', 'ab', 'abc']) {
      set?.call(title, text);
      title?.dispatchEvent(new InputEvent('input', { bubbles: true }));
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    observer.disconnect();
    return [...names];
  });
  expect(touched).toEqual(['title']);
});
