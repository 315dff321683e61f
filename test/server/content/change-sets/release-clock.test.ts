/** Releases go live at their planned time, as a whole or not at all (spec/change-sets.md#planned-releases). */
import { rm } from 'node:fs/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dropSet, editSet, listSets } from '../../../../server/content/change-sets/change-sets.js';
import { ReleaseClock } from '../../../../server/content/change-sets/release-clock.js';
import { type ReleaseRecord, Releases } from '../../../../server/content/change-sets/releases.js';
import { patchObject } from '../../../../server/content/objects/write.js';
import { saveSchema } from '../../../../server/content/schemas/manage-schemas.js';
import { maintenanceOrigin } from '../../../../server/origins.js';
import type { WriteSite } from '../../../../server/routes/route.js';
import { makeSite } from '../../../helpers/site.js';

const NOTE = {
  id: 'note',
  properties: { id: { field: 'id' }, title: { field: 'text', type: 'string' } },
  required: ['id'],
  index: ['id', 'title'],
};
const NINE = '2026-05-01T09:00:00.000Z';
const edit = (before: string, after: string) => ({
  change: 'edit',
  base: { title: before },
  values: { title: after },
  at: '2026-04-30T12:00:00.000Z',
});
const added = { change: 'new', base: {}, values: { title: 'New' }, at: '2026-04-30T12:00:00.000Z' };

/** A folder with a release of two objects that is planned for nine; the clock shows eight. */
async function makeRelease(info: Record<string, unknown> = {}) {
  const clock = { now: new Date('2026-05-01T08:00:00Z') };
  const test = await makeSite({
    now: () => clock.now,
    schemas: [NOTE],
    collections: [{ id: 'notes', schema: 'note' }],
    objects: { notes: [{ id: 'one', title: 'One' }] },
    files: {
      '.changes/issue/set.json': { kind: 'release', title: 'Issue', publishAt: NINE, ...info },
      '.changes/issue/notes/one.json': edit('One', 'First'),
      '.changes/issue/notes/two.json': added,
    },
  });
  const said: string[] = [];
  const releasesOf = async (site: WriteSite) =>
    new Releases(await site.store.stateRecord<ReleaseRecord>('releases', { folders: {} }), site.store.root);
  const watch = async (site: WriteSite, settle = 0) => {
    const releases = await releasesOf(site);
    const clockOf = new ReleaseClock(site, { releases, settle, log: (_, text) => said.push(text) });
    onTestFinished(() => clockOf.close());
    await clockOf.check();
    return { clock: clockOf, releases };
  };
  const { clock: releaseClock, releases } = await watch(test.site);
  /** What is live when the clock shows a time. */
  const at = async (time: string, checked = releaseClock) => {
    clock.now = new Date(time);
    await checked.check();
    return live();
  };
  const titleOf = async (id: string) => (await test.site.store.objects.read('notes', id))?.document.title;
  const live = async () => [await titleOf('one'), await titleOf('two')];
  const set = () => {
    const found = listSets(test.site).find(({ id }) => id === 'issue');
    return found && releases.shown(found);
  };
  /** Does something and waits until it is known that sets have changed. */
  const noticed = async (work: () => Promise<unknown>) => {
    const changed = new Promise<void>((resolve) => {
      const stop = test.site.store.changeSets.on(() => {
        stop();
        resolve();
      });
    });
    await work();
    await changed;
  };
  return { ...test, clock, at, live, set, watch, said, releaseClock, noticed };
}

describe('a planned release', () => {
  it('goes live at its time, by itself and as one transaction', async () => {
    const test = await makeRelease();
    expect(await test.at('2026-05-01T08:59:59.999Z')).toEqual(['One', undefined]);
    const origins: unknown[] = [];
    test.site.events.on((event, { actor, transaction }) => {
      if ('id' in event) origins.push([event.type, actor.kind, transaction.kind, transaction.id]);
    });
    expect(await test.at(NINE)).toEqual(['First', 'New']);
    const transaction = test.set()?.published?.transaction;
    expect(transaction).toBeTypeOf('string');
    expect(origins.sort()).toEqual([
      ['object.created', 'plinth', 'publish', transaction],
      ['object.updated', 'plinth', 'publish', transaction],
    ]);
    expect(test.set()).toMatchObject({ objects: 0, published: { at: NINE } });
    expect(await test.read('.changes/issue/set.json')).toEqual({
      kind: 'release',
      title: 'Issue',
      published: NINE,
    });
  });

  it('goes live when the folder is opened later, and is published once', async () => {
    const test = await makeRelease();
    await test.releaseClock.close();
    test.clock.now = new Date('2026-05-01T10:00:00Z');
    const again = await test.openAgain();
    const { clock } = await test.watch(again);
    expect(await test.live()).toEqual(['First', 'New']);
    await patchObject(again, 'notes', 'one', { title: 'Edited' });
    expect(await test.at('2026-05-01T11:00:00Z', clock)).toEqual(['Edited', 'New']);
    expect(await test.read('.changes/issue/set.json')).toMatchObject({ published: NINE });
  });

  it('goes live when the clock is set forward, and stays live when it is set back', async () => {
    const test = await makeRelease();
    expect(await test.at('2027-01-01T00:00:00Z')).toEqual(['First', 'New']);
    expect(await test.at('2026-05-01T08:00:00Z')).toEqual(['First', 'New']);
  });

  it('has what was edited in it until then', async () => {
    const test = await makeRelease();
    await test.noticed(() => test.place('.changes/issue/notes/one.json', edit('One', 'Second thoughts')));
    await test.noticed(() => rm(test.path('.changes/issue/notes/two.json')));
    expect(await test.at(NINE)).toEqual(['Second thoughts', undefined]);
  });

  it.each<[string, (test: Awaited<ReturnType<typeof makeRelease>>) => Promise<unknown>]>([
    ['its plan is removed', ({ site }) => editSet(site, 'issue', { publishAt: null })],
    [
      'another program removes its plan',
      ({ place }) => place('.changes/issue/set.json', { kind: 'release', title: 'Issue' }),
    ],
    ['it is planned for later', ({ site }) => editSet(site, 'issue', { publishAt: '2026-05-02T09:00:00Z' })],
    ['it is dropped', ({ site }) => dropSet(site, 'issue')],
  ])('stays as it is when %s', async (_, change) => {
    const test = await makeRelease();
    await test.noticed(() => change(test));
    expect(await test.at(NINE)).toEqual(['One', undefined]);
  });

  it('waits until its files have come', async () => {
    const test = await makeRelease();
    await test.releaseClock.close();
    const { clock } = await test.watch(test.site, 60_000);
    const info = { kind: 'release', publishAt: NINE };
    await test.site.store.changeSets.writeInfo('issue', info, false, maintenanceOrigin(new Date()));
    expect(await test.at(NINE, clock)).toEqual(['One', undefined]);
  });

  it('that is no release, or has no time, is not published', async () => {
    for (const set of [{ kind: 'suggestion' }, { publishAt: 'tomorrow' }, { publishAt: 9 }]) {
      const test = await makeRelease(set);
      expect(await test.at('2030-01-01T00:00:00Z')).toEqual(['One', undefined]);
      expect(test.set()).not.toHaveProperty('publishAt');
    }
  });
});

describe('a planned release that cannot be published', () => {
  type Test = Awaited<ReturnType<typeof makeRelease>>;
  const clash = ({ site }: Test) => patchObject(site, 'notes', 'one', { title: 'Live' });
  it.each<[string, (test: Test) => Promise<unknown>, string[]]>([
    ['what is live has changed', clash, ['notes/one.title']],
    [
      'its schema has become stricter',
      ({ site }) => {
        const title = { field: 'text', type: 'string', maxLength: 4 };
        const stricter = { ...NOTE, properties: { ...NOTE.properties, title } };
        return saveSchema(site, stricter, { create: false, id: 'note' });
      },
      ['notes/one.title'],
    ],
    [
      'a file of it is damaged',
      ({ place }) => place('.changes/issue/notes/three.json', '{'),
      ['notes/three.json'],
    ],
  ])('leaves everything as it is when %s, and says why once', async (_, change, paths) => {
    const test = await makeRelease();
    await change(test);
    const [one] = await test.at('2026-05-01T08:30:00Z');
    expect(await test.at(NINE)).toEqual([one, undefined]);
    expect(test.set()).toMatchObject({ objects: 2, publishAt: NINE, failed: { at: NINE } });
    expect(Object.keys(test.set()?.failed?.details ?? {})).toEqual(paths);
    await test.at('2026-05-01T09:00:01Z');
    await test.at('2026-05-01T12:00:00Z');
    expect(test.said.filter((text) => text.includes('was not published at its time'))).toHaveLength(1);
    expect(test.set()?.failed?.at).toBe(NINE);
  });

  it.each<[string, (test: Test) => Promise<unknown>]>([
    ['its changes are others', ({ place }) => place('.changes/issue/notes/one.json', edit('Live', 'First'))],
    ['the clashing change is dropped', ({ path }) => rm(path('.changes/issue/notes/one.json'))],
  ])('is tried again when %s', async (_, mend) => {
    const test = await makeRelease();
    await clash(test);
    await test.at(NINE);
    await test.noticed(() => mend(test));
    expect((await test.at('2026-05-01T09:05:00Z'))[1]).toBe('New');
    expect(test.set()).toMatchObject({ objects: 0, published: { at: NINE } });
    expect(test.set()).not.toHaveProperty('failed');
  });

  it('is tried again at another time, and when the folder is opened again', async () => {
    const test = await makeRelease();
    await clash(test);
    await test.at(NINE);
    await editSet(test.site, 'issue', { publishAt: '2026-05-01T10:00:00Z' });
    await test.at('2026-05-01T09:59:00Z');
    await test.at('2026-05-01T10:00:00Z');
    expect(test.set()?.failed?.at).toBe('2026-05-01T10:00:00.000Z');
    await test.releaseClock.close();
    await test.place('notes/one.json', { id: 'one', title: 'One' });
    await test.watch(await test.openAgain());
    expect((await test.live())[1]).toBe('New');
  });
});
