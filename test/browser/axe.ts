/** What the rules of axe (WCAG 2.2 A and AA) find on a page. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from './plinth.ts';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A line for each kind of problem. */
export async function problems(page: Page): Promise<string[]> {
  // Evaluated by the debugger, which the page's content security policy does not stop.
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
    const { violations } = await Reflect.get(window, 'axe').run(document, { runOnly: tags });
    return violations.map(
      (violation: { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }) =>
        `${violation.id}: ${violation.help}\n${violation.nodes
          .map((node) => `${node.html.slice(0, 200)} ${node.failureSummary?.slice(0, 300)}`)
          .slice(0, 4)
          .join('\n')}`,
    );
  });
}
