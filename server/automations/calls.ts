/**
 * The functions of `ctx`: content operations of the API, each authorized as the equivalent request under the
 * automation's own scope (house rule: one operation serves REST, MCP and automations).
 */
import type { Caller } from '../access/caller.js';
import { mayPass, type Operation, permit } from '../access/permit.js';
import { publicOperationsOf } from '../access/public-operations.js';
import { suggests } from '../access/suggests.js';
import { listCollections } from '../content/collections/manage-collections.js';
import type { WriteBase } from '../content/core/base.js';
import { checkShape } from '../content/core/json-shape.js';
import { cloneObject } from '../content/objects/clone.js';
import { createItem, removeItem, replaceItem } from '../content/objects/deck-items.js';
import { stepProperty } from '../content/objects/step.js';
import { createObject, patchObject, removeObject, replaceObject } from '../content/objects/write.js';
import { listIndex } from '../content/reading/index-listing.js';
import { listObjects } from '../content/reading/list.js';
import { queryObjects } from '../content/reading/query.js';
import { getObject } from '../content/reading/read.js';
import { collectionSchema, listSchemas, schemaFor } from '../content/schemas/manage-schemas.js';
import { message } from '../contract/messages/message.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import { invalid, missing, PlinthError } from '../errors.js';
import type { PerspectiveParts, Perspectives } from '../perspectives.js';
import { suggest, suggestionOf } from '../suggestions.js';
import { fetchFor } from './fetch.js';
import { MAX_BYTES } from './sandbox/messages.js';

/** The permissions and identity of a call. */
export interface CallContext {
  base: WriteBase & { readonly perspectives: Perspectives };
  caller: Caller;
  /** Private hosts that `ctx.fetch` may reach. */
  allowedHosts: readonly string[];
  /** Publishes a site of this machine. */
  publish: (site: string) => Promise<object>;
}

/** A received call; its arguments are read one by one. */
class Call {
  readonly context: CallContext;
  readonly #args: readonly JsonValue[];

  constructor(context: CallContext, args: readonly JsonValue[]) {
    this.context = context;
    this.#args = args;
  }

  get base(): WriteBase {
    return this.context.base;
  }

  /** An argument that must be text. Throws `invalid`. */
  text(at: number, name: string): string {
    const value = this.#args[at];
    if (typeof value === 'string' && value !== '') return value;
    throw invalid(message('callNeedsText', { name }));
  }

  /** An object argument; empty when omitted. */
  words(at: number): JsonObject {
    const value = this.#args[at];
    return isJsonObject(value) ? value : {};
  }

  value(at: number): JsonValue | undefined {
    return this.#args[at];
  }

  all(): readonly JsonValue[] {
    return this.#args;
  }

  /** Collection and id, the first two arguments. */
  place(): [collection: string, id: string] {
    return [this.text(0, 'collection'), this.text(1, 'id')];
  }

  /** Throws `forbidden` unless the automation may send the equivalent request. */
  may(method: string, operation: Operation, ...segments: string[]): void {
    const [first, collection] = segments;
    const open = first === 'collections' ? publicOperationsOf(this.base, collection) : [];
    permit(this.context.caller, { method, segments, operation, suggested: true, publicOperations: open });
  }

  /** Whether responses show it private properties of an object. */
  writes(...segments: string[]): boolean {
    const need = { segments: ['collections', ...segments], operation: 'update' } as const;
    return ['PUT', 'PATCH'].some((method) => mayPass(this.context.caller, { ...need, method }));
  }
}

/** Runs the call and returns JSON: responses of the API are bytes already. */
type Perform = (call: Call) => Promise<Buffer | string>;

const json = (value: unknown): string => JSON.stringify(value);

async function whole(index: Awaited<ReturnType<typeof listIndex>>): Promise<Buffer | string> {
  if ('bytes' in index) return index.bytes;
  let text = '';
  for await (const piece of index.body) {
    text += piece;
    if (text.length > MAX_BYTES) break;
  }
  return text;
}

const reads = (call: Call): string => {
  const collection = call.text(0, 'collection');
  call.may('GET', 'read', 'collections', collection);
  return collection;
};

const changes =
  (method: 'PUT' | 'PATCH', perform: typeof patchObject): Perform =>
  async (call) => {
    const [collection, id] = call.place();
    call.may(method, 'update', 'collections', collection, id);
    const body = call.value(2);
    return (await perform(call.base, collection, id, body, { writer: call.writes(collection, id) })).bytes;
  };

const steps =
  (direction: 'increment' | 'decrement'): Perform =>
  async (call) => {
    const [collection, id] = call.place();
    const property = call.text(2, 'property');
    call.may('POST', 'update', 'collections', collection, id, property, direction);
    const amount = call.value(3);
    const by = { direction, ...(amount === undefined || amount === null ? {} : { amount: String(amount) }) };
    return json(await stepProperty(call.base, [collection, id, property], by));
  };

/** The deck of a call; `item`: whether a further argument is the id of one of its items. */
function deckOf(call: Call, method: string, named: boolean) {
  const [collection, id] = call.place();
  const property = call.text(2, 'property');
  const item = named ? call.text(3, 'id of the item') : '';
  call.may(method, 'update', 'collections', collection, id, property, 'deck', ...(named ? [item] : []));
  return { place: [collection, id, property] as const, item };
}

const CALLS: ReadonlyMap<string, Perform> = new Map<string, Perform>([
  ['objects.list', async (call) => (await listObjects(call.base, reads(call), call.words(1))).bytes],
  ['objects.query', async (call) => (await queryObjects(call.base, reads(call), call.words(1))).bytes],
  [
    'objects.search',
    async (call) => {
      const words = { ...call.words(2), search: call.text(1, 'search') };
      return (await queryObjects(call.base, reads(call), words)).bytes;
    },
  ],
  ['objects.index', async (call) => whole(await listIndex(call.base, reads(call), call.words(1)))],
  [
    'objects.get',
    async (call) => {
      const [collection, id] = call.place();
      call.may('GET', 'read', 'collections', collection, id);
      return (await getObject(call.base, collection, id, { writer: call.writes(collection, id) })).bytes;
    },
  ],
  [
    'objects.create',
    async (call) => {
      const collection = call.text(0, 'collection');
      call.may('POST', 'create', 'collections', collection);
      const options = { writer: call.writes(collection) };
      return (await createObject(call.base, collection, call.value(1), options)).bytes;
    },
  ],
  ['objects.update', changes('PUT', replaceObject)],
  ['objects.patch', changes('PATCH', patchObject)],
  [
    'objects.remove',
    async (call) => {
      const [collection, id] = call.place();
      call.may('DELETE', 'delete', 'collections', collection, id);
      await removeObject(call.base, collection, id);
      return json({ collection, id });
    },
  ],
  [
    'objects.clone',
    async (call) => {
      const [collection, id] = call.place();
      const target = call.words(2);
      call.may('POST', 'create', 'collections', collection, id, 'clone');
      call.may('GET', 'read', 'collections', collection, id);
      if (typeof target.collection === 'string') call.may('POST', 'create', 'collections', target.collection);
      const options = { writer: call.writes(collection, id) };
      return (await cloneObject(call.base, collection, id, target, options)).bytes;
    },
  ],
  ['objects.increment', steps('increment')],
  ['objects.decrement', steps('decrement')],
  [
    'objects.addItem',
    async (call) => {
      const { place } = deckOf(call, 'POST', false);
      return (await createItem(call.base, place, call.value(3))).bytes;
    },
  ],
  [
    'objects.setItem',
    async (call) => {
      const { place, item } = deckOf(call, 'PUT', true);
      return (await replaceItem(call.base, place, item, call.value(4))).bytes;
    },
  ],
  [
    'objects.removeItem',
    async (call) => {
      const { place, item } = deckOf(call, 'DELETE', true);
      return (await removeItem(call.base, place, item)).bytes;
    },
  ],
  [
    'collections.list',
    async (call) => {
      call.may('GET', 'read', 'collections');
      const mayRead = (id: string) =>
        mayPass(call.context.caller, { method: 'GET', operation: 'read', segments: ['collections', id] });
      return json(await listCollections(call.base, mayRead));
    },
  ],
  ['collections.get', async (call) => json(call.base.collections.get(reads(call)).settings)],
  ['collections.schema', async (call) => json(collectionSchema(call.base, reads(call), false))],
  [
    'schemas.list',
    async (call) => {
      call.may('GET', 'read', 'schemas');
      return json(listSchemas(call.base));
    },
  ],
  [
    'schemas.get',
    async (call) => {
      const id = call.text(0, 'schema');
      call.may('GET', 'read', 'schemas', id);
      return json(schemaFor(call.base, id, false));
    },
  ],
  [
    'publish',
    async (call) => {
      if (suggests(call.context.caller)) throw new PlinthError('forbidden', message('onlySuggests'));
      return json(await call.context.publish(call.text(0, 'site')));
    },
  ],
  ['fetch', async (call) => json(await fetchFor(call.all(), call.context.allowedHosts))],
]);

/** The calls that change objects. */
const CHANGES: ReadonlySet<string> = new Set(
  [
    'create',
    'update',
    'patch',
    'remove',
    'clone',
    'increment',
    'decrement',
    'addItem',
    'setItem',
    'removeItem',
  ].map((name) => `objects.${name}`),
);

/** Performs a call; that of an automation which may only suggest, through its suggestion. */
async function performed(
  perform: Perform,
  name: string,
  context: CallContext,
  args: JsonValue[],
): Promise<Buffer | string> {
  const { base, caller } = context;
  if (!suggests(caller)) return perform(new Call(context, args));
  const through = (parts: PerspectiveParts | undefined) =>
    perform(new Call({ ...context, base: { ...base, ...parts } }, args));
  if (CHANGES.has(name)) return suggest(base, ({ parts }) => through(parts));
  return through((await suggestionOf(base, base.change.actor))?.parts);
}

/** Runs a call of a handler. Throws what the operation throws, and `tooLarge` for a result of more than 1 MB. */
export async function performCall(context: CallContext, name: string, text: string): Promise<string> {
  const perform = CALLS.get(name);
  if (!perform) throw missing(message('callUnknown', { name }));
  const args: unknown = JSON.parse(text);
  checkShape(args);
  if (!Array.isArray(args)) throw invalid(message('callNeedsList'));
  const answer = await performed(perform, name, context, args);
  if (Buffer.byteLength(answer) > MAX_BYTES) {
    throw new PlinthError('tooLarge', message('callAnswerTooLarge'));
  }
  return answer.toString();
}
