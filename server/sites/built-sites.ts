/** The pages of sites as they were built last: which show an object, and the pages themselves. */
import type { Base } from '../content/core/base.js';
import { type ObjectName, objectFinder } from '../contract/page-address.js';
import type { ObjectPages } from '../contract/preview.js';
import type { KnownSite } from '../contract/sites.js';
import { hasFiles, realFolder } from '../store/host/project.js';
import { indexPages, type PageIndex } from './page-index.js';
import type { Publisher } from './publisher.js';
import { outputOf } from './site-problems.js';
import type { Sites } from './sites.js';

/** Pages that are named. */
const MAX_NAMED = 200;

export interface BuiltSite {
  site: KnownSite;
  /** Of the run that has built it. */
  run: string;
  /** When that ended. */
  at: string;
  /** Real path of its pages. */
  output: string;
  /** Path of its address, with a slash at its end. */
  base: string;
}

export class BuiltSites {
  readonly #folder: Pick<Base, 'collections'>;
  readonly #sites: Sites;
  readonly #publisher: Publisher;
  /** By site, of the run that has built it. */
  readonly #indexes = new Map<string, { key: string; index: Promise<PageIndex> }>();

  constructor(folder: Pick<Base, 'collections'>, sites: Sites, publisher: Publisher) {
    this.#folder = folder;
    this.#sites = sites;
    this.#publisher = publisher;
  }

  /** Sites that were built, and are not being built now. */
  async all(): Promise<BuiltSite[]> {
    const found: BuiltSite[] = [];
    for (const site of this.#sites.list()) {
      const last = await this.#publisher.lastBuilt(site.id);
      const directory = last && (await realFolder(site.directory));
      if (!last?.finishedAt || directory === undefined || site.output === '') continue;
      const output = await realFolder(outputOf(site, directory));
      if (output === undefined || !(await hasFiles(output))) continue;
      const { pathname } = URL.canParse(site.address) ? new URL(site.address) : { pathname: '/' };
      const base = pathname.endsWith('/') ? pathname : `${pathname}/`;
      found.push({ site, run: last.id, at: last.finishedAt, output, base });
    }
    return found;
  }

  /** The pages that show an object. */
  async pagesOf(object: ObjectName): Promise<ObjectPages> {
    const sites = [];
    for (const built of await this.all()) {
      const pages = (await this.#indexOf(built)).pagesOf(object);
      if (pages.length === 0) continue;
      const { id, name } = built.site;
      sites.push({ site: id, name, at: built.at, total: pages.length, pages: pages.slice(0, MAX_NAMED) });
    }
    return { sites };
  }

  #indexOf(built: BuiltSite): Promise<PageIndex> {
    const { site, run, output, base } = built;
    const patterns = this.#folder.collections.all().map(({ settings }) => {
      const { id: collection, url, prettyUrl } = settings;
      return { collection, url, prettyUrl };
    });
    const key = JSON.stringify([run, output, base, patterns]);
    const known = this.#indexes.get(site.id);
    if (known?.key === key) return known.index;
    const host = URL.canParse(site.address) ? new URL(site.address).host : undefined;
    const index = indexPages({ output, base, host }, objectFinder(patterns));
    this.#indexes.set(site.id, { key, index });
    index.catch(() => this.#indexes.delete(site.id));
    return index;
  }
}
