/** The changes in the log: which lines they have, and which places in it are still known later. */
import { appendFileSync, mkdirSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ActivityLog } from '../../../../server/store/history/activity-log.js';
import { FolderChangeLog } from '../../../../server/store/history/change-log.js';
import type { LoggedLine, LogPosition } from '../../../../server/store/types/changes.js';
import { ORIGIN } from '../../../helpers/origin.js';
import { temporaryFolder } from '../../../helpers/server.js';

const { actor, transaction } = ORIGIN;
const AT = Date.parse('2026-11-28T10:00:00Z');
const change = (id: string, type: 'object.updated' | 'object.deleted' = 'object.updated') => ({
  event: { type, collection: 'notes', id } as const,
  at: AT,
  actor,
  transaction,
});

interface Opened {
  log: FolderChangeLog;
  activity: ActivityLog;
  warnings: string[];
  /** Writes the line of a file, as a save does. */
  save(id: string, kind?: 'saved' | 'removed'): void;
}

function open(folder: string, { now = () => new Date(AT), hasLost = false } = {}): Opened {
  mkdirSync(folder, { recursive: true });
  const activity = new ActivityLog(folder);
  const warnings: string[] = [];
  const log = new FolderChangeLog({
    activity,
    hasLost,
    collections: ['notes'],
    log: (_level, message) => warnings.push(message),
    now,
  });
  const save = (id: string, kind: 'saved' | 'removed' = 'saved') => {
    const place = activity.placeAt(now().getTime());
    const revision = kind === 'saved' ? 'r' : null;
    activity.appendPlaced({ path: `notes/${id}.json`, at: place, revision, kind, change: ORIGIN });
  };
  return { log, activity, warnings, save };
}

async function linesAfter(log: FolderChangeLog, position: LogPosition): Promise<LoggedLine[]> {
  const lines: LoggedLine[] = [];
  for await (const line of log.after(position)) lines.push(line);
  return lines;
}

const idsAfter = async (log: FolderChangeLog, position: LogPosition) =>
  (await linesAfter(log, position)).map(({ change: one, lost }) =>
    lost ? 'lost' : one && 'id' in one.event ? `${one.event.type.slice(7)} ${one.event.id}` : '',
  );

const lastFile = (folder: string) => join(folder, readdirSync(folder).sort().at(-1) ?? '');

it('knows the places of earlier runs, and what came after them', async () => {
  const folder = await temporaryFolder();
  const first = open(folder);
  first.log.append(change('a'));
  const text = first.log.textOf(first.log.end());
  first.log.append(change('b'));
  first.activity.close();
  const second = open(folder);
  const position = second.log.position(text);
  expect(position && (await idsAfter(second.log, position))).toEqual(['updated b']);
  expect(position && second.log.isOfThisRun(position)).toBe(false);
  expect(second.log.isOfThisRun(second.log.end())).toBe(true);
  second.activity.close();
});

it.each<[string, (opened: Opened) => void, string[]]>([
  [
    'the line of its file, when its event follows',
    ({ log, save }) => {
      save('a');
      log.append(change('a'));
    },
    ['updated a'],
  ],
  [
    'a line of its own where a place was given before its event',
    ({ log, save }) => {
      save('a');
      log.textOf(log.end());
      log.append(change('a'));
    },
    ['updated a', 'updated a'],
  ],
  [
    'a line of its own where the file had another change',
    ({ log, save }) => {
      save('a', 'removed');
      log.append(change('a'));
    },
    ['deleted a', 'updated a'],
  ],
  ['a line of its own without one of its file', ({ log }) => log.append(change('a')), ['updated a']],
  [
    'a line of its own for the second event',
    ({ log, save }) => {
      save('a');
      log.append(change('a'));
      log.append(change('a'));
    },
    ['updated a', 'updated a'],
  ],
])('gives a change %s', async (_what, work, expected) => {
  const opened = open(await temporaryFolder());
  const begin = opened.log.end();
  work(opened);
  expect(await idsAfter(opened.log, begin)).toEqual(expected);
  opened.activity.close();
});

it.each<[string, 'known' | 'unknown', (folder: string) => void]>([
  ['as it was', 'known', () => undefined],
  ['longer', 'known', (folder) => appendFileSync(lastFile(folder), '{"kind":"lost","at":1}\n')],
  ['shorter', 'unknown', (folder) => truncateSync(lastFile(folder), statSync(lastFile(folder)).size - 30)],
  [
    'changed before the place',
    'unknown',
    (folder) => {
      const { size } = statSync(lastFile(folder));
      truncateSync(lastFile(folder), size - 40);
      appendFileSync(lastFile(folder), 'x'.repeat(40));
    },
  ],
  ['gone', 'unknown', (folder) => rmSync(lastFile(folder))],
])('knows a place in a log that is %s: %s', async (_what, expected, damage) => {
  const folder = await temporaryFolder();
  const first = open(folder);
  first.log.append(change('a'));
  const text = first.log.textOf(first.log.end());
  first.activity.close();
  damage(folder);
  const second = open(folder);
  expect(second.log.position(text) ? 'known' : 'unknown').toBe(expected);
  for (const wrong of ['', 'x', `${text}0`, text.slice(0, -1), '..._0_', `${'9'.repeat(400)}_0_`])
    expect(second.log.position(wrong)).toBeUndefined();
  second.activity.close();
});

it('says after which places changes may be missing: before lines that cannot be read, and after a loss', async () => {
  const folder = await temporaryFolder();
  const first = open(folder);
  first.log.append(change('a'));
  const before = first.log.end();
  first.activity.close();
  // A line that a power cut has cut off is ended before the next one.
  appendFileSync(lastFile(folder), '{"path":"notes/b.json","at":17');
  const second = open(folder);
  second.log.append(change('c'));
  expect(await idsAfter(second.log, before)).toEqual(['lost', 'updated c']);
  second.activity.close();
  const third = open(folder, { hasLost: true });
  expect((await idsAfter(third.log, before)).at(-1)).toBe('lost');
  expect(await idsAfter(third.log, third.log.end())).toEqual([]);
  third.activity.close();
});

it('goes on in the file of the next day, and in one after it when the clock is put back', async () => {
  const folder = await temporaryFolder();
  let now = AT;
  const { log, activity } = open(folder, { now: () => new Date(now) });
  const begin = log.end();
  log.append(change('a'));
  now += 24 * 3_600_000;
  log.append(change('b'));
  const between = log.position(log.textOf(log.end()));
  now = AT;
  log.append(change('c'));
  expect(readdirSync(folder).sort()).toEqual([
    '2026-11-28.1.ndjson',
    '2026-11-28.ndjson',
    '2026-11-29.ndjson',
  ]);
  expect(await idsAfter(log, begin)).toEqual(['updated a', 'updated b', 'updated c']);
  expect(between && (await idsAfter(log, between))).toEqual(['updated c']);
  activity.close();
});

it('has the last changes in memory, as far as a place is not before them', async () => {
  const { log, activity } = open(await temporaryFolder());
  const begin = log.end();
  for (let n = 0; n < 6000; n += 1) log.append(change(`n${n}`));
  expect(log.recent(begin)).toBeUndefined();
  expect(log.recent(log.end())).toEqual([]);
  const middle = log.end();
  log.append(change('last'));
  expect(log.recent(middle)?.map(({ event }) => 'id' in event && event.id)).toEqual(['last']);
  activity.close();
});

it('keeps changes in memory where it may not write', async () => {
  const warnings: string[] = [];
  const options = { hasLost: false, collections: [], now: () => new Date(AT) };
  const log = new FolderChangeLog({
    ...options,
    activity: undefined,
    log: (_l, text) => warnings.push(text),
  });
  const begin = log.end();
  log.append(change('a'));
  const text = log.textOf(log.end());
  expect([log.isDurable, log.position(text), log.recent(begin)?.length, warnings]).toEqual([
    false,
    log.end(),
    1,
    [],
  ]);
  expect(log.position(text.replace(/_1_/, '_2_'))).toBeUndefined();
});

it('goes on when its folder is gone for a while', async () => {
  const folder = join(await temporaryFolder(), 'log');
  const { log, activity, warnings } = open(folder);
  const lost = log.textOf(log.end());
  rmSync(folder, { recursive: true });
  log.append(change('a'));
  expect([log.position(lost), warnings]).toEqual([undefined, []]);
  expect(await idsAfter(log, { day: '2026-11-28', offset: 0 })).toEqual(['updated a']);
  activity.close();
});
