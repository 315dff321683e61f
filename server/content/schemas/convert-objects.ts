/** The values of objects in the form their properties have now, with what becomes of each. */
import { Yielder } from '../../async/yielder.js';
import { type Message, message } from '../../contract/messages/message.js';
import type { Conversion, ConvertResult, PropertyDefinition } from '../../contract/schemas.js';
import type { JsonValue } from '../../contract/values.js';
import { withoutPasswords } from '../../properties/fitting.js';
import { relationTarget } from '../../properties/references.js';
import { type Converted, type ConvertOptions, converted } from '../../schemas/convert.js';
import { withPresentNames } from '../../schemas/former-names.js';
import type { Base, Content, WriteBase } from '../core/base.js';
import { inFlight } from '../core/in-flight.js';
import { saveContext } from '../core/save-context.js';
import type { Collection } from '../model/collection.js';
import { timesOfSave, withTimes } from '../model/times.js';
import { commit, retryOnConflict, withObjectLock } from '../objects/commit.js';
import { readable } from './rename-objects.js';

/** Values that stay are named up to this number for each property, and up to this length. */
const EXAMPLES = 20;
const SHOWN = 80;

/** Counts what becomes of values, by property. */
export class Conversions {
  readonly #found = new Map<string, Conversion>();

  add(collection: string, id: string, values: readonly Converted[]): void {
    for (const { property, path, value, to, problems } of values) {
      const known = this.#found.get(property) ?? { property, converted: 0, left: 0, examples: [] };
      this.#found.set(property, known);
      if (to !== undefined) known.converted += 1;
      if (!problems) continue;
      known.left += 1;
      if (known.examples.length >= EXAMPLES) continue;
      const told = withoutPasswords(value);
      const text = typeof told === 'string' ? told : JSON.stringify(told);
      known.examples.push({
        collection,
        id,
        path,
        value: text.slice(0, SHOWN),
        problems: problems.map((problem) => problem.text),
        reasons: problems.map((problem) => problem.onWire()),
      });
    }
  }

  get all(): Conversion[] {
    return [...this.#found.values()];
  }
}

/** What is wrong with a relation whose object does not exist: a text of another kind may be any. */
async function missingObjects(
  { collections, store }: Content,
  value: JsonValue,
  definition: PropertyDefinition,
): Promise<Message[]> {
  const target = relationTarget(definition);
  if (target?.property !== 'id' || !collections.has(target.collection)) return [];
  const index = await store.catalogue.collectionIndex(target.collection);
  return (Array.isArray(value) ? value : [value])
    .map(String)
    .filter((id) => index.get(id) === undefined)
    .map((id) => message('referenceMissing', { id }));
}

/** How the values of an object are converted. */
export const convertOptions = (
  base: Base,
  collection: string,
  id: string,
  again: boolean,
): ConvertOptions => ({
  context: saveContext(base, collection, id),
  alsoWrong: (value, definition) => missingObjects(base, value, definition),
  again,
});

/** One file, by what it holds at that moment. */
function convertObject(
  base: WriteBase,
  collection: string,
  id: string,
  { found, again }: { found: Conversions; again: boolean },
): Promise<'converted' | 'unchanged' | 'unreadable'> {
  return withObjectLock(base, collection, id, () =>
    retryOnConflict(async () => {
      const stored = await readable(base, collection, id);
      if (stored === 'unreadable') return 'unreadable';
      if (!stored) return 'unchanged';
      const { schema } = base.collections.get(collection);
      const present = withPresentNames(schema, stored.document);
      const options = convertOptions(base, collection, id, again);
      const { document, values } = await converted(schema, present, options);
      if (values.some(({ to }) => to !== undefined)) {
        const event = { type: 'object.updated', collection, id } as const;
        const times = timesOfSave(base.now(), stored);
        await commit(base, collection, withTimes({ ...document, id }, times), stored, event);
        found.add(collection, id, values);
        return 'converted';
      }
      found.add(collection, id, values);
      return 'unchanged';
    }),
  );
}

/** All objects of a collection. Throws what `signal` was aborted with. */
export async function convertObjects(
  base: WriteBase,
  { settings }: Collection,
  how: { found: Conversions; again: boolean },
  signal?: AbortSignal,
): Promise<ConvertResult['collections'][number]> {
  const collection = settings.id;
  const collectionIndex = await base.store.catalogue.collectionIndex(collection);
  const ids = collectionIndex.rowsById().map(({ id }) => id);
  const damaged = new Set(collectionIndex.damaged().map(({ id }) => id));
  let objects = 0;
  const yielder = new Yielder();
  await inFlight(ids, async (id) => {
    if (yielder.exhausted) await yielder.yieldToEventLoop();
    signal?.throwIfAborted();
    const result = await convertObject(base, collection, id, how);
    if (result === 'converted') objects += 1;
    if (result === 'unreadable') damaged.add(id);
  });
  return { collection, objects, damaged: [...damaged].sort() };
}
