/** Work on many things, of which what cannot be done does not keep the others from being done. */
import { several } from '../../async/several.js';
import { PlinthError } from '../../errors.js';

/** Errors that are about one thing; others, such as a full disk, would be those of the next one as well. */
const OF_ONE: ReadonlySet<PlinthError['kind']> = new Set([
  'missing',
  'conflict',
  'validation',
  'damaged',
  'forbidden',
  'stale',
]);

export interface Done<T, R> {
  /** In the order of the things. */
  done: R[];
  failed: { item: T; problem: { message: string } & Pick<PlinthError['reason'], 'key' | 'values'> }[];
}

/** Throws what `work` throws, where that is not about one thing: then no other is begun. */
export async function eachAsFarAsPossible<T, R>(
  items: readonly T[],
  options: Parameters<typeof several<T>>[1],
  work: (item: T) => Promise<R>,
): Promise<Done<T, R>> {
  const done: { result: R }[] = [];
  const failed: Done<T, R>['failed'] = [];
  await several(items, options, async (item, at) => {
    try {
      done[at] = { result: await work(item) };
    } catch (error) {
      if (!(error instanceof PlinthError && OF_ONE.has(error.kind))) throw error;
      const { text, key, values } = error.reason;
      failed[at] = { item, problem: { message: text, key, values } };
    }
  });
  const there = <X>(all: readonly X[]) => all.filter((one) => one !== undefined);
  return { done: there(done).map(({ result }) => result), failed: there(failed) };
}
