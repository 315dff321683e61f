/** What an import did, item by item (spec/templates.md#import). */
import type { ImportResult } from '../contract/templates.js';
import { PlinthError } from '../errors.js';
import type { Problems } from './problems.js';

/** Most error lines one part of an import spells out; the rest is counted. */
const MOST_LINES = 25;

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
  readonly #unspoken = new Map<string, number>();
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

  /** `dryRun`: nothing is done, the report says what would be. */
  constructor({ dryRun = false } = {}) {
    this.#dryRun = dryRun;
  }

  /** A line of `results`: something was done with an item, or would be. */
  did(item: string, what: string): void {
    this.note(`${item} ${this.#dryRun ? 'would be ' : ''}${what}`);
  }

  /** An item that is there already. */
  kept(item: string): void {
    this.count('skipped');
    this.note(`${item} exists and ${this.#dryRun ? 'would be' : 'was'} left unchanged`);
  }

  /** An item that was made by an earlier run of this import, which was cut off. */
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
   * Counts an error of an item and says it. `part` groups what belongs together, such as one factory entry, so
   * that ten thousand failures of one kind do not fill the answer.
   */
  fail(part: string, item: string, error: PlinthError | string): void {
    this.#summary.total_errors++;
    const said = this.#lines.get(part) ?? 0;
    this.#lines.set(part, said + 1);
    if (said < MOST_LINES) this.#errors.push(`${item}: ${sentenceOf(error)}`);
    else this.#unspoken.set(part, (this.#unspoken.get(part) ?? 0) + 1);
  }

  /** The parts of a document that were left out because something is wrong with them. */
  leftOut(problems: Problems): void {
    let named = 0;
    for (const [path, messages] of Object.entries(problems.details())) {
      const [part = path] = path.split(/[.[]/);
      for (const message of messages) this.fail(part, path, message);
      named += messages.length;
    }
    const others = problems.total - named;
    if (others === 0) return;
    this.#summary.total_errors += others;
    this.#unspoken.set('the template', others);
  }

  /** Does one step; a refusal becomes an error of the report, a fault of the program is thrown. */
  async attempt(part: string, item: string, step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      if (!(error instanceof PlinthError)) throw error;
      this.fail(part, item, error);
    }
  }

  /** The answer of `POST /import/jumpstart`. */
  result(name: string): ImportResult {
    const errors = [...this.#errors];
    for (const [part, more] of this.#unspoken) errors.push(`${part}: and ${more} more like these`);
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

/** What a refusal says, its details included. */
function sentenceOf(error: PlinthError | string): string {
  if (typeof error === 'string') return error;
  const details = Object.entries(error.details ?? {}).map(
    ([at, messages]) => `${at}: ${messages.join(', ')}`,
  );
  return details.length > 0 ? `${error.message} (${details.join('; ')})` : error.message;
}
