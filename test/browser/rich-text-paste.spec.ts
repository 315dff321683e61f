/** Pasting into rich text: structure stays, what is dropped is named, pictures of other sites can be fetched. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { png } from '../fixtures/pictures.ts';
import { problemsInBothThemes } from './axe.ts';
import { fileOf, formOf, shortWalks } from './editor-content.ts';
import { expect, type Page, test } from './plinth.ts';
import { ALL_TEXTS, clipboardOf, FILE_OF_TEXTS, paste, pasteAll, textsOf } from './rich-text-content.ts';

const state = (page: Page) => page.getByTestId('save-state');
const body = (page: Page) => page.locator('#field-styledtext');

interface Expected {
  html: string;
  /** What the notice names. */
  without?: string;
  /** An image has a place for its file, and is not stored. */
  missing?: true;
}

/** The number of a footnote, and the notes at the end, with names that stand for the ones the editor makes up. */
const number = (at: number) => `<a href="#fn-${at}" id="fnref-${at}" role="doc-noteref"><sup>${at}</sup></a>`;
const notes = (...words: string[]) => {
  const note = (one: string, at: number) =>
    `<li id="fn-${at + 1}">${one} <a href="#fnref-${at + 1}" role="doc-backlink">↩</a></li>`;
  return `<section class="footnotes" role="doc-endnotes"><ol>${words.map(note).join('')}</ol></section>`;
};

/** Names of footnotes by their order. */
function named(html: string): string {
  const names = [...new Set([...html.matchAll(/fnref-(\w+)"/g)].map(([, name]) => name))];
  return names.reduce((text: string, name, at) => text.replaceAll(`-${name}"`, `-${at + 1}"`), html);
}

/** What is stored of the clipboard of each program. */
const EXPECTED: Record<string, Expected> = {
  word: {
    html:
      `<h2>The east wing</h2><p><strong>Bold</strong> and <strong>red bold</strong> text with footnote${number(1)} and x<sup>2</sup> H<sub>2</sub>O.</p>` +
      '<ul><li>First bullet<ul><li>Inner bullet</li></ul></li><li>Second bullet</li></ul><p>Then:</p>' +
      '<ol start="3"><li>Third step<ol type="a"><li>with a part</li></ol></li><li>Fourth step</li></ol>' +
      '<table><thead><tr><th><strong>Room</strong></th><th><strong>Opens</strong></th></tr></thead><tbody><tr><td>East 1</td><td><p style="text-align:right">10:00</p></td></tr><tr><td colspan="2">East 2, closed</td></tr></tbody></table>' +
      `<p style="text-align:center"><mark>Centred and marked</mark></p>${notes('A note at the foot.')}`,
    missing: true,
  },
  'word-online': {
    html: '<p><strong>Packing</strong></p><ul><li>Boots<ul><li>Laces</li></ul></li><li>Map</li></ul>',
  },
  'google-docs': {
    html:
      '<h2>Opening hours</h2><p style="text-align:center"><strong>Bold</strong><em> and italic, 10</em><sup>th</sup> of May, see <a href="https://example.org/map">the map</a></p>' +
      '<ul><li>Ground floor<ul><li>Café</li></ul></li><li>First floor</li></ul><table><tbody><tr><td>A</td><td>B</td></tr></tbody></table><hr>' +
      `<p><s>struck</s>${number(1)} out${number(2)}</p>${notes('See <strong>Ada</strong>', '<p>First line</p><p>Second line</p>')}`,
  },
  'google-docs-tasks': {
    html:
      '<h2>The walk</h2><h4>Before it</h4>' +
      '<p><mark>Yellow</mark>, <strong><mark>green</mark></strong> and white, <a href="https://example.org/map?a=1&amp;b=2">the map</a>, <a href="https://www.google.com/search?q=https://example.org">a search</a></p>' +
      '<ul><li>☐ Boots</li><li><s>☑ Map</s></li></ul>',
  },
  notion: {
    html:
      '<h2>Packing</h2><h3>Before</h3>' +
      '<ul><li>☐ Buy <strong>laces</strong></li><li>☑ Find the map<ul><li>☑ of the east</li><li>no task</li></ul></li><li>[citation needed]</li></ul>' +
      '<aside class="callout callout-note"><p>💡 Bring <em>boots</em>.</p></aside><ul><li><p>Toggle</p><p>Inside</p></li></ul>' +
      '<aside class="callout callout-note"><p>⚠️</p><p>Exported</p></aside><ul><li>☑ Exported task</li></ul>',
  },
  libreoffice: {
    html:
      `<h2>Rooms</h2><p>Water is H<sub>2</sub>O${number(1)} and <strong>red</strong>.</p>` +
      '<ol><li>One<ol type="a"><li>One a</li></ol></li><li>Two</li></ol>' +
      '<table><thead><tr><th>Room</th><th>Opens</th></tr></thead><tbody><tr><td>East 1</td><td><p style="text-align:right">10:00</p></td></tr></tbody></table>' +
      '<p style="text-align:center">Centred</p><p style="text-align:justify">Justified</p>' +
      notes('A note.'),
  },
  excel: {
    html: '<table><tbody><tr><td>Room</td><td>Opens</td></tr><tr><td>East 1</td><td style="text-align:right">10:00</td></tr><tr><td>East 2</td><td style="text-align:right">11:00</td></tr></tbody></table>',
  },
  'google-sheets': {
    html: '<table><tbody><tr><td>Room</td><td>Seats</td></tr><tr><td>East 1<br>(upper)</td><td style="text-align:right">110</td></tr></tbody></table>',
  },
  'web-page': {
    html:
      '<h2>A walk by the river</h2><p>By <a href="https://example.org/ada">Ada</a> <time datetime="2026-05-09">9 May</time></p><p>First <mark>marked</mark> words<iframe src="https://www.youtube.com/embed/abc"></iframe>and more, not a link.</p>' +
      '<figure><img src="https://example.org/x.png" alt="The river" width="640" height="480"><figcaption>Caption <em>here</em></figcaption></figure>' +
      '<p><img src="https://example.org/a.png" alt="A"><img src="https://example.org/b.png" alt="B"></p><p>Two pictures</p><p>Length</p><p>4 km</p><p>More</p><p>Hidden words</p>' +
      '<blockquote><p>Quoted</p></blockquote><pre><code class="language-js">let a = 1;\nlet b = 2;</code></pre><table><tbody><tr><td>Lone</td><td></td></tr><tr><td>Two</td><td>cells</td></tr></tbody></table><p>Mail</p><ul><li>One<ol><li>Two</li></ol></li></ul>',
    without: 'svg (1), video (1), input (1), button (1), dl (1), details (1), figure (1)',
  },
};
const PROGRAMS = Object.keys(EXPECTED);

/** The server writes some elements in another spelling. */
const spelled = (html: unknown) => String(html).replaceAll(' />', '>');

test.describe('the clipboard of other programs', () => {
  test.use({ files: textsOf(Object.fromEntries(PROGRAMS.map((name) => [name, '']))) });

  test('keeps its structure, and what is dropped is named', async ({ admin, site }) => {
    test.slow();
    await admin.goto(site.url + ALL_TEXTS);
    for (const [at, name] of PROGRAMS.entries()) {
      const text = admin.locator(`#field-t${at}`);
      await text.click();
      await paste(text, await clipboardOf(name));
      const notice = admin.locator(`[data-property=t${at}]`).getByText(/^Removed while pasting/);
      const { without, missing } = EXPECTED[name] ?? {};
      if (missing) await expect(text.getByText('Image was not pasted')).toBeVisible();
      if (without === undefined) await expect(notice, name).toHaveCount(0);
      else await expect(notice, name).toHaveText(`Removed while pasting: ${without}.`);
    }
    await admin.locator('#field-note').fill('x');
    await admin.keyboard.press('ControlOrMeta+s');
    await expect(state(admin)).toHaveText(/^Saved \d/);
    const saved = await site.read(FILE_OF_TEXTS);
    for (const [at, name] of PROGRAMS.entries())
      expect(named(spelled(saved?.[`t${at}`])), name).toBe(EXPECTED[name]?.html);
  });
});

test.describe('what was dropped', () => {
  test.use({ files: shortWalks(['styledtext']) });
  const HTML =
    '<p>Before</p><details open onclick="x()"><summary>More</summary></details><p>After</p><script>x()</script>';

  test('is taken back with Undo, or pasted as HTML', async ({ admin, site }) => {
    await admin.goto(site.url + formOf('river-walk'));
    await body(admin).click();
    await admin.keyboard.press('ControlOrMeta+End');
    await admin.keyboard.type(' Typed.');
    await paste(body(admin), HTML);
    await expect(admin.getByText('Removed while pasting: details (1).')).toBeVisible();
    await expect(admin.getByText(/^Downloading/)).toHaveCount(0);
    expect(await problemsInBothThemes(admin)).toEqual([]);
    await admin.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await expect(body(admin)).toHaveText('Bring boots. Typed.');

    await admin.keyboard.press('ControlOrMeta+a');
    await paste(body(admin), HTML);
    await admin.getByRole('button', { name: 'Paste as HTML' }).click();
    await expect(body(admin).getByRole('group', { name: 'HTML block: details' })).toBeVisible();
    await expect(admin.getByText(/^Removed while pasting/)).toHaveCount(0);
    await admin.keyboard.press('ControlOrMeta+s');
    await expect(state(admin)).toHaveText(/^Saved \d/);
    expect((await site.read(fileOf('river-walk')))?.styledtext).toBe(
      '<p>Before</p><details open=""><summary>More</summary></details><p>After</p>',
    );
  });

  test('what was copied in the editor comes back whole', async ({ admin, site }) => {
    await admin.goto(site.url + formOf('river-walk'));
    const source =
      '<table class="x"><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table><details class="d"><summary>S</summary></details><p class="lead">c</p>';
    await admin.getByRole('button', { name: 'Edit HTML' }).click();
    await body(admin).click();
    await admin.keyboard.press('ControlOrMeta+a');
    await admin.keyboard.insertText(source);
    await admin.getByRole('button', { name: 'Visual editor' }).click();
    await body(admin).getByText('c', { exact: true }).click();
    await admin.keyboard.press('ControlOrMeta+a');
    const copied = await body(admin).evaluate((element) => {
      const data = new DataTransfer();
      element.dispatchEvent(
        new ClipboardEvent('cut', { clipboardData: data, bubbles: true, cancelable: true }),
      );
      return data.getData('text/html');
    });
    await expect(body(admin).locator('table')).toHaveCount(0);
    await paste(body(admin), copied);
    await admin.keyboard.press('ControlOrMeta+s');
    await expect(state(admin)).toHaveText(/^Saved \d/);
    expect((await site.read(fileOf('river-walk')))?.styledtext).toBe(source);
  });
});

test.describe('the bytes of images beside the HTML', () => {
  test.use({ files: shortWalks(['styledtext']) });
  const FROM_WORD =
    '<p class=MsoNormal>Before <img width=40 height=30 src="file:///C:/Users/ada/clip_image002.png" alt="Quay"> after</p>';

  test('are uploaded, as files and from the RTF of Word; else they are chosen in place', async ({
    admin,
    site,
  }) => {
    const picture = await png();
    const hex = picture.toString('hex').replace(/(.{128})/g, '$1\r\n');
    const rtf =
      '{\\rtf1\\ansi Before {\\*\\shppict{\\pict{\\*\\picprop\\shplid1025{\\sp{\\sn shapeType}{\\sv 75}}}\\picscalex100\\pngblip\\bliptag-12' +
      `{\\*\\blipuid 3f2a9c}${hex}}}{\\nonshppict{\\pict\\picscalex100\\pngblip\\bliptag-12 ${hex}}} after}`;
    await admin.goto(site.url + formOf('river-walk'));
    await body(admin).click();
    await admin.keyboard.press('ControlOrMeta+a');
    await pasteAll(body(admin), { 'text/html': FROM_WORD, 'text/rtf': rtf, 'text/plain': 'Before after' });
    const shown = (name: string) => body(admin).getByRole('img', { name });
    await expect(shown('Quay')).toHaveAttribute('src', /^\/imageworks\//);
    await expect(admin.getByText(/^Removed while pasting/)).toHaveCount(0);

    await admin.keyboard.press('ControlOrMeta+End');
    const bytes = picture.toString('base64');
    await pasteAll(body(admin), { 'text/html': '<img src="blob:https://example.org/1f" alt="Map">' }, bytes);
    await expect(shown('Map')).toHaveAttribute('src', /^\/imageworks\//);

    // Two images and the bytes of one: which it is cannot be known.
    await pasteAll(
      body(admin),
      { 'text/html': `${FROM_WORD}<p>Then <img src="file:///b.png" alt="Pier"></p>`, 'text/rtf': rtf },
      bytes,
    );
    await expect(admin.getByText('2 images came without their files.')).toBeVisible();
    const places = body(admin)
      .locator('[data-node-view-wrapper]')
      .filter({ hasText: 'Image was not pasted' });
    await expect(places).toHaveCount(2);
    await expect(places.first()).toContainText('“Quay” · clip_image002.png');
    const chooser = admin.waitForEvent('filechooser');
    await places.last().getByRole('button', { name: 'Choose its file…' }).press('Enter');
    await (await chooser).setFiles({ name: 'pier.png', mimeType: 'image/png', buffer: picture });
    await expect(shown('Pier')).toHaveAttribute('src', /^\/imageworks\//);
    await expect(places).toHaveCount(1);
    await admin.keyboard.press('ControlOrMeta+s');
    await expect(state(admin)).toHaveText(/^Saved \d/);
    const image = (name: string) =>
      `<img src="/imageworks/upload/walks/river-walk/styledtext/[^"]*" alt="${name}"[^>]*>`;
    const stored = String((await site.read(fileOf('river-walk')))?.styledtext);
    expect(stored).toMatch(new RegExp(`^<p>Before ${image('Quay')} after</p><p>${image('Map')}`));
    expect(stored).toMatch(new RegExp(`<p>Then ${image('Pier')}</p>$`));
    expect(stored.match(/<img/g)).toHaveLength(3);
    // The place without a file is not in what is saved, which the save says, but still in the text.
    expect(stored).not.toContain('missing');
    const saved = admin.getByRole('alert').filter({ hasText: 'Saved without 1 image: its file is missing.' });
    await expect(saved).toBeVisible();
    await expect(admin.getByRole('button', { name: '1 image without its file is not saved' })).toBeVisible();
    await saved.getByRole('button', { name: 'Show' }).click();
    await expect(places).toHaveAttribute('data-selected', 'true');
    const again = admin.waitForEvent('filechooser');
    await places.getByRole('button', { name: 'Choose its file…' }).click();
    await (await again).setFiles({ name: 'quay.png', mimeType: 'image/png', buffer: picture });
    await expect(places).toHaveCount(0);
    await admin.keyboard.press('ControlOrMeta+s');
    const images = async () => String((await site.read(fileOf('river-walk')))?.styledtext).match(/<img/g);
    await expect.poll(images).toHaveLength(4);
    await expect(admin.getByText('is not saved')).toHaveCount(0);
  });

  test('that cannot be read are named, and their files are chosen in place', async ({ admin, site }) => {
    await admin.goto(site.url + formOf('river-walk'));
    await body(admin).click();
    await paste(
      body(admin),
      '<p>A <img src="data:image/png;base64,AAAA" alt="Quay"> b</p><p><img src="data:image/png;base64,%%%"></p>',
    );
    await expect(admin.getByText('Could not add the pasted image “Quay”')).toBeVisible();
    await expect(admin.getByText('Could not add a pasted image')).toBeVisible();
    const places = body(admin).locator('[data-node-view-wrapper]');
    await expect(places.first()).toContainText('“Quay”What was pasted is not an image that can be read.');
    const chooser = admin.waitForEvent('filechooser');
    await places.first().getByRole('button', { name: 'Choose its file…' }).click();
    await (await chooser).setFiles({ name: 'quay.png', mimeType: 'image/png', buffer: await png() });
    await expect(body(admin).getByRole('img', { name: 'Quay' })).toHaveAttribute('src', /^\/imageworks\//);
  });
});

test.describe('footnotes', () => {
  test.use({ files: textsOf({ from: '<p>One</p>', to: '<p>Two</p>' }) });

  test('go with their number to another place and to another text', async ({ admin, site }) => {
    await admin.goto(site.url + ALL_TEXTS);
    const from = admin.locator('#field-t0');
    const to = admin.locator('#field-t1');
    await from.click();
    await admin.keyboard.press('ControlOrMeta+End');
    await paste(
      from,
      '<p>Kept<sup id="cite_ref-1"><a href="#cite_note-1">[1]</a></sup>.</p><p>Lost<sup><a href="#_ftn9">9</a></sup></p><ol><li id="cite_note-1"><a href="#cite_ref-1">^</a> Ada, <em>Walks</em></li></ol>',
    );
    await expect(admin.getByText('Removed while pasting: footnote (1).')).toBeVisible();
    await expect(from.getByText('Ada, Walks')).toBeVisible();
    await from.getByText('Kept').click({ clickCount: 3 });
    const cut = await from.evaluate((element) => {
      const data = new DataTransfer();
      const event = new ClipboardEvent('cut', { clipboardData: data, bubbles: true, cancelable: true });
      element.dispatchEvent(event);
      return data.getData('text/html');
    });
    await expect(from.getByText('Ada, Walks')).toHaveCount(0);
    await paste(from, cut);
    await expect(from.getByText('Ada, Walks')).toBeVisible();
    await to.click();
    await admin.keyboard.press('ControlOrMeta+End');
    await paste(to, cut);
    await admin.keyboard.press('ControlOrMeta+s');
    await expect(state(admin)).toHaveText(/^Saved \d/);
    const saved = await site.read(FILE_OF_TEXTS);
    const words = notes('Ada, <em>Walks</em>');
    expect(named(String(saved?.t0))).toBe(`<p>OneKept${number(1)}.</p><p>Lost<sup>9</sup></p>${words}`);
    expect(named(String(saved?.t1))).toBe(`<p>TwoOneKept${number(1)}.</p>${words}`);
  });
});

test.describe('images of other sites', () => {
  test.use({ files: shortWalks(['styledtext']) });

  test('say where they are until a copy is fetched, and why one cannot be', async ({ admin, site }) => {
    const picture = await png();
    const server = createServer((request, response) => {
      if (request.url === '/good.png') response.setHeader('Content-Type', 'image/png').end(picture);
      else response.writeHead(404).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    await site.write({ '.system/settings.json': { uploads: { allowedHosts: [host] } } });
    await site.restart();
    await site.trust();
    await admin.goto(site.link);
    await admin.goto(site.url + formOf('river-walk'));
    await body(admin).click();
    await admin.keyboard.press('ControlOrMeta+a');
    await paste(
      body(admin),
      `<p>One</p><figure><img src="http://${host}/good.png" alt="River"><figcaption>Cap</figcaption></figure><p><img src="http://${host}/gone.png" alt="Gone"> end</p>`,
    );
    await expect(admin.getByText('2 pasted images are hosted on other sites.')).toBeVisible();
    await expect(body(admin).getByText(`Image on ${host}`)).toHaveCount(2);
    expect(await problemsInBothThemes(admin)).toEqual([]);
    await admin.getByRole('button', { name: 'Download copies' }).click();
    await expect(body(admin).getByText(/^The file cannot be fetched: /)).toBeVisible();
    await expect(body(admin).getByRole('img', { name: 'River' })).toBeVisible();
    await expect(body(admin).getByRole('button', { name: 'Try again' })).toBeVisible();
    const width = () =>
      body(admin)
        .getByRole('img', { name: 'River' })
        .evaluate((image) => (image as HTMLImageElement).naturalWidth);
    await expect.poll(width).toBe(40);
    await admin.keyboard.press('ControlOrMeta+s');
    await expect(state(admin)).toHaveText(/^Saved \d/);
    const saved = String((await site.read(fileOf('river-walk')))?.styledtext);
    expect(saved).toMatch(
      /<img src="\/imageworks\/upload\/walks\/river-walk\/styledtext\/good[^"]*\.png" alt="River"/,
    );
    expect(saved).toContain(`<img src="http://${host}/gone.png" alt="Gone"`);
    server.closeAllConnections();
    server.close();
  });

  test('a image that is nowhere says so', async ({ admin, site }) => {
    await admin.goto(site.url + formOf('river-walk'));
    await body(admin).click();
    await paste(body(admin), '<p><img src="/not/there.png" alt="Map"></p>');
    await expect(body(admin).getByText('Image cannot be displayed')).toBeVisible();
    await expect(body(admin).getByText('/not/there.png')).toBeVisible();
  });
});
