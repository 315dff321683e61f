/** What differs between a draft and a newer version of its object. Pure. */
import type { JsonValue } from '#contract/values';
import { own, sameJson } from '../json';
import type { Draft } from './draft-state';
import { shownValue } from './read-draft';
import { mergedEdits } from './versions';

/** One property that differs between the version edited, the edits and the version now in the folder. */
export interface Difference {
  property: string;
  base: JsonValue | undefined;
  mine: JsonValue | undefined;
  theirs: JsonValue | undefined;
  /** Who changed it since the draft was opened; `both` where the two contradict each other. */
  changedBy: 'me' | 'them' | 'both' | 'merged';
}

/** Three-way comparison for the conflict dialog; properties both sides changed come first. System dates are left out. */
export function differences(draft: Draft): Difference[] {
  if (draft.outside?.kind !== 'changed') return [];
  const theirs = draft.outside.object;
  const { clashing } = mergedEdits(draft, theirs, 'mine');
  const names = new Set([...draft.properties, ...Object.keys(draft.edits), ...Object.keys(theirs)]);
  const found: Difference[] = [];
  for (const property of names) {
    if (property === 'created' || property === 'modified') continue;
    const base = own(draft.base, property);
    const their = own(theirs, property);
    const mine = shownValue(draft, property);
    const byMe = Object.hasOwn(draft.edits, property) && !sameJson(mine, their);
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
