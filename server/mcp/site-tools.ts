/** Tools for the structure of the site: schemas, new collections, cached images, the site itself. */
import { mayPass } from '../access/permit.js';
import { etagOf } from '../content/answers/answer.js';
import { createCollection } from '../content/collections/manage-collections.js';
import { listSchemas, removeSchema, saveSchema, schemaFor } from '../content/schemas/manage-schemas.js';
import { message } from '../contract/messages/message.js';
import type { JsonValue } from '../contract/values.js';
import { invalid } from '../errors.js';
import {
  type Action,
  authorise,
  canDoAnywhere,
  type McpClient,
  personaOf,
  readable,
  readableCollection,
} from './client.js';
import { matchOf, revOf } from './revisions.js';
import {
  ADDS,
  CHANGES,
  INPUT,
  type McpSite,
  objectIn,
  READS,
  type Tool,
  type ToolCall,
  textIn,
} from './tool.js';

const CREATE: Action = { method: 'POST', operation: 'manage' };
const CHANGE: Action = { method: 'PUT', operation: 'manage' };
const DELETE: Action = { method: 'DELETE', operation: 'manage' };

const mayReadSchema = ({ caller }: McpClient, ...id: string[]): boolean =>
  mayPass(caller, { method: 'GET', segments: ['schemas', ...id], operation: 'read' });

/** A value as JSON, without undefined properties. */
const plain = (value: object): JsonValue => JSON.parse(JSON.stringify(value));

async function schemas({ site, client }: ToolCall): Promise<JsonValue> {
  const shown = listSchemas(site).filter(({ name }) => mayReadSchema(client, name));
  return plain({
    schemas: shown.map(({ usedBy, ...schema }) => ({
      ...schema,
      usedBy: usedBy.filter((id) => readable(site, client).some(({ settings }) => settings.id === id)),
    })),
  });
}

async function schema({ site, client, args }: ToolCall): Promise<JsonValue> {
  const id = textIn(args, 'schema');
  if (!mayReadSchema(client, id)) throw invalid(message('schemaMissing', { id }));
  return schemaResult(site, schemaFor(site, id, false));
}

/** A schema with the revision that is required to change it. */
function schemaResult({ versions }: McpSite, definition: object): JsonValue {
  const bytes = Buffer.from(JSON.stringify(definition));
  const etag = etagOf(bytes);
  versions.remember({ bytes, etag });
  return { rev: revOf(etag), schema: plain(definition) };
}

async function createSchema({ site, client, args }: ToolCall): Promise<JsonValue> {
  authorise(site, client, CREATE, ['schemas']);
  return schemaResult(site, await saveSchema(site, objectIn(args, 'definition'), { create: true }));
}

async function updateSchema({ site, client, args }: ToolCall): Promise<JsonValue> {
  const id = textIn(args, 'schema');
  authorise(site, client, CHANGE, ['schemas', id]);
  const options = { create: false, id, ifMatch: matchOf(textIn(args, 'rev')) };
  return schemaResult(site, await saveSchema(site, { ...objectIn(args, 'definition'), id }, options));
}

async function deleteSchema({ site, client, args }: ToolCall): Promise<JsonValue> {
  const id = textIn(args, 'schema');
  authorise(site, client, DELETE, ['schemas', id]);
  await removeSchema(site, id, matchOf(textIn(args, 'rev')));
  return { deleted: id, trash: true };
}

async function newCollection({ site, client, args }: ToolCall): Promise<JsonValue> {
  authorise(site, client, CREATE, ['collections']);
  const settings = objectIn(args, 'settings');
  return plain(
    await createCollection(site, { ...settings, id: args.collection ?? '', schema: args.schema ?? '' }),
  );
}

const CLEAR: Action = { method: 'DELETE', operation: 'update' };

async function clearCache({ site, client, args }: ToolCall): Promise<JsonValue> {
  const [collection, id] = [textIn(args, 'collection'), textIn(args, 'id')];
  if (collection === '') {
    authorise(site, client, { method: 'DELETE', operation: 'manage' }, ['collections']);
    return { deleted: await site.clearImages() };
  }
  if (id === '') throw invalid(message('mcpCacheNeedsId'));
  readableCollection(site, client, collection, id);
  authorise(site, client, CLEAR, ['collections', collection, id]);
  return { deleted: await site.clearImages({ collection, id }) };
}

async function siteInfo({ site, client }: ToolCall): Promise<JsonValue> {
  return {
    title: site.title(),
    software: 'Plinth',
    version: site.version,
    edition: site.edition(),
    persona: personaOf(client),
    readOnly: client.readOnly === true,
    collections: readable(site, client).map(({ settings }) => settings.id),
  };
}

const runsTheSite = (_site: McpSite, client: McpClient): boolean => personaOf(client) === 'admin';
const managing =
  (act: Action, first: 'collections' | 'schemas'): Tool['isAvailable'] =>
  (site, client) =>
    canDoAnywhere(site, client, act, first);

const { collection, id, rev, schema: schemaId, definition } = INPUT;
const settings = {
  type: 'object',
  description: 'Settings by name: name, description, category, url, sortBy, reverseSort.',
} as const;

export const SITE_TOOLS: readonly Tool[] = [
  {
    name: 'list_schemas',
    title: 'List schemas',
    description: 'All schemas, built-in and custom, and the collections that use each of them.',
    annotations: READS,
    input: {},
    required: [],
    isAvailable: (_site, client) => runsTheSite(_site, client) && mayReadSchema(client),
    run: schemas,
  },
  {
    name: 'get_schema',
    title: 'Get a schema',
    description: 'A schema with all its properties, those it inherits as well.',
    annotations: READS,
    input: { schema: schemaId },
    required: ['schema'],
    isAvailable: (_site, client) => runsTheSite(_site, client) && mayReadSchema(client),
    run: schema,
  },
  {
    name: 'get_site_info',
    title: 'About the site',
    description: 'The name of the site, the version of Plinth and the collections you can access.',
    annotations: READS,
    input: {},
    required: [],
    isAvailable: runsTheSite,
    run: siteInfo,
  },
  {
    name: 'create_schema',
    title: 'Create a schema',
    description: 'Creates a schema that collections can use.',
    annotations: ADDS,
    input: { definition },
    required: ['definition'],
    isAvailable: managing(CREATE, 'schemas'),
    run: createSchema,
  },
  {
    name: 'update_schema',
    title: 'Change a schema',
    description:
      'Replaces the schema with this id. Objects keep their values. Requires the rev of the version that was read.',
    annotations: CHANGES,
    input: { schema: schemaId, rev, definition },
    required: ['schema', 'rev', 'definition'],
    isAvailable: managing(CHANGE, 'schemas'),
    run: updateSchema,
  },
  {
    name: 'delete_schema',
    title: 'Delete a schema',
    description:
      'Moves an unused schema to the trash, where it can be restored in the admin. Requires its rev.',
    annotations: CHANGES,
    input: { schema: schemaId, rev },
    required: ['schema', 'rev'],
    isAvailable: managing(DELETE, 'schemas'),
    run: deleteSchema,
  },
  {
    name: 'create_collection',
    title: 'Create a collection',
    description: 'Creates an empty collection whose objects follow a schema.',
    annotations: ADDS,
    input: { collection, schema: schemaId, settings },
    required: ['collection', 'schema'],
    isAvailable: managing(CREATE, 'collections'),
    run: newCollection,
  },
  {
    name: 'clear_cache',
    title: 'Clear cached images',
    description:
      'Deletes cached images in other sizes, of one object or of all. They are generated again on request.',
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    input: { collection, id },
    required: [],
    isAvailable: (site, client) => canDoAnywhere(site, client, CLEAR, 'collections'),
    run: clearCache,
  },
];
