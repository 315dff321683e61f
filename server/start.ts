/** Starts and stops a server for a folder: lock, site, port, runtime file. */
import { basename } from 'node:path';
import type { Logger } from 'pino';
import type { AccountCosts } from './access/open-accounts.js';
import { createApp } from './app.js';
import { CloseStack } from './async/close-stack.js';
import type { StartSandbox } from './automations/sandbox/process.js';
import { ConflictingChanges } from './content/change-sets/conflicting-changes.js';
import { ReleaseClock } from './content/change-sets/release-clock.js';
import { AutoMerge } from './content/conflicts/auto-merge.js';
import { LiveClock, type LiveClockRecord } from './content/events/live-clock.js';
import { cutOffSentence, unfinishedImports } from './content/imports/import-progress.js';
import { finishRenamings } from './content/schemas/finish-renamings.js';
import type { IndexOptions } from './content/text-index/text-indexes.js';
import { KEY_METHODS } from './contract/access.js';
import { message } from './contract/messages/message.js';
import { conflict, missing, PlinthError } from './errors.js';
import type { HostLookup } from './files/guarded-request.js';
import type { StartHelper } from './helpers/helper.js';
import { ExtraPorts, type OpenPort } from './http/extra-ports.js';
import { type InProcessClient, inProcessClient } from './http/in-process.js';
import { listen, stop, unusedConnections } from './http/listening.js';
import { alsoLog, logOf, siteLog } from './http/log.js';
import { connectionLimits, createHttpServer } from './http/node-server.js';
import { securityLog } from './http/security-log.js';
import { loadNeededSoon } from './on-demand.js';
import { newOrigin } from './origins.js';
import type { Perspective } from './perspectives.js';
import { adminLink } from './routes/session.js';
import { MERGE_CONFLICTS } from './settings/conflicts.js';
import { retentionOf } from './settings/history.js';
import { LOG_LEVEL, levelOf } from './settings/logs.js';
import { settingValue } from './settings/read.js';
import { openSite, type Site } from './site.js';
import { type LockFolder, lockDataFolder, lockHolderOf } from './store/disk/folder-lock.js';
import { packagePath, packageVersion } from './store/host/resources.js';
import { readRuntimeFile, removeRuntimeFile, writeRuntimeFile } from './store/host/runtime-file.js';
import { defaultUserFolders } from './store/host/user-folders.js';
import { importStarter } from './templates/import-starter.js';
import { listStarters } from './templates/starters.js';

export const DEFAULT_PORT = 4180;

export interface StartOptions extends AccountCosts {
  /** The data folder; it must exist. */
  folder: string;
  /** 0 picks a free one. */
  port: number;
  /** Uses a free port when `port` is in use or not allowed. */
  anyPort?: boolean;
  /** 127.0.0.1 unless the user wants to allow access from other machines. */
  host?: string;
  cache?: string;
  state?: string;
  /** Trusts the folder on this machine. */
  trust?: boolean;
  /** Id of the bundled starter that fills a folder without collections. */
  starter?: string;
  /** Serves the folder as it was at a time, in ms since 1970. */
  perspective?: Perspective;
  /** Locks the folder; default: for the processes of this machine and for its containers. False: a server in addition to another one, as in `plinth exec`. */
  lock?: LockFolder | false;
  /** False for a server that answers only requests of this process. */
  listens?: boolean;
  /** Folder of the built admin; by default the one of this package. */
  renderer?: string;
  /** Starts the processes of automations; default: as child processes of Node. */
  startSandbox?: StartSandbox;
  /** Starts the processes for images; default: as child processes of Node. */
  startImages?: StartHelper;
  /** Starts the thread that indexes words, and its limits; default: a worker thread of Node. */
  wordIndexes?: IndexOptions;
  /** Resolves the host names that files are fetched from; default: the resolver of the system. */
  lookup?: HostLookup;
  log: Logger;
}

export interface RunningServer {
  url: string;
  /** Real path of the data folder. */
  dataDir: string;
  site: Site;
  /** Requests within this process. */
  requests: InProcessClient;
  /** Answers at another port of this machine, too. */
  open(port: number, or: { orAny: boolean }): Promise<OpenPort>;
  /** A new one-time link that signs in as the owner. */
  adminLink(): string;
  /** Lets running requests finish, then closes everything. Can be called repeatedly. */
  close(): Promise<void>;
}

/** Delay before optional libraries are loaded, in ms: the first page is loaded by then. */
const LOAD_AFTER = 3000;

/** Opens a folder and serves it. Throws PlinthError with a sentence for the user. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const places = { ...defaultUserFolders(), ...given(options.cache, options.state) };
  const opened = new CloseStack();
  try {
    const { lock: lockFolder = lockDataFolder } = options;
    const lock = lockFolder && (await lockFolder(options.folder));
    if (lockFolder && !lock) throw await servedAlready(places.state, options.folder);
    if (lock) opened.defer(() => lock.release());
    return await serve(options, { places, owns: Boolean(lock), opened });
  } catch (error) {
    await opened.close();
    throw error;
  }
}

interface Serving {
  places: { cache: string; state: string };
  /** Whether this process has the lock of the folder. */
  owns: boolean;
  opened: CloseStack;
}

async function serve(options: StartOptions, { places, owns, opened }: Serving): Promise<RunningServer> {
  const log = logOf(options.log, basename(options.folder));
  const site = opened.use(
    await openSite({
      folder: options.folder,
      ...places,
      ...(owns && { exclusive: true }),
      trust: options.trust ?? false,
      ...(options.startSandbox === undefined ? {} : { startSandbox: options.startSandbox }),
      ...(options.startImages === undefined ? {} : { startImages: options.startImages }),
      ...(options.wordIndexes === undefined ? {} : { wordIndexes: options.wordIndexes }),
      ...(options.lookup === undefined ? {} : { lookup: options.lookup }),
      passwordCost: options.passwordCost,
      log: siteLog(log),
      security: securityLog(log),
    }),
  );
  void site.store.catalogue.warm();
  alsoLog(log, levelOf(settingValue(site.settings.read(), LOG_LEVEL)));
  if (owns) await startOwner(site, log, opened);
  if (options.starter !== undefined && holdsNothing(site)) await fill(site, options.starter);

  const host = options.host ?? '127.0.0.1';
  const app = createApp(
    options.perspective ? { ...site, ...(await site.perspectives.open(options.perspective, true)) } : site,
    {
      host,
      renderer: options.renderer ?? packagePath('dist', 'renderer'),
      docs: packagePath('dist', 'docs'),
      log,
    },
  );
  const server = createHttpServer(app.express, app.fastPath, {
    limits: connectionLimits(site.settings.read()),
    log,
  });
  const closeUnused = unusedConnections(server);
  const ports = new ExtraPorts(server);
  opened.defer(() => stop(server, ports, closeUnused));
  const port = options.listens === false ? 0 : await listen(server, host, options);
  const url = `http://${nameOf(host)}:${port}`;

  site.oauth.listensAt(url);
  // Streams never end by themselves and would keep the server open.
  opened.defer(() => site.changes.end());
  opened.defer(() => site.temporaryKeys.endAll());
  opened.defer(() => site.mcp.close());

  const dataDir = site.store.root;
  if (owns) {
    const keys = { all: site.keys.addLocal(KEY_METHODS), read: site.keys.addLocal(['GET']) };
    site.temporaryKeys.serveAt((wanted) => ports.open(wanted, { orAny: true }));
    await site.publisher.start({ requests: inProcessClient(server), url });
    if (options.listens !== false) await site.sharedPreviews.serveAt(host);
    opened.defer(() =>
      Promise.all([site.sharedPreviews.close(), site.publisher.close(), site.devServers.close()]),
    );
    const version = packageVersion();
    await writeRuntimeFile(places.state, { url, pid: process.pid, version, dataDir, keys });
    opened.defer(() => removeRuntimeFile(places.state, dataDir));
    const renamings = finishRenamings(site, siteLog(log));
    opened.defer(() => renamings.stop());
  }
  const loading = setTimeout(() => {
    loadNeededSoon().catch((error: unknown) => log.error({ err: error }, 'A required library is missing'));
  }, LOAD_AFTER).unref();
  opened.defer(() => clearTimeout(loading));
  return {
    url,
    dataDir,
    site,
    requests: inProcessClient(server),
    open: (wanted, or) => ports.open(wanted, or),
    adminLink: () => adminLink(url, site),
    close: () => opened.close(),
  };
}

/** Starts what only the process with the lock of the folder does. */
async function startOwner(site: Site, log: Logger, opened: CloseStack): Promise<void> {
  for (const left of await unfinishedImports(site)) log.warn(cutOffSentence(left));
  await site.automations.start();
  site.backups.start();
  const retention = () => retentionOf(site.settings.read());
  site.store.history.thinDaily(retention);
  site.store.fileHistory.start(retention);
  const isOn = () => settingValue(site.settings.read(), MERGE_CONFLICTS);
  opened.use(new AutoMerge(site, { isOn, log: siteLog(log) }));
  const record = await site.store.stateRecord<LiveClockRecord>('published', { folders: {} });
  opened.use(new LiveClock(site, { record, log: siteLog(log) })).start();
  opened.use(new ConflictingChanges(site, siteLog(log))).start();
  opened.use(new ReleaseClock(site, { releases: site.releases, log: siteLog(log) })).start();
}

const given = (cache: string | undefined, state: string | undefined) => ({
  ...(cache === undefined ? {} : { cache }),
  ...(state === undefined ? {} : { state }),
});

async function servedAlready(state: string, folder: string): Promise<PlinthError> {
  const running = await readRuntimeFile(state, folder);
  const holder = running ? undefined : lockHolderOf(folder);
  const where = running ? ` at ${running.url} (process ${running.pid})` : holder ? ` on ${holder}` : '';
  return new PlinthError('busy', message('folderServed', { folder: basename(folder), where }));
}

/** Whether the folder has no content yet; files of file managers or git do not count. */
const holdsNothing = (site: Site): boolean =>
  site.collections.all().length + site.collections.damaged().length === 0;

async function fill(site: Site, id: string): Promise<void> {
  const known = listStarters().map((one) => one.id);
  if (!known.includes(id)) throw missing(message('starterUnknown', { id, starters: known.join(', ') }));
  const change = newOrigin({ kind: 'plinth' }, 'template', site.now());
  const result = await importStarter({ ...site, change }, id);
  if (!result.success)
    throw conflict(message('starterNotImported', { id, problems: result.errors.join('; ') }));
}

/** The address for URLs: wildcard addresses become loopback, IPv6 is bracketed. */
function nameOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
