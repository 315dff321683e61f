/** What a key opens, in words and as the paths the server compares. */
import { type CreatedKey, KEY_METHODS, type KeyMethod } from '#contract/access';

/** What each method means for content. */
export const METHODS: Record<KeyMethod, string> = {
  GET: 'Read',
  POST: 'Create, upload, run',
  PUT: 'Replace',
  PATCH: 'Update',
  DELETE: 'Delete',
};

export const isMethod = (word: string): word is KeyMethod => KEY_METHODS.some((method) => method === word);

/** Parts of the API beside single collections, by their paths. */
export const AREAS: readonly { path: string; label: string; hint: string }[] = [
  { path: '/collections', label: 'All collections', hint: 'Including future ones' },
  { path: '/schemas', label: 'Schemas', hint: 'Content types and their properties' },
  { path: '/report', label: 'Reports', hint: 'Selected fields as CSV and JSON' },
  { path: '/export', label: 'Exports', hint: 'Whole collections and templates' },
  { path: '/import', label: 'Imports', hint: 'CSV, JSON, archives, templates' },
  { path: '/batch', label: 'Batches', hint: 'Many changes in one request' },
  { path: '/automations', label: 'All automations', hint: 'Trigger with POST' },
  { path: '/mcp', label: 'MCP', hint: 'AI clients' },
];

export interface Scope {
  everything: boolean;
  collections: readonly string[];
  areas: readonly string[];
  others: readonly string[];
}

export const NO_SCOPE: Scope = { everything: false, collections: [], areas: [], others: [] };

const COLLECTION = '/collections/';

/** The paths of a scope. */
export function pathsOf({ everything, collections, areas, others }: Scope): string[] {
  if (everything) return ['*'];
  const single = areas.includes('/collections') ? [] : collections.map((id) => COLLECTION + id);
  return [...single, ...areas, ...others];
}

/** A path in words. `titles`: collections by their ids. */
export function pathInWords(path: string, titles: ReadonlyMap<string, string>): string {
  if (path === '*') return 'Full access';
  const area = AREAS.find((one) => one.path === path);
  if (area) return area.label;
  return (path.startsWith(COLLECTION) ? titles.get(path.slice(COLLECTION.length)) : undefined) ?? path;
}

/** Methods in words. */
export function methodsInWords(methods: readonly string[]): string {
  if (KEY_METHODS.every((method) => methods.includes(method))) return 'All methods';
  return methods.length === 1 && methods[0] === 'GET' ? 'Read-only' : methods.join(', ');
}

/** A request the key can make, to try it with; undefined when it opens nothing that can simply be read. */
export function firstRequest(origin: string, { key, methods, paths }: CreatedKey): string | undefined {
  const readable = paths.find((path) => path === '*' || /^\/(?:collections|schemas)(?:\/|$)/.test(path));
  if (readable === undefined || !methods.includes('GET')) return undefined;
  return `curl -H "X-API-Key: ${key}" ${origin}/api${readable === '*' ? '/collections' : readable}`;
}
