/** Counts what an import does, and keeps the first items and warnings for the answer. */
import type { ItemResult, SourceImportResult } from '../../contract/imports.js';
import { PlinthError } from '../../errors.js';

const MAX_LISTED = 1000;
const MAX_MESSAGE = 500;

export class ImportReport {
  readonly #counts = { create: 0, update: 0, same: 0, skip: 0, fail: 0 };
  readonly #failed: ItemResult[] = [];
  readonly #others: ItemResult[] = [];
  readonly #warnings: string[] = [];
  readonly made: string[] = [];
  done = 0;

  add(result: ItemResult): void {
    this.done += 1;
    this.#counts[result.action] += 1;
    const list = result.action === 'fail' || result.action === 'skip' ? this.#failed : this.#others;
    if (list.length < MAX_LISTED) list.push(result);
  }

  warn(place: string, sentence: string): void {
    if (this.#warnings.length < MAX_LISTED)
      this.#warnings.push(`${place}: ${sentence}`.slice(0, MAX_MESSAGE));
  }

  result(
    rest: Pick<SourceImportResult, 'dryRun' | 'canceled' | 'files' | 'transaction'>,
    notes: readonly string[],
  ): SourceImportResult {
    const { create, update, same, skip, fail } = this.#counts;
    return {
      ...rest,
      created: create,
      updated: update,
      same,
      skipped: skip,
      failed: fail,
      made: this.made,
      items: [...this.#failed, ...this.#others].slice(0, MAX_LISTED),
      warnings: [...notes, ...this.#warnings].slice(0, MAX_LISTED),
    };
  }
}

/** The message of an error with the properties and their rules. */
export function sentenceOf({ message, details }: PlinthError): string {
  const rules = Object.entries(details ?? {}).map(([name, rule]) => `${name}: ${[rule].flat().join(', ')}`);
  return (rules.length > 0 ? `${message} (${rules.join('; ')})` : message).slice(0, MAX_MESSAGE);
}

/** Errors that concern a single item; any other ends the import. */
const OWN: ReadonlySet<string> = new Set([
  ...[
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
  ],
]);

export const isOfItem = (error: unknown): error is PlinthError =>
  error instanceof PlinthError && OWN.has(error.kind);
