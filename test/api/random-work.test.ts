/**
 * Random work against a model: requests, undo, other programs on the disk, a clock that is set forward and back, and
 * restarts. After each step the object is what the model says, in the end also the lists and the history. A failing run
 * is repeated by its seed; PLINTH_ROUNDS=n does n times as much.
 */
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../server/contract/values.js';
import { startTestServer, type TestServer, temporaryFolder } from '../helpers/server.js';
import { draws } from '../server/content/search/random.js';

// A step waits until changes of other programs are seen: 150 of them take more than a minute on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const ROUNDS = Number(process.env.PLINTH_ROUNDS ?? 1);
const STEPS = 150;
const PAGE = 100;
const IDS = ['a', 'b', 'c', 'd', 'e'] as const;
const LIST = '/api/collections/things';

/** `theirs` is a key of other programs, which the schema does not know. */
const NAMES = ['title', 'count', 'note', 'theirs'] as const;
type Name = (typeof NAMES)[number];
type Values = Partial<Record<Name, string | number>>;

const FILES = {
  '.schemas/thing.json': {
    id: 'thing',
    properties: {
      id: { field: 'id' },
      title: { field: 'text' },
      count: { field: 'number' },
      note: { field: 'text' },
    },
    required: ['id'],
    index: ['id', 'title', 'count'],
  },
  'things/.meta.json': { id: 'things', schema: 'thing' },
};

/** What one transaction did to one object; null: it did not exist. Of a change only the values it has changed. */
interface Part {
  id: string;
  before: Values | null;
  after: Values | null;
}

const pick = (from: JsonObject): Values =>
  Object.fromEntries(NAMES.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])));

const same = (a: Values | null, b: Values | null): boolean =>
  a === null || b === null ? a === b : NAMES.every((name) => a[name] === b[name]);

/** What an object becomes when a part is undone. */
function undone(current: Values | null, { before, after }: Part): Values | null {
  if (after === null) return current ?? before;
  if (before === null) return same(current, after) ? null : current;
  if (current === null) return null;
  const names = NAMES.filter((name) => before[name] !== after[name]);
  if (names.some((name) => current[name] !== after[name] && current[name] !== before[name])) return current;
  const values = { ...current };
  for (const name of names) {
    if (before[name] === undefined) delete values[name];
    else values[name] = before[name];
  }
  return values;
}

const shown = (states: readonly (Values | null)[]): string =>
  states.map((one) => (one === null ? '-' : NAMES.map((name) => one[name] ?? '').join(' '))).join(' | ');

class Work {
  readonly #home: string;
  readonly #draw: ReturnType<typeof draws>;
  #server!: TestServer;
  readonly objects = new Map<string, Values>();
  /** The states that were acknowledged, by object; null: it was gone. */
  readonly states = new Map<string, (Values | null)[]>();
  /** Of these, those that another program made, each by its object and number. */
  readonly #outside = new Set<string>();
  readonly #transactions = new Map<string, Part[]>();
  readonly #trash = new Map<string, { id: string; values: Values }>();
  #number = 0;

  constructor(home: string, seed: number) {
    this.#home = home;
    this.#draw = draws(seed);
  }

  async start(files: Parameters<typeof startTestServer>[0] = {}): Promise<void> {
    this.#server = await startTestServer(files, { home: this.#home });
  }

  /** One random step; the answer says what it was. */
  async step(): Promise<string> {
    const id = this.#draw.one(IDS);
    const current = this.objects.get(id);
    const dice = this.#draw.below(100);
    if (dice < 6) return this.#setClock();
    if (dice < 8) return this.#restart();
    if (dice < 28) return this.#undo();
    if (dice < 36) return this.#restore();
    if (current === undefined) return dice < 90 ? this.#create(id) : this.#writeOnDisk(id, {});
    if (dice < 44) return this.#delete(id);
    if (dice < 46) return this.#removeFromDisk(id);
    if (dice < 54) return this.#writeOnDisk(id, current);
    if (dice < 62) return this.#writeOnDisk(id, current, 'count');
    if (dice < 70) return this.#patchAtOnce(id, current);
    if (dice < 80) return this.#batch();
    return this.#patch(id, current, this.#draw.one(['title', 'count', 'note']));
  }

  /** A value that no other has. */
  #fresh(name: Name): string | number {
    this.#number += 1;
    return name === 'count' ? this.#number : `${name}${this.#number}`;
  }

  #send(method: string, path: string, json?: JsonObject) {
    return this.#server.request(path, { method, ...(json && { json }) });
  }

  #set(id: string, values: Values | null, isOutside = false): void {
    const states = this.states.get(id) ?? [];
    if (isOutside) {
      // Two changes of other programs may be one version.
      if (this.#outside.has(`${id} ${states.length - 1}`)) states.pop();
      this.#outside.add(`${id} ${states.length}`);
    } else this.#outside.delete(`${id} ${states.length}`);
    if (states.length === 0 || !same(states.at(-1) ?? null, values)) states.push(values && { ...values });
    this.states.set(id, states);
    if (values) this.objects.set(id, values);
    else this.objects.delete(id);
  }

  #did(transaction: string | null, parts: Part[]): void {
    expect(transaction).not.toBeNull();
    const earlier = this.#transactions.get(transaction ?? '') ?? [];
    this.#transactions.set(transaction ?? '', [...earlier, ...parts]);
    for (const { id, before, after } of parts) {
      const values = after && before ? { ...this.objects.get(id), ...after } : after;
      if (values) for (const name of NAMES) if (values[name] === undefined) delete values[name];
      this.#set(id, values);
    }
  }

  async #create(id: string): Promise<string> {
    const values: Values = { title: this.#fresh('title') };
    const { status, headers } = await this.#send('POST', LIST, { id, ...values });
    expect(status).toBe(201);
    this.#did(headers.get('x-plinth-transaction'), [{ id, before: null, after: values }]);
    return `create ${id}`;
  }

  async #patch(id: string, current: Values, name: Name): Promise<string> {
    const value = this.#fresh(name);
    const { status, headers } = await this.#send('PATCH', `${LIST}/${id}`, { [name]: value });
    expect(status).toBe(200);
    const part = { id, before: { [name]: current[name] }, after: { [name]: value } } as Part;
    this.#did(headers.get('x-plinth-transaction'), [part]);
    return `patch ${id} ${name}`;
  }

  async #patchAtOnce(id: string, current: Values): Promise<string> {
    const parts = (['title', 'count', 'note'] as const).map(
      (name): Part =>
        ({ id, before: { [name]: current[name] }, after: { [name]: this.#fresh(name) } }) as Part,
    );
    const answers = await Promise.all(
      parts.map(({ after }) => this.#send('PATCH', `${LIST}/${id}`, { ...after })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const all: Values = Object.assign({}, current, ...parts.map(({ after }) => after));
    // In which order they were made is not known, so only what all of them made is.
    for (const [at, part] of parts.entries()) {
      this.#transactions.set(answers[at]?.headers.get('x-plinth-transaction') ?? '', [part]);
    }
    this.#set(id, all);
    return `patch ${id} at once`;
  }

  async #batch(): Promise<string> {
    const parts = IDS.filter(() => this.#draw.chance(0.5)).map((id): Part => {
      const current = this.objects.get(id);
      if (current === undefined) return { id, before: null, after: { title: this.#fresh('title') } };
      if (this.#draw.chance(0.3)) return { id, before: { ...current }, after: null };
      return { id, before: { note: current.note }, after: { note: this.#fresh('note') } } as Part;
    });
    if (parts.length === 0) return 'no batch';
    const operations = parts.map(({ id, before, after }) => ({
      operation: after === null ? 'delete' : before === null ? 'create' : 'patch',
      collection: 'things',
      id,
      ...(after && { data: { ...after } }),
    }));
    const { status, headers } = await this.#send('POST', '/api/batch', { operations });
    expect(status).toBe(200);
    this.#did(headers.get('x-plinth-transaction'), parts);
    return `batch ${operations.map(({ operation, id }) => `${operation} ${id}`)}`;
  }

  async #delete(id: string): Promise<string> {
    const { status, headers } = await this.#send('DELETE', `${LIST}/${id}`);
    expect(status).toBe(204);
    const values = { ...this.objects.get(id) };
    this.#trash.set(headers.get('x-trash-id') ?? '', { id, values });
    this.#did(headers.get('x-plinth-transaction'), [{ id, before: values, after: null }]);
    return `delete ${id}`;
  }

  async #restore(): Promise<string> {
    const free = [...this.#trash].filter(([, { id }]) => !this.objects.has(id));
    if (free.length === 0) return 'nothing to restore';
    const [entry, { id, values }] = this.#draw.one(free);
    const { status, headers } = await this.#send('POST', `/api/trash/${entry}/restore`);
    expect(status).toBe(200);
    this.#trash.delete(entry);
    this.#did(headers.get('x-plinth-transaction'), [{ id, before: null, after: values }]);
    return `restore ${id}`;
  }

  async #undo(): Promise<string> {
    if (this.#transactions.size === 0) return 'nothing to undo';
    const [transaction, parts] = this.#draw.one([...this.#transactions].slice(-12));
    const { status, headers } = await this.#send('POST', `/api/activity/${transaction}/undo`);
    expect(status).toBe(200);
    const made = parts.flatMap((part): Part[] => {
      const current = this.objects.get(part.id) ?? null;
      const next = undone(current, part);
      if (same(current, next)) return [];
      if (current === null || next === null) return [{ id: part.id, before: current, after: next }];
      const names = NAMES.filter((name) => current[name] !== next[name]);
      const only = (values: Values) => Object.fromEntries(names.map((name) => [name, values[name]]));
      return [{ id: part.id, before: only(current), after: only(next) } as Part];
    });
    // An object that an undo removed is in the trash, and is taken out of it where it comes back.
    for (const { id, after } of made) {
      if (after !== null)
        for (const [entry, one] of this.#trash) if (one.id === id) this.#trash.delete(entry);
    }
    if (made.length > 0) this.#did(headers.get('x-plinth-transaction'), made);
    return `undo ${transaction.slice(-6)} ${parts.map(({ id }) => id)}`;
  }

  /** Another program writes the file; then a property is saved before Plinth has seen that, or Plinth sees it. */
  async #writeOnDisk(id: string, current: Values, saved?: Name): Promise<string> {
    const file = join(this.#server.folder, 'things', `${id}.json`);
    const values: Values = { ...current, theirs: this.#fresh('theirs'), title: this.#fresh('title') };
    const text = JSON.stringify({ id, ...values });
    if (this.#draw.chance(0.5)) await writeFile(file, text);
    else {
      await writeFile(`${this.#home}/theirs`, text);
      await rename(`${this.#home}/theirs`, file);
    }
    if (saved) {
      this.#set(id, values, true);
      return `disk and ${await this.#patch(id, values, saved)}`;
    }
    await expect.poll(() => this.#read(id)).toEqual(values);
    this.#set(id, values, true);
    return `disk ${id}`;
  }

  async #removeFromDisk(id: string): Promise<string> {
    await rm(join(this.#server.folder, 'things', `${id}.json`));
    await expect.poll(() => this.#read(id)).toBeNull();
    this.#set(id, null, true);
    return `disk without ${id}`;
  }

  #setClock(): string {
    const hours = this.#draw.below(7) - 3;
    vi.setSystemTime(Date.now() + hours * 3_600_000);
    return `clock ${hours} h`;
  }

  async #restart(): Promise<string> {
    await this.#server.close();
    await this.start();
    return 'restart';
  }

  async #read(id: string): Promise<Values | null> {
    const { status, json } = await this.#server.request(`${LIST}/${id}`);
    if (status === 404) return null;
    expect(status).toBe(200);
    // Keys that the schema does not know are kept, not answered.
    const { theirs }: JsonObject = JSON.parse((await this.#server.read(`things/${id}.json`)).toString());
    return pick({ ...json, ...(theirs !== undefined && { theirs }) });
  }

  async check(): Promise<void> {
    const found = await Promise.all(IDS.map((id) => this.#read(id)));
    expect(found).toEqual(IDS.map((id) => this.objects.get(id) ?? null));
    const { json } = await this.#server.request(`${LIST}?limit=100`);
    const listed = (json.objects ?? json.data) as JsonObject[];
    expect(listed.map(({ id }) => id).sort()).toEqual([...this.objects.keys()].sort());
  }

  /** All that was acknowledged is in the history, in its order. */
  async checkHistory(): Promise<void> {
    for (const [id, states] of this.states) {
      const kept: (Values | null)[] = [];
      for (let offset = 0, total = 1; offset < total; offset += PAGE) {
        const { json } = await this.#server.request(`${LIST}/${id}/history?limit=${PAGE}&offset=${offset}`);
        const answer = json as unknown as { versions: { revision: string | null }[]; total: number };
        total = answer.total;
        for (const { revision } of answer.versions) {
          const version = revision && (await this.#server.request(`${LIST}/${id}/history/${revision}`));
          kept.unshift(version ? pick(version.json.object as JsonObject) : null);
        }
      }
      let at = 0;
      for (const [number, state] of states.entries()) {
        const place = kept.findIndex((one, n) => n >= at && same(one, state));
        expect([id, number, place >= 0], `${shown(states)} kept ${shown(kept)}`).toEqual([id, number, true]);
        at = place;
      }
    }
    for (const name of ['tmp', 'journal']) {
      const left = await readdir(join(this.#server.folder, '.system', name)).catch(() => []);
      expect([name, left]).toEqual([name, []]);
    }
    // A file is empty for a moment while another program writes it in place.
    expect(this.#server.warnings().filter((line) => !line.includes('is damaged'))).toEqual([]);
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
});
afterEach(() => {
  vi.useRealTimers();
});

const SEEDS = Array.from({ length: ROUNDS }, (_, n) => (process.env.PLINTH_ROUNDS ? Date.now() + n : n + 1));

it.each(SEEDS)('random work of seed %i leaves what a model says', async (seed) => {
  const work = new Work(await temporaryFolder(), seed);
  await work.start(FILES);
  const steps: string[] = [];
  try {
    for (let n = 0; n < STEPS; n += 1) {
      steps.push(await work.step());
      await work.check();
    }
    await work.checkHistory();
  } catch (error) {
    throw new Error(`seed ${seed}, after: ${steps.slice(-12).join('; ')}`, { cause: error });
  }
});
