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
    const known = ['Status', 'Date', 'Amends'];
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

  it('are all listed in the index', () => {
    const index = readFileSync(join(folder, 'README.md'), 'utf8');
    const listed = index.split('\n').filter((line) => line.startsWith('- '));
    expect(listed.sort()).toEqual(pages.map(({ title, file }) => `- [${title}](${file})`).sort());
  });
});
