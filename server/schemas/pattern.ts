/** Regular expressions from schemas, by mistake or on purpose some that hardly ever end. */

/** The interface Ajv requires of a regular expression. */
export interface PatternTest {
  test(text: string): boolean;
  /** Ajv identifies patterns by this. */
  toString(): string;
}

/** Compiles a pattern; Unicode rules first, the older and laxer ones for what they reject. Throws `SyntaxError`. */
function compilePattern(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return new RegExp(pattern);
  }
}

/** Why a pattern cannot be used; undefined when it can. */
export function patternProblem(pattern: unknown): string | undefined {
  if (typeof pattern !== 'string') return 'must be a regular expression, as text';
  if (pattern.length > 1000) return 'must have at most 1000 characters';
  try {
    compilePattern(pattern);
    return undefined;
  } catch {
    return 'is not a valid regular expression';
  }
}

/** Makes tests for patterns, in the form Ajv takes as `code.regExp`, and tracks which one is running. */
export class Patterns {
  /** Whether there is any. */
  used = false;
  /** The pattern of the match that has not ended. */
  matching: string | undefined;

  readonly forAjv = Object.assign((pattern: string): PatternTest => this.#testFor(pattern), {
    code: 'patterns',
  });

  #testFor(pattern: string): PatternTest {
    const regex = compilePattern(pattern);
    this.used = true;
    return {
      toString: () => String(regex),
      test: (text) => {
        this.matching = pattern;
        const matches = regex.test(text);
        this.matching = undefined;
        return matches;
      },
    };
  }
}
