/** What the rules of axe find on a page: WCAG 2.2 A and AA, in both themes where they are asked for. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import { expect, type Page } from './plinth.ts';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** A line for each kind of problem. */
async function found(page: Page, options: RunOptions): Promise<string[]> {
  // Rows of an answer that is being replaced are pale, as what is disabled is.
  await expect(page.locator('[data-stale]')).toHaveCount(0);
  // Evaluated by the debugger, which the page's content security policy does not stop.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  // Style sheets are only read for rules that are not asked.
  const asked = JSON.stringify({ ...options, resultTypes: ['violations'], preload: { assets: ['media'] } });
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${asked})`);
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes
        .map((node) => `${node.html.slice(0, 200)} ${node.failureSummary?.slice(0, 300)}`)
        .slice(0, 4)
        .join('\n')}`,
  );
}

/** What is wrong with the page as it is shown. */
export const problems = (page: Page): Promise<string[]> => found(page, { runOnly: WCAG });

/**
 * What is wrong with it in forced colors, which it is left without after. Contrast is the system's then: axe would
 * compare our text with the system's ground.
 */
export async function problemsInForcedColors(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' });
  const problems = await found(page, { runOnly: WCAG, rules: { 'color-contrast': { enabled: false } } });
  await page.emulateMedia({ forcedColors: null });
  return problems.map((problem) => `forced colors: ${problem}`);
}

/** What is wrong with it by these rules and by what axe itself thinks good. */
export const allProblems = (page: Page): Promise<string[]> => found(page, {});

/** As `allProblems`, for what opens over a page: menus and dialogs lie outside of its landmarks. */
export const allProblemsOver = (page: Page): Promise<string[]> =>
  found(page, { rules: { region: { enabled: false } } });

/** What is wrong with its colours. The themes differ in nothing else, so in dark no other rule is asked. */
export const colorProblems = (page: Page, rules = ['color-contrast']): Promise<string[]> =>
  found(page, { runOnly: { type: 'rule', values: rules } });

/**
 * What is wrong with the page in light and in dark, which it is left in light after.
 * @param look asks in light
 */
export async function problemsInBothThemes(page: Page, look = problems): Promise<string[]> {
  const light = await look(page);
  await change(page, 'dark');
  const dark = await colorProblems(page);
  await change(page, 'light');
  return [...light, ...dark.map((problem) => `dark ${problem}`)];
}

/** Changes the theme, and waits until no colour is on its way any more. */
async function change(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
  await page.evaluate(async () => {
    const changes = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(changes.map((animation) => animation.finished));
  });
}
