/** Records in files that grow: what is read again, and what crashes and damage leave. */
import { appendFileSync, closeSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  appendRecords,
  DurableRecords,
  lineOf,
  linesOf,
  openRecords,
  parseLine,
  replaceRecords,
} from '../../../../server/store/disk/record-lines.js';
import { temporaryFolder } from '../../../helpers/server.js';

const recordsIn = (path: string) => [...linesOf(readFileSync(path))].map(({ text }) => parseLine(text));
const whole = (path: string) => recordsIn(path).filter((record) => record !== undefined);
const RECORDS = [{ id: 'a', text: 'tab\t and line\n end' }, ['b', 'ü'], 'c', 4, null];

it('are read as they were written', async () => {
  const path = join(await temporaryFolder(), 'records');
  appendRecords(path, RECORDS);
  expect(whole(path)).toEqual(RECORDS);
  await replaceRecords(path, RECORDS.slice(1));
  expect(recordsIn(path)).toEqual(RECORDS.slice(1));
});

it.each([
  ['one digit', (line: string) => line.replace('1700', '1701')],
  ['the checksum', (line: string) => line.replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
  ['the end', (line: string) => line.slice(0, -3)],
  ['the beginning', (line: string) => line.slice(3)],
  ['a zeroed part', (line: string) => `${line.slice(0, 5)}\0\0\0${line.slice(8)}`],
])('are left out where %s is damaged', (_what, damaged) => {
  const line = lineOf({ at: 1700, id: 'a' }).slice(0, -1);
  expect([parseLine(line), parseLine(damaged(line))]).toEqual([{ at: 1700, id: 'a' }, undefined]);
});

it('are read without checksums, as older files have them', () => {
  expect(parseLine('{"id":"a"}')).toEqual({ id: 'a' });
});

it.each<[string, (path: string) => void | Promise<void>]>([
  ['appended together', (path) => appendRecords(path, ['next'])],
  [
    'appended to an open file',
    (path) => {
      const descriptor = openRecords(path);
      appendFileSync(descriptor, lineOf('next'));
      closeSync(descriptor);
    },
  ],
  [
    'appended durably',
    async (path) => {
      const records = new DurableRecords(path);
      await Promise.all([records.add('next')]);
      await records.close();
    },
  ],
])('are not lost behind an incomplete line: %s', async (_how, append) => {
  const path = join(await temporaryFolder(), 'records');
  writeFileSync(path, lineOf('first') + lineOf({ id: 'cut off' }));
  truncateSync(path, readFileSync(path).length - 4);
  await append(path);
  expect(whole(path)).toEqual(['first', 'next']);
});

it('reach the disk in order, also those that come while others are written', async () => {
  const path = join(await temporaryFolder(), 'records');
  const records = new DurableRecords(path);
  const numbers = Array.from({ length: 50 }, (_, n) => n);
  await Promise.all(numbers.map((n) => records.add(n)));
  await records.close();
  expect(recordsIn(path)).toEqual(numbers);
});
