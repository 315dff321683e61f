/**
 * Modules that a client loads when they are used. Tools that evaluate code by a module loader of their own, which is
 * closed when the code still runs, are given them at once.
 */
import type * as cache from './cache.js';
import type * as changes from './changes.js';
import type * as copy from './copy.js';
import type * as failures from './failures.js';
import type * as names from './names.js';
import type * as sync from './sync.js';

export interface Parts {
  cache(): Promise<typeof cache>;
  changes(): Promise<typeof changes>;
  copy(): Promise<typeof copy>;
  failures(): Promise<typeof failures>;
  names(): Promise<typeof names>;
  sync(): Promise<typeof sync>;
}
