/** Warnings beside an answer: names of properties (`X-Plinth-Warnings`). */
import { INVALID_WARNING } from '../../contract/wire.js';
import type { SaveContext } from '../../properties/kind.js';
import type { Answer } from './answer.js';

/** What a save tells of properties, by dotted path: markup that was removed, values that break rules as before. */
export class SaveWarnings {
  readonly #names = new Set<string>();

  /** For `SaveContext`. */
  readonly told: Required<Pick<SaveContext, 'markupLost' | 'leftInvalid'>> = {
    markupLost: (path) => {
      this.#names.add(path);
    },
    leftInvalid: (path) => {
      this.#names.add(`${INVALID_WARNING}${path}`);
    },
  };

  get names(): readonly string[] {
    return [...this.#names];
  }
}

/** The answer with names to warn of; unchanged without any. */
export const withWarnings = <T extends Answer>(answer: T, warnings: readonly string[]): T =>
  warnings.length === 0 ? answer : { ...answer, warnings };
