/** Parses generator rules in a template: `name` or `name(arguments)` (spec/templates.md#factory). */
import { message } from '../contract/messages/message.js';
import { invalid } from '../errors.js';

/** A string that looks like a rule; whether the rule exists is checked in the table. */
export interface RuleCall {
  name: string;
  args: Arguments;
}

/** Maximum length of a rule; anything longer is content. */
const MAX_RULE_LENGTH = 1000;

const CALL = /^([A-Za-z][A-Za-z0-9]*)(?:\(([^\n]*)\))?$/;

/**
 * Parses a text that is exactly `name` or `name(arguments)`; anything else is undefined, so a literal. Arguments are
 * split on commas outside quotes; surrounding spaces and quotes are removed.
 */
export function readCall(text: string): RuleCall | undefined {
  if (text.length > MAX_RULE_LENGTH) return undefined;
  const match = CALL.exec(text);
  const name = match?.[1];
  if (!name) return undefined;
  return { name, args: new Arguments(name, splitArguments(match[2] ?? '')) };
}

/** The arguments of a call as texts, without their quotes; none for an empty list. */
export function splitArguments(list: string): string[] {
  if (list.trim() === '') return [];
  const found: string[] = [];
  let current = '';
  let quote = '';
  for (let at = 0; at < list.length; at++) {
    const char = list.charAt(at);
    if (quote !== '' && char === '\\' && list.charAt(at + 1) === quote) {
      current += quote;
      at++;
    } else if (quote !== '') {
      if (char === quote) quote = '';
      current += char;
    } else if (char === ',') {
      found.push(current);
      current = '';
    } else {
      // A quote only opens at the start of an argument: the one in `don't` is a letter.
      if ((char === '"' || char === "'") && current.trim() === '') quote = char;
      current += char;
    }
  }
  found.push(current);
  return found.map(unquote);
}

function unquote(argument: string): string {
  const text = argument.trim();
  const first = text.charAt(0);
  const quoted = text.length > 1 && (first === '"' || first === "'") && text.endsWith(first);
  return quoted ? text.slice(1, -1) : text;
}

/** An argument: its index, its name in messages, its default, its bounds. */
export interface NumberArgument {
  at: number;
  name: string;
  fallback: number;
  min: number;
  max: number;
}

/**
 * The arguments of one call. They stay text until a rule reads a number or a boolean, so that a color such as 517491 is
 * not converted. An invalid value throws `invalid` with the rule and the range.
 */
export class Arguments {
  readonly #rule: string;
  readonly #list: readonly string[];

  constructor(rule: string, list: readonly string[]) {
    this.#rule = rule;
    this.#list = list;
  }

  get count(): number {
    return this.#list.length;
  }

  /** The text at a place; `fallback` when it is missing or empty. */
  text(at: number, fallback: string): string {
    return this.#list[at] || fallback;
  }

  /** Every argument from an index on, without empty ones. */
  rest(from: number): string[] {
    return this.#list.slice(from).filter((argument) => argument !== '');
  }

  boolean(at: number, fallback: boolean): boolean {
    const text = this.#list[at];
    if (text === undefined || text === '') return fallback;
    if (text === 'true' || text === '1') return true;
    if (text === 'false' || text === '0') return false;
    throw invalid(message('ruleNeedsBoolean', { rule: this.#rule, position: at + 1 }));
  }

  /** A number within inclusive bounds. */
  number({ at, name, fallback, min, max }: NumberArgument): number {
    const text = this.#list[at];
    if (text === undefined || text === '') return fallback;
    const value = /^[-+]?(\d+(?:\.\d*)?|\.\d+)(e[-+]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max)) {
      throw invalid(message('ruleNeedsNumber', { rule: this.#rule, name, min, max }));
    }
    return value;
  }

  /** A whole number within inclusive bounds. */
  integer(argument: NumberArgument): number {
    const value = this.number(argument);
    if (!Number.isInteger(value))
      throw invalid(message('ruleNeedsWholeNumber', { rule: this.#rule, name: argument.name }));
    return value;
  }

  /** Rejects the call: `problem` completes a sentence that starts with the rule's name. */
  refuse(problem: string): never {
    throw invalid(message('ruleProblem', { rule: this.#rule, problem: problem }));
  }
}

/** An argument as JSON where a rule passes it on: whole numbers and booleans are converted. */
export function asValue(argument: string): string | number | boolean {
  if (argument === 'true' || argument === 'false') return argument === 'true';
  return /^-?(0|[1-9]\d{0,14})$/.test(argument) ? Number(argument) : argument;
}
