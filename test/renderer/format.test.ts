import { describe, expect, it } from 'vitest';
import { byCategory } from '../../renderer/ui/categories.ts';
import { counted, formatAgo, formatBytes, formatDay, inSentence } from '../../renderer/ui/format.ts';

describe('dates and numbers', () => {
  const now = Date.parse('2026-03-10T12:00:00Z');

  it.each([
    ['2026-03-10T11:59:50Z', 'just now'],
    ['2026-03-10T11:58:00Z', '2 minutes ago'],
    ['2026-03-10T09:00:00Z', '3 hours ago'],
    ['2026-03-09T12:00:00Z', 'yesterday'],
    ['2026-02-24T12:00:00Z', '2 weeks ago'],
    ['2026-03-12T12:00:00Z', 'in 2 days'],
    ['2025-12-24T12:00:00Z', '24 Dec 2025'],
    ['no date', 'no date'],
  ])('says %s as "%s"', (value, said) => {
    expect(formatAgo(value, now)).toBe(said);
  });

  it('shows a day without a time as that day in every time zone', () => {
    expect(formatDay('2026-03-01')).toBe('1 Mar 2026');
    expect(formatDay('soon')).toBe('soon');
  });

  it('counts in words', () => {
    expect(counted(1, 'post', 'posts')).toBe('1 post');
    expect(counted(12_345, 'post', 'posts')).toBe('12,345 posts');
  });

  it.each([
    ['Post', 'post'],
    ['Team member', 'team member'],
    ['FAQ', 'FAQ'],
    ['iPad', 'iPad'],
  ])('writes the label %s as "%s" inside a sentence', (label, written) => {
    expect(inSentence(label)).toBe(written);
  });
});

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1024, '1 KB'],
  [12_345, '12 KB'],
  [1.25 * 1024 ** 2, '1.3 MB'],
  [5 * 1024 ** 2, '5 MB'],
  [2 * 1024 ** 3, '2 GB'],
])('writes %d bytes as %s, as the limits of uploads count them', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

describe('categories', () => {
  const collection = (name: string, title: string, category: string) => ({
    name,
    title,
    category,
    count: 0,
    schema: '/schemas/text',
    description: '',
    labelPlural: '',
    labelSingular: '',
    singleton: false,
    url: '',
    prettyUrl: false,
  });

  it('come after the collections without one, titles in natural order', () => {
    const groups = byCategory(
      [
        collection('b', 'Chapter 10', 'Docs'),
        collection('a', 'Chapter 2', 'Docs'),
        collection('c', 'Blog', ''),
      ],
      new Intl.Collator('en', { numeric: true }).compare,
    );
    expect(groups.map((group) => [group.name, group.collections.map((item) => item.title)])).toEqual([
      ['', ['Blog']],
      ['Docs', ['Chapter 2', 'Chapter 10']],
    ]);
  });
});
