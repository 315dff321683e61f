/**
 * Random work over restarts with what is kept of a collection in the cache, of any age, in part, or damaged: each
 * answer must be what a plain reading of the rules finds, which keeps nothing.
 */
import { readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createObject, patchObject, removeObject } from '../../../../server/content/objects/write.js';
import { saveSchema } from '../../../../server/content/schemas/manage-schemas.js';
import { KeptOrders } from '../../../../server/content/search/kept-orders.js';
import { WordFile } from '../../../../server/content/text-index/word-file.js';
import type { JsonObject } from '../../../../server/contract/values.js';
import type { WriteSite } from '../../../../server/routes/route.js';
import { placeIn } from '../../../../server/store/catalogue/row.js';
import { makeSite, shownIn, type TestSite } from '../../../helpers/site.js';
import { thorough } from '../../../helpers/thorough.js';
import { walk } from '../walks.js';
import { anyQuestion, asShown, type Draw, expectAnswer, randomWalk, SORTS } from './questions.js';
import { draws } from './random.js';

/** So few objects are worth files, and hardly any words stay in memory. */
const KEPT = { keepFrom: 20, inMemory: 16 * 1024 };
const FIRST = 70;
const SESSIONS = thorough ? 80 : 22;
const STEPS = 12;
const SEEDS = thorough ? Array.from({ length: 12 }, (_seed, at) => at + 1) : [1, 2, 3];
/** So many changes that all rows are renumbered. */
const MANY = 1300;
const PAST = Date.parse('2026-01-01T00:00:00Z');

const TWINS = new Map([
  ['mill', 'item'],
  ['item', 'mill'],
  ['easy', 'hard'],
  ['hard', 'easy'],
  ['Walk', 'mill'],
]);

/** What was kept at a time: files by path. */
type State = Map<string, Buffer>;

/** What becomes of a state, one of whose files has the path. */
const DAMAGES: ((draw: Draw, path: string, state: State, other: State) => State)[] = [
  (_draw, path, state) => new Map([...state].filter(([one]) => one !== path)),
  (draw, path, state) => {
    const bytes = state.get(path) ?? Buffer.alloc(1);
    return new Map([...state, [path, bytes.subarray(0, draw.below(bytes.length))]]);
  },
  (draw, path, state) => {
    const bytes = Buffer.from(state.get(path) ?? '');
    for (let n = 1 + draw.below(4); n > 0 && bytes.length > 0; n -= 1) {
      const at = draw.below(bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << draw.below(8));
    }
    return new Map([...state, [path, bytes]]);
  },
  (_draw, path, state, other) => new Map([...state, ...[...other].filter(([one]) => one === path)]),
  (_draw, _path, _state, other) => other,
];

/** The text of another object in as many bytes. */
const otherOfSameSize = (text: string): string =>
  text.replace(/mill|item|easy|hard|Walk/g, (word) => TWINS.get(word) ?? word);

/** The folder, what it should answer, and what was used of what is kept. */
class Work {
  readonly objects = new Map<string, JsonObject>();
  readonly used = { orders: 0, words: 0, rows: 0 };
  readonly #draw: Draw;
  readonly #test: TestSite;
  #site: WriteSite;
  /** Another program that reads the folder, as `plinth exec` does, and keeps the same files. */
  #beside: WriteSite | undefined;
  #schema: JsonObject = walk;
  #number = 0;

  constructor(draw: Draw, test: TestSite) {
    this.#draw = draw;
    this.#test = test;
    this.#site = test.site;
  }

  /** What is kept now, by path. */
  state(): State {
    const { cache } = this.#test;
    const files = readdirSync(cache, { recursive: true, encoding: 'utf8' });
    const kept = files.filter((path) => /walks\.(ndjson|orders|words)$/.test(path));
    return new Map(kept.map((path) => [join(cache, path), readFileSync(join(cache, path))]));
  }

  /** Puts back what was kept at another time. */
  restore(state: State): void {
    for (const path of this.state().keys()) rmSync(path);
    for (const [path, bytes] of state) writeFileSync(path, bytes);
  }

  async open(): Promise<void> {
    this.#site = await this.#test.openAgain();
    const index = await this.#site.store.catalogue.collectionIndex('walks');
    const { snapshot } = index;
    if (snapshot === undefined) return;
    for (const row of index.rows()) if (placeIn(row, snapshot) !== undefined) this.used.rows += 1;
  }

  async openBeside(): Promise<void> {
    this.#beside ??= await this.#test.openAgain();
  }

  async close(): Promise<void> {
    const open = [this.#site, this.#beside].filter((site) => site !== undefined);
    if (this.#draw.chance(0.5)) open.reverse();
    this.#beside = undefined;
    for (const site of open) await site.close();
  }

  /** Asks several things at once. */
  async ask(sort?: string): Promise<number> {
    const markup = (this.#schema.properties as JsonObject).note;
    const isMarkup = (markup as JsonObject).field === 'styledtext';
    const questions = Array.from({ length: 1 + this.#draw.below(3) }, () => ({
      ...anyQuestion(this.#draw),
      ...(sort !== undefined && { sort }),
    }));
    const sites = [this.#site, this.#beside].filter((site) => site !== undefined);
    const found = questions.flatMap((one) =>
      sites.map((site) => expectAnswer(site, this.objects.values(), one, isMarkup)),
    );
    return (await Promise.all(found)).reduce((sum, one) => sum + one, 0);
  }

  /** One change through the server, or by another program while it runs. */
  async change(): Promise<void> {
    const draw = this.#draw;
    if (draw.chance(0.3)) {
      const id = this.changeOnDisk();
      await this.#site.store.catalogue.recheck('walks', id);
      await this.#beside?.store.catalogue.recheck('walks', id);
    } else if (draw.chance(0.04) && !this.#beside) {
      this.#schema = this.#otherSchema();
      await saveSchema(this.#site, this.#schema, { create: false, id: 'walk' });
    } else {
      const id = (draw.chance(0.7) ? this.#some() : undefined) ?? this.#newId();
      await this.#save(id);
      await this.#beside?.store.catalogue.recheck('walks', id);
    }
  }

  async #save(id: string): Promise<void> {
    const draw = this.#draw;
    if (!this.objects.has(id)) {
      this.take(await createObject(this.#site, 'walks', { ...randomWalk(draw), id }));
    } else if (this.#isMuch && draw.chance(0.4)) {
      await removeObject(this.#site, 'walks', id);
      this.objects.delete(id);
    } else {
      this.take(await patchObject(this.#site, 'walks', id, randomWalk(draw)));
    }
  }

  /** All objects change again and again, while only one order is asked for. */
  async changeMany(): Promise<void> {
    for (let n = 0; n < MANY; n += 1) {
      const id = this.changeOnDisk();
      await this.#site.store.catalogue.recheck('walks', id);
      await this.#beside?.store.catalogue.recheck('walks', id);
      // Few enough that the changes are followed one by one.
      if (n % 40 === 0) await this.ask('id');
    }
  }

  take(answer: { bytes: Buffer }): void {
    const object = asShown(shownIn(answer) as JsonObject);
    this.objects.set(String(object.id), object);
  }

  /** Puts in a file for a new object. */
  addOnDisk(): void {
    this.#writeOnDisk(this.#newId());
  }

  /** Another program changes the file of an object; its id. */
  changeOnDisk(): string {
    const draw = this.#draw;
    const known = draw.chance(0.85) ? this.#some() : undefined;
    const id = known ?? this.#newId();
    if (known !== undefined && this.#isMuch && draw.chance(0.3)) {
      rmSync(this.#pathOf(id));
      this.objects.delete(id);
    } else this.#writeOnDisk(id);
    return id;
  }

  #writeOnDisk(id: string): void {
    const draw = this.#draw;
    const path = this.#pathOf(id);
    const before = statSync(path, { throwIfNoEntry: false });
    const twin = before && draw.chance(0.3) ? otherOfSameSize(readFileSync(path, 'utf8')) : undefined;
    const times = { created: '2026-01-01T00:00:00.000Z', modified: '2026-01-02T00:00:00.000Z' };
    const text = twin ?? JSON.stringify({ ...this.objects.get(id), ...randomWalk(draw), id, ...times });
    if (before && draw.chance(0.5)) {
      writeFileSync(`${path}.tmp`, text);
      renameSync(`${path}.tmp`, path);
    } else writeFileSync(path, text);
    // With the time and size of before, only another inode or time of change tells that it is another.
    const time = before && draw.chance(0.5) ? before.mtimeMs : this.#nextTime();
    utimesSync(path, time / 1000, time / 1000);
    this.objects.set(id, asShown(JSON.parse(text)));
  }

  changeSchemaOnDisk(): void {
    this.#schema = this.#otherSchema();
    writeFileSync(join(this.#test.folder, '.schemas/walk.json'), JSON.stringify(this.#schema));
  }

  /** All files look as if they had been written long ago: a snapshot does not rely on fresh ones. */
  age(): void {
    for (const id of this.objects.keys()) {
      const path = this.#pathOf(id);
      if (statSync(path).mtimeMs < PAST + 1e9) continue;
      const time = this.#nextTime();
      utimesSync(path, time / 1000, time / 1000);
    }
  }

  /** Whether some can go. */
  get #isMuch(): boolean {
    return this.objects.size > FIRST;
  }

  #otherSchema(): JsonObject {
    const draw = this.#draw;
    const note = { ...walk.properties.note, field: draw.one(['styledtext', 'text']) };
    const index = ['title', 'km', 'open', 'level', 'tags', 'note'].filter(() => draw.chance(0.6));
    return { ...walk, properties: { ...walk.properties, note }, index: ['id', 'contact', ...index] };
  }

  #some(): string | undefined {
    const ids = [...this.objects.keys()];
    return ids.length > 0 ? this.#draw.one(ids) : undefined;
  }

  #newId(): string {
    this.#number += 1;
    return `w${this.#draw.below(1e6)}x${this.#number}`;
  }

  #nextTime(): number {
    this.#number += 1;
    return PAST + 1000 * this.#number;
  }

  #pathOf(id: string): string {
    return join(this.#test.folder, 'walks', `${id}.json`);
  }
}

/** Counts what is taken from files that were kept. */
function countUses(work: Work): void {
  const { read } = KeptOrders.prototype;
  const orders = vi.spyOn(KeptOrders.prototype, 'read').mockImplementation(async function (
    this: KeptOrders,
    key,
  ) {
    const order = await read.call(this, key);
    if (order) work.used.orders += 1;
    return order;
  });
  const { documents } = WordFile.prototype;
  const words = vi.spyOn(WordFile.prototype, 'documents').mockImplementation(async function (this: WordFile) {
    const table = await documents.call(this);
    work.used.words += 1;
    return table;
  });
  onTestFinished(() => {
    orders.mockRestore();
    words.mockRestore();
  });
}

async function makeWork(draw: Draw): Promise<Work> {
  const test = await makeSite({
    wordIndexes: KEPT,
    schemas: [walk],
    collections: [{ id: 'walks', schema: 'walk', name: 'Walks' }],
  });
  const work = new Work(draw, test);
  countUses(work);
  for (let n = 0; n < FIRST; n += 1) work.addOnDisk();
  return work;
}

it.each(SEEDS)(
  'answers over restarts what a plain reading of the rules finds, whatever is kept (seed %d)',
  async (seed) => {
    const draw = draws(seed);
    const work = await makeWork(draw);
    await work.close();
    let found = 0;
    const states: State[] = [];
    for (let session = 0; session < SESSIONS; session += 1) {
      await work.open();
      const many = thorough && draw.chance(0.06) ? draw.below(STEPS) : undefined;
      for (let step = 0; step < STEPS; step += 1) {
        found += await work.ask();
        for (let n = draw.below(3); n > 0; n -= 1) await work.change();
        if (step === many) await work.changeMany();
        // As it would be if the program ended now.
        if (draw.chance(0.05)) states.push(work.state());
        if (draw.chance(0.05)) await work.openBeside();
        if (draw.chance(0.02) && states.length > 0) work.restore(draw.one(states));
      }
      await work.close();
      if (draw.chance(0.7)) work.age();
      const state = work.state();
      states.push(state);
      if (state.size > 0 && draw.chance(0.6)) {
        const damaged = draw.one(DAMAGES)(draw, draw.one([...state.keys()]), state, draw.one(states));
        work.restore(damaged);
      }
      const changes = draw.chance(0.5) ? 0 : draw.below(8);
      for (let n = 0; n < changes; n += 1) work.changeOnDisk();
      if (draw.chance(0.1)) work.changeSchemaOnDisk();
    }
    expect(found).toBeGreaterThan(SESSIONS * STEPS);
    const { orders, words, rows } = work.used;
    // What is kept was used, and not all sorted and read again.
    expect(orders).toBeGreaterThan(SESSIONS / 2);
    expect(words).toBeGreaterThan(SESSIONS / 4);
    expect(rows).toBeGreaterThan(10 * SESSIONS);
  },
  300_000,
);

it('keeps no order of rows that were renumbered since it was used', async () => {
  const work = await makeWork(draws(1));
  for (const sort of SORTS.slice(0, 4)) await work.ask(sort);
  await work.changeMany();
  await work.close();
  work.age();
  await work.open();
  for (const sort of SORTS) await work.ask(sort);
  expect(work.used.orders).toBeGreaterThan(0);
}, 60_000);
