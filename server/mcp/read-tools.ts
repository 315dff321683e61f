/** Tools that read content (spec/mcp.md#tools): collections, objects by criteria, by words, by their ids. */
import { boundCollection } from '../content/core/bound-collection.js';
import { liveTest } from '../content/core/live.js';
import type { Collection } from '../content/model/collection.js';
import { getObject } from '../content/reading/read.js';
import { message } from '../contract/messages/message.js';
import type { JsonObject, JsonValue } from '../contract/values.js';
import { missing } from '../errors.js';
import { perspectiveOf } from '../perspectives.js';
import type { Format } from '../rich-text/formats.js';
import { labelFromName } from '../schemas/messages.js';
import type { Schema } from '../schemas/schema.js';
import {
  authorisePerspective,
  type McpClient,
  readable,
  readableCollection,
  readsUnpublished,
} from './client.js';
import { objectsBy, objectsOf, objectsWith } from './find-objects.js';
import { objectResult } from './object-result.js';
import { objectOf } from './revisions.js';
import { formatIn, INPUT, type McpSite, numberIn, READS, type Tool, type ToolCall, textIn } from './tool.js';
import { isVisible } from './visibility.js';

const LIMIT = 20;

const describedAs = ({ settings }: Collection): string => settings.mcp?.description ?? settings.description;

async function summary({ site, client }: ToolCall, collection: Collection): Promise<JsonObject> {
  const { settings } = collection;
  const none = { include: '', exclude: '', sort: 'id', limit: 1, offset: 0, format: 'html' } as const;
  const { total } = await objectsBy(site, client, collection, none);
  return { id: settings.id, name: settings.name, description: describedAs(collection), objects: total };
}

async function listCollections(call: ToolCall): Promise<JsonValue> {
  const all: JsonObject[] = [];
  for (const collection of readable(call.site, call.client)) all.push(await summary(call, collection));
  return { collections: all };
}

const SORTABLE: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean']);

/** The visible properties, with their filters and sorts. */
function propertiesOf(schema: Schema): JsonObject {
  const shown = [...schema.properties.values()].filter((property) => isVisible(property));
  return Object.fromEntries(
    shown.map((property) => {
      const { name, definition, kind, kindName, required, children } = property;
      const type = kind.schema(definition).type;
      const scalar = typeof type === 'string' && SORTABLE.has(type);
      const options = Array.isArray(definition.options) ? definition.options : undefined;
      return [
        name,
        {
          label: typeof definition.label === 'string' ? definition.label : labelFromName(name),
          field: kindName,
          required,
          indexed: schema.index.includes(name),
          filterable: !kind.files,
          sortable: scalar,
          ...(typeof definition.help === 'string' && definition.help !== '' && { help: definition.help }),
          ...(options && { options }),
          ...(kind.embeds && { richText: true }),
          ...(kind.files && { readOnly: true }),
          ...(children && { parts: [...children.schemaIds] }),
        },
      ];
    }),
  );
}

/** The schemas that cards and items of decks follow, at any depth, each once; those of hidden properties left out. */
function visibleParts(schema: Schema): Schema[] {
  const found = new Map<string, Schema>();
  const open = [schema];
  for (let next = open.pop(); next; next = open.pop()) {
    for (const property of next.properties.values()) {
      if (!property.children || !isVisible(property)) continue;
      for (const part of property.children.all()) {
        if (found.has(part.id)) continue;
        found.set(part.id, part);
        open.push(part);
      }
    }
  }
  return [...found.values()];
}

async function describeCollection(call: ToolCall): Promise<JsonValue> {
  const collection = readableCollection(call.site, call.client, textIn(call.args, 'collection'));
  const { settings } = collection;
  const parts = visibleParts(collection.schema);
  return {
    ...(await summary(call, collection)),
    schema: settings.schema,
    singular: settings.labelSingular,
    url: settings.url,
    sortBy: settings.reverseSort ? `-${settings.sortBy}` : settings.sortBy,
    properties: propertiesOf(collection.schema),
    ...(parts.length > 0 && {
      parts: Object.fromEntries(parts.map((part) => [part.id, propertiesOf(part)])),
    }),
  };
}

async function queryCollection({ site, client, args }: ToolCall): Promise<JsonValue> {
  const collection = readableCollection(site, client, textIn(args, 'collection'));
  const [limit, offset] = [numberIn(args, 'limit', LIMIT), numberIn(args, 'offset', 0)];
  const words = {
    include: textIn(args, 'include'),
    exclude: textIn(args, 'exclude'),
    sort: textIn(args, 'sort'),
  };
  const query = { ...words, limit, offset, format: formatIn(args) };
  const { items, total } = await objectsBy(site, client, collection, query);
  return { items, total, limit, offset, has_more: offset + items.length < total };
}

async function searchCollection({ site, client, args }: ToolCall): Promise<JsonValue> {
  const collection = readableCollection(site, client, textIn(args, 'collection'));
  const [limit, offset] = [numberIn(args, 'limit', LIMIT), numberIn(args, 'offset', 0)];
  const collections = [collection.settings.id];
  const asked = { q: textIn(args, 'query'), collections, limit, offset };
  const { data, total } = await objectsWith(site, client, asked);
  const items: JsonObject[] = [];
  for (const read of await objectsOf(
    site,
    collection,
    data.map(({ id }) => id),
  )) {
    items.push(await objectResult(site, collection, read, formatIn(args)));
  }
  return { items, total, limit, offset, has_more: items.length > 0 && offset + items.length < total };
}

async function searchCollections({ site, client, args }: ToolCall): Promise<JsonValue> {
  const collections = readable(site, client).map(({ settings }) => settings.id);
  const asked = { q: textIn(args, 'query'), collections, limit: numberIn(args, 'limit', LIMIT), offset: 0 };
  const { data, total } = await objectsWith(site, client, asked);
  const items = data.map(({ collection, id, title, excerpt }) => ({
    collection,
    id,
    excerpt: excerpt?.text ?? title,
  }));
  return { items, total };
}

/** One object as the client can see it. Throws `missing`, also for what is not published. */
export async function readObject(
  site: McpSite,
  client: McpClient,
  place: { collection: string; id: string },
  format: Format,
): Promise<JsonObject> {
  const collection = readableCollection(site, client, place.collection, place.id);
  const answer = await getObject(site, place.collection, place.id, { writer: false });
  const object = objectOf(answer.bytes);
  const bound = await boundCollection(site, place.collection);
  const row = bound.collectionIndex.get(place.id);
  if (row && !readsUnpublished(client) && !liveTest(site, bound)(row)) {
    throw missing(message('objectMissing', { id: place.id, collection: place.collection }));
  }
  return objectResult(site, collection, { ...answer, object }, format);
}

const getOne = ({ site, client, args }: ToolCall): Promise<JsonValue> => {
  const place = { collection: textIn(args, 'collection'), id: textIn(args, 'id') };
  return readObject(site, client, place, formatIn(args));
};

const always = () => true;
const reading = (
  tool: Pick<Tool, 'name' | 'title' | 'description' | 'input' | 'required' | 'run'>,
): Tool => ({
  ...tool,
  input: { ...tool.input, at: INPUT.at, perspective: INPUT.perspective },
  run: async (call) => tool.run(await fromPerspective(call)),
  annotations: READS,
  isAvailable: always,
});

/** The call, made to the perspective it asks for. Throws `forbidden`, `invalid`, `busy`. */
async function fromPerspective(call: ToolCall): Promise<ToolCall> {
  const [at, perspective] = [textIn(call.args, 'at'), textIn(call.args, 'perspective')];
  if (at === '' && perspective === '') return call;
  const { site, client } = call;
  const asked = perspectiveOf({ at, perspective }, site.now());
  authorisePerspective(site, client, asked);
  const parts = await site.perspectives.open(asked);
  return { ...call, site: { ...site, ...parts } };
}

const { collection, id, include, exclude, sort, query, limit, offset, format } = INPUT;

export const READ_TOOLS: readonly Tool[] = [
  reading({
    name: 'list_collections',
    title: 'List collections',
    description: 'All collections with their purpose and number of objects.',
    input: {},
    required: [],
    run: listCollections,
  }),
  reading({
    name: 'describe_collection',
    title: 'Describe a collection',
    description:
      'The properties of the objects in a collection, and which of them can be filtered and sorted by.',
    input: { collection },
    required: ['collection'],
    run: describeCollection,
  }),
  reading({
    name: 'query_collection',
    title: 'Query a collection',
    description: 'One page of the objects of a collection that match the criteria, sorted.',
    input: { collection, include, exclude, sort, limit, offset, format },
    required: ['collection'],
    run: queryCollection,
  }),
  reading({
    name: 'search_collection',
    title: 'Search a collection',
    description:
      'Objects of a collection that contain all of the given words, best matches first; any of them where none has all.',
    input: { collection, query, limit, offset, format },
    required: ['collection', 'query'],
    run: searchCollection,
  }),
  reading({
    name: 'search_collections',
    title: 'Search all collections',
    description:
      'Full-text search in all collections. Returns ids and excerpts; get_object returns the whole object.',
    input: { query, limit },
    required: ['query'],
    run: searchCollections,
  }),
  reading({
    name: 'get_object',
    title: 'Get an object',
    description: 'One object with all its properties and its rev, which is required to change it.',
    input: { collection, id, format },
    required: ['collection', 'id'],
    run: getOne,
  }),
];
