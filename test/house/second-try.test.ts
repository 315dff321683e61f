/** What `npm test` makes of files that fail beside everything else and are run once more, alone. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import type { FileResult, RunResult, TestResult } from '../tools/file-results.mjs';
import { countBoth, inLines, toTryAgain } from '../tools/second-try.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A file with tests written as `name state`, as in `a passed`. */
function file(name: string, tests: string, more: Partial<FileResult> = {}): FileResult {
  const results = tests.split(', ').filter(Boolean);
  return {
    file: name,
    tests: results.map((text) => {
      const [title = '', state] = text.split(' ');
      return { name: title, state: state as TestResult['state'] };
    }),
    errors: 0,
    ended: true,
    ...more,
  };
}

const run = (...files: FileResult[]): RunResult => ({ files, errors: 0 });

it('runs again what failed, what did not load and what never ended', () => {
  const first = run(
    file('sound', 'a passed, b skipped'),
    file('failed', 'a passed, b failed'),
    file('not loaded', '', { errors: 1 }),
    file('hook', 'a passed', { errors: 1 }),
    file('crashed', 'a passed, b pending', { ended: false }),
    file('never begun', '', { ended: false }),
  );
  expect(toTryAgain(first)).toEqual(['failed', 'not loaded', 'hook', 'crashed', 'never begun']);
  expect(countBoth(first)).toEqual({
    passed: 4,
    failed: [
      'failed: b',
      'not loaded: did not end',
      'hook: did not end',
      'crashed: b',
      'never begun: did not end',
    ],
    skipped: 1,
    onlyAgain: [],
  });
});

it.each<[string, FileResult, FileResult, ReturnType<typeof countBoth>]>([
  [
    'a test that passes then is passed, and named',
    file('f', 'a passed, b failed'),
    file('f', 'a passed, b passed'),
    { passed: 2, failed: [], skipped: 0, onlyAgain: ['f: b'] },
  ],
  [
    'a test that fails twice is failed, beside one that passes',
    file('f', 'a failed, b failed'),
    file('f', 'a failed, b passed'),
    { passed: 1, failed: ['f: a'], skipped: 0, onlyAgain: ['f: b'] },
  ],
  [
    'tests of the same name are told apart by their order',
    file('f', 'a failed, a passed'),
    file('f', 'a passed, a passed'),
    { passed: 2, failed: [], skipped: 0, onlyAgain: ['f: a'] },
  ],
  [
    'a test that fails only then is failed',
    file('f', 'a passed, b failed'),
    file('f', 'a failed, b passed'),
    { passed: 1, failed: ['f: a'], skipped: 0, onlyAgain: ['f: b'] },
  ],
  [
    'a failed test that is missing then stays failed',
    file('f', 'a failed, b passed'),
    file('f', 'b passed'),
    { passed: 1, failed: ['f: a'], skipped: 0, onlyAgain: [] },
  ],
  [
    'a file that crashed is named once',
    file('f', 'a passed, b pending', { ended: false }),
    file('f', 'a passed, b passed'),
    { passed: 2, failed: [], skipped: 0, onlyAgain: ['f'] },
  ],
  [
    'a file that did not load is named once',
    file('f', '', { errors: 1 }),
    file('f', 'a passed'),
    { passed: 1, failed: [], skipped: 0, onlyAgain: ['f'] },
  ],
  [
    'a file that does not load twice is failed',
    file('f', '', { errors: 1 }),
    file('f', '', { errors: 1 }),
    { passed: 0, failed: ['f: error outside of tests'], skipped: 0, onlyAgain: [] },
  ],
  [
    'a file that crashes twice has failed with what it left undone',
    file('f', 'a passed, b pending', { ended: false }),
    file('f', 'a passed, b pending', { ended: false }),
    { passed: 1, failed: ['f: b'], skipped: 0, onlyAgain: [] },
  ],
  [
    'an error outside of tests is failed',
    file('f', 'a failed'),
    file('f', 'a passed', { errors: 1 }),
    { passed: 1, failed: ['f: error outside of tests'], skipped: 0, onlyAgain: ['f: a'] },
  ],
])('%s', (_title, first, second, counted) => {
  expect(countBoth(run(first), run(second))).toEqual(counted);
});

it('names a test with the first lines of its error', () => {
  const failed = file('f', '', {
    tests: [{ name: 'a', state: 'failed', error: `one\n\n${'two\n'.repeat(99)}` }],
  });
  const [text = ''] = countBoth(run(failed), run(failed)).failed;
  expect(text.split('\n')).toEqual(['f: a', '    one', ...Array(11).fill('    two')]);
  expect(countBoth(run(failed), run(file('f', 'a passed'))).onlyAgain).toEqual([text]);
});

it('names all results in at most so many lines, with as much of each error as there is room for', () => {
  const failures = (count: number) =>
    Array.from({ length: count }, (_, at) => `${at}\n  one\n  two\n  three`);
  expect(inLines([], 10)).toEqual([]);
  expect(inLines(failures(2), 10)).toEqual(failures(2).flatMap((text) => text.split('\n')));
  expect(inLines(failures(4), 10)).toEqual(['0', '  one', '1', '  one', '2', '  one', '3', '  one']);
  expect(inLines(failures(12), 10)).toEqual([...'012345678', 'and 3 more']);
});

it('counts errors of no file, unless files were left unfinished by them', () => {
  const sound = file('f', 'a passed');
  const unfinished = file('f', '', { ended: false });
  expect(countBoth({ files: [sound], errors: 2 }).failed).toHaveLength(2);
  expect(countBoth({ files: [unfinished], errors: 1 }, run(sound)).failed).toEqual([]);
  expect(countBoth(run(file('f', 'a failed')), { files: [sound], errors: 1 }).failed).toHaveLength(1);
});

it('knows of every file of browser tests what became of it, also when a worker of the runner is killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-runner-'));
  try {
    const playwright = JSON.stringify(pathToFileURL(join(root, 'node_modules/playwright/test.mjs')).href);
    const bodies = [
      "test('a', () => {}); test.skip('b', () => {});",
      "test.describe('group', () => { test('a', () => { throw new Error('no'); }); test('b', () => {}); });",
      "test.describe.configure({ mode: 'serial' }); test('a', () => { throw new Error('no'); }); test('b', () => {});",
      "test('a', () => { process.kill(process.pid, 'SIGKILL'); });",
    ];
    for (const [index, body] of bodies.entries()) {
      await writeFile(join(folder, `${index}.spec.mjs`), `import { test } from ${playwright}; ${body}`);
    }
    await writeFile(join(folder, 'playwright.config.mjs'), 'export default { workers: 1 };');
    const results = join(folder, 'results.json');
    const { status } = spawnSync(
      process.execPath,
      [
        join(root, 'node_modules/playwright/cli.js'),
        ...['test', '--config', folder, `--reporter=${join(root, 'test/tools/browser-results.mjs')}`],
      ],
      { cwd: folder, env: { ...process.env, PLINTH_FILE_RESULTS: results } },
    );
    expect(status).toBe(1);
    const { files } = JSON.parse(await readFile(results, 'utf8')) as RunResult;
    expect(
      files.map(({ file, tests, ended }) => [
        file,
        ended,
        ...tests.map(({ name, state }) => `${name}: ${state}`),
      ]),
    ).toEqual([
      ['0.spec.mjs', true, 'a: passed', 'b: skipped'],
      ['1.spec.mjs', true, 'group › a: failed', 'group › b: passed'],
      ['2.spec.mjs', false, 'a: failed', 'b: pending'],
      ['3.spec.mjs', true, 'a: failed'],
    ]);
    expect(files[1]?.tests[0]?.error).toBe('Error: no');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it('knows of every file what became of it, also when a process of the runner is killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-runner-'));
  try {
    // Without times of an earlier run the longest file is the first.
    const bodies = [
      "test('a', () => {}); // sound",
      "test('a', () => { throw new Error('no'); }); test.skip('b', () => {}); test('c', () => {}); // fails",
      "import './nothing.js'; test('a', () => {}); // does not load",
      "test('a', () => new Promise((done) => { Promise.reject(new Error('late')); setTimeout(done); })); // rejects",
      "test('a', () => {}); test('b', () => { process.kill(process.pid, 'SIGKILL'); }); // ends its process",
      "test('a', () => {}); // waits for that process",
    ];
    for (const [index, body] of bodies.entries()) {
      await writeFile(join(folder, `${index}.test.js`), body.padEnd(200 - index));
    }
    const results = join(folder, 'results.json');
    const { status } = spawnSync(
      process.execPath,
      [
        join(root, 'node_modules/vitest/vitest.mjs'),
        ...['run', '--root', folder, '--globals', '--pool=forks', '--maxWorkers=1', '--no-isolate'],
        `--reporter=${join(root, 'test/tools/file-results.mjs')}`,
      ],
      { cwd: folder, env: { ...process.env, PLINTH_FILE_RESULTS: results } },
    );
    expect(status).toBe(1);
    const result = JSON.parse(await readFile(results, 'utf8')) as RunResult;
    expect(toTryAgain(result)).toEqual([1, 2, 3, 4, 5].map((index) => `${index}.test.js`));
    expect(result.files[1]?.tests).toEqual([
      { name: 'a', state: 'failed', error: 'no' },
      { name: 'b', state: 'skipped' },
      { name: 'c', state: 'passed' },
    ]);
    expect(result.files.map(({ ended }) => ended)).toEqual([true, true, true, true, false, false]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
