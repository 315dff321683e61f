/** Addresses of the pages of objects. */
import { describe, expect, it } from 'vitest';
import { objectFinder, pageAddress, partsOfAddress } from '../../../server/contract/page-address.js';

const pattern = (url: string, prettyUrl = false, collection = 'news') => ({ collection, url, prettyUrl });
const object = { id: 'a b', title: 'Über', section: 'guides', year: 2026, tags: ['x'] };

describe('the address of a page', () => {
  it.each([
    ['/news/{id}', false, '/news/a%20b'],
    ['/{section}/{id}/', false, '/guides/a%20b/'],
    ['/{{ year }}/{{ id }}.html', false, '/2026/a%20b.html'],
    ['/news/{title}', false, '/news/%C3%9Cber'],
    ['https://example.org/news/{id}', false, 'https://example.org/news/a%20b'],
    [`/news/\${id}`, false, '/news/a%20b'],
    ['/news', true, '/news/a%20b'],
    ['/news/', true, '/news/a%20b'],
    ['/news.php', false, '/news.php?id=a%20b'],
    ['news/{id}', false, '/news/a%20b'],
    ['', false, '/news/a%20b'],
    ['/{tags}/{id}', false, undefined],
    ['/{missing}/{id}', false, undefined],
  ])('of %j with prettyUrl %j is %j', (url, prettyUrl, address) => {
    const made = pattern(url, prettyUrl);
    expect(pageAddress(made, object)).toBe(address);
    // And leads back, where the pattern has the id.
    if (address !== undefined && partsOfAddress(made).includes('id'))
      expect(objectFinder([made])(address)).toEqual([{ collection: 'news', id: 'a b' }]);
  });
});

describe('the object of an address', () => {
  const find = objectFinder([
    pattern('/{id}', false, 'pages'),
    pattern('/journal/{id}', false, 'blog'),
    pattern('/docs/{section}/{id}', false, 'docs'),
    pattern('', false, 'authors'),
    pattern('/shop.php', false, 'shop'),
    pattern('https://other.example/{id}', false, 'other'),
    pattern('/titles/{title}', false, 'titles'),
  ]);
  it.each([
    ['/journal/first', ['blog first']],
    ['/journal/first/', ['blog first']],
    ['/journal/first#part', ['blog first']],
    ['/journal/first?utm=x', ['blog first']],
    ['/docs/guides/first', ['docs first']],
    ['/authors/ada', ['authors ada']],
    ['/about', ['pages about']],
    ['/shop.php?id=boots&size=4', ['shop boots', 'pages shop.php']],
    ['https://other.example/x', ['other x']],
    ['/journal', ['pages journal']],
    ['/', []],
    ['#part', []],
    ['/titles/x', []],
    ['/journal/first/second', []],
    ['/journal/%ZZ', []],
    ['https://example.org/journal/first', []],
    ['mailto:ada@example.org', []],
    ['', []],
  ])('%j', (address, expected) => {
    expect(find(address).map(({ collection, id }) => `${collection} ${id}`)).toEqual(expected);
  });

  it('is found in bounded time, whatever the pattern and the address', () => {
    const hostile = objectFinder([pattern(`/${'{a}'.repeat(300)}{id}x`), pattern('/{a}-{id}/y')]);
    expect(hostile(`/${'a-'.repeat(900)}`)).toEqual([]);
    expect(hostile(`/${'a-'.repeat(900_000)}`)).toEqual([]);
  });

  it('is looked for among the most exact patterns first', () => {
    const both = objectFinder([
      pattern('/{section}/{id}', false, 'any'),
      pattern('/blog/{id}', false, 'blog'),
    ]);
    expect(both('/blog/x').map(({ collection }) => collection)).toEqual(['blog', 'any']);
  });
});
