/**
 * The grammar of `settings.calc` (spec/field-kinds.md#calculated-values): `+ - * / %`, brackets, unary minus, numbers, `${field}`,
 * `${deck.field}` and functions. Text becomes a tree; nothing of it is ever evaluated as code.
 */

const FUNCTIONS = ['round', 'floor', 'ceil', 'abs', 'min', 'max', 'sum', 'avg', 'count'] as const;
export type FunctionName = (typeof FUNCTIONS)[number];

export type Expression =
  | { type: 'number'; value: number }
  | { type: 'field'; path: readonly string[] }
  | { type: 'negate'; operand: Expression }
  | { type: 'binary'; operator: '+' | '-' | '*' | '/' | '%'; left: Expression; right: Expression }
  | { type: 'call'; name: FunctionName; args: readonly Expression[] };

/** Max length and nesting of an expression; real ones stay far below both. */
const MAX_LENGTH = 2000;
const MAX_DEPTH = 40;

/** What an expression is not, as a sentence. */
export class CalcError extends Error {}

const TOKEN =
  /\s*(?:(\d+(?:\.\d*)?|\.\d+)|\$\{\s*([A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*)\s*\}|([a-z]+)|([-+*/%(),]))/y;

type Token = { number: number } | { path: string[] } | { word: string } | { sign: string };

function tokens(text: string): Token[] {
  const pattern = new RegExp(TOKEN);
  const found: Token[] = [];
  const end = text.trimEnd().length;
  while (pattern.lastIndex < end) {
    const at = pattern.lastIndex;
    const match = pattern.exec(text);
    if (!match) throw new CalcError(`cannot be read at "${text.slice(at).trim().slice(0, 20)}"`);
    const [, number, path, word, sign] = match;
    if (number !== undefined) found.push({ number: Number(number) });
    else if (path !== undefined) found.push({ path: path.split('.') });
    else if (word !== undefined) found.push({ word });
    else if (sign !== undefined) found.push({ sign });
  }
  return found;
}

const isFunction = (word: string): word is FunctionName => FUNCTIONS.some((name) => name === word);

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#tokens = tokens(text);
  }

  whole(): Expression {
    const expression = this.#sum();
    if (this.#at < this.#tokens.length) throw new CalcError('has unexpected text after its end');
    return expression;
  }

  #sign(...signs: string[]): string | undefined {
    const token = this.#tokens[this.#at];
    if (!token || !('sign' in token) || !signs.includes(token.sign)) return undefined;
    this.#at += 1;
    return token.sign;
  }

  #expect(sign: string): void {
    if (!this.#sign(sign)) throw new CalcError(`is missing a "${sign}"`);
  }

  #sum(): Expression {
    let left = this.#product();
    for (let sign = this.#sign('+', '-'); sign; sign = this.#sign('+', '-')) {
      left = { type: 'binary', operator: sign === '+' ? '+' : '-', left, right: this.#product() };
    }
    return left;
  }

  #product(): Expression {
    let left = this.#unary();
    for (let sign = this.#sign('*', '/', '%'); sign; sign = this.#sign('*', '/', '%')) {
      const operator = sign === '*' ? '*' : sign === '/' ? '/' : '%';
      left = { type: 'binary', operator, left, right: this.#unary() };
    }
    return left;
  }

  #unary(): Expression {
    let negative = false;
    for (let sign = this.#sign('-', '+'); sign; sign = this.#sign('-', '+')) {
      if (sign === '-') negative = !negative;
    }
    const operand = this.#value();
    return negative ? { type: 'negate', operand } : operand;
  }

  #value(): Expression {
    const token = this.#tokens[this.#at];
    if (!token) throw new CalcError('ends too early');
    this.#at += 1;
    if ('number' in token) return { type: 'number', value: token.number };
    if ('path' in token) return { type: 'field', path: token.path };
    if ('word' in token) return this.#call(token.word);
    if (token.sign !== '(') throw new CalcError(`has an unexpected "${token.sign}"`);
    const inner = this.#nested(() => this.#sum());
    this.#expect(')');
    return inner;
  }

  #call(word: string): Expression {
    if (!isFunction(word))
      throw new CalcError(`has an unknown function "${word}"; use one of ${FUNCTIONS.join(', ')}`);
    this.#expect('(');
    const args = this.#nested(() => {
      if (this.#sign(')')) return [];
      const found = [this.#sum()];
      while (this.#sign(',')) found.push(this.#sum());
      this.#expect(')');
      return found;
    });
    return { type: 'call', name: word, args };
  }

  #nested<T>(read: () => T): T {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new CalcError(`is nested deeper than ${MAX_DEPTH} levels`);
    const result = read();
    this.#depth -= 1;
    return result;
  }
}

/** The tree of an expression. Throws `CalcError` with what is wrong as a sentence. */
export function parseCalc(text: string): Expression {
  if (text.trim() === '') throw new CalcError('is empty');
  if (text.length > MAX_LENGTH) throw new CalcError(`is longer than ${MAX_LENGTH} characters`);
  return new Parser(text).whole();
}

/** Why a text is not an expression; undefined when it is one. */
export function calcProblem(text: string): string | undefined {
  try {
    parseCalc(text);
    return undefined;
  } catch (error) {
    if (error instanceof CalcError) return error.message;
    throw error;
  }
}
