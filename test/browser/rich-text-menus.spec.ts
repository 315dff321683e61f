/** Menus of rich text: blocks by a slash, the small toolbar of a selection, handles of blocks, and quotes. */
import { problemsInBothThemes } from './axe.ts';
import { expect, type Page, test } from './plinth.ts';
import { ALL_TEXTS, FILE_OF_TEXTS, textsOf } from './rich-text-content.ts';

const shots = process.env.PLINTH_SHOTS;
const shot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png` });
};

test.use({
  files: textsOf({
    Slash: '<p>Start</p>',
    Selection: '<p>Some words here</p>',
    Handle: '<p>one</p><p>two</p><ul><li>three</li><li>four</li></ul>',
    Quotes: '',
    Find: '<p>A Row of <strong>row</strong>s</p><ul><li>row</li></ul>',
  }),
});

const text = (page: Page, at: number) => page.locator(`#field-t${at}`);

test('blocks are put in, formatted, moved and quoted', async ({ admin, site }) => {
  test.slow();
  await admin.goto(site.url + ALL_TEXTS);
  const saved = async (at: number) => {
    await admin.keyboard.press('ControlOrMeta+s');
    await expect(admin.getByTestId('save-state')).toHaveText(/^Saved \d/);
    return (await site.read(FILE_OF_TEXTS))?.[`t${at}`];
  };
  const list = admin.getByRole('listbox', { name: 'Insert a block' });
  const option = (name: string) => list.getByRole('option', { name, exact: true });

  await test.step('a slash offers blocks, which typing narrows and arrows select', async () => {
    await text(admin, 0).click();
    await admin.keyboard.press('ControlOrMeta+End');
    await admin.keyboard.press('Enter');
    await admin.keyboard.type('/');
    await expect(option('Text')).toHaveAttribute('aria-selected', 'true');
    await shot(admin, 'slash');
    expect(await problemsInBothThemes(admin)).toEqual([]);
    await shot(admin, 'slash-other-theme');
    await admin.keyboard.type('head');
    await admin.keyboard.press('ArrowDown');
    await expect(option('Heading 3')).toHaveAttribute('aria-selected', 'true');
    const id = await option('Heading 3').getAttribute('id');
    await expect(text(admin, 0)).toHaveAttribute('aria-activedescendant', id ?? '');
    await admin.keyboard.press('Enter');
    await expect(list).toHaveCount(0);
    await admin.keyboard.type('Title');
    await admin.keyboard.press('Enter');
    await admin.keyboard.type('/warn');
    await option('Callout: warning').click();
    await admin.keyboard.type('Mind 1/2 and /the');
    await expect(list).toHaveCount(0);
    await admin.keyboard.press('Escape');
    expect(await saved(0)).toBe(
      '<p>Start</p><h3>Title</h3><aside class="callout callout-warning"><p>Mind 1/2 and /the</p></aside>',
    );
    await admin.keyboard.type(' /');
    await expect(list).toBeVisible();
    await admin.keyboard.press('Escape');
    await expect(list).toHaveCount(0);
    await admin.keyboard.type('q');
    await expect(text(admin, 0)).toContainText('/the /q');
  });

  await test.step('text selected with the pointer is formatted beside it', async () => {
    await text(admin, 1)
      .getByText('Some words')
      .dblclick({ position: { x: 10, y: 8 } });
    const bubble = admin.getByRole('toolbar', { name: 'Format the selection' });
    await expect(bubble).toBeVisible();
    await shot(admin, 'bubble');
    expect(await problemsInBothThemes(admin)).toEqual([]);
    await bubble.getByRole('button', { name: 'Bold' }).click();
    await expect(bubble.getByRole('button', { name: 'Bold' })).toHaveAttribute('aria-pressed', 'true');
    await bubble.getByRole('button', { name: 'Link' }).click();
    await admin.getByRole('combobox', { name: 'Object or address' }).fill('/some');
    await admin.keyboard.press('Enter');
    await expect(bubble).toHaveCount(0);
    expect(await saved(1)).toBe('<p><a href="/some"><strong>Some</strong></a> words here</p>');
  });

  await test.step('the menus of the toolbar pass the rules of axe, in both themes', async () => {
    const bar = admin.getByRole('toolbar', { name: 'Text formatting' }).nth(1);
    for (const name of ['Alignment', 'Table', 'Insert']) {
      await bar.getByRole('button', { name, exact: true }).click();
      await expect(admin.getByRole('menuitem').first()).toBeVisible();
      expect(await problemsInBothThemes(admin), name).toEqual([]);
      await admin.keyboard.press('Escape');
      await expect(admin.getByRole('menu')).toHaveCount(0);
    }
  });

  await test.step('a block is dragged by its handle, or changed by its menu', async () => {
    const handle = admin.getByRole('button', { name: 'Move or change the block' });
    await text(admin, 2).getByText('two').hover();
    await handle.click();
    await shot(admin, 'handle');
    expect(await problemsInBothThemes(admin)).toEqual([]);
    await admin.getByRole('menuitem', { name: 'Move up' }).click();
    await text(admin, 2).getByText('three').hover();
    await handle.click();
    await admin.getByRole('menuitem', { name: 'Duplicate' }).click();
    expect(await saved(2)).toBe('<p>two</p><p>one</p><ul><li>three</li><li>three</li><li>four</li></ul>');
    await text(admin, 2).getByText('one').hover();
    await handle.dragTo(text(admin, 2).getByText('two'), { targetPosition: { x: 3, y: 1 } });
    expect(await saved(2)).toBe('<p>one</p><p>two</p><ul><li>three</li><li>three</li><li>four</li></ul>');
    await text(admin, 2).getByText('two').hover();
    await handle.click();
    await admin.getByRole('menuitem', { name: 'Delete' }).click();
    expect(await saved(2)).toBe('<p>one</p><ul><li>three</li><li>three</li><li>four</li></ul>');
  });

  await test.step('quotes become typographic, not in code, and Backspace takes it back', async () => {
    await text(admin, 3).click();
    await admin.keyboard.type(`"It's 'so'" -- "`);
    await admin.keyboard.press('Backspace');
    await admin.keyboard.type(' ');
    await admin.keyboard.press('ControlOrMeta+e');
    await admin.keyboard.type('a = "b"');
    expect(await saved(3)).toBe('<p>“It’s ‘so’” – " <code>a = "b"</code></p>');
  });

  await test.step('words are found and replaced in this text alone', async () => {
    await text(admin, 4).getByText('A Row').click();
    await admin.keyboard.press('ControlOrMeta+f');
    const bar = admin.getByRole('search', { name: 'Find and replace' });
    await expect(bar.getByRole('textbox', { name: 'Find', exact: true })).toBeFocused();
    await admin.keyboard.type('row');
    await expect(bar.getByRole('status')).toHaveText(/ of 3$/);
    await expect(text(admin, 4).locator('.found')).toHaveText(['Row', 'row', 'row']);
    await shot(admin, 'find');
    expect(await problemsInBothThemes(admin)).toEqual([]);
    await shot(admin, 'find-other-theme');
    await bar.getByRole('button', { name: 'Match case' }).click();
    await expect(bar.getByRole('status')).toHaveText(/ of 2$/);
    await bar.getByRole('textbox', { name: 'Replace with' }).fill('line');
    await bar.getByRole('button', { name: 'Replace', exact: true }).click();
    await expect(bar.getByRole('status')).toHaveText('1 of 1');
    await bar.getByRole('button', { name: 'Match case' }).click();
    await bar.getByRole('button', { name: 'Replace all' }).click();
    await expect(bar.getByRole('status')).toHaveText('No matches');
    await admin.keyboard.press('Escape');
    await expect(bar).toHaveCount(0);
    await expect(text(admin, 4)).toBeFocused();
    expect(await saved(4)).toBe('<p>A line of <strong>line</strong>s</p><ul><li>line</li></ul>');
    await admin.keyboard.press('ControlOrMeta+z');
    await expect(text(admin, 4)).toContainText('A Row of');
  });

  await test.step('the focus mode shows the text alone, until Escape or another field', async () => {
    await admin.keyboard.press('ControlOrMeta+Shift+f');
    const editor = admin.locator('[data-focus-mode]');
    const box = await editor.boundingBox();
    expect(box).toEqual({ x: 0, y: 0, width: 1280, height: 800 });
    await expect(admin.getByText('Search and commands').first()).toBeVisible();
    const top = await admin.evaluate(
      () => document.elementFromPoint(640, 20)?.closest('[data-focus-mode]') !== null,
    );
    expect(top).toBe(true);
    await admin.keyboard.press('ControlOrMeta+k');
    await expect(admin.getByRole('dialog', { name: 'Link' })).toBeVisible();
    await shot(admin, 'focus-mode');
    expect(await problemsInBothThemes(admin)).toEqual([]);
    await admin.keyboard.press('Escape');
    await expect(editor).toBeVisible();
    await admin.keyboard.press('Escape');
    await expect(editor).toHaveCount(0);
    await admin.locator('[data-property=t4]').getByRole('button', { name: 'Focus mode' }).click();
    await expect(editor).toBeVisible();
    await admin.locator('#field-note').focus();
    await expect(editor).toHaveCount(0);
  });
});
