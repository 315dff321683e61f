/** `plinth history`: versions of an object, or what happened in the folder (spec/history.md). */
import { type Activity, listActivity, type Subject } from '../content/history/activity.js';
import { listVersions, type Version } from '../content/history/versions.js';
import { actorLabel } from '../contract/changes.js';
import { action, commandOf, FOLDER_OPTIONS, printEach, takes } from './command.js';
import { withSite } from './folder.js';
import { momentOf, numberOf, objectOf } from './history-arguments.js';

const USUAL = 50;

const TIME = 'e.g. 2026-01-31 or 2026-01-31T12:00:00Z';

export const command = commandOf(
  'history',
  {
    usage: [
      'COLLECTION/ID --data DIR',
      '[--collection C] [--actor A] [--transaction T] [--since TIME] [--until TIME] --data DIR',
    ],
    about: `Lists the versions of an object, or the changes of the folder, newest first: time, revision, kind, subject,
actor and transaction. It exits with code 1 for an object without a history.`,
  },
  action({
    options: {
      ...FOLDER_OPTIONS,
      collection: takes('C', 'only changes in this collection'),
      actor: takes(
        'A',
        'only changes by this actor: owner, user, key, app, automation, command, external, or the name or id of one',
      ),
      transaction: takes('T', 'only changes of this transaction'),
      since: takes('TIME', `only changes at or after this time, ${TIME}`),
      until: takes('TIME', 'only changes before this time'),
      limit: takes('N', `at most N lines; default: ${USUAL}, and changes of one moment`),
    },
    words: true,
    async run({ values, words }) {
      const object = words.length > 0 ? objectOf(words) : undefined;
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
      printEach(
        values,
        found.map((entry) => ({ event: 'version', ...entry })),
        { line: lineOf, none: 'No changes found.' },
      );
    },
  }),
);

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
