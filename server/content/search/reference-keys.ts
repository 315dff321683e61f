/** References as keys of an index, so that all ways to refer to one object are found by a few of them. Pure. */
import type { CollectionSettings } from '../../contract/objects.js';
import { pageAddress, partsOfAddress } from '../../contract/page-address.js';
import type { JsonValue } from '../../contract/values.js';
import type { References } from '../../store/types/catalogue.js';

/** Addresses that Plinth serves objects and their files at, and those of its links (`plinth:blog/hello`). */
const OWN =
  /^(?:plinth:\/{0,3}|\/(?:api\/)?collections\/|\/admin\/c\/|\/(?:imageworks|stream|download)\/(?:upload\/)?)([\w-]+)\/([\w-]+)(?=$|[/?#])/;
/** The shorter addresses of images in the collections `image` and `gallery`. */
const OWN_IMAGE = /^\/imageworks\/([\w-]+)(\.\w+$|\/[^/]+\.\w+$)/;

const LOOPBACK = /^(?:localhost|127\.[\d.]+|\[::1\])(?::\d+)?$/;

/** An address without host, query and fragment, and the host; undefined where it is none. */
function partsOf(address: string): { host: string; path: string; id: string | undefined } | undefined {
  const [, host = '', rest = ''] = /^(?:https?:)?\/\/([^/?#]*)(.*)$/is.exec(address) ?? [
    undefined,
    '',
    address,
  ];
  const [beforeFragment = ''] = rest.split('#');
  const [path = '', query] = beforeFragment.split('?');
  const id = query === undefined ? undefined : /(?:^|&)id=([\w-]+)(?:&|$)/.exec(query)?.[1];
  return { host: host.toLowerCase(), path: plainPath(path), id };
}

/** A path without what sites spell in several ways: character codes, an `index.html`, a slash at the end. */
function plainPath(path: string): string {
  const short = path.replace(/\/index\.html$|\.html$|\/$/, '');
  if (!short.includes('%')) return short;
  try {
    return decodeURI(short);
  } catch {
    return short;
  }
}

/** The key of an object by its id. */
export const objectKey = (collection: string, id: string): string => `@${collection}/${id}`;

/** The object that an address of Plinth names; undefined for other addresses. */
function ownTarget(address: string): { collection: string; id: string } | undefined {
  const isPlinth = address.startsWith('plinth:');
  const parts = isPlinth ? undefined : partsOf(address);
  // Other servers have the same paths.
  if (parts && parts.host !== '' && !LOOPBACK.test(parts.host)) return undefined;
  const path = isPlinth ? address : (parts?.path ?? '');
  const [, collection, id] = OWN.exec(path) ?? [];
  if (collection !== undefined && id !== undefined) return { collection, id };
  const [, image, rest = ''] = OWN_IMAGE.exec(path) ?? [];
  return image === undefined
    ? undefined
    : { collection: rest.startsWith('/') ? 'gallery' : 'image', id: image };
}

/** Where a file of an object is served. */
export interface FileAddress {
  way: string;
  /** In the folder of a rich text. */
  isUpload: boolean;
  collection: string;
  id: string;
  /** After the object. */
  segments: string[];
  /** Inside a depot. */
  folder: string;
}

const FILE = /^\/(imageworks|stream|download)\/(upload\/)?([\w-]+)\/([\w-]+)\/([^?#]+)(?:\?([^#]*))?/;

/** The file that an address of Plinth names; undefined for other addresses. */
export function fileAddress(address: string): FileAddress | undefined {
  const [, host = '', path = ''] = /^(?:(?:https?:)?\/\/([^/?#]*))?(\/.*)$/is.exec(address) ?? [];
  if (host !== '' && !LOOPBACK.test(host.toLowerCase())) return undefined;
  const [, way, upload, collection, id, rest, query = ''] = FILE.exec(path) ?? [];
  if (way === undefined || collection === undefined || id === undefined || rest === undefined)
    return undefined;
  try {
    const segments = rest.split('/').map(decodeURIComponent);
    const folder = new URLSearchParams(query).get('path') ?? '';
    return { way, isUpload: upload !== undefined, collection, id, segments, folder };
  } catch {
    return undefined;
  }
}

/** The keys of an address. */
export function addressKeys(address: string): string[] {
  const own = ownTarget(address);
  if (own) return [objectKey(own.collection, own.id)];
  const parts = partsOf(address);
  if (!parts || (parts.host === '' && !parts.path.startsWith('/'))) return [];
  const { host, path, id } = parts;
  const key = `//${host}${path}`;
  return id === undefined ? [key] : [key, `${key}?id=${id}`];
}

/** The keys of all references of an object. */
export function referenceKeys(references: References | undefined): string[] {
  if (!references) return [];
  const keys = Object.values(references).flatMap((texts) => texts.flatMap(keysOf));
  return keys.length > 1 ? [...new Set(keys)] : keys;
}

/** The keys of a reference as the catalogue has it. */
export const keysOf = (text: string): string[] =>
  text.startsWith('=') ? [relationKey(text.slice(1))] : addressKeys(text);

/** The key of a relation, `collection/property/value`. By id it is that of the object. */
function relationKey(text: string): string {
  const [, collection = '', property = '', value = ''] = /^([^/]*)\/([^/]*)\/(.*)$/s.exec(text) ?? [];
  return property === 'id' ? objectKey(collection, value) : `=${text}`;
}

/** The key of objects of a collection by another property than the id. */
export const valueKey = (collection: string, property: string, value: string): string =>
  `=${collection}/${property}/${value}`;

type Site = Pick<CollectionSettings, 'id' | 'url' | 'prettyUrl'>;

/** The page of an object on its site, under an id. `read`: its other values; undefined where one of the address is missing. */
export function pageOf(
  { id: collection, url, prettyUrl }: Site,
  id: string,
  read: (name: string) => JsonValue | undefined = () => undefined,
): string | undefined {
  const pattern = { collection, url, prettyUrl };
  const names = partsOfAddress(pattern).filter((name) => name !== 'id');
  const values = Object.fromEntries(names.map((name) => [name, read(name) ?? null]));
  return pageAddress(pattern, { ...values, id });
}

/** The keys of a page: with the host of its address, and as a path of any site. */
export function pageKeys(address: string | undefined): string[] {
  const key = address === undefined ? undefined : addressKeys(address).at(-1);
  if (key === undefined) return [];
  return key.startsWith('///') ? [key] : [key, key.replace(/^\/\/[^/?]+/, '//')];
}
