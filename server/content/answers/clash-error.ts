/** The error of a change that cannot be merged, with the values of all versions. */
import type { Clash } from '../../contract/merge/rules.js';
import { PlinthError } from '../../errors.js';

export function clashError(clashes: readonly Clash[]): PlinthError {
  const paths = clashes.map(({ path }) => path.join('.'));
  return new PlinthError('clash', 'Others have changed the same values since they were read', {
    details: Object.fromEntries(paths.map((path) => [path, [`"${path}" was also changed by others`]])),
    clashes,
  });
}
