/** The open folder: everything composed once, handed to everything above (decision 4). */
import { ClientAddresses } from './access/client-addresses.js';
import { Keys, type KeysFile } from './access/keys.js';
import { type LinkKeyFile, LinkPasswords } from './access/link-passwords.js';
import { Passwords } from './access/passwords.js';
import { RateLimits } from './access/rate-limits.js';
import { OWNER, Sessions } from './access/sessions.js';
import { SignIn } from './access/sign-in.js';
import { openTrust, type Trust } from './access/trust.js';
import { Users, type UsersFile } from './access/users.js';
import { WrongTries } from './access/wrong-tries.js';
import { Automations } from './automations/automations.js';
import { forkSandbox, type StartSandbox } from './automations/sandbox/process.js';
import type { ScheduleRecord } from './automations/schedules.js';
import type { Base } from './content/base.js';
import { Finder } from './content/finder.js';
import { LongTexts } from './content/long-texts.js';
import { openCollections } from './content/open-collections.js';
import { outsideChanges } from './content/outside-changes.js';
import { Pages } from './content/pages.js';
import { RecentChanges } from './content/recent-changes.js';
import type { SiteStatus } from './contract/access.js';
import { Derivatives } from './derivatives/derivatives.js';
import { KnownAddresses } from './derivatives/known-addresses.js';
import { Events } from './events.js';
import { DownloadCounts } from './files/counts.js';
import { type HostLookup, systemLookup } from './files/fetch-url.js';
import { Media } from './files/media.js';
import { Mcp } from './mcp/mcp.js';
import { Revisions } from './mcp/revisions.js';
import type { McpSite } from './mcp/tool.js';
import type { OAuth } from './oauth/oauth.js';
import { openOAuth } from './oauth/open.js';
import { openLibrary } from './schemas/open-library.js';
import { SESSION_IDLE } from './settings/access.js';
import { AUTOMATION_HOSTS } from './settings/automations.js';
import { TIME_ZONE, TITLE } from './settings/general.js';
import { fromSettings, settingValue } from './settings/read.js';
import { openStore } from './store/open.js';
import { ReadBuffers } from './store/read-buffers.js';
import { packageVersion } from './store/resources.js';
import type { JsonRecord, Store } from './store/store.js';

/** `.system/settings.json`. Unknown keys are kept. */
export interface Settings {
  edition?: unknown;
  [key: string]: unknown;
}

export interface SiteOptions {
  /** The data folder, which must exist. */
  folder: string;
  cache: string;
  state: string;
  /** Trusts the folder on this machine. */
  trust?: boolean;
  log: (level: 'warn' | 'error', message: string, error?: unknown) => void;
  now?: () => Date;
  /** How the processes of handlers are started, where that is not as Node does it. */
  startSandbox?: StartSandbox;
  /** What the names of hosts stand for that files are fetched from, where that is not as the system says it. */
  lookup?: HostLookup;
}

export interface Site extends Base {
  readonly lookup: HostLookup;
  /** What changed of late, for those who listen. */
  readonly changes: RecentChanges;
  readonly keys: Keys;
  readonly sessions: Sessions;
  readonly users: Users;
  readonly signIn: SignIn;
  readonly limits: RateLimits;
  readonly clients: ClientAddresses;
  readonly trust: Trust;
  readonly settings: JsonRecord<Settings>;
  readonly derivatives: Derivatives;
  readonly imageAddresses: KnownAddresses;
  readonly downloadCounts: DownloadCounts;
  /** What files are read into on their way out. */
  readonly readBuffers: ReadBuffers;
  readonly media: Media;
  readonly linkPasswords: LinkPasswords;
  readonly wrongTries: WrongTries;
  readonly automations: Automations;
  readonly oauth: OAuth;
  readonly mcp: Mcp;
  /** What the admin's frame shows; the server adds version and address. */
  status(): Omit<SiteStatus, 'version' | 'url'>;
  /** Finishes what is being written and lets go of the folder. */
  close(): Promise<void>;
}

/**
 * Opens a folder. One that holds nothing yet is created here and so trusted; any other is trusted by an earlier
 * decision or by `trust`. The caller sees to it that no other process serves the folder. Throws `missing`.
 */
export async function openSite(options: SiteOptions): Promise<Site> {
  const store = await openStore(options);
  try {
    return await compose(store, options);
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function compose(
  store: Store,
  {
    log,
    now = () => new Date(),
    trust: given,
    startSandbox = forkSandbox,
    lookup = systemLookup,
  }: SiteOptions,
): Promise<Site> {
  const events = new Events((error, event) => log('error', `A listener of ${event.type} failed`, error));
  const library = await openLibrary(store);
  const collections = await openCollections(store, library);
  const settings = await store.record<Settings>('settings', { edition: 'pro' });
  const edition = () => (settings.read().edition === 'standard' ? 'standard' : 'pro');
  const finder = new Finder();
  events.on((event) => {
    if (event.type === 'collection.deleted') finder.forget(event.collection);
  });
  const longTexts = new LongTexts();
  const base: Base = {
    store,
    library,
    collections,
    events,
    pages: new Pages(),
    finder,
    longTexts,
    edition,
    now,
  };

  const record = await store.record<KeysFile>('apikeys', { apikeys: [] });
  const trust = await openTrust(store, now);
  const keys = new Keys({ record, trust, edition, now, log });
  const userRecord = await store.record<UsersFile>('users', { users: [] });
  const passwords = new Passwords();
  const users = new Users({ record: userRecord, passwords, trust, edition, now });
  const sessions = new Sessions({
    now,
    stands: (user, stamp) => users.stands(user, stamp),
    idleHours: fromSettings(settings, (stored) => settingValue(stored, SESSION_IDLE)),
  });
  const accounts = record.read().apikeys.length + userRecord.read().users.length;
  const oauth = await openOAuth(store, {
    settings,
    edition,
    trust,
    user: (id) => (id === OWNER.id ? OWNER : users.account(id)),
    now,
    log,
  });
  const content = collections.all().length + collections.damaged().length;
  const brought = content + accounts + oauth.clients.all().length;
  if (given || brought === 0) await trust.trust();
  const outside = outsideChanges(base, log);
  const downloadCounts = new DownloadCounts(base, log);
  const derivatives = new Derivatives(store);
  const timezone = () =>
    settingValue(settings.read(), TIME_ZONE) || new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const title = () => settingValue(settings.read(), TITLE) || store.folderName;
  const automations = new Automations({
    base,
    trust,
    schedules: await store.stateRecord<ScheduleRecord>('schedules', { folders: {} }),
    timezone,
    allowedHosts: () => settingValue(settings.read(), AUTOMATION_HOSTS),
    config: () => ({ title: title(), timezone: timezone() }),
    startSandbox,
    log,
  });
  if (given) await automations.approvals.approveAll();
  const clearImages: McpSite['clearImages'] = (of) => derivatives.clear(of);
  const version = packageVersion();
  const revisions = new Revisions();
  const mcp = new Mcp({ site: { ...base, title, clearImages, version, revisions }, events, settings, log });

  return {
    ...base,
    lookup,
    changes: new RecentChanges(events, now),
    keys,
    sessions,
    users,
    signIn: new SignIn({ users, sessions, passwords, log }),
    limits: new RateLimits(settings),
    clients: new ClientAddresses(settings),
    trust,
    settings,
    derivatives,
    imageAddresses: new KnownAddresses(),
    downloadCounts,
    readBuffers: new ReadBuffers(),
    media: new Media(base),
    linkPasswords: new LinkPasswords(await store.record<LinkKeyFile>('link-key', {})),
    wrongTries: new WrongTries(),
    automations,
    oauth,
    mcp,
    status: () => ({
      folderName: store.folderName,
      title: title(),
      edition: edition(),
      trusted: trust.trusted(),
      timezone: timezone(),
    }),
    async close() {
      await automations.close();
      await mcp.close();
      await outside.stop();
      await downloadCounts.save();
      await derivatives.settle();
      finder.close();
      longTexts.close();
      await keys.close();
      await oauth.close();
      await store.close();
    },
  };
}
