/** The error of a change that cannot be merged, with the values of all versions. */
import type { Clash } from '../../contract/merge/rules.js';
import { message } from '../../contract/messages/message.js';
import type { ClashOnWire } from '../../contract/wire.js';
import { PlinthError } from '../../errors.js';

export function clashError(clashes: readonly Clash[]): PlinthError {
  const paths = clashes.map(({ path }) => path.join('.'));
  return new PlinthError('clash', message('valuesChanged'), {
    details: Object.fromEntries(paths.map((path) => [path, [message('changedByOthers', { path })]])),
    clashes,
  });
}

/** A clash as errors are answered with it. */
export const clashOnWire = ({ path, base, mine, theirs, order }: Clash): ClashOnWire => ({
  path: [...path],
  ...(order && { order }),
  ...(base !== undefined && { base }),
  ...(mine !== undefined && { mine }),
  ...(theirs !== undefined && { theirs }),
});
