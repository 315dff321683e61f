/**
 * Hostile and broken requests, each sent byte for byte to the built server on a connection of its own
 * (`fixtures/*bad-inputs.json`). Whatever the answer, the server lives, shows no stack, leaves nothing behind, touches
 * nothing outside its folder, connects nowhere and changes nothing it has not said it changed.
 */
import { describe, expect, it } from 'vitest';
import { badInputs, bytesOf, type Entry } from '../helpers/bad-inputs.js';
import { broken } from './checks.js';
import { seedOf } from './seeds.js';
import { canaryServer, sendAndLeave, serve } from './served.js';
import { wordsOf } from './words.js';

const entries = (
  await Promise.all(
    ['bad-inputs.json', 'file-bad-inputs.json', 'auto-bad-inputs.json', 'mcp-bad-inputs.json'].map(badInputs),
  )
).flat();
/** Groups that share a server: their folders begin alike, and none changes what another one needs. */
const TOGETHER = [
  ['PATH', 'DIR', 'HOST', 'HTTP', 'QUERY', 'REPORT', 'CSRF'],
  ['OBJ', 'CLONE', 'IMPORT'],
  ['INC', 'DECK'],
  ['UPLOAD', 'FOLDER', 'EDITOR'],
  ['IMG', 'RANGE'],
  ['CHUNK', 'URLUP'],
];
const alone = [...new Set(entries.map(({ group }) => group))].filter(
  (group) => !TOGETHER.flat().includes(group),
);
const servers = [...TOGETHER, ...alone.map((group) => [group])].map((groups): [string, string[]] => [
  groups.join(', '),
  groups,
]);

/** Guarded also from a request that is answered with success, unless the corpus says that it changes them. */
const GUARDED = /^blog\/(?:first|second)-post\.json$|^blog-private\//;
/** Groups whose sound requests change the first post, as they are meant to. */
const CHANGING = new Set(['UPLOAD', 'FOLDER', 'CHUNK', 'URLUP']);

/** Error bodies: the long form, the short one of uploads, and those of protocols that have their own. */
const isError = (body: string) =>
  /^\{"error":(?:\{"code":|")/.test(body) || /^(?:[\da-f]+\r\n)?\{"jsonrpc":/.test(body);

const changed = (before: Map<string, string>, after: Map<string, string>): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path));

function times(entry: Entry): number {
  const repeat = entry.checks?.find((check) => check.startsWith('repeat:'));
  return repeat === undefined ? 1 : Number(repeat.slice('repeat:'.length));
}

/** The bytes of one of several requests that are alike but for a number. */
const numbered = (bytes: Buffer, time: number): Buffer =>
  bytes.includes('{i}')
    ? Buffer.from(bytes.toString('latin1').replaceAll('{i}', String(time)), 'latin1')
    : bytes;

describe('hostile requests', () => {
  it.each(servers)(
    'of %s get the status of the specification and harm nothing',
    async (_, groups) => {
      const canary = await canaryServer();
      const { served, prepared } = await serve(await seedOf(groups[0] ?? ''), wordsOf);
      const words = await prepared(served, canary);
      const surroundings = served.surroundings();
      const problems: string[] = [];
      let before = served.content();

      for (const entry of groups.flatMap((group) => entries.filter((one) => one.group === group))) {
        const report = (problem: string) => problems.push(`${entry.id} ${entry.what}: ${problem}`);
        for (const step of entry.steps ?? []) {
          const { status } = await served.raw(await bytesOf(step, words));
          if (!step.expect.includes(status)) report(`a step got ${status}`);
        }
        if ((entry.steps ?? []).length > 0) before = served.content();

        let wrote = false;
        const bytes = await bytesOf(entry, words);
        if (entry.checks?.includes('abortAfterSend')) await sendAndLeave(served.port, bytes);
        else {
          const seen = new Set<number>();
          for (let time = 0; time < times(entry); time += 1) {
            const answer = await served.raw(numbered(bytes, time));
            seen.add(answer.status);
            wrote ||= answer.status >= 200 && answer.status < 300 && !/^(?:GET|HEAD)$/.test(entry.method);
            if (!entry.expect.includes(answer.status))
              report(`${answer.status}, not ${entry.expect}: ${answer.body.slice(0, 200)}`);
            if (answer.status >= 400 && answer.body !== '' && !isError(answer.body))
              report(`no error in JSON: ${answer.body.slice(0, 80)}`);
            if (/\bat .*\.(?:m?js|ts):\d+|node:internal|node_modules/.test(answer.body))
              report('shows a stack');
            if (answer.body.includes(words.KEY_FULL ?? '')) report('shows a key');
            for (const check of await broken({ entry, answer, served, key: words.KEY_FULL ?? '' }))
              report(check);
          }
          const must = entry.checks?.find((check) => check.startsWith('mustSee:'))?.slice('mustSee:'.length);
          if (must !== undefined && !seen.has(Number(must))) report(`never got ${must}`);
        }

        const after = served.content();
        const differ = changed(before, after).filter(
          (path) => !wrote || (GUARDED.test(path) && !entry.changes && !CHANGING.has(entry.group)),
        );
        if (differ.length > 0) report(`changed ${differ}`);
        before = after;
        // When a key was last used is written down after the answer, so a file of that may pass by.
        await expect.poll(() => served.temporary(), { timeout: 10_000, interval: 5 }).toEqual([]);
        if ((await served.fetch('/healthz')).status !== 200) report('the server is gone');
      }

      expect(problems).toEqual([]);
      const { polluted, connections } = await served.probe();
      expect({ polluted, connections }).toEqual({ polluted: [], connections: [] });
      expect(served.surroundings()).toBe(surroundings);
      const { code, stderr } = await served.stop();
      expect(code).toBe(0);
      expect(stderr.split('\n').filter((line) => line.includes('Unexpected error'))).toEqual([]);
    },
    120_000,
  );
});
