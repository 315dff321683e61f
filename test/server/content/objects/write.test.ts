import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { WriteBase } from '../../../../server/content/core/base.js';
import {
  createObject,
  patchObject,
  removeObject,
  replaceObject,
} from '../../../../server/content/objects/write.js';
import { getObject } from '../../../../server/content/reading/read.js';
import { listTrash, purgeTrash, restoreFromTrash } from '../../../../server/content/trash.js';
import { refusal, shownIn } from '../../../helpers/site.js';
import { makeWalks } from '../walks.js';

const river = { id: 'river', title: 'River walk', km: 8, tags: ['easy'], note: 'Boots' };
const seed = { objects: { walks: [river] } };

/** The site with something that happens each time an object has been read from disk, before it is written. */
function meddled(base: WriteBase, meddle: (turn: number) => Promise<void>): WriteBase {
  let turn = 0;
  const { objects } = base.store;
  return {
    ...base,
    store: Object.create(base.store, {
      objects: {
        value: {
          read: async (collection: string, id: string) => {
            const stored = await objects.read(collection, id);
            turn += 1;
            await meddle(turn);
            return stored;
          },
          write: objects.write.bind(objects),
          copyFiles: objects.copyFiles.bind(objects),
        },
      },
    }),
  };
}

describe.each([
  ['PUT', replaceObject],
  ['PATCH', patchObject],
] as const)('%s', (_method, change) => {
  it('sets what is sent, keeps what is not, removes null', async () => {
    const { site, read, events } = await makeWalks(seed);
    const answer = await change(site, 'walks', 'river', { title: 'River', note: null });
    const expected = { id: 'river', title: 'River', km: 8, tags: ['easy'], open: true };
    expect(shownIn(answer)).toMatchObject(expected);
    const stored = await read('walks/river.json');
    expect(stored).toMatchObject(expected);
    expect(stored).not.toHaveProperty('note');
    expect(events).toEqual([{ type: 'object.updated', collection: 'walks', id: 'river' }]);
  });

  it('keeps keys of the file it does not know and drops unknown sent ones', async () => {
    const { site, read } = await makeWalks({
      files: {
        'walks/old.json': { id: 'old', title: 'Old', legacy: { a: [1] }, created: '2020-01-01T00:00:00Z' },
      },
    });
    await change(site, 'walks', 'old', { title: 'New', unheard: 1 });
    const stored = await read('walks/old.json');
    expect(stored).toMatchObject({ title: 'New', legacy: { a: [1] } });
    expect(stored).not.toHaveProperty('unheard');
  });

  it('leaves created as another program spelled it, and answers it in the one form that sorts', async () => {
    const { site, read } = await makeWalks({
      files: { 'walks/old.json': { id: 'old', title: 'Old', created: '2020-01-01T00:00:00Z' } },
    });
    const shown = shownIn(await change(site, 'walks', 'old', { title: 'New' }));
    expect((await read('walks/old.json')).created).toBe('2020-01-01T00:00:00Z');
    expect(shown.created).toBe('2020-01-01T00:00:00.000Z');
  });

  it('rejects another id in the body, accepts its own', async () => {
    const { site } = await makeWalks(seed);
    expect((await refusal(change(site, 'walks', 'river', { id: 'lake' }))).kind).toBe('invalid');
    expect((await refusal(change(site, 'walks', 'river', { id: 7 }))).kind).toBe('invalid');
    expect(shownIn(await change(site, 'walks', 'river', { id: 'river', km: 9 })).km).toBe(9);
  });

  it.each([[[]], ['x'], [null], [7]])('rejects the body %j', async (body) => {
    const { site } = await makeWalks(seed);
    expect((await refusal(change(site, 'walks', 'river', body))).kind).toBe('invalid');
  });

  it('answers missing for what is not there, and writes nothing', async () => {
    const { site, path } = await makeWalks(seed);
    expect((await refusal(change(site, 'walks', 'lake', { title: 'Lake' }))).kind).toBe('missing');
    expect((await refusal(change(site, 'nope', 'river', { title: 'Lake' }))).kind).toBe('missing');
    expect((await readdir(path('walks'))).sort()).toEqual(['.meta.json', 'river.json']);
  });

  it('answers missing for an object whose file has gone, and forgets its row', async () => {
    const { site, path, events } = await makeWalks(seed);
    await rm(path('walks', 'river.json'));
    expect((await refusal(change(site, 'walks', 'river', { km: 1 }))).kind).toBe('missing');
    expect((await refusal(getObject(site, 'walks', 'river', { writer: false }))).kind).toBe('missing');
    expect(events).toEqual([{ type: 'object.deleted', collection: 'walks', id: 'river' }]);
  });

  it('rejects what breaks the schema and leaves the file as it was', async () => {
    const { site, path } = await makeWalks(seed);
    const before = await readFile(path('walks', 'river.json'));
    const { kind, details } = await refusal(change(site, 'walks', 'river', { title: null, km: 'far' }));
    expect([kind, Object.keys(Object(details)).sort()]).toEqual(['validation', ['km', 'title']]);
    expect(await readFile(path('walks', 'river.json'))).toEqual(before);
  });

  it('keeps created and lets modified rise, even when the clock goes back', async () => {
    let now = new Date('2026-03-01T10:00:00.000Z');
    const { site } = await makeWalks({ ...seed, now: () => now });
    now = new Date('2025-01-01T00:00:00.000Z');
    expect(shownIn(await change(site, 'walks', 'river', { km: 9 }))).toMatchObject({
      created: '2026-03-01T10:00:00.000Z',
      modified: '2026-03-01T10:00:00.001Z',
    });
    now = new Date('2026-03-02T00:00:00.000Z');
    expect(shownIn(await change(site, 'walks', 'river', { km: 10 }))).toMatchObject({
      created: '2026-03-01T10:00:00.000Z',
      modified: '2026-03-02T00:00:00.000Z',
    });
  });

  it('applies itself again when another program changes the file in between', async () => {
    const { site, place, read } = await makeWalks(seed);
    const base = meddled(site, async (turn) => {
      if (turn === 1) await place('walks/river.json', { ...river, km: 99, legacy: 'theirs' });
    });
    await change(base, 'walks', 'river', { title: 'Mine' });
    expect(await read('walks/river.json')).toMatchObject({ title: 'Mine', km: 99, legacy: 'theirs' });
  });

  it('gives up with busy when the file never stands still, and what stands there stays', async () => {
    const { site, place, read } = await makeWalks(seed);
    const base = meddled(site, (turn) => place('walks/river.json', { ...river, km: 100 + turn }));
    expect((await refusal(change(base, 'walks', 'river', { title: 'Mine' }))).kind).toBe('busy');
    expect(await read('walks/river.json')).toMatchObject({ title: 'River walk', km: 104 });
  });
});

it('loses none of 100 parallel patches of one object', async () => {
  const names = Array.from({ length: 100 }, (_, n) => `p${n}`);
  const wide = {
    id: 'wide',
    properties: {
      id: { field: 'id' },
      ...Object.fromEntries(names.map((name) => [name, { type: 'number', field: 'number' }])),
    },
    required: ['id'],
    index: ['id'],
  };
  const { site, read } = await makeWalks({ schemas: [wide], collections: [{ id: 'wides', schema: 'wide' }] });
  await createObject(site, 'wides', { id: 'one' });
  await Promise.all(names.map((name, n) => patchObject(site, 'wides', 'one', { [name]: n })));
  expect(await read('wides/one.json')).toMatchObject(Object.fromEntries(names.map((name, n) => [name, n])));
});

describe('If-Match', () => {
  const changes = {
    PUT: (base: WriteBase, ifMatch: string) => replaceObject(base, 'walks', 'river', { km: 9 }, { ifMatch }),
    PATCH: (base: WriteBase, ifMatch: string) => patchObject(base, 'walks', 'river', { km: 9 }, { ifMatch }),
    DELETE: (base: WriteBase, ifMatch: string) => removeObject(base, 'walks', 'river', { ifMatch }),
  };

  describe.each(Object.entries(changes))('with %s', (method, change) => {
    it('passes for the tag anyone reads, the tag a writer reads, a list with it, and *', async () => {
      for (const tagOf of [
        async (base: WriteBase) => (await getObject(base, 'walks', 'river', { writer: false })).etag,
        async (base: WriteBase) => (await getObject(base, 'walks', 'river', { writer: true })).etag,
        async (base: WriteBase) =>
          `"x", ${(await getObject(base, 'walks', 'river', { writer: false })).etag}`,
        async () => '*',
      ]) {
        const { site } = await makeWalks({ objects: { walks: [{ ...river, code: 'secret' }] } });
        await change(site, await tagOf(site));
        const object = await getObject(site, 'walks', 'river', { writer: false }).catch(() => undefined);
        expect(object && shownIn(object).km).toBe(method === 'DELETE' ? undefined : 9);
      }
    });

    it('rejects an older tag as stale and changes nothing', async () => {
      const { site, path } = await makeWalks(seed);
      const { etag } = await getObject(site, 'walks', 'river', { writer: false });
      await patchObject(site, 'walks', 'river', { km: 20 });
      const before = await readFile(path('walks', 'river.json'));
      expect((await refusal(change(site, etag))).kind).toBe('stale');
      expect(await readFile(path('walks', 'river.json'))).toEqual(before);
    });

    it('sees a change by another program before it is reported', async () => {
      const { site, place, read } = await makeWalks(seed);
      const { etag } = await getObject(site, 'walks', 'river', { writer: false });
      await place('walks/river.json', { ...river, km: 77 });
      expect((await refusal(change(site, etag))).kind).toBe('stale');
      expect(await read('walks/river.json')).toMatchObject({ km: 77 });
    });

    it('rejects a weak tag and nonsense', async () => {
      const { site } = await makeWalks(seed);
      const { etag } = await getObject(site, 'walks', 'river', { writer: false });
      for (const tag of [`W/${etag}`, etag.slice(1, -1), '""', '']) {
        expect((await refusal(change(site, tag))).kind).toBe('stale');
      }
    });
  });

  it('turns a change made between read and write into stale', async () => {
    const { site, place } = await makeWalks(seed);
    const { etag } = await getObject(site, 'walks', 'river', { writer: false });
    const base = meddled(site, (turn) =>
      turn === 1 ? place('walks/river.json', { ...river, km: 77 }) : Promise.resolve(),
    );
    expect((await refusal(patchObject(base, 'walks', 'river', { km: 9 }, { ifMatch: etag }))).kind).toBe(
      'stale',
    );
  });

  it('differs for a writer when only a secret changed', async () => {
    const { site } = await makeWalks({ objects: { walks: [{ ...river, code: 'one' }] } });
    const { etag } = await getObject(site, 'walks', 'river', { writer: true });
    await patchObject(site, 'walks', 'river', { code: 'two' });
    expect((await refusal(patchObject(site, 'walks', 'river', { km: 1 }, { ifMatch: etag }))).kind).toBe(
      'stale',
    );
  });
});

describe('a damaged file', () => {
  const damaged = { files: { 'walks/torn.json': '{"id":"torn","title":"To' } };

  it('is an error to read and to patch', async () => {
    const { site, path } = await makeWalks(damaged);
    expect((await refusal(getObject(site, 'walks', 'torn', { writer: false }))).kind).toBe('damaged');
    expect((await refusal(patchObject(site, 'walks', 'torn', { km: 1 }))).kind).toBe('damaged');
    expect(await readFile(path('walks', 'torn.json'), 'utf8')).toBe('{"id":"torn","title":"To');
  });

  it('is replaced whole by PUT, its bytes kept in the trash', async () => {
    const { site, read } = await makeWalks(damaged);
    await replaceObject(site, 'walks', 'torn', { title: 'Mended' });
    expect(await read('walks/torn.json')).toMatchObject({ id: 'torn', title: 'Mended', open: true });
    expect(await listTrash(site)).toMatchObject([{ kind: 'damaged', collection: 'walks', object: 'torn' }]);
    expect(shownIn(await getObject(site, 'walks', 'torn', { writer: false }))).toMatchObject({
      title: 'Mended',
    });
  });

  it('stays when the PUT that would replace it is rejected', async () => {
    const { site, path } = await makeWalks(damaged);
    expect((await refusal(replaceObject(site, 'walks', 'torn', { km: 1 }))).kind).toBe('validation');
    expect(
      (await refusal(replaceObject(site, 'walks', 'torn', { title: 'A' }, { ifMatch: '"x"' }))).kind,
    ).toBe('stale');
    expect(await readFile(path('walks', 'torn.json'), 'utf8')).toBe('{"id":"torn","title":"To');
    expect(await listTrash(site)).toEqual([]);
  });

  it('can be deleted', async () => {
    const { site } = await makeWalks(damaged);
    await removeObject(site, 'walks', 'torn');
    expect((await refusal(getObject(site, 'walks', 'torn', { writer: false }))).kind).toBe('missing');
  });
});

describe('removing an object', () => {
  it('moves it with its files to the trash, from where it comes back', async () => {
    const { site, place, path, events } = await makeWalks(seed);
    await place('walks/river/image/bank.jpg', 'pixels');
    const before = await readFile(path('walks', 'river.json'));
    const entry = await removeObject(site, 'walks', 'river');
    expect(entry).toMatchObject({
      kind: 'object',
      collection: 'walks',
      object: 'river',
      title: 'River walk',
    });
    expect((await refusal(getObject(site, 'walks', 'river', { writer: false }))).kind).toBe('missing');
    expect(await readdir(path('walks'))).toEqual(['.meta.json']);

    await restoreFromTrash(site, entry.id);
    expect(await readFile(path('walks', 'river.json'))).toEqual(before);
    expect(await readFile(path('walks', 'river', 'image', 'bank.jpg'), 'utf8')).toBe('pixels');
    expect(shownIn(await getObject(site, 'walks', 'river', { writer: false })).title).toBe('River walk');
    expect(await listTrash(site)).toEqual([]);
    expect(events.map((event) => event.type)).toEqual(['object.deleted', 'object.created']);
  });

  it('answers missing the second time', async () => {
    const { site } = await makeWalks(seed);
    const results = await Promise.allSettled([
      removeObject(site, 'walks', 'river'),
      removeObject(site, 'walks', 'river'),
    ]);
    expect(results.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await refusal(removeObject(site, 'walks', 'river'))).kind).toBe('missing');
  });

  it('cannot be undone onto something else, and loses nothing then', async () => {
    const { site } = await makeWalks(seed);
    const entry = await removeObject(site, 'walks', 'river');
    await createObject(site, 'walks', { id: 'river', title: 'Another' });
    expect((await refusal(restoreFromTrash(site, entry.id))).kind).toBe('conflict');
    expect(await listTrash(site)).toHaveLength(1);
    expect(shownIn(await getObject(site, 'walks', 'river', { writer: false })).title).toBe('Another');
  });

  it('is final after a purge; unknown entries are missing', async () => {
    const { site } = await makeWalks(seed);
    const entry = await removeObject(site, 'walks', 'river');
    await purgeTrash(site, entry.id);
    expect(await listTrash(site)).toEqual([]);
    expect((await refusal(restoreFromTrash(site, entry.id))).kind).toBe('missing');
    expect((await refusal(purgeTrash(site, '../../walks'))).kind).toBe('missing');
  });
});

it('derives times of a file from elsewhere, keeps them through a save and does not rewrite it on a read', async () => {
  const { site, path, read } = await makeWalks({
    files: {
      'walks/dated.json': {
        id: 'dated',
        title: 'A',
        date: '2020-05-01',
        updated: '2021-06-01T08:00:00+02:00',
      },
      'walks/bare.json': { id: 'bare', title: 'B' },
    },
  });
  const before = await readFile(path('walks', 'dated.json'));
  expect(shownIn(await getObject(site, 'walks', 'dated', { writer: false }))).toMatchObject({
    created: '2020-05-01T00:00:00.000Z',
    modified: '2021-06-01T06:00:00.000Z',
  });
  const bare = shownIn(await getObject(site, 'walks', 'bare', { writer: false }));
  expect(bare.created).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(await readFile(path('walks', 'dated.json'))).toEqual(before);
  await patchObject(site, 'walks', 'bare', { km: 1 });
  expect((await read('walks/bare.json')).created).toBe(bare.created);
});

it('keeps writing what it answered: the bytes of a write are the bytes of the next read', async () => {
  const { site } = await makeWalks();
  const made = await createObject(site, 'notes', { id: 'a', title: 'A' });
  expect(await getObject(site, 'notes', 'a', { writer: false })).toEqual({
    bytes: made.bytes,
    etag: made.etag,
  });
  const changed = await patchObject(site, 'notes', 'a', { count: 2 });
  expect(await getObject(site, 'notes', 'a', { writer: true })).toEqual(changed);
  expect(changed.etag).not.toBe(made.etag);
});

it('reads a file put there by hand before the catalogue was opened', async () => {
  const { site, path } = await makeWalks();
  await writeFile(path('notes', 'hand.json'), '{"id":"hand","title":"By hand"}');
  expect(shownIn(await getObject(site, 'notes', 'hand', { writer: false }))).toMatchObject({
    title: 'By hand',
  });
});
