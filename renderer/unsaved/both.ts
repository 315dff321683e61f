/** Both texts of a clash: all that only one side changed, and what both changed one after the other. Pure. */
import { isProseRule, mergeProseOfBoth } from '#contract/merge/prose';
import type { JsonObject, JsonValue } from '#contract/values';
import { own } from '../json';
import type { FormState } from './form-state';
import { shownValue } from './read-form';

/** Both texts of a property; undefined where it cannot hold both. */
export function bothOf(state: FormState, theirs: JsonObject, name: string): JsonValue | undefined {
  const [base, mine, their] = [own(state.base, name) ?? '', shownValue(state, name), own(theirs, name)];
  if (typeof base !== 'string' || typeof mine !== 'string' || typeof their !== 'string') return undefined;
  const rule = state.fields(name)?.rule;
  return isProseRule(rule) ? mergeProseOfBoth(rule, { base, mine, theirs: their }) : undefined;
}
