/** `plinth undo`: undoes a transaction, or what an actor did in a period (spec/history.md#undo). */

import type { WriteBase } from '../content/core/base.js';
import { type Undone, undoTransaction, undoWorkOf } from '../content/history/undo.js';
import { isTransactionId } from '../contract/changes.js';
import { commandOrigin } from '../origins.js';
import type { Site } from '../site.js';
import {
  action,
  commandOf,
  EXIT,
  FOLDER_OPTIONS,
  flag,
  printable,
  printEach,
  progressOf,
  required,
  takes,
  UsageError,
} from './command.js';
import { withSite } from './folder.js';
import { subjectName } from './history.js';
import { momentOf } from './history-arguments.js';

export const command = commandOf(
  'undo',
  {
    usage: [
      'TRANSACTION --data DIR [--dry-run]',
      '--actor A --since TIME [--until TIME] --data DIR [--dry-run]',
    ],
    about: `Undoes a transaction, or what an actor did in a period. Changes that were made since are kept; objects where
they are in the way are listed and left as they are, and the exit code is then 1. The undo is a transaction itself and
can be undone. "plinth history" lists transactions and actors.`,
  },
  action({
    options: {
      ...FOLDER_OPTIONS,
      'dry-run': flag('report what would be undone without writing anything'),
      actor: takes(
        'A',
        'the actor: owner, user, key, app, automation, command, external, or the name or id of one',
      ),
      since: takes('TIME', 'from this time on, e.g. 2026-01-31 or 2026-01-31T12:00:00Z'),
      until: takes('TIME', 'to this time; default: now'),
    },
    words: true,
    async run({ values, words }) {
      const work = workOf(values, words);
      const undone = await withSite(values, (site) => {
        const { actor, transaction } = commandOrigin('undo', site.now());
        const change = { actor, transaction: { ...transaction, kind: 'undo' as const } };
        return work({ ...site, change }, values['dry-run'] ?? false);
      });
      const events = undone.map((one) => ({ event: 'undone', ...one }));
      printEach(values, events, { line: lineOf, none: 'There is nothing to undo.' });
      const left = undone.some(({ result }) => result === 'clash' || result === 'skipped');
      return left ? EXIT.failed : EXIT.ok;
    },
  }),
);

/** An undo of fewer subjects ends in a moment. */
const MANY = 100;

type Work = (site: Site & WriteBase, dryRun: boolean) => Promise<Undone[]>;

/** What is to be undone. */
function workOf(
  values: Partial<Record<'actor' | 'since' | 'until', string>> & { json?: boolean | undefined },
  positionals: readonly string[],
): Work {
  const [transaction, ...rest] = positionals;
  const tell = progressOf(values.json);
  const optionsOf = ({ settings }: Site, dryRun: boolean) => ({
    dryRun,
    settings,
    mayDo: () => true,
    progress: ({ done, of }: { done: number; of: number }) => {
      if (of >= MANY) tell(done, of);
    },
  });
  if (transaction !== undefined) {
    if (rest.length > 0 || values.actor !== undefined || values.since !== undefined) {
      throw new UsageError('Pass the id of one transaction, or --actor and --since');
    }
    if (!isTransactionId(transaction))
      throw new UsageError(`"${transaction}" is not the id of a transaction`);
    return (site, dryRun) => undoTransaction(site, transaction, optionsOf(site, dryRun));
  }
  const actor = required(values.actor, 'The id of a transaction, or --actor,');
  const since = momentOf(required(values.since, '--since'), '--since') ?? 0;
  const until = momentOf(values.until, '--until');
  return (site, dryRun) => {
    const period = { since, until: until ?? site.now().getTime() + 1 };
    return undoWorkOf(site, { actor, ...period, shownActor: (one) => one }, optionsOf(site, dryRun));
  };
}

function lineOf({ subject, result, properties, message, files, missingFiles }: Undone): string {
  const places = properties ? ` (${properties.join(', ')})` : '';
  const back = files ? `; files: ${files.join(', ')}` : '';
  const lost = missingFiles ? `; files whose bytes are not kept: ${missingFiles.join(', ')}` : '';
  return printable(
    `${subjectName(subject)}: ${result}${message ? `: ${message}${places}` : ''}${back}${lost}`,
  );
}
