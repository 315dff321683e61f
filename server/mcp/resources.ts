/**
 * Content as resources (spec/mcp.md#resources): `plinth://{collection}/` and `plinth://{collection}/{id}`, where a
 * collection enables them.
 */
import type { Collection } from '../content/model/collection.js';
import { message } from '../contract/messages/message.js';
import { isLegalId } from '../contract/names.js';
import type { JsonValue } from '../contract/values.js';
import type { ChangeEvent } from '../contract/wire.js';
import { missing } from '../errors.js';
import type { Format } from '../rich-text/formats.js';
import { type McpClient, mayRead, readable, readableCollection } from './client.js';
import { objectsBy } from './find-objects.js';
import { readObject } from './read-tools.js';
import type { McpSite } from './tool.js';

const SCHEME = 'plinth://';

/** Objects a collection shows as a whole. */
const RECENT = 50;

const resourceUri = (collection: string, id = ''): string =>
  `${SCHEME}${collection}/${encodeURIComponent(id)}`;

export interface ResourceEntry {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
}

const offers = ({ settings }: Collection): boolean => settings.mcp?.resource === true;

/** The collections a client may read as resources. */
const offeredCollections = (site: McpSite, client: McpClient): Collection[] =>
  readable(site, client).filter(offers);

const described = ({ settings }: Collection): string => settings.mcp?.description ?? settings.description;

/** Listed resources: one per collection. */
export const listResources = (site: McpSite, client: McpClient): ResourceEntry[] =>
  offeredCollections(site, client).map((collection) => ({
    uri: resourceUri(collection.settings.id),
    name: collection.settings.name,
    description: `The last objects changed. ${described(collection)}`,
  }));

/** Templates of resources that are not listed: one object each. */
export const listTemplates = (
  site: McpSite,
  client: McpClient,
): (ResourceEntry & { uriTemplate: string })[] =>
  offeredCollections(site, client).map((collection) => ({
    uri: '',
    uriTemplate: `${SCHEME}${collection.settings.id}/{id}`,
    name: collection.settings.labelSingular,
    description: described(collection),
  }));

/** The target of a URI; undefined for one that is not ours. */
export function placeOf(uri: string): { collection: string; id: string } | undefined {
  const match = /^plinth:\/\/([^/?#]{1,400})\/([^/?#]{0,400})$/.exec(uri);
  if (!match) return undefined;
  try {
    const [collection = '', id = ''] = match.slice(1).map((part) => decodeURIComponent(part));
    return isLegalId(collection) && (id === '' || isLegalId(id)) ? { collection, id } : undefined;
  } catch {
    return undefined;
  }
}

/** The content of a URI. Throws `missing`, also for hidden content and collections without resources. */
export async function readResource(
  site: McpSite,
  client: McpClient,
  uri: string,
  format: Format,
): Promise<JsonValue> {
  const place = placeOf(uri);
  const nothing = missing(message('mcpResourceMissing', { uri: uri.slice(0, 200) }));
  if (!place) throw nothing;
  const known = site.collections.has(place.collection);
  if (!known || !offers(site.collections.get(place.collection))) throw nothing;
  if (place.id !== '') return readObject(site, client, place, format);
  const collection = readableCollection(site, client, place.collection);
  const words = { include: '', exclude: '', sort: '-modified', limit: RECENT, offset: 0, format };
  const { items, total } = await objectsBy(site, client, collection, words);
  return { collection: place.collection, total, items };
}

/** Whether a client can be notified of a change at a URI. */
export function mayReceive(site: McpSite, client: McpClient, uri: string): boolean {
  const place = placeOf(uri);
  if (!place || !site.collections.has(place.collection)) return false;
  const collection = site.collections.get(place.collection);
  return offers(collection) && mayRead(collection, client, place.id === '' ? undefined : place.id);
}

/** The URIs affected by a change. */
export function changedBy(event: ChangeEvent): string[] {
  // A conflict copy does not change what is served.
  if (!('collection' in event) || event.type.startsWith('conflict.')) return [];
  const whole = resourceUri(event.collection);
  return 'id' in event ? [resourceUri(event.collection, event.id), whole] : [whole];
}
