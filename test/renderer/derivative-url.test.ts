import { describe, expect, it } from 'vitest';
import { derivativePath, imageElement, OFFERED, problemOf } from '../../renderer/fields/image/derivative-url';
import type { ImageParameter } from '../../server/contract/imageworks.js';

const item = {
  name: 'sea.jpg',
  url: '/imageworks/blog/walk/cover.jpg',
  hash: '9f2c01ab',
  alt: 'A "quiet" sea',
};
const rowOf = (name: string): ImageParameter => {
  const row = OFFERED.find((one) => one.name === name);
  if (!row) throw new Error(name);
  return row;
};

describe('the address of a derivative', () => {
  it.each([
    [{}, 'jpg', '/imageworks/blog/walk/cover.jpg?hash=9f2c01ab'],
    [{ w: '1200' }, 'webp', '/imageworks/blog/walk/cover.webp?w=1200&hash=9f2c01ab'],
    [
      { fit: 'crop-focalpoint', h: '300', w: '400' },
      'avif',
      '/imageworks/blog/walk/cover.avif?w=400&h=300&fit=crop-focalpoint&hash=9f2c01ab',
    ],
    [
      { border: '10,ffffff,overlay' },
      'png',
      '/imageworks/blog/walk/cover.png?border=10,ffffff,overlay&hash=9f2c01ab',
    ],
  ] as const)('asks for %j in one order', (asked, format, path) => {
    expect(derivativePath(item, format, asked)).toBe(path);
  });

  it('omits what is empty, what holds anyway, and what would be rejected', () => {
    const asked = { w: '', fit: 'contain', quality: '900', blur: 'much', gamma: '1', sepia: 'true' };
    expect(derivativePath(item, 'jpg', asked)).toBe(
      '/imageworks/blog/walk/cover.jpg?sepia=true&hash=9f2c01ab',
    );
    expect(problemOf(rowOf('quality'), '900')).toBe('Must be a whole number from 1 to 100.');
    expect(problemOf(rowOf('border'), 'thick')).toBe('Must be written like 10,ffffff,overlay.');
    expect(problemOf(rowOf('w'), '')).toBeUndefined();
  });

  it('becomes an element that a page can hold', () => {
    const address = 'http://127.0.0.1:4180/imageworks/blog/walk/cover.webp?w=1200&hash=9f2c01ab';
    expect(imageElement(address, item, { width: 1200, height: 800 })).toBe(
      '<img src="http://127.0.0.1:4180/imageworks/blog/walk/cover.webp?w=1200&amp;hash=9f2c01ab" alt="A &quot;quiet&quot; sea" width="1200" height="800">',
    );
  });
});
