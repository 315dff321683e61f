/** Tools that write objects (facts 4.12), by the operations of REST. There is none that deletes one. */
import { isDeepStrictEqual } from 'node:util';
import type { Answer } from '../content/answer.js';
import type { Collection } from '../content/collections.js';
import { getObject } from '../content/read.js';
import { createObject, patchObject, replaceObject } from '../content/write.js';
import { AUTOMATIONS } from '../contract/automations.js';
import { SYSTEM_PROPERTIES } from '../contract/names.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import { failed, PlinthError } from '../errors.js';
import { isExposed, shownObject } from './exposure.js';
import { ADDS, CHANGES, formatIn, INPUT, objectIn, type Tool, type ToolCall, textIn } from './tool.js';
import { type Act, authorise, mayAnywhere, readableCollection } from './visitor.js';

const CREATE: Act = { method: 'POST', operation: 'create' };
const REPLACE: Act = { method: 'PUT', operation: 'update' };
const PATCH: Act = { method: 'PATCH', operation: 'update' };

/** The collection, if the visitor may do such a thing in it. Programs are written by people, in the admin. */
function writable({ site, visitor, args }: ToolCall, act: Act, id?: string): Collection {
  const name = textIn(args, 'collection');
  const collection = readableCollection(site, visitor, name, id);
  authorise(site, visitor, act, ['collections', name, ...(id === undefined ? [] : [id])]);
  if (name === AUTOMATIONS) throw new PlinthError('forbidden', 'Automations are written in the admin only');
  return collection;
}

/** Values that say of files what stands there already are left out; anything else said of them is refused. */
function withoutFiles({ schema }: Collection, sent: JsonObject, standing: JsonObject): JsonObject {
  const problems: Record<string, string[]> = {};
  const kept = Object.entries(sent).filter(([name, value]) => {
    const property = schema.properties.get(name);
    if (property && !isExposed(property)) {
      problems[name] = ['cannot be set here'];
      return false;
    }
    if (!property?.kind.files) return true;
    if (!isDeepStrictEqual(value, standing[name] ?? property.kind.blank)) {
      problems[name] = ['holds files, which cannot be set here; leave it out and it stays as it is'];
    }
    return false;
  });
  if (Object.keys(problems).length > 0) throw failed(problems);
  return Object.fromEntries(kept);
}

const parsed = ({ bytes }: Answer): JsonObject => {
  const object: unknown = JSON.parse(bytes.toString());
  return isJsonObject(object) ? object : {};
};

const answered = ({ schema }: Collection, answer: Answer, { args }: ToolCall): JsonObject =>
  shownObject(schema, parsed(answer), formatIn(args));

async function create(call: ToolCall): Promise<JsonValue> {
  const collection = writable(call, CREATE);
  const sent = withoutFiles(collection, objectIn(call.args, 'object'), {});
  return answered(collection, await createObject(call.site, collection.settings.id, sent), call);
}

/** Properties that are not sent are cleared, apart from files and what the client could not see. */
function cleared({ schema }: Collection, sent: JsonObject, standing: JsonObject): JsonObject {
  const left = [...schema.properties.values()].filter(
    (property) =>
      property.name !== 'id' &&
      !SYSTEM_PROPERTIES.has(property.name) &&
      !property.kind.files &&
      isExposed(property) &&
      Object.hasOwn(standing, property.name) &&
      !Object.hasOwn(sent, property.name),
  );
  return { ...Object.fromEntries(left.map(({ name }) => [name, null])), ...sent };
}

async function change(call: ToolCall, act: Act): Promise<JsonValue> {
  const id = textIn(call.args, 'id');
  const collection = writable(call, act, id);
  const name = collection.settings.id;
  const before = await getObject(call.site, name, id, { writer: false });
  const standing = parsed(before);
  const sent = withoutFiles(collection, objectIn(call.args, 'object'), standing);
  if (act === PATCH) return answered(collection, await patchObject(call.site, name, id, sent), call);
  // What is cleared was read a moment ago; somebody else's change in between must not be lost.
  const whole = cleared(collection, sent, standing);
  const options = { ifMatch: before.etag };
  return answered(collection, await replaceObject(call.site, name, id, whole, options), call);
}

const { collection, id, object, format } = INPUT;
const offered =
  (act: Act): Tool['offered'] =>
  (site, visitor) =>
    mayAnywhere(site, visitor, act, 'collections');

export const WRITE_TOOLS: readonly Tool[] = [
  {
    name: 'create_object',
    title: 'Create an object',
    description: 'A new object in a collection. Without an id it gets one. Files are added in the admin.',
    manners: ADDS,
    input: { collection, object, format },
    required: ['collection', 'object'],
    offered: offered(CREATE),
    run: create,
  },
  {
    name: 'update_object',
    title: 'Replace an object',
    description: 'Sets all properties of an object: those that are not sent are cleared, files stay.',
    manners: CHANGES,
    input: { collection, id, object, format },
    required: ['collection', 'id', 'object'],
    offered: offered(REPLACE),
    run: (call) => change(call, REPLACE),
  },
  {
    name: 'patch_object',
    title: 'Change an object',
    description: 'Sets some properties of an object, each as a whole; null clears one, the others stay.',
    manners: CHANGES,
    input: { collection, id, object, format },
    required: ['collection', 'id', 'object'],
    offered: offered(PATCH),
    run: (call) => change(call, PATCH),
  },
];
