/** `plinth check`: finds and repairs problems of a folder. */
import { type CheckCounts, checkFolder, type FolderProblem } from '../health/check-folder.js';
import { commandOrigin } from '../origins.js';
import type { Site } from '../site.js';
import { action, commandOf, EXIT, emit, FOLDER_OPTIONS, flag, print } from './command.js';
import { withSite } from './folder.js';
import { committedSecrets } from './secret-files.js';

export const command = commandOf(
  'check',
  {
    usage: ['--data DIR [--fix]'],
    about: `Reports damaged files, unresolved merge conflicts, conflict copies of sync tools, invalid names, files
without an object, unused files, interrupted changes, imports and renames of properties, invalid schemas, collections
without a schema, objects that violate their schema, and relations and links to objects and files that do not exist.
Exits with code 1 while problems remain. Images without alternative text, very large images, files outside the folders
of properties, and keys and users that are in a git repository are warnings, which do not change the exit code.`,
  },
  action({
    options: {
      ...FOLDER_OPTIONS,
      fix: flag(
        'repair what can be repaired without data loss: objects are never deleted, and the two versions of a merge conflict are combined where they do not contradict; replaced versions and files without an object are kept in the trash for 30 days',
      ),
    },
    async run({ values }) {
      const output = values.json
        ? { problem: emitProblem, end: emitEnd }
        : { problem: printProblem, end: printEnd };
      const remaining = await withSite(values, (site) => report(site, values.fix ?? false, output));
      return remaining > 0 ? EXIT.failed : EXIT.ok;
    },
  }),
);

interface Totals extends CheckCounts {
  problems: number;
  repaired: number;
  remaining: number;
  /** Besides the problems. */
  warnings: number;
}

/** Prints every problem as it is found, then the totals; resolves with the number of remaining ones. */
async function report(
  site: Site,
  fix: boolean,
  output: { problem(problem: FolderProblem): void; end(totals: Totals): void },
): Promise<number> {
  let problems = 0;
  let repaired = 0;
  let warnings = 0;
  for (const path of committedSecrets(site.store.root)) {
    warnings += 1;
    output.problem({ kind: 'inRepository', path, warning: true, message: inRepository(path) });
  }
  const checking = checkFolder({ ...site, change: commandOrigin('check', site.now()) }, { fix });
  for (;;) {
    const { value, done } = await checking.next();
    if (done) {
      const remaining = problems - repaired;
      output.end({ ...value, problems, repaired, remaining, warnings });
      return remaining;
    }
    if (value.warning) warnings += 1;
    else problems += 1;
    if (value.repaired !== undefined) repaired += 1;
    output.problem(value);
  }
}

const inRepository = (path: string): string =>
  `is in a git repository, with keys, users or secrets of this folder; run "plinth init --git" and "git rm --cached ${path}", and revoke or replace what it holds: earlier commits keep it`;

const emitProblem = (problem: FolderProblem) => emit({ event: 'problem', ...problem });
const emitEnd = (totals: Totals) => emit({ event: 'checked', ...totals });

function printProblem({ path, message, details, repaired, warning }: FolderProblem): void {
  print(`${path}: ${warning ? 'warning: ' : ''}${message}`);
  for (const [place, sentences] of Object.entries(details ?? {})) {
    for (const sentence of sentences) print(`  ${place}: ${sentence}`);
  }
  if (repaired !== undefined) print(`  Repaired: ${repaired}`);
}

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

function printEnd({ collections, objects, problems, repaired, remaining, warnings }: Totals): void {
  print(`Checked ${counted(objects, 'object')} in ${counted(collections, 'collection')}.`);
  if (problems === 0) print('No problems found.');
  else if (repaired === 0) print(`${counted(problems, 'problem')}.`);
  else print(`${counted(problems, 'problem')}, ${repaired} repaired, ${remaining} left.`);
  if (warnings > 0) print(`${counted(warnings, 'warning')}.`);
}
