/** Cursors: what has changed since an answer, across restarts, crashes and changes by other programs. */
import { cpSync, readdirSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { readFile, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { isJsonObject, type JsonObject } from '../../server/contract/values.js';
import { readEvents } from '../helpers/event-reader.js';
import { ORIGIN } from '../helpers/origin.js';
import {
  type Answer,
  type Files,
  startTestServer,
  type TestServer,
  temporaryFolder,
} from '../helpers/server.js';
import { thorough } from '../helpers/thorough.js';

const NOTE = {
  id: 'note',
  properties: { id: { field: 'id' }, title: { field: 'text' }, draft: { field: 'toggle' } },
  required: ['id'],
  index: ['id', 'title'],
};

const FILES: Files = {
  '.schemas/note.json': NOTE,
  'notes/.meta.json': { id: 'notes', schema: 'note' },
  'notes/one.json': { id: 'one', title: 'One' },
  'notes/two.json': { id: 'two', title: 'Two' },
  'tasks/.meta.json': { id: 'tasks', schema: 'note' },
  'tasks/first.json': { id: 'first', title: 'First' },
};

const NOTES = '/api/collections/notes';

/** A folder whose server can be stopped and started. */
class Home {
  server!: TestServer;
  readonly home: string;

  constructor(home: string) {
    this.home = home;
  }

  static async make(files: Files = FILES): Promise<Home> {
    const made = new Home(await temporaryFolder());
    made.server = await startTestServer(files, { home: made.home });
    return made;
  }

  get folder(): string {
    return join(this.home, 'content');
  }

  get log(): string {
    return join(this.home, 'state', 'history');
  }

  async start(): Promise<void> {
    this.server = await startTestServer({}, { home: this.home });
  }

  async restart(between: () => unknown = () => undefined): Promise<void> {
    await this.server.close();
    await between();
    await this.start();
  }

  get = (path: string): Promise<Answer> => this.server.request(path);
  send = (method: string, path: string, json?: unknown): Promise<Answer> =>
    this.server.request(path, { method, ...(json !== undefined && { json }) });

  /** Writes a file as another program does. */
  write = (path: string, content: object): Promise<void> =>
    writeFile(join(this.folder, path), JSON.stringify(content, null, 2));
}

/** Takes bytes from the end of the log, as a power cut does. */
function cutLog(home: Home, bytes: number): void {
  const folder = join(home.log, String(readdirSync(home.log)[0]), 'activity');
  const file = join(folder, String(readdirSync(folder).sort().at(-1)));
  truncateSync(file, statSync(file).size - bytes);
}

const cursorOf = ({ headers }: Answer): string => headers.get('x-plinth-cursor') ?? '';
const list = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);
const idsOf = (value: unknown): unknown[] =>
  list(value)
    .map(({ id }) => id)
    .sort();

/** Ids of changed and of deleted objects. */
const changesOf = ({ status, json }: Answer) => [status, idsOf(json.objects), idsOf(json.deleted)];

const since = (home: Home, cursor: string, more = '', path = NOTES) =>
  home.get(`${path}?since=${cursor}${more}`);

describe('a cursor of a list', () => {
  it('names what is created, changed and deleted after it, once', async () => {
    const home = await Home.make();
    const first = cursorOf(await home.get(NOTES));
    expect(changesOf(await since(home, first))).toEqual([200, [], []]);
    await home.send('POST', NOTES, { id: 'three', title: 'Three' });
    await home.send('PATCH', `${NOTES}/one`, { title: 'Uno' });
    await home.send('DELETE', `${NOTES}/two`);
    await home.send('PATCH', '/api/collections/tasks/first', { title: 'Other' });
    const answer = await since(home, first);
    expect(changesOf(answer)).toEqual([200, ['one', 'three'], ['two']]);
    expect([answer.json.total, answer.json.more, answer.json.cursor]).toEqual([2, false, cursorOf(answer)]);
    expect(changesOf(await since(home, cursorOf(answer)))).toEqual([200, [], []]);
  });

  it('is answered by queries, too, with the chosen properties', async () => {
    const home = await Home.make();
    const first = cursorOf(await home.get(`${NOTES}/query`));
    await home.send('PATCH', `${NOTES}/one`, { title: 'Uno' });
    const answer = await since(home, first, '&include=title', `${NOTES}/query`);
    expect([answer.json.data, answer.json.deleted]).toEqual([[{ id: 'one', title: 'Uno' }], []]);
    const fields = await since(home, first, '&fields=title');
    expect(fields.json.objects).toEqual([{ id: 'one', title: 'Uno' }]);
  });

  it('names what does not match any more as deleted', async () => {
    const home = await Home.make();
    const first = cursorOf(await home.get(`${NOTES}?published=1`));
    await home.send('PATCH', `${NOTES}/one`, { draft: true });
    await home.send('PATCH', `${NOTES}/two`, { title: 'Zwei' });
    expect(changesOf(await since(home, first, '&published=1'))).toEqual([200, ['two'], ['one']]);
    expect(changesOf(await since(home, first, '&filter[title]=One'))).toEqual([200, ['one'], ['two']]);
    expect(changesOf(await since(home, first, '&search=zwei'))).toEqual([200, ['two'], ['one']]);
  });

  it('names a change by another program that a rejected change was the first to notice', async () => {
    const home = await Home.make();
    const first = cursorOf(await home.get(NOTES));
    const etag = (await home.get(`${NOTES}/one`)).headers.get('etag') ?? '';
    writeFileSync(join(home.folder, 'notes/one.json'), JSON.stringify({ id: 'one', title: 'Outside' }));
    const rejected = await home.server.request(`${NOTES}/one`, {
      method: 'PATCH',
      json: { title: 'Mine' },
      headers: { 'If-Match': etag },
    });
    expect([rejected.status, changesOf(await since(home, first))]).toEqual([412, [200, ['one'], []]]);
  });

  it('is given without a look at the index of the history', async () => {
    const home = await Home.make();
    await home.restart();
    const known = vi.spyOn(home.server.site.store.history, 'known');
    const first = cursorOf(await home.get(NOTES));
    expect(known).not.toHaveBeenCalled();
    await home.restart();
    const later = vi.spyOn(home.server.site.store.history, 'known');
    expect([(await since(home, first)).status, later.mock.calls.length]).toEqual([200, 1]);
  });

  it('comes in pages', async () => {
    const home = await Home.make();
    let cursor = cursorOf(await home.get(NOTES));
    for (const n of [1, 2, 3, 4, 5]) await home.send('POST', NOTES, { id: `n${n}` });
    await home.send('PATCH', `${NOTES}/n1`, { title: 'Again' });
    const pages: unknown[] = [];
    for (let more = true; more; ) {
      const { json } = await since(home, cursor, '&limit=2');
      pages.push(idsOf(json.objects));
      [cursor, more] = [String(json.cursor), json.more === true];
    }
    // One that changed again is named again.
    expect(pages).toEqual([
      ['n1', 'n2'],
      ['n3', 'n4'],
      ['n1', 'n5'],
    ]);
  });

  it('never covers a change that its answer does not show', async () => {
    const home = await Home.make();
    const titles = Array.from({ length: 20 }, (_, n) => `Title ${n}`);
    const reads: { cursor: string; title: unknown }[] = [];
    const read = async () => {
      const answer = await home.get(NOTES);
      reads.push({
        cursor: cursorOf(answer),
        title: list(answer.json.objects).find(({ id }) => id === 'one')?.title,
      });
    };
    await read();
    for (const title of titles) {
      await Promise.all([read(), home.send('PATCH', `${NOTES}/one`, { title }), read(), read()]);
    }
    for (const { cursor, title } of reads.slice(0, -1)) {
      const { json } = await since(home, cursor);
      if (title !== titles.at(-1)) expect([title, idsOf(json.objects)]).toEqual([title, ['one']]);
    }
  });
});

describe('a cursor across restarts', () => {
  it.each<[string, (home: Home) => unknown, unknown[]]>([
    ['nothing', () => undefined, [200, [], []]],
    [
      'a changed file',
      (home) => home.write('notes/one.json', { id: 'one', title: 'Uno' }),
      [200, ['one'], []],
    ],
    ['a new file', (home) => home.write('notes/three.json', { id: 'three' }), [200, ['three'], []]],
    ['a removed file', (home) => unlink(join(home.folder, 'notes/two.json')), [200, [], ['two']]],
    [
      'a file that cannot be read',
      (home) => writeFile(join(home.folder, 'notes/two.json'), '{'),
      [200, [], ['two']],
    ],
    [
      'a renamed file',
      async (home) => {
        await home.write('notes/zwei.json', { id: 'zwei' });
        await unlink(join(home.folder, 'notes/two.json'));
      },
      [200, ['zwei'], ['two']],
    ],
    [
      'another schema',
      (home) =>
        home.write('.schemas/note.json', { ...NOTE, properties: { ...NOTE.properties, draft: undefined } }),
      [410, [], []],
    ],
    ['a lost state directory', (home) => rm(join(home.home, 'state'), { recursive: true }), [410, [], []]],
    ['a lost cache', (home) => rm(join(home.home, 'cache'), { recursive: true }), [200, [], []]],
    ['an end of the log that was lost', (home) => cutLog(home, 10), [410, [], []]],
    [
      'an index that was lost',
      (home) => rm(join(home.log, String(readdirSync(home.log)[0]), 'files'), { recursive: true }),
      [200, [], []],
    ],
    [
      'a file that got its former time and size back',
      async (home) => {
        const file = join(home.folder, 'notes/one.json');
        const { atime, mtime } = statSync(file);
        await writeFile(file, (await readFile(file, 'utf8')).replace('One', 'Eno'));
        utimesSync(file, atime, mtime);
      },
      [200, ['one'], []],
    ],
  ])('reports %s', async (_what, between, expected) => {
    const home = await Home.make();
    const first = cursorOf(await home.get(NOTES));
    await home.restart(() => between(home));
    expect(changesOf(await since(home, first))).toEqual(expected);
  });

  it('does not report a file in whose place is a copy of the same time', async () => {
    const home = await Home.make();
    await home.send('PATCH', `${NOTES}/one`, { title: 'Uno' });
    const first = cursorOf(await home.get(NOTES));
    const file = join(home.folder, 'notes/one.json');
    await home.restart(async () => {
      cpSync(file, `${file}.tmp`);
      const { atimeMs, mtimeMs } = statSync(file);
      utimesSync(`${file}.tmp`, atimeMs / 1000, mtimeMs / 1000);
      await rename(`${file}.tmp`, file);
    });
    expect(changesOf(await since(home, first))).toEqual([200, [], []]);
  });

  it('is not of another folder, even with a copied state', async () => {
    const home = await Home.make();
    const first = cursorOf(await home.get(NOTES));
    await home.server.close();
    const copy = new Home(await temporaryFolder());
    cpSync(home.home, copy.home, { recursive: true });
    await copy.start();
    expect((await since(copy, first)).status).toBe(410);
    for (const wrong of ['', 'x', '0'.repeat(12), `${first}0`, `${'0'.repeat(12)}-0`, 'a'.repeat(5000)]) {
      expect((await since(copy, wrong)).status).toBe(410);
    }
  });

  it('reports a change whose entry was lost, or that everything is to be compared', async () => {
    const home = await Home.make();
    const first = cursorOf(await home.get(NOTES));
    await home.restart();
    const second = cursorOf(await home.get(NOTES));
    cpSync(home.log, `${home.log}-before`, { recursive: true });
    await home.send('POST', NOTES, { id: 'three' });
    const third = cursorOf(await home.get(NOTES));
    await home.send('DELETE', `${NOTES}/three`);
    await home.send('DELETE', `${NOTES}/two`);
    await home.restart(async () => {
      rmSync(home.log, { recursive: true });
      await rename(`${home.log}-before`, home.log);
    });
    expect(changesOf(await since(home, first))).toEqual([200, [], ['two']]);
    expect(changesOf(await since(home, second))).toEqual([200, [], ['two']]);
    expect((await since(home, third)).status).toBe(410);
  });

  it('is answered with all revisions when it is too old', async () => {
    const home = await Home.make();
    const too = await since(home, 'unknown', '&filter[title]=One');
    const one = await home.get(`${NOTES}/one`);
    const rev = one.headers.get('etag')?.slice(1, -1);
    expect([too.status, too.json.data]).toEqual([410, [{ id: 'one', rev }]]);
    expect(changesOf(await since(home, String(too.json.cursor)))).toEqual([200, [], []]);
    expect(cursorOf(too)).toBe(too.json.cursor);
  });
});

describe('the changes of the folder', () => {
  const changes = (home: Home, cursor?: string, more = '') =>
    home.get(`/api/changes${cursor === undefined ? '' : `?since=${cursor}${more}`}`);
  const named = ({ json }: Answer) =>
    list(json.data)
      .map(({ collection, id, deleted }) => `${deleted ? '-' : '+'}${collection}/${id}`)
      .sort();

  it('have objects of all collections, with their revisions', async () => {
    const home = await Home.make();
    const begin = await changes(home);
    expect([begin.json.data, begin.json.more, begin.json.cursor]).toEqual([[], false, cursorOf(begin)]);
    await home.send('PATCH', '/api/collections/tasks/first', { title: 'Other' });
    await home.send('DELETE', `${NOTES}/two`);
    await home.send('POST', NOTES, { id: 'three' });
    const answer = await changes(home, cursorOf(begin));
    expect(named(answer)).toEqual(['+notes/three', '+tasks/first', '-notes/two']);
    const first = await home.get('/api/collections/tasks/first');
    expect(list(answer.json.data)[0]).toMatchObject({ rev: first.headers.get('etag')?.slice(1, -1) });
    const page = await changes(home, cursorOf(begin), '&limit=2');
    expect([named(page), page.json.more]).toEqual([['+tasks/first', '-notes/two'], true]);
    expect(named(await changes(home, cursorOf(page)))).toEqual(['+notes/three']);
    const narrowed = await home.get(`/api/changes?since=${cursorOf(begin)}&collections=tasks`);
    expect(named(narrowed)).toEqual(['+tasks/first']);
  });

  it('have the objects of collections that came, went and were renamed', async () => {
    const home = await Home.make();
    let cursor = cursorOf(await changes(home));
    const next = async () => {
      const answer = await changes(home, cursor);
      cursor = cursorOf(answer);
      return [answer.status, ...named(answer)];
    };
    await home.send('POST', '/api/collections', { id: 'more', schema: 'note' });
    await home.send('POST', '/api/collections/more', { id: 'a' });
    expect(await next()).toEqual([200, '+more/a']);
    const { headers } = await home.send('DELETE', '/api/collections/notes?force=true');
    expect(await next()).toEqual([200, '-notes/one', '-notes/two']);
    await home.send('POST', `/api/trash/${headers.get('x-trash-id')}/restore`);
    expect(await next()).toEqual([200, '+notes/one', '+notes/two']);
    await home.restart(async () => {
      await rename(join(home.folder, 'tasks'), join(home.folder, 'jobs'));
      await home.write('jobs/.meta.json', { id: 'jobs', schema: 'note' });
    });
    expect(await next()).toEqual([200, '+jobs/first', '-tasks/first']);
    await home.restart(() => rm(join(home.folder, 'more'), { recursive: true }));
    expect(await next()).toEqual([200, '-more/a']);
    expect(await next()).toEqual([200]);
  });

  it('name only what the caller may read', async () => {
    const home = await Home.make();
    const cursor = cursorOf(await changes(home));
    await home.send('PATCH', `${NOTES}/one`, { title: 'Uno' });
    await home.send('DELETE', `${NOTES}/two`);
    await home.send('DELETE', '/api/collections/tasks/first');
    const of = async (paths: string[], path = `/api/changes?since=${cursor}`) => {
      const key = await home.server.key({ methods: ['GET'], paths });
      return home.server.request(path, { as: { key } });
    };
    expect(named(await of(['/collections/notes']))).toEqual(['+notes/one', '-notes/two']);
    expect(named(await of(['/collections/tasks']))).toEqual(['-tasks/first']);
    expect((await of(['/schemas'])).json.data).toEqual([]);
    expect((await of(['/reports'])).status).toBe(403);
    expect((await of(['/collections/tasks'], `/api/changes?since=${cursor}&collections=notes`)).status).toBe(
      403,
    );
    expect((await home.server.request('/api/changes', { as: 'nobody' })).status).toBe(401);
    const old = await of(['/collections/notes'], '/api/changes?since=old');
    expect([old.status, list(old.json.data).map(({ collection, id }) => `${collection}/${id}`)]).toEqual([
      410,
      ['notes/one'],
    ]);
  });

  it('are not those of the past', async () => {
    const home = await Home.make();
    const at = new Date().toISOString();
    const past = await home.get(`${NOTES}?at=${at}`);
    expect([past.status, past.headers.has('x-plinth-cursor')]).toEqual([200, false]);
    expect((await home.get(`${NOTES}?at=${at}&since=x`)).status).toBe(400);
  });
});

describe('a stream of events that resumes after a restart', () => {
  const listen = (home: Home, key: string, last: string) =>
    readEvents(`${home.server.url}/api/events`, { 'x-api-key': key, 'Last-Event-ID': last });

  it('has what was missed, also by other programs, and then what happens', async () => {
    const home = await Home.make();
    const key = await home.server.key();
    const cursor = cursorOf(await home.get(NOTES));
    await home.send('POST', NOTES, { id: 'three' });
    await home.send('POST', '/api/schemas', { ...NOTE, id: 'other' });
    await home.restart(() => home.write('notes/outside.json', { id: 'outside' }));
    const stream = await listen(home, key, cursor);
    expect(await stream.told(3)).toEqual([
      'object.created notes/three',
      'schema.saved other',
      'object.created notes/outside',
    ]);
    await home.send('DELETE', `${NOTES}/three`);
    const next = await stream.next();
    expect([next?.event, Object(next?.data).id]).toEqual(['object.deleted', 'three']);
    stream.close();
    await home.restart();
    const again = await listen(home, key, String(next?.id));
    await home.send('PATCH', `${NOTES}/one`, { title: 'Uno' });
    expect(await again.told(1)).toEqual(['object.updated notes/one']);
  });

  it('sends more than fits into a queue, in order', async () => {
    const home = await Home.make();
    const key = await home.server.key();
    const cursor = cursorOf(await home.get(NOTES));
    const ids = Array.from({ length: 3000 }, (_, n) => `n${n}-${'x'.repeat(80)}`);
    const origin = { ...ORIGIN, actor: { kind: 'external' as const } };
    for (const id of ids) {
      void home.server.site.events.emit({ type: 'object.updated', collection: 'notes', id }, origin);
    }
    const stream = await listen(home, key, cursor);
    expect(await stream.told(3000)).toEqual(ids.map((id) => `object.updated notes/${id}`));
  });

  it('is reset after the loss of the state directory', async () => {
    const home = await Home.make();
    const cursor = cursorOf(await home.get(NOTES));
    await home.restart(() => rm(join(home.home, 'state'), { recursive: true }));
    const stream = await listen(home, await home.server.key(), cursor);
    expect(await stream.told(1)).toEqual(['reset']);
  });
});

/** Numbers from a seed: a run that fails can be repeated. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Keeps a copy of a list by cursors only; after 410 by revisions. */
class Follower {
  readonly objects = new Map<string, JsonObject>();
  #revs = new Map<string, string>();
  #cursor = 'none';
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  async sync(home: Home): Promise<void> {
    for (let more = true; more; ) {
      const { status, json } = await since(home, this.#cursor, '&limit=3', this.#path);
      if (status === 410) await this.#compare(home, list(json.data));
      else {
        for (const object of list(json.objects)) this.objects.set(String(object.id), object);
        for (const { id } of list(json.deleted)) this.objects.delete(String(id));
      }
      [this.#cursor, more] = [String(json.cursor), json.more === true];
    }
  }

  async #compare(home: Home, revs: readonly JsonObject[]): Promise<void> {
    this.#revs = new Map(revs.map(({ id, rev }) => [String(id), String(rev)]));
    for (const id of [...this.objects.keys()]) if (!this.#revs.has(id)) this.objects.delete(id);
    for (const id of this.#revs.keys()) {
      const { status, json } = await home.get(`${this.#path}/${id}`);
      if (status === 200) this.objects.set(id, json);
    }
  }
}

const SEEDS = thorough ? 40 : 3;
const STEPS = 40;

describe('a follower', () => {
  it.each(Array.from({ length: SEEDS }, (_, seed) => seed + 1))(
    'ends up with what the folder has (%s)',
    async (seed) => {
      const home = await Home.make();
      const next = random(seed);
      const followers = [new Follower(NOTES), new Follower(NOTES), new Follower('/api/collections/tasks')];
      const id = () => `n${next(6)}`;
      const outside = async () => {
        const file = join(home.folder, `notes/${id()}.json`);
        const name = file.replace(/^.*\/(.*)\.json$/, '$1');
        if (next(3) === 0) await rm(file, { force: true });
        else await writeFile(file, JSON.stringify({ id: name, title: `Outside ${next(1000)}` }));
      };
      let saved: string | undefined;
      const trashed: string[] = [];
      const steps: (() => unknown)[] = [
        () => home.send('POST', NOTES, { id: id(), title: `New ${next(1000)}` }),
        () => home.send('PATCH', `${NOTES}/${id()}`, { title: `Changed ${next(1000)}` }),
        async () => {
          const { status, headers } = await home.send('DELETE', `${NOTES}/${id()}`);
          if (status === 204) trashed.push(headers.get('x-trash-id') ?? '');
        },
        () => home.send('POST', `/api/trash/${trashed.pop() ?? 'none'}/restore`),
        () => home.send('PATCH', '/api/collections/tasks/first', { title: `Task ${next(1000)}` }),
        outside,
        () => followers[next(3)]?.sync(home),
        () => followers[next(3)]?.sync(home),
        () => home.restart(next(2) === 0 ? outside : undefined),
        () => home.send('PUT', `${NOTES}/index`),
        () => {
          saved = `${home.log}-${seed}`;
          rmSync(saved, { recursive: true, force: true });
          cpSync(home.log, saved, { recursive: true });
        },
        // The process ends without its last entries.
        () =>
          home.restart(() => {
            if (saved === undefined) return;
            rmSync(home.log, { recursive: true });
            cpSync(saved, home.log, { recursive: true });
            rmSync(saved, { recursive: true });
            saved = undefined;
          }),
      ];
      for (let step = 0; step < STEPS; step += 1) await steps[next(steps.length)]?.();
      await vi.waitFor(
        async () => {
          for (const [path, of] of [
            [NOTES, followers.slice(0, 2)],
            ['/api/collections/tasks', followers.slice(2)],
          ] as const) {
            const all = await home.get(`${path}?limit=100`);
            const expected = new Map(list(all.json.objects).map((object) => [String(object.id), object]));
            const names = readdirSync(join(home.folder, path.replace(/.*\//, ''))).filter((name) =>
              /^[^.].*\.json$/.test(name),
            );
            expect([...expected.keys()].sort()).toEqual(names.map((name) => name.slice(0, -5)).sort());
            for (const name of names) {
              const file = JSON.parse(
                await readFile(join(home.folder, path.replace(/.*\//, ''), name), 'utf8'),
              );
              expect(expected.get(name.slice(0, -5))?.title).toBe(file.title);
            }
            for (const follower of of) {
              await follower.sync(home);
              expect(follower.objects).toEqual(expected);
            }
          }
        },
        { timeout: 20_000, interval: 200 },
      );
    },
  );
});
