/** The client of a folder. */
import type { ChangeEvent, ChangesOptions } from './changes.js';
import { type Collection, CollectionReader } from './collection.js';
import { type ClientOptions, Connection } from './connection.js';
import { type ImageAttributes, type ImageOptions, image } from './image.js';
import type { Parts } from './parts.js';
import { type RichTextOptions, richText } from './rich-text.js';
import type { AnyFolder, FolderTypes, NameOf } from './types.js';
import type { ImageValue } from './values.js';

export type { ClientOptions };

export interface Client<F = AnyFolder> {
  /** Address of the server; empty for a copy, whose files have whole addresses. Throws `no-url` if it is not known. */
  readonly url: string;
  /** Names of all collections. */
  collections(): Promise<string[]>;
  collection<C extends NameOf<F>>(name: C): Collection<F, C>;
  /** Changes as they happen; reconnects where the stream ended. */
  changes(options?: ChangesOptions<NameOf<F>>): AsyncGenerator<ChangeEvent, void>;
  /** Attributes of an `<img>`, with addresses at the server; undefined while the property has no image. */
  image(value: ImageValue | null | undefined, options?: ImageOptions): ImageAttributes | undefined;
  /** Rich text with addresses at the server and images in several widths. */
  richText(html: string | null | undefined, options?: RichTextOptions): string;
  /** The JSON of any GET of the API: `json('/api/collections/blog/schema')`. */
  json(path: string, query?: Record<string, string>): Promise<unknown>;
}

/** Parts that are loaded when they are used. */
export const ON_DEMAND: Parts = {
  cache: () => import('./cache.js'),
  changes: () => import('./changes.js'),
  copy: () => import('./copy.js'),
  failures: () => import('./failures.js'),
  names: () => import('./names.js'),
  sync: () => import('./sync.js'),
};

/** A client of the server at PLINTH_URL or at `url`, or of a copy at a `file:` URL. */
export const createClient = <F extends FolderTypes<F> = AnyFolder>(options: ClientOptions = {}): Client<F> =>
  clientOf(new Connection(options, ON_DEMAND));

/** A client of a connection. */
export function clientOf<F extends FolderTypes<F> = AnyFolder>(connection: Connection): Client<F> {
  const json = async (path: string, query = {}) => (await connection.json(path, query)).data;
  return {
    get url() {
      return connection.url;
    },
    async collections() {
      const { collections = [] } = Object(await json('/api/collections'));
      return collections.map(({ name }: { name: string }) => name);
    },
    // The reader is typed by the caller's types, which exist only at compile time.
    collection: <C extends NameOf<F>>(name: C) =>
      new CollectionReader(connection, name) as unknown as Collection<F, C>,
    async *changes(wanted) {
      yield* (await connection.parts.changes()).changes(connection, wanted);
    },
    image(value, wanted) {
      const without = (query: string) => connection.warn(`write the copy with --recipe "${query}"`);
      return image(value, { base: connection.baseFor(value?.url, wanted?.base), ...wanted }, without);
    },
    richText: (html, wanted) => richText(html, { base: connection.baseFor(html, wanted?.base), ...wanted }),
    json,
  };
}
