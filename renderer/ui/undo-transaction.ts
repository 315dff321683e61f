/** Undo of a change from the message that reports it. */
import type { QueryClient } from '@tanstack/react-query';
import type { Undone } from '#contract/history';
import { undoTransaction } from '../api/activity';
import { t } from '../t';
import { counted, formatNumber } from './format';
import { notifyDone, notifyFailed, notifyUndo, notifyWarning, notifyWork } from './notify';

const texts = {
  undoing: 'Undoing…',
  progress: (done: number, of: number) => `Undoing ${formatNumber(done)} of ${formatNumber(of)}`,
  stopped: 'Undo stopped',
  stoppedAfter: (count: number) =>
    `After ${counted(count, 'object', 'objects')}. Activity shows the rest, which can still be undone.`,
  undone: 'Undone.',
  undoneMany: (count: number) => `Undone: ${counted(count, 'object', 'objects')}.`,
  nothing: 'There was nothing left to undo.',
  partly: 'Not everything was undone',
  done: (count: number) => `${counted(count, 'object was', 'objects were')} undone.`,
  clash: (names: string) => `Changed again since, and left as they are: ${names}.`,
  skipped: (names: string) => `Cannot be undone: ${names}.`,
  failed: 'Could not undo',
};

/** Names a message has room for. */
const NAMED = 5;

const nameOf = ({ subject }: Undone): string => {
  if (subject.type === 'object') return `“${subject.id}”`;
  if (subject.type === 'settings') return t('the settings of the folder');
  return subject.type === 'schema'
    ? t(`the schema “${subject.schema}”`)
    : t(`the settings of “${subject.collection}”`);
};

const namesOf = (undone: readonly Undone[]): string =>
  [...undone.slice(0, NAMED).map(nameOf), ...(undone.length > NAMED ? ['…'] : [])].join(', ');

/** Says what became of an undo. */
function notifyUndone(undone: readonly Undone[]): void {
  const of = (...results: Undone['result'][]) => undone.filter(({ result }) => results.includes(result));
  const done = of('restored', 'removed').length;
  const [clashes, skipped] = [of('clash'), of('skipped')];
  if (clashes.length + skipped.length > 0) {
    const parts = [
      ...(done > 0 ? [texts.done(done)] : []),
      ...(clashes.length > 0 ? [texts.clash(namesOf(clashes))] : []),
      ...(skipped.length > 0 ? [texts.skipped(namesOf(skipped))] : []),
    ];
    notifyWarning(texts.partly, parts.join(' '));
  } else if (done === 0) notifyDone(texts.nothing);
  else notifyDone(done === 1 ? texts.undone : texts.undoneMany(done));
}

/** Undoes transactions, the last one first, and says what became of it. */
export async function undoAndNotify(
  client: QueryClient,
  transactions: string | readonly string[],
): Promise<void> {
  const stop = new AbortController();
  const { signal } = stop;
  const notice = notifyWork(texts.undoing, () => stop.abort());
  let told = 0;
  const onProgress = ({ done, of }: { done: number; of: number }) => {
    told = done;
    notice.show(texts.progress(done, of));
  };
  const undone: Undone[] = [];
  try {
    for (const transaction of [transactions].flat().reverse()) {
      undone.push(...(await undoTransaction(client, transaction, { onProgress, signal })).undone);
    }
    notifyUndone(undone);
  } catch (error) {
    if (signal.aborted) notifyWarning(texts.stopped, texts.stoppedAfter(told));
    else {
      // What was undone of the other transactions stays so.
      if (undone.length > 0) notifyUndone(undone);
      notifyFailed(texts.failed, error);
    }
  } finally {
    notice.close();
  }
}

/** Says what was done, and offers to undo it where its transactions are known; then it answers the ID of the message. */
export function notifyChange(
  client: QueryClient,
  message: string,
  transactions: string | readonly string[] | undefined,
): string | undefined {
  if (transactions !== undefined && transactions.length > 0)
    return notifyUndo(message, () => void undoAndNotify(client, transactions));
  notifyDone(message);
  return undefined;
}
