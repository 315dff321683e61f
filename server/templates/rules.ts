/** The table of generator rules (spec/templates.md#generator-rules), and how a string is distinguished from a rule. */
import type { JsonValue } from '../contract/values.js';
import { readCall } from './rule-call.js';
import { DATE_RULES } from './rules/dates.js';
import { MARKUP_RULES } from './rules/markup.js';
import { MEDIA_RULES } from './rules/media.js';
import { NUMBER_RULES } from './rules/numbers.js';
import { PEOPLE_RULES } from './rules/people.js';
import { PLACE_RULES } from './rules/places.js';
import type { Rule } from './rules/rule.js';
import { TECHNICAL_RULES } from './rules/technical.js';
import { TEXT_RULES } from './rules/text.js';
import type { Source } from './source.js';

// A Map, so that `constructor` and `__proto__` are ordinary words.
const RULES: ReadonlyMap<string, Rule> = new Map(
  [
    TEXT_RULES,
    MARKUP_RULES,
    NUMBER_RULES,
    DATE_RULES,
    PEOPLE_RULES,
    PLACE_RULES,
    TECHNICAL_RULES,
    MEDIA_RULES,
  ].flatMap((table) => Object.entries(table)),
);

/** Every rule's name, A-Z. */
export const RULE_NAMES: readonly string[] = [...RULES.keys()].sort();

/** A prepared rule. */
export interface BoundRule {
  name: string;
  /** A new value; undefined leaves the property empty. Throws `invalid` for arguments out of range. */
  make(source: Source): JsonValue | undefined;
}

/** The rule a value of a template's data is; undefined for a literal. */
export function ruleOf(value: JsonValue | undefined): BoundRule | undefined {
  if (typeof value !== 'string') return undefined;
  const call = readCall(value);
  const rule = call && RULES.get(call.name);
  if (!call || !rule) return undefined;
  return { name: call.name, make: (source) => rule(source, call.args) };
}

/** Whether a string stands for pictures; in literal objects only these are rules. */
export function isMediaRule(value: JsonValue | undefined): boolean {
  const rule = ruleOf(value);
  return rule !== undefined && Object.hasOwn(MEDIA_RULES, rule.name);
}
