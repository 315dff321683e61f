/** `plinth/eleventy`: data, pages, images and watching for Eleventy 3 (resources/docs/eleventy.md). */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { clientOf, ON_DEMAND } from '../client.js';
import { Connection } from '../connection.js';
import type {
  ChangesOptions,
  Client,
  ClientOptions,
  ImageOptions,
  ImageValue,
  ListOptions,
} from '../index.js';
import { ObjectList } from './object-list.js';

type Selection = Omit<ListOptions, 'limit' | 'offset' | 'signal'>;

export interface CollectionOptions extends Selection {
  /** Id of the collection in the folder; default: the name of the data. */
  collection?: string;
  /** Makes a page of each object. */
  pages?: {
    /** `/blog/{{ item.id }}/`, in Nunjucks. */
    permalink: string;
    layout: string;
    /** Property with the rich text that the layout gets as `content`. Default: `content`. */
    content?: string;
  };
}

export interface PlinthOptions extends ClientOptions {
  /** Global data by name: a collection of the folder, or what to read of it. Default: every collection by its id. */
  collections?: Record<string, string | CollectionOptions>;
}

/** What is used of Eleventy's configuration. */
export interface EleventyConfig {
  addGlobalData(name: string, data: unknown): unknown;
  addTemplate(path: string, content: string, data: Record<string, unknown>): unknown;
  addShortcode(name: string, callback: (...args: never[]) => string): unknown;
  addFilter(name: string, callback: (...args: never[]) => unknown): unknown;
  addWatchTarget(path: string): unknown;
  on(event: string, callback: (info: { runMode?: string }) => unknown): unknown;
}

/** Attributes of the element beside those of the image. */
interface ShortcodeOptions extends ImageOptions {
  class?: string;
  loading?: string;
  fetchpriority?: string;
}

/** Changed by every change of the folder, so that Eleventy's own watcher builds again. */
const CHANGED = join('.cache', 'plinth', 'changed.txt');

const escaped = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

const attributesOf = (values: Record<string, string | number | undefined>): string =>
  Object.entries(values)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}="${escaped(String(value))}"`]))
    .join(' ');

const settingsOf = (value: string | CollectionOptions): CollectionOptions =>
  typeof value === 'string' ? { collection: value } : value;

/** Adds the content of a folder to Eleventy. */
export default async function plinth(eleventy: EleventyConfig, options: PlinthOptions = {}): Promise<void> {
  const connection = new Connection(options, ON_DEMAND);
  const client = clientOf(connection);
  const named = options.collections ?? Object.fromEntries((await client.collections()).map((id) => [id, id]));

  for (const [name, given] of Object.entries(named)) {
    const { collection = name, pages, ...selection } = settingsOf(given);
    const list = new ObjectList(connection, collection, selection);
    eleventy.addGlobalData(name, () => list.read());
    if (!pages) continue;
    const { permalink, layout, content = 'content' } = pages;
    eleventy.addTemplate(`plinth-${name}.njk`, `{{ item[${JSON.stringify(content)}] | plinthHtml | safe }}`, {
      pagination: { data: name, size: 1, alias: 'item' },
      permalink,
      layout,
    });
  }

  eleventy.addFilter('plinthHtml', (html: string | undefined) => client.richText(html));
  eleventy.addShortcode('plinthImage', (value: ImageValue | undefined, given: ShortcodeOptions = {}) => {
    const { class: className, loading = 'lazy', fetchpriority, ...wanted } = given;
    const made = client.image(value, wanted);
    if (!made) return '';
    const { focalPoint, placeholder, ...attributes } = made;
    const color = placeholder === undefined ? '' : `;background-color:${placeholder}`;
    const style = `object-position:${focalPoint}${color}`;
    return `<img ${attributesOf({ ...attributes, class: className, loading, fetchpriority, decoding: 'async', style })}>`;
  });

  // What `expand` shows is in other collections.
  const followsAll = Object.values(named).some((given) => settingsOf(given).expand?.length);
  const collections = Object.entries(named).map(([name, given]) => settingsOf(given).collection ?? name);
  follow(eleventy, client, followsAll ? {} : { collections: [...new Set(collections)] });
}

/** Has Eleventy build again when the folder changes, where it watches. */
function follow(eleventy: EleventyConfig, client: Client, followed: ChangesOptions): void {
  let isFollowing = false;
  eleventy.addWatchTarget(CHANGED);
  eleventy.on('eleventy.before', async ({ runMode }) => {
    if (runMode === undefined || runMode === 'build' || isFollowing) return;
    isFollowing = true;
    const mark = async (cursor: string) => {
      await mkdir(dirname(CHANGED), { recursive: true });
      await writeFile(CHANGED, cursor);
    };
    await mark('');
    const changes = async () => {
      for await (const { cursor } of client.changes(followed)) await mark(cursor);
    };
    changes().catch((error: Error) => console.error(`plinth: ${error.message}`));
  });
}
