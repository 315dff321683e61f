/** The open folder: creates all services once for the layers above (decision 4). */
import { ClientAddresses } from './access/client-addresses.js';
import { FilePasswords } from './access/file-passwords.js';
import { FolderSettings } from './access/folder-settings.js';
import { type LinkKeyFile, LinkPasswords } from './access/link-passwords.js';
import { type AccountCosts, type Accounts, openAccounts } from './access/open-accounts.js';
import { PublicWriteApprovals } from './access/public-operations.js';
import { RateLimits } from './access/rate-limits.js';
import { newSecret } from './access/secrets.js';
import type { SecurityLine } from './access/security-events.js';
import { OWNER } from './access/sessions.js';
import type { TemporaryKeys } from './access/temporary-keys.js';
import { openTrust, type Trust } from './access/trust.js';
import { CloseStack } from './async/close-stack.js';
import { Automations } from './automations/automations.js';
import { forkSandbox, type StartSandbox } from './automations/sandbox/process.js';
import type { ScheduleRecord } from './automations/schedules.js';
import { type Backups, openBackups } from './backups.js';
import { Versions } from './content/answers/versions.js';
import { hasSet } from './content/change-sets/change-sets.js';
import { type ReleaseRecord, Releases } from './content/change-sets/releases.js';
import type { ChangeSource, Cursors } from './content/changes/cursors.js';
import type { Base } from './content/core/base.js';
import { LongTexts } from './content/core/long-texts.js';
import { UnknownNameLog } from './content/core/unknown-name-log.js';
import { listenToExternalChanges } from './content/events/external-changes.js';
import { externalOrigins } from './content/events/external-origins.js';
import { type Changes, openChanges } from './content/events/open-changes.js';
import type { ChangeSetEvents } from './content/events/set-events.js';
import { finishPendingNotes } from './content/files/file-change.js';
import { HistoryRevisions } from './content/history/history-revisions.js';
import { openCollections } from './content/model/open-collections.js';
import { CollectionQueries } from './content/search/collection-queries.js';
import { ListCache } from './content/search/list-cache.js';
import type { IndexOptions } from './content/text-index/text-indexes.js';
import type { SessionUser, SiteStatus } from './contract/access.js';
import { Derivatives } from './derivatives/derivatives.js';
import { forkImages, imageProcesses } from './derivatives/image-processes.js';
import { ImageUrlCache } from './derivatives/image-url-cache.js';
import { Events } from './events.js';
import { type DownloadCounts, openDownloadCounts } from './files/counts.js';
import { type HostLookup, systemLookup } from './files/guarded-request.js';
import { FolderApproval } from './folder-approval.js';
import { type ContentHealth, openHealth } from './health/health.js';
import type { StartHelper } from './helpers/helper.js';
import { TextThreads } from './helpers/text-thread.js';
import { SourceUploads } from './imports/uploads.js';
import { Mcp } from './mcp/mcp.js';
import type { McpSite } from './mcp/tool.js';
import type { OAuth } from './oauth/oauth.js';
import { openOAuth } from './oauth/open.js';
import { type Perspective, Perspectives } from './perspectives.js';
import { type PreviewRecord, Previews } from './preview/previews.js';
import { Conversions } from './rich-text/conversions.js';
import { openLibrary } from './schemas/open-library.js';
import { AUTOMATION_HOSTS } from './settings/automations.js';
import { generalOf, TITLE } from './settings/general.js';
import { settingValue } from './settings/read.js';
import { SHOWS_PLACES } from './settings/uploads.js';
import { BuiltSites } from './sites/built-sites.js';
import { DevServers } from './sites/dev-servers.js';
import { Publisher } from './sites/publisher.js';
import { SharedPreviews } from './sites/shared-previews.js';
import { openSites, type Sites } from './sites/sites.js';
import { ReadBuffers } from './store/disk/read-buffers.js';
import { packageVersion } from './store/host/resources.js';
import { openStore } from './store/open.js';
import type { Store } from './store/store.js';
import { Presence } from './unsaved/presence.js';
import { UnsavedChanges } from './unsaved/unsaved.js';

/** `.system/settings.json`. Unknown keys are kept. */
export interface Settings {
  edition?: unknown;
  [key: string]: unknown;
}

export interface SiteOptions extends AccountCosts {
  /** The data folder, which must exist. */
  folder: string;
  cache: string;
  state: string;
  /** Trusts the folder on this machine, with everything in it. */
  trust?: boolean;
  /** Whether this process has the folder's lock; absent: it looks whether another has it. */
  exclusive?: boolean;
  log: (level: 'warn' | 'error', message: string, error?: unknown) => void;
  /** Called with security events. */
  security?: (line: SecurityLine) => void;
  now?: () => Date;
  /** Starts the processes of handlers; default: as child processes of Node. */
  startSandbox?: StartSandbox;
  /** Starts the processes for images; default: as child processes of Node. */
  startImages?: StartHelper;
  /** Starts the thread that indexes words, and its limits; default: a worker thread of Node. */
  wordIndexes?: IndexOptions;
  /** Resolves the host names that files are fetched from; default: the resolver of the system. */
  lookup?: HostLookup;
}

export interface Site extends Base, Accounts, ContentHealth {
  /** Publishing of change sets. */
  readonly releases: Releases;
  /** Changes of change sets, for event streams. */
  readonly setEvents: ChangeSetEvents;
  /** Recent changes, for event streams. */
  readonly changes: ChangeSource;
  /** What has changed since a cursor. */
  readonly cursors: Cursors;
  readonly lookup: HostLookup;
  /** Writes a line of the security log. */
  readonly security: (line: SecurityLine) => void;
  readonly unsaved: UnsavedChanges;
  readonly previews: Previews;
  readonly sharedPreviews: SharedPreviews;
  readonly presence: Presence;
  readonly limits: RateLimits;
  readonly clients: ClientAddresses;
  readonly trust: Trust;
  readonly settings: FolderSettings<Settings>;
  /** What in the folder grants access or runs code, and whether it is approved. */
  readonly folderApproval: FolderApproval;
  readonly derivatives: Derivatives;
  readonly backups: Backups;
  /** The sites that this machine builds from the folder. */
  readonly sites: Sites;
  readonly publisher: Publisher;
  readonly builtSites: BuiltSites;
  readonly devServers: DevServers;
  readonly perspectives: Perspectives;
  /** What a request looks at instead of the folder as it is; then the parts above are those of the perspective. */
  readonly perspective?: Perspective;
  readonly imageAddresses: ImageUrlCache;
  readonly downloadCounts: DownloadCounts;
  /** Reused buffers for sending files. */
  readonly readBuffers: ReadBuffers;
  readonly sourceUploads: SourceUploads;
  readonly linkPasswords: LinkPasswords;
  readonly filePasswords: FilePasswords;
  readonly automations: Automations;
  readonly oauth: OAuth;
  readonly mcp: Mcp;
  /** The state shown in the admin's frame; the server adds version and address. */
  status(): Omit<SiteStatus, 'version' | 'url' | 'history'>;
  /** Finishes pending writes and closes the folder. */
  close(): Promise<void>;
}

/**
 * Opens a folder. An empty one is created here and therefore trusted; any other is trusted by an earlier decision or by
 * `trust`. The caller ensures that no other process serves the folder. Throws `missing`.
 */
export async function openSite(options: SiteOptions): Promise<Site> {
  const opened = new CloseStack();
  try {
    return await compose(opened.use(await openStore(options)), options, opened);
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** What operations on content need, and what it is made of. */
async function openContent(
  store: Store,
  { log, now = () => new Date(), startImages = forkImages, wordIndexes }: SiteOptions,
  opened: CloseStack,
) {
  const events = new Events((error, event) => log('error', `A listener of ${event.type} failed`, error));
  const library = await openLibrary(store);
  const trust = await openTrust(store, now);
  const settings = new FolderSettings(await store.settings<Settings>({ edition: 'pro' }), trust);
  const places = () => settingValue(settings.read(), SHOWS_PLACES);
  const collections = await openCollections(store, library, places);
  const { timezone, language, edition } = generalOf(() => settings.read());
  const queries = opened.use(new CollectionQueries(wordIndexes));
  opened.defer(() => queries.save());
  events.on((event) => {
    if (event.type === 'collection.deleted') queries.forget(event.collection);
  });
  const images = opened.use(imageProcesses(startImages));
  const textThreads = opened.use(new TextThreads());
  const longTexts = new LongTexts(textThreads);
  const publicWrites = new PublicWriteApprovals(trust);
  const downloadCounts = await openDownloadCounts(store, log);
  opened.defer(() => downloadCounts.save());
  const versions = new Versions();
  store.catalogue.onReplaced((answer) => versions.remember(answer));
  const base: Base = {
    store,
    library,
    collections,
    events,
    queries,
    images,
    longTexts,
    publicWrites,
    edition,
    logError: (message, error) => log('error', message, error),
    externalOrigin: externalOrigins(now),
    now,
    timezone,
    language,
    listCache: new ListCache(),
    versions,
    revisions: new HistoryRevisions(versions, store.history, collections),
    counts: downloadCounts,
    unknownNameLog: new UnknownNameLog((message) => log('warn', message)),
  };
  await finishPendingNotes(base);
  return { base, settings, trust, places, textThreads, publicWrites, downloadCounts };
}

interface MachineOptions extends Pick<Site, 'settings' | 'clients'> {
  keys: TemporaryKeys;
  state: string;
  log: SiteOptions['log'];
  user(id: string): Readonly<SessionUser> | undefined;
}

/** What this machine does with the folder: backups, releases, and the sites that it builds, with their preview. */
async function openOfMachine(
  folder: Base & Changes & Pick<Site, 'unsaved' | 'presence'>,
  { keys, state, log, user, ...access }: MachineOptions,
  opened: CloseStack,
) {
  const { store, now } = folder;
  const backups = opened.use(await openBackups(store, { state, log, now }));
  const sites = await openSites(store);
  const publisher = opened.use(new Publisher({ folder, sites, keys, files: store.publishing, log }));
  const sets = (): string[] => previews.state().sets;
  const token = (): Promise<string> => previews.token(newSecret());
  const showsUnsaved = (id: string): boolean => sharedPreviews.showsUnsaved(id);
  const devServers = opened.use(
    new DevServers({ sites, keys, root: store.root, now, sets, showsUnsaved, token }),
  );
  const builtSites = new BuiltSites(folder, sites, publisher);
  const record = await store.stateRecord<PreviewRecord>('preview', { folders: {} });
  const running = (): string | undefined => devServers.address();
  const previews = opened.use(
    new Previews({
      ...{ record, root: store.root, running },
      built: async () => {
        const built = await builtSites.all();
        const developed = devServers.running();
        return (
          built.find(({ site }) => site.id === developed) ?? (developed === undefined ? built[0] : undefined)
        );
      },
      hasSet: (set) => hasSet(folder, set),
      chosen: () => {
        keys.readsChanged();
        sharedPreviews.chosen();
      },
      onChange: (listener) => {
        const { events, setEvents, unsaved, presence } = folder;
        const stops = [events, setEvents, unsaved, presence].map((source) => source.on(() => listener()));
        return () => {
          for (const stop of stops) stop();
        };
      },
    }),
  );
  const sharedPreviews = opened.use(
    new SharedPreviews({
      ...{ record, root: store.root, previews, sites, devServers, now, log },
      ...access,
      hasSet: (set) => hasSet(folder, set),
      mayShare: (id) => ['owner', 'admin'].includes(user(id)?.role ?? ''),
      changed: () => {
        keys.readsChanged();
        void previews.changed();
      },
    }),
  );
  const published = await store.stateRecord<ReleaseRecord>('releases', { folders: {} });
  const releases = new Releases(published, store.root);
  return { backups, sites, publisher, builtSites, devServers, previews, sharedPreviews, releases };
}

/** What forms keep, and which are open. */
function openForms(
  store: Store,
  { now, log }: { now: () => Date; log: SiteOptions['log'] },
  opened: CloseStack,
): Pick<Site, 'unsaved' | 'presence'> {
  const { unsaved: files, locked } = store;
  return {
    unsaved: opened.use(new UnsavedChanges({ files, locked, now, log })),
    presence: opened.use(new Presence()),
  };
}

async function compose(store: Store, options: SiteOptions, opened: CloseStack): Promise<Site> {
  const { log, security = () => undefined, passwordCost, lookup = systemLookup, state, cache } = options;
  const parts = await openContent(store, options, opened);
  const { base, settings, trust, places, textThreads, publicWrites, downloadCounts } = parts;
  const { collections, edition, events, images, language, now, timezone } = base;
  const changes = openChanges(base, log);
  opened.use(changes.cursors);
  opened.use(changes.setEvents);
  const basis = { settings, trust, edition, state, now, log };
  const { accounts, stored } = await openAccounts(store, { ...basis, passwordCost });
  opened.use(accounts.lastUse);
  opened.use(accounts.savedSessions);
  const user = (id: string) => (id === OWNER.id ? OWNER : accounts.users.account(id));
  const oauth = await openOAuth(store, {
    settings,
    edition,
    trust,
    user,
    now,
    log,
  });
  opened.use(oauth);
  const brought = [collections.all(), collections.damaged(), oauth.clients.all()];
  const derivatives = new Derivatives(store, images);
  opened.defer(() => derivatives.whenCached());
  const outside = listenToExternalChanges(base, log);
  opened.defer(() => outside.stop());
  const title = () => settingValue(settings.read(), TITLE) || store.folderName;
  const automations = new Automations({
    base,
    perspectives: () => perspectives,
    trust,
    schedules: await store.stateRecord<ScheduleRecord>('schedules', { folders: {} }),
    timezone,
    allowedHosts: () => settingValue(settings.read(), AUTOMATION_HOSTS),
    config: () => ({ title: title(), timezone: timezone() }),
    publish: (id, by) => ofMachine.publisher.publishFor(id, by),
    startSandbox: options.startSandbox ?? forkSandbox,
    accepted: (automation, parts, user) =>
      security({ security: 'automation.approved', caller: `user ${user}`, automation, parts }),
    log,
  });
  opened.use(automations);
  const folderApproval = new FolderApproval({
    edition,
    trust,
    keys: accounts.keys,
    users: accounts.users,
    clients: oauth.clients,
    settings,
    writes: publicWrites,
    collections,
    approvals: automations.approvals,
  });
  if (stored === 0 && brought.every(({ length }) => length === 0)) await trust.trustFolder();
  if (options.trust) await folderApproval.approveAll();
  const clearImages: McpSite['clearImages'] = (of) => derivatives.clear(of);
  const conversions = new Conversions(textThreads);
  const forms = openForms(store, { now, log }, opened);
  const perspectives = opened.use(
    new Perspectives({ base, live: changes, ...forms, cache, showsPlaces: places, log }),
  );
  const mcpSite = { ...base, title, clearImages, version: packageVersion(), conversions, perspectives };
  const mcp = opened.use(new Mcp({ site: mcpSite, events, settings, log }));
  const sourceUploads = opened.use(new SourceUploads(base));
  const clients = new ClientAddresses(settings);
  const access = { keys: accounts.temporaryKeys, user, settings, clients };
  const ofMachine = await openOfMachine({ ...base, ...changes, ...forms }, { ...access, state, log }, opened);
  const contentHealth = openHealth(base);
  opened.use(contentHealth.media);

  return {
    ...base,
    perspectives,
    ...ofMachine,
    sourceUploads,
    lookup,
    security,
    ...changes,
    ...accounts,
    ...forms,
    limits: new RateLimits(settings),
    clients,
    trust,
    settings,
    folderApproval,
    derivatives,
    imageAddresses: new ImageUrlCache(),
    downloadCounts,
    readBuffers: new ReadBuffers(),
    ...contentHealth,
    linkPasswords: new LinkPasswords(await store.record<LinkKeyFile>('link-key', {})),
    filePasswords: new FilePasswords(),
    automations,
    oauth,
    mcp,
    status: () => ({
      folderName: store.folderName,
      title: title(),
      edition: edition(),
      trusted: trust.trusted(),
      timezone: timezone(),
      language: language(),
      ...(ofMachine.backups.problem !== undefined && { backupProblem: ofMachine.backups.problem }),
      ...(store.format.problem && { readOnly: store.format.problem.reason.text }),
    }),
    close: () => opened.close(),
  };
}
