/**
 * Import of a template definition into the open folder (spec/templates.md#import). Templates of other systems rely on
 * their valid parts being imported. The answer is 200 even where no part was valid, so that a mistake is told in one
 * form whatever stands beside it.
 */
import { randomInt } from 'node:crypto';
import type { WriteBase } from '../content/core/base.js';
import { digestOf, ImportProgress } from '../content/imports/import-progress.js';
import { allOrNothing, type Undo } from '../content/imports/undo.js';
import { message } from '../contract/messages/message.js';
import { builtInCollectionSchema } from '../contract/names.js';
import type { SchemaDocument } from '../contract/schemas.js';
import type { ImportResult } from '../contract/templates.js';
import { isJsonObject, type JsonObject } from '../contract/values.js';
import { invalid } from '../errors.js';
import { type CheckedCollection, type CheckedTemplate, checkTemplate } from './check.js';
import { importFactory, importObjects, type Run } from './import-objects.js';
import { plural, Report } from './report.js';
import { inOrderOfNeed } from './schema-order.js';
import { FolderTarget, type Target } from './target.js';
import { TrialTarget } from './trial.js';

export interface TemplateImportOptions {
  /** The seed of generated content. */
  seed?: number;
  /** Reports what would happen without writing anything. */
  dryRun?: boolean;
  signal?: AbortSignal;
}

/**
 * Imports the valid parts of a template definition: schemas, custom collections, built-in collections, objects,
 * generated objects. Items are independent; the problem of one is an entry of `errors`. What is no template
 * at all is rejected (`invalid`, `validation`). Throws the reason of `signal`; then all changes are rolled back.
 */
export async function importTemplate(
  base: WriteBase,
  document: unknown,
  { seed = randomInt(2 ** 31), dryRun = false, signal }: TemplateImportOptions = {},
): Promise<ImportResult> {
  if (!isJsonObject(document)) throw invalid(message('bodyNeedsTemplate'));
  const template = await checkTemplate(base, document);
  const report = new Report({ dryRun });
  report.leftOut(template.problems);
  const head = {
    name: template.name.slice(0, 200),
    digest: await digestOf(document),
    begun: base.now().toISOString(),
    seed,
    total: itemsIn(template),
  };
  const run = async () => {
    signal?.throwIfAborted();
    const progress = await ImportProgress.open(base, head, { dryRun });
    if (dryRun) return importParts(await TrialTarget.open(base), template, report, { progress, signal });
    await allOrNothing(
      base,
      'template',
      async (undo, own) => {
        await importParts(new FolderTarget(own, undo), template, report, { progress, signal, undo });
        signal?.throwIfAborted();
      },
      progress,
    );
    await progress.finish();
  };
  // Concurrent imports would see incomplete data of each other.
  await (dryRun ? run() : base.store.locked('import of a template', run));
  if (template.pageTemplates > 0) {
    report.note(`${plural(template.pageTemplates, 'page template')} skipped: Plinth does not build pages`);
  }
  return report.result(template.name);
}

/** Number of items to create; collections created on demand do not count. */
const itemsIn = ({ schemas, custom, reserved, objects, factory }: CheckedTemplate): number =>
  schemas.length +
  custom.length +
  reserved.length +
  objects.length +
  factory.reduce((sum, { count = 1 }) => sum + count, 0);

async function importParts(
  target: Target,
  template: CheckedTemplate,
  report: Report,
  run: Run & { undo?: Undo },
): Promise<void> {
  const { progress } = run;
  for (const schema of inOrderOfNeed(template.schemas, documentOf)) {
    run.signal?.throwIfAborted();
    await importSchema(target, schema, report, progress);
  }
  run.undo?.nextPart();
  for (const settings of template.custom) await importCustom(target, settings, report, progress);
  const custom = new Set(template.custom.map(({ id }) => id));
  for (const settings of template.reserved) await importReserved(target, settings, custom, report, progress);
  await importOnDemand(target, template, report, progress);
  run.undo?.nextPart();
  await importObjects(target, template.objects, report, run);
  await importFactory(target, template.factory, report, run);
}

/** The dependencies of a sent schema: a child that is imported before its parent would lose inherited names. */
function documentOf({ id, properties, inheritFrom }: CheckedTemplate['schemas'][number]): SchemaDocument {
  const definitions = Object.entries(isJsonObject(properties) ? properties : {}).filter(
    (entry): entry is [string, JsonObject] => isJsonObject(entry[1]),
  );
  const parents = Array.isArray(inheritFrom) ? inheritFrom.filter((one) => typeof one === 'string') : [];
  return { id, properties: Object.fromEntries(definitions), required: [], index: [], inheritFrom: parents };
}

/** A schema with the same id is overwritten, unless an interrupted run of this import created it. */
async function importSchema(
  target: Target,
  schema: CheckedTemplate['schemas'][number],
  report: Report,
  progress: ImportProgress,
): Promise<void> {
  const { id } = schema;
  const item = `schemas/${id}`;
  await report.attempt('schemas', `Schema ${id}`, async () => {
    const before = target.document(id);
    const create = before === undefined;
    if (!create && progress.hasChanged(item, before)) return report.madeBefore(`Schema ${id}`);
    await progress.willChange(item, before);
    await target.saveSchema(schema);
    if (create) report.count('schemas_created');
    report.did(`Schema ${id}`, create ? 'created' : 'overwritten');
  });
}

/** An existing collection is not changed; it is an error if its objects follow another schema. */
async function importCustom(
  target: Target,
  settings: CheckedTemplate['custom'][number],
  report: Report,
  progress: ImportProgress,
): Promise<void> {
  const { id, schema } = settings;
  await report.attempt('collections', `Collection ${id}`, async () => {
    if (!target.hasCollection(id)) return create(target, settings, report, progress);
    const existingSchema = target.collection(id).settings.schema;
    if (existingSchema === schema) return report.kept(`Collection ${id}`);
    const sentence = `it already exists with the schema "${existingSchema}" and was not changed`;
    report.fail('collections', `Collection ${id}`, sentence);
  });
}

async function create(
  target: Target,
  settings: CheckedCollection,
  report: Report,
  progress: ImportProgress,
): Promise<void> {
  await progress.willChange(`collections/${settings.id}`, undefined);
  await target.createCollection(settings);
  report.count('collections_created');
  report.did(`Collection ${settings.id}`, 'created');
}

/** A built-in collection keeps its schema; if it exists, only the keys in the override are changed. */
async function importReserved(
  target: Target,
  settings: CheckedCollection,
  own: ReadonlySet<string>,
  report: Report,
  progress: ImportProgress,
): Promise<void> {
  const { id, schema: _bound, ...overrides } = settings;
  // If a collection is in both lists, the custom collection's settings win.
  if (own.has(id)) return report.note(`Collection ${id} is defined by the template`);
  await report.attempt('collections', `Collection ${id}`, async () => {
    if (!target.hasCollection(id)) {
      const schema = builtInCollectionSchema(id) ?? id;
      return create(target, { ...overrides, id, schema }, report, progress);
    }
    const item = `collections/${id}`;
    const before = target.collection(id).settings;
    if (progress.hasChanged(item, before)) return report.madeBefore(`Collection ${id}`);
    if (Object.keys(overrides).length > 0) {
      await progress.willChange(item, before);
      await target.changeCollection(id, overrides);
    }
    report.kept(`Collection ${id}`);
  });
}

/** Built-in collections used by objects of the template without being listed. */
async function importOnDemand(
  target: Target,
  { objects, factory }: CheckedTemplate,
  report: Report,
  progress: ImportProgress,
): Promise<void> {
  for (const id of new Set([...objects, ...factory].map(({ collection }) => collection))) {
    const schema = builtInCollectionSchema(id);
    if (schema === undefined || target.hasCollection(id)) continue;
    await report.attempt('collections', `Collection ${id}`, () =>
      create(target, { id, schema }, report, progress),
    );
  }
}
