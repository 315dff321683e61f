/** What a request of the corpus demands of its answer beyond the status and what holds for every request. */
import { parse } from 'csv-parse/sync';
import type { Entry } from '../helpers/bad-inputs.js';
import { smallPdf } from '../helpers/made-files.js';
import type { RawAnswer } from '../helpers/server.js';
import type { Served } from './served.js';

interface Seen {
  entry: Entry;
  answer: RawAnswer;
  served: Served;
  /** A key for everything. */
  key: string;
}

type Check = (rest: string, seen: Seen) => boolean | Promise<boolean>;

const header = (name: string, pattern = '') => new RegExp(`^${name}:.*${pattern}`, 'im');
const get = (path: string, { served, key }: Seen) => served.fetch(path, { headers: { 'x-api-key': key } });
const split = (rest: string): [string, string] => {
  const [first = '', second = ''] = rest.split(/~(.*)/s);
  return [first, second];
};

/** Whether each is kept, by name. */
const CHECKS: Record<string, Check> = {
  noHeader: (rest, { answer }) => !header(rest).test(answer.head),
  header: (rest, { answer }) => answer.status >= 400 || header(...split(rest)).test(answer.head),
  locationNot: (rest, { answer }) => !header('location', rest).test(answer.head),
  bodyMatches: (rest, { answer }) => new RegExp(rest).test(answer.body),
  bodyNot: (rest, { answer }) => !new RegExp(rest, 'i').test(answer.body),
  bodyMax: (_rest, { answer }) => answer.status >= 400 || answer.body.length <= smallPdf().length,
  // Messages of JSON-RPC: an error of the protocol, or one in words.
  refused: (_rest, { answer }) => /"error":\{"code":-?\d+|"isError":true/.test(answer.body),
  // What a spreadsheet would take for a formula.
  csvSafe: async (_rest, seen) => {
    const rows: string[][] = parse(await (await get(seen.entry.path, seen)).text());
    return !rows.flat().some((cell) => /^[=+\-@\t\r]/.test(cell));
  },
  notExists: async (rest, seen) => (await get(`/api/collections/${rest}`, seen)).status === 404,
  readBackNot: async (rest, seen) => {
    const [address, pattern] = split(rest);
    const at = seen.entry.group === 'UPLOAD' ? '/stream/blog/first-post/' : '/api/collections/';
    return !new RegExp(pattern, 'i').test(await (await get(at + address, seen)).text());
  },
};

/** Held for every request (`hostile.test.ts`), or said of how it is sent. */
const ELSEWHERE = new Set([
  'unpolluted',
  'noCanaryHit',
  'noTempLeft',
  'maxMs',
  'abortAfterSend',
  'repeat',
  'mustSee',
]);

/** The checks of an entry that its answer does not keep. */
export async function broken(seen: Seen): Promise<string[]> {
  const failed: string[] = [];
  for (const check of seen.entry.checks ?? []) {
    const [name = '', rest = ''] = check.split(/[:~](.*)/s);
    if (ELSEWHERE.has(name)) continue;
    if (!(await CHECKS[name]?.(rest, seen))) failed.push(check);
  }
  return failed;
}
