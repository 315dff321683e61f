/** What a key opens, in words and as the paths the server compares. */
import { type CreatedKey, KEY_METHODS, type KeyMethod } from '#contract/access';
import { t } from '../../t';

/** What each method means for content. */
export const METHODS: Record<KeyMethod, string> = {
  GET: t('Read'),
  POST: t('Create, upload, run'),
  PUT: t('Replace'),
  PATCH: t('Update'),
  DELETE: t('Delete'),
};

export const isMethod = (word: string): word is KeyMethod => KEY_METHODS.some((method) => method === word);

/** Parts of the API beside single collections, by their paths. */
export const AREAS: readonly { path: string; label: string; hint: string }[] = [
  { path: '/collections', label: t('All collections'), hint: t('Including future ones') },
  { path: '/schemas', label: t('Schemas'), hint: t('Content types and their properties') },
  { path: '/report', label: t('Reports'), hint: t('Selected fields as CSV and JSON') },
  { path: '/export', label: t('Exports'), hint: t('Whole collections and templates') },
  { path: '/import', label: t('Imports'), hint: t('CSV, JSON, archives, templates') },
  { path: '/batch', label: t('Batches'), hint: t('Many changes in one request') },
  { path: '/automations', label: t('All automations'), hint: t('Trigger with POST') },
  { path: '/mcp', label: 'MCP', hint: t('AI clients') },
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
  if (path === '*') return t('Full access');
  const area = AREAS.find((one) => one.path === path);
  if (area) return area.label;
  return (path.startsWith(COLLECTION) ? titles.get(path.slice(COLLECTION.length)) : undefined) ?? path;
}

/** Methods in words. */
export function methodsInWords(methods: readonly string[]): string {
  if (KEY_METHODS.every((method) => methods.includes(method))) return t('All methods');
  return methods.length === 1 && methods[0] === 'GET' ? t('Read-only') : methods.join(', ');
}

/** A request the key can make, to try it with; undefined when it opens nothing that can simply be read. */
export function firstRequest(origin: string, { key, methods, paths }: CreatedKey): string | undefined {
  const readable = paths.find((path) => path === '*' || /^\/(?:collections|schemas)(?:\/|$)/.test(path));
  if (readable === undefined || !methods.includes('GET')) return undefined;
  return `curl -H "X-API-Key: ${key}" ${origin}/api${readable === '*' ? '/collections' : readable}`;
}
