/**
 * Searches that do not wait, while texts are being indexed and changed: what they find is part of what a plain reading
 * of the rules finds, and has all that titles tell.
 */
import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { boundCollection } from '../../../../server/content/core/bound-collection.js';
import { createObject, patchObject, removeObject } from '../../../../server/content/objects/write.js';
import { saveSchema } from '../../../../server/content/schemas/manage-schemas.js';
import type { JsonObject } from '../../../../server/contract/values.js';
import { parseSearch } from '../../../../server/query/search-terms.js';
import { heldThreads } from '../../../helpers/held-threads.js';
import { makeSite, shownIn } from '../../../helpers/site.js';
import { thorough } from '../../../helpers/thorough.js';
import { walk } from '../walks.js';
import { isRead } from './plain-rules.js';
import { asShown, randomWalk, SEARCHES } from './questions.js';
import { draws } from './random.js';

/** More than are indexed without the thread, long enough to go there in several messages. */
const FIRST = 800;
const REST = ' rest'.repeat(800);
const STEPS = 30;
/** Searched for again and again, while there is more and more. */
const ALWAYS = ['RIVER walk', 'the and mill', 'c++'];
/** So many changes that all rows are renumbered, and how many come between two searches. */
const MANY = 2400;
const BETWEEN = 40;
const ALL = { filter: { include: [], exclude: [] }, sort: { keys: [], shuffle: false } };
const SEEDS = thorough ? Array.from({ length: 12 }, (_seed, at) => at + 1) : [1, 2];

/** A folder whose texts are indexed by a thread that is held, and what it should answer. */
async function makeWork(seed: number) {
  const draw = draws(seed);
  const threads = Object.assign(heldThreads(), { keepFrom: 20, inMemory: 1 });
  const collections = [{ id: 'walks', schema: 'walk', name: 'Walks' }];
  const test = await makeSite({ wordIndexes: threads, schemas: [walk], collections });
  const { folder } = test;
  let { site } = test;
  const objects = new Map<string, JsonObject>();
  let time = Date.parse('2026-01-01T00:00:00Z') / 1000;
  const pathOf = (id: string) => join(folder, 'walks', `${id}.json`);
  const onDisk = (id: string) => {
    const object = { ...randomWalk(draw), id, since: REST };
    writeFileSync(pathOf(id), JSON.stringify(object));
    // Long ago: what is kept does not rely on fresh files.
    time += 1;
    utimesSync(pathOf(id), time, time);
    objects.set(id, asShown(object));
  };
  const recheck = (id: string) => site.store.catalogue.recheck('walks', id);
  for (let at = 0; at < FIRST; at += 1) onDisk(`w${at}`);
  const finder = async () => {
    const { collection, collectionIndex } = await boundCollection(site, 'walks');
    return site.queries.of(collection, collectionIndex);
  };
  const take = (answer: { bytes: Buffer }) => {
    const object = asShown(shownIn(answer) as JsonObject);
    objects.set(String(object.id), object);
  };
  const changeOnDisk = async (id: string) => {
    onDisk(id);
    await recheck(id);
  };
  const changes = [
    async () => take(await createObject(site, 'walks', { ...randomWalk(draw), id: `n${draw.below(1e9)}` })),
    async (id: string) => take(await patchObject(site, 'walks', id, randomWalk(draw))),
    async (id: string) => {
      await removeObject(site, 'walks', id);
      objects.delete(id);
    },
    changeOnDisk,
    async (id: string) => {
      rmSync(pathOf(id));
      objects.delete(id);
      await recheck(id);
    },
    async () => {
      const schema = { ...walk, index: ['id', 'contact', ...draw.some(['title', 'km', 'open'], 2)] };
      await saveSchema(site, schema, { create: false, id: 'walk' });
    },
  ];
  return {
    draw,
    threads,
    objects,
    finder,
    change: () => draw.one(changes)(draw.one([...objects.keys()])),
    changeOnDisk,
    /** Other programs change objects while the program does not run. */
    async restart(changed: readonly string[]) {
      await site.close();
      for (const id of changed) onDisk(id);
      site = await test.openAgain();
    },
    /** Searches for a text; how many more there are than by their titles. */
    async check(text: string, whole = false): Promise<number> {
      const search = parseSearch(text);
      const { rows, total } = await (await finder()).find({ ...ALL, search, partial: !whole });
      const found = rows.map(({ id }) => id).sort();
      const read = [...objects].filter(([, object]) => isRead({ ...object, code: '' }, text));
      const ids = new Set(read.map(([id]) => id));
      const byTitle = [...ids].filter((id) => isRead({ title: objects.get(id)?.title ?? '' }, text));
      const isThere = new Set(found);
      const missing = (whole ? [...ids] : byTitle).filter((id) => !isThere.has(id));
      const unknown = found.filter((id) => !ids.has(id));
      expect({ text, unknown, missing, total }).toEqual({
        text,
        unknown: [],
        missing: [],
        total: found.length,
      });
      return found.length - byTitle.length;
    },
  };
}

it.each(SEEDS)('finds a part of what there is while texts are indexed (seed %d)', async (seed) => {
  const { draw, threads, finder, change, check } = await makeWork(seed);
  const checkAll = async (texts: readonly string[]) => {
    const more = await Promise.all(texts.map((text) => check(text)));
    return more.reduce((sum, one) => sum + one, 0);
  };
  let more = 0;
  let words = (await finder()).makeWords(true);
  // On a slow machine all steps could be over before the first texts are read.
  await expect.poll(() => threads.letOne().then(() => checkAll(ALWAYS))).toBeGreaterThan(0);
  for (let step = 0; step < STEPS; step += 1) {
    if (step > 3 && draw.chance(0.6)) await change();
    // After a save of the schema another finder is asked, with the index of the one before.
    words = Promise.all([words, (await finder()).makeWords(true)]).then(() => {});
    if (draw.chance(0.3)) await threads.letOne();
    more += await checkAll([...ALWAYS, ...draw.some(SEARCHES, 4)]);
  }
  // Until all are there, searches go on meanwhile.
  threads.release();
  let isDone = false;
  const end = words.then(() => {
    isDone = true;
  });
  while (!isDone) more += await checkAll(draw.some(SEARCHES, 3));
  await end;
  for (const text of SEARCHES) await check(text, true);
  expect(more).toBeGreaterThan(STEPS);
});

it('finds no other rows when all are renumbered while texts are indexed', async () => {
  const { draw, threads, objects, finder, changeOnDisk, check } = await makeWork(1);
  const words = (await finder()).makeWords(true);
  await expect.poll(() => threads.letOne().then(() => check('river'))).toBeGreaterThan(0);
  const ids = [...objects.keys()];
  for (let n = 0; n < MANY; n += 1) {
    await changeOnDisk(draw.one(ids));
    if (n % BETWEEN === 0) await Promise.all(['river', 'mill'].map((text) => check(text)));
  }
  threads.release();
  await words;
  for (const text of SEARCHES) await check(text, true);
});

it('finds titles after the index was lost while texts are indexed', async () => {
  const { threads, finder, check } = await makeWork(1);
  const words = (await finder()).makeWords(true);
  await expect.poll(() => threads.letOne().then(() => check('river'))).toBeGreaterThan(0);
  (await finder()).index?.drop();
  expect(await check('river')).toBe(0);
  threads.release();
  await words;
  await check('river', true);
});

it('finds what was kept and what is new while the texts that changed meanwhile are indexed', async () => {
  const { threads, objects, finder, restart, check } = await makeWork(2);
  threads.release();
  await (await finder()).makeWords(true);
  const ids = [...objects.keys()];
  threads.isHeld = true;
  await restart([...ids.slice(0, 50), ...ids.slice(-650)]);
  const words = (await finder()).makeWords(true);
  let more = 0;
  for (let batch = 0; batch < 4; batch += 1) {
    for (const text of [...ALWAYS, '"c++ river"']) more += await check(text);
    await threads.letOne();
  }
  expect(more).toBeGreaterThan(0);
  threads.release();
  await words;
  for (const text of SEARCHES) await check(text, true);
});
