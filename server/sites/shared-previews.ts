/** Shows the preview of a site to others at an address that ends by itself (spec/preview.md#shared-addresses). */
import type { IncomingMessage } from 'node:http';
import { type ClientAddresses, countedAs } from '../access/client-addresses.js';
import { FailedAttempts } from '../access/failed-attempts.js';
import type { SessionUser } from '../contract/access.js';
import { message } from '../contract/messages/message.js';
import type {
  PreviewShare,
  PreviewSharing,
  SharedPreview,
  PreviewShares as ShareList,
} from '../contract/preview.js';
import { conflict, PlinthError } from '../errors.js';
import type { PreviewRecord, Previews, StoredShare } from '../preview/previews.js';
import { SHARED_PATH, SharedPages, type Shown } from '../preview/shared-pages.js';
import { HOSTS, SHARED_PREVIEWS } from '../settings/access.js';
import { type StoredSettings, settingValue } from '../settings/read.js';
import type { JsonRecord } from '../store/types/documents.js';
import type { DevServers } from './dev-servers.js';
import { PreviewShares, type PreviewSharesOptions } from './preview-shares.js';
import type { Sites } from './sites.js';

/** Wrong tokens from one network within a quarter of an hour. */
const TRIES_FROM_NETWORK = 25;
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]', '::1']);
const WILDCARDS: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

export interface SharedPreviewsOptions extends Omit<PreviewSharesOptions, 'hasSite' | 'changed'> {
  record: JsonRecord<PreviewRecord>;
  previews: Previews;
  sites: Sites;
  devServers: DevServers;
  settings: { read(): StoredSettings };
  clients: ClientAddresses;
  hasSet(set: string): boolean;
  /** Called when the site may be shown otherwise. */
  changed(): void;
}

export class SharedPreviews {
  readonly #options: SharedPreviewsOptions;
  readonly #shares: PreviewShares;
  readonly #attempts = new FailedAttempts(TRIES_FROM_NETWORK);
  /** The address that the server listens at; undefined: nothing is served. */
  #host: string | undefined;
  #pages: { pages: SharedPages; host: string } | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: SharedPreviewsOptions) {
    this.#options = options;
    const { sites } = options;
    this.#shares = new PreviewShares({
      ...options,
      hasSite: (id) => sites.list().some((site) => site.id === id),
      changed: () => this.#changed(),
    });
  }

  /** From now on addresses are served. `host`: the address that the server listens at. */
  async serveAt(host: string): Promise<void> {
    this.#host = host;
    this.#shares.start();
    await this.#serve().catch((error: unknown) => this.#failed(error));
  }

  /** Whether a site shows unsaved changes: not while an address of it is valid that is not to show them. */
  showsUnsaved = (site: string): boolean =>
    !this.#shares.list().some((share) => share.site === site && !share.unsaved);

  list(): ShareList {
    const { reach } = this.#reach();
    return { shares: this.#shares.list().map((share) => this.#summary(share)), reach };
  }

  /**
   * Makes an address for what the preview shows now; `asked`: the host by which the admin was asked. Throws `busy` before
   * it is served, `conflict` where Plinth has not started the site.
   */
  async share(
    { hours, unsaved = false, path = '/' }: PreviewSharing,
    { id, name }: Pick<SessionUser, 'id' | 'name'>,
    asked: string | undefined,
  ): Promise<SharedPreview> {
    const { previews, devServers } = this.#options;
    if (this.#host === undefined) throw new PlinthError('busy', message('folderOpenElsewhere'));
    const site = devServers.running();
    if (site === undefined) throw conflict(message('previewNotStarted'));
    const about = { site, sets: previews.state().sets, unsaved, by: { id, name }, hours };
    const { share, token } = await this.#shares.add(about);
    const pages = await this.#serve();
    const { pathname, search } = new URL(path.replace(/^\/+/, '/'), 'http://localhost');
    const host = this.#reach(asked).name;
    const url = `http://${host}:${pages?.port}${SHARED_PATH}${token}${pathname}${search}`;
    return { share: this.#summary(share), url };
  }

  /** Other change sets are shown now: what was shared without them is interrupted. */
  chosen(): void {
    this.#keepShown();
  }

  /** Throws `missing`. */
  end(id: string): Promise<void> {
    return this.#shares.end(id);
  }

  async close(): Promise<void> {
    this.#shares.close();
    this.#host = undefined;
    await this.#serve();
  }

  #summary(share: StoredShare): PreviewShare {
    const { hash: _, by, ...rest } = share;
    return { ...rest, by: by.name, isShown: this.#targetOf(share) !== undefined };
  }

  #shown(token: string): Shown | undefined {
    const share = this.#shares.find(token);
    if (!share) return undefined;
    const { sites, devServers, record: _, root } = this.#options;
    const { directory } = sites.get(share.site);
    return {
      id: share.id,
      endsIn: this.#shares.endsIn(share),
      project: { directory, data: root },
      target: this.#targetOf(share),
      files: devServers.placesOf(share.site)?.reads,
    };
  }

  /** Where the site answers, while it is shown with the change sets that were shared. */
  #targetOf({ site, sets }: StoredShare): string | undefined {
    const { previews, devServers, hasSet } = this.#options;
    const shown = previews.state().sets;
    const shared = sets.filter(hasSet);
    const isSame = shown.length === shared.length && shared.every((set, at) => set === shown[at]);
    return isSame ? devServers.placesOf(site)?.address : undefined;
  }

  #isOnNetwork = (): boolean =>
    this.#host !== undefined &&
    !LOOPBACK.has(this.#host) &&
    settingValue(this.#options.settings.read(), SHARED_PREVIEWS);

  /** Names of this machine that other machines know. */
  #namesOnNetwork(): string[] {
    const host = this.#host ?? '';
    const own = WILDCARDS.has(host) || LOOPBACK.has(host) ? [] : [host.includes(':') ? `[${host}]` : host];
    const named = settingValue(this.#options.settings.read(), HOSTS).map(withoutPort);
    return [...own, ...named].map((name) => name.toLowerCase());
  }

  /** Where addresses work, and the name of the machine in one that is made by the admin at a host. */
  #reach(asked = ''): { reach: ShareList['reach']; name: string } {
    const at = withoutPort(asked.toLowerCase());
    // The other name of this machine, so that browsers keep the cookies of the two apart.
    const local = at === '127.0.0.1' ? 'localhost' : '127.0.0.1';
    if (this.#host === undefined || LOOPBACK.has(this.#host)) return { reach: 'notListening', name: local };
    if (!this.#isOnNetwork()) return { reach: 'switchedOff', name: local };
    const names = this.#namesOnNetwork();
    const name = names.includes(at) ? at : names.find((one) => !LOOPBACK.has(one));
    return name === undefined ? { reach: 'noName', name: local } : { reach: 'network', name };
  }

  #changed(): void {
    const { changed } = this.#options;
    this.#keepShown();
    changed();
    this.#serve().catch((error: unknown) => this.#failed(error));
  }

  #keepShown(): void {
    const shown = this.#shares.list().filter((share) => this.#targetOf(share) !== undefined);
    this.#pages?.pages.keepOnly(new Set(shown.map(({ id }) => id)));
  }

  #failed(error: unknown): void {
    this.#options.log('error', 'The shared preview cannot be served', error);
  }

  /** Listens while there are addresses, where they are to work. */
  #serve(): Promise<SharedPages | undefined> {
    const served = this.#turn.then(() => this.#serveNow());
    this.#turn = served.catch(() => undefined);
    return served;
  }

  async #serveNow(): Promise<SharedPages | undefined> {
    const host = this.#isOnNetwork() ? this.#host : '127.0.0.1';
    const isWanted = this.#host !== undefined && this.#shares.list().length > 0;
    if (this.#pages && (!isWanted || this.#pages.host !== host)) {
      await this.#pages.pages.close();
      this.#pages = undefined;
    }
    if (!isWanted || host === undefined) return undefined;
    this.#pages ??= { pages: await this.#listen(host), host };
    return this.#pages.pages;
  }

  async #listen(host: string): Promise<SharedPages> {
    const { record, root, clients } = this.#options;
    const known = record.read().sharedPorts?.[root] ?? 0;
    const open = (port: number) =>
      SharedPages.open({
        ...{ host, port },
        names: () => new Set([...LOOPBACK, ...(this.#isOnNetwork() ? this.#namesOnNetwork() : [])]),
        isOnNetwork: this.#isOnNetwork,
        find: (token) => this.#shown(token),
        attempts: this.#attempts,
        clientOf: ({ socket, headers }: IncomingMessage) =>
          countedAs(clients.of(socket.remoteAddress, headers['x-forwarded-for'])),
        failed: (error) => this.#failed(error),
      });
    // Another program may have the port: a free one, where the same tokens are good.
    const pages = await open(known).catch(() => open(0));
    if (pages.port !== known) {
      await record.update((value) => {
        value.sharedPorts = { ...value.sharedPorts, [root]: pages.port };
      });
    }
    return pages;
  }
}

const withoutPort = (host: string): string => host.replace(/:\d{1,5}$/, '');
