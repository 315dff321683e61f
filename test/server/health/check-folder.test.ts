import { mkdir, readdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { getObject } from '../../../server/content/reading/read.js';
import { listTrash, restoreFromTrash } from '../../../server/content/trash.js';
import { type Checked, checkFolder, type FolderProblem } from '../../../server/health/check-folder.js';
import { makeSite, shownIn } from '../../helpers/site.js';

const WALK = {
  id: 'walk',
  properties: {
    id: { field: 'id' },
    title: { field: 'text', maxLength: 10 },
    code: { field: 'text', unique: true },
    paper: { $ref: 'https://example.test/file.json', field: 'file' },
    box: { $ref: 'https://example.test/depot.json', field: 'depot' },
    near: { field: 'select', settings: { relationalOptions: { collection: 'walks' } } },
    photo: { field: 'image' },
  },
  required: ['title'],
  index: ['title', 'code'],
};

const SOUND = {
  'walks/.meta.json': { id: 'walks', schema: 'walk' },
  'walks/river.json': { id: 'river', title: 'River', code: 'a' },
  'walks/river/map/route.gpx': '<gpx/>',
  'walks/.index.json': '{}',
  'walks/notes.txt': 'not ours',
  'package.json': { name: 'site' },
  'node_modules/thing/package.json': { name: 'thing' },
  'data/list.json': [1, 2],
};

/** An object file as git leaves it: `id` is whole, the lines of both sides are between markers. */
const conflicted = (ours: string[], theirs: string[], base?: string[]): string => {
  const part = (lines: string[]) => lines.map((line) => `  ${line},\n`).join('');
  const middle = base ? `||||||| 1a2b3c4\n${part(base)}=======\n` : '=======\n';
  return `{\n  "id": "lake",\n<<<<<<< HEAD\n${part(ours)}${middle}${part(theirs)}>>>>>>> other\n  "code": "z"\n}\n`;
};

async function look(base: Checked, fix = false) {
  const problems: FolderProblem[] = [];
  const warnings: FolderProblem[] = [];
  const checking = checkFolder(base, { fix });
  for (;;) {
    const { value, done } = await checking.next();
    if (done) return { problems, warnings, counts: value };
    (value.warning ? warnings : problems).push(value);
  }
}

/** The site of a folder with these files beside the sound ones. */
const siteWith = (files: Record<string, unknown>) =>
  makeSite({ schemas: [WALK], files: { ...SOUND, ...files } });

describe('a sound folder', () => {
  it('has no problems, whatever else lies in it', async () => {
    const { site } = await siteWith({});
    const { problems, warnings, counts } = await look(site);
    expect(problems).toEqual([]);
    expect(warnings).toMatchObject([{ kind: 'looseFile', path: 'walks/river/map/route.gpx' }]);
    expect(counts).toMatchObject({ collections: 1, objects: 1 });
  });
});

describe('a check', () => {
  const cases: [string, Record<string, unknown>, Partial<FolderProblem>][] = [
    ['a torn file', { 'walks/torn.json': '{"id":"to' }, { kind: 'damaged', path: 'walks/torn.json' }],
    ['torn settings', { 'lost/.meta.json': '{"id":' }, { kind: 'damaged', path: 'lost/.meta.json' }],
    ['a torn schema', { '.schemas/torn.json': '{"id":' }, { kind: 'schema', path: '.schemas/torn.json' }],
    [
      'a schema whose pattern cannot be used',
      { '.schemas/part.json': { ...WALK, id: 'part', properties: { a: { pattern: '(' } } } },
      { kind: 'schema', path: '.schemas/part.json' },
    ],
    [
      'a collection whose schema is gone',
      { 'lost/.meta.json': { id: 'lost', schema: 'gone' } },
      { kind: 'danglingCollection', path: 'lost/.meta.json', message: expect.stringContaining('"gone"') },
    ],
    [
      'an object that breaks rules',
      { 'walks/long.json': { id: 'long', title: 'Much too long a title' } },
      { kind: 'invalidObject', path: 'walks/long.json', details: { title: [expect.any(String)] } },
    ],
    [
      'a value that should be unique',
      { 'walks/twin.json': { id: 'twin', title: 'Twin', code: 'a' } },
      {
        kind: 'invalidObject',
        path: 'walks/twin.json',
        details: { code: [expect.stringContaining('"river"')] },
      },
    ],
    [
      'another version of an object',
      { 'walks/river.sync-conflict-20260101-101010-ABCDEFG.json': { id: 'river', title: 'Other' } },
      { kind: 'conflictCopy', message: expect.stringContaining('another version of "walks/river.json"') },
    ],
    [
      'a copy with the same content',
      { 'walks/river (1).json': { code: 'a', title: 'River', id: 'river' } },
      { kind: 'conflictCopy', message: expect.stringContaining('the same content') },
    ],
    [
      'a conflicted copy of a schema',
      { ".schemas/walk (Anna's conflicted copy 2026-01-01).json": WALK },
      { kind: 'conflictCopy', message: expect.stringContaining('.schemas/walk.json') },
    ],
    [
      'a name no object can have',
      { 'walks/Upper Case.json': { id: 'Upper Case' } },
      { kind: 'illegalName', path: 'walks/Upper Case.json' },
    ],
    [
      'a name no collection can have',
      { 'My Walks/.meta.json': { id: 'My Walks', schema: 'walk' } },
      { kind: 'illegalName', path: 'My Walks' },
    ],
    [
      'files without their object',
      { 'walks/gone/map/route.gpx': '<gpx/>' },
      { kind: 'orphanFiles', path: 'walks/gone' },
    ],
    [
      'a file in the folder of a property that does not name it',
      { 'walks/river/paper/lost.txt': 'lost' },
      {
        kind: 'looseFile',
        path: 'walks/river/paper/lost.txt',
        message: expect.stringContaining('not used by'),
      },
    ],
    [
      'a second copy of a file',
      {
        'walks/lake.json': { id: 'lake', title: 'Lake', box: { files: [{ name: 'a.txt', size: 3 }] } },
        'walks/lake/box/a.txt': 'abc',
        'walks/lake/box/old/a.txt': 'abc',
      },
      {
        kind: 'looseFile',
        path: 'walks/lake/box/old/a.txt',
        message: expect.stringContaining('copy of "box/a.txt"'),
      },
    ],
    [
      'a relation to an object that does not exist',
      { 'walks/lake.json': { id: 'lake', title: 'Lake', near: 'gone' } },
      {
        kind: 'missingReference',
        path: 'walks/lake.json',
        message: '"near" refers to "gone", which does not exist',
      },
    ],
    [
      'versions git could not merge',
      { 'walks/lake.json': conflicted(['"title": "A"'], ['"title": "B"']) },
      {
        kind: 'damaged',
        path: 'walks/lake.json',
        message: expect.stringContaining('unresolved merge conflict'),
      },
    ],
    [
      'settings with versions git could not merge',
      { 'lost/.meta.json': conflicted(['"name": "A"'], ['"name": "B"']) },
      {
        kind: 'damaged',
        path: 'lost/.meta.json',
        message: expect.stringContaining('unresolved merge conflict'),
      },
    ],
    [
      'objects without settings',
      { 'hikes/one.json': { id: 'one', title: 'One' } },
      { kind: 'noSettings', path: 'hikes' },
    ],
  ];
  it.each(cases)('reports %s and touches nothing', async (_name, files, problem) => {
    const { site, folder } = await siteWith(files);
    const before = await readdir(folder, { recursive: true });
    expect((await look(site)).problems).toEqual([expect.objectContaining(problem)]);
    expect(await readdir(folder, { recursive: true })).toEqual(before);
  });

  it('warns of images without alternative text, and of very large ones', async () => {
    const photo = { name: 'a.png', mime: 'image/png', size: 6_000_000, alt: '' };
    const wide = { ...photo, size: 1, width: 6001, alt: 'Wide' };
    const { site } = await siteWith({
      'walks/lake.json': { id: 'lake', title: 'Lake', photo },
      'walks/lake/photo/a.png': 'x',
      'walks/wide.json': { id: 'wide', title: 'Wide', photo: wide },
      'walks/wide/photo/a.png': 'x',
    });
    const { problems, warnings } = await look(site);
    expect(problems).toEqual([]);
    expect(warnings.filter(({ kind }) => kind !== 'looseFile').map(({ kind, path }) => [kind, path])).toEqual(
      [
        ['missingAlt', 'walks/lake/photo/a.png'],
        ['oversizeImage', 'walks/lake/photo/a.png'],
        ['oversizeImage', 'walks/wide/photo/a.png'],
      ],
    );
  });

  it('reports changes left in the journal, but not active ones', async () => {
    const begun = new Date(Date.now() - 3_600_000);
    const { site, path } = await siteWith({
      '.system/journal/strange/note.txt': 'x',
      [`.system/journal/${'f'.repeat(16)}-7-${'0'.repeat(12)}/0.json`]: '{}',
      [`.system/journal/${'f'.repeat(16)}-8-${'0'.repeat(12)}/0.json`]: '{}',
    });
    for (const name of ['strange', `${'f'.repeat(16)}-7-${'0'.repeat(12)}`]) {
      await utimes(path('.system', 'journal', name), begun, begun);
    }
    const message = `is an unfinished change, started on another machine at ${begun.toISOString()}`;
    expect((await look(site)).problems).toEqual([
      expect.objectContaining({ kind: 'journal', message: expect.stringContaining(message) }),
      expect.objectContaining({ kind: 'journal', path: '.system/journal/strange' }),
    ]);
  });

  it('reports a symbolic link and does not follow it', async () => {
    const { site, path } = await siteWith({});
    await mkdir(path('elsewhere'));
    await symlink(path('walks', 'river.json'), path('walks', 'lake.json'));
    await symlink(path('walks'), path('linked'));
    expect((await look(site)).problems).toEqual([
      expect.objectContaining({ kind: 'link', path: 'linked' }),
      expect.objectContaining({ kind: 'link', path: 'walks/lake.json' }),
    ]);
  });
});

describe('repairing', () => {
  const wrongNames: [string, unknown][] = [
    ['another id', { id: 'other', title: 'Lake', 'x-note': 'kept' }],
    ['no id', { title: 'Lake', 'x-note': 'kept' }],
    ['UTF-16 instead of UTF-8', Buffer.from('\ufeff{"id":"lake","title":"Lake","x-note":"kept"}', 'utf16le')],
  ];
  it.each(wrongNames)('rewrites an object with %s, and keeps the original file', async (_name, content) => {
    const { site, path, read } = await siteWith({});
    await writeFile(path('walks', 'lake.json'), Buffer.isBuffer(content) ? content : JSON.stringify(content));
    site.store.catalogue.forget('walks');
    const [problem] = (await look(site, true)).problems;
    expect(problem).toMatchObject({
      kind: 'damaged',
      path: 'walks/lake.json',
      repaired: expect.any(String),
    });
    expect(await read('walks/lake.json')).toEqual({ id: 'lake', title: 'Lake', 'x-note': 'kept' });
    expect(shownIn(await getObject(site, 'walks', 'lake', { writer: false })).title).toBe('Lake');
    expect(await listTrash(site)).toMatchObject([{ kind: 'damaged', object: 'lake' }]);
    expect((await look(site)).problems).toEqual([]);
  });

  it('leaves a torn file and its files where they are', async () => {
    const { site, path } = await siteWith({
      'walks/torn.json': '{"id":"to',
      'walks/torn/map/route.gpx': '<gpx/>',
    });
    const { problems } = await look(site, true);
    expect(problems).toEqual([expect.objectContaining({ kind: 'damaged', path: 'walks/torn.json' })]);
    expect(problems[0]).not.toHaveProperty('repaired');
    expect(await readFile(path('walks', 'torn.json'), 'utf8')).toBe('{"id":"to');
    expect(await readFile(path('walks', 'torn', 'map', 'route.gpx'), 'utf8')).toBe('<gpx/>');
    expect(await listTrash(site)).toEqual([]);
  });

  const modified = (day: number) => `"modified": "2026-01-0${day}T00:00:00.000Z"`;
  it.each([
    ['only the time of the change differs', [modified(1)], [modified(2)], undefined, { modified: 2 }],
    [
      'each has changed another field than the other',
      ['"title": "A"', '"x": "old"', modified(3)],
      ['"title": "old"', '"x": "B"', modified(2)],
      ['"title": "old"', '"x": "old"', modified(1)],
      { title: 'A', x: 'B', modified: 3 },
    ],
  ])('puts two versions together where %s', async (_what, ours, theirs, base, wanted) => {
    const content = conflicted(ours, theirs, base);
    const { site, read, path } = await siteWith({
      'walks/lake/paper/p.txt': 'x',
      'walks/lake.json': content,
    });
    const { problems } = await look(site, true);
    expect(problems[0]).toMatchObject({
      path: 'walks/lake.json',
      repaired: expect.stringContaining('by field'),
    });
    const time = new Date(`2026-01-0${wanted.modified}T00:00:00.000Z`).toISOString();
    expect(await read('walks/lake.json')).toEqual({ id: 'lake', ...wanted, code: 'z', modified: time });
    expect(await readFile(path('walks', 'lake', 'paper', 'p.txt'), 'utf8')).toBe('x');
    const [entry] = await listTrash(site);
    expect(await readFile(path('.system', 'trash', String(entry?.id), 'document.json'), 'utf8')).toBe(
      content,
    );
  });

  it('moves files without their object to the trash, from where they come back', async () => {
    const { site, path } = await siteWith({ 'walks/gone/map/route.gpx': '<gpx/>' });
    expect((await look(site, true)).problems).toMatchObject([
      { kind: 'orphanFiles', repaired: expect.any(String) },
    ]);
    expect((await look(site)).problems).toEqual([]);
    const [entry] = await listTrash(site);
    await restoreFromTrash(site, String(entry?.id));
    expect(await readFile(path('walks', 'gone', 'map', 'route.gpx'), 'utf8')).toBe('<gpx/>');
  });

  it.each([
    ['a whole JSON file of another shape', 'walks/list.json', '["a"]'],
    ['an object with a refused key', 'walks/evil.json', '{"id":"evil","__proto__":{"a":1}}'],
    ['versions that clash', 'walks/lake.json', conflicted(['"title": "A"'], ['"title": "B"'])],
    [
      'versions without a base of which one lacks a field',
      'walks/lake.json',
      conflicted(['"title": "A"', modified(3)], [modified(2)]),
    ],
    ['versions of which one is no JSON', 'walks/lake.json', conflicted(['"title" "A"'], [modified(1)])],
    ['versions of another id', 'walks/pond.json', conflicted([modified(1)], [modified(2)])],
    ['markers out of order', 'walks/lake.json', '{\n>>>>>>> a\n"id": "lake"\n<<<<<<< b\n}'],
    ['a torn schema', '.schemas/torn.json', '{"id":'],
    ['torn settings', 'lost/.meta.json', '{"id":'],
    ['a copy of a sync tool', 'walks/river (1).json', '{"id":"river","title":"River","code":"a"}'],
    ['an object that breaks rules', 'walks/long.json', '{"id":"long","title":"Much too long a title"}'],
  ])('leaves %s to a person', async (_name, file, content) => {
    const { site, path } = await siteWith({ [file]: content });
    const [problem, ...others] = (await look(site, true)).problems;
    expect(others).toEqual([]);
    expect(problem?.path).toBe(file);
    expect(problem).not.toHaveProperty('repaired');
    expect(await readFile(path(file), 'utf8')).toBe(content);
    expect(await listTrash(site)).toEqual([]);
  });
});
