/** The preview of a folder's site: where its development server is, as this machine knows it, and the proxy before it. */
import { message } from '../contract/messages/message.js';
import type { PreviewState } from '../contract/preview.js';
import { conflict, invalid } from '../errors.js';
import type { JsonRecord } from '../store/types/documents.js';
import { PreviewProxy } from './proxy.js';

/** The addresses of development servers, by the path of the folder. */
export interface PreviewRecord {
  folders: Record<string, string>;
}

export interface PreviewsOptions {
  record: JsonRecord<PreviewRecord>;
  /** Path of the data folder. */
  root: string;
  /** Where a development server that Plinth has started answers. */
  running: () => string | undefined;
}

const LOOPBACK = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?\/?$/i;
const MAX_ADMINS = 20;

export class Previews {
  readonly #options: PreviewsOptions;
  readonly #admins = new Set<string>();
  #proxy: Promise<PreviewProxy> | undefined;

  constructor(options: PreviewsOptions) {
    this.#options = options;
  }

  state(): PreviewState {
    const { record, root, running } = this.#options;
    return { site: running() ?? record.read().folders[root] ?? '' };
  }

  /** Keeps the address of the development server; an empty one is forgotten. Throws `invalid`. */
  async change({ site }: PreviewState): Promise<PreviewState> {
    const { record, root } = this.#options;
    if (site !== '' && (!LOOPBACK.test(site) || !URL.canParse(site))) {
      throw invalid(message('previewAddressInvalid'), { site: [message('previewAddressInvalid')] });
    }
    await record.update((value) => {
      const { [root]: _before, ...others } = value.folders;
      value.folders = site === '' ? others : { ...others, [root]: new URL(site).origin };
    });
    return this.state();
  }

  /** The origin of the preview for an admin, which may show it from now on. Throws `conflict` for one of another machine. */
  async open(admin: string): Promise<{ origin: string }> {
    if (!LOOPBACK.test(admin) || !URL.canParse(admin)) throw conflict(message('previewElsewhere'));
    if (this.#admins.size < MAX_ADMINS) this.#admins.add(new URL(admin).origin);
    this.#proxy ??= PreviewProxy.open({ target: () => this.state().site || undefined, admins: this.#admins });
    return { origin: (await this.#proxy).originFor(admin) };
  }

  async close(): Promise<void> {
    await (await this.#proxy)?.close();
  }
}
