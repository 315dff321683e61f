import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { idOfFile, isCollectionName, Layout } from '../../../../server/store/disk/layout.js';
import { freshPlaces } from '../folder.js';

const HOSTILE = [
  '',
  '.',
  '..',
  '...',
  '../evil',
  '..\\evil',
  'a/b',
  'a\\b',
  '/etc/passwd',
  'C:evil',
  'c:\\evil',
  'a\0b',
  'a\nb',
  '.hidden',
  '-rf',
  'a.json',
  'a ',
  ' a',
  'a.',
  'CON',
  'con',
  'nul',
  'aux',
  'prn',
  'com1',
  'lpt9',
  '__proto__',
  'constructor',
  'prototype',
  'First',
  'é',
  'e\u0301',
  'a:stream',
  'a*',
  'a?',
  '%2e%2e',
  'x'.repeat(121),
  '\u202ereversed',
];

describe('a layout', () => {
  test.each(HOSTILE.map((name) => [JSON.stringify(name), name]))(
    'rejects %s wherever an id is asked for',
    (_shown, name) => {
      const layout = new Layout('/data');
      expect(() => layout.collection(name)).toThrow(/id/);
      expect(() => layout.object('blog', name)).toThrow(/id/);
      expect(() => layout.object(name, 'first')).toThrow(/id/);
      expect(() => layout.files('blog', name)).toThrow(/id/);
      expect(() => layout.settings(name)).toThrow(/id/);
      expect(() => layout.schema(name)).toThrow(/id/);
      expect(() => layout.record(name)).toThrow(/id/);
      expect(() => layout.trashEntry(name)).toThrow(/id/);
    },
  );

  test('places what is legal where the specification says', () => {
    const layout = new Layout('/data');
    expect(layout.object('blog', 'first-post')).toBe(join('/data', 'blog', 'first-post.json'));
    expect(layout.settings('blog')).toBe(join('/data', 'blog', '.meta.json'));
    expect(layout.schema('event')).toBe(join('/data', '.schemas', 'event.json'));
    expect(layout.record('apikeys')).toBe(join('/data', '.system', 'apikeys.json'));
    expect(layout.object('x'.repeat(120), '0')).toContain('x'.repeat(120));
  });

  test.each([
    'x.sync-conflict-20260101-101010-ABC.json',
    'x (conflicted copy).json',
    "x (Ann's conflicted copy 2026-01-01).json",
    '.x.icloud',
    '.x.json.icloud',
    'X 2.json',
    'x-HOST.json',
    'x_DiskStation_Jan-01-1010-2026_CaseConflict_1.JSON',
    '.syncthing.x.json.tmp',
    '~syncthing~x.json.tmp',
    '~$x.json',
    '.x.json.swp',
    'x.json~',
    'x.json.bak',
    '.meta.json',
    '.index.json',
    'X.json',
    'x.JSON',
    'con.json',
    '__proto__.json',
    'é.json',
    '.json',
  ])('takes no object from a file named %s', (name) => {
    expect(idOfFile(name)).toBeUndefined();
  });

  test('takes reserved and hidden folders for no collections', () => {
    const names = ['blog', '.schemas', '.system', '.git', 'templates', 'Blog', 'node modules', 'my_blog-2'];
    expect(names.filter(isCollectionName)).toEqual(['blog', 'my_blog-2']);
  });

  test('finds the first symbolic link on a path below the root, and none above it', () => {
    const { folder } = freshPlaces();
    mkdirSync(join(folder, 'real'));
    mkdirSync(join(folder, 'blog'));
    writeFileSync(join(folder, 'real', 'a.json'), '{}');
    symlinkSync(join(folder, 'real'), join(folder, 'linked'));
    symlinkSync(join(folder, 'real', 'a.json'), join(folder, 'blog', 'a.json'));
    symlinkSync(folder, `${folder}-link`);
    const layout = new Layout(folder);
    expect(layout.linkOn(layout.object('linked', 'a'))).toBe('linked');
    expect(layout.linkOn(layout.object('blog', 'a'))).toBe(join('blog', 'a.json'));
    expect(layout.linkOn(layout.object('real', 'a'))).toBeUndefined();
    expect(layout.linkOn(layout.object('absent', 'a'))).toBeUndefined();
    expect(() => layout.guard(layout.object('linked', 'a'))).toThrow(/symbolic link/);
    expect(new Layout(`${folder}-link`).linkOn(join(`${folder}-link`, 'real', 'a.json'))).toBeUndefined();
  });
});
