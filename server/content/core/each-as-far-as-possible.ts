/** Work on many things, of which what cannot be done does not keep the others from being done. */
import { several } from '../../async/several.js';
import { type Message, message } from '../../contract/messages/message.js';
import { PlinthError } from '../../errors.js';
import type { Live } from './base.js';

/** Errors that are about one thing; others, such as a full disk, would be those of the next one as well: it is not begun. */
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

const problemOf = ({ text, key, values }: Message) => ({ message: text, key, values });

/** An error that is not about one thing is the reason of all that was not done, and thrown where nothing was. */
export async function eachAsFarAsPossible<T, R>(
  base: Pick<Live, 'logError'>,
  items: readonly T[],
  options: Parameters<typeof several<T>>[1],
  work: (item: T) => Promise<R>,
): Promise<Done<T, R>> {
  const done: { result: R }[] = [];
  const failed: Done<T, R>['failed'] = [];
  try {
    await several(items, options, async (item, at) => {
      try {
        done[at] = { result: await work(item) };
      } catch (error) {
        if (!(error instanceof PlinthError && OF_ONE.has(error.kind))) throw error;
        failed[at] = { item, problem: problemOf(error.reason) };
      }
    });
  } catch (error) {
    if (done.length === 0) throw error;
    base.logError('Not all of a request was done', error);
    const problem = problemOf(error instanceof PlinthError ? error.reason : message('serverFailed'));
    for (const [at, item] of items.entries()) if (!done[at]) failed[at] ??= { item, problem };
  }
  const there = <X>(all: readonly X[]) => all.filter((one) => one !== undefined);
  return { done: there(done).map(({ result }) => result), failed: there(failed) };
}
