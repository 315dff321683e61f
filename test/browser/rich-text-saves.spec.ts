/** Saving while a rich text is written: nothing that is on the screen changes, and nothing typed is lost. */
import fc from 'fast-check';
import { thorough } from '../helpers/thorough.ts';
import { fileOf, formOf, shortWalks, walk } from './editor-content.ts';
import { expect, type Page, test } from './plinth.ts';
import { ALL_TEXTS, FILE_OF_TEXTS, textsOf } from './rich-text-content.ts';

const START = '<p>Start</p><ul><li>one</li><li>two</li></ul><p>The end</p>';
const SCRIPTS = thorough ? 20 : 4;

const body = (page: Page) => page.locator('#field-styledtext');
const state = (page: Page) => page.getByTestId('save-state');
const stored = async (page: Page) => expect(state(page)).toHaveText(/^Saved \d/);
const textIn = async (
  site: { read(path: string): Promise<Record<string, unknown> | undefined> },
  id: string,
) => (await site.read(fileOf(id)))?.styledtext;

/** Presses keys, and types what is no name of one. */
async function write(page: Page, ...keys: string[]): Promise<void> {
  const isKey = (key: string) => /^(?:Enter|Backspace|Space|Arrow\w+)$|.\+./.test(key);
  for (const key of keys) await (isKey(key) ? page.keyboard.press(key) : page.keyboard.type(key));
}

/** What the window and the selection show. */
const screen = (page: Page) =>
  page.evaluate(() => {
    const selection = getSelection();
    const text = document.querySelector('#field-styledtext');
    return {
      blocks: [...(text?.children ?? [])].map((block) => block.outerHTML),
      top: text?.getBoundingClientRect().top,
      caret: [selection?.anchorNode, selection?.focusNode].map((node) => {
        const block = [...(text?.children ?? [])].findIndex((one) => one.contains(node ?? null));
        return [block, node?.nodeName, node?.textContent];
      }),
      offsets: [selection?.anchorOffset, selection?.focusOffset],
    };
  });

/** Holds the answers of saves that succeed until it is called. */
async function holdSaves(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/api\/collections\/walks(?:\/[\w-]+)?$/, async (route) => {
    if (route.request().method() === 'GET') return route.continue();
    const response = await route.fetch();
    if (response.ok()) await held;
    return route.fulfill({ response });
  });
  return () => release();
}

const step = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(['a'], ['b'], ['c', 'Space'], ['Enter']) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ['Enter', 'Enter'],
      ['Enter', '-', 'Space'],
      ['Enter', 'Enter', '#', '#', 'Space', 'h'],
      ['Backspace'],
      ['Shift+Enter'],
      ['ControlOrMeta+b'],
      ['ArrowUp'],
      ['ArrowLeft'],
      ['ControlOrMeta+Home', 'Enter', 'ArrowUp'],
      ['ControlOrMeta+End', 'Enter'],
      // Each pause begins another step of undo.
      ['Pause', 'x', 'y', 'ControlOrMeta+z'],
      ['Pause', 'Enter', 'z', 'ControlOrMeta+z', 'ControlOrMeta+Shift+z'],
    ),
  },
);
const script = fc.array(fc.tuple(step, fc.boolean()), { minLength: 14, maxLength: 14 });

test.describe('typing', () => {
  // For each script a text that is written without a save, and one that is saved meanwhile.
  const labels = Array.from({ length: SCRIPTS }, (_, at) => [`Plain ${at}`, `Saved ${at}`]).flat();
  test.use({
    // The clock decides which letters undo takes back together.
    ownContext: true,
    files: textsOf(Object.fromEntries(labels.map((label) => [label, START]))),
  });

  test('gives the same text with saves between any two keys as without', async ({ admin, site }) => {
    test.slow();
    let time = Date.parse('2026-03-01T09:00:00Z');
    await admin.clock.setFixedTime(time);
    await admin.goto(site.url + ALL_TEXTS);
    async function play(at: number, steps: [readonly string[], boolean][], saves: boolean): Promise<void> {
      await admin.locator(`#field-t${at}`).getByText('The end').click();
      await write(admin, 'ControlOrMeta+End');
      for (const [keys, saved] of steps) {
        for (const key of keys) {
          if (key === 'Pause') {
            time += 2_000;
            await admin.clock.setFixedTime(time);
          } else await write(admin, key);
          if (saved && saves) await write(admin, 'ControlOrMeta+s');
        }
      }
      await write(admin, 'q', 'ControlOrMeta+s');
    }
    const scripts = fc.sample(script, { numRuns: SCRIPTS, seed: 7 });
    for (const [at, steps] of scripts.entries()) {
      await play(2 * at, steps, false);
      await play(2 * at + 1, steps, true);
    }
    await expect(state(admin)).toHaveText(/^Saved \d/);
    const saved = (await site.read(FILE_OF_TEXTS)) ?? {};
    for (const [at, steps] of scripts.entries()) {
      const keys = steps.map(([some, isSaved]) => some.join(isSaved ? '+S ' : ' ')).join(' | ');
      expect(saved[`t${2 * at}`], keys).toContain('q');
      expect(saved[`t${2 * at + 1}`], keys).toBe(saved[`t${2 * at}`]);
    }
  });
});

test.describe('a save', () => {
  const long = Array.from({ length: 40 }, (_, at) => `<p>Paragraph ${at}</p>`).join('');
  test.use({
    files: shortWalks(
      ['textarea', 'styledtext'],
      [
        { ...walk, styledtext: '<p>First.</p><p>Last.</p>' },
        { ...walk, id: 'long', styledtext: long },
      ],
    ),
  });

  test('leaves the caret in an empty paragraph, the selection and the place of the page', async ({
    admin,
    site,
  }) => {
    await admin.goto(site.url + formOf('long'));
    await body(admin).getByText('Paragraph 39').click();
    await write(admin, 'ControlOrMeta+End', 'Enter', 'Para A', 'Enter', 'Enter');
    const before = await screen(admin);
    await write(admin, 'ControlOrMeta+s');
    await stored(admin);
    expect(await screen(admin)).toEqual(before);
    expect(await textIn(site, 'long')).toBe(`${long}<p>Para A</p>`);
    // A form without changes says so, though the text on the screen ends with empty paragraphs.
    await write(admin, 'Para B', 'Shift+ArrowLeft', 'Shift+ArrowLeft');
    const selected = await screen(admin);
    await write(admin, 'ControlOrMeta+s');
    await expect.poll(() => textIn(site, 'long')).toBe(`${long}<p>Para A</p><p></p><p>Para B</p>`);
    await stored(admin);
    expect(await screen(admin)).toEqual(selected);
  });

  test('takes over what others changed, while its answer is on its way and typing goes on', async ({
    admin,
    site,
  }) => {
    await admin.goto(site.url + formOf('river-walk'));
    await body(admin).getByText('Last.').click();
    await write(admin, 'ControlOrMeta+End', 'Enter', 'Para A', 'Enter');
    await site.write({
      [fileOf('river-walk')]: {
        ...(await site.read(fileOf('river-walk'))),
        styledtext: '<h2>New</h2><p>First of all.</p><p>Last.</p>',
      },
    });
    const release = await holdSaves(admin);
    await write(admin, 'ControlOrMeta+s');
    await expect(body(admin).getByText('First of all.')).toBeVisible();
    await write(admin, 'Para B', 'Enter');
    release();
    await expect(state(admin)).toHaveText('1 unsaved change');
    await write(admin, 'ControlOrMeta+s');
    await stored(admin);
    await write(admin, 'Para C', 'ControlOrMeta+s');
    const theirs = '<h2>New</h2><p>First of all.</p><p>Last.</p><p>Para A</p>';
    await expect.poll(() => textIn(site, 'river-walk')).toBe(`${theirs}<p>Para B</p><p>Para C</p>`);
    // Undo takes back what was typed here, and nothing of others.
    await expect(state(admin)).toHaveText(/^Saved \d/);
    // How many letters are one step depends on how fast they were typed.
    for (let left = 40; left > 0 && /Last\.\s*\S/.test(await body(admin).innerText()); left--)
      await write(admin, 'ControlOrMeta+z');
    await expect(body(admin)).toHaveText('NewFirst of all.Last.');
  });

  test('that creates the object goes on in the same text', async ({ admin, site }) => {
    await admin.goto(site.url + formOf('new'));
    await admin.locator('#field-title').fill('Sea walk');
    await body(admin).click();
    await write(admin, '- one', 'Enter', 'two', 'Enter', 'Enter');
    const release = await holdSaves(admin);
    await write(admin, 'ControlOrMeta+s');
    await expect(state(admin)).toHaveText('Saving…');
    await write(admin, 'After', 'Enter');
    release();
    await expect(admin).toHaveURL(/\/sea-walk$/);
    await write(admin, 'it', 'Enter', 'ControlOrMeta+s');
    await stored(admin);
    await write(admin, 'all', 'ControlOrMeta+s');
    await expect
      .poll(() => textIn(site, 'sea-walk'))
      .toBe('<ul><li>one</li><li>two</li></ul><p>After</p><p>it</p><p>all</p>');
  });
});
