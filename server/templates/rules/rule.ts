/** What a generator rule is. */
import type { JsonValue } from '../../contract/values.js';
import type { Arguments } from '../rule-call.js';
import type { Source } from '../source.js';

/**
 * Generates one value. Undefined leaves the property empty (images and files, spec/templates.md#factory); arguments out
 * of range throw `invalid`, so that a template cannot request a gigabyte of text.
 */
export type Rule = (source: Source, args: Arguments) => JsonValue | undefined;

export type RuleTable = Record<string, Rule>;
