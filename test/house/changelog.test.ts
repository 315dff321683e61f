import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

/** Headings of a section of the changelog. */
const KINDS = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];

describe('the changelog', () => {
  const sections = read('CHANGELOG.md').split(/^## /m).slice(1);
  const titles = sections.map((section) => section.split('\n', 1)[0] ?? '');

  it('begins with what is unreleased, then has each version with its date, the current one first', () => {
    const { version } = JSON.parse(read('package.json'));
    expect(titles[0]).toBe('Unreleased');
    expect(titles[1]?.split(' - ')[0]).toBe(version);
    for (const title of titles.slice(1)) expect(title).toMatch(/^\d+\.\d+\.\d+ - \d{4}-\d\d-\d\d$/);
  });

  it.each(sections.map((section, at) => [titles[at], section]))(
    '%s has each kind of change under one heading',
    (_title, section) => {
      const kinds = [...section.matchAll(/^### (.+)$/gm)].map(([, kind]) => kind);
      expect(kinds.filter((kind) => !KINDS.includes(kind ?? ''))).toEqual([]);
      expect(kinds).toEqual([...new Set(kinds)]);
    },
  );
});
