import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { cloneObject } from '../../../../server/content/objects/clone.js';
import { createObject } from '../../../../server/content/objects/write.js';
import { getObject } from '../../../../server/content/reading/read.js';
import { refusal, shownIn } from '../../../helpers/site.js';
import { makeWalks } from '../walks.js';

const seed = {
  objects: {
    walks: [
      { id: 'river', title: 'River walk', km: 8, tags: ['easy'], code: 'swordfish' },
      { id: 'lake', title: 'Lake walk' },
    ],
  },
};

describe('a clone that names its own source', () => {
  it.each([
    [undefined],
    [null],
    [{}],
    [{ id: 'river' }],
    [{ collection: 'walks' }],
    [{ id: 'river', collection: 'walks' }],
  ])('with the body %j answers the object as it stands and changes nothing', async (body) => {
    const { site, path, events } = await makeWalks(seed);
    const before = await readFile(path('walks', 'river.json'));
    expect(await cloneObject(site, 'walks', 'river', body)).toMatchObject(
      await getObject(site, 'walks', 'river', { writer: false }),
    );
    expect(await readFile(path('walks', 'river.json'))).toEqual(before);
    expect(events).toEqual([]);
  });
});

describe('a clone under another id', () => {
  it('is a whole copy with its files and times of its own', async () => {
    let now = new Date('2026-03-01T10:00:00.000Z');
    const { site, place, read, path, events } = await makeWalks({ ...seed, now: () => now });
    await place('walks/river/image/bank.jpg', 'pixels');
    const source = await read('walks/river.json');
    await place('walks/river.json', { ...source, legacy: { kept: true } });
    now = new Date('2026-04-01T10:00:00.000Z');

    const answer = shownIn(await cloneObject(site, 'walks', 'river', { id: 'river-2' }));
    expect(answer).toMatchObject({
      id: 'river-2',
      title: 'River walk',
      km: 8,
      created: '2026-04-01T10:00:00.000Z',
      modified: '2026-04-01T10:00:00.000Z',
    });
    expect(String(answer.since).slice(0, 10)).toBe('2026-04-01');
    expect(await read('walks/river-2.json')).toMatchObject({ legacy: { kept: true }, code: 'swordfish' });
    expect(await readFile(path('walks', 'river-2', 'image', 'bank.jpg'), 'utf8')).toBe('pixels');
    expect(await readFile(path('walks', 'river', 'image', 'bank.jpg'), 'utf8')).toBe('pixels');
    expect(events).toContainEqual({ type: 'object.created', collection: 'walks', id: 'river-2' });
  });

  it('of an existing object is a conflict and overwrites nothing', async () => {
    const { site, path, place } = await makeWalks(seed);
    await place('walks/river/image/bank.jpg', 'pixels');
    const before = await readFile(path('walks', 'lake.json'));
    const { kind, details } = await refusal(cloneObject(site, 'walks', 'river', { id: 'lake' }));
    expect([kind, details]).toEqual(['conflict', { id: [expect.any(String)] }]);
    expect(await readFile(path('walks', 'lake.json'))).toEqual(before);
    await expect(readFile(path('walks', 'lake', 'image', 'bank.jpg'))).rejects.toThrow('ENOENT');
  });

  it('of an object only the disk knows, or a damaged one, is a conflict too', async () => {
    const { site, place, path } = await makeWalks({ ...seed, files: { 'walks/torn.json': '{' } });
    await place('walks/unseen.json', { id: 'unseen', title: 'Theirs' });
    for (const id of ['unseen', 'torn']) {
      expect((await refusal(cloneObject(site, 'walks', 'river', { id }))).kind).toBe('conflict');
    }
    expect(await readFile(path('walks', 'torn.json'), 'utf8')).toBe('{');
  });

  it('must keep unique values unique', async () => {
    const { site } = await makeWalks();
    await createObject(site, 'walks', { id: 'a', title: 'A', contact: 'a@example.org' });
    const { kind, details } = await refusal(cloneObject(site, 'walks', 'a', { id: 'b' }));
    expect([kind, Object.keys(Object(details))]).toEqual(['validation', ['contact']]);
  });
});

describe('a clone into another collection', () => {
  const other = {
    ...seed,
    collections: [
      { id: 'archive', schema: 'walk' },
      { id: 'about', schema: 'plain', singleton: true },
    ],
  };

  it('keeps the id and the files', async () => {
    const { site, place, path } = await makeWalks(other);
    await place('walks/river/image/bank.jpg', 'pixels');
    const answer = shownIn(
      await cloneObject(site, 'walks', 'river', { collection: 'archive' }, { writer: true }),
    );
    expect(answer).toMatchObject({ id: 'river', title: 'River walk', code: 'swordfish' });
    expect(await readFile(path('archive', 'river', 'image', 'bank.jpg'), 'utf8')).toBe('pixels');
  });

  it('takes what the other schema knows', async () => {
    const { site, read } = await makeWalks(other);
    await cloneObject(site, 'walks', 'river', { collection: 'notes', id: 'n' });
    const stored = await read('notes/n.json');
    expect(stored).toMatchObject({ id: 'n', title: 'River walk' });
    expect(Object.keys(stored)).not.toContain('km');
  });

  it('is rejected when it breaks a rule of the other schema', async () => {
    const { site, path } = await makeWalks(other);
    await createObject(site, 'notes', { id: 'blank', note: 'No title' });
    const { kind, details } = await refusal(cloneObject(site, 'notes', 'blank', { collection: 'walks' }));
    expect([kind, Object.keys(Object(details))]).toEqual(['validation', ['title']]);
    await expect(readFile(path('walks', 'blank.json'))).rejects.toThrow('ENOENT');
  });

  it('into a singleton becomes its one object', async () => {
    const { site } = await makeWalks(other);
    expect(shownIn(await cloneObject(site, 'walks', 'river', { collection: 'about' })).id).toBe('about');
    expect((await refusal(cloneObject(site, 'walks', 'lake', { collection: 'about' }))).kind).toBe(
      'conflict',
    );
    expect((await refusal(cloneObject(site, 'walks', 'lake', { collection: 'about', id: 'x' }))).kind).toBe(
      'validation',
    );
  });
});

it("shows a clone's secrets only to those who may write", async () => {
  const { site } = await makeWalks(seed);
  for (const [id, writer, code] of [
    ['a', false, ''],
    ['b', true, 'swordfish'],
    ['river', false, ''],
    ['river', true, 'swordfish'],
  ] as const) {
    expect(shownIn(await cloneObject(site, 'walks', 'river', { id }, { writer })).code).toBe(code);
  }
});

describe('a clone is rejected', () => {
  it.each([
    [[], 'invalid'],
    ['x', 'invalid'],
    [7, 'invalid'],
    [{ id: 7 }, 'invalid'],
    [{ collection: 7 }, 'invalid'],
    [{ id: 'schema' }, 'validation'],
    [{ collection: 'nope' }, 'missing'],
    [{ collection: '../x' }, 'missing'],
    [{ collection: '.system' }, 'missing'],
    [{ collection: '__proto__' }, 'missing'],
  ])('for the body %j as %s', async (body, kind) => {
    const { site } = await makeWalks(seed);
    expect((await refusal(cloneObject(site, 'walks', 'river', body))).kind).toBe(kind);
  });

  it('for an unknown source', async () => {
    const { site } = await makeWalks(seed);
    expect((await refusal(cloneObject(site, 'walks', 'nope', { id: 'a' }))).kind).toBe('missing');
    expect((await refusal(cloneObject(site, 'nope', 'river', { id: 'a' }))).kind).toBe('missing');
    expect((await refusal(cloneObject(site, 'walks', 'nope', {}))).kind).toBe('missing');
  });
});
