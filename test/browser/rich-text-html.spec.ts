/** HTML the rich-text editor has no node for: kept to the byte, shown as a card, edited as HTML. */
import fc from 'fast-check';
import { problemsInBothThemes } from './axe.ts';
import { expect, type Page, test } from './plinth.ts';
import { ALL_TEXTS, FILE_OF_TEXTS, paste, textsOf } from './rich-text-content.ts';

const state = (page: Page) => page.getByTestId('save-state');
const text = (page: Page, at = 0) => page.locator(`#field-t${at}`);
/** Stored as it is sent: what the server takes out of rich text is tested elsewhere. */
const UNCHANGED = { htmlclean: false };

/** Texts as other systems write them, each followed by a paragraph to write in. */
const corpus = {
  'WordPress, block comments and figures':
    '<!-- wp:paragraph {"align":"left"} -->\n<p class="lead">Hi</p>\n<!-- /wp:paragraph -->\n' +
    '<!-- wp:image {"id":5} --><figure class="wp-block-image size-large"><img class="wp-image-5" src="/a.jpg" alt=""><figcaption class="wp-element-caption">Cap <em>x</em></figcaption></figure><!-- /wp:image -->',
  'WordPress, table in a figure':
    '<figure class="wp-block-table"><table><tbody><tr><td>a</td></tr></tbody></table><figcaption>x</figcaption></figure>',
  'WordPress, columns':
    '<div class="wp-block-columns is-layout-flex"><div class=wp-block-column><p>a<br />b</p></div>\n<div class="wp-block-column"></div></div>',
  'Ghost, gallery and bookmark':
    '<figure class="kg-card kg-gallery-card"><div class="kg-gallery-container"><img src="/1.jpg" width=10></div></figure>' +
    '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://x.org"><div class="kg-bookmark-content">T</div></a></figure>',
  'Ghost, players':
    '<figure class="kg-card kg-embed-card"><iframe width="200" height="113" src="https://www.youtube.com/embed/abc?feature=oembed" allowfullscreen></iframe></figure><video controls src=/v.mp4></video><audio src="/a.mp3" controls></audio>',
  'Statamic, details, sets and definitions':
    '<details open><summary>More</summary><p>a</p></details><dl><dt>a</dt><dd>b</dd></dl><section data-set=\'{"type":"quote"}\'><blockquote>q</blockquote></section>',
  'tables of all shapes':
    '<table class="t"><caption>Rooms</caption><colgroup><col width="10"><col></colgroup><thead><tr><th scope="col">a</th><th>b</th></tr></thead><tbody><tr><td rowspan="2">c</td><td>d</td></tr><tr><td><ul><li>e</li></ul></td></tr></tbody><tfoot><tr><td colspan="2">f</td></tr></tfoot></table>' +
    '<table><tbody><tr><td>uneven</td><td>b</td></tr><tr><td>c</td></tr></tbody></table>',
  'words in marks':
    '<p>H<sub>2</sub>O x<sup>2</sup> <mark>m</mark> <small>s</small> <kbd><kbd>Ctrl</kbd>+<kbd>C</kbd></kbd><kbd>D</kbd> <abbr title="x">y</abbr> <span class="big">b</span> <del>d</del> <ins>i</ins> <code>c <strong>d</strong></code></p>',
  'what stands in a line':
    '<p>a <!-- more --> b <i class="icon"></i> <a id="here"></a>c <svg viewBox="0 0 1 1"><path d="M0"/></svg> Donau<wbr>dampf <ruby>漢<rt>kan</rt></ruby> <button type=button>x</button></p>',
  'inside lists and cells':
    '<ul><li>a<details><summary>x</summary></details></li></ul><table><tbody><tr><td>a</td><td><iframe src="https://x.org"></iframe></td></tr></tbody></table>',
  'attributes and scripts':
    '<p onclick="x()">a</p><p hidden>b</p><p data-x="1">c</p><script>let a = "<p>";</script><style>p > a {}</style><pre>a\n  b</pre>',
  'odd spellings': '<DIV Class=x title=\'a "b"\'>&copy; &lt;<BR></DIV>',
};

async function appendToEach(page: Page, count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    await text(page, at).getByText('The end', { exact: true }).click();
    await page.keyboard.press('End');
    // The editor learns of a caret the browser moved one event later.
    await page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done))));
    await page.keyboard.type('!');
    await expect(text(page, at).getByText('The end!', { exact: true })).toBeVisible();
  }
  await page.keyboard.press('ControlOrMeta+s');
  await expect(state(page)).toHaveText(/^Saved \d/);
}

const END = '<p>The end</p>';
const ended = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([name, html]) => [name, html + END]));

test.describe('texts of other systems', () => {
  test.use({ files: textsOf(ended(corpus), UNCHANGED) });

  test('are edited visually and come back as they were, byte for byte', async ({ admin, site }) => {
    test.slow();
    await admin.goto(site.url + ALL_TEXTS);
    for (const [at, what] of Object.keys(corpus).entries())
      await expect(text(admin, at), what).toHaveClass(/ProseMirror/);
    await expect(state(admin)).toHaveText('No changes');
    await appendToEach(admin, Object.keys(corpus).length);
    const saved = await site.read(FILE_OF_TEXTS);
    for (const [at, [what, html]] of Object.entries(corpus).entries()) {
      // Line breaks between blocks are the only thing the editor does not keep.
      const written = html.replaceAll('>\n<', '><');
      const found = String(saved?.[`t${at}`]).replaceAll('>\n<', '><');
      expect(found, what).toBe(`${written}<p>The end!</p>`);
    }
  });
});

/** HTML of any depth, made of what the editor knows and what it does not. */
const { block } = fc.letrec<{ block: string; line: string }>((tie) => {
  const word = fc.stringMatching(/^[a-z]{2,5}$/);
  const attribute = fc.constantFrom('', '', ' class="x"', ' data-y="1"', ' lang="de"', ' onclick="a()"');
  const mark = fc.constantFrom('strong', 'em', 'sub', 'kbd', 'span', 'del', 'svg', 'button', 'iframe');
  const element = (names: fc.Arbitrary<string>, inner: fc.Arbitrary<string>) =>
    fc.tuple(names, attribute, inner).map(([name, more, html]) => `<${name}${more}>${html}</${name}>`);
  const lines = fc.oneof({ maxDepth: 3 }, word, element(mark, tie('line')));
  const list = tie('line').map((html) => `<li>${html}</li>`);
  const cell = tie('line').map((html) => `<tbody><tr><td>${html}</td></tr></tbody>`);
  return {
    line: fc.tuple(word, lines, word).map((parts) => parts.join(' ')),
    block: fc.oneof(
      { maxDepth: 3 },
      element(fc.constantFrom('p', 'h2', 'h4'), tie('line')),
      element(fc.constantFrom('ul', 'ol'), list),
      element(fc.constant('table'), cell),
      element(fc.constantFrom('div', 'section', 'blockquote', 'details'), tie('block')),
      word.map((name) => `<!-- ${name} -->`),
    ),
  };
});
const samples = fc.sample(fc.array(block, { minLength: 1, maxLength: 4 }), { seed: 20, numRuns: 20 });
const random = Object.fromEntries(samples.map((blocks, at) => [`Text ${at}`, blocks.join('')]));

test.describe('texts of any shape', () => {
  test.use({ files: textsOf(ended(random), UNCHANGED) });

  test('say the same after an edit beside them', async ({ admin, site }) => {
    test.slow();
    await admin.goto(site.url + ALL_TEXTS);
    await appendToEach(admin, samples.length);
    const saved = await site.read(FILE_OF_TEXTS);
    /** Parsed by a browser: elements, attributes and words, in their order. */
    const meaning = (html: string) =>
      admin.evaluate((source) => {
        const page = new DOMParser().parseFromString(`<body>${source}`, 'text/html');
        for (const cell of page.querySelectorAll('blockquote > p:only-child'))
          cell.replaceWith(...cell.childNodes);
        return page.body.innerHTML.replace(/\s+/g, ' ');
      }, html);
    for (const [at, html] of Object.values(random).entries()) {
      expect(await meaning(String(saved?.[`t${at}`]))).toBe(await meaning(`${html}<p>The end!</p>`));
    }
  });
});

test.describe('a card of HTML', () => {
  const source = '<iframe src="https://forms.example.org/1" width=560></iframe>';
  test.use({
    files: textsOf({ Body: `<p>One</p>${source}<p>Two <button class="go">x</button> three</p>` }, UNCHANGED),
  });
  const card = (page: Page) =>
    text(page).getByRole('group', { name: 'HTML block: iframe forms.example.org' });

  test('shows its source, is moved, edited and removed, and never becomes part of the page', async ({
    admin,
    site,
  }) => {
    await admin.goto(site.url + ALL_TEXTS);
    await expect(card(admin)).toContainText(source);
    await expect(text(admin).locator('iframe, button.go')).toHaveCount(0);
    await card(admin).getByRole('button', { name: 'Move up' }).click();
    await admin.keyboard.press('ControlOrMeta+s');
    await expect(state(admin)).toHaveText(/^Saved \d/);
    const saved = async () => (await site.read(FILE_OF_TEXTS))?.t0;
    expect(await saved()).toBe(`${source}<p>One</p><p>Two <button class="go">x</button> three</p>`);

    await card(admin).getByRole('button', { name: 'Edit as HTML' }).click();
    const dialog = admin.getByRole('dialog', { name: 'Edit as HTML' });
    await dialog.getByRole('textbox').click();
    await admin.keyboard.press('ControlOrMeta+a');
    await admin.keyboard.insertText('<p>Now <em>text</em></p><details><summary>S</summary></details>');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(text(admin).locator('em')).toHaveText('text');
    await text(admin)
      .getByRole('group', { name: 'HTML block: details' })
      .getByRole('button', { name: 'Remove' })
      .click();

    // What stands in a line is edited by keyboard.
    const chip = text(admin).getByRole('button', { name: 'HTML: button.go. Edit as HTML' });
    await chip.focus();
    await admin.keyboard.press('Enter');
    await dialog.getByRole('textbox').click();
    await admin.keyboard.press('ControlOrMeta+a');
    await admin.keyboard.insertText('<kbd>Go</kbd>');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(text(admin).locator('kbd')).toHaveText('Go');
    await admin.keyboard.press('ControlOrMeta+s');
    await expect.poll(saved).toBe('<p>Now <em>text</em></p><p>One</p><p>Two <kbd>Go</kbd> three</p>');
  });

  test('is selected and deleted by keyboard, and dragged', async ({ admin, site }) => {
    await admin.goto(site.url + ALL_TEXTS);
    await card(admin)
      .getByText('HTML block', { exact: true })
      .dragTo(text(admin).getByText('One'), {
        targetPosition: { x: 2, y: 2 },
      });
    await expect(text(admin).locator('> *').first()).toContainText('HTML block');
    await text(admin).getByText('One').click();
    await admin.keyboard.press('Home');
    await admin.keyboard.press('ArrowUp');
    await expect(card(admin)).toHaveAttribute('data-selected', 'true');
    await admin.keyboard.press('Delete');
    await expect(card(admin)).toHaveCount(0);
    await admin.keyboard.press('ControlOrMeta+z');
    await expect(card(admin)).toBeVisible();
  });

  test('stays when a key follows a click into the text at once', async ({ admin, site }) => {
    await admin.goto(site.url + ALL_TEXTS);
    const one = text(admin).getByText('One');
    await card(admin).getByText('HTML block', { exact: true }).click();
    await expect(card(admin)).toHaveAttribute('data-selected', 'true');
    // In one task, so that the key comes before the browser reports the selection.
    const taken = await one.evaluate((node) => {
      getSelection()?.collapse(node.firstChild, 0);
      const key = new KeyboardEvent('keydown', {
        key: 'Delete',
        keyCode: 46,
        bubbles: true,
        cancelable: true,
      });
      return !node.dispatchEvent(key);
    });
    expect(taken).toBe(false);
    await expect(card(admin)).not.toHaveAttribute('data-selected');
    await expect(card(admin)).toBeVisible();
  });

  test('has no accessibility faults', async ({ admin, site }) => {
    await admin.goto(site.url + ALL_TEXTS);
    await expect(card(admin)).toBeVisible();
    expect(await problemsInBothThemes(admin)).toEqual([]);
  });
});

test.describe('the HTML of a text with an image without its file', () => {
  test.use({ files: textsOf({ Body: '<p>One</p>' }) });

  test('has no place for the image, which is said before it opens', async ({ admin, site }) => {
    await admin.goto(site.url + ALL_TEXTS);
    await text(admin).click();
    await paste(text(admin), '<p>Two</p><img src="file:///pier.png" alt="Pier">');
    const place = text(admin).getByText('Image was not pasted');
    await expect(place).toBeVisible();
    const editHtml = admin.getByRole('button', { name: 'Edit HTML' });
    const question = admin.getByRole('dialog', { name: 'Edit HTML without these images?' });
    await editHtml.click();
    await expect(question).toContainText('1 image has no file yet.');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toHaveCount(0);
    await expect(place).toBeVisible();

    await editHtml.click();
    await question.getByRole('button', { name: 'Edit HTML' }).click();
    await expect(admin.getByRole('textbox', { name: 'Body' })).toContainText('<p>OneTwo</p>');
    await admin.getByRole('button', { name: 'Visual editor' }).click();
    await expect(text(admin)).toContainText('Two');
    await expect(place).toHaveCount(0);
    // Nothing is lost now.
    await editHtml.click();
    await expect(admin.getByRole('button', { name: 'Visual editor' })).toBeVisible();
  });
});
