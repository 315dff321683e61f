/** Warnings beside an answer: names of properties (`X-Plinth-Warnings`). */
import type { Answer } from './answer.js';

/** Properties of one save whose markup lost something in sanitizing, by dotted path. */
export class MarkupWarnings {
  readonly #paths = new Set<string>();

  /** For `SaveContext`. */
  readonly markupLost = (path: string): void => {
    this.#paths.add(path);
  };

  get paths(): readonly string[] {
    return [...this.#paths];
  }
}

/** The answer with names to warn of; unchanged without any. */
export const withWarnings = <T extends Answer>(answer: T, warnings: readonly string[]): T =>
  warnings.length === 0 ? answer : { ...answer, warnings };
