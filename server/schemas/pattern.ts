/**
 * Regular expressions from schemas. A pattern can be written, by mistake or on purpose, so that it never ends; the
 * engine is stopped after a fixed time and the value then counts as not matching.
 */
import { type Context, createContext, Script } from 'node:vm';

/**
 * Time for one match, long for any honest pattern on any honest value. The watch runs on while a busy machine lets
 * the process wait, so a pattern gets a second, longer try until it has once used up both.
 */
const MATCH_MS = 50;
const SECOND_MATCH_MS = 250;

/** What Ajv asks of a regular expression. */
export interface PatternTest {
  test(text: string): boolean;
  /** Ajv tells patterns apart by this. */
  toString(): string;
}

/** Compiles a pattern; Unicode rules first, the older and laxer ones for what they refuse. Throws `SyntaxError`. */
export function compilePattern(pattern: string): RegExp {
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
    return 'is no valid regular expression';
  }
}

/**
 * Makes tests for patterns, in the form Ajv takes as `code.regExp`. Only the pattern and the text enter the context;
 * it is there for its stop watch, no code of a schema ever runs in it.
 */
export function boundedPatterns(): ((pattern: string) => PatternTest) & { code: string } {
  const sandbox: { regex: RegExp; text: string } = { regex: /^/, text: '' };
  const script = new Script('regex.test(text)');
  let context: Context | undefined;
  const compile = (pattern: string): PatternTest => {
    const regex = compilePattern(pattern);
    let endless = false;
    return {
      toString: () => String(regex),
      test(text) {
        context ??= createContext(sandbox);
        sandbox.regex = regex;
        sandbox.text = text;
        for (const timeout of endless ? [MATCH_MS] : [MATCH_MS, SECOND_MATCH_MS]) {
          try {
            return script.runInContext(context, { timeout }) === true;
          } catch {
            // Out of time; nothing else can fail here.
          }
        }
        endless = true;
        return false;
      },
    };
  };
  return Object.assign(compile, { code: 'boundedPatterns()' });
}
