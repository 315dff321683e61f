/** Files of the folder as static files: fetched once each, under names made of their content. */
import type { IncomingMessage } from 'node:http';
import { message } from '../contract/messages/message.js';
import { PlinthError } from '../errors.js';
import type { OwnedFiles } from './owned-files.js';
import type { Source } from './source.js';

/** Files fetched at once; the processes for images render two at a time. */
const AT_ONCE = 8;

/** Digits of the digest in a name. */
export const NAME_DIGITS = 16;

const IMAGE_EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
};

/** Extensions that a static host would serve as a page or a script of the site; Plinth serves such files as downloads. */
const RUNS =
  /^(?:x?html?|shtml|mht|mhtml|xml|xsl|xslt|m?js|cjs|jsx?|tsx?|php\d?|phtml|cgi|asp|aspx|jsp|swf|wasm|htc)$/i;

/** The segments of an address, decoded; undefined for one that cannot be decoded. */
export function segmentsOf(address: string): string[] | undefined {
  try {
    return (address.split('?', 1)[0] ?? '').split('/').slice(1).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** The object whose file an address means; undefined where it names none. */
export function objectOf(address: string): [collection: string, id: string] | undefined {
  const [way, ...segments] = segmentsOf(address) ?? [];
  const [first = '', second = '', third = ''] = segments;
  if (first === 'upload') return [second, third];
  if (segments.length > 2) return [first, second];
  // Short addresses of the collections "image" and "gallery".
  if (way !== 'imageworks') return undefined;
  return segments.length === 1 ? ['image', first.replace(/\.\w+$/, '')] : ['gallery', first];
}

/** The name of a file by its address, type and digest. */
export function nameOf(address: string, type: string, sha256: string): string {
  const hash = sha256.slice(0, NAME_DIGITS);
  const [way = '', ...segments] = segmentsOf(address) ?? [];
  const last = segments.at(-1) ?? '';
  const [, stem = last, extension = ''] = /^(.*)\.([A-Za-z0-9]{1,8})$/.exec(last) ?? [];
  const image = way === 'imageworks' ? IMAGE_EXTENSIONS[type] : undefined;
  if (image !== undefined) return `${hash}.${image}`;
  const readable = stem
    .replace(/[^A-Za-z0-9_]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  const start = way === 'download' && readable !== '' ? `${readable}-` : '';
  return `${start}${hash}.${extension === '' || RUNS.test(extension) ? 'bin' : extension.toLowerCase()}`;
}

export interface StaticFilesOptions {
  source: Source;
  owned: OwnedFiles;
  /** Folder of the files. */
  folder: string;
}

export interface FetchedFiles {
  /** Paths by address. */
  paths: Map<string, string>;
  /** Why an address has no file. */
  problems: Map<string, string>;
}

/** Fetches files and writes those that are not there. Throws what makes any further file impossible, as a full disk. */
export async function fetchFiles(
  addresses: Iterable<string>,
  { source, owned, folder }: StaticFilesOptions,
): Promise<FetchedFiles> {
  const waiting = [...new Set(addresses)].sort();
  const result: FetchedFiles = { paths: new Map(), problems: new Map() };
  const live = new Map<string, Promise<boolean>>();
  const isLive = (object: [string, string]) => {
    const key = object.join('/');
    const known = live.get(key) ?? source.isLive(...object);
    live.set(key, known);
    return known;
  };
  const fetchOne = async (address: string): Promise<string> => {
    const object = objectOf(address);
    if (object && !(await isLive(object))) {
      throw new PlinthError('missing', message('objectNotPublished', { id: object.join('/') }));
    }
    const response = await source.file(address);
    const type = typeOf(response);
    return owned.putStream(response, (sha256) => `${folder}/${nameOf(address, type, sha256)}`);
  };
  const worker = async () => {
    for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
      try {
        result.paths.set(address, await fetchOne(address));
      } catch (error) {
        if (!(error instanceof PlinthError) || !/^(?:missing|forbidden|invalid)$/.test(error.kind)) {
          waiting.length = 0;
          throw error;
        }
        result.problems.set(address, error.message);
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
  const failure = ended.find((one) => one.status === 'rejected');
  if (failure) throw failure.reason;
  return result;
}

const typeOf = ({ headers }: IncomingMessage): string =>
  (headers['content-type'] ?? '').split(';', 1)[0] ?? '';
