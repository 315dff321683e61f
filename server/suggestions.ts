/**
 * The folder as those who may only suggest work on it: they read and write it through a suggestion of their own, which
 * their first change makes (spec/change-sets.md#suggesting). So all operations serve them unchanged.
 */
import { changeSuggestion, openSuggestion } from './content/change-sets/own-suggestions.js';
import type { Changing, Clock, Content } from './content/core/base.js';
import type { Actor } from './contract/changes.js';
import type { PerspectiveParts, Perspectives } from './perspectives.js';
import { withoutFiles } from './store/open-changed.js';

/** What it takes. */
export type SuggestingSite = Content & Clock & { readonly perspectives: Perspectives };

/** A suggestion, and the parts of the folder with it. */
export interface Suggestion {
  readonly set: string;
  readonly parts: PerspectiveParts;
}

/** The suggestion that an actor works on; undefined while there is none, and what is live is read. */
export async function suggestionOf(site: SuggestingSite, actor: Actor): Promise<Suggestion | undefined> {
  const set = openSuggestion(site, actor);
  return set === undefined ? undefined : { set, parts: await site.perspectives.open({ sets: [set] }) };
}

/** Makes a change in the suggestion of its actor, or in one that is `named` with those before it. */
export function suggest<T>(
  site: SuggestingSite & Changing,
  work: (suggestion: Suggestion) => Promise<T>,
  named?: readonly string[],
): Promise<T> {
  return changeSuggestion(site, named?.at(-1), async (set) => {
    const parts = await site.perspectives.open({ sets: named ?? [set] });
    return work({ set, parts: { ...parts, store: withoutFiles(parts.store) } });
  });
}
