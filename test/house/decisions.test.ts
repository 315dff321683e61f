import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../../server/decisions', import.meta.url));

interface Page {
  file: string;
  text: string;
  title: string;
  number: number;
  /** The lines between the title and the first section, by their labels. */
  head: ReadonlyMap<string, string>;
}

function pageOf(file: string): Page {
  const text = readFileSync(join(folder, file), 'utf8');
  const [, title = '', lines = ''] = /^# (.+)\n\n((?:- .+\n)*)\n/.exec(text) ?? [];
  const head = new Map(
    lines.split('\n').flatMap((line) => {
      const [, label, value] = /^- (\w+): (.+)$/.exec(line) ?? [];
      return label !== undefined && value !== undefined ? [[label, value] as const] : [];
    }),
  );
  return { file, text, title, number: Number(file.slice(0, 4)), head };
}

const pages = readdirSync(folder)
  .filter((file) => file !== 'README.md')
  .sort()
  .map(pageOf);

const LINK = /\[(\d+)\]\(([^)]+)\)/g;

/** The files a line of a page's head links to. */
const linksIn = (page: Page, label: string): string[] =>
  [...(page.head.get(label) ?? '').matchAll(LINK)].map(([, , file = '']) => file);

/** The files the status names after "amended by" or "superseded by". */
const statusLinks = (page: Page, word: 'amended' | 'superseded'): string[] =>
  page.head.get('Status')?.startsWith(`${word} by `) ? linksIn(page, 'Status') : [];

const STATUS = /^(?:proposed|accepted|(?:amended|superseded) by \[\d+\]\([^)]+\)(?:, \[\d+\]\([^)]+\))*)$/;

describe('the decisions', () => {
  it('are named by their number and title, and no number is used twice', () => {
    const wrong = pages.filter(
      ({ file, title, number }) => !/^\d{4}-[a-z0-9-]+\.md$/.test(file) || !title.startsWith(`${number}. `),
    );
    expect(wrong.map(({ file }) => file)).toEqual([]);
    expect(new Set(pages.map(({ number }) => number)).size).toBe(pages.length);
  });

  it.each(pages)('$file begins with a status and a date, and states a decision', ({ head, text }) => {
    const known = ['Status', 'Date', 'Amends', 'Replaces'];
    expect([...head.keys()]).toEqual(known.filter((label) => head.has(label)));
    expect(head.get('Status')).toMatch(STATUS);
    expect(head.get('Date')).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(text).toContain('\n**Decision.** ');
  });

  it('link only to decisions that exist, each under its own number', () => {
    const files = new Set(pages.map(({ file }) => file));
    const broken = pages.flatMap(({ file, text }) =>
      [...text.matchAll(LINK)]
        .filter(
          ([, number, target = '']) => !files.has(target) || Number(target.slice(0, 4)) !== Number(number),
        )
        .map(([link]) => `${file}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it.each([
    ['Amends', 'amended'],
    ['Replaces', 'superseded'],
  ] as const)('%s and "%s by" name each other', (label, word) => {
    const forward = pages.flatMap((page) => linksIn(page, label).map((old) => `${old} by ${page.file}`));
    const back = pages.flatMap((page) => statusLinks(page, word).map((newer) => `${page.file} by ${newer}`));
    expect(back.sort()).toEqual(forward.sort());
    expect(forward.length).toBeGreaterThan(0);
  });

  it('are all listed in the index, by number, with their status', () => {
    const index = readFileSync(join(folder, 'README.md'), 'utf8');
    const listed = index.split('\n').filter((line) => line.startsWith('- '));
    const status = (page: Page) => (page.head.get('Status') ?? '').replace(LINK, '$1');
    expect(listed).toEqual(pages.map((page) => `- [${page.title}](${page.file}): ${status(page)}`));
  });
});
