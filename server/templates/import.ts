/** Import of a template definition into the open folder (interface 4.11, facts 4.11, decision 12). */
import { randomInt } from 'node:crypto';
import type { Base } from '../content/base.js';
import { type Undo, wholeOrNothing } from '../content/undo.js';
import { builtInCollectionSchema } from '../contract/names.js';
import type { SchemaDocument } from '../contract/schemas.js';
import type { ImportResult } from '../contract/templates.js';
import { isJsonObject, type JsonObject } from '../contract/values.js';
import { type CheckedCollection, type CheckedTemplate, checkTemplate } from './check.js';
import { importFactory, importObjects } from './import-objects.js';
import { plural, Report } from './report.js';
import { inOrderOfNeed } from './schema-order.js';
import { FolderTarget, type Target } from './target.js';
import { TrialTarget } from './trial.js';

export interface TemplateImportOptions {
  /** Repeats generated content. */
  seed?: number;
  /** Says what would happen and writes nothing. */
  dryRun?: boolean;
  signal?: AbortSignal;
}

/**
 * Imports the sound parts of a template definition: schemas, custom collections, built-in collections, objects,
 * generated objects. Each item counts by itself; what is wrong with one is an entry of `errors`. A document without
 * any sound part is refused (`invalid`, `validation`). Throws the reason of `signal`; then everything is as it was
 * before.
 */
export async function importTemplate(
  base: Base,
  document: unknown,
  { seed = randomInt(2 ** 31), dryRun = false, signal }: TemplateImportOptions = {},
): Promise<ImportResult> {
  const template = checkTemplate(base, document);
  const report = new Report({ dryRun });
  report.leftOut(template.problems);
  const run = { seed, signal };
  if (dryRun) await importParts(await TrialTarget.open(base), template, report, run);
  else {
    await wholeOrNothing(base, async (undo, own) => {
      await importParts(new FolderTarget(own, undo), template, report, { ...run, undo });
      signal?.throwIfAborted();
    });
  }
  if (template.pageTemplates > 0) {
    report.note(`${plural(template.pageTemplates, 'page template')} left out: Plinth builds no pages`);
  }
  return report.result(template.name);
}

async function importParts(
  target: Target,
  template: CheckedTemplate,
  report: Report,
  run: { seed: number; signal?: AbortSignal | undefined; undo?: Undo },
): Promise<void> {
  for (const schema of inOrderOfNeed(template.schemas, documentOf)) {
    run.signal?.throwIfAborted();
    await importSchema(target, schema, report);
  }
  run.undo?.nextPart();
  for (const settings of template.custom) await importCustom(target, settings, report);
  const custom = new Set(template.custom.map(({ id }) => id));
  for (const settings of template.reserved) await importReserved(target, settings, custom, report);
  await importOnDemand(target, template, report);
  run.undo?.nextPart();
  await importObjects(target, template.objects, report, run);
  await importFactory(target, template.factory, report, run);
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
  target: Target,
  schema: CheckedTemplate['schemas'][number],
  report: Report,
): Promise<void> {
  const { id } = schema;
  await report.attempt('schemas', `Schema ${id}`, async () => {
    const create = target.document(id) === undefined;
    await target.saveSchema(schema);
    if (create) report.count('schemas_created');
    report.did(`Schema ${id}`, create ? 'created' : 'overwritten');
  });
}

/** An existing collection is left as it is; it is an error when its objects follow another schema. */
async function importCustom(target: Target, settings: CheckedTemplate['custom'][number], report: Report) {
  const { id, schema } = settings;
  await report.attempt('collections', `Collection ${id}`, async () => {
    if (!target.hasCollection(id)) return create(target, settings, report);
    const standing = target.collection(id).settings.schema;
    if (standing === schema) return report.kept(`Collection ${id}`);
    const sentence = `it exists already with the schema "${standing}" and was left as it is`;
    report.fail('collections', `Collection ${id}`, sentence);
  });
}

async function create(target: Target, settings: CheckedCollection, report: Report): Promise<void> {
  await target.createCollection(settings);
  report.count('collections_created');
  report.did(`Collection ${settings.id}`, 'created');
}

/** A built-in collection keeps its schema; where it exists, only what the override names is changed. */
async function importReserved(
  target: Target,
  settings: CheckedCollection,
  own: ReadonlySet<string>,
  report: Report,
): Promise<void> {
  const { id, schema: _bound, ...overrides } = settings;
  // Named in both lists, the custom collection's settings stand.
  if (own.has(id)) return report.note(`Collection ${id} is the template's own`);
  await report.attempt('collections', `Collection ${id}`, async () => {
    if (!target.hasCollection(id)) {
      const schema = builtInCollectionSchema(id) ?? id;
      return create(target, { ...overrides, id, schema }, report);
    }
    if (Object.keys(overrides).length > 0) await target.changeCollection(id, overrides);
    report.kept(`Collection ${id}`);
  });
}

/** Built-in collections that objects of the template are written to without naming them. */
async function importOnDemand(
  target: Target,
  { objects, factory }: CheckedTemplate,
  report: Report,
): Promise<void> {
  for (const id of new Set([...objects, ...factory].map(({ collection }) => collection))) {
    const schema = builtInCollectionSchema(id);
    if (schema === undefined || target.hasCollection(id)) continue;
    await report.attempt('collections', `Collection ${id}`, () => create(target, { id, schema }, report));
  }
}
