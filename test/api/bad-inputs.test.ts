/** Hostile and broken requests, each sent byte for byte on a connection of its own (`fixtures/bad-inputs.json`). */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { badInputs, bytesOf, type Entry, wordsOf } from '../helpers/bad-inputs.js';
import { BLOG, type Files, type RawAnswer, startTestServer, type TestServer } from '../helpers/server.js';

const entries = await badInputs('bad-inputs.json');
const groups = [...new Set(entries.map(({ group }) => group))];

/** Whether one check of the corpus fails, and how. */
async function failing(
  check: string,
  { entry, answer, server }: { entry: Entry; answer: RawAnswer; server: TestServer },
): Promise<string | undefined> {
  const [name = '', rest = ''] = check.split(/[:~](.*)/s);
  if (name === 'noHeader') return new RegExp(`^${rest}:`, 'im').test(answer.head) ? check : undefined;
  if (name === 'bodyNot') return new RegExp(rest, 'i').test(answer.body) ? check : undefined;
  if (name === 'csvSafe') {
    const { text } = await server.request(entry.path);
    const rows: string[][] = parse(text);
    // What a spreadsheet would take for a formula.
    return rows.flat().some((cell) => /^[=+\-@\t\r]/.test(cell)) ? check : undefined;
  }
  if (name === 'unpolluted') return 'polluted' in {} ? check : undefined;
  if (name === 'notExists') {
    return (await server.request(`/api/collections/${rest}`)).status === 404 ? undefined : check;
  }
  if (name === 'readBackNot') {
    const [address = '', pattern = ''] = rest.split('~');
    const { text } = await server.request(`/api/collections/${address}`);
    return new RegExp(pattern, 'i').test(text) ? check : undefined;
  }
  return name === 'maxMs' ? undefined : `unknown check ${check}`;
}

/** The corpus counts views and keeps items, which no built-in schema does. */
const POSTS: Files = {
  ...BLOG,
  '.schemas/entry.json': {
    id: 'entry',
    properties: { id: { field: 'id' } },
    required: ['id'],
    index: ['id'],
  },
  '.schemas/post.json': {
    id: 'post',
    properties: {
      id: { field: 'id' },
      title: { field: 'text' },
      views: { field: 'number', type: 'number' },
      items: { field: 'deck', schemaref: 'entry' },
    },
    required: ['id', 'title'],
    index: ['id', 'title'],
  },
  'blog/.meta.json': { id: 'blog', schema: 'post', name: 'Blog' },
};
const filesOf = (group: string): Files => (group === 'INC' || group === 'DECK' ? POSTS : BLOG);

describe('bad inputs', () => {
  it.each(groups)(
    'of the group %s get the status the rulings give them and harm nothing',
    async (group) => {
      const server = await startTestServer(filesOf(group), { name: 'content' });
      const words = await wordsOf(server);
      const untouched = ['blog/first-post.json', 'blog/second-post.json', 'blog-private/secret.json'];
      const readAll = () => Promise.all(untouched.map((path) => server.read(path)));
      let before = await readAll();
      const problems: string[] = [];

      for (const entry of entries.filter((one) => one.group === group)) {
        const report = (problem: string) => problems.push(`${entry.id} ${entry.what}: ${problem}`);
        for (const step of entry.steps ?? []) {
          const { status } = await server.raw(await bytesOf(step, words));
          if (!step.expect.includes(status)) report(`a step got ${status}`);
        }
        const answer = await server.raw(await bytesOf(entry, words));
        if (!entry.expect.includes(answer.status)) report(`${answer.status}, not ${entry.expect}`);
        if (answer.status >= 400 && answer.body !== '' && !answer.body.startsWith('{"error":{"code":')) {
          report(`no error in JSON: ${answer.body.slice(0, 80)}`);
        }
        if (/\bat .*\.(?:js|ts):\d+/.test(answer.body)) report('shows a stack');
        for (const check of entry.checks ?? []) {
          const failed = await failing(check, { entry, answer, server });
          if (failed !== undefined) report(failed);
        }
        const after = await readAll();
        for (const [at, bytes] of after.entries()) {
          if (!entry.changes && !before[at]?.equals(bytes)) report(`changed ${untouched[at]}`);
        }
        before = after;
        if ((await server.request('/healthz')).status !== 200) report('the server is gone');
      }
      expect(problems).toEqual([]);
      await server.close();
      expect(await readdir(join(server.folder, '.system', 'tmp')).catch(() => [])).toEqual([]);
      expect(server.log.filter((line) => line.includes('Unexpected error'))).toEqual([]);
    },
    120_000,
  );
});
