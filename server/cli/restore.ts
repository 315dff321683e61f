/** `plinth restore`: brings back a version of an object (spec/history.md#restore). */
import { restoreVersion } from '../content/history/restore-version.js';
import { revisionAt } from '../content/history/versions.js';
import { commandOrigin } from '../origins.js';
import {
  type Command,
  EXIT,
  emit,
  FOLDER_HELP,
  FOLDER_OPTIONS,
  parse,
  print,
  UsageError,
  words,
} from './command.js';
import { withSite } from './folder.js';
import { momentOf, objectOf } from './history-arguments.js';

const OPTIONS = {
  ...FOLDER_OPTIONS,
  revision: { type: 'string' },
  at: { type: 'string' },
  properties: { type: 'string' },
} as const;

export const restore: Command = {
  help: `Usage: plinth restore COLLECTION/ID --data DIR (--revision R | --at TIME)
                      [--properties P,…]

Restores a version of an object, whole or some of its properties. A deleted
object is created again. The version that is replaced stays in the history, so
this can be undone. "plinth history COLLECTION/ID" lists the versions.

${FOLDER_HELP}
  --revision R    the version
  --at TIME       the version the object had at this time, e.g. 2026-01-31 or
                  2026-01-31T12:00:00Z
  --properties P  only these properties`,
  async run(args) {
    const { values, positionals } = parse({ args, options: OPTIONS, allowPositionals: true });
    const [collection, id] = objectOf(positionals);
    const at = momentOf(values.at, '--at');
    if ((values.revision === undefined) === (at === undefined)) {
      throw new UsageError('Pass either --revision or --at');
    }
    const properties = words(values.properties);
    const { revision, lost } = await withSite(values, async (site) => {
      const wanted = values.revision ?? (await revisionAt(site, collection, id, at ?? 0));
      const { actor, transaction } = commandOrigin('restore', site.now());
      const change = { actor, transaction: { ...transaction, kind: 'restore' as const } };
      const { lost } = await restoreVersion({ ...site, change }, collection, id, wanted, { properties });
      return { revision: wanted, lost };
    });
    if (values.json) emit({ event: 'restored', collection, id, revision, missingFiles: lost });
    else print(`${collection}/${id}: restored revision ${revision}`);
    for (const path of values.json ? [] : lost)
      print(`  ${path}: its bytes are not kept, so it was not restored`);
    return EXIT.ok;
  },
};
