/** Which collections a copy of the folder contains. */
import { message } from '../contract/messages/message.js';
import { isJsonObject } from '../contract/values.js';
import { missing } from '../errors.js';
import type { Source } from './source.js';

/** Built-in collections that configure the folder rather than being content. */
const INTERNAL: ReadonlySet<string> = new Set([
  'auth',
  'automation-trigger',
  'automations',
  'builder-pages',
  'dataviews',
  'mailer',
  'playground',
]);

export interface Chosen {
  id: string;
  schema: string;
  summary: unknown;
}

/**
 * The collections of a copy: those of `collections`, else all that are content and that everyone may read; and the answer
 * that lists them. Throws `missing`.
 */
export async function chooseCollections(source: Source, collections: readonly string[] | undefined) {
  const answer = await source.json('/collections');
  const all = (Array.isArray(answer.collections) ? answer.collections : []).flatMap((summary): Chosen[] => {
    if (!isJsonObject(summary)) return [];
    const { name, schema } = summary;
    return typeof name === 'string'
      ? [{ id: name, schema: String(schema).replace('/schemas/', ''), summary }]
      : [];
  });
  const unknown = collections?.find((id) => !all.some((one) => one.id === id));
  if (unknown !== undefined) throw missing(message('collectionMissing', { id: unknown }));
  const chosen: Chosen[] = [];
  for (const one of all) {
    const isChosen = collections
      ? collections.includes(one.id)
      : !INTERNAL.has(one.id) && !(await hasGroups(source, one.id));
    if (isChosen) chosen.push(one);
  }
  return { chosen, answer };
}

async function hasGroups(source: Source, id: string): Promise<boolean> {
  const { groups } = await source.json(`/collections/${id}/settings`);
  return Array.isArray(groups) && groups.length > 0;
}
