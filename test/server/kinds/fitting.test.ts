import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../server/contract/values.js';
import { colorKind } from '../../../server/properties/color/index.js';
import { depotKind } from '../../../server/properties/depot/index.js';
import { fileKind } from '../../../server/properties/file/index.js';
import { fitting, withoutPasswords } from '../../../server/properties/fitting.js';
import { galleryKind } from '../../../server/properties/gallery/index.js';
import { imageKind } from '../../../server/properties/image/index.js';
import { jsonKind } from '../../../server/properties/json/index.js';
import type { PropertyKind } from '../../../server/properties/kind.js';
import { listKind } from '../../../server/properties/list/index.js';
import { localizedTextKind } from '../../../server/properties/localized/index.js';
import { textKind } from '../../../server/properties/text/index.js';

const HASH = `$2y$10$${'a'.repeat(53)}`;
const IMAGE = {
  ...{
    name: 'a.jpg',
    alt: '',
    tags: ['x'],
    focalpoint: { x: 1, y: 2 },
    palette: [[1, 2]],
    exif: { Make: 'x' },
  },
  edit: { crop: { x: 1, y: 1, width: 9, height: 9 }, original: { width: 1, height: 1 } },
};
const FILE = { name: 'a.pdf', mime: 'application/pdf', protected: true, password: HASH, count: 1 };

const fittingOf = (kind: PropertyKind, value: JsonValue): JsonValue =>
  kind.fitting ? kind.fitting(value) : fitting(value, kind.schema({}));

describe('a value that fits its kind', () => {
  it.each<[string, PropertyKind, JsonValue]>([
    ['a text', textKind, 'x'],
    ['a list where a text is', textKind, ['x', null, 5]],
    ['a list', listKind, ['a', 'b']],
    ['a color', colorKind, { hex: '#000000', oklch: { l: 1, c: 1, h: 1 } }],
    ['a text by language', localizedTextKind, { en: 'x', de_AT: 'y' }],
    ['an image', imageKind, IMAGE],
    ['a gallery', galleryKind, [IMAGE, IMAGE]],
    ['a file', fileKind, FILE],
    ['a depot', depotKind, { password: HASH, files: [FILE, { name: 'b', mime: 'folder', files: [FILE] }] }],
    ['JSON', jsonKind, { any: [{ thing: [[{ at: 'all' }]] }] }],
  ])('is taken as it is, not copied: %s', (_name, kind, value) => {
    expect(fittingOf(kind, value)).toBe(value);
  });
});

describe('a value that does not fit its kind', () => {
  it.each<[string, PropertyKind, JsonValue, JsonValue]>([
    ['a text', textKind, { pin: '1', more: { pin: '2' } }, { pin: null, more: null }],
    ['a list', listKind, ['a', { pin: '1' }, [['b']]], ['a', { pin: null }, []]],
    [
      'a color',
      colorKind,
      { hex: '#000000', pin: '1', oklch: { l: 1, pin: '2' } },
      { hex: '#000000', pin: null, oklch: { l: 1, pin: null } },
    ],
    [
      'a text by language',
      localizedTextKind,
      { en: 'x', pin: '1', de: { pin: '2' } },
      { en: 'x', pin: null, de: { pin: null } },
    ],
    ['an image', imageKind, { ...IMAGE, password: HASH }, { ...IMAGE, password: null }],
    ['a gallery', galleryKind, { a: { pin: '1' } }, { a: null }],
    [
      'a depot',
      depotKind,
      { files: [{ name: 'b', files: [{ pin: '1' }] }] },
      { files: [{ name: 'b', files: [{ pin: null }] }] },
    ],
  ])('has its other keys without values: %s', (_name, kind, value, shown) => {
    expect(fittingOf(kind, value)).toEqual(shown);
  });

  it('is without passwords for those who may change it, and not shown where it is nested too deeply', () => {
    const value = { a: HASH, b: [{ password: 'plain', c: `see ${HASH}` }], d: `$argon2id$${'a'.repeat(40)}` };
    expect(withoutPasswords(value)).toEqual({ a: '', b: [{ password: '', c: `see ${HASH}` }], d: '' });
    let deep: JsonValue = 'x';
    for (let depth = 0; depth < 5000; depth += 1) deep = [deep];
    expect(withoutPasswords(deep, 'instead')).toBe('instead');
    expect(fitting({ deep })).toEqual({ deep: null });
  });
});
