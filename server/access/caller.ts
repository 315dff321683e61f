/** Who is calling, as far as a request can show it (spec/access.md#callers). */
import type { KeyRecord } from '../contract/access.js';
import type { TokenAccess } from '../contract/oauth.js';
import type { Session } from './sessions.js';

export type Caller =
  /** Signed in as the owner or as an admin. */
  | { readonly kind: 'owner'; readonly session: Session }
  /** Signed in as an editor or a viewer. */
  | { readonly kind: 'user'; readonly session: Session }
  | { readonly kind: 'key'; readonly key: KeyRecord }
  /** An app authorized by a user (OAuth). */
  | { readonly kind: 'token'; readonly token: TokenAccess }
  /** A run of an automation, limited by the scope of the automation. */
  | { readonly kind: 'automation'; readonly id: string; readonly scopes: KeyRecord['scopes'] }
  | { readonly kind: 'anonymous' };

/** A request without credentials. */
export const ANONYMOUS: Caller = { kind: 'anonymous' };

/** A caller signed in with a session. */
export function signedIn(session: Session): Caller {
  const { role } = session.user;
  return { kind: role === 'owner' || role === 'admin' ? 'owner' : 'user', session };
}
