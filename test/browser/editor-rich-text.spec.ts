/** Rich text: HTML comes back as it was, whatever it holds. */
import { problemsInBothThemes } from './axe.ts';
import { fileOf, formOf, shortWalks, walk } from './editor-content.ts';
import { expect, type Page, test } from './plinth.ts';
import { ALL_TEXTS, FILE_OF_TEXTS, textsOf } from './rich-text-content.ts';

test.use({ files: shortWalks(['styledtext']) });

const body = (page: Page) => page.locator('#field-styledtext');
const state = (page: Page) => page.getByTestId('save-state');
/** The editor learns of a caret the browser moved by itself one event later; a key pressed before that acts at the old place. */
const caretSettles = (page: Page) =>
  page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done))));

/** Texts the visual editor shows and must not touch. */
const faithful = {
  'line breaks between blocks':
    '<h2>A</h2>\n<p>b</p>\n\n<ul>\n  <li>c</li>\n  <li>d <em>e</em></li>\n</ul>\n',
  'tight and nested lists': '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul><ol start="3"><li>d</li></ol>',
  'old spellings of bold and italic': '<p><b>a</b> and <i>b</i></p>',
  'nested marks': '<p><em><strong>a</strong> b</em> <a href="/x"><em>c</em></a></p>',
  'links with everything':
    '<p><a href="https://e.org" target="_blank" rel="noopener" class="button" title="t">a</a></p>',
  'classes, ids, languages and styles': '<p class="lead" id="top" lang="de" style="text-align: center">a</p>',
  'all headings': '<h1>a</h1><h2 id="b">b</h2><h5>c</h5><h6>d</h6>',
  'code with its language': '<pre><code class="language-js">if (a &lt; b) {\n  c();\n}</code></pre>',
  'images in the text': '<p>a <img src="/a.png" alt="A" width="20"> b</p>',
  'entities and emoji': '<p>a &amp; b&nbsp;c “d” 👩‍🚀</p>',
  'quotes and rules': '<blockquote><p>a</p><p>b</p></blockquote><hr><p>c<br>d</p>',
  'plain text': 'Just words',
  tables:
    '<table class="x"><tbody><tr><th scope="row">a</th><td colspan="2">b</td></tr></tbody></table><p>c</p>',
  figures: '<figure class="wide"><img src="/a.png" alt="A"><figcaption>c</figcaption></figure><p>d</p>',
  'embedded players': '<p>a</p><iframe src="https://www.youtube.com/embed/abc"></iframe><p>b</p>',
  'sections and anchors': '<section><p>a</p></section><p><a id="here"></a>a</p>',
  'small marks':
    '<p>H<sub>2</sub>O, x<sup>2</sup>, <mark>m</mark>, <kbd>C</kbd> <del>d</del> <span class="big">b</span></p>',
};

test.describe('texts the editor can show', () => {
  test.use({ files: textsOf(faithful) });

  test('stay as they are until they are edited', async ({ admin, site }) => {
    test.slow();
    await admin.goto(site.url + ALL_TEXTS);
    for (const [at, what] of Object.keys(faithful).entries()) {
      const text = admin.locator(`#field-t${at}`);
      await expect(text, what).toHaveClass(/ProseMirror/);
      await text.locator('> *').last().click();
      await expect(state(admin), what).toHaveText('No changes');
      // An edit taken back is no edit.
      await admin.keyboard.press('ControlOrMeta+End');
      await caretSettles(admin);
      await admin.keyboard.type('x');
      await expect(state(admin), what).toHaveText('1 unsaved change');
      await admin.keyboard.press('Backspace');
      await expect(state(admin), what).toHaveText('No changes');
    }
    await admin.locator('#field-note').fill('Another field');
    await admin.keyboard.press('ControlOrMeta+s');
    await expect(state(admin)).toHaveText(/^Saved \d/);
    const saved = await site.read(FILE_OF_TEXTS);
    for (const [at, [what, html]] of Object.entries(faithful).entries()) {
      expect(saved?.[`t${at}`], what).toBe(html);
    }
  });
});

test('an edit leaves the rest of the text as it was', async ({ admin, site }) => {
  const html = '<h2 id="a">A</h2><p class="lead">b</p><ul><li>c</li></ul><p><a href="/x" class="y">d</a></p>';
  await site.write({ [fileOf('text')]: { ...walk, id: 'text', styledtext: html } });
  await admin.goto(site.url + formOf('text'));
  await body(admin).getByRole('link', { name: 'd' }).click();
  await admin.keyboard.press('End');
  await caretSettles(admin);
  await admin.keyboard.press('Enter');
  await admin.keyboard.type('e');
  await admin.keyboard.press('ControlOrMeta+s');
  await expect(state(admin)).toHaveText(/^Saved \d/);
  expect((await site.read(fileOf('text')))?.styledtext).toBe(`${html}<p>e</p>`);
});

test('a text is linked, formatted and written as HTML in one form', async ({ admin, site }) => {
  await test.step('a link is set and removed with Mod+K, whatever is typed is made whole', async () => {
    await admin.goto(site.url + formOf('river-walk'));
    await body(admin).click();
    await admin.keyboard.press('ControlOrMeta+a');
    await admin.keyboard.type('map');
    await admin.keyboard.press('ControlOrMeta+a');
    await admin.keyboard.press('ControlOrMeta+k');
    await admin.getByRole('combobox', { name: 'Object or address' }).fill('example.org/map');
    await admin.keyboard.press('Enter');
    await expect(body(admin).getByRole('link')).toHaveAttribute('href', 'https://example.org/map');
    await expect(body(admin)).toBeFocused();
    await admin.keyboard.press('ControlOrMeta+s');
    await expect(state(admin)).toHaveText(/^Saved \d/);
    expect((await site.read(fileOf('river-walk')))?.styledtext).toBe(
      '<p><a href="https://example.org/map">map</a></p>',
    );

    await admin.keyboard.press('ControlOrMeta+k');
    await admin.getByRole('button', { name: 'Remove link' }).click();
    await expect(body(admin).getByRole('link')).toHaveCount(0);
  });

  await test.step('the toolbar formats, the count counts', async () => {
    await body(admin).click();
    await admin.keyboard.press('ControlOrMeta+a');
    await admin.keyboard.type('One two');
    await admin.getByRole('button', { name: 'Heading 2' }).click();
    await body(admin).press('End');
    await caretSettles(admin);
    await admin.keyboard.press('Enter');
    await admin.getByRole('button', { name: 'Bullet list' }).click();
    await admin.keyboard.type('three');
    await expect(admin.getByText('3 words')).toBeVisible();
    await expect(state(admin)).toHaveText('1 unsaved change');
    await admin.keyboard.press('ControlOrMeta+s');
    await expect(state(admin)).toHaveText(/^Saved \d/);
    expect((await site.read(fileOf('river-walk')))?.styledtext).toBe(
      '<h2>One two</h2><ul><li>three</li></ul>',
    );
  });

  await test.step('source and visual editor show the same text, whatever the source holds', async () => {
    await admin.getByRole('button', { name: 'Edit HTML' }).click();
    await body(admin).click();
    await admin.keyboard.press('ControlOrMeta+a');
    await admin.keyboard.insertText('<p>From <em>source</em></p><details><summary>S</summary></details>');
    await admin.getByRole('button', { name: 'Visual editor' }).click();
    await expect(body(admin).getByRole('group', { name: 'HTML block: details' })).toBeVisible();
    await expect(body(admin).locator('em')).toHaveText('source');
    await expect(state(admin)).toHaveText('1 unsaved change');
    await admin.keyboard.press('ControlOrMeta+s');
    await expect(state(admin)).toHaveText(/^Saved \d/);
    expect((await site.read(fileOf('river-walk')))?.styledtext).toBe(
      '<p>From <em>source</em></p><details><summary>S</summary></details>',
    );
  });
});

test('a link finds objects first, and is stored as the address of the page', async ({ admin, site }) => {
  await site.write({
    'guides/.meta.json': { id: 'guides', schema: 'walk', name: 'Guides', url: '/guides/{title}/{id}' },
    'guides/ada.json': { id: 'ada', title: 'Ada of the river' },
  });
  await admin.goto(site.url + formOf('river-walk'));
  await body(admin).click();
  await admin.keyboard.press('ControlOrMeta+a');
  await admin.keyboard.press('Delete');
  const field = admin.getByRole('combobox', { name: 'Object or address' });
  const link = body(admin).getByRole('link');

  await admin.keyboard.press('ControlOrMeta+k');
  await field.pressSequentially('ada riv');
  await expect(admin.getByRole('option')).toHaveText(['Ada of the riverGuides']);
  expect(await problemsInBothThemes(admin)).toEqual([]);
  await field.press('Enter');
  await expect(link).toHaveText('Ada of the river');
  await expect(link).toHaveAttribute('href', '/guides/Ada%20of%20the%20river/ada');
  await expect(body(admin)).toBeFocused();

  // What the link leads to is told, and the words stay when it changes.
  await admin.keyboard.press('ControlOrMeta+k');
  await expect(admin.getByRole('link', { name: /Links to Ada of the river \(Guides\)/ })).toBeVisible();
  await field.fill('river');
  await expect(admin.getByRole('option')).toHaveCount(2);
  await field.press('ArrowDown');
  await field.press('ArrowDown');
  await expect(admin.locator('[data-combobox-selected]')).toHaveText(/^Ada/);
  await field.press('ArrowUp');
  await field.press('Enter');
  await expect(link).toHaveText('Ada of the river');
  await expect(link).toHaveAttribute('href', '/walks/river-walk');
  await expect(body(admin)).toBeFocused();

  await admin.keyboard.press('ControlOrMeta+k');
  await field.fill('/guides/x/gone');
  await field.press('Enter');
  await expect(body(admin)).toBeFocused();
  await admin.keyboard.press('ControlOrMeta+k');
  await expect(admin.getByText('There is no object at this address.')).toBeVisible();
  await field.press('Escape');
  await expect(field).toHaveCount(0);
  await admin.keyboard.press('ControlOrMeta+s');
  await expect(state(admin)).toHaveText(/^Saved \d/);
  expect((await site.read(fileOf('river-walk')))?.styledtext).toBe(
    '<p><a href="/guides/x/gone">Ada of the river</a></p>',
  );
});

test('pasted text keeps its structure and loses its looks', async ({ admin, site }) => {
  await admin.goto(site.url + formOf('river-walk'));
  await body(admin).click();
  await admin.keyboard.press('ControlOrMeta+a');
  await body(admin).evaluate((element) => {
    const data = new DataTransfer();
    data.setData(
      'text/html',
      '<meta charset="utf-8"><style>p{}</style><b style="font-weight:normal"><h2 class="x" style="color:red">A</h2>' +
        '<p id="p" style="margin:0"><span style="font-weight:700">b</span> <a href="https://e.org" class="l">c</a></p></b><!-- d -->',
    );
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await admin.keyboard.press('ControlOrMeta+s');
  await expect(state(admin)).toHaveText(/^Saved \d/);
  expect((await site.read(fileOf('river-walk')))?.styledtext).toBe(
    '<h2>A</h2><p><strong>b</strong> <a href="https://e.org">c</a></p>',
  );
});
