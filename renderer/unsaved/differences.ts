/** What differs between a form and a newer version of its object. Pure. */
import type { JsonValue } from '#contract/values';
import { own, sameJson } from '../json';
import type { FormState } from './form-state';
import { shownValue } from './read-form';
import { mergedEdits } from './versions';

/** One property that differs between the version edited, the edits and the version now in the folder. */
export interface Difference {
  property: string;
  base: JsonValue | undefined;
  mine: JsonValue | undefined;
  theirs: JsonValue | undefined;
  /** Who changed it since the form was opened; `both` where the two contradict each other. */
  changedBy: 'me' | 'them' | 'both' | 'merged';
}

/** Three-way comparison for the conflict dialog; properties both sides changed come first. System dates are left out. */
export function differences(state: FormState): Difference[] {
  if (state.outside?.kind !== 'changed') return [];
  const theirs = state.outside.object;
  const { clashing } = mergedEdits(state, theirs, 'mine');
  const names = new Set([...state.properties, ...Object.keys(state.edits), ...Object.keys(theirs)]);
  const found: Difference[] = [];
  for (const property of names) {
    if (property === 'created' || property === 'modified') continue;
    const base = own(state.base, property);
    const their = own(theirs, property);
    const mine = shownValue(state, property);
    const byMe = Object.hasOwn(state.edits, property) && !sameJson(mine, their);
    const byThem = !sameJson(base, their);
    if (!byMe && !(byThem && !sameJson(mine, their))) continue;
    found.push({
      property,
      base,
      mine,
      theirs: their,
      changedBy: clashing.has(property) ? 'both' : !byMe ? 'them' : byThem ? 'merged' : 'me',
    });
  }
  const rank = { both: 0, merged: 1, me: 2, them: 3 };
  return found.sort((left, right) => rank[left.changedBy] - rank[right.changedBy]);
}
