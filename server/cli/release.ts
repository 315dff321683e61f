/** `plinth release`: releases and the shared draft (spec/change-sets.md), in the server that has the folder open. */
import type { ChangedObject, ChangeSet, ChangeSetWithObjects, Published } from '../contract/change-sets.js';
import { SHARED_DRAFT } from '../contract/set-names.js';
import type { JsonObject } from '../contract/values.js';
import {
  type Action,
  action,
  commandOf,
  emit,
  FOLDER_OPTIONS,
  flag,
  note,
  onlyWord,
  print,
  printable,
  printEach,
  required,
  takes,
  type Values,
} from './command.js';
import { momentOf } from './history-arguments.js';
import { asOwner, type OwnerSession } from './owner-session.js';

const PATH = '/api/change-sets';
const ONE = `Pass the id of one release, or "${SHARED_DRAFT}"`;

const OPTIONS = {
  ...FOLDER_OPTIONS,
  at: takes('TIME', 'when it is published by itself, e.g. 2026-12-24 or 2026-12-24T08:00:00Z'),
  id: takes('ID', 'the id of a new release; default: made from its title'),
  reason: takes('TEXT', 'why there is a new release'),
  'dry-run': flag('only check whether it could be published'),
};

interface Given {
  values: Values<typeof OPTIONS>;
  json: boolean;
  session: OwnerSession;
}

/** An action about one release: `does` gets its path, and the word that names it. */
const about = (problem: string, does: (path: string, word: string, given: Given) => Promise<void>): Action =>
  action({
    options: OPTIONS,
    words: true,
    async run({ values, words }) {
      const word = onlyWord(words, problem);
      const path = `${PATH}/${encodeURIComponent(word)}`;
      await asOwner(values, (session) => does(path, word, { values, json: values.json ?? false, session }));
    },
  });

/** The time of `--at` as the API takes it. */
const timeIn = ({ at }: Given['values']): string | undefined => {
  const moment = momentOf(at, '--at');
  return moment === undefined ? undefined : new Date(moment).toISOString();
};

/** The answers of the API are described by their schemas. */
const read = async <T>(answer: Promise<JsonObject>): Promise<T> => (await answer) as unknown as T;

function tell(set: ChangeSet, json: boolean): void {
  if (json) emit({ event: 'release', ...set });
  else print(lineOf(set));
}

const plural = (count: number): string => (count === 1 ? '1 object' : `${count} objects`);

function stateOf({ publishAt, published, failed }: Omit<ChangeSet, 'objects'>): string {
  if (published) {
    const undo = published.transaction === undefined ? '' : `; undo: plinth undo ${published.transaction}`;
    return `, published ${published.at}${undo}`;
  }
  const plan = publishAt === undefined ? '' : `, planned for ${publishAt}`;
  return failed ? `${plan}, not published: ${failed.problem.message}` : plan;
}

const lineOf = (set: ChangeSet): string =>
  printable(`${set.id}  ${set.title}  ${plural(set.objects)}${stateOf(set)}`);

const DOES = { new: 'new', edit: 'changed', remove: 'deleted' } as const;

function objectLine({ collection, id, title, change, properties, clashes = [] }: ChangedObject): string {
  const what = properties.length > 0 ? `${DOES[change]}: ${properties.join(', ')}` : DOES[change];
  const since = clashes.length > 0 ? `; changed elsewhere since: ${clashes.join(', ')}` : '';
  return `  ${printable(`${collection}/${id}  ${title}  (${what}${since})`)}`;
}

const list = action({
  options: OPTIONS,
  run: ({ values }) =>
    asOwner(values, async (session) => {
      const { changeSets } = await read<{ changeSets: ChangeSet[] }>(session.json('GET', PATH));
      const sets = changeSets.filter(({ kind }) => kind !== 'suggestion');
      printEach(
        values,
        sets.map((set) => ({ event: 'release', ...set })),
        { line: lineOf, none: 'There are no releases.' },
      );
    }),
});

const show = about(ONE, async (path, _word, { session, json }) => {
  const set = await read<ChangeSetWithObjects>(session.json('GET', path));
  if (json) return emit({ event: 'release', ...set });
  print(lineOf({ ...set, objects: set.objects.length }));
  for (const object of set.objects) print(objectLine(object));
  for (const { path: file, reason } of set.damaged) note(printable(`  ${file}: ${reason}`));
  for (const [place, problems] of Object.entries(set.failed?.details ?? {}))
    for (const problem of problems) note(printable(`  ${place}: ${problem}`));
});

const create = about('Pass the title of one release', async (_path, title, { values, json, session }) => {
  const { id, reason } = values;
  const publishAt = timeIn(values);
  const sent = { kind: 'release', title, ...(id && { id }), ...(reason && { reason }) };
  tell(await read(session.json('POST', PATH, { ...sent, ...(publishAt && { publishAt }) })), json);
});

const plan = about(ONE, async (path, _word, { values, json, session }) => {
  required(values.at, '--at');
  tell(await read(session.json('PATCH', path, { publishAt: timeIn(values) })), json);
});

const unplan = about(ONE, async (path, _word, { json, session }) =>
  tell(await read(session.json('PATCH', path, { publishAt: null })), json),
);

const publish = about(ONE, async (path, word, { values, json, session }) => {
  const dryRun = values['dry-run'] ?? false;
  const done = await read<Published>(session.json('POST', `${path}/publish`, { dryRun }));
  const { published, transaction } = done;
  if (json) return emit({ event: 'published', release: word, ...done });
  for (const { collection, id, change } of published)
    print(printable(`  ${collection}/${id}  (${DOES[change]})`));
  const count = plural(published.length);
  if (dryRun) note(`${count} would be live; nothing is in the way.`);
  else note(`${count} live.${transaction === undefined ? '' : ` Undo: plinth undo ${transaction}`}`);
});

const drop = about(ONE, async (path, word, { json, session }) => {
  const trash = (await session.request('DELETE', path)).headers.get('x-trash-id');
  if (json) emit({ event: 'dropped', release: word, trash });
  else note(printable(`${word} is in the trash for 30 days (${trash})`));
});

export const command = commandOf(
  'release',
  {
    usage: [
      'list --data FOLDER',
      'show RELEASE --data FOLDER',
      'create TITLE --data FOLDER [--at TIME] [--id ID] [--reason TEXT]',
      'plan RELEASE --at TIME --data FOLDER',
      'unplan RELEASE --data FOLDER',
      'publish RELEASE --data FOLDER [--dry-run]',
      'drop RELEASE --data FOLDER',
    ],
    about: `A release gathers changes of several objects that go live together or not at all. RELEASE is its id; "draft" is the
draft that all editors share. show lists the objects of a release and what was changed elsewhere since. publish changes
nothing when something is in the way, names it, and the exit code is 1. "plinth undo" with the transaction that publish
prints takes it back. drop moves a release to the trash. What is live reaches the site with "plinth publish".

If a server has the folder open, it does this; otherwise this command opens the folder for that time.`,
  },
  { list, show, create, plan, unplan, publish, drop },
);
