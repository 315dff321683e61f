/** `plinth check`: finds and repairs problems of a folder. */
import { type CheckCounts, checkFolder, type FolderProblem } from '../content/maintenance/check-folder.js';
import type { Site } from '../site.js';
import { type Command, EXIT, emit, FOLDER_HELP, FOLDER_OPTIONS, parse, print } from './command.js';
import { withSite } from './folder.js';

export const check: Command = {
  help: `Usage: plinth check --data DIR [--fix]

Reports damaged files, unresolved merge conflicts, conflict copies of sync
tools, invalid names, files without an object, unused files, interrupted
changes, imports and renames of properties, invalid schemas, collections
without a schema, and objects that violate their schema. Exits with code 1
while problems remain.

${FOLDER_HELP}
  --fix         repair what can be repaired without data loss: objects are never
                deleted, and the two versions of a merge conflict are combined
                where they do not contradict; replaced versions and files
                without an object are kept in the trash for 30 days`,
  async run(args) {
    const options = { ...FOLDER_OPTIONS, fix: { type: 'boolean' } } as const;
    const { values } = parse({ args, options });
    const told = values.json
      ? { problem: emitProblem, end: emitEnd }
      : { problem: printProblem, end: printEnd };
    const remaining = await withSite(values, (site) => tell(site, values.fix ?? false, told));
    return remaining > 0 ? EXIT.failed : EXIT.ok;
  },
};

interface Figures extends CheckCounts {
  problems: number;
  mended: number;
  remaining: number;
}

/** Prints every problem as it is found, then the totals; resolves with the number of remaining ones. */
async function tell(
  site: Site,
  fix: boolean,
  told: { problem(problem: FolderProblem): void; end(figures: Figures): void },
): Promise<number> {
  let problems = 0;
  let mended = 0;
  const checking = checkFolder(site, { fix });
  for (;;) {
    const { value, done } = await checking.next();
    if (done) {
      const remaining = problems - mended;
      told.end({ ...value, problems, mended, remaining });
      return remaining;
    }
    problems += 1;
    if (value.mended !== undefined) mended += 1;
    told.problem(value);
  }
}

const emitProblem = (problem: FolderProblem) => emit({ event: 'problem', ...problem });
const emitEnd = (figures: Figures) => emit({ event: 'checked', ...figures });

function printProblem({ path, message, details, mended }: FolderProblem): void {
  print(`${path}: ${message}`);
  for (const [place, sentences] of Object.entries(details ?? {})) {
    for (const sentence of sentences) print(`  ${place}: ${sentence}`);
  }
  if (mended !== undefined) print(`  Repaired: ${mended}`);
}

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

function printEnd({ collections, objects, problems, mended, remaining }: Figures): void {
  print(`Checked ${counted(objects, 'object')} in ${counted(collections, 'collection')}.`);
  if (problems === 0) print('No problems found.');
  else if (mended === 0) print(`${counted(problems, 'problem')}.`);
  else print(`${counted(problems, 'problem')}, ${mended} repaired, ${remaining} left.`);
}
