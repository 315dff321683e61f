/** A folder of Markdown documents as a source: Hugo, Jekyll, Astro, Eleventy, Decap, Keystatic. */
import { basename, dirname, extname, join, normalize } from 'node:path/posix';
import { PlinthError } from '../../errors.js';
import type { SourceFolder, SourceListing } from '../../store/host/source-files.js';
import type { FieldHint, ReferredFile, Source, SourceItem } from '../source.js';
import { ImportTexts } from '../texts/import-texts.js';
import { BODY, DATA_FORMATS, MARKDOWN } from './item.js';

const MAX_DOCUMENT = 20_000_000;

/** Folders of programs and of built sites, and those whose Markdown is no content. */
const SKIPPED =
  /(?:^|\/)(?:\.[^/]*|node_modules|bower_components|vendor|_site|_includes|_layouts|_sass|_plugins|layouts|themes|archetypes)$/;
export const isSkippedFolder = (path: string): boolean => SKIPPED.test(path);

/** Folders at the top of a site that hold files of the site as they are; their Markdown is no content. */
const FILES_ONLY =
  /^(?:static|public|assets|dist|resources|i18n|src\/(?:assets|components|layouts|styles))\//;
/** Of the project, not of the site. */
const PROJECT_FILE =
  /^(?:readme|license|licence|changelog|contributing|code_of_conduct|security)(?:\.[a-z]+)?$/i;
/** Data files are content where generators look for them. */
const CONTENT_DATA = /^(?:src\/)?content\//;

/** Where an address that begins with `/` may be found, as generators serve these folders. */
const SERVED = ['', 'static', 'public', 'assets', 'src', 'src/assets', 'content'];
/** Names of source folders in imports and image paths. */
const ALIASES: readonly [RegExp, string][] = [
  [/^[@~]\/assets\//, 'src/assets/'],
  [/^[@~]\//, 'src/'],
];

const OTHER_DOCUMENT = 'it is another document; the link stays as it is';

/** A path without what pages leave out of their addresses. */
const pagePath = (path: string): string =>
  path.replace(/(?:\/_?index)?\.(?:mdx?|markdown|mdown|mdoc|html?)$/i, '').replace(/(?<!\/)\/+$/, '');

export const isContentPath = (path: string): boolean => {
  if (FILES_ONLY.test(path)) return false;
  if (!path.includes('/') && PROJECT_FILE.test(path)) return false;
  if (MARKDOWN.test(path)) return true;
  const format = DATA_FORMATS[extname(path).toLowerCase()];
  return format !== undefined && CONTENT_DATA.test(path) && !/(?:^|\/)(?:config|_data)\.[a-z]+$/.test(path);
};

const HINTS: Readonly<Record<string, FieldHint>> = {
  [BODY]: { kind: 'styledtext', to: 'content', label: 'Content' },
  [`${BODY}-text`]: { kind: 'styledtext', to: 'content', label: 'Content' },
  slug: { to: 'id' },
  layout: { to: null },
  permalink: { to: null },
};

const unread = (path: string, problem: string): SourceItem => ({
  group: 'pages',
  key: path,
  place: path,
  fields: new Map(),
  problem,
});

function decodedPath(reference: string): string | undefined {
  const [path = ''] = reference.split(/[?#]/, 1);
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

export class MarkdownFolder implements Source {
  readonly format = 'markdown' as const;
  readonly name: string;
  readonly identity: string;
  readonly #folder: SourceFolder;
  readonly #media: SourceFolder | undefined;
  readonly #only: string | undefined;
  #listing: SourceListing | undefined;
  #documents: ReadonlySet<string> | undefined;
  readonly #texts = new ImportTexts();
  readonly #close: () => Promise<void>;

  constructor(
    folder: SourceFolder,
    parts: {
      name: string;
      identity: string;
      media?: SourceFolder | undefined;
      /** The only document that is imported. */
      only?: string;
      close?: () => Promise<void>;
    },
  ) {
    this.#folder = folder;
    this.#media = parts.media;
    this.#only = parts.only;
    this.name = parts.name;
    this.identity = parts.identity;
    this.#close = parts.close ?? (async () => undefined);
  }

  async *items(): AsyncGenerator<SourceItem> {
    this.#listing ??= await this.#folder.list(isSkippedFolder);
    for (const { path } of this.#listing.files.filter(
      (file) => isContentPath(file.path) && (this.#only === undefined || file.path === this.#only),
    )) {
      try {
        const item = await this.#texts.item(path, await this.#folder.bytes(path, MAX_DOCUMENT));
        yield item ?? unread(path, 'The document takes too long to read');
      } catch (error) {
        if (!(error instanceof PlinthError)) throw error;
        yield unread(path, error.message);
      }
    }
  }

  hint(_group: string, field: string): FieldHint | undefined {
    return Object.hasOwn(HINTS, field) ? HINTS[field] : undefined;
  }

  async file(
    reference: string,
    { key }: SourceItem,
    use: 'value' | 'text',
  ): Promise<ReferredFile | string | undefined> {
    if (/^(?:https?:)?\/\//i.test(reference)) {
      return use === 'text' ? undefined : { name: basename(reference), from: { url: reference } };
    }
    if (/^[a-z][a-z0-9+.-]*:/i.test(reference) || reference.startsWith('#')) return undefined;
    const path = decodedPath(reference);
    if (path === undefined || path === '' || path.includes('\\')) return undefined;
    if (MARKDOWN.test(path)) return OTHER_DOCUMENT;
    const isNamed = extname(path) !== '' && !/\.html?$/i.test(path);
    for (const candidate of this.#candidates(path, key)) {
      const found = await this.#found(candidate);
      if (found) return isNamed ? found : undefined;
    }
    if (!isNamed) return this.#isDocument(path, key) ? OTHER_DOCUMENT : undefined;
    const outside = normalize(join(path.startsWith('/') ? '' : dirname(key), path)).startsWith('../');
    return outside ? 'it is outside of the folder' : 'there is no such file in the folder';
  }

  /** Whether the address of a page is that of a document, as generators make it of the path. */
  #isDocument(path: string, key: string): boolean {
    this.#documents ??= new Set(
      (this.#listing?.files ?? []).flatMap((file) => (isContentPath(file.path) ? [pagePath(file.path)] : [])),
    );
    return this.#candidates(path, /(?:^|\/)index\.[a-z]+$/i.test(key) ? key : `${pagePath(key)}/index.md`)
      .concat(this.#candidates(path, key))
      .some((candidate) => this.#documents?.has(pagePath(candidate)));
  }

  /** Paths below the folder where a reference may lead. */
  #candidates(path: string, key: string): string[] {
    const alias = ALIASES.find(([pattern]) => pattern.test(path));
    if (alias) return [path.replace(alias[0], alias[1])];
    if (path.startsWith('/'))
      return SERVED.map((folder) => normalize(join(folder, path)).replace(/^\/+/, ''));
    const beside = normalize(join(dirname(key), path));
    return [beside, ...SERVED.map((folder) => normalize(join(folder, path)))];
  }

  async #found(path: string): Promise<ReferredFile | undefined> {
    for (const folder of [this.#folder, this.#media]) {
      const facts = await folder?.factsOf(path);
      if (folder && facts) {
        return { name: basename(path), path, from: { open: () => folder.stream(path), ...facts } };
      }
    }
    return undefined;
  }

  notes(): string[] {
    return (this.#listing?.links ?? []).map((path) => `${path} is a symbolic link, which is not followed`);
  }

  close(): Promise<void> {
    this.#texts.close();
    return this.#close();
  }
}
