/** Imports a source by a mapping (spec/import-export.md#other-systems). */
import { inFlight } from '../content/core/in-flight.js';
import { importing } from '../content/imports/importing.js';
import type {
  ComponentsAs,
  ImportMapping,
  ImportProgressEvent,
  ItemResult,
  MappedGroup,
  SourceImportResult,
} from '../contract/imports.js';
import { message } from '../contract/messages/message.js';
import { PlinthError } from '../errors.js';
import type { Analysis } from './mapping/analyse.js';
import { type FilesBase, FileTaker } from './run/files.js';
import { type AssignedIds, assignIds } from './run/ids.js';
import type { Target } from './run/item-files.js';
import { ImportedObjects } from './run/record.js';
import { ImportReport, isOfItem, sentenceOf } from './run/report.js';
import { folderStructure, makeStructure, type Structure, trialStructure } from './run/structure.js';
import { type ItemValues, valuesOf } from './run/values.js';
import { ItemWriter } from './run/write-item.js';
import type { Source, SourceItem } from './source.js';
import { ImportTexts } from './texts/import-texts.js';

export interface SourceImportOptions {
  /** Reports what would happen; nothing is written or fetched. */
  dryRun?: boolean;
  /** Files are fetched from the addresses in the source. */
  fetches?: boolean;
  /** Ends the import after the items under way; what was made stays. */
  signal?: AbortSignal;
  progress?(event: ImportProgressEvent): void;
  /** Called with the transaction before the first change. */
  started?(transaction: string): void;
}

interface Run {
  structure: Structure;
  ids: AssignedIds;
  imported: ImportedObjects;
  report: ImportReport;
  writer: ItemWriter;
  reader: ImportTexts;
  source: Source;
  components?: ComponentsAs | undefined;
  groups: ReadonlyMap<string, MappedGroup>;
  /** Groups that the mapping leaves out. */
  skipped: ReadonlySet<string>;
  seen: Set<string>;
}

/** What happens to an item. */
async function importItem(run: Run, item: SourceItem, group: MappedGroup): Promise<ItemResult> {
  const { place, key } = item;
  const name = group.collection ?? '';
  const failed = (message: string): ItemResult => ({ place, action: 'fail', collection: name, message });
  if (item.problem !== undefined) return failed(item.problem);
  const seen = `${item.group}\n${key}`;
  if (run.seen.has(seen))
    return failed(`An earlier item of "${item.group}" has the same key "${key.slice(0, 200)}"`);
  run.seen.add(seen);
  const assigned = run.ids.get(item.group)?.byKey.get(key);
  if (!assigned) return failed('The source has changed while it was imported');
  const result = { place, collection: name, id: assigned.id };
  try {
    const collection = run.structure.collection(name);
    const warn = (at: string, sentence: string) => run.report.warn(at, sentence);
    const values = await valuesOf(item, group, collection.schema, { ...run, warn });
    if (assigned.isForeign) {
      const message = `There is already an object "${assigned.id}" that this source did not make; it was not changed`;
      return { ...result, action: 'skip', message };
    }
    const action = await writeItem(run, item, values, { collection, id: assigned.id });
    for (const note of action === 'same' ? [] : (item.notes ?? [])) warn(place, note);
    return { ...result, action };
  } catch (error) {
    if (!isOfItem(error)) throw error;
    return { ...result, action: 'fail', message: sentenceOf(error) };
  }
}

async function writeItem(
  run: Run,
  item: SourceItem,
  values: ItemValues,
  target: Target,
): Promise<ItemResult['action']> {
  const { group, key } = item;
  const { writer, imported, structure } = run;
  const object = { collection: target.collection.settings.id, id: target.id };
  const known = imported.known(group, key);
  const exists = structure.tryObject && !known ? false : await writer.isThere(target);
  if (exists && known?.hash === values.hash) {
    const dryRun = structure.tryObject !== undefined;
    const { replaced, written } = await writer.refresh(item, values, target, known, { dryRun });
    if (written && !dryRun) await imported.note(group, key, written);
    return replaced > 0 ? 'update' : 'same';
  }
  if (structure.tryObject) {
    if (exists) return known?.etag === undefined ? 'same' : 'update';
    const texts = Object.fromEntries([...values.texts].map(([{ name }, { html }]) => [name, html]));
    await structure.tryObject(object.collection, { ...values.sent, ...texts, id: target.id });
    return 'create';
  }
  if (!exists) {
    // Noted before, so that an object made in the moment of a crash is known to be of this source.
    await imported.note(group, key, object);
    await imported.note(group, key, {
      ...object,
      ...(await writer.create(item, values, target)),
      hash: values.hash,
    });
    return 'create';
  }
  if (known?.etag === undefined) {
    // It was made, with all its files, just before the import was interrupted; or another machine has made it.
    const etag = await writer.etagOf(target);
    const { hash, sent } = values;
    await imported.note(group, key, { ...object, ...(etag !== undefined && { etag }), hash, sent });
    return 'same';
  }
  const written = await writer.update(item, values, target, known);
  await imported.note(group, key, { ...object, ...written, hash: values.hash });
  return 'update';
}

/** Imports all items; resolves early where the import is canceled. */
async function importItems(
  run: Run,
  total: number,
  { signal, progress }: SourceImportOptions,
): Promise<void> {
  const { report } = run;
  async function* wanted(): AsyncGenerator<[SourceItem, MappedGroup]> {
    for await (const item of run.source.items(signal)) {
      if (signal?.aborted) return;
      const group = run.groups.get(item.group);
      if (group) yield [item, group];
      // No mapping has a group of which no item can be read.
      else if (item.problem !== undefined && !run.skipped.has(item.group))
        run.report.add({ place: item.place, action: 'fail', message: item.problem });
    }
  }
  await inFlight(wanted(), async ([item, group]) => {
    if (signal?.aborted) return;
    report.add(await importItem(run, item, group));
    progress?.({ done: report.done, total });
  });
}

const totalOf = ({ groups }: Analysis, mapped: ReadonlyMap<string, MappedGroup>): number =>
  [...mapped.keys()].reduce((sum, name) => sum + (groups.get(name)?.count ?? 0), 0);

/** Everything of one import happens in one transaction, which undoes it. */
async function runImport(
  base: FilesBase,
  source: Source,
  parts: {
    mapping: ImportMapping;
    analysis: Analysis;
    imported: ImportedObjects;
    reader: ImportTexts;
  },
  options: SourceImportOptions,
): Promise<SourceImportResult> {
  const { mapping, analysis, imported, reader } = parts;
  const { dryRun = false, fetches = true, signal } = options;
  const report = new ImportReport();
  const groups = new Map(
    mapping.groups.flatMap((group) => (group.collection === null ? [] : [[group.from, group] as const])),
  );
  const taker = new FileTaker(base, { fetches: fetches && !dryRun });
  const structure = dryRun ? await trialStructure(base) : folderStructure(base);
  await makeStructure(structure, mapping, (what) => report.made.push(what));
  const ids = await assignIds(base, mapping, analysis, imported);
  const writer = new ItemWriter({
    base,
    source,
    taker,
    reader,
    warn: (place, sentence) => report.warn(place, sentence),
  });
  const { components } = mapping;
  const run: Run = {
    structure,
    ids,
    imported,
    report,
    writer,
    reader,
    source,
    components,
    groups,
    skipped: new Set(mapping.groups.flatMap(({ from, collection }) => (collection === null ? [from] : []))),
    seen: new Set(),
  };
  await importItems(run, totalOf(analysis, groups), options);
  const canceled = signal?.aborted === true;
  const { id: transaction } = base.change.transaction;
  return report.result(
    { dryRun, canceled, files: taker.count, ...(!dryRun && { transaction }) },
    source.notes(),
  );
}

/**
 * Imports a source that was read once. Items fail one by one; the import ends early when the disk fails or it is
 * canceled, and goes on when it is started again. Throws `full`, `readOnly`, and for schemas and collections that cannot
 * be made.
 */
export async function importSource(
  base: FilesBase,
  source: Source,
  { mapping, analysis }: { mapping: ImportMapping; analysis: Analysis },
  options: SourceImportOptions = {},
): Promise<SourceImportResult> {
  const { dryRun = false } = options;
  const reader = new ImportTexts();
  const work = async () => {
    const imported = await ImportedObjects.open(base, source.identity, { dryRun });
    try {
      if (dryRun) return await runImport(base, source, { mapping, analysis, imported, reader }, options);
      const change = await imported.begin(base.change, JSON.parse(JSON.stringify(mapping)), base.now());
      options.started?.(change.transaction.id);
      const result = await importing({ ...base, change }, 'import', (own) =>
        runImport({ ...base, ...own }, source, { mapping, analysis, imported, reader }, options),
      );
      if (!result.canceled) await imported.end();
      return result;
    } finally {
      await imported.close();
    }
  };
  try {
    // Two imports at a time would not see what the other is about to make.
    return await base.store.locked('import from another system', work);
  } catch (error) {
    const isStopped = error instanceof PlinthError && (error.kind === 'full' || error.kind === 'readOnly');
    if (!isStopped) throw error;
    const reason = message('importInterrupted', { message: error.message });
    throw new PlinthError(error.kind, reason, { cause: error });
  } finally {
    reader.close();
  }
}
