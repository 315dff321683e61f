/** Markup a save takes out of a rich text is told, with the field it was in. */
import { problemsInBothThemes } from './axe.ts';
import { expect, type Page, test } from './plinth.ts';
import { ALL_TEXTS, FILE_OF_TEXTS, textsOf } from './rich-text-content.ts';

const shots = process.env.PLINTH_SHOTS;
const shot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png` });
};

const END = '<p>The end</p>';
const LOST = {
  'a comment': '<p>Kept</p><!-- a note -->',
  'data attributes': '<p data-track="x">Kept</p>',
  'an HTML card': '<details open data-id="1"><summary>Kept</summary><p>x</p></details>',
  'a script': '<p>Kept</p><script>alert(1)</script>',
};

async function append(page: Page, at: number) {
  const text = page.locator(`#field-t${at}`);
  await text.getByText('The end', { exact: false }).click();
  // The editor may still lay out a card above, and the click then hits another paragraph.
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('!');
  await expect(text.getByText('The end!', { exact: false })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByTestId('save-state')).toHaveText(/^Saved \d/);
}

for (const [what, html] of Object.entries(LOST)) {
  test.describe(what, () => {
    test.use({ files: textsOf({ [what]: html + END, plain: `<p>Kept</p>${END}` }) });

    test('is told when a save removes it, once, and not of other fields', async ({ admin, site }) => {
      await admin.goto(site.url + ALL_TEXTS);
      const notice = admin.getByRole('alert').filter({ hasText: 'Some markup was removed' });
      await append(admin, 1);
      await expect(notice).toHaveCount(0);
      await append(admin, 0);
      await expect(notice).toContainText(`removed from “${what}”. The rest was saved.`);
      await shot(admin, `warning-${what.replaceAll(' ', '-')}`);
      expect((await site.read(FILE_OF_TEXTS))?.t0).toContain('Kept');
      expect((await site.read(FILE_OF_TEXTS))?.t0).not.toMatch(/<!--|data-|<script/);
      await notice.getByRole('button').click();
      await expect(notice).toHaveCount(0);
      await append(admin, 0);
      await expect(notice).toHaveCount(0);
    });
  });
}

test.describe('a long name', () => {
  const name = `${'A very long name of a field '.repeat(6)}Donaudampfschifffahrtsgesellschaft`.slice(0, 190);
  test.use({ files: textsOf({ [name]: `<!-- a note -->${END}` }) });

  test('is told in full on a narrow screen, in light and dark', async ({ admin, site }) => {
    await admin.setViewportSize({ width: 400, height: 800 });
    await admin.goto(site.url + ALL_TEXTS);
    await append(admin, 0);
    const notice = admin.getByRole('alert').filter({ hasText: 'Some markup was removed' });
    await expect(notice).toContainText(name);
    await shot(admin, 'warning-narrow');
    expect(await problemsInBothThemes(admin)).toEqual([]);
    await shot(admin, 'warning-narrow-other-theme');
  });
});
