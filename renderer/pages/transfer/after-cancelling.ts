import type { ImportAnswer } from '#contract/transfer';

/** So many looks at the same state mean that it stays. */
const STEADY = 3;

const sameCounts = (left: ImportAnswer, right: ImportAnswer): boolean =>
  left.created === right.created && left.updated === right.updated && left.failed === right.failed;

/**
 * What is left to import after an import was cancelled. The server takes back what it had written, which takes a
 * moment; `check` looks again until everything that was expected before is to be imported again, or until nothing
 * changes any more: then the import was over sooner than the cancelling, and `nothing` is false.
 */
export async function afterCancelling(
  expected: ImportAnswer,
  check: () => Promise<ImportAnswer>,
  pause: () => Promise<void>,
): Promise<{ answer: ImportAnswer; nothing: boolean }> {
  let answer = await check();
  for (let steady = 1; steady < STEADY; ) {
    if (sameCounts(answer, expected)) return { answer, nothing: true };
    await pause();
    const next = await check();
    steady = sameCounts(next, answer) ? steady + 1 : 1;
    answer = next;
  }
  return { answer, nothing: sameCounts(answer, expected) };
}
