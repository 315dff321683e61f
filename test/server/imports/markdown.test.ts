/** Markdown of other systems: how its blocks end, and what is in front of it. */
import { describe, expect, it } from 'vitest';
import { readFrontMatter } from '../../../server/imports/markdown/front-matter.js';
import { htmlOfMarkdown } from '../../../server/imports/markdown/html.js';
import { IMPORT_TEXTS } from '../../../server/imports/texts/jobs.js';

const titled = (title: string, kind = 'note') =>
  `<aside class="callout callout-${kind}"><p><strong>${title}</strong></p><p>Calm.</p></aside>`;
const plain = '<aside class="callout callout-note"><p>Calm.</p></aside>';

describe('a block between colons', () => {
  it.each([
    [':::note\nCalm.\n:::', plain],
    [':::: note \nCalm.\n:::: ', plain],
    [':::note[Look]\nCalm.\n:::', titled('Look')],
    [':::note [ Look ] \t\nCalm.\n:::', titled('Look')],
    [':::note Look out\nCalm.\n:::', titled('Look out')],
    [':::note [Look\nCalm.\n:::', titled('Look')],
    [':::note Look]\nCalm.\n:::', titled('Look')],
    [':::tip-of-the-day\nCalm.\n:::', titled('-of-the-day', 'tip')],
    [':::note[a] b\nCalm.\n:::', undefined],
    [':::note\nCalm.', undefined],
    [':::other\nCalm.\n:::', undefined],
  ])('%j', (text, expected) => {
    const html = htmlOfMarkdown(text).replaceAll('\n', '');
    if (expected === undefined) expect(html).not.toContain('<aside');
    else expect(html).toBe(expected);
  });
});

describe('the first line of front matter', () => {
  it.each([
    ['---\na: 1\n---\nText', 'Text'],
    ['--- \t\r\na: 1\r\n---\r\nText', 'Text'],
    ['---yaml\na: 1\n---\nText', 'Text'],
    ['--- yaml \na: 1\n---\nText', 'Text'],
    ['+++toml\na = 1\n+++\nText', 'Text'],
    ['--- other\na: 1\n---\nText', '--- other\na: 1\n---\nText'],
  ])('%j', (text, body) => {
    expect(readFrontMatter(text).body).toBe(body);
  });
});

describe('boxes of task lists', () => {
  it.each([
    ['<input type="checkbox" checked>', '☑'],
    ['<INPUT disabled type = checkbox >', '☐'],
    ['<input type="text" value="checkbox">', '<input type="text" value="checkbox">'],
    ['<input type=checkbox', '<input type=checkbox'],
  ])('%j', (text, html) => {
    const job = { text, format: 'wordpress', isMdx: false, components: 'code' } as const;
    expect(IMPORT_TEXTS.answer(job)).toEqual({ html, references: [] });
  });
});
