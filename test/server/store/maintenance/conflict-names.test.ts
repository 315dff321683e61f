import { describe, expect, it } from 'vitest';
import {
  isForeignName,
  originalFiles,
  originalIds,
  originalOf,
} from '../../../../server/store/maintenance/conflict-names.js';

/** Names as the tools make them of `river-walk.json`. */
const COPIES: [tool: string, name: string][] = [
  ['Syncthing', 'river-walk.sync-conflict-20261122-061000-ABCDEFG.json'],
  ['Syncthing before devices had names', 'river-walk.sync-conflict-20161122-061000.json'],
  ['Dropbox', "river-walk (Ada's conflicted copy 2026-11-22).json"],
  ['Dropbox of a computer', 'river-walk (MACBOOK conflicted copy 2026-11-22).json'],
  ['Dropbox, case', 'river-walk (Case Conflict 1).json'],
  ['Dropbox, Unicode', 'river-walk (Unicode Encoding Conflict).json'],
  ['Dropbox in German', 'river-walk (In Konflikt stehende Kopie von Ada 2026-11-22).json'],
  ['Dropbox in French', 'river-walk (Copie en conflit de Ada 2026-11-22).json'],
  ['Nextcloud', 'river-walk (conflicted copy 2026-11-22 061000).json'],
  ['Seafile', 'river-walk (SFConflict ada@example.org 2026-11-22-06-10-00).json'],
  ['OneDrive', 'river-walk-LAPTOP.json'],
  ['OneDrive of a computer with hyphens', 'river-walk-DESKTOP-AB12CD3.json'],
  ['OneDrive, mixed case', 'river-walk-Adas-MacBook-Pro.json'],
  ['OneDrive and Google Drive by number', 'river-walk (1).json'],
  ['Google Drive', 'river-walk_conf(1).json'],
  ['pCloud', 'river-walk [conflicted].json'],
  ['iCloud', 'river-walk 2.json'],
  ['Synology', 'river-walk_nas_Nov-22-061000-2026_Conflict.json'],
  ['Synology of a host with hyphens', 'river-walk_disk-station_Nov-22-061000-2026_Conflict.json'],
  ['Resilio', 'river-walk.Conflict.json'],
  ['a file system that minds case', 'River-Walk.json'],
];

const there =
  (...names: string[]) =>
  (name: string) =>
    names.includes(name);

describe('a second version of a file', () => {
  it.each(COPIES)('is recognised as %s names it', (_tool, name) => {
    expect(isForeignName(name)).toBe(true);
    expect(originalOf(name, there('river-walk.json'))).toBe('river-walk.json');
  });

  it.each(COPIES)('is recognized beside an uploaded file as %s names it', (_tool, name) => {
    expect([...originalFiles(name.replace('.json', '.jpg'))]).toContain('river-walk.jpg');
    expect([...originalFiles(name.replace('.json', ''))]).toContain('river-walk');
  });

  it('is no uploaded file with the end that Plinth appends to names', () => {
    expect([...originalFiles('river-walk-0a1b2.jpg')]).toEqual([]);
  });

  const PLAIN = /OneDrive|_conf|iCloud|minds case/;
  const isPlain = ([tool, name]: [tool: string, name: string]) => PLAIN.test(`${tool} ${name}`);

  it.each(COPIES.filter(isPlain))('is none where the first is not there (%s)', (_tool, name) => {
    expect(originalOf(name, there('river.json', 'other.json'))).toBeUndefined();
  });

  it.each(COPIES.filter((copy) => !isPlain(copy)))(
    'is one of %s also where the first is gone',
    (_tool, name) => {
      expect(originalOf(name, there('river.json', 'other.json'))).toBe('river-walk.json');
    },
  );

  it('is found beside settings, whose name begins with a dot', () => {
    for (const name of [
      '.meta.sync-conflict-20261122-061000-ABCDEFG.json',
      '.meta (1).json',
      '.meta-LAPTOP.json',
    ]) {
      expect(isForeignName(name)).toBe(true);
      expect(originalOf(name, there('.meta.json'))).toBe('.meta.json');
    }
  });

  it('is the decomposed one of two names that spell the same', () => {
    const [composed, decomposed] = ['café.json'.normalize('NFC'), 'café.json'.normalize('NFD')];
    expect(originalOf(decomposed, there(composed))).toBe(composed);
    expect(originalOf(composed, there(decomposed))).toBeUndefined();
  });

  it.each([
    ['ownCloud', 'river-walk_conflict-20261122-061000'],
    ['OneDrive of a computer in lower case', 'river-walk-adas-laptop'],
  ])('may be one of %s under a legal id', (_tool, id) => {
    expect([...originalIds(id)]).toContain('river-walk');
    expect(isForeignName(`${id}.json`)).toBe(false);
  });

  it('is of the longest name that fits', () => {
    expect(originalOf('a-b-HOST.json', there('a.json', 'a-b.json'))).toBe('a-b.json');
  });

  it.each([
    'river-walk.json',
    'river-walk.txt',
    'river-walk',
    '.hidden.json',
    '.meta.json',
    '.river-walk (1).json',
  ])('is not seen in %s', (name) => {
    expect(isForeignName(name)).toBe(false);
  });

  it('is not seen in a name of other words', () => {
    expect(originalOf('river-walk my notes.json', there('river-walk.json'))).toBeUndefined();
  });
});
