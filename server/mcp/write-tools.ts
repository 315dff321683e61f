/** Tools that write objects (spec/mcp.md#tools), by the operations of REST. None of them deletes objects. */
import { isDeepStrictEqual } from 'node:util';
import type { Answer } from '../content/answers/answer.js';
import type { Collection } from '../content/model/collection.js';
import { versionRead } from '../content/objects/merge-change.js';
import { createObject, patchObject, replaceObject } from '../content/objects/write.js';
import { getObject } from '../content/reading/read.js';
import { AUTOMATIONS } from '../contract/automations.js';
import { type Details, message } from '../contract/messages/message.js';
import { SYSTEM_PROPERTIES } from '../contract/names.js';
import type { JsonObject, JsonValue } from '../contract/values.js';
import { failed, PlinthError } from '../errors.js';
import { clashFor } from './clashes.js';
import { type Action, authorise, canDoAnywhere, readableCollection } from './client.js';
import { objectResult } from './object-result.js';
import { matchOf, objectOf, revOf } from './revisions.js';
import { withHtml } from './sent-text.js';
import { ADDS, CHANGES, formatIn, INPUT, objectIn, type Tool, type ToolCall, textIn } from './tool.js';
import { hiddenIn, isVisible } from './visibility.js';

const CREATE: Action = { method: 'POST', operation: 'create', suggested: true };
const REPLACE: Action = { method: 'PUT', operation: 'update', suggested: true };
const PATCH: Action = { method: 'PATCH', operation: 'update', suggested: true };

/** The collection, if the client is authorized. Automations can only be changed in the admin. */
function writable({ site, client, args }: ToolCall, act: Action, id?: string): Collection {
  const name = textIn(args, 'collection');
  const collection = readableCollection(site, client, name, id);
  authorise(site, client, act, ['collections', name, ...(id === undefined ? [] : [id])]);
  if (name === AUTOMATIONS) throw new PlinthError('forbidden', message('mcpAutomationsForbidden'));
  return collection;
}

/** File metadata that matches the stored values is dropped; other file values are rejected. */
function withoutFiles({ schema }: Collection, sent: JsonObject, stored: JsonObject): JsonObject {
  const problems: Details = {};
  const kept = Object.entries(sent).filter(([name, value]) => {
    const property = schema.properties.get(name);
    if (property && !isVisible(property)) {
      problems[name] = [message('unsettable')];
      return false;
    }
    if (!property?.kind.files) return true;
    if (!isDeepStrictEqual(value, stored[name] ?? property.kind.blank)) {
      problems[name] = [message('filesUnsettable')];
    }
    return false;
  });
  if (Object.keys(problems).length > 0) throw failed(problems);
  return Object.fromEntries(kept);
}

/** The result of a write: the changed object with the revision for the next write. */
function answered(collection: Collection, answer: Answer, { site, args }: ToolCall): Promise<JsonObject> {
  const object = objectOf(answer.bytes);
  return objectResult(site, collection, { ...answer, object }, formatIn(args));
}

async function create(call: ToolCall): Promise<JsonValue> {
  const collection = writable(call, CREATE);
  const { site, args } = call;
  const sent = withoutFiles(collection, objectIn(args, 'object'), {});
  const whole = await withHtml(collection.schema, sent, { stored: {}, format: formatIn(args), site });
  return answered(collection, await createObject(site, collection.settings.id, whole), call);
}

/** Omitted properties are cleared, except files and hidden ones. */
function cleared({ schema }: Collection, sent: JsonObject, stored: JsonObject): JsonObject {
  const left = [...schema.properties.values()].filter(
    (property) =>
      property.name !== 'id' &&
      !SYSTEM_PROPERTIES.has(property.name) &&
      !property.kind.files &&
      isVisible(property) &&
      Object.hasOwn(stored, property.name) &&
      !Object.hasOwn(sent, property.name),
  );
  return { ...Object.fromEntries(left.map(({ name }) => [name, null])), ...sent };
}

/** The rejection of an outdated revision, with the properties that changed since. */
function staleRev({ site }: ToolCall, collection: Collection, rev: string, now: JsonObject) {
  const shown = (name: string) => {
    const property = collection.schema.properties.get(name);
    return property !== undefined && isVisible(property);
  };
  const changed = site.versions.changed(matchOf(rev), now, (version) => version)?.filter(shown) ?? [];
  return new PlinthError('stale', message('mcpObjectStale', { revision: rev }), {
    details: Object.fromEntries(changed.map((name) => [name, [message('changedSinceRevision')]])),
  });
}

/** The result of a change; `merged`: visible properties that others had changed since the revision. */
async function changeResult(collection: Collection, answer: Answer, call: ToolCall): Promise<JsonValue> {
  const result = await answered(collection, answer, call);
  const hidden = new Set(hiddenIn(collection.schema));
  return answer.merged ? { ...result, merged: answer.merged.filter((name) => !hidden.has(name)) } : result;
}

async function change(call: ToolCall, act: Action, clears = false): Promise<JsonValue> {
  const { site, args } = call;
  const [id, rev] = [textIn(args, 'id'), textIn(args, 'rev')];
  const collection = writable(call, act, id);
  const name = collection.settings.id;
  const current = async () => getObject(site, name, id, { writer: false });
  const now = await current();
  const ifMatch = matchOf(rev);
  const read = revOf(now.etag) === rev ? objectOf(now.bytes) : await versionRead(site, name, id, ifMatch);
  if (!read) throw staleRev(call, collection, rev, objectOf(now.bytes));
  const format = formatIn(args);
  const sent = withoutFiles(collection, objectIn(args, 'object'), read);
  const html = await withHtml(collection.schema, sent, { stored: read, format, site });
  const options = { ifMatch, merge: true };
  try {
    const answer = clears
      ? await replaceObject(site, name, id, cleared(collection, html, read), options)
      : await patchObject(site, name, id, html, options);
    return await changeResult(collection, answer, call);
  } catch (error) {
    if (!(error instanceof PlinthError)) throw error;
    if (error.kind === 'clash') throw await clashFor(collection.schema, error, format, site.conversions);
    if (error.kind !== 'stale') throw error;
    // Changed between the read above and the write.
    throw staleRev(call, collection, rev, objectOf((await current()).bytes));
  }
}

const { collection, id, rev, object, format } = INPUT;
const offered =
  (act: Action): Tool['isAvailable'] =>
  (site, client) =>
    canDoAnywhere(site, client, act, 'collections');

export const WRITE_TOOLS: readonly Tool[] = [
  {
    name: 'create_object',
    title: 'Create an object',
    description:
      'Creates an object in a collection. Without an id one is generated. No tool adds files: send the others first, then add files in the admin or with the HTTP API.',
    annotations: ADDS,
    input: { collection, object, format },
    required: ['collection', 'object'],
    suggestible: true,
    isAvailable: offered(CREATE),
    run: create,
  },
  {
    name: 'update_object',
    title: 'Update an object',
    description:
      'Replaces the values of the given properties; null clears one, others stay unchanged. Requires the rev of the version that was read; changes that others have made since are merged, and rejected only where both changed the same value.',
    annotations: CHANGES,
    input: { collection, id, rev, object, format },
    required: ['collection', 'id', 'rev', 'object'],
    suggestible: true,
    isAvailable: offered(REPLACE),
    run: (call) => change(call, REPLACE),
  },
  {
    name: 'patch_object',
    title: 'Patch an object',
    description: 'The same as update_object, for clients whose key allows PATCH.',
    annotations: CHANGES,
    input: { collection, id, rev, object, format },
    required: ['collection', 'id', 'rev', 'object'],
    suggestible: true,
    isAvailable: offered(PATCH),
    run: (call) => change(call, PATCH),
  },
  {
    name: 'replace_object',
    title: 'Replace an object',
    description:
      'Replaces an object: properties that are not sent are cleared, except files. Use update_object to change some properties. Requires the rev of the version that was read.',
    annotations: CHANGES,
    input: { collection, id, rev, object, format },
    required: ['collection', 'id', 'rev', 'object'],
    suggestible: true,
    isAvailable: offered(REPLACE),
    run: (call) => change(call, REPLACE, true),
  },
];
