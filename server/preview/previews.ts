/** The preview of a folder's site: where its development server is, as this machine knows it, and the proxy before it. */

import { message } from '../contract/messages/message.js';
import type { OpenedPreview, PreviewChange, PreviewState } from '../contract/preview.js';
import { SHARED_DRAFT } from '../contract/set-names.js';
import { conflict, invalid, missing } from '../errors.js';
import type { JsonRecord } from '../store/types/documents.js';
import { PreviewProxy } from './proxy.js';
import { type BuiltPages, PublishedPages } from './published-pages.js';

/** What this machine keeps, by the path of the folder. */
export interface PreviewRecord {
  /** Addresses of development servers. */
  folders: Record<string, string>;
  /** Ids of the change sets that those read through which Plinth starts; absent: the shared draft. */
  sets?: Record<string, string[]>;
  /** Tokens in the addresses at which those read that Plinth starts. */
  tokens?: Record<string, string>;
  /** Addresses at which the preview is shown to others. */
  shares?: Record<string, StoredShare[]>;
  /** The port of those addresses. */
  sharedPorts?: Record<string, number>;
}

/** An address that was shared. */
export interface StoredShare {
  id: string;
  /** Of its token. */
  hash: string;
  site: string;
  /** Ids of the change sets that the site is shown with. */
  sets: string[];
  /** Whether unsaved changes are shown as well. */
  unsaved: boolean;
  by: { id: string; name: string };
  at: string;
  until: string;
}

export interface PreviewsOptions {
  record: JsonRecord<PreviewRecord>;
  /** Path of the data folder. */
  root: string;
  /** Where a development server that Plinth has started answers. */
  running: () => string | undefined;
  /** Whether a change set can be read through. */
  hasSet(set: string): boolean;
  /** The site that was built last, of the one that is developed where that is known; undefined: none was built. */
  built(): Promise<(BuiltPages & { at: string }) | undefined>;
  /** Called when other sets were chosen. */
  chosen(): void;
  /** Calls back when something has changed that pages may show, until the answer is called. */
  onChange(listener: () => void): () => void;
}

const LOOPBACK = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?\/?$/i;
const MAX_ADMINS = 20;

export class Previews {
  readonly #options: PreviewsOptions;
  readonly #admins = new Set<string>();
  #proxy: Promise<PreviewProxy> | undefined;
  #published: Promise<{ pages: PublishedPages; proxy: PreviewProxy }> | undefined;
  #unfollow: () => void = () => undefined;

  constructor(options: PreviewsOptions) {
    this.#options = options;
  }

  state(): PreviewState {
    const { record, root, running } = this.#options;
    const started = running();
    const site = started ?? record.read().folders[root] ?? '';
    return { site, isStarted: started !== undefined, sets: this.#sets() };
  }

  /** The sets that are chosen and there. */
  #sets(): string[] {
    const { record, root, hasSet } = this.#options;
    return (record.read().sets?.[root] ?? [SHARED_DRAFT]).filter(hasSet);
  }

  /**
   * Keeps the address of the development server, an empty one is forgotten, and the sets that a started one reads through.
   * Throws `invalid`, `missing`.
   */
  async change({ site, sets }: PreviewChange): Promise<PreviewState> {
    const { record, root, hasSet, chosen } = this.#options;
    const unknown = sets?.find((set) => !hasSet(set));
    if (unknown !== undefined) throw missing(message('changeSetMissing', { id: unknown }));
    if (site !== undefined && site !== '' && (!LOOPBACK.test(site) || !URL.canParse(site))) {
      throw invalid(message('previewAddressInvalid'), { site: [message('previewAddressInvalid')] });
    }
    await record.update((value) => {
      const { [root]: _before, ...others } = value.folders;
      if (site !== undefined) {
        value.folders = site === '' ? others : { ...others, [root]: new URL(site).origin };
      }
      if (sets) value.sets = { ...value.sets, [root]: [...new Set(sets)] };
    });
    if (sets) chosen();
    if (sets) await this.changed();
    return this.state();
  }

  /** What pages show may have changed. */
  async changed(): Promise<void> {
    (await this.#proxy)?.changed();
  }

  /** The token of the folder; `made` becomes that where there is none. */
  async token(made: string): Promise<string> {
    const { record, root } = this.#options;
    if (record.read().tokens?.[root] === undefined) {
      await record.update((value) => {
        value.tokens = { [root]: made, ...value.tokens };
      });
    }
    return record.read().tokens?.[root] ?? made;
  }

  /**
   * The origins of the preview for an admin, which may show it from now on. Throws `conflict` for one of another machine.
   */
  async open(admin: string): Promise<OpenedPreview> {
    if (!LOOPBACK.test(admin) || !URL.canParse(admin)) throw conflict(message('previewElsewhere'));
    if (this.#admins.size < MAX_ADMINS) this.#admins.add(new URL(admin).origin);
    this.#proxy ??= this.#open();
    const origin = (await this.#proxy).originFor(admin);
    const built = await this.#options.built();
    if (!built) return { origin, published: null };
    this.#published ??= this.#openPublished();
    const { pages, proxy } = await this.#published;
    pages.show({ output: built.output, base: built.base });
    return { origin, published: { origin: proxy.originFor(admin), at: built.at } };
  }

  async #openPublished() {
    const pages = await PublishedPages.open();
    return { pages, proxy: await PreviewProxy.open({ target: () => pages.address, admins: this.#admins }) };
  }

  async #open(): Promise<PreviewProxy> {
    const proxy = await PreviewProxy.open({
      target: () => this.state().site || undefined,
      admins: this.#admins,
    });
    this.#unfollow = this.#options.onChange(() => proxy.changed());
    return proxy;
  }

  async close(): Promise<void> {
    this.#unfollow();
    await (await this.#proxy)?.close();
    const published = await this.#published;
    await published?.proxy.close();
    await published?.pages.close();
  }
}
