/** The result of an import, item by item (spec/templates.md#import). */
import type { ImportResult } from '../contract/templates.js';
import { PlinthError } from '../errors.js';
import type { Problems } from './problems.js';

/** Maximum number of error lines per part of an import; the rest is counted. */
const MAX_LINES = 25;

type Counter =
  | 'schemas_created'
  | 'collections_created'
  | 'objects_created'
  | 'factory_items_created'
  | 'skipped';

export class Report {
  readonly #dryRun: boolean;
  readonly #results: string[] = [];
  readonly #errors: string[] = [];
  readonly #unreported = new Map<string, number>();
  readonly #lines = new Map<string, number>();
  readonly #summary: ImportResult['summary'] = {
    schemas_created: 0,
    collections_created: 0,
    templates_created: 0,
    objects_created: 0,
    factory_items_created: 0,
    skipped: 0,
    total_errors: 0,
  };

  /** `dryRun`: nothing is done, the report describes what would be. */
  constructor({ dryRun = false } = {}) {
    this.#dryRun = dryRun;
  }

  /** Adds a line to `results`: what was or would be done with an item. */
  did(item: string, what: string): void {
    this.note(`${item} ${this.#dryRun ? 'would be ' : ''}${what}`);
  }

  /** An existing item. */
  kept(item: string): void {
    this.count('skipped');
    this.note(`${item} exists and ${this.#dryRun ? 'would be' : 'was'} left unchanged`);
  }

  /** An item created by an earlier, interrupted run of this import. */
  madeBefore(item: string): void {
    this.count('skipped');
    this.note(`${item} was created before the import was interrupted`);
  }

  /** A line of `results`. */
  note(line: string): void {
    this.#results.push(line);
  }

  count(what: Counter): void {
    this.#summary[what]++;
  }

  /**
   * Adds an error of an item. `part` groups related items, such as one factory entry, so that ten thousand similar
   * errors do not fill the response.
   */
  fail(part: string, item: string, error: PlinthError | string): void {
    this.#summary.total_errors++;
    const said = this.#lines.get(part) ?? 0;
    this.#lines.set(part, said + 1);
    if (said < MAX_LINES) this.#errors.push(`${item}: ${sentenceOf(error)}`);
    else this.#unreported.set(part, (this.#unreported.get(part) ?? 0) + 1);
  }

  /** Adds the parts of a document that were skipped because they are invalid. */
  leftOut(problems: Problems): void {
    let named = 0;
    for (const [path, messages] of Object.entries(problems.details())) {
      const [part = path] = path.split(/[.[]/);
      for (const { text } of messages) this.fail(part, path, text);
      named += messages.length;
    }
    const others = problems.total - named;
    if (others === 0) return;
    this.#summary.total_errors += others;
    this.#unreported.set('the template', others);
  }

  /** Runs one step; an expected error is added to the report, an unexpected one is thrown. */
  async attempt(part: string, item: string, step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      if (!(error instanceof PlinthError)) throw error;
      this.fail(part, item, error);
    }
  }

  /** The response of `POST /import/jumpstart`. */
  result(name: string): ImportResult {
    const errors = [...this.#errors];
    for (const [part, more] of this.#unreported) errors.push(`${part}: and ${more} more like these`);
    const success = this.#summary.total_errors === 0;
    const objects = this.#summary.objects_created + this.#summary.factory_items_created;
    const made = `${plural(objects, 'object')} in ${plural(this.#summary.collections_created, 'new collection')}`;
    const skipped = this.#summary.skipped > 0 ? `, ${this.#summary.skipped} skipped` : '';
    const failed = success ? '' : `, ${plural(this.#summary.total_errors, 'error')}`;
    return {
      success,
      ...(this.#dryRun && { dryRun: true }),
      message: `${this.#dryRun ? 'Would import' : 'Imported'} "${name}": ${made}${skipped}${failed}`,
      results: [...this.#results],
      errors,
      summary: { ...this.#summary },
    };
  }
}

/** A count with its noun, `1 object`, `2 objects`. */
export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The message of an error with its details. */
function sentenceOf(error: PlinthError | string): string {
  if (typeof error === 'string') return error;
  const details = Object.entries(error.details ?? {}).map(
    ([at, messages]) => `${at}: ${messages.map(({ text }) => text).join(', ')}`,
  );
  return details.length > 0 ? `${error.message} (${details.join('; ')})` : error.message;
}
