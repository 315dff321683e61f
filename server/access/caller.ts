/** Who is calling, as far as a request can show it (interface 5). */
import type { KeyRecord } from '../contract/access.js';
import type { Session } from './sessions.js';

export type Caller =
  | { readonly kind: 'owner'; readonly session: Session }
  | { readonly kind: 'key'; readonly key: KeyRecord }
  | { readonly kind: 'anonymous' };

/** Whoever shows nothing. */
export const ANONYMOUS: Caller = { kind: 'anonymous' };
