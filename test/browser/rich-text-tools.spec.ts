/** The rich-text toolbar by keyboard, tables, long texts, and the direction of texts. */
import { fileOf, formOf, shortWalks, walk, walks } from './editor-content.ts';
import { expect, type Page, test } from './plinth.ts';

const body = (page: Page) => page.locator('#field-styledtext');
const state = (page: Page) => page.getByTestId('save-state');
const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Text formatting' });
const tool = (page: Page, name: string) => toolbar(page).getByRole('button', { name, exact: true });
const fromTable = async (page: Page, item: string) => {
  await tool(page, 'Table').click();
  await page.getByRole('menuitem', { name: item }).click();
  await expect(body(page)).toBeFocused();
};
const saved = async (page: Page, read: () => Promise<Record<string, unknown> | undefined>) => {
  await page.keyboard.press('ControlOrMeta+s');
  await expect(state(page)).toHaveText(/^Saved \d/);
  return (await read())?.styledtext;
};

test.describe('the toolbar', () => {
  test.use({ files: shortWalks(['styledtext']) });

  test('is gone through by keyboard, and sets letters and tables', async ({ admin, site }) => {
    await admin.goto(site.url + formOf('river-walk'));

    await test.step('is one tab stop with arrow keys, Home and End; Alt+F10 goes there, Escape back', async () => {
      await body(admin).click();
      await admin.keyboard.press('Shift+Tab');
      await expect(tool(admin, 'Heading 2')).toBeFocused();
      await admin.keyboard.press('Tab');
      await expect(body(admin)).toBeFocused();
      await admin.keyboard.press('Alt+F10');
      await expect(tool(admin, 'Heading 2')).toBeFocused();
      await admin.keyboard.press('ArrowRight');
      await expect(tool(admin, 'Heading 3')).toBeFocused();
      await admin.keyboard.press('End');
      await expect(tool(admin, 'Edit HTML')).toBeFocused();
      await admin.keyboard.press('ArrowRight');
      await expect(tool(admin, 'Heading 2')).toBeFocused();
      await admin.keyboard.press('ArrowLeft');
      await admin.keyboard.press('Home');
      await expect(tool(admin, 'Heading 2')).toBeFocused();
      await admin.keyboard.press('ArrowRight');
      await admin.keyboard.press('Escape');
      await expect(body(admin)).toBeFocused();
      // It remembers where it was, and only that control is a stop.
      await admin.keyboard.press('Alt+F10');
      await expect(tool(admin, 'Heading 3')).toBeFocused();
      await expect(toolbar(admin).locator('button[tabindex="0"]')).toHaveCount(1);
      // A control that becomes disabled under the focus hands it on.
      await admin.keyboard.press('Escape');
      await expect(body(admin)).toBeFocused();
      await admin.keyboard.type('x');
      await expect(tool(admin, 'Undo')).toBeEnabled();
      await tool(admin, 'Undo').focus();
      await admin.keyboard.press('Enter');
      await expect(state(admin)).toHaveText('No changes');
      await admin.keyboard.press('Alt+F10');
      await expect(toolbar(admin).locator('button:focus')).toHaveCount(1);
    });

    await test.step('sets small letters, highlight and alignment', async () => {
      await body(admin).click();
      await admin.keyboard.press('ControlOrMeta+a');
      await admin.keyboard.type('H');
      await tool(admin, 'Subscript').click();
      await admin.keyboard.type('2');
      await tool(admin, 'Subscript').click();
      await admin.keyboard.type('O x');
      await tool(admin, 'Superscript').click();
      await admin.keyboard.type('2');
      await tool(admin, 'Alignment').click();
      await admin.getByRole('menuitem', { name: 'Center' }).click();
      await expect(body(admin)).toBeFocused();
      await admin.keyboard.press('ControlOrMeta+a');
      await tool(admin, 'Highlight text').click();
      expect(await saved(admin, () => site.read(fileOf('river-walk')))).toBe(
        '<p style="text-align:center"><mark>H<sub>2</sub>O x<sup>2</sup></mark></p>',
      );
      await tool(admin, 'Alignment').click();
      await admin.getByRole('menuitem', { name: 'Default' }).click();
      await tool(admin, 'Highlight text').click();
      expect(await saved(admin, () => site.read(fileOf('river-walk')))).toBe(
        '<p>H<sub>2</sub>O x<sup>2</sup></p>',
      );
    });

    await test.step('makes tables, which are changed by menu and walked with Tab', async () => {
      await body(admin).click();
      await admin.keyboard.press('ControlOrMeta+a');
      await admin.keyboard.press('Delete');
      await fromTable(admin, 'Insert table');
      for (const words of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']) {
        await admin.keyboard.type(words);
        await admin.keyboard.press('Tab');
      }
      // Tab in the last cell has made a row.
      await admin.keyboard.type('j');
      await admin.keyboard.press('Shift+Tab');
      await admin.keyboard.type('I');
      const cell = (words: string) => body(admin).getByText(words, { exact: true });
      await cell('d').click();
      await fromTable(admin, 'Delete row');
      await cell('h').click();
      await fromTable(admin, 'Delete column');
      await cell('a').click();
      await fromTable(admin, 'Add column after');
      await cell('j').click();
      await fromTable(admin, 'Add row above');
      const table = () => saved(admin, () => site.read(fileOf('river-walk')));
      expect(await table()).toBe(
        '<table><thead><tr><th>a</th><th></th><th>c</th></tr></thead>' +
          '<tbody><tr><td>g</td><td></td><td>I</td></tr><tr><td></td><td></td><td></td></tr><tr><td>j</td><td></td><td></td></tr></tbody></table>',
      );
      await cell('a').click();
      await fromTable(admin, 'Header row');
      expect(await table()).toMatch(/^<table><tbody><tr><td>a<\/td>/);
      await fromTable(admin, 'Delete table');
      await expect(body(admin).locator('table')).toHaveCount(0);
    });
  });
});

test.describe('a long text', () => {
  // More than are laid out at once.
  const long = Array.from(
    { length: 240 },
    (_, at) => `<p>${at} ${'words of a long text '.repeat(15)}</p>`,
  ).join('');
  test.use({ files: shortWalks(['styledtext'], [{ ...walk, styledtext: long }]) });

  test('grows with the page; the toolbar stays, and the form of a link is at the cursor', async ({
    admin,
    site,
  }) => {
    const path = formOf('river-walk');
    await admin.goto(site.url + path.slice(0, path.lastIndexOf('/')));
    await admin.evaluate(() => {
      const make = document.createElement.bind(document);
      let paragraphs = 0;
      const createElement = (name: string, options?: ElementCreationOptions) => {
        if (name === 'p') paragraphs += 1;
        document.documentElement.dataset.paragraphs = String(paragraphs);
        return make(name, options);
      };
      Object.assign(document, { createElement });
    });
    await admin.locator(`a[href$="${path}"]`).first().click();
    await body(admin).locator('p').first().click();
    // Each block is drawn once.
    const drawn = Number(await admin.locator('html').getAttribute('data-paragraphs'));
    expect(drawn).toBeGreaterThanOrEqual(240);
    expect(drawn).toBeLessThan(2 * 240);
    await admin.keyboard.press('ControlOrMeta+End');
    const scrolls = await body(admin).evaluate((element) => {
      const boxes: string[] = [];
      for (let box: Element | null = element; box && box.localName !== 'main'; box = box.parentElement)
        if (box.scrollHeight > box.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(box).overflowY))
          boxes.push(box.className);
      return boxes;
    });
    expect(scrolls).toEqual([]);
    await expect(body(admin).locator('p').last()).toBeInViewport();
    await expect(tool(admin, 'Bold')).toBeInViewport({ ratio: 1 });
    const head = await admin.getByRole('button', { name: 'Save' }).first().boundingBox();
    const bar = await toolbar(admin).boundingBox();
    expect(bar?.y).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0));

    // A letter does not make the page walk through the whole text.
    await body(admin).evaluate((text) => {
      const { get: firstChild, ...own } = Object.getOwnPropertyDescriptor(Node.prototype, 'firstChild') ?? {};
      const visited = new Set<Node>();
      Object.defineProperty(Node.prototype, 'firstChild', {
        ...own,
        get(this: Node) {
          if (this instanceof Text && text.contains(this)) visited.add(this);
          document.documentElement.dataset.visited = String(visited.size);
          return firstChild?.call(this);
        },
      });
    });
    await admin.keyboard.type('link');
    await expect(state(admin)).not.toHaveText('No changes');
    // Browsers put the caret before a block that is not laid out.
    await expect(body(admin).locator('p').last()).toHaveText(/textlink$/);
    const visited = await admin.evaluate(() => Number(document.documentElement.dataset.visited));
    expect(visited).toBeLessThan(20);
    await admin.keyboard.press('ControlOrMeta+Shift+ArrowLeft');
    const scroller = admin.locator('main');
    const top = () => scroller.evaluate((element) => element.scrollTop);
    const before = await top();
    await admin.keyboard.press('ControlOrMeta+k');
    const address = admin.getByRole('combobox', { name: 'Object or address' });
    await expect(address).toBeFocused();
    expect(await top()).toBe(before);
    const form = await address.boundingBox();
    const caret = await body(admin).locator('p').last().boundingBox();
    const distance = Math.abs((form?.y ?? 0) - ((caret?.y ?? 0) + (caret?.height ?? 0)));
    expect(distance).toBeLessThan(200);
    await address.fill('example.org');
    await admin.keyboard.press('Enter');
    await expect(body(admin).getByRole('link', { name: 'link' })).toHaveAttribute(
      'href',
      'https://example.org',
    );
    expect(await top()).toBe(before);
    await expect(body(admin)).toBeFocused();

    // Going up, the caret is never under what sticks to the top.
    await admin.keyboard.press('ControlOrMeta+Home');
    for (let line = 0; line < 40; line++) await admin.keyboard.press('ArrowDown');
    for (let line = 0; line < 30; line++) await admin.keyboard.press('ArrowUp');
    const covered = () =>
      admin.evaluate(() => {
        const { startContainer, startOffset } = getSelection()?.getRangeAt(0) ?? new Range();
        // At the start of a line, the letter before is in the line above.
        const last = Math.max(1, startContainer.textContent?.length ?? 1) - 1;
        const letter = document.createRange();
        letter.setStart(startContainer, Math.min(startOffset, last));
        letter.setEnd(startContainer, Math.min(startOffset, last) + 1);
        const bar = document.querySelector('[role=toolbar]')?.getBoundingClientRect();
        return letter.getBoundingClientRect().top < (bar?.bottom ?? 0);
      });
    await expect.poll(covered).toBe(false);

    await admin.keyboard.press('ControlOrMeta+Home');
    await admin.keyboard.press('ControlOrMeta+Shift+End');
    await admin.keyboard.type('short');
    await expect(body(admin)).toHaveText('short');
  });
});

test.describe('a text that begins and ends with a card', () => {
  const card = '<video controls="" src="/walk.mp4"></video>';
  test.use({ files: shortWalks(['styledtext'], [{ ...walk, styledtext: `${card}<p>a</p>${card}` }]) });

  test('keeps both when words are typed at its ends', async ({ admin, site }) => {
    await admin.goto(site.url + formOf('river-walk'));
    await body(admin).locator('p').click();
    await admin.keyboard.press('ControlOrMeta+End');
    await admin.keyboard.type('last');
    await admin.keyboard.press('ControlOrMeta+Home');
    await admin.keyboard.type('first');
    expect(await saved(admin, () => site.read(fileOf('river-walk')))).toBe(
      `<p>first</p>${card}<p>a</p>${card}<p>last</p>`,
    );
  });
});

test.describe('a height that the schema asks for', () => {
  const files = shortWalks(['styledtext'], [{ ...walk, styledtext: '<p>a</p>'.repeat(80) }]);
  const schema = structuredClone(files['.schemas/walk.json']) as {
    properties: Record<string, Record<string, unknown>>;
  };
  schema.properties.styledtext = { ...schema.properties.styledtext, settings: { heightMax: 300 } };
  test.use({ files: { ...files, '.schemas/walk.json': schema } });

  test('is kept', async ({ admin, site }) => {
    await admin.goto(site.url + formOf('river-walk'));
    const height = () => body(admin).evaluate((element) => element.parentElement?.clientHeight);
    await expect.poll(height).toBe(300);
  });
});

test.describe('direction', () => {
  const ARABIC = 'حروف';
  const files = walks([
    {
      ...walk,
      title: ARABIC,
      textarea: ARABIC,
      list: [ARABIC],
      styledtext: `<p>${ARABIC}</p><p>Latin</p>`,
      claim: { en: 'Letters', ar: ARABIC },
      story: { en: '<p>Letters</p>', ar: `<p>${ARABIC}</p>` },
    },
  ]);
  const schema = structuredClone(files['.schemas/walk.json']) as {
    properties: Record<string, object>;
    formgrid?: string;
  };
  const localized = (kind: string, label: string) => ({
    type: kind,
    field: kind,
    label,
    settings: { locales: ['en', 'ar'] },
  });
  Object.assign(schema.properties.textarea ?? {}, { settings: { lang: 'fa' } });
  schema.properties.claim = localized('localizedtext', 'Claim');
  schema.properties.story = localized('localizedstyledtext', 'Story');
  delete schema.formgrid;
  test.use({ files: { ...files, '.schemas/walk.json': schema } });

  test('is that of the language, else that of the text, and spelling follows', async ({ admin, site }) => {
    await admin.goto(site.url + formOf('river-walk'));
    const direction = (selector: string) =>
      admin
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).direction);
    for (const name of ['title', 'textarea', 'styledtext'])
      expect(await direction(`#field-${name}`), name).toBe('rtl');
    expect(await direction('[data-property=list] .mantine-Pill-label')).toBe('rtl');
    // Spelling is that of the text, not of the admin: of its language where that is known.
    const language = (selector: string) =>
      admin
        .locator(selector)
        .first()
        .evaluate((element) => element.closest('[lang]')?.getAttribute('lang'));
    for (const name of ['title', 'styledtext', 'list'])
      expect(await language(`#field-${name}`), name).toBe('');
    expect(await direction('#field-list')).toBe('ltr');
    await admin.locator('#field-list').pressSequentially('كتاب');
    expect(await direction('#field-list')).toBe('rtl');
    expect(await language('#field-textarea')).toBe('fa');
    await admin.locator('#field-textarea').fill('');
    expect(await direction('#field-textarea')).toBe('rtl');
    // Each paragraph of a text runs its own way.
    const latin = await body(admin)
      .getByText('Latin')
      .evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getBoundingClientRect().left - element.getBoundingClientRect().left;
      });
    expect(latin).toBeLessThan(5);

    expect(await direction('#field-claim-en')).toBe('ltr');
    const languages = admin.getByRole('group', { name: 'Language of the page' });
    await languages.getByRole('button', { name: /^Arabic/ }).click();
    expect(await direction('#field-claim-ar')).toBe('rtl');
    await admin.locator('#field-claim-ar').fill('');
    expect(await direction('#field-claim-ar')).toBe('rtl');
    expect(await direction('#field-story-ar')).toBe('rtl');
    for (const name of ['claim', 'story']) expect(await language(`#field-${name}-ar`), name).toBe('ar');
    await admin.locator('[data-property=story]').getByRole('button', { name: 'Edit HTML' }).click();
    await expect(admin.locator('#field-story-ar.cm-content')).toBeVisible();
    expect(await direction('#field-story-ar')).toBe('rtl');
    await languages.getByRole('button', { name: /^English/ }).click();
    expect(await direction('#field-claim-en')).toBe('ltr');
  });
});
