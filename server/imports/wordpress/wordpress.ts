/** A WordPress export (WXR) as a source: authors, terms, posts, pages and other types, with their media. */
import { basename } from 'node:path/posix';
import type { Readable } from 'node:stream';
import { Yielder } from '../../async/yielder.js';
import type { JsonValue } from '../../contract/values.js';
import type { SourceFolder } from '../../store/host/source-files.js';
import { isImageName } from '../mapping/kinds-of-values.js';
import type { FieldHint, ReferredFile, Source, SourceItem } from '../source.js';
import { decoded } from '../text.js';
import { ImportTexts } from '../texts/import-texts.js';
import { galleriesIn, type LibraryImage, plainTitle } from './content.js';
import { childText, type Part, partsOf } from './elements.js';
import { ATTACHMENT, groupOfTaxonomy, metaOf, placeOf, skippedType, termsOf } from './post.js';

interface Attachment extends LibraryImage {
  /** Id of the post it was added to. */
  parent: string;
}

const POST_HINTS: Readonly<Record<string, FieldHint>> = {
  slug: { to: 'id' },
  author: { relation: 'authors' },
  content: { kind: 'styledtext' },
  excerpt: { kind: 'styledtext', to: 'summary', label: 'Summary' },
  featured_image: { kind: 'image', to: 'image', label: 'Image' },
  date: { kind: 'datetime' },
  // Plinth keeps its own time of the last change; objects get the one of the export.
  modified: { to: null },
  link: { kind: 'url', label: 'Former address' },
  password: { to: null },
};
const HINTS: Readonly<Record<string, Readonly<Record<string, FieldHint>>>> = {
  authors: { login: { to: 'id' }, email: { to: null } },
  terms: { slug: { to: 'id' } },
};

const withText = (pairs: readonly (readonly [string, string])[]): Map<string, JsonValue> =>
  new Map(pairs.filter(([, value]) => value !== ''));

export interface WordPressParts {
  name: string;
  open(): Readable;
  /** The folder `wp-content/uploads` of the site, or a copy of it. */
  media?: SourceFolder | undefined;
  identity: string;
  close?: () => Promise<void>;
}

export class WordPressExport implements Source {
  readonly format = 'wordpress' as const;
  readonly name: string;
  readonly #parts: WordPressParts;
  readonly #attachments = new Map<string, Attachment>();
  readonly #addresses = new Set<string>();
  readonly #taxonomies = new Set(['categories', 'tags']);
  readonly #skipped = new Map<string, number>();
  readonly #texts = new ImportTexts();
  #base = '';
  #isRead = false;

  constructor(parts: WordPressParts) {
    this.#parts = parts;
    this.name = parts.name;
  }

  /** The address of the blog, once it was read: the next export of it has another file name. */
  get identity(): string {
    return this.#base === '' ? this.#parts.identity : `wordpress:${this.#base}`;
  }

  async *items(): AsyncGenerator<SourceItem> {
    const { name } = this.#parts;
    /** Terms and authors that were already listed, as `group/key`. */
    const known = new Set<string>();
    const once = (item: SourceItem): SourceItem[] => {
      const id = `${item.group}/${item.key}`;
      if (known.has(id)) return [];
      known.add(id);
      return [item];
    };
    for await (const part of partsOf(decoded(this.#parts.open(), name), name)) {
      if (part.name !== 'item') {
        const declared = this.#declared(part);
        if (declared) yield* once(declared);
        continue;
      }
      this.#noteAttachment(part);
      const skipped = skippedType(part);
      if (skipped !== undefined) {
        if (skipped !== 'attachment' && !this.#isRead)
          this.#skipped.set(skipped, (this.#skipped.get(skipped) ?? 0) + 1);
        continue;
      }
      for (const item of this.#undeclared(part)) yield* once(item);
      yield await this.#post(part);
    }
    this.#isRead = true;
  }

  /** A post with the images of its galleries. They may come later in the file, which is read twice. */
  async #post(part: Part): Promise<SourceItem> {
    const yielder = new Yielder();
    const images = new Map<string, LibraryImage>();
    const key = childText(part, 'wp:post_id').trim();
    let added: LibraryImage[] | undefined;
    for (const ids of galleriesIn(childText(part, 'content:encoded'))) {
      for (const id of ids ?? []) {
        const image = this.#attachments.get(id);
        if (image) images.set(id, image);
      }
      if (!ids) added ??= this.#addedTo(key);
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    }
    const item = await this.#texts.post({ post: part, file: this.name, images, added: added ?? [] });
    const place = placeOf(this.name, part.line, '');
    return (
      item ?? { group: 'posts', key, place, fields: new Map(), problem: 'The post takes too long to read' }
    );
  }

  #addedTo(post: string): LibraryImage[] {
    return [...this.#attachments.values()].filter(({ parent, url }) => parent === post && isImageName(url));
  }

  /** An author or a term of the channel. */
  #declared(part: Part): SourceItem | undefined {
    const text = (name: string) => childText(part, name).trim();
    if (part.name === 'wp:base_blog_url' || (part.name === 'wp:base_site_url' && this.#base === '')) {
      this.#base = part.text.trim();
    }
    if (part.name === 'wp:author') {
      return this.#author(text('wp:author_login'), part, [
        ['name', plainTitle(text('wp:author_display_name')).text || text('wp:author_login')],
        ['login', text('wp:author_login')],
        ['email', text('wp:author_email')],
        ['first_name', text('wp:author_first_name')],
        ['last_name', text('wp:author_last_name')],
      ]);
    }
    const isCategory = part.name === 'wp:category';
    const isTag = part.name === 'wp:tag';
    if (!isCategory && !isTag && part.name !== 'wp:term') return undefined;
    const kind = isCategory ? 'category' : isTag ? 'tag' : 'term';
    const domain = isCategory ? 'category' : isTag ? 'post_tag' : text('wp:term_taxonomy');
    if (domain === '' || domain === 'nav_menu' || domain === 'wp_theme') return undefined;
    const slug = isCategory ? text('wp:category_nicename') : text(`wp:${kind}_slug`);
    const name = isCategory ? text('wp:cat_name') : text(`wp:${kind}_name`);
    const parent = isCategory ? text('wp:category_parent') : text('wp:term_parent');
    return this.#term(groupOfTaxonomy(domain), slug, part, [
      ['name', plainTitle(name).text || slug],
      ['slug', slug],
      ['description', isCategory ? text('wp:category_description') : text(`wp:${kind}_description`)],
      ['parent', parent],
    ]);
  }

  #author(key: string, { line }: Part, pairs: readonly (readonly [string, string])[]): SourceItem {
    const place = placeOf(this.name, line, key);
    return { group: 'authors', key, place, slug: key, fields: withText(pairs) };
  }

  #term(
    group: string,
    key: string,
    { line }: Part,
    pairs: readonly (readonly [string, string])[],
  ): SourceItem | undefined {
    if (key === '') return undefined;
    this.#taxonomies.add(group);
    return { group, key, place: placeOf(this.name, line, key), slug: key, fields: withText(pairs) };
  }

  /** The author and the terms of a post, for exports that do not list them. */
  *#undeclared(part: Part): Generator<SourceItem> {
    const login = childText(part, 'dc:creator').trim();
    if (login !== '') {
      yield this.#author(login, part, [
        ['name', login],
        ['login', login],
      ]);
    }
    for (const [group, list] of termsOf(part)) {
      for (const { key, name } of list) {
        const term = this.#term(group, key, part, [
          ['name', plainTitle(name).text],
          ['slug', key],
        ]);
        if (term) yield term;
      }
    }
  }

  #noteAttachment(part: Part): void {
    const url = childText(part, 'wp:attachment_url').trim();
    const id = childText(part, 'wp:post_id').trim();
    if (url === '' || id === '') return;
    this.#addresses.add(url);
    this.#attachments.set(id, {
      url,
      alt: metaOf(part, '_wp_attachment_image_alt'),
      caption: childText(part, 'excerpt:encoded').trim(),
      parent: childText(part, 'wp:post_parent').trim(),
    });
  }

  hint(group: string, field: string): FieldHint | undefined {
    if (group === 'authors') return HINTS.authors?.[field];
    if (this.#taxonomies.has(group)) {
      return field === 'parent' ? { relation: group } : HINTS.terms?.[field];
    }
    if (field === 'parent') return { relation: group };
    if (this.#taxonomies.has(field)) return { relation: field, many: true };
    return Object.hasOwn(POST_HINTS, field) ? POST_HINTS[field] : undefined;
  }

  async file(
    reference: string,
    _item: SourceItem,
    use: 'value' | 'text',
  ): Promise<ReferredFile | string | undefined> {
    if (!reference.startsWith(ATTACHMENT)) {
      const file = await this.#byAddress(reference, '');
      return file ?? (use === 'text' && this.#isOwn(reference) ? FORMER_SITE : undefined);
    }
    const attachment = this.#attachments.get(reference.slice(ATTACHMENT.length));
    if (!attachment) return 'the export has no such attachment';
    return (await this.#byAddress(attachment.url, attachment.alt)) ?? 'its address is not valid';
  }

  /** Whether an address is one of the former site. */
  #isOwn(reference: string): boolean {
    const [site, url] = [this.#base, reference].map((text) => withoutWww(text, this.#base));
    return site !== undefined && site === url && !reference.startsWith('#');
  }

  /** A file of the site, by its address: from the folder of media, where there is one, else to be fetched. */
  async #byAddress(reference: string, alt: string): Promise<ReferredFile | undefined> {
    const url = URL.canParse(reference, this.#base || undefined)
      ? new URL(reference, this.#base || undefined)
      : undefined;
    if (!url || !/^https?:$/.test(url.protocol)) return undefined;
    const [, below] = /\/(?:wp-content\/uploads|files)\/(.+)/s.exec(url.pathname) ?? [];
    const isOwn = this.#isOwn(url.href);
    // Images of other sites stay links; so do pages of this one.
    if (below === undefined || (!isOwn && !this.#addresses.has(reference))) return undefined;
    const path = decodedPath(below);
    const name = basename(path);
    const described = { name, ...(alt !== '' && { alt }) };
    const { media } = this.#parts;
    for (const candidate of [path, `uploads/${path}`, `wp-content/uploads/${path}`]) {
      const facts = await media?.factsOf(candidate);
      if (media && facts) return { ...described, from: { open: () => media.stream(candidate), ...facts } };
    }
    return { ...described, from: { url: url.href } };
  }

  notes(): string[] {
    return [...this.#skipped].map(([type, count]) => `${count} of the type ${type} skipped`);
  }

  async close(): Promise<void> {
    this.#texts.close();
    await this.#parts.close?.();
  }
}

const FORMER_SITE = 'it leads to the former site; the link stays as it is';

/** The host of an address on the web. */
function withoutWww(text: string, base: string): string | undefined {
  if (!URL.canParse(text, base || undefined)) return undefined;
  const { protocol, hostname } = new URL(text, base || undefined);
  return /^https?:$/.test(protocol) ? hostname.replace(/^www\./, '') : undefined;
}

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
