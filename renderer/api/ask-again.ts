/** Searches that were answered before all texts are indexed (spec/queries.md#while-texts-are-indexed). */
import type { PartialWords } from '#contract/relations';

/** So often they are asked for again, in ms. */
const EVERY = 1000;

/** When an answer is asked for again; never where it is whole. */
export const askAgain = (partial: PartialWords | undefined): number | false =>
  partial === undefined ? false : EVERY;
