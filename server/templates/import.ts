/** Import of a template definition into the open folder (interface 4.11, facts 4.11, decision 12). */
import { randomInt } from 'node:crypto';
import type { Base } from '../content/base.js';
import { changeCollection, createCollection } from '../content/manage-collections.js';
import { saveSchema } from '../content/manage-schemas.js';
import { type Undo, wholeOrNothing } from '../content/undo.js';
import type { SchemaDocument } from '../contract/schemas.js';
import type { ImportResult } from '../contract/templates.js';
import { isJsonObject, type JsonObject } from '../contract/values.js';
import { type CheckedCollection, type CheckedTemplate, checkTemplate } from './check.js';
import { importFactory, importObjects } from './import-objects.js';
import { plural, Report } from './report.js';
import { inOrderOfNeed } from './schema-order.js';

/**
 * Imports a template definition: schemas, custom collections, built-in collections, objects, generated objects.
 * A document with any problem is refused whole (`invalid`, `validation`); after that every item stands for itself
 * and a failing one is an entry of `errors`. `seed` repeats generated content. Throws the reason of `signal`; then
 * everything is as it was before.
 */
export async function importTemplate(
  base: Base,
  document: unknown,
  options: { seed?: number; signal?: AbortSignal } = {},
): Promise<ImportResult> {
  const { seed = randomInt(2 ** 31), signal } = options;
  const template = checkTemplate(base, document);
  const report = new Report();
  await wholeOrNothing(base, async (undo, own) => {
    for (const schema of inOrderOfNeed(template.schemas, documentOf)) {
      signal?.throwIfAborted();
      await importSchema(own, schema, report, undo);
    }
    undo.nextPart();
    for (const settings of template.custom) await importCustom(own, settings, report, undo);
    const custom = new Set(template.custom.map(({ id }) => id));
    for (const settings of template.reserved) await importReserved(own, settings, custom, report, undo);
    undo.nextPart();
    await importObjects(own, template.objects, report, { undo, signal });
    await importFactory(own, template.factory, report, { undo, signal, seed });
    signal?.throwIfAborted();
  });
  if (template.pageTemplates > 0) {
    report.note(`${plural(template.pageTemplates, 'page template')} left out: Plinth builds no pages`);
  }
  return report.result(template.name);
}

/** A sent schema as far as it says which others it needs: a child that came before its parent would lose names. */
function documentOf({ id, properties, inheritFrom }: CheckedTemplate['schemas'][number]): SchemaDocument {
  const definitions = Object.entries(isJsonObject(properties) ? properties : {}).filter(
    (entry): entry is [string, JsonObject] => isJsonObject(entry[1]),
  );
  const parents = Array.isArray(inheritFrom) ? inheritFrom.filter((one) => typeof one === 'string') : [];
  return { id, properties: Object.fromEntries(definitions), required: [], index: [], inheritFrom: parents };
}

/** A schema of the same id is overwritten. */
async function importSchema(
  base: Base,
  schema: CheckedTemplate['schemas'][number],
  report: Report,
  undo: Undo,
): Promise<void> {
  const { id } = schema;
  await report.attempt('schemas', `Schema ${id}`, async () => {
    const before = base.library.document(id);
    const create = before === undefined;
    await saveSchema(base, schema, create ? { create } : { create, id });
    if (create) undo.schemaCreated(id);
    else undo.schemaChanged(before);
    if (create) report.count('schemas_created');
    report.note(`Schema ${id} ${create ? 'created' : 'overwritten'}`);
  });
}

/** An existing collection is an error and is left as it is. */
async function importCustom(
  base: Base,
  settings: CheckedCollection,
  report: Report,
  undo: Undo,
): Promise<void> {
  const { id } = settings;
  if (exists(base, id)) {
    return report.fail('collections', `Collection ${id}`, 'it exists already and was left as it is');
  }
  await report.attempt('collections', `Collection ${id}`, async () => {
    await createCollection(base, settings);
    undo.collectionCreated(id);
    report.count('collections_created');
    report.note(`Collection ${id} created`);
  });
}

/** A built-in collection keeps its schema; where it exists, only what the override names is changed. */
async function importReserved(
  base: Base,
  settings: CheckedCollection,
  own: ReadonlySet<string>,
  report: Report,
  undo: Undo,
): Promise<void> {
  const { id, schema: _bound, ...overrides } = settings;
  // Named in both lists, the custom collection's settings stand.
  if (own.has(id)) return report.note(`Collection ${id} is the template's own`);
  await report.attempt('collections', `Collection ${id}`, async () => {
    if (!exists(base, id)) {
      await createCollection(base, { ...overrides, id, schema: id });
      undo.collectionCreated(id);
      report.count('collections_created');
      return report.note(`Collection ${id} created`);
    }
    if (Object.keys(overrides).length > 0) {
      const before = base.collections.get(id).settings;
      await changeCollection(base, id, overrides, 'merge');
      undo.collectionChanged(before);
    }
    report.count('skipped');
    report.note(`Collection ${id} exists and was kept`);
  });
}

const exists = (base: Base, id: string): boolean =>
  base.collections.all().some(({ settings }) => settings.id === id);
