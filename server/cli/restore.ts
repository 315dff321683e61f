/** `plinth restore`: brings back a version of an object (spec/history.md#restore). */
import type { Base } from '../content/core/base.js';
import { differences } from '../content/history/differences.js';
import { restoreVersion } from '../content/history/restore-version.js';
import { revisionAt } from '../content/history/versions.js';
import { SYSTEM_PROPERTIES } from '../contract/names.js';
import { commandOrigin } from '../origins.js';
import {
  action,
  commandOf,
  emit,
  FOLDER_OPTIONS,
  flag,
  print,
  takes,
  UsageError,
  wordsOf,
} from './command.js';
import { withSite } from './folder.js';
import { momentOf, objectOf } from './history-arguments.js';

export const command = commandOf(
  'restore',
  {
    usage: ['COLLECTION/ID --data DIR (--revision R | --at TIME) [--properties P,…] [--dry-run]'],
    about: `Restores a version of an object, whole or some of its properties. A deleted object is created again. The
version that is replaced stays in the history, so this can be undone. "plinth history COLLECTION/ID" lists the versions.`,
  },
  action({
    options: {
      ...FOLDER_OPTIONS,
      revision: takes('R', 'the version'),
      at: takes('TIME', 'the version the object had at this time, e.g. 2026-01-31 or 2026-01-31T12:00:00Z'),
      properties: takes('P', 'only these properties'),
      'dry-run': flag('only print what would change'),
    },
    words: true,
    async run({ values, words }) {
      const [collection, id] = objectOf(words);
      const at = momentOf(values.at, '--at');
      if ((values.revision === undefined) === (at === undefined)) {
        throw new UsageError('Pass either --revision or --at');
      }
      const properties = wordsOf(values.properties);
      const dryRun = values['dry-run'] === true;
      const { revision, ...done } = await withSite(values, async (site) => {
        const revision = values.revision ?? (await revisionAt(site, collection, id, at ?? 0));
        if (dryRun)
          return { revision, ...(await wouldChange(site, collection, id, { revision, properties })) };
        const { actor, transaction } = commandOrigin('restore', site.now());
        const change = { actor, transaction: { ...transaction, kind: 'restore' as const } };
        const { lost } = await restoreVersion({ ...site, change }, collection, id, revision, { properties });
        return { revision, missingFiles: lost };
      });
      if (values.json) {
        emit({ event: dryRun ? 'wouldRestore' : 'restored', collection, id, revision, ...done });
      } else {
        print(`${collection}/${id}: ${dryRun ? 'would restore' : 'restored'} revision ${revision}`);
        for (const line of 'changed' in done ? done.changed : missing(done.missingFiles)) print(`  ${line}`);
      }
    },
  }),
);

const missing = (paths: readonly string[]): string[] =>
  paths.map((path) => `${path}: its bytes are not kept, so it was not restored`);

/** Names of the properties, and paths of the files, that a restore would change. */
async function wouldChange(
  base: Base,
  collection: string,
  id: string,
  { revision, properties }: { revision: string; properties: readonly string[] | undefined },
): Promise<{ changed: string[] }> {
  const found = await differences(base, collection, id, { from: revision });
  const names = [
    ...found.differences.map(({ property }) => property),
    ...found.files.map(({ path }) => path),
  ];
  const isWanted = (name: string) =>
    properties ? properties.includes(name.split('/')[0] ?? '') : !SYSTEM_PROPERTIES.has(name);
  return { changed: names.filter(isWanted) };
}
