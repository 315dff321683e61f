import {
  appendFileSync,
  closeSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ChangeOrigin } from '../../../../server/contract/changes.js';
import { DurableFiles } from '../../../../server/store/disk/durable.js';
import { ActivityLog } from '../../../../server/store/history/activity-log.js';
import { eventLine } from '../../../../server/store/history/entry.js';
import { FolderHistory } from '../../../../server/store/history/history.js';
import { Packs } from '../../../../server/store/history/packs.js';
import { PathIndex } from '../../../../server/store/history/path-index.js';
import { revisionOf } from '../../../../server/store/history/revision.js';
import type { HistoryEntry, Retention } from '../../../../server/store/types/history.js';

const RETENTION: Retention = { allDays: 1, hourlyDays: 7, dailyDays: 365, maxBytes: 2 * 1024 ** 3 };

const origin = (name: string): ChangeOrigin => ({
  actor: { kind: 'user', name },
  transaction: {
    id: '0190a0a0-0000-7000-8000-000000000001',
    kind: 'request',
    at: '2026-01-01T00:00:00.000Z',
  },
});

const open: FolderHistory[] = [];
afterEach(async () => {
  for (const history of open.splice(0)) await history.close();
});

/** A data folder with a collection, and what writes in it like the store. */
function site(base = mkdtempSync(join(tmpdir(), 'history-'))) {
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const root = join(base, 'data');
  mkdirSync(join(root, 'posts'), { recursive: true });
  const problems: string[] = [];
  const busy = new Set<string>();
  /** Whether the folder is away at the next looks. */
  const away: boolean[] = [];
  const clock: { now?: Date } = {};
  /** Lets the time pass in which a file that was replaced is looked at again. */
  const later = () => {
    clock.now = new Date((clock.now?.getTime() ?? Date.now()) + 60_000);
  };
  const start = (state = join(base, 'state'), isReading = () => false) => {
    const history = FolderHistory.open({
      folder: state,
      root,
      temp: join(root, '.system/tmp'),
      textFilesOf: (collection) => (collection === 'snippets' ? ['code.js'] : []),
      isBusy: (path) => busy.has(path),
      isAvailable: () => !away.shift(),
      log: (_level, message) => problems.push(message),
      now: () => clock.now ?? new Date(),
    });
    if (!history) throw new Error('The history did not open');
    open.push(history);
    history.start(isReading);
    const files = new DurableFiles({ root, temp: join(root, '.system/tmp'), versions: history });
    const save = async (path: string, text: string, by = 'ada') => {
      const bytes = Buffer.from(text);
      const stamp = await files.replace(join(root, path), bytes);
      history.record(path, bytes, origin(by), stamp);
    };
    const remove = async (path: string, by = 'ada') => {
      const target = join(root, '.system', `gone-${path.replace('/', '-')}`);
      await files.move(join(root, path), target);
      history.record(path, null, origin(by));
    };
    return { history, save, remove };
  };
  return { base, root, problems, busy, away, clock, later, start };
}

const texts = async (history: FolderHistory, path: string) => {
  const found: (string | null | undefined)[] = [];
  for (const { revision } of await history.entries(path)) {
    found.push(revision === null ? null : (await history.content(revision))?.toString());
  }
  return found;
};

const who = (entries: readonly HistoryEntry[]) =>
  entries.map(({ kind, change }) => change?.actor.name ?? kind);

const POST = 'posts/a.json';
const text = (n: number) =>
  JSON.stringify({ id: 'a', title: `Title ${n}`, body: 'Lorem ipsum '.repeat(50) }, null, 2);

describe('the history of many files', () => {
  it('makes their contents durable together, each version of each', async () => {
    const { root, start } = site();
    const { history, save } = start();
    const paths = Array.from({ length: 30 }, (_, at) => `posts/p${at}.json`);
    for (const path of paths) await save(path, `{"id":"${path}","n":1}`);
    for (const path of paths) await save(path, `{"id":"${path}","n":2}`);
    const add = vi.spyOn(Packs.prototype, 'add');
    onTestFinished(() => add.mockRestore());
    await history.settle();
    expect(add).toHaveBeenCalledTimes(1);
    expect(add.mock.calls[0]?.[0]).toHaveLength(60);
    rmSync(join(root, 'posts'), { recursive: true });
    for (const path of paths)
      expect((await texts(history, path)).slice(0, 2)).toEqual(
        [1, 2].map((n) => `{"id":"${path}","n":${n}}`),
      );
  });
});

it('looks for first versions when no collection is being read any more', async () => {
  const timers = vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void timers.useRealTimers());
  const { root, base, start } = site();
  writeFileSync(join(root, POST), text(1));
  let [reading, asked] = [true, 0];
  const { history } = start(join(base, 'state'), () => {
    asked += 1;
    return reading;
  });
  const scan = vi.spyOn(history, 'scan');
  await timers.advanceTimersByTimeAsync(10_000);
  expect([asked, scan.mock.calls.length]).toEqual([2, 0]);
  reading = false;
  // What was read is often sorted and searched next.
  await timers.advanceTimersByTimeAsync(10_000);
  expect(asked).toBe(4);
  timers.useRealTimers();
  await vi.waitUntil(() => scan.mock.results.length > 0);
  await scan.mock.results[0]?.value;
  expect(await texts(history, POST)).toEqual([text(1)]);
});

describe('a start where all files were taken in', () => {
  /** A folder whose files were looked at, and how often what is costly is done after that. */
  async function takenIn() {
    const { base, root, start } = site();
    const paths = Array.from({ length: 20 }, (_, at) => `posts/p${at}.json`);
    for (const path of paths) writeFileSync(join(root, path), text(1));
    const { history } = start();
    await history.scan();
    await history.close();
    const opened = vi.spyOn(Packs, 'open');
    const looked = vi.spyOn(PathIndex.prototype, 'readInto');
    onTestFinished(() => [opened, looked].forEach((spy) => void spy.mockRestore()));
    return { base, root, paths, start, opened, looked };
  }

  it('reads no packs before something is to be taken in', async () => {
    const { start, opened } = await takenIn();
    const { history, save } = start();
    await history.settle();
    expect(opened).not.toHaveBeenCalled();
    await save('posts/new.json', text(2));
    await history.settle();
    expect(opened).toHaveBeenCalledOnce();
    expect(await texts(history, 'posts/new.json')).toEqual([text(2)]);
  });

  it('opens no packs where it ends while the files are listed', async () => {
    const { start, opened } = await takenIn();
    const { history } = start();
    const scan = history.scan();
    await Promise.all([scan, history.close()]);
    expect(opened).not.toHaveBeenCalled();
  });

  it('looks closer at those files only that are not as they were', async () => {
    const { root, start, looked } = await takenIn();
    const { history } = start();
    await history.scan();
    expect(looked).not.toHaveBeenCalled();
    writeFileSync(join(root, 'posts/p3.json'), text(2));
    unlinkSync(join(root, 'posts/p4.json'));
    writeFileSync(join(root, 'posts/new.json'), text(3));
    await history.scan();
    const seen = looked.mock.calls.flatMap(([, files]) => [...files.keys()]);
    expect([...new Set(seen)].sort()).toEqual(['posts/new.json', 'posts/p3.json', 'posts/p4.json']);
    expect(await texts(history, 'posts/p3.json')).toEqual([text(1), text(2)]);
    expect(await texts(history, 'posts/p4.json')).toEqual([text(1), null]);
    expect(await texts(history, 'posts/new.json')).toEqual([text(3)]);
  });

  it('takes in again what the packs have lost', async () => {
    const { base, paths, start } = await takenIn();
    rmSync(join(base, 'state/packs'), { recursive: true });
    const { history } = start();
    await history.scan();
    for (const path of paths) expect(await texts(history, path)).toEqual([text(1)]);
  });
});

describe('the history of a file', () => {
  it('has every saved version with its author, and the deletion', async () => {
    const { history, save, remove } = site().start();
    await save(POST, text(1), 'ada');
    await save(POST, text(2), 'bob');
    await remove(POST, 'eve');
    expect(await texts(history, POST)).toEqual([text(1), text(2), null]);
    expect(who(await history.entries(POST))).toEqual(['ada', 'bob', 'eve']);
    expect(history.problem).toBeUndefined();
  });

  it('has the first state, and what other programs did while Plinth was away or running', async () => {
    const { root, start } = site();
    writeFileSync(join(root, POST), text(1));
    const first = start();
    await first.history.scan();
    await first.save(POST, text(2));
    writeFileSync(join(root, POST), text(3));
    first.history.changedOutside(POST);
    await first.history.settle();
    await first.history.close();
    writeFileSync(join(root, POST), text(4));
    const second = start();
    await second.history.scan();
    unlinkSync(join(root, POST));
    await second.history.scan();
    expect(await texts(second.history, POST)).toEqual([text(1), text(2), text(3), text(4), null]);
    expect(who(await second.history.entries(POST))).toEqual([
      'found',
      'ada',
      'outside',
      'outside',
      'outside',
    ]);
  });

  it('says that objects are gone which were noted before it had seen every file', async () => {
    const { root, start } = site();
    writeFileSync(join(root, 'posts/there.json'), text(1));
    const { history, save, remove } = start();
    await save('posts/deleted.json', text(1));
    const at = Date.now();
    const objects = ['there', 'gone', 'deleted', 'known'].map((id) => [id, at] as const);
    history.activity.appendLines([{ kind: 'objects', collection: 'posts', objects, at }], at);
    // What the log says of them already is not said again.
    const known = { type: 'object.deleted', collection: 'posts', id: 'known' } as const;
    history.activity.appendLines([eventLine({ event: known, at, ...origin('ada') })], at);
    await remove('posts/deleted.json');
    const { position } = await history.activity.readFrom(undefined);
    await history.scan();
    const said: string[] = [];
    for await (const lines of history.activity.lines(position))
      for (const { line } of lines)
        if (line?.kind === 'event' && 'id' in line.event) said.push(`${line.event.type} ${line.event.id}`);
    expect(said).toEqual(['object.deleted gone']);
  });

  it('keeps what another program wrote and Plinth replaced before it had looked', async () => {
    const { root, start } = site();
    const { history, save } = start();
    await save(POST, text(1));
    writeFileSync(join(root, POST), text(2));
    await save(POST, text(3));
    expect((await texts(history, POST)).sort()).toEqual([text(1), text(2), text(3)].sort());
  });

  it('keeps it also where the contents could not be stored at the first try', async () => {
    const { base, root, start, later } = site();
    const { history, save } = start();
    await history.settle();
    const pack = join(base, 'state/packs/00000.pack');
    mkdirSync(pack, { recursive: true });
    await save(POST, text(1));
    writeFileSync(join(root, POST), text(2));
    await save(POST, text(3));
    await expect(history.settle()).rejects.toThrow();
    rmSync(pack, { recursive: true });
    later();
    expect(await texts(history, POST)).toEqual([text(1), text(2), text(3)]);
  });

  it('takes the files of a folder that is away for removed neither at once nor later', async () => {
    const { root, away, start } = site();
    const { history, save } = start();
    await save(POST, text(1));
    await history.settle();
    renameSync(root, `${root}.away`);
    history.changedOutside(POST);
    // It disappears while the history looks at its files.
    away.push(false, true);
    await history.settle();
    renameSync(`${root}.away`, root);
    expect(await texts(history, POST)).toEqual([text(1)]);
  });

  it('does not take a file for changed by another program while Plinth writes it', async () => {
    const { root, busy, start } = site();
    const { history, save } = start();
    await save(POST, text(1));
    await history.settle();
    history.setAside(join(root, POST));
    busy.add(POST);
    writeFileSync(join(root, POST), text(2));
    history.changedOutside(POST);
    await history.settle();
    expect(who(await history.entries(POST))).toEqual(['ada']);
    busy.clear();
    history.record(POST, Buffer.from(text(2)), origin('bob'));
    expect(who(await history.entries(POST))).toEqual(['ada', 'bob']);
  });

  it.each([
    '.system/keys.json',
    '.system/users.json',
    '.system/tmp/x.json',
    'posts/a/photo/file.json',
    'posts/.hidden',
  ])('does not exist for %s', async (path) => {
    const { root, start } = site();
    const { history, save } = start();
    mkdirSync(join(root, path, '..'), { recursive: true });
    await save(path, 'secret 1');
    await save(path, 'secret 2');
    await history.scan();
    expect(await history.entries(path)).toEqual([]);
    expect(history.days()).toEqual([]);
  });
});

describe('after the process was killed', () => {
  /** Everything the first process recorded is still to be taken in by the second. */
  it.each([
    ['with all that was recorded', () => {}],
    [
      'with a torn line in the log',
      (state: string) => {
        const [name = ''] = readdirSync(join(state, 'activity'));
        appendFileSync(join(state, 'activity', name), '{"path":"posts/a.json","at":17');
      },
    ],
    ['with a damaged position', (state: string) => writeFileSync(join(state, 'position.json'), '\0\0\0')],
    [
      'with a torn line in the index',
      (state: string) => {
        for (const name of readdirSync(join(state, 'files'))) {
          const file = join(state, 'files', name);
          truncateSync(file, readFileSync(file).length - 9);
        }
        rmSync(join(state, 'position.json'), { force: true });
      },
    ],
    ['with a torn pack', (state: string) => appendFileSync(join(state, 'packs', '00000.pack'), 'PLH1 torn')],
  ])('the next one has every version %s', async (_name, damage) => {
    const { base, start } = site();
    const first = start();
    await first.save(POST, text(1), 'ada');
    await first.history.settle();
    await first.save(POST, text(2), 'bob');
    await first.save(POST, text(3), 'eve');
    damage(join(base, 'state'));
    const second = start();
    expect(await texts(second.history, POST)).toEqual([text(1), text(2), text(3)]);
    expect(who(await second.history.entries(POST))).toEqual(['ada', 'bob', 'eve']);
    // And goes on.
    await second.save(POST, text(4));
    expect((await texts(second.history, POST)).at(-1)).toBe(text(4));
  });
});

describe('a file whose change was not recorded before a kill', () => {
  it('comes after what it replaced, also where the next process replaces it at once', async () => {
    const { root, later, start } = site();
    const first = start();
    await first.save('posts/b.json', text(0));
    await first.save(POST, text(1));
    first.history.setAside(join(root, POST));
    writeFileSync(join(root, 'new'), text(2));
    renameSync(join(root, 'new'), join(root, POST));
    const second = start();
    await second.save(POST, text(3));
    later();
    expect(await texts(second.history, POST)).toEqual([text(1), text(2), text(3)]);
  });
});

describe('saves that are recorded while the log of the ones before is read', () => {
  it.each([
    ['of Plinth', [1, 2, 3, 4], ['ada', 'bob', 'bob', 'bob']],
    ['of Plinth, with one of another program among them', [1, 2, 9, 3], ['ada', 'bob', 'outside', 'bob']],
  ])('%s keep their order and who made them', async (_what, numbers, names) => {
    const { root, later, start } = site();
    const { history, save } = start();
    const [first = 0, ...rest] = numbers;
    await save(POST, text(first), 'ada');
    const { readFrom } = ActivityLog.prototype;
    const spy = vi.spyOn(ActivityLog.prototype, 'readFrom').mockImplementationOnce(async function (
      this: ActivityLog,
      ...from
    ) {
      const read = await readFrom.apply(this, from);
      for (const number of rest) {
        if (number === 9) {
          writeFileSync(join(root, 'theirs'), text(number));
          renameSync(join(root, 'theirs'), join(root, POST));
        } else await save(POST, text(number), 'bob');
      }
      return read;
    });
    await history.settle();
    spy.mockRestore();
    later();
    expect(await texts(history, POST)).toEqual(numbers.map(text));
    expect(who(await history.entries(POST))).toEqual(names);
  });
});

describe('files of other programs that a save replaced before the history had looked', () => {
  it.each([
    ['', false],
    [' and also after a kill', true],
  ])('stand before that save, whatever was removed and made in between%s', async (_when, isKilled) => {
    const { root, later, start } = site();
    const { history: first, save, remove } = start();
    const outside = (number: number) => writeFileSync(join(root, POST), text(number));
    await save(POST, text(1));
    await remove(POST);
    outside(9);
    await save(POST, text(2));
    await remove(POST);
    await save(POST, text(3));
    outside(9);
    await save(POST, text(4));
    outside(1);
    await remove(POST);
    await save(POST, text(5));
    unlinkSync(join(root, POST));
    await save(POST, text(6));
    later();
    const history = isKilled ? start().history : first;
    const titles = new Map(
      [1, 2, 3, 4, 5, 6, 9].map((n) => [revisionOf(Buffer.from(text(n))), `Title ${n}`]),
    );
    const found = (await history.entries(POST)).map(({ revision, kind }) => [
      revision && titles.get(revision),
      kind,
    ]);
    expect(found).toEqual([
      ['Title 1', 'saved'],
      [null, 'removed'],
      ['Title 9', 'outside'],
      ['Title 2', 'saved'],
      [null, 'removed'],
      ['Title 3', 'saved'],
      ['Title 9', 'outside'],
      ['Title 4', 'saved'],
      ['Title 1', 'outside'],
      [null, 'removed'],
      ['Title 5', 'saved'],
      [null, 'outside'],
      ['Title 6', 'saved'],
    ]);
  });
});

describe('a file set aside for a change that was not made', () => {
  it.each([
    ['because the disk failed', false],
    ['because the process was killed', true],
  ])('%s is dropped, and kept where another program had written it', async (_why, isKilled) => {
    const { base, root, later, start } = site();
    const { history: first, save } = start();
    await save(POST, text(1));
    await first.settle();
    first.setAside(join(root, POST));
    const history = isKilled ? start().history : first;
    await history.settle();
    later();
    expect(await texts(history, POST)).toEqual([text(1)]);
    writeFileSync(join(root, POST), text(9));
    history.setAside(join(root, POST));
    writeFileSync(join(root, 'theirs'), text(8));
    renameSync(join(root, 'theirs'), join(root, POST));
    expect(await texts(history, POST)).toEqual([text(1), text(9), text(8)]);
    for (let look = 0; look < 2; look += 1) {
      later();
      await history.settle();
    }
    expect(readdirSync(join(base, 'state/aside'))).toEqual([]);
  });
});

describe('a program that has a file open while it is replaced', () => {
  it.each([
    ['before the history looks', (write: () => void) => write(), () => {}],
    ['after the history has looked', () => {}, (write: () => void) => write()],
  ])('and writes into it %s is not lost', async (_when, before, after) => {
    const { root, start, later } = site();
    const { history, save } = start();
    await save(POST, text(1));
    const descriptor = openSync(join(root, POST), 'r+');
    await save(POST, text(2));
    const write = () => {
      ftruncateSync(descriptor);
      writeSync(descriptor, text(9), 0);
    };
    before(write);
    await history.settle();
    after(write);
    closeSync(descriptor);
    later();
    const found = await texts(history, POST);
    expect(new Set(found)).toEqual(new Set([text(1), text(2), text(9)]));
    // The file itself holds what was saved last.
    expect(found.at(-1)).toBe(text(2));
  });
});

describe('what is taken in', () => {
  it('is stored once, and small where it is like the version before', async () => {
    const { history, save } = site().start();
    const body = Array.from({ length: 400 }, (_, n) => revisionOf(Buffer.from([n, n >> 8]))).join(' ');
    for (let n = 0; n < 20; n += 1)
      await save(POST, JSON.stringify({ id: 'a', title: `Title ${n % 10}`, body }));
    await history.settle();
    const { bytes } = await history.usage();
    expect(bytes).toBeLessThan(2 * body.length);
    expect((await texts(history, POST)).length).toBe(20);
  });

  it('leaves no second names of files after a second look', async () => {
    const { base, start, later } = site();
    const { history, save } = start();
    for (let n = 0; n < 5; n += 1) await save(POST, text(n));
    await history.settle();
    later();
    await history.settle();
    expect(readdirSync(join(base, 'state/aside'))).toEqual([]);
  });

  it('comes from the volume of the folder where the state directory is on another', async ({ skip }) => {
    const shared = '/dev/shm';
    if (process.platform !== 'linux') skip();
    const { root, start, later } = site();
    const state = mkdtempSync(join(tmpdir().startsWith(shared) ? '/var/tmp' : shared, 'state-'));
    onTestFinished(() => rmSync(state, { recursive: true, force: true }));
    const { history, save } = start(state);
    await save(POST, text(1));
    await save(POST, text(2));
    expect(readdirSync(join(root, '.system/tmp/aside'))).toHaveLength(1);
    expect(await texts(history, POST)).toEqual([text(1), text(2)]);
    later();
    await history.settle();
    expect(readdirSync(join(root, '.system/tmp/aside'))).toEqual([]);
  });
});

describe('a save', () => {
  it('goes on when the history cannot be written, and the problem is named once', async () => {
    const { base, root, problems, start } = site();
    const { history, save } = start();
    await save(POST, text(1));
    rmSync(join(base, 'state'), { recursive: true });
    writeFileSync(join(base, 'state'), 'a file');
    await save(POST, text(2));
    await save(POST, text(3));
    expect(readFileSync(join(root, POST), 'utf8')).toBe(text(3));
    expect(history.problem).toBe('A change could not be recorded');
    expect(problems).toEqual(['A version could not be kept']);
  });
});

describe('thinning', () => {
  const HOUR = 3_600_000;
  it('keeps all of a day, one an hour of a week, one a day of a year, and the newest', async () => {
    const { clock, start } = site();
    const { history, save } = start();
    const end = Date.parse('2026-03-01T12:00:00Z');
    /** Hours before the end; each version holds its number. */
    const ages = [24 * 400, 24 * 30 + 2, 24 * 30 + 1, 24 * 3 + 0.5, 24 * 3 + 0.4, 24 * 3 - 2, 0.2, 0.1, 0];
    for (const [n, age] of ages.entries()) {
      clock.now = new Date(end - age * HOUR);
      await save(POST, text(n));
    }
    await history.thin(RETENTION);
    expect(await texts(history, POST)).toEqual([text(2), text(4), text(5), text(6), text(7), text(8)]);
    await save('posts/b.json', text(1));
    expect(await texts(history, 'posts/b.json')).toEqual([text(1)]);
  });

  it('drops the oldest versions first when room is short, and never the newest of a file', async () => {
    const { clock, start } = site();
    const { history, save } = start();
    const noise = (n: number) =>
      Array.from({ length: 40 }, (_, i) => revisionOf(Buffer.from(`${n}-${i}`))).join('');
    await save('posts/old.json', noise(100));
    for (let n = 0; n < 6; n += 1) {
      clock.now = new Date(Date.parse('2026-03-01T12:00:00Z') + n * HOUR);
      await save(POST, noise(n));
    }
    await history.thin({ ...RETENTION, maxBytes: 3000 });
    expect(await texts(history, 'posts/old.json')).toEqual([noise(100)]);
    const left = await texts(history, POST);
    expect(left.at(-1)).toBe(noise(5));
    expect(left.length).toBeLessThan(6);
    expect((await history.usage()).bytes).toBeLessThan(3000);
  });
});

it('tells files apart by their stamp, also those with times of long ago', async () => {
  const { root, start } = site();
  const { history, save } = start();
  await save(POST, text(1));
  await history.settle();
  writeFileSync(join(root, POST), text(2));
  utimesSync(join(root, POST), 1, 1);
  await history.scan();
  expect(await texts(history, POST)).toEqual([text(1), text(2)]);
});
