/** `plinth history`: versions of an object, or what happened in the folder (spec/history.md). */
import { type Activity, listActivity, type Subject } from '../content/history/activity.js';
import { listVersions, type Version } from '../content/history/versions.js';
import { actorLabel } from '../contract/changes.js';
import { type Command, EXIT, emit, FOLDER_HELP, FOLDER_OPTIONS, note, parse, print } from './command.js';
import { withSite } from './folder.js';
import { momentOf, numberOf, objectOf } from './history-arguments.js';

const OPTIONS = {
  ...FOLDER_OPTIONS,
  collection: { type: 'string' },
  actor: { type: 'string' },
  transaction: { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
  limit: { type: 'string' },
} as const;

const USUAL = 50;

export const history: Command = {
  help: `Usage: plinth history COLLECTION/ID --data DIR
       plinth history [--collection C] [--actor A] [--transaction T]
                      [--since TIME] [--until TIME] --data DIR

Lists the versions of an object, or the changes of the folder, newest first:
time, revision, kind, subject, actor and transaction. It exits with code 1 for
an object without a history.

${FOLDER_HELP}
  --collection C   only changes in this collection
  --actor A        only changes by this actor: owner, user, key, app, automation,
                   command, external, or the name or id of one
  --transaction T  only changes of this transaction
  --since TIME     only changes at or after this time, e.g. 2026-01-31 or
                   2026-01-31T12:00:00Z
  --until TIME     only changes before this time
  --limit N        at most N lines; default: ${USUAL}, and changes of one moment`,
  async run(args) {
    const { values, positionals } = parse({ args, options: OPTIONS, allowPositionals: true });
    const object = positionals.length > 0 ? objectOf(positionals) : undefined;
    const { collection, actor, transaction } = values;
    const [since, before] = [momentOf(values.since, '--since'), momentOf(values.until, '--until')];
    const limit = numberOf(values.limit, '--limit') ?? USUAL;
    const whole = { shownActor: (one: NonNullable<Version['actor']>) => one };
    const found = await withSite(values, async (site) => {
      const filter = { actor, transaction, since, before };
      const narrowed = Object.values(filter).some((value) => value !== undefined);
      if (object && !narrowed) {
        const [name, id] = object;
        const { versions } = await listVersions(site, name, id, { offset: 0, limit, ...whole });
        return versions.map((version) => ({
          ...version,
          subject: { type: 'object' as const, collection: name, id },
        }));
      }
      const place = object ? { collection: object[0], id: object[1] } : { collection };
      const { activity } = await listActivity(site, {
        ...filter,
        ...place,
        limit,
        mayRead: () => true,
        ...whole,
      });
      return activity;
    });
    for (const entry of found) {
      if (values.json) emit({ event: 'version', ...entry });
      else print(lineOf(entry));
    }
    if (found.length === 0 && !values.json) note('No changes found.');
    return EXIT.ok;
  },
};

/** A subject as it is written in commands and lists. */
export function subjectName(subject: Subject): string {
  switch (subject.type) {
    case 'object':
      return `${subject.collection}/${subject.id}`;
    case 'collection':
      return `settings of ${subject.collection}`;
    case 'schema':
      return `schema ${subject.schema}`;
    case 'settings':
      return 'settings of the folder';
  }
}

function lineOf({ at, revision, kind, subject, actor, transaction }: Activity): string {
  const by = actor ? actorLabel(actor) : kind === 'outside' ? 'Another program' : '';
  return [
    at,
    revision ?? '-'.padEnd(22),
    kind.padEnd(7),
    JSON.stringify(subjectName(subject)).slice(1, -1),
    JSON.stringify(by).slice(1, -1),
    transaction?.id ?? '',
  ]
    .filter((part) => part !== '')
    .join('  ');
}
