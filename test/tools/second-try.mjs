/**
 * What `npm test` counts when files that failed beside everything else have been run once more, alone. A machine at its
 * limit can lose a race; one lost race shall neither reject hours of work nor stay unseen.
 */

/** @import { FileResult, RunResult } from './file-results.mjs' */

const isSound = (/** @type {FileResult} */ { tests, errors, ended }) =>
  ended && errors === 0 && tests.every(({ state }) => state === 'passed' || state === 'skipped');

/** Files to run once more: a test or a hook failed, they did not load, or their process ended before they did. */
export const toTryAgain = (/** @type {RunResult} */ { files }) =>
  files.filter((file) => !isSound(file)).map(({ file }) => file);

/**
 * The counts of both runs together, with the names of what failed and of what passed only in the second. A test that
 * fails in the second run counts as failed, whatever the first one said, and so does what the second run does not reach.
 * @param {RunResult} first
 * @param {RunResult} [second] of the files in `toTryAgain(first)`
 */
export function countBoth(first, second = { files: [], errors: 0 }) {
  /** @type {{ passed: number, skipped: number, failed: string[], onlyAgain: string[] }} */
  const total = { passed: 0, skipped: 0, failed: [], onlyAgain: [] };
  const again = new Map(second.files.map((result) => [result.file, result]));
  for (const before of first.files) {
    const after = isSound(before) ? before : again.get(before.file);
    if (after?.ended) countFile(total, before, after);
    else countUnfinished(total, after ?? before);
  }
  // A process that ended early is an error of no file; the files it left unfinished stand for it.
  for (const { files, errors } of [first, second]) {
    if (files.every(({ ended }) => ended))
      total.failed.push(...Array(errors).fill('error outside of any file'));
  }
  return total;
}

function countFile(total, before, after) {
  const { file } = before;
  const earlier = byName(before.tests);
  for (const [key, test] of byName(after.tests)) {
    countTest(total, file, test);
    const first = earlier.get(key);
    if (test.state === 'passed' && first?.state === 'failed') total.onlyAgain.push(described(file, first));
    earlier.delete(key);
  }
  // Tests the second run did not have: what they were named by may have been lost.
  for (const test of earlier.values()) countTest(total, file, test);
  if (after.errors > 0 && after.tests.every(({ state }) => state !== 'failed')) {
    total.failed.push(`${file}: error outside of tests`);
  }
  if (!isSound(before) && isSound(after) && before.tests.every(({ state }) => state !== 'failed')) {
    total.onlyAgain.push(file);
  }
}

/** What has no result counts as failed, at least once for the file. */
function countUnfinished(total, { file, tests }) {
  const failed = total.failed.length;
  for (const test of tests) countTest(total, file, test);
  if (total.failed.length === failed) total.failed.push(`${file}: did not end`);
}

function countTest(total, file, test) {
  if (test.state === 'passed' || test.state === 'skipped') total[test.state] += 1;
  else total.failed.push(described(file, test));
}

/** Where it is and how it failed, in a few lines: the last lines of a log may be all that is left of it. */
function described(file, { name, error = '' }) {
  const lines = error.split('\n').filter((line) => line.trim() !== '');
  const shown = lines.slice(0, 12).map((line) => `\n    ${line.slice(0, 200)}`);
  return `${file}: ${name}${shown.join('')}`;
}

/**
 * The named results in at most so many lines, for the end of a log: each with its name, and as much of its error as there
 * is room for.
 * @param {readonly string[]} named each with its error in further lines
 */
export function inLines(named, max) {
  const shown =
    named.length > max ? [...named.slice(0, max - 1), `and ${named.length - max + 1} more`] : named;
  const each = Math.floor(max / Math.max(1, shown.length));
  return shown.flatMap((text) => text.split('\n').slice(0, each));
}

/** Tests by name; those of the same name by their order as well. */
function byName(tests) {
  const seen = new Map();
  return new Map(
    tests.map((test) => {
      const count = (seen.get(test.name) ?? 0) + 1;
      seen.set(test.name, count);
      return [`${count} ${test.name}`, test];
    }),
  );
}
