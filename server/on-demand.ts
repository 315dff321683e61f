/** Libraries that only some requests need: the first of them loads them, and no start waits for them. */
import { createRequire } from 'node:module';

/**
 * Loads a library at once; the second time it is at hand. The caller says what it is:
 * `(): typeof import('chrono-node/en') => onDemand('chrono-node/en')`.
 */
export const onDemand: NodeJS.Require = createRequire(import.meta.url);
