/** The page of all components: none is missing, and none has a problem in any theme. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { problems, problemsInForcedColors } from './axe.ts';
import { expect, type Page, test } from './plinth.ts';

const folder = fileURLToPath(new URL('../../renderer/ui', import.meta.url));

/** Components that `renderer/ui` exports. */
const exported = readdirSync(folder)
  .filter((file) => file.endsWith('.tsx'))
  .flatMap((file) => [
    ...readFileSync(`${folder}/${file}`, 'utf8').matchAll(/^export (?:function|const) ([A-Z]\w*[a-z]\w*)/gm),
  ])
  .map(([, name]) => name ?? '');

/** How many elements of the page would move. */
const moving = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('body *')].filter((element) =>
        getComputedStyle(element)
          .transitionDuration.split(',')
          .some((duration) => Number.parseFloat(duration) > 0),
      ).length,
  );

test('shows every component in light and dark, which pass in both and in forced colors', async ({
  admin,
  site,
}) => {
  test.slow();
  await admin.goto(`${site.url}/admin/components`);
  for (const scheme of ['light', 'dark']) {
    const theme = admin.locator(`#theme-${scheme}`);
    await expect(theme.getByRole('heading', { name: scheme, level: 2 })).toBeVisible();
    const shown = await theme
      .locator('[data-components]')
      .evaluateAll((all) => all.flatMap((one) => one.getAttribute('data-components')?.split(' ') ?? []));
    expect(exported.filter((name) => !shown.includes(name))).toEqual([]);
    const empty = await theme
      .locator('[data-components] > div')
      .evaluateAll((all) => all.filter((one) => one.childElementCount === 0).length);
    expect(empty).toBe(0);
  }
  const [light, dark] = await Promise.all(
    ['light', 'dark'].map((scheme) =>
      admin.locator(`#theme-${scheme}`).evaluate((element) => getComputedStyle(element).backgroundColor),
    ),
  );
  expect(light).not.toBe(dark);
  expect((await problems(admin)).join('\n\n')).toBe('');
  expect((await problemsInForcedColors(admin)).join('\n\n')).toBe('');
  // Nothing moves for readers who want no motion, as all tests do.
  expect(await moving(admin)).toBe(0);
  await admin.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await moving(admin)).toBeGreaterThan(0);
  await admin.emulateMedia({ reducedMotion: 'reduce' });
});
