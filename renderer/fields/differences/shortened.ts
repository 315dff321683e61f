/** Long unchanged stretches are shortened: what changed is near what is shown. Pure. */
import type { Run } from './compare';
import type { Token } from './words';

/** Tokens shown around a change, and of a change. */
const AROUND = 60;
const OF_CHANGE = 1500;

/** A stretch that is not shown. */
export interface Gap {
  change: 'gap';
}

const part = (run: Run<Token>, from: number, to?: number): Run<Token> => ({
  change: run.change,
  entries: run.entries.slice(from, to),
});

function shorten(run: Run<Token>, first: boolean, last: boolean): (Run<Token> | Gap)[] {
  const { length } = run.entries;
  if (run.change !== 'same') {
    return length <= OF_CHANGE ? [run] : [part(run, 0, OF_CHANGE), { change: 'gap' }];
  }
  const [head, tail] = [first ? 0 : AROUND, last ? 0 : AROUND];
  if (length <= head + tail + AROUND) return [run];
  const shown = [part(run, 0, head), part(run, length - tail)] as const;
  return [shown[0], { change: 'gap' } as const, shown[1]].filter(
    (one) => one.change === 'gap' || one.entries.length > 0,
  );
}

/** Texts without a change are not shortened here: their beginning is shown. */
export function shortened(runs: readonly Run<Token>[]): (Run<Token> | Gap)[] {
  if (runs.every(({ change }) => change === 'same')) {
    return runs.flatMap((run) =>
      run.entries.length <= OF_CHANGE ? [run] : [part(run, 0, OF_CHANGE), { change: 'gap' } as const],
    );
  }
  return runs.flatMap((run, at) => shorten(run, at === 0, at === runs.length - 1));
}
