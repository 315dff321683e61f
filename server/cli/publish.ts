/** `plinth publish`: builds and uploads a site (spec/sites.md#publishing), in the server that has the folder open. */
import type { ChangeSet } from '../contract/change-sets.js';
import { message } from '../contract/messages/message.js';
import type { KnownSite, Outgoing, PublishEvent, PublishRun } from '../contract/sites.js';
import { missing } from '../errors.js';
import {
  action,
  commandOf,
  EXIT,
  emit,
  FOLDER_OPTIONS,
  flag,
  note,
  print,
  printable,
  UsageError,
} from './command.js';
import { asOwner, linesOf, type OwnerSession } from './owner-session.js';

export const command = commandOf(
  'publish',
  {
    usage: ['[SITE] --data FOLDER [--force] [--dry-run]'],
    about: `Builds a site of this machine and uploads it, with the commands that "plinth site" shows, and prints what they
write. Without SITE the only one is published. It says what goes out first, and does nothing when nothing has changed. A
build that fails uploads nothing, and the exit code is 1. Ctrl+C cancels.

If a server has the folder open, it publishes; otherwise this command opens the folder for that time.`,
  },
  action({
    options: {
      ...FOLDER_OPTIONS,
      force: flag('publish also when nothing has changed'),
      'dry-run': flag('only print what would go out'),
    },
    words: true,
    async run({ values, words }) {
      const [wanted, ...rest] = words;
      if (rest.length > 0) throw new UsageError('Pass at most one site');
      return asOwner(values, async (session) => {
        const site = await siteOf(session, wanted);
        const { json = false, force = false } = values;
        return publish(session, site, { json, force, isDry: values['dry-run'] ?? false });
      });
    },
  }),
);

/** The site of an id, or the only one. */
async function siteOf(session: OwnerSession, wanted: string | undefined): Promise<KnownSite> {
  const { sites } = (await session.json('GET', '/api/sites')) as unknown as { sites: KnownSite[] };
  const [only, ...others] = wanted === undefined ? sites : sites.filter(({ id }) => id === wanted);
  if (!only)
    throw missing(wanted === undefined ? message('siteNone') : message('siteMissing', { id: wanted }));
  if (others.length === 0) return only;
  throw new UsageError(`Pass one of the sites ${sites.map(({ id }) => id).join(', ')}`);
}

interface Options {
  json: boolean;
  force: boolean;
  isDry: boolean;
}

async function publish(session: OwnerSession, { id, address }: KnownSite, options: Options): Promise<number> {
  const { json, force, isDry } = options;
  const path = `/api/sites/${id}`;
  const begun = isDry
    ? await session.json('GET', `${path}/state`)
    : await session.json('POST', `${path}/publish`, { force });
  const { run, outgoing } = begun as unknown as { run?: PublishRun | null; outgoing: Outgoing };
  if (json) emit({ event: 'outgoing', site: id, ...outgoing });
  else for (const line of linesAbout(outgoing)) print(line);
  await tellMissedReleases(session, json);
  if (!run) return EXIT.ok;
  const cancel = () => void session.request('POST', `${path}/runs/${run.id}/cancel`).catch(() => undefined);
  process.on('SIGINT', cancel).on('SIGTERM', cancel);
  try {
    const response = await session.request('GET', `${path}/runs/${run.id}/log`);
    for await (const line of linesOf(response)) {
      const event = line as unknown as PublishEvent;
      if (json && event.event !== 'waiting') emit(event);
      if (event.event === 'log' && !json) for (const text of event.lines) print(text);
      if (event.event === 'ended') return tellEnd(event.run, json ? undefined : address);
    }
    note('The connection to Plinth was lost; the admin has the log of the run.');
    return EXIT.failed;
  } finally {
    process.off('SIGINT', cancel).off('SIGTERM', cancel);
  }
}

/** Says which planned releases are due and not live, so that they do not go out. */
async function tellMissedReleases(session: OwnerSession, json: boolean): Promise<void> {
  const { changeSets } = (await session.json('GET', '/api/change-sets')) as unknown as {
    changeSets: ChangeSet[];
  };
  for (const { id, title, publishAt, published, failed } of changeSets) {
    if (!failed && (publishAt === undefined || published || Date.parse(publishAt) > Date.now())) continue;
    if (json) emit({ event: 'releaseMissed', release: id, publishAt, failed });
    else
      note(
        printable(
          `The release "${title}" was planned for ${publishAt} and is not live${failed ? `: ${failed.problem.message}` : ''}; see "plinth release show ${id}".`,
        ),
      );
  }
}

/** `address`: undefined where the lines of JSON have told it. */
function tellEnd({ status, problem, durationMs }: PublishRun, address: string | undefined): number {
  if (address !== undefined) {
    const seconds = `${Math.round((durationMs ?? 0) / 100) / 10} s`;
    if (status === 'succeeded') note(`Published in ${seconds}${address === '' ? '' : `: ${address}`}`);
    else note(problem?.message ?? `The run was ${status} after ${seconds}; nothing more was uploaded.`);
  }
  return status === 'succeeded' ? EXIT.ok : EXIT.failed;
}

/** What goes out, for people. */
function linesAbout({ since, changed, all, objects, more, project }: Outgoing): string[] {
  const last = since === null ? '' : ` since ${since}`;
  if (!changed) return [`Nothing has changed${last}; --force publishes all the same.`];
  if (since === null) return ['The whole site goes out, for the first time.'];
  if (all)
    return [
      'The whole site goes out: types or settings of collections have changed, or the log is too short.',
    ];
  const count = objects.length + more;
  return [
    `${count === 1 ? '1 object' : `${count} objects`}${last}${count > 0 ? ':' : '.'}`,
    ...objects.map(({ collection, id, title, deleted, draft }) => {
      const state = deleted ? ' (deleted)' : draft ? ' (not published)' : '';
      return `  ${collection}/${id}${title === undefined ? '' : `  ${title}`}${state}`;
    }),
    ...(more > 0 ? [`  and ${more} more`] : []),
    ...(project ? ['Files or commands of the project have changed.'] : []),
  ];
}
