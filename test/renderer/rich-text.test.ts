/** Addresses and texts that the rich-text editor reads. */
import { describe, expect, it } from 'vitest';
import { embedHtml } from '../../renderer/fields/styledtext/blocks/embed-address';
import { targetOf } from '../../renderer/fields/styledtext/paste-looks';
import { looksLikeMarkdown } from '../../renderer/fields/styledtext/paste-markdown';
import { quotesFor } from '../../renderer/fields/styledtext/quotes';
import { embedHostsOf } from '../../server/contract/embeds';
import { sanitizeRichText } from '../../server/properties/styledtext/sanitize';

const YOUTUBE = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ';

describe('the address of a page is embedded as its player', () => {
  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=x', YOUTUBE],
    ['youtu.be/dQw4w9WgXcQ?t=1m30s', `${YOUTUBE}?start=90`],
    ['https://m.youtube.com/shorts/dQw4w9WgXcQ', YOUTUBE],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871'],
    ['https://vimeo.com/76979871/8272103f6e', 'https://player.vimeo.com/video/76979871?h=8272103f6e'],
    [
      'https://open.spotify.com/intl-de/track/4cOdK2wGLETKBW3PvgPWqT?si=1',
      'https://open.spotify.com/embed/track/4cOdK2wGLETKBW3PvgPWqT',
    ],
    [
      'https://soundcloud.com/ada/river',
      'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fada%2Friver',
    ],
    ['https://codepen.io/ada/pen/abc', 'https://codepen.io/ada/embed/abc'],
    ['https://www.loom.com/share/abc123', 'https://www.loom.com/embed/abc123'],
    [
      'https://podcasts.apple.com/de/podcast/x/id1?i=2',
      'https://embed.podcasts.apple.com/de/podcast/x/id1?i=2',
    ],
    [
      'https://www.openstreetmap.org/#map=10/51.5/0',
      'https://www.openstreetmap.org/export/embed.html?bbox=-0.35156%2C51.32422%2C0.35156%2C51.67578',
    ],
    ['https://www.google.com/maps/embed?pb=1', 'https://www.google.com/maps/embed?pb=1'],
  ])('%s', (address, player) => {
    const html = embedHtml(address, embedHostsOf(undefined)) ?? '';
    expect(html).toContain(`src="${player.replaceAll('&', '&amp;')}"`);
    // The server stores it as it is.
    expect(sanitizeRichText(html)).toBe(html);
  });

  it('of the hosts that the schema names, and of no others', () => {
    const allowed = embedHostsOf({ embedHosts: ['video.example.org', 'player.vimeo.com'] });
    for (const [address, player] of [
      ['https://video.example.org/embed/1?a=1&b=2', 'https://video.example.org/embed/1?a=1&amp;b=2'],
      ['https://vimeo.com/123', 'https://player.vimeo.com/video/123'],
    ] as const) {
      const html = embedHtml(address, allowed) ?? '';
      expect(html).toContain(`src="${player}"`);
      expect(sanitizeRichText(html, allowed)).toBe(html);
      if (!address.includes('vimeo')) expect(sanitizeRichText(html)).toBe('');
    }
    for (const address of [
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      'http://video.example.org/embed/1',
      'https://a@video.example.org/embed/1',
      'https://video.example.org.evil.example/embed/1',
    ])
      expect(embedHtml(address, allowed), address).toBeUndefined();
  });

  it.each([
    'https://example.org/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com/@ada',
    'https://www.youtube.com/watch?v="><script>',
    'https://www.google.com/search?q=maps',
    'javascript:alert(1)//youtube.com',
    'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'two words',
    '',
  ])('but not %j', (address) => {
    expect(embedHtml(address, embedHostsOf(undefined))).toBeUndefined();
  });
});

it.each([
  [
    'https://www.google.com/url?q=https://example.org/a?b%3D1%26c%3D2&sa=D&ust=1',
    'https://example.org/a?b=1&c=2',
  ],
  ['https://google.de/url?sa=t&url=http%3A%2F%2Fexample.org%2F', 'http://example.org/'],
  ['https://www.google.com/url?q=mailto:ada@example.org', 'mailto:ada@example.org'],
  ['https://www.google.com/url?q=javascript:alert(1)', undefined],
  ['https://www.google.com/url?q=', undefined],
  ['https://www.google.com/search?q=https://example.org', undefined],
  ['https://google.evil.example/url?q=https://example.org', undefined],
  ['https://example.org/url?q=https://example.org', undefined],
  ['/url?q=https://example.org', undefined],
])('the pasted link %s leads to %s', (href, target) => {
  expect(targetOf(href)).toBe(target ?? href);
});

describe('text on the clipboard is read as Markdown', () => {
  it.each([
    '# Title\n\nText',
    '- one\n- two',
    '1. one\n2. two',
    'Text\n\n```js\nlet a;\n```',
    '| a | b |\n|---|---|\n| 1 | 2 |',
    'See [the map](https://example.org/map).',
    'Some **bold** words',
    '> quoted',
  ])('%j', (text) => {
    expect(looksLikeMarkdown(text)).toBe(true);
  });

  it.each([
    'Plain words, and more.',
    'a * b ** c',
    '#hashtag and #another',
    '- a single dash at the start',
    'Room\tSeats\nEast\t10',
    'if (a || b) return a | b;',
    'arr[0](x)',
    '2026-05-09',
  ])('but not %j', (text) => {
    expect(looksLikeMarkdown(text)).toBe(false);
  });
});

describe('quotes are those of the language of the text', () => {
  it.each([
    ['de', '', '„“‚‘'],
    ['de_CH', '', '«»‹›'],
    ['en-GB', 'Er sagte „ja“.', '“”‘’'],
    ['fr', '', '«\u202f\u202f»‹\u202f\u202f›'],
    ['sv', '', '””’’'],
    ['xx', '', '“”‘’'],
    // Of an unknown language: as the text is written so far, else as the reader writes.
    [undefined, 'Er sagte „ja“.', '„“‚‘'],
    [undefined, 'Powiedział „tak”.', '„”‚’'],
    [undefined, 'Ha detto «sì».', '«»‹›'],
    [undefined, 'She said “yes”.', '“”‘’'],
    [undefined, 'Plain', '””’’'],
  ])('%j in %j', (language, text, expected) => {
    expect(quotesFor(language, text, 'fi').join('')).toBe(expected);
  });
});
