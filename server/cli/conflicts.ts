/** `plinth conflicts`: lists the conflicts of a folder, and merges those without a clash. */
import { mergeConflicts } from '../content/conflicts/auto-merge.js';
import { listConflicts } from '../content/conflicts/list-conflicts.js';
import { readConflict } from '../content/conflicts/read-conflict.js';
import type { Conflict } from '../contract/conflicts.js';
import { commandOrigin } from '../origins.js';
import type { Site } from '../site.js';
import { action, commandOf, EXIT, emit, FOLDER_OPTIONS, flag, print } from './command.js';
import { withSite } from './folder.js';

export const command = commandOf(
  'conflicts',
  {
    usage: ['--data DIR [--merge]'],
    about: `Lists conflict copies of sync tools and files with merge markers, with the properties that both versions
have changed, or that differ where the version before both is not known. Exits with code 1 while conflicts remain.`,
  },
  action({
    options: {
      ...FOLDER_OPTIONS,
      merge: flag(
        'merge objects without a clash and move their copies to the trash, as well as copies with nothing new in them',
      ),
    },
    async run({ values }) {
      const { merge = false, json = false } = values;
      const left = await withSite(values, (site) => report(site, merge, json));
      return left > 0 ? EXIT.failed : EXIT.ok;
    },
  }),
);

/** Resolves with the number of conflicts that are left. */
async function report(site: Site, merge: boolean, json: boolean): Promise<number> {
  const before = await listConflicts(site);
  const change = commandOrigin('conflicts', site.now());
  const log = (_level: string, message: string) => process.stderr.write(`${message}\n`);
  const left = merge ? await mergeConflicts({ ...site, change }, log) : before;
  const open = new Set(left.map(({ id }) => id));
  for (const conflict of before) {
    const { original, path } = conflict;
    const isOpen = open.has(conflict.id);
    const found = isOpen ? await clashesOf(site, conflict) : { clashes: [], isKnown: true };
    const { clashes, isKnown } = found;
    if (json) emit({ event: 'conflict', original, path, merged: !isOpen, clashes, base: isKnown });
    else print(lineOf(conflict, isOpen, found));
  }
  if (json) emit({ event: 'listed', conflicts: before.length, left: left.length });
  else print(before.length === 0 ? 'No conflicts.' : `${before.length} found, ${left.length} left.`);
  return left.length;
}

interface Clashes {
  clashes: readonly string[];
  /** Whether the version before both is known: without it all that differs is a clash. */
  isKnown: boolean;
}

async function clashesOf(site: Site, conflict: Conflict): Promise<Clashes> {
  const { comparison } = await readConflict(site, conflict);
  return { clashes: [...(comparison?.clashes ?? [])], isKnown: comparison?.base !== undefined };
}

function lineOf({ original, path }: Conflict, isOpen: boolean, { clashes, isKnown }: Clashes): string {
  if (!isOpen) return `${path}: resolved, the copy is in the trash`;
  const what = path === original ? 'has merge markers' : `is another version of "${original}"`;
  const names = clashes.join(', ');
  const which = isKnown ? `both changed ${names}` : `they differ in ${names}`;
  return `${path}: ${what}${clashes.length > 0 ? `; ${which}` : ''}`;
}
