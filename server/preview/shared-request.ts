/** What of a development server is shown at an address that was shared (spec/preview.md#what-is-shown). */
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { isWithin, realPlace } from '../store/disk/places.js';

/** A query of a page, what a browser asks for, and what routers of pages tell each other. */
const PASSED: ReadonlySet<string> = new Set([
  ...['accept', 'accept-language', 'user-agent', 'range', 'if-range'],
  ...['rsc', 'next-router-state-tree', 'next-router-prefetch', 'next-router-segment-prefetch', 'next-url'],
  ...['x-nextjs-data', 'x-sveltekit-invalidated'],
]);

/** The headers of a request that are passed: none that carries a right, or says where the request comes from. */
export function passedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const passed = Object.entries(headers).filter(([name]) => PASSED.has(name));
  return Object.fromEntries(passed.map(([name, value]) => [name, String(value)]));
}

/** Folders with a dot that generators and package managers have modules in. */
const OPEN_FOLDERS: ReadonlySet<string> = new Set([
  ...['.well-known', '.vite', '.pnpm', '.yarn', '.astro', '.nuxt', '.svelte-kit'],
]);

/** What begins with `__` are tools of development servers, which open editors and read sources, but for these. */
const isTool = (segment: string): boolean =>
  segment.startsWith('__') && segment !== '__data.json' && !segment.startsWith('__x00__');

const isHidden = (segment: string): boolean => segment.startsWith('.') && !OPEN_FOLDERS.has(segment);

/** A path with all that is encoded in it; undefined where it cannot be decoded, or is encoded many times. */
function decoded(path: string): string | undefined {
  let text = path;
  for (let round = 0; round < 3; round += 1) {
    let next: string;
    try {
      next = decodeURIComponent(text);
    } catch {
      return undefined;
    }
    if (next === text) return text;
    text = next;
  }
  return undefined;
}

const MAX_SEGMENTS = 30;

export interface SharedProject {
  /** Directory of the site. */
  directory: string;
  /** Real path of the data folder. */
  data: string;
}

/**
 * Whether a path may be asked for: no tool of the development server, no hidden file such as those of git, and nothing
 * of the data folder itself, which may lie in the project.
 */
export function isShown(path: string, { directory, data }: SharedProject): boolean {
  const text = decoded(path);
  if (text === undefined || text.includes('\0')) return false;
  const segments = text.split(/[\\/]/);
  // Packages may be in a hidden folder of this machine.
  const own = segments.slice(segments.lastIndexOf('node_modules') + 1);
  if (segments.some(isTool) || own.some(isHidden)) return false;
  // The path of the site may come first, and Vite serves files at their absolute paths as well.
  const ends = segments.slice(0, MAX_SEGMENTS + 1).map((_segment, at) => segments.slice(at).join('/'));
  return (
    segments.length <= MAX_SEGMENTS &&
    !ends.some((end) => leadsInto(join(directory, end), data) || leadsInto(join('/', end), data))
  );
}

function leadsInto(place: string, folder: string): boolean {
  try {
    return isWithin(realPlace(place), folder);
  } catch {
    // What has no place cannot be read either.
    return false;
  }
}
