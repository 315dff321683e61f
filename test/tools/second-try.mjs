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
 * The counts of both runs together, and what passed only in the second. A test that fails in the second run counts as
 * failed, whatever the first one said, and so does what the second run does not reach.
 * @param {RunResult} first
 * @param {RunResult} [second] of the files in `toTryAgain(first)`
 */
export function countBoth(first, second = { files: [], errors: 0 }) {
  /** @type {{ passed: number, failed: number, skipped: number, onlyAgain: string[] }} */
  const total = { passed: 0, failed: 0, skipped: 0, onlyAgain: [] };
  const again = new Map(second.files.map((result) => [result.file, result]));
  for (const before of first.files) {
    const after = isSound(before) ? before : again.get(before.file);
    if (after?.ended) countFile(total, before, after);
    else countUnfinished(total, after ?? before);
  }
  // A process that ended early is an error of no file; the files it left unfinished stand for it.
  for (const { files, errors } of [first, second]) {
    if (files.every(({ ended }) => ended)) total.failed += errors;
  }
  return total;
}

function countFile(total, before, after) {
  const earlier = byName(before.tests);
  for (const [key, { name, state }] of byName(after.tests)) {
    total[state === 'passed' || state === 'skipped' ? state : 'failed'] += 1;
    if (state === 'passed' && earlier.get(key)?.state === 'failed')
      total.onlyAgain.push(`${before.file}: ${name}`);
    earlier.delete(key);
  }
  // Tests the second run did not have: what they were named by may have been lost.
  for (const { state } of earlier.values())
    total[state === 'passed' || state === 'skipped' ? state : 'failed'] += 1;
  if (after.errors > 0 && after.tests.every(({ state }) => state !== 'failed')) total.failed += 1;
  if (!isSound(before) && isSound(after) && before.tests.every(({ state }) => state !== 'failed')) {
    total.onlyAgain.push(before.file);
  }
}

/** What has no result counts as failed, at least once for the file. */
function countUnfinished(total, { tests }) {
  const done = tests.filter(({ state }) => state === 'passed' || state === 'skipped');
  for (const { state } of done) total[state] += 1;
  total.failed += Math.max(1, tests.length - done.length);
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
