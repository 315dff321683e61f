/** The result of an import or a dry run, row by row (spec/import-export.md#import). */
import { message, onWire } from '../contract/messages/message.js';
import type { ImportAnswer, ImportError, ImportedRow } from '../contract/transfer.js';
import type { JsonValue } from '../contract/values.js';
import { failed, PlinthError } from '../errors.js';
import { SlowCheck } from '../schemas/too-slow.js';

/** Maximum number of reported errors and rows; all are counted. */
const MAX_ERRORS = 200;
const MAX_ROWS = 1000;

/** Errors that concern a single row; any other ends the import. */
const OWN: ReadonlySet<string> = new Set([
  'validation',
  'invalid',
  'missing',
  'conflict',
  'taken',
  'damaged',
  'forbidden',
  'stale',
  'clash',
  'tooLarge',
]);

export class ImportLog {
  readonly #dryRun: boolean;
  readonly #counts = { create: 0, update: 0, same: 0, skip: 0, fail: 0 };
  readonly #errors: ImportError[] = [];
  readonly #rows: ImportedRow[] = [];

  constructor(dryRun: boolean) {
    this.#dryRun = dryRun;
  }

  /** `etag`: of the object that was created; absent in a dry run. */
  create(row: number, id: string, etag?: string): void {
    this.#note({ row, id, action: 'create', ...(etag !== undefined && { etag }) });
  }

  update(row: number, id: string, changes: string[]): void {
    this.#note({ row, id, ...(changes.length > 0 ? { action: 'update', changes } : { action: 'same' }) });
  }

  skip(row: number, id: string | undefined): void {
    this.#note({ row, ...(id !== undefined && { id }), action: 'skip' });
  }

  fail(row: number, id: JsonValue | undefined, error: PlinthError): void {
    const named = typeof id === 'string' && id !== '' ? { id: id.slice(0, 200) } : {};
    this.#note({ row, ...named, action: 'fail' });
    const { message, details } = error;
    this.#errors.push({ row, ...named, message, ...(details && onWire(details)) });
  }

  /** Runs the work of a row; an error of the row is added to the result, an unexpected one is thrown. */
  async attempt(row: number, id: JsonValue | undefined, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      // Every further row would block the server equally long.
      if (error instanceof SlowCheck) throw failed(error.details ?? {}, message('rowUncheckable', { row }));
      if (!(error instanceof PlinthError) || !OWN.has(error.kind)) throw error;
      this.fail(row, id, error);
    }
  }

  #note(row: ImportedRow): void {
    this.#counts[row.action] += 1;
    this.#rows.push(row);
  }

  answer(): ImportAnswer {
    const { create, update, same, skip, fail } = this.#counts;
    const byRow = <T extends { row: number }>(list: T[]) => list.sort((a, b) => a.row - b.row);
    return {
      import_count: create + update,
      created: create,
      updated: update,
      same,
      skipped: skip,
      failed: fail,
      dryRun: this.#dryRun,
      errors: byRow(this.#errors).slice(0, MAX_ERRORS),
      rows: byRow(this.#rows).slice(0, MAX_ROWS),
    };
  }
}
