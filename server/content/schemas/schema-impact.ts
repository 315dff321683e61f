/** Preview of what saving a schema would mean for the objects that follow it. Nothing is written. */

import { Yielder } from '../../async/yielder.js';
import { onWire } from '../../contract/messages/message.js';
import type { CollectionImpact, SchemaImpact } from '../../contract/schemas.js';
import { isEmptyValue } from '../../contract/visibility.js';
import { converted } from '../../schemas/convert.js';
import { withPresentNames } from '../../schemas/former-names.js';
import { applyOverrides } from '../../schemas/overrides.js';
import type { Schema } from '../../schemas/schema.js';
import { isUnreadable } from '../../store/disk/fs-errors.js';
import type { Base, Content } from '../core/base.js';
import type { Collection } from '../model/collection.js';
import { Conversions, convertOptions } from './convert-objects.js';
import { withConversions } from './convert-properties.js';
import { Duplicates, storedProblems } from './object-problems.js';

/** Failing objects named per collection; the count includes the others. */
const EXAMPLES = 20;

async function readIfPossible(base: Content, collection: string, id: string, impact: CollectionImpact) {
  try {
    return await base.store.objects.read(collection, id);
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    impact.damaged += 1;
    return undefined;
  }
}

async function impactOn(
  base: Base,
  { settings, schema: now }: Collection,
  { next, removed, found }: { next: Schema; removed: readonly string[]; found: Conversions },
  yielder: Yielder,
): Promise<CollectionImpact> {
  const collectionIndex = await base.store.catalogue.collectionIndex(settings.id);
  const impact: CollectionImpact = {
    collection: settings.id,
    objects: collectionIndex.size,
    failing: 0,
    alreadyFailing: 0,
    examples: [],
    held: Object.fromEntries(removed.map((name) => [name, 0])),
    damaged: collectionIndex.damaged().length,
  };
  const duplicates = new Duplicates(next);
  for (const { id } of [...collectionIndex.rowsById()]) {
    if (yielder.exhausted) await yielder.yieldToEventLoop();
    const document = (await readIfPossible(base, settings.id, id, impact))?.document;
    if (!document) continue;
    for (const name of removed) {
      if (Object.hasOwn(document, name) && !isEmptyValue(document[name]))
        impact.held[name] = (impact.held[name] ?? 0) + 1;
    }
    const present = withPresentNames(next, document);
    const { values, document: after } = await converted(
      next,
      present,
      convertOptions(base, settings.id, id, false),
    );
    found.add(settings.id, id, values);
    // What could be converted is not in the way.
    const then = { ...after, id };
    const details = { ...duplicates.problems(then), ...(await storedProblems(next, then, base.now())) };
    if (Object.keys(details).length === 0) continue;
    impact.failing += 1;
    if (await storedProblems(now, document, base.now())) impact.alreadyFailing += 1;
    if (impact.examples.length < EXAMPLES) impact.examples.push({ id, ...onWire(details) });
  }
  return impact;
}

/**
 * How many objects could no longer be saved, which, and what changes, in every collection whose objects follow the
 * schema in any way. Works in slices that leave the event loop free. Throws as saving the document would.
 */
export async function schemaImpact(base: Base, id: string, body: unknown): Promise<SchemaImpact> {
  const { schema: proposed, affected } = base.library.proposal(withConversions(base, id, body), {
    create: false,
    id,
  });
  const before = base.library.schema(id)?.properties ?? new Map();
  const after = proposed(id)?.properties ?? new Map();
  const kept = [...after.values()].filter(({ name }) => before.has(name));
  const removed = [...before.keys()].filter(
    (name) =>
      !after.has(name) && ![...after.values()].some(({ definition }) => definition.formerly?.includes(name)),
  );
  const impact: SchemaImpact = {
    schema: id,
    added: [...after.keys()].filter((name) => !before.has(name)),
    removed,
    retyped: kept.flatMap(({ name, kindName }) => {
      const from = before.get(name)?.kindName;
      return from === undefined || from === kindName ? [] : [{ name, from, to: kindName }];
    }),
    required: [...after.values()]
      .filter(({ name, required }) => required && !before.get(name)?.required)
      .map(({ name }) => name),
    conversions: [],
    collections: [],
  };
  const found = new Conversions();
  const yielder = new Yielder();
  for (const collection of base.collections.all()) {
    const { settings } = collection;
    if (!affected.includes(settings.schema)) continue;
    const plain = proposed(settings.schema);
    if (!plain) continue;
    // Properties removed from a card's schema are not the object's own.
    const own =
      settings.schema === id || base.library.dependents(id).includes(settings.schema) ? removed : [];
    const next = settings.properties ? applyOverrides(plain, settings.properties) : plain;
    impact.collections.push(await impactOn(base, collection, { next, removed: own, found }, yielder));
  }
  impact.conversions = found.all;
  return impact;
}
