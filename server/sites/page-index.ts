/** Which pages of a built site show which objects (spec/preview.md#pages-of-an-object). */
import { Parser } from 'htmlparser2';
import { Yielder } from '../async/yielder.js';
import type { ObjectName } from '../contract/page-address.js';
import { builtPages } from '../store/host/project.js';

/** Addresses and names that one page may have. */
const MAX_NAMES = 5_000;

const EXTENSION = /\.html?$/i;

export interface IndexedSite {
  /** Real path of the folder of built pages. */
  output: string;
  /** Path of the address at which the site is published, with a slash at its end. */
  base: string;
  /** Host of that address; undefined for none. */
  host: string | undefined;
}

export interface PageIndex {
  /** Paths of the pages that show an object, that of the object first. */
  pagesOf(object: ObjectName): string[];
}

const keyOf = ({ collection, id }: ObjectName): string => `${collection}/${id}`;

/** The path at which hosts serve a file. */
const pathOf = (base: string, file: string): string =>
  base +
  file
    .replace(/(^|\/)index\.html?$/i, '$1')
    .replace(EXTENSION, '')
    .split('/')
    .map(encodeURIComponent)
    .join('/');

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The object in `data-plinth="collection/id/property"`. */
function objectIn(place: string): ObjectName | undefined {
  const [collection, id] = place.split('/').map(decoded);
  return collection && id ? { collection, id } : undefined;
}

/** What a page says that it shows, and what it links to. */
function namesIn(html: string): { places: Set<string>; links: Set<string> } {
  const [places, links] = [new Set<string>(), new Set<string>()];
  const parser = new Parser({
    onattribute(name, value) {
      if (places.size + links.size >= MAX_NAMES) return;
      if (name === 'data-plinth') places.add(value);
      else if (name === 'href') links.add(value);
    },
  });
  parser.end(html);
  return { places, links };
}

/**
 * Reads the pages of a site. An object is on the page at its address, on those that link to it, and on those that name it.
 * `objectsAt`: the objects whose page an address of the site may be.
 */
export async function indexPages(
  { output, base, host }: IndexedSite,
  objectsAt: (address: string) => ObjectName[],
): Promise<PageIndex> {
  const own = new Map<string, string[]>();
  const others = new Map<string, string[]>();
  const yielder = new Yielder();
  const add = (to: Map<string, string[]>, object: ObjectName, page: string) => {
    const pages = to.get(keyOf(object));
    if (!pages) to.set(keyOf(object), [page]);
    else if (pages.at(-1) !== page) pages.push(page);
  };
  /** Objects by the path of their page: links are the same on many pages. */
  const linked = new Map<string, ObjectName[]>();
  const objectsOf = (path: string): ObjectName[] => {
    const known = linked.get(path);
    if (known) return known;
    const found = path.startsWith(base) ? objectsAt(path.slice(base.length - 1)) : [];
    linked.set(path, found);
    return found;
  };
  for await (const { path, text } of builtPages(output)) {
    const page = pathOf(base, path);
    for (const object of objectsOf(page)) add(own, object, page);
    const { places, links } = namesIn(text);
    for (const place of places) {
      const object = objectIn(place);
      if (object) add(others, object, page);
    }
    const at = `http://site.invalid${page}`;
    for (const link of links) {
      if (!URL.canParse(link, at)) continue;
      const url = new URL(link, at);
      if (url.host !== 'site.invalid' && url.host !== host) continue;
      for (const object of objectsOf(url.pathname + url.search)) add(others, object, page);
    }
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  return {
    pagesOf: (object) => {
      const key = keyOf(object);
      return [...new Set([...(own.get(key) ?? []), ...(others.get(key) ?? [])])];
    },
  };
}
