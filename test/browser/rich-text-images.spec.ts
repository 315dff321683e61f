/** Where images stand that are pasted and dropped into a rich text. */
import { png } from '../fixtures/pictures.ts';
import { expect, type Locator, type Page, test } from './plinth.ts';
import { ALL_TEXTS, FILE_OF_TEXTS, paste, textsOf } from './rich-text-content.ts';

const state = (page: Page) => page.getByTestId('save-state');

/** Pastes image files, or drops them at a side of a piece of the text. */
async function give(
  text: Locator,
  names: string,
  drop?: { on: string; side: 'start' | 'end' },
): Promise<void> {
  const bytes = (await png()).toString('base64');
  await text.evaluate(
    (element, { bytes: data, names: letters, drop: where }) => {
      const transfer = new DataTransfer();
      const content = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
      for (const name of letters)
        transfer.items.add(new File([content], `${name}.png`, { type: 'image/png' }));
      if (where === undefined) {
        const clipboard = { clipboardData: transfer, bubbles: true, cancelable: true };
        element.dispatchEvent(new ClipboardEvent('paste', clipboard));
        return;
      }
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) if (walker.currentNode.textContent === where.on) break;
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      const box = range.getBoundingClientRect();
      const clientX = where.side === 'start' ? box.left + 3 : box.right - 3;
      const place = { clientX, clientY: (box.top + box.bottom) / 2 };
      const drag = { dataTransfer: transfer, bubbles: true, cancelable: true, ...place };
      (walker.currentNode.parentElement ?? element).dispatchEvent(new DragEvent('drop', drag));
    },
    { bytes, names, drop },
  );
}

interface Case {
  html: string;
  /** The words that the caret is put behind; none for a drop. */
  after?: string;
  keys?: string[];
  files?: string;
  drop?: { on: string; side: 'start' | 'end' };
  /** The text with each image as the name of its file. */
  stored: string;
}

const CASES: Record<string, Case> = {
  'dropped on the start of a heading': {
    html: '<h2>A heading</h2><p>x</p>',
    drop: { on: 'A heading', side: 'start' },
    stored: '<p>[a]</p><h2>A heading</h2><p>x</p>',
  },
  'dropped on the end of a heading': {
    html: '<h2>A heading</h2><p>x</p>',
    drop: { on: 'A heading', side: 'end' },
    stored: '<h2>A heading</h2><p>[a]</p><p>x</p>',
  },
  'in the middle of a heading': {
    html: '<h2>A heading</h2>',
    after: 'A heading',
    keys: ['ArrowLeft', 'ArrowLeft'],
    stored: '<h2>A heading</h2><p>[a]</p>',
  },
  'in an empty paragraph under a list': {
    html: '<ul><li>one</li><li>two</li></ul>',
    after: 'two',
    keys: ['Enter', 'Enter'],
    stored: '<ul><li>one</li><li>two</li></ul><p>[a]</p>',
  },
  'in a list item': {
    html: '<ol><li>one</li><li>two</li></ol>',
    after: 'one',
    stored: '<ol><li><p>one</p><p>[a]</p></li><li>two</li></ol>',
  },
  'several at once in an empty text': { html: '', files: 'abc', stored: '<p>[a]</p><p>[b]</p><p>[c]</p>' },
  'several dropped between two paragraphs': {
    html: '<p>One</p><p>Two</p>',
    drop: { on: 'Two', side: 'start' },
    files: 'ab',
    stored: '<p>One</p><p>[a]</p><p>[b]</p><p>Two</p>',
  },
  'in a table cell': {
    html: '<table><tbody><tr><td>one</td><td>two</td></tr></tbody></table>',
    after: 'one',
    stored: '<table><tbody><tr><td><p>one</p><p>[a]</p></td><td>two</td></tr></tbody></table>',
  },
  'in a quote': {
    html: '<blockquote><p>one</p><p>two</p></blockquote>',
    after: 'one',
    stored: '<blockquote><p>one</p><p>[a]</p><p>two</p></blockquote>',
  },
  'in code': {
    html: '<pre><code>one</code></pre><p>x</p>',
    after: 'one',
    stored: '<pre><code>one</code></pre><p>[a]</p><p>x</p>',
  },
};

test.describe('images', () => {
  const names = Object.keys(CASES);
  test.use({
    files: textsOf(Object.fromEntries(names.map((name) => [name, CASES[name]?.html ?? '']))),
  });

  test('stand between blocks, where they were put', async ({ admin, site }) => {
    test.slow();
    await admin.goto(site.url + ALL_TEXTS);
    for (const [at, name] of names.entries()) {
      const { after, keys = [], files = 'a', drop } = CASES[name] ?? { html: '', stored: '' };
      const text = admin.locator(`#field-t${at}`);
      await text.scrollIntoViewIfNeeded();
      if (drop === undefined) await text.click();
      if (after !== undefined) {
        await text.getByText(after, { exact: true }).click();
        await admin.keyboard.press('End');
      }
      for (const key of keys) await admin.keyboard.press(key);
      await give(text, files, drop);
      await expect(text.locator('img[src^="/imageworks/"]'), name).toHaveCount(files.length);
    }
    await admin.keyboard.press('ControlOrMeta+s');
    await expect(state(admin)).toHaveText(/^Saved \d/);
    const saved = (await site.read(FILE_OF_TEXTS)) ?? {};
    for (const [at, name] of names.entries()) {
      const html = String(saved[`t${at}`]).replace(/<img src="[^"]*\/([a-z])(?:-\w+)?\.png"[^>]*>/g, '[$1]');
      expect(html, name).toBe(CASES[name]?.stored);
    }
  });
});

test.describe('while an image is on its way', () => {
  test.use({ files: textsOf({ Text: '<p>One</p><p>Two</p>' }) });

  test('writing goes on, and the image comes where it was put', async ({ admin, site }) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await admin.route('**/upload/**', async (route) => {
      await held;
      await route.continue();
    });
    await admin.goto(site.url + ALL_TEXTS);
    const text = admin.locator('#field-t0');
    await text.getByText('One').click();
    await admin.keyboard.press('End');
    await give(text, 'ab');
    await admin.keyboard.press('Enter');
    await admin.keyboard.type('New');
    await text.getByText('Two').click();
    await admin.keyboard.press('End');
    await admin.keyboard.type(' ha');
    release();
    await expect(text.locator('img[src^="/imageworks/"]')).toHaveCount(2);
    // The caret stays where the writing is.
    await admin.keyboard.type('lves');
    // What a browser copies of an image: its address, without its bytes.
    await text.getByText('New').click();
    await paste(text, '<img src="/imageworks/upload/texts/all/t0/a.png" alt="A copy">');
    await admin.keyboard.press('ControlOrMeta+s');
    await expect(state(admin)).toHaveText(/^Saved \d/);
    const html = String((await site.read(FILE_OF_TEXTS))?.t0).replace(
      /<img src="[^"]*\/(\w)\.png"[^>]*>/g,
      '[$1]',
    );
    expect(html).toBe('<p>One</p><p>[a]</p><p>[b]</p><p>New</p><p>[a]</p><p>Two halves</p>');
  });
});
