/**
 * Images and files of a built site: addresses of Plinth in its pages, styles, scripts, data and feeds become files
 * beside the site (spec/site-assets.md). Built files serve every generator alike. Only addresses are replaced: to
 * parse and print a page changes bytes its author chose, and the API cannot answer other addresses, since pages build
 * sizes from them.
 */
import { posix } from 'node:path';
import { message, rule } from '../contract/messages/message.js';
import { conflict } from '../errors.js';
import type { OutputFolder } from '../store/host/output-folder.js';
import type { AssetUrl } from './asset-url.js';
import { AddressFinder, type FoundAddress, replaceAddresses } from './find-addresses.js';
import { OwnedFiles, type WrittenCounts } from './owned-files.js';
import { isProgram, kindOfFile, type PageParts, partsOf } from './page-parts.js';
import type { Source } from './source.js';
import { fetchFiles, NAME_DIGITS } from './static-files.js';

/** Feeds and sitemaps. */
const FEED = /\.(?:xml|rss|atom|rdf)$/i;

/** A larger file is not searched. */
const MAX_SIZE = 64 * 1024 * 1024;

export interface AssetsOptions {
  source: Source;
  folder: OutputFolder;
  url: AssetUrl;
  /** Hosts with ports under which the folder was served during the build. */
  hosts: readonly string[];
  /** Go on when a file is missing; its address stays as it is. */
  allowMissing: boolean;
}

export interface AssetsReport extends WrittenCounts {
  /** Changed files of the site. */
  changed: number;
  addresses: number;
  /** What could not be done, by file. */
  problems: Record<string, string[]>;
  /** Further remarks. */
  notes: string[];
}

interface Occurrence extends FoundAddress {
  /** Why it must stay as it is. */
  fixed?: string;
  /** In a script: it may be a part of an address that the script puts together. */
  isGuess: boolean;
  /** It is written as a full address where the site's address is known. */
  isFull: boolean;
}

interface Page {
  path: string;
  occurrences: Occurrence[];
}

/** Rewrites a built site. Throws `conflict` naming each page and address without a file, and then changes no page. */
export async function collectAssets(options: AssetsOptions): Promise<AssetsReport> {
  const { folder, url, allowMissing } = options;
  const list = `${url.folder}/plinth-assets.json`;
  const pending = `${url.folder}/.plinth-pending`;
  const owned = await OwnedFiles.open(folder, { list, pending });
  const site = new BuiltSite(options);
  await site.read();

  const wanted = site.pages.flatMap(({ occurrences }) =>
    occurrences.filter(({ fixed }) => fixed === undefined),
  );
  const addresses = new Set(wanted.map(({ address }) => address));
  const fetched = await fetchFiles(addresses, { ...options, owned, folder: url.folder });
  for (const { path, occurrences } of site.pages) {
    for (const { address, fixed, isGuess } of occurrences) {
      const problem = fixed ?? fetched.problems.get(address);
      if (problem !== undefined && !(isGuess && fixed === undefined))
        site.tell(path, `${address}: ${problem}`);
    }
  }
  const problems = Object.fromEntries(site.problems);
  if (site.problems.size > 0 && !allowMissing) {
    const details = Object.entries(problems).map(([path, all]) => [path, all.map(rule)]);
    throw conflict(message('siteFilesMissing'), Object.fromEntries(details));
  }

  let changed = 0;
  for (const { path } of site.pages) if (await site.rewrite(path, fetched.paths)) changed += 1;
  for (const path of site.referenced) owned.keep(path);
  if (owned.current().length > 0 || owned.isKnown) {
    const files = Object.fromEntries(owned.current());
    await owned.finish([[list, `${JSON.stringify({ format: 1, files }, undefined, 2)}\n`]]);
  }
  return { ...owned.counts, changed, addresses: addresses.size, problems, notes: site.notes() };
}

class BuiltSite {
  /** Files with addresses. */
  readonly pages: Page[] = [];
  readonly problems = new Map<string, string[]>();
  /** Paths of files of earlier runs that pages show. */
  readonly referenced = new Set<string>();
  readonly #options: AssetsOptions;
  readonly #finder: AddressFinder;
  readonly #host: RegExp;
  readonly #ownName: RegExp;
  readonly #tooLarge: string[] = [];
  readonly #withHost = new Set<string>();
  readonly #outdated: string[] = [];
  /** Files that a page names with their hash. */
  readonly #protected = new Set<string>();
  #all = new Set<string>();

  constructor(options: AssetsOptions) {
    this.#options = options;
    this.#finder = new AddressFinder(options.hosts);
    const hosts = options.hosts.map((host) => host.replace(/[.[\]]/g, '\\$&').replace(':', '(?::|%3a)'));
    this.#host = new RegExp(hosts.join('|') || '(?!)', 'i');
    const name = options.url.folder.replace(/[.~]/g, '\\$&');
    this.#ownName = new RegExp(
      `${name}(?:\\\\*\\/)((?:[A-Za-z0-9_-]+-)?[0-9a-f]{${NAME_DIGITS}}\\.[a-z0-9]+)`,
      'g',
    );
  }

  /** Finds the addresses in all files. */
  async read(): Promise<void> {
    const { folder, url } = this.#options;
    const files = await folder.files();
    this.#all = new Set(files.map(({ path }) => path));
    const checked = new Map<string, string>();
    for (const { path, size } of files) {
      if (kindOfFile(path) === undefined || path.startsWith(`${url.folder}/`)) continue;
      if (size > MAX_SIZE) this.#tooLarge.push(path);
      const text = size > MAX_SIZE ? undefined : await this.#text(path);
      if (text === undefined) continue;
      const page = partsOf(path, text);
      for (const address of page.checked)
        for (const file of localPaths(path, address)) checked.set(file, path);
      this.#noteReferences(path, text);
      const occurrences = this.#find(path, text, page);
      if (occurrences.length > 0) this.pages.push({ path, occurrences });
    }
    for (const page of this.pages) {
      const by = [...checked].find(([file]) => file === page.path || file.endsWith(`/${page.path}`))?.[1];
      if (by === undefined) continue;
      this.#protected.add(page.path);
      for (const one of page.occurrences)
        one.fixed = `the file must not change: ${by} names its hash ("integrity")`;
    }
  }

  tell(path: string, problem: string): void {
    const known = this.problems.get(path) ?? [];
    if (!known.includes(problem)) this.problems.set(path, [...known, problem]);
  }

  /** Replaces the addresses in a file; whether it has changed. */
  async rewrite(path: string, paths: ReadonlyMap<string, string>): Promise<boolean> {
    const { folder, url } = this.#options;
    const text = this.#protected.has(path) ? undefined : await this.#text(path);
    if (text === undefined) return false;
    const found = this.#find(path, text, partsOf(path, text));
    const rewritten = replaceAddresses(text, found, ({ address, fixed, isFull }) => {
      const file = fixed === undefined ? paths.get(address) : undefined;
      const name = file?.slice(url.folder.length + 1);
      return name && (isFull && url.full ? url.full(name) : url.of(path, name));
    });
    if (rewritten === text) return false;
    this.#withHost.delete(path);
    if (this.#host.test(rewritten)) this.#withHost.add(path);
    await folder.place(await folder.stage(Buffer.from(rewritten, 'latin1')), path);
    for (const ending of ['gz', 'br', 'zst']) {
      if (this.#all.has(`${path}.${ending}`)) this.#outdated.push(`${path}.${ending}`);
    }
    return true;
  }

  /** What the user should know besides the problems. */
  notes(): string[] {
    const { url } = this.#options;
    const feeds = this.pages.filter(({ path }) => !url.full && FEED.test(path));
    return [
      ...this.#tooLarge.map((path) => `${path}: not searched, because it is larger than 64 MB`),
      ...this.#outdated.map((path) => `${path}: compressed before its page was changed`),
      ...feeds.map(({ path }) => `${path}: feeds and sitemaps need full addresses (--site-url https://…)`),
      ...[...this.#withHost]
        .sort()
        .map((path) => `${path}: still contains the address of the build's server`),
    ];
  }

  /** A file as Latin-1; undefined for one that is not text. */
  async #text(path: string): Promise<string | undefined> {
    const bytes = await this.#options.folder.read(path);
    return bytes === undefined || bytes.includes(0) ? undefined : bytes.toString('latin1');
  }

  #noteReferences(path: string, text: string): void {
    if (this.#host.test(text)) this.#withHost.add(path);
    for (const [, name = ''] of text.matchAll(this.#ownName)) {
      const file = `${this.#options.url.folder}/${name}`;
      this.referenced.add(file);
      if (!this.#all.has(file)) this.tell(path, `${file}: the file is missing; build the page again`);
    }
  }

  #find(path: string, text: string, page: PageParts): Occurrence[] {
    const { isRelative, full } = this.#options.url;
    const isPage = kindOfFile(path) === 'page';
    return page.parts.flatMap(({ start, end, kind, isInline, isShared = false }) =>
      this.#finder.in(text, kind, start, end).map((found): Occurrence => {
        const isScript = isProgram(path) || (isInline && kind === 'script');
        const isGuess = isScript && !found.isAbsolute;
        const isFull = isShared || FEED.test(path);
        if (isInline && page.hasHashes) {
          return {
            ...found,
            isGuess,
            isFull,
            fixed: 'the page names the hash of this script or style (Content-Security-Policy)',
          };
        }
        const isIndependent = isFull && full !== undefined;
        if (isRelative && !isIndependent && (page.hasBase || (!isPage && kind !== 'style'))) {
          const why = page.hasBase ? 'the page has <base>' : 'the file is not a page';
          return {
            ...found,
            isGuess,
            isFull,
            fixed: `a relative address does not work here, because ${why}`,
          };
        }
        return { ...found, isGuess, isFull };
      }),
    );
  }
}

/** The paths below the site's folder that an address in a page may mean. */
function localPaths(page: string, address: string): string[] {
  const path = address.replace(/^(?:https?:)?\/\/[^/]*/i, '').replace(/[?#].*$/s, '');
  if (path === '') return [];
  return path.startsWith('/') ? [path.slice(1)] : [posix.join(posix.dirname(page), path)];
}
