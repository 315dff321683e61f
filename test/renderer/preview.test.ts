/** What pages in the preview say, and which field and part belong to each other. */
import { describe, expect, it } from 'vitest';
import { partOfField, pathOfPart, placeIn } from '../../renderer/pages/preview/match-parts';
import { type PagePart, readMessage } from '../../renderer/pages/preview/page-message';

const said = (message: object) => readMessage({ plinth: 'page', ...message });

describe('a message of a page', () => {
  it.each([
    [null],
    ['text'],
    [[]],
    [{ type: 'here' }],
    [{ plinth: 'admin', type: 'here' }],
    [{ plinth: 'page', type: 'other' }],
    [{ plinth: 'page', type: 'outside', href: 'javascript:alert(1)' }],
    [{ plinth: 'page', type: 'outside', href: 'https://' }],
    [{ plinth: 'page', type: 'parts', round: '1', parts: [] }],
    [{ plinth: 'page', type: 'parts', round: 1, parts: {} }],
  ])('is none: %j', (data) => expect(readMessage(data)).toBeUndefined());

  it.each([
    ['//evil.example/x', ''],
    ['/\\evil.example', ''],
    ['https://evil.example/', ''],
    ['/journal/a?b#c', '/journal/a?b#c'],
  ])('has a path of the site only: %s', (address, shown) => {
    expect(said({ type: 'here', address, title: 5 })).toEqual({ type: 'here', address: shown, title: '' });
  });

  it('is short', () => {
    const parts = Array.from({ length: 3000 }, () => ({ text: 'x'.repeat(900), place: 1, other: 'y' }));
    const message = said({ type: 'parts', round: 1, parts: [null, 'x', ...parts] });
    expect(message?.type === 'parts' && [message.parts.length, message.parts[0]]).toEqual([
      1998,
      { text: 'x'.repeat(300), image: '', place: '' },
    ]);
  });
});

const part = (text: string, more: Partial<PagePart> = {}): PagePart => ({
  text,
  image: '',
  place: '',
  ...more,
});
const opened = {
  collection: 'journal',
  id: 'harbour',
  values: {
    id: 'harbour',
    title: 'The Harbour at Night',
    tags: ['water', 'night'],
    cover: { src: 'quay.jpg', alt: 'Lanterns' },
    stops: { pier: { id: 'pier', name: 'The long pier by the mill' } },
    views: 12,
  },
};

it.each([
  [part('the  harbour at NIGHT'), 'title', 3],
  [part('harbour'), 'title', 2],
  [part('Read: The harbour at night'), 'title', 1],
  [part('water'), 'tags', 3],
  [part('12'), 'views', 3],
  [part('The long pier by the mill'), 'stops.pier.name', 3],
  [part('', { image: 'http://x.example/files/quay.jpg?w=3' }), 'cover', 3],
  [part('Lanterns', { image: 'http://x.example/other.jpg' }), 'cover.alt', 3],
])('%j is the text of a field', (shown, path, fit) => {
  expect(pathOfPart(shown, opened)).toEqual({ path, fit });
});

it.each([[part('')], [part('Subscribe')], [part('x', { image: 'no address' })]])(
  '%j is of no field',
  (shown) => {
    expect(pathOfPart(shown, { ...opened, values: { id: 'x', title: 'Other' } })).toBeUndefined();
  },
);

it.each([
  ['journal/harbour/title', { collection: 'journal', id: 'harbour', property: 'title' }],
  ['a%2Fb/%C3%BC/x', { collection: 'a/b', id: 'ü', property: 'x' }],
  ['journal/harbour', undefined],
  ['journal//title', undefined],
  ['a/b/c/d', undefined],
  ['a/%E0%A4%A/c', undefined],
])('%s is what a site says it shows', (text, place) => expect(placeIn(text)).toEqual(place));

it('shows a field by what the site says, by all of its text, by a part of it, and by the words at the cursor', () => {
  const parts = [
    part('Menu'),
    part('the harbour at night'),
    part('by A. B.', { place: 'journal/harbour/byline' }),
    part('by C. D.', { place: 'journal/mill/byline' }),
    part('First paragraph'),
    part('Second paragraph'),
  ];
  const object = {
    ...opened,
    values: { ...opened.values, byline: 'Ada', content: 'First paragraph Second paragraph' },
  };
  expect(partOfField(parts, object, 'title', '')).toBe(1);
  expect(partOfField(parts, object, 'byline', '')).toBe(2);
  expect(partOfField(parts, object, 'content', '')).toBe(4);
  expect(partOfField(parts, object, 'content', 'Second  paragraph')).toBe(5);
  expect(partOfField(parts, object, 'views', '')).toBe(-1);
});
