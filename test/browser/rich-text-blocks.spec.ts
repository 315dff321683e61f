/** Blocks of rich text: callouts, embeds, code with a language, figures with tables, and moving them. */
import { png } from '../fixtures/pictures.ts';
import { problemsInBothThemes } from './axe.ts';
import { expect, type Page, test } from './plinth.ts';
import { ALL_TEXTS, FILE_OF_TEXTS, paste, pasteText, textsOf } from './rich-text-content.ts';

const WORDPRESS =
  '<figure class="wp-block-table"><table><tbody><tr><td>a</td></tr></tbody></table><figcaption>Rooms</figcaption></figure>';
const PLAYER = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ';
const iframe = (src: string, title: string) =>
  `<iframe src="${src}" title="${title}" width="560" height="315" loading="lazy" referrerpolicy="strict-origin-when-cross-origin" allowfullscreen=""></iframe>`;

test.use({
  files: textsOf(
    {
      Callout: '<p>Mind the step</p>',
      Embed: '<p>Before</p>',
      Code: '<p>let a</p>',
      Moved: '<p>a</p><ul><li>b</li><li>c</li></ul><p>d</p>',
      Table: `${WORDPRESS}<p>After</p>`,
      Markdown: '',
      Image: '',
      Notes: '<p>One two</p>',
    },
    { embedHosts: ['www.youtube-nocookie.com', 'player.vimeo.com', 'video.example.org'] },
  ),
});

const text = (page: Page, at: number) => page.locator(`#field-t${at}`);
const tool = (page: Page, at: number, name: string) =>
  page.locator(`[data-property=t${at}]`).getByRole('button', { name, exact: true });
const insert = async (page: Page, at: number, item: string) => {
  await tool(page, at, 'Insert').click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};
/** The editor learns of a caret the browser moved one event later. */
const caretSettles = (page: Page) =>
  page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done))));

test('blocks are made, changed, moved and stored as plain HTML', async ({ admin, site }) => {
  test.slow();
  await admin.goto(site.url + ALL_TEXTS);
  const saved = async (at: number) => {
    await admin.keyboard.press('ControlOrMeta+s');
    await expect(admin.getByTestId('save-state')).toHaveText(/^Saved \d/);
    return (await site.read(FILE_OF_TEXTS))?.[`t${at}`];
  };

  await test.step('a callout changes its kind and is removed', async () => {
    await text(admin, 0).getByText('Mind').click();
    await insert(admin, 0, 'Note');
    await insert(admin, 0, 'Warning');
    expect(await saved(0)).toBe('<aside class="callout callout-warning"><p>Mind the step</p></aside>');
    expect(await problemsInBothThemes(admin)).toEqual([]);
    await insert(admin, 0, 'Remove callout');
    expect(await saved(0)).toBe('<p>Mind the step</p>');
  });

  await test.step('the address of a page is embedded by the menu and by pasting', async () => {
    await text(admin, 1).getByText('Before').click();
    await admin.keyboard.press('End');
    await caretSettles(admin);
    await admin.keyboard.press('Enter');
    await insert(admin, 1, 'Embed…');
    const dialog = admin.getByRole('dialog', { name: 'Embed' });
    await dialog.getByRole('textbox').fill('https://example.org/video');
    await dialog.getByRole('button', { name: 'Insert' }).click();
    await expect(dialog.getByText('This page cannot be embedded.')).toBeVisible();
    expect(await problemsInBothThemes(admin)).toEqual([]);
    await dialog.getByRole('textbox').fill('https://youtu.be/dQw4w9WgXcQ');
    await dialog.getByRole('textbox').press('Enter');
    await expect(text(admin, 1).getByRole('group', { name: 'Embed: YouTube video' })).toContainText(PLAYER);
    await expect(admin.locator('iframe')).toHaveCount(0);
    const stored = `<p>Before</p>${iframe(PLAYER, 'YouTube video')}`;
    expect(await saved(1)).toBe(stored);

    await text(admin, 1).getByText('Before').click();
    await admin.keyboard.press('Home');
    await caretSettles(admin);
    await admin.keyboard.press('Enter');
    await admin.keyboard.press('ArrowUp');
    await caretSettles(admin);
    await pasteText(text(admin, 1), 'https://vimeo.com/76979871');
    await expect(text(admin, 1).getByRole('group', { name: 'Embed: Vimeo video' })).toBeVisible();
    await admin.keyboard.press('ControlOrMeta+z');
    await expect(text(admin, 1).getByRole('link', { name: 'https://vimeo.com/76979871' })).toBeVisible();
    await admin.keyboard.press('ControlOrMeta+z');
    await paste(text(admin, 1), `<iframe src="${PLAYER}"></iframe>`);
    await expect(text(admin, 1).getByRole('group', { name: 'Embed: YouTube video' })).toHaveCount(2);
    await expect(admin.getByText('Removed while pasting')).toHaveCount(0);

    // A host of the schema's own, and one that it does not name.
    await insert(admin, 1, 'Embed…');
    await expect(dialog.getByText('A page or embed code of YouTube, Vimeo, video.example.org')).toBeVisible();
    await dialog
      .getByRole('textbox')
      .fill('<iframe src="https://video.example.org/e/7" onload="x()"></iframe>');
    await dialog.getByRole('textbox').press('Enter');
    await expect(text(admin, 1).getByRole('group', { name: 'Embed: video.example.org' })).toBeVisible();
    expect(await saved(1)).toContain(iframe('https://video.example.org/e/7', 'video.example.org'));
    await paste(text(admin, 1), '<p>x</p><iframe src="https://w.soundcloud.com/player/?url=x"></iframe>');
    await expect(admin.getByText('Removed while pasting: iframe (1).')).toBeVisible();
  });

  await test.step('a block of code has a language', async () => {
    await text(admin, 2).getByText('let a').click();
    await tool(admin, 2, 'Code block').click();
    await text(admin, 2).getByLabel('Language of the code').selectOption('typescript');
    expect(await saved(2)).toBe('<pre><code class="language-typescript">let a</code></pre>');
    await text(admin, 2).getByLabel('Language of the code').selectOption('');
    expect(await saved(2)).toBe('<pre><code>let a</code></pre>');
  });

  await test.step('blocks and list items are moved with Alt, Shift and an arrow', async () => {
    await text(admin, 3).getByText('c', { exact: true }).click();
    await caretSettles(admin);
    await admin.keyboard.press('Alt+Shift+ArrowUp');
    await text(admin, 3).getByText('d', { exact: true }).click();
    await caretSettles(admin);
    await admin.keyboard.press('Alt+Shift+ArrowUp');
    await admin.keyboard.press('Alt+Shift+ArrowUp');
    await admin.keyboard.press('Alt+Shift+ArrowUp');
    await admin.keyboard.press('Alt+Shift+ArrowDown');
    await expect(admin).toHaveURL(/all$/);
    expect(await saved(3)).toBe('<p>a</p><p>d</p><ul><li>c</li><li>b</li></ul>');
  });

  await test.step('a table in a figure is edited as a table', async () => {
    await text(admin, 4).getByText('a', { exact: true }).click();
    await admin.keyboard.press('End');
    await caretSettles(admin);
    await admin.keyboard.press('Enter');
    await admin.keyboard.type('b');
    await text(admin, 4).getByText('Rooms').click();
    await admin.keyboard.press('End');
    await caretSettles(admin);
    await admin.keyboard.type('!');
    expect(await saved(4)).toBe(
      '<figure class="wp-block-table"><table><tbody><tr><td><p>a</p><p>b</p></td></tr></tbody></table><figcaption>Rooms!</figcaption></figure><p>After</p>',
    );
  });

  await test.step('Markdown is pasted as what it means, or as text', async () => {
    await text(admin, 5).click();
    await pasteText(
      text(admin, 5),
      '## Rooms\n\n- **East**\n- [West](/west) wing\n\n| a | b |\n|---|---|\n| 1 | 2 |',
    );
    await expect(admin.getByText('Pasted as Markdown.')).toBeVisible();
    expect(await problemsInBothThemes(admin)).toEqual([]);
    expect(await saved(5)).toBe(
      '<h2>Rooms</h2><ul><li><strong>East</strong></li><li><a href="/west">West</a> wing</li></ul>' +
        '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
    );
    await admin.getByRole('button', { name: 'Paste as text' }).click();
    await expect(text(admin, 5)).toContainText('## Rooms');
    await expect(text(admin, 5).locator('table')).toHaveCount(0);
  });

  await test.step('an image that is data in its address is uploaded', async () => {
    const data = (await png()).toString('base64');
    await text(admin, 6).click();
    await paste(text(admin, 6), `<p>One <img src="data:image/png;base64,${data}" alt="Dot"> two</p>`);
    await expect(text(admin, 6).getByRole('img', { name: 'Dot' })).toHaveAttribute('src', /^\/imageworks\//);
    expect(await saved(6)).toMatch(
      /^<p>One <img src="\/imageworks\/upload\/texts\/all\/t6\/image[^"]*\.png" alt="Dot" \/> two<\/p>$/,
    );
  });

  await test.step('footnotes are numbered in the order of the text, and go with their number', async () => {
    const reference = (name: string, number: number) =>
      `<a href="#fn-${name}" id="fnref-${name}" role="doc-noteref"><sup>${number}</sup></a>`;
    const note = (name: string, words: string) =>
      `<li id="fn-${name}">${words} <a href="#fnref-${name}" role="doc-backlink">↩</a></li>`;
    const section = (...notes: string[]) =>
      `<section class="footnotes" role="doc-endnotes"><ol>${notes.join('')}</ol></section>`;
    await text(admin, 7).getByText('One two').click();
    await admin.keyboard.press('End');
    await caretSettles(admin);
    await insert(admin, 7, 'Footnote');
    await expect(text(admin, 7)).toBeFocused();
    await admin.keyboard.type('About two');
    await text(admin, 7)
      .getByText('One two')
      .click({ position: { x: 1, y: 5 } });
    await admin.keyboard.press('Home');
    await caretSettles(admin);
    for (let step = 0; step < 3; step++) await admin.keyboard.press('ArrowRight');
    await insert(admin, 7, 'Footnote');
    await expect(text(admin, 7)).toBeFocused();
    await admin.keyboard.type('About one');
    const both = String(await saved(7));
    const [one = '', two = ''] = [...both.matchAll(/id="fnref-(\w+)"/g)].map(([, name = '']) => name);
    expect(both).toBe(
      `<p>One${reference(one, 1)} two${reference(two, 2)}</p>${section(note(one, 'About one'), note(two, 'About two'))}`,
    );
    // Read again, it is the same text.
    await admin.reload();
    await expect(text(admin, 7).getByRole('listitem')).toHaveText(['About one', 'About two']);
    await expect(text(admin, 7).getByRole('group')).toHaveCount(0);
    await text(admin, 7)
      .locator('p')
      .first()
      .dblclick({ position: { x: 8, y: 10 } });
    await caretSettles(admin);
    await admin.keyboard.press('ArrowRight');
    await caretSettles(admin);
    await admin.keyboard.press('Shift+ArrowLeft');
    await caretSettles(admin);
    await admin.keyboard.press('Delete');
    await expect(text(admin, 7).getByRole('listitem')).toHaveText(['About two']);
    expect(await saved(7)).toBe(`<p>One two${reference(two, 1)}</p>${section(note(two, 'About two'))}`);
    await admin.keyboard.press('ControlOrMeta+z');
    await expect(text(admin, 7).getByRole('listitem')).toHaveText(['About one', 'About two']);
  });
});
