/** Generates objects in one collection (spec/import-export.md#generated-objects). */
import { randomInt } from 'node:crypto';
import type { WriteBase } from '../content/core/base.js';
import { ImportProgress } from '../content/imports/import-progress.js';
import { allOrNothing } from '../content/imports/undo.js';
import { message } from '../contract/messages/message.js';
import { UNSAFE_KEYS } from '../contract/names.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import { failed, invalid } from '../errors.js';
import { MAX_PER_ENTRY } from './check.js';
import { importFactory } from './import-objects.js';
import { Report } from './report.js';
import { FolderTarget } from './target.js';

export interface FactoryAnswer {
  import_count: number;
  failed: number;
  errors: string[];
}

function countIn(sent: JsonValue | undefined): number {
  const count = sent === undefined || sent === null || sent === '' ? 1 : Number(sent);
  if (Number.isInteger(count) && count >= 1 && count <= MAX_PER_ENTRY) return count;
  throw failed({ fqty: [message('notWholeNumberBetween', { min: 1, max: MAX_PER_ENTRY })] });
}

/**
 * Generates `fqty` objects (default 1) by the rules of the body, which maps properties to rules or literals; the
 * schema's own rules fill in the rest. `seed` makes it repeatable. Throws `missing`, `invalid`, `validation`, the
 * reason of `signal`; then nothing was generated.
 */
export async function runFactory(
  base: WriteBase,
  collection: string,
  body: unknown,
  options: { count?: string | undefined; seed?: number; signal?: AbortSignal } = {},
): Promise<FactoryAnswer> {
  base.collections.get(collection);
  if (body !== undefined && !isJsonObject(body)) throw invalid(message('bodyNeedsRules'));
  const { fqty, queue: _queue, ...rules }: JsonObject = body ?? {};
  const data = Object.fromEntries(Object.entries(rules).filter(([name]) => !UNSAFE_KEYS.has(name)));
  const count = countIn(fqty ?? options.count);
  const report = new Report();
  const { seed = randomInt(2 ** 31), signal } = options;
  const progress = ImportProgress.unrecorded(base, seed);
  const entry = { collection, count, data, path: 'factory[0]' };
  await allOrNothing(base, 'template', (undo, own) =>
    importFactory(new FolderTarget(own, undo), [entry], report, { progress, signal }),
  );
  const { errors, summary } = report.result(collection);
  return { import_count: summary.factory_items_created, failed: summary.total_errors, errors };
}
