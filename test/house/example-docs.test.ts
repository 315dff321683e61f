/** The pages on generators show the files of the examples as they are. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../sites/generators.js';
import { filled, glueFiles, glueLines, pages, shownIn } from '../tools/example-docs.mjs';

describe('the pages on generators', () => {
  it.each(pages().map(({ file, text }) => [file.replace(/^.*[\\/]/, ''), text]))(
    '%s shows the files of the example (node test/tools/example-docs.mjs writes them)',
    (_name, text) => {
      expect(text).toBe(filled(text));
      expect(shownIn(text).every((file) => readFileSync(join(EXAMPLES, file), 'utf8').length > 0)).toBe(true);
    },
  );

  it('are there for every example, with all files of its glue', () => {
    const shown = new Set(pages().flatMap(({ text }) => shownIn(text)));
    expect(glueFiles().filter((file) => !shown.has(file))).toEqual([]);
  });

  it.each(['Astro 5', 'Eleventy 3'])('%s takes at most five lines of glue', (name) => {
    expect(glueLines(name)).toBeGreaterThan(0);
    expect(glueLines(name)).toBeLessThanOrEqual(5);
  });
});
