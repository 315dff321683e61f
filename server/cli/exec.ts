/**
 * `plinth exec`: runs a command, e.g. the build of a site, with the address of a server and a temporary key. The port
 * follows from the folder's path, since build tools keep images by address. The key only reads: a build runs code of
 * hundreds of packages. A damaged file would cost the site a page without an error, so it is checked first.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { OWNER } from '../access/sessions.js';
import type { UnknownName } from '../content/core/unknown-name-log.js';
import { listDamaged } from '../content/maintenance/list-damaged.js';
import { message, rule } from '../contract/messages/message.js';
import { conflict } from '../errors.js';
import { environmentOf } from '../helpers/shell-command.js';
import { isTaken } from '../http/extra-ports.js';
import { perspectiveOf } from '../perspectives.js';
import type { RunningServer } from '../start.js';
import { portFor } from '../store/host/runtime-file.js';
import {
  action,
  commandOf,
  emit,
  FOLDER_OPTIONS,
  flag,
  methodsOf,
  note,
  portOf,
  takes,
  UsageError,
} from './command.js';
import { existingFolder, placesOf } from './folder.js';
import { commandIn, runCommand, WITHOUT_COMMAND } from './run-command.js';
import { type Borrowed, borrowServer, servedAlready } from './running-server.js';
import { ASSETS_OPTIONS, assetUrlOf, quietServer, runAssets } from './site-assets.js';

/** Attempts to take over a port that another server is leaving, and the pause between two, in ms. */
const ATTEMPTS = 50;
const BETWEEN_ATTEMPTS = 100;

export const command = commandOf(
  'exec',
  {
    usage: [
      '--data DIR [--port N] [--methods M,…] [--allow-damaged] [--at TIME] [--assets DIR [--assets-url URL] [--site-url URL] [--allow-missing] [--drafts]] -- COMMAND [ARGUMENT…]',
    ],
    about: `Serves the folder while COMMAND runs, with PLINTH_URL and a temporary PLINTH_KEY in its environment, and
exits with its exit code. The key can only read. While Plinth has the folder open, that server answers.

The port is the same each time, so that build caches keyed by the URL of an image keep working. If the port is in use, a
free one is taken.

The command is not run when a file of the folder is damaged, because its page would be missing from the build.

With --assets, the images and files that the built site in DIR shows are written beside it when COMMAND has succeeded,
and their addresses in its HTML, CSS, JavaScript, JSON and XML are changed, so that the site works without Plinth. Files
are named by their content. When one is missing, no page is changed and the exit code is 1. COMMAND gets the address of
--site-url as PLINTH_SITE_URL.

At the end, properties that the command used in filter, sort, include, exclude or fields and that do not exist are
listed.`,
  },
  action({
    options: {
      ...FOLDER_OPTIONS,
      port: takes('N', "the port; by default derived from the folder's path"),
      methods: takes('M', 'methods of the key: GET by default; all, or a list of GET,POST,PUT,PATCH,DELETE'),
      'allow-damaged': flag('run the command even if files are damaged'),
      at: takes(
        'TIME',
        'serve the folder as it was at this time, e.g. 2026-01-31 or 2026-01-31T12:00:00Z, from the history of this machine; images and files that are no longer in the trash are missing',
      ),
      perspective: takes(
        'SETS',
        'serve the folder with change sets in it, e.g. draft or draft,autumn-issue; the key can only read',
      ),
      assets: takes('DIR', 'the folder of the built site'),
      ...ASSETS_OPTIONS,
    },
    words: true,
    async run({ values, words: given, behind }) {
      const command = commandIn(given, behind);
      if (!command) throw new UsageError(WITHOUT_COMMAND);
      const methods = methodsOf(values.methods, ['GET']);
      const { at, perspective: sets } = values;
      const words = { ...(at !== undefined && { at }), ...(sets !== undefined && { perspective: sets }) };
      const perspective =
        Object.keys(words).length === 0
          ? undefined
          : perspectiveOf(words, new Date(), { name: '--at', user: OWNER.id });
      if (perspective && methods.some((method) => method !== 'GET')) {
        throw new UsageError('With --at and --perspective the key can only read');
      }
      assetUrlOf(values);
      const requestedPort = values.port === undefined ? undefined : portOf(values.port);
      const folder = await existingFolder(values);
      const port = requestedPort ?? portFor(folder);
      const places = placesOf(values);
      const server = await quietServer(folder, places, perspective && { perspective });
      let borrowed: Borrowed | undefined;
      try {
        if (!perspective) await refuseDamaged(server, values['allow-damaged'] ?? false);
        const asUsual = at === undefined && sets === undefined && values.methods === undefined;
        const served = asUsual && requestedPort === undefined ? servedAlready(server.dataDir) : undefined;
        const key = served?.key ?? server.site.keys.addEphemeral({ name: 'exec', methods, paths: ['*'] }).key;
        const { state } = places;
        // Its cursors outlive this process; those of a second server do not.
        if (served) borrowed = served;
        else if (at === undefined) {
          const reads = sets === undefined ? {} : { perspective: sets };
          borrowed = await borrowServer({ state, folder }, { key, methods, port, ...reads });
        }
        const url = borrowed?.url ?? (await listen(server, port, { orAny: true }));
        const used = Number(new URL(url).port);
        if (port !== 0 && used !== port) note(`Port ${port} is taken; using ${used} this time.`);
        if (values.json) emit({ event: 'listening', url, dataDir: server.dataDir, pid: process.pid });
        const done = takeOver(server, borrowed, used);
        const environment = environmentOf({ url, key, siteUrl: values['site-url'] });
        const code = await runCommand(command, environment);
        done.abort();
        tellUnknownNames(server, (await borrowed?.end()) ?? [], values.json ?? false);
        if (code === 0 && values.assets !== undefined) {
          await runAssets(server, values.assets, values, { folder, served: [new URL(url).host] });
        }
        if (values.json) emit({ event: 'exit', code });
        return code;
      } finally {
        borrowed?.drop();
        await server.close();
      }
    },
  }),
);

/** Has the server listen, and returns its URL. */
async function listen(server: RunningServer, wanted: number, or: { orAny: boolean }): Promise<string> {
  const { port } = await server.open(wanted, or);
  const url = `http://127.0.0.1:${port}`;
  server.site.oauth.listensAt(url);
  return url;
}

/**
 * Answers at the port when the server that was used ends before the command does. Clients ask again meanwhile. Returns
 * what stops that.
 */
function takeOver(server: RunningServer, borrowed: Borrowed | undefined, port: number): AbortController {
  const done = new AbortController();
  const { signal } = done;
  const listenInstead = async () => {
    await borrowed?.ended;
    for (let attempt = 0; attempt < ATTEMPTS && !signal.aborted; attempt += 1) {
      try {
        await listen(server, port, { orAny: false });
        note('Plinth was closed, so the rest of the content is read without it.');
        return;
      } catch (error) {
        if (!isTaken(error)) throw error;
        await pause(BETWEEN_ATTEMPTS);
      }
    }
  };
  if (borrowed)
    listenInstead().catch((error: unknown) =>
      note(`plinth: ${error instanceof Error ? error.message : error}`),
    );
  return done;
}

/** Throws `conflict` with the damaged files of the folder, which responses would omit; `allowed` only lists them. */
async function refuseDamaged({ site }: RunningServer, allowed: boolean): Promise<void> {
  const damaged = (await listDamaged(site)).files.filter(({ usable }) => !usable);
  if (damaged.length === 0) return;
  const files = damaged.map(({ collection, id, reason }) => ({ path: `${collection}/${id}.json`, reason }));
  if (!allowed) {
    throw conflict(
      message('folderDamaged'),
      Object.fromEntries(files.map(({ path, reason }) => [path, [rule(reason)]])),
    );
  }
  for (const { path, reason } of files) note(`Skipped: ${path}: ${reason}`);
}

/** Lists requested properties that do not exist: ignoring them may leave a page empty. `more`: of another server. */
function tellUnknownNames({ site }: RunningServer, more: readonly UnknownName[], json: boolean): void {
  const all = [...more, ...site.unknownNameLog.list()];
  const names = [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
  if (names.length === 0) return;
  if (json) {
    emit({ event: 'unknownNames', names });
    return;
  }
  note('The command requested properties that do not exist; they were ignored:');
  for (const { collection, parameter, name } of names) {
    // Quoted as JSON, so that no name can send control characters to the terminal.
    note(`  ${collection}: ${JSON.stringify(name)} in "${parameter}"`);
  }
}
