import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { failedPage, openingPage, orderOf, STARTERS, welcomePage } from '../../main/pages.js';
import { starterIds } from '../../server/templates/starters.js';

const links = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map((match) => match[1] ?? '');

const STARTER_FILES = fileURLToPath(new URL('../../resources/starters', import.meta.url));

describe('our own pages', () => {
  it('offer exactly the starters that come with Plinth', () => {
    expect(STARTERS.map(({ id }) => id).sort()).toEqual(starterIds());
  });

  it('offer a folder, every starter and the recent folders, each as an order', () => {
    expect(links(welcomePage(['/sites/blog', '/sites/shop'])).map(orderOf)).toEqual([
      { order: 'open' },
      ...STARTERS.map(({ id }) => ({ order: 'starter', id })),
      { order: 'recent', index: 0 },
      { order: 'recent', index: 1 },
    ]);
  });

  it('offer another try and another folder when one does not open', () => {
    expect(links(failedPage('/sites/blog', 'The disk is gone.')).map(orderOf)).toEqual([
      { order: 'retry' },
      { order: 'open' },
      { order: 'logs' },
    ]);
  });

  it('shows an image of each starter', () => {
    const images = [
      ...welcomePage([], STARTER_FILES).matchAll(/<img src="data:image\/webp;base64,([^"]+)"/g),
    ];
    expect(images).toHaveLength(STARTERS.length);
    for (const [, bytes = ''] of images)
      expect(Buffer.from(bytes, 'base64').subarray(8, 12).toString()).toBe('WEBP');
  });

  it('offer to give an opening up', () => {
    expect(links(openingPage('/sites/blog')).map(orderOf)).toEqual([{ order: 'cancel' }]);
  });

  it.each([
    ['welcome', (name: string) => welcomePage([name])],
    ['opening', openingPage],
    ['failed', (name: string) => failedPage('/sites/x', name)],
  ])('show a hostile name as text on the %s page, and run no scripts', (_page, render) => {
    const html = render('/sites/<img src=x onerror=alert(1)>"&');
    expect(html).not.toContain('<img src=x');
    expect(html).toContain('&lt;img src=x');
    expect(html).not.toContain('<script');
    expect(html).toContain("default-src 'none'; style-src 'unsafe-inline'");
  });

  it.each([
    'https://plinth.invalid/format-disk',
    'https://plinth.invalid/starter/../../x',
    'https://plinth.invalid/recent/-1',
    'https://plinth.invalid/recent/999999',
    'https://plinth.invalid.evil.example/open',
    'https://example.org/open',
    'nonsense',
  ])('take no order from %s', (address) => {
    expect(orderOf(address)).toBeUndefined();
  });
});
